"""Proofs of values: the two engines that answer one question, and what is asked of them.

The question is: is the value of a position at least so much? `Compiled` asks the search of
alphabeta.py, `Pure` is its twin in plain Python, for where numba is missing and to check the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from polygames.games.territory.boards import tiles_of
from polygames.search.kernels import HAS_NUMBA

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from polygames.games.territory.engine.remaining import Left, Masks

__all__ = ["Compiled", "Engine", "OutOfTimeError", "Pure", "best_line", "engine_of", "proved"]

INFINITE = 1 << 40


class OutOfTimeError(Exception):
    """The search has to stop where it is."""


class Engine(Protocol):
    """What answers."""

    left: Left
    flag: npt.NDArray[np.uint8]
    """Its first number becomes 1 when it is time to stop."""

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""

    def bound(self, masks: Masks, beta: int) -> int:
        """Return a bound of the value for the mover.

        If the value is at least beta it is a lower bound of at least beta, and else an upper one
        below beta; OutOfTimeError when it is time to stop.
        """

    def hint(self, masks: Masks) -> int:
        """Return the bit that seemed best in a position, or -1."""


def engine_of(left: Left) -> Engine:
    """Return the faster engine there is; OverflowError if there is too much left for it."""
    return Compiled(left) if HAS_NUMBA else Pure(left)


def proved(engine: Engine, masks: Masks, guess: int = 0) -> int:
    """Return the value of a position for its mover, asking with steps that grow from a guess."""
    low, high, beta, step = -INFINITE, INFINITE, guess, 1
    while low < high:
        found = engine.bound(masks, beta)
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


def best_line(engine: Engine, masks: Masks, value: int) -> list[int]:
    """Return best play by both from a position whose value is proved."""
    line = []
    while bits := list(tiles_of(engine.left.claimable(masks))):
        first = engine.hint(masks)
        gain = engine.left.gain[masks.seat]
        for bit in sorted(bits, key=lambda bit: (bit != first, bit)):
            after, worth = engine.left.after(masks, bit), gain[bit] - value
            if engine.bound(after, worth + 1) <= worth:
                line.append(bit)
                masks, value = after, worth
                break
        else:
            msg = "no move keeps a proved value"
            raise AssertionError(msg)
    return line


class Compiled:
    """Answers by the compiled search."""

    def __init__(self, left: Left) -> None:
        from polygames.games.territory.engine import alphabeta as search

        self.left, self.search = left, search
        tiles = len(left.tiles)
        bits = min(24, max(10, tiles - (4 if left.ends else 8)))
        self.numbers = search.numbers_of(left, bits)
        self.flag = self.numbers.stop
        self.bound(left.start._replace(free=0, mine=0, other=0), 0)  # compiles, if it must

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.numbers.nodes[0])

    def bound(self, masks: Masks, beta: int) -> int:
        """See `Engine`."""
        search, (*_, fresh, seat) = self.search, masks
        rest = 0 if self.left.ends else self.left.rest(masks.free)
        found = search.value(
            *search.signed(masks), fresh, seat, rest, search.DEEP, beta - 1, beta, self.numbers
        )
        if self.flag[0]:
            raise OutOfTimeError
        return int(found)

    def hint(self, masks: Masks) -> int:
        """See `Engine`."""
        search = self.search
        return int(search.hint(*search.signed(masks), masks.seat, self.numbers))


class Pure:
    """Answers in plain Python."""

    def __init__(self, left: Left) -> None:
        self.left = left
        self.flag = np.zeros(1, np.uint8)
        self.nodes = 0
        self.known: dict[Masks, tuple[int, int]] = {}
        """The bounds found."""
        self.best: dict[Masks, int] = {}

    def hint(self, masks: Masks) -> int:
        """See `Engine`."""
        return self.best.get(masks, -1)

    def bound(self, masks: Masks, beta: int) -> int:
        """See `Engine`."""
        tiles = self.left.claimable(masks)
        if not tiles:
            return 0
        low, high = self.known.get(masks) or self._by_rule(masks)
        if low >= beta:
            return low
        if high < beta:
            return high
        self.nodes += 1
        if self.flag[0]:
            raise OutOfTimeError
        best, gain, first = -INFINITE, self.left.gain[masks.seat], self.hint(masks)
        for bit in sorted(tiles_of(tiles), key=lambda bit: (bit != first, -gain[bit])):
            worth = gain[bit] - self.bound(self.left.after(masks, bit), gain[bit] - beta + 1)
            if worth > best:
                best, self.best[masks] = worth, bit
                if best >= beta:
                    break
        self.known[masks] = (best, high) if best >= beta else (low, best)
        return best

    def _by_rule(self, masks: Masks) -> tuple[int, int]:
        """Return bounds without a search, as in alphabeta.py."""
        free, mine, other, _, seat = masks
        if self.left.ends:
            return self._by_reach(masks)
        gains, rest = self.left.gain[seat], self.left.rest(free)
        picks = [gains[bit] for bit in tiles_of(mine)][::2] or [
            gains[bit] for bit in first_of(free)
        ]
        replies = [gains[bit] for bit in tiles_of(other)][1::2]
        if not other:
            replies = [gains[bit] for bit in first_of(free & (free - 1))]
        return 2 * sum(picks) - rest, rest - 2 * sum(replies)

    def _by_reach(self, masks: Masks) -> tuple[int, int]:
        free, mine, other, _, seat = masks
        reach, beyond = self._flood(mine, free), self._flood(other, free)
        own, others = self.left.gain[seat], self.left.gain[1 - seat]
        low = high = 0
        for bit in tiles_of(reach | beyond):
            ways = [0, *[own[bit]] * (reach >> bit & 1), *[-others[bit]] * (beyond >> bit & 1)]
            low, high = low + min(ways), high + max(ways)
        return low, high

    def _flood(self, start: int, free: int) -> int:
        found = before = 0
        todo = start
        while todo:
            found |= todo
            before, todo = todo, 0
            for bit in tiles_of(before):
                todo |= self.left.near[bit] & free & ~found
        return found


def first_of(mask: int) -> Sequence[int]:
    """Return the lowest bit of a mask in a list, which is empty for 0."""
    return list(tiles_of(mask & -mask))
