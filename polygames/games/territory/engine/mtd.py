"""Proofs of values, by questions with a null window.

A question is: is the value at least so much? Each answer bounds the value from one side, and the
questions close in on it until the bounds meet. That is a memory-enhanced test driver, MTD (Plaat,
Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, 1996): the transposition
table keeps what one question finds for the next.

Two engines answer: `NumbaAlphaBeta` by the compiled search of alphabeta.py, `PythonAlphaBeta` in
plain Python, for where numba is missing and to check the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from polygames.games.territory.boards import tiles_of
from polygames.runtime.compiling import HAS_NUMBA

if TYPE_CHECKING:
    from polygames.games.territory.engine.remaining import Position, Remaining
    from polygames.runtime.arrays import np, npt

INFINITE = 1 << 40


class NullWindowSearch(Protocol):
    """What answers."""

    remaining: Remaining
    flag: npt.NDArray[np.uint8]
    """Its first number becomes 1 when it is time to stop."""

    @property
    def nodes(self) -> int:
        """How many positions were searched."""

    def bound(self, position: Position, beta: int) -> int:
        """Return a bound of the value for the mover.

        If the value is at least beta it is a lower bound of at least beta, and else an upper one
        below beta; OutOfTimeError when it is time to stop.
        """

    def best_move(self, position: Position) -> int:
        """Return the bit that the table holds as the best in a position, or -1."""


def engine_of(remaining: Remaining) -> NullWindowSearch:
    """Return the faster engine there is; OverflowError if there is too much left for it."""
    if not HAS_NUMBA:
        from polygames.games.territory.engine.python_alphabeta import PythonAlphaBeta

        return PythonAlphaBeta(remaining)
    from polygames.games.territory.engine.numba_alphabeta import NumbaAlphaBeta  # numba loads here

    return NumbaAlphaBeta(remaining)


def prove(engine: NullWindowSearch, position: Position, guess: int = 0) -> int:
    """Return the value of a position for its mover, asking with steps that grow from a guess."""
    low, high, beta, step = -INFINITE, INFINITE, guess, 1
    while low < high:
        found = engine.bound(position, beta)
        if found >= beta:
            low, beta = found, found + step
        else:
            high, beta = found, found - step + 1
        step *= 2
        if high - low <= step:
            step = max(1, (high - low) // 2)
            beta = low + step
        beta = min(max(beta, low + 1), high)
    return low


def best_line(engine: NullWindowSearch, position: Position, value: int) -> list[int]:
    """Return best play by both from a position whose value is proved."""
    line = []
    while bits := list(tiles_of(engine.remaining.claimable(position))):
        first = engine.best_move(position)
        gain = engine.remaining.gain[position.seat]
        for bit in sorted(bits, key=lambda bit: (bit != first, bit)):
            after, worth = engine.remaining.after(position, bit), gain[bit] - value
            if engine.bound(after, worth + 1) <= worth:
                line.append(bit)
                position, value = after, worth
                break
        else:
            msg = "no move keeps a proved value"
            raise AssertionError(msg)
    return line
