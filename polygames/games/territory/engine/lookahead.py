"""Looking ahead: alpha-beta deepened while there is time, judged by greedy play where it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.boards import YELLOW, tiles_of
from polygames.games.territory.engine import alphabeta as search
from polygames.games.territory.engine.remaining import left_of
from polygames.search.clock import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.engine.remaining import Left, Masks
    from polygames.games.territory.rules import Territory
    from polygames.search.clock import Clock

__all__ = ["Lookahead", "nearest"]

TABLE_BITS = 20
TOP = search.LIMIT - 1


class Lookahead:
    """A search from one position.

    Parameters
    ----------
    state
        A position of a game for two that is not over. Where more than 64 tiles are left, those
        nearest to what is owned are looked at.
    """

    def __init__(self, state: Territory) -> None:
        self.state = state
        self.is_whole = state.free.bit_count() <= search.MOST
        only = None if self.is_whole else nearest(state, search.MOST)
        self.left: Left = left_of(state, only)
        self.numbers = search.numbers_of(self.left, TABLE_BITS)
        self.start = self.left.start
        self.value(self.start._replace(free=0, mine=0, other=0), 1)  # compiles, if it must

    def value(self, masks: Masks, depth: int) -> int:
        """Return the value of a position for its mover, from a search of some depth."""
        free, fresh, seat = masks.free, masks.fresh, masks.seat
        if depth >= free.bit_count():
            depth = search.DEEP
        rest = 0 if self.left.ends else self.left.rest(free)
        signed = search.signed(masks)
        return int(search.value(*signed, fresh, seat, rest, depth, -TOP, TOP, self.numbers))

    def deepen(self, clock: Clock, most: int | None = None) -> Iterator[tuple[int, float, Tile]]:
        """Yield after each depth: the depth, the difference to be expected, the best tile."""
        tiles = self.start.free.bit_count()
        with Watch.for_flag(clock, self.numbers.stop):
            for depth in range(1, min(tiles, most or tiles) + 1):
                value = self.value(self.start, depth)
                if self.numbers.stop[0]:
                    return
                yield depth, self.left.difference(value, self.start.seat), self._best()

    def deepen_fair(
        self, clock: Clock, most: int | None = None
    ) -> Iterator[tuple[int, float, Tile]]:
        """Yield the same for a first claim after which the other chooses sides: the fairest."""
        start, left = self.start, self.left
        gains = left.gain[start.seat]
        bits = list(tiles_of(left.claimable(start)))
        with Watch.for_flag(clock, self.numbers.stop):
            for depth in range(1, min(len(bits), most or len(bits)) + 1):
                leads = {}
                for bit in bits:
                    value = gains[bit] - self.value(left.after(start, bit), depth - 1)
                    leads[bit] = abs(left.difference(value, start.seat))
                    if self.numbers.stop[0]:
                        return
                bits.sort(key=leads.__getitem__)
                yield depth, -leads[bits[0]], left.tiles[bits[0]]

    def deepen_all(self, clock: Clock) -> Iterator[tuple[int, dict[int, float]]]:
        """Yield after each depth: the depth, and the mover's lead after each claim, by its bit.

        There is always time for the first depth.
        """
        yield 1, self._leads(1)
        with Watch.for_flag(clock, self.numbers.stop):
            for depth in range(2, self.start.free.bit_count() + 1):
                leads = self._leads(depth)
                if self.numbers.stop[0]:
                    return
                yield depth, leads

    def _leads(self, depth: int) -> dict[int, float]:
        """Return the mover's lead after each claim, by its bit; not all of them if stopped."""
        start, left = self.start, self.left
        gains, sign = left.gain[start.seat], 1 if start.seat == 0 else -1
        leads = {}
        for bit in tiles_of(left.claimable(start)):
            value = gains[bit] - self.value(left.after(start, bit), depth - 1)
            leads[bit] = sign * left.difference(value, start.seat)
            if self.numbers.stop[0]:
                break
        return leads

    def limits(self, bit: int) -> tuple[float, float]:
        """Return bounds on the mover's lead after a claim that need no search."""
        seat = self.start.seat
        sign = 1 if seat == 0 else -1
        low, high = self._bounds(self.left.after(self.start, bit)) if self.is_whole else self._any()
        gain = self.left.gain[seat][bit] if self.is_whole else 0
        least, most = (sign * self.left.difference(gain - end, seat) for end in (high, low))
        return least, most

    def _any(self) -> tuple[int, int]:
        """Return bounds that hold whatever becomes of the tiles left, those not looked at too."""
        gains = zip(*left_of(self.state).gain, strict=True)
        total = sum(max(map(abs, pair)) for pair in gains)
        return -total, total

    def _bounds(self, masks: Masks) -> tuple[int, int]:
        """Return bounds on a position's value for its mover that need no search."""
        free, mine, other = search.signed(masks)
        gain, near, seat = self.numbers.gain, self.numbers.near, masks.seat
        if not free:
            return 0, 0
        if self.left.ends:
            reach, beyond = search.flood(mine, free, near), search.flood(other, free, near)
            return search.bounds_of_stuck(reach, beyond, gain[seat], gain[1 - seat])
        return search.bounds_of_all(free, mine, other, self.left.rest(masks.free), gain[0])

    def _best(self) -> Tile:
        """Return the best tile of the last search.

        Where the rules' bounds met there was none. Then claiming the most valuable tile, which
        is what they suppose, keeps the value.
        """
        start = self.start
        bit = int(search.hint(*search.signed(start), start.seat, self.numbers))
        return self.left.tiles[bit if bit >= 0 else next(tiles_of(start.mine or start.free))]


def nearest(state: Territory, count: int) -> list[Tile]:
    """Return so many free tiles, those nearest to the tiles of either seat.

    A seat without tiles is thought to begin where the most valuable tiles lie together.
    """
    board, free = state.board, state.free
    colored = [color != YELLOW for color in board.colors]
    worth = [area * area * kept for area, kept in zip(board.areas, colored, strict=True)]
    rim: Mask = (state.reach[0] | state.reach[1]) & free
    if not all(state.owned):
        rim |= 1 << max(
            tiles_of(free),
            key=lambda tile: worth[tile] + sum(worth[near] for near in tiles_of(board.near[tile])),
        )
    found: list[Tile] = []
    while len(found) < count:
        ring = sorted(tiles_of(rim or free), key=lambda tile: (-worth[tile], tile))
        found += ring[: count - len(found)]
        free &= ~rim if rim else 0
        rim = board.reach(rim) & free
    return found
