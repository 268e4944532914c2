"""Proofs of values by null-window searches.

A null-window search tests whether the value is at least beta. Its result is a lower bound of at
least beta, or an upper bound below it. Repeated tests narrow the bounds until they are equal. This
is a memory-enhanced test driver, MTD (Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth
minimax algorithms, 1996): the transposition table keeps the results of one test for the next. A
search that has to stop raises OutOfTimeError.

There are two engines: `NumbaAlphaBeta` uses the compiled search of alphabeta.py. `PythonAlphaBeta`
is plain Python, for use without numba and as a check of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from polygames.games.territory.boards import tiles_of
from polygames.runtime.clock import OutOfTimeError, create_stop_flag
from polygames.runtime.jit import HAS_NUMBA

if TYPE_CHECKING:
    from polygames.games.territory.engine.alphabeta import NumbaAlphaBeta
    from polygames.games.territory.engine.endgame_position import Position, RemainingTiles


INFINITE_SCORE = 1 << 40


NullWindowSearch: TypeAlias = "NumbaAlphaBeta | PythonAlphaBeta"
"""An engine for null-window searches; it stops when its `stop_flag` is set to 1."""


def fastest_engine(remaining: RemainingTiles) -> NullWindowSearch:
    """Return the fastest available engine; raise OverflowError if the position is too large."""
    if not HAS_NUMBA:
        return PythonAlphaBeta(remaining)
    from polygames.games.territory.engine.alphabeta import NumbaAlphaBeta  # imports numba

    return NumbaAlphaBeta(remaining)


def prove_value(engine: NullWindowSearch, position: Position, guess: int = 0) -> int:
    """Return the proved value of a position for the mover, by null-window tests from a guess."""
    low, high, beta, step = -INFINITE_SCORE, INFINITE_SCORE, guess, 1
    while low < high:
        found = engine.value_bound(position, beta)
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
    """Return a line of best play as bit numbers, given the proved value."""
    line = []
    while bits := list(tiles_of(engine.remaining.claimable(position))):
        first = engine.best_move(position)
        gain = engine.remaining.gains[position.seat]
        for bit in sorted(bits, key=lambda bit: (bit != first, bit)):
            after, worth = engine.remaining.position_after(position, bit), gain[bit] - value
            if engine.value_bound(after, worth + 1) <= worth:
                line.append(bit)
                position, value = after, worth
                break
        else:
            msg = "no move keeps a proved value"
            raise AssertionError(msg)
    return line


# --- The search in plain Python -----------------------------------------------------------------

# The counterpart of alphabeta.py, which names the techniques. It proves values without numba, and
# checks the compiled search with numba. It is separate code because the compiled search, run as
# plain Python, takes 11 times as long for a proof with 11 free tiles (5 to 13, six positions): its
# ordering, bounds and table count bits, which is fast only in machine code.


class PythonAlphaBeta:
    """The engine for null-window searches in plain Python."""

    def __init__(self, remaining: RemainingTiles) -> None:
        self.remaining = remaining
        self.stop_flag = create_stop_flag()
        self.nodes = 0
        self._bounds: dict[Position, tuple[int, int]] = {}
        """The transposition table, part 1: the bounds of each position."""
        self._best_moves: dict[Position, int] = {}
        """The transposition table, part 2: the best move of each position, as a bit."""

    def best_move(self, position: Position) -> int:
        """Return the bit number of the stored best move of a position, or -1."""
        return self._best_moves.get(position, -1)

    def value_bound(self, position: Position, beta: int) -> int:
        """Return a lower bound >= beta, or an upper bound < beta, on the mover's value.

        Raise OutOfTimeError if the flag is set.
        """
        tiles = self.remaining.claimable(position)
        if not tiles:
            return 0
        low, high = self._bounds.get(position) or self._bounds_by_rule(position)
        if low >= beta:
            return low
        if high < beta:
            return high
        self.nodes += 1
        if self.stop_flag[0]:
            raise OutOfTimeError
        best, gain = -INFINITE_SCORE, self.remaining.gains[position.seat]
        first = self.best_move(position)
        for bit in sorted(tiles_of(tiles), key=lambda bit: (bit != first, -gain[bit])):
            after = self.remaining.position_after(position, bit)
            worth = gain[bit] - self.value_bound(after, gain[bit] - beta + 1)
            if worth > best:
                best, self._best_moves[position] = worth, bit
                if best >= beta:
                    break
        self._bounds[position] = (best, high) if best >= beta else (low, best)
        return best

    def _bounds_by_rule(self, position: Position) -> tuple[int, int]:
        """Return bounds on a position's value without a search, by the methods of alphabeta.py."""
        if self.remaining.stuck_ends:
            return self._bounds_by_reach(position)
        free, mine, other, _, seat = position
        gains, rest = self.remaining.gains[seat], self.remaining.total_gain(free)
        picks = [gains[bit] for bit in tiles_of(mine)][::2]
        picks = picks or [gains[bit] for bit in tiles_of(free & -free)]  # the most valuable
        replies = [gains[bit] for bit in tiles_of(other)][1::2]
        if not other:
            rest_of = free & (free - 1)
            replies = [gains[bit] for bit in tiles_of(rest_of & -rest_of)]
        return 2 * sum(picks) - rest, rest - 2 * sum(replies)

    def _bounds_by_reach(self, position: Position) -> tuple[int, int]:
        """Return bounds if the game can end early; see `bounds_if_stuck_ends` in alphabeta.py."""
        free, mine, other, _, seat = position
        reach, beyond = self._flood_fill(mine, free), self._flood_fill(other, free)
        own, others = self.remaining.gains[seat], self.remaining.gains[1 - seat]
        low = high = 0
        for bit in tiles_of(reach | beyond):
            ways = [0, *[own[bit]] * (reach >> bit & 1), *[-others[bit]] * (beyond >> bit & 1)]
            low, high = low + min(ways), high + max(ways)
        return low, high

    def _flood_fill(self, start: int, free: int) -> int:
        """Return the tiles of `start` and all free tiles connected to them."""
        found = before = 0
        todo = start
        while todo:
            found |= todo
            before, todo = todo, 0
            for bit in tiles_of(before):
                todo |= self.remaining.neighbours[bit] & free & ~found
        return found
