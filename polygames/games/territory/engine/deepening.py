"""Iterative deepening: alpha-beta at growing depths, until time is over.

Each depth stores its best moves in the transposition table, and the next depth searches them first
(Slate and Atkin, Chess 4.5: the Northwestern University chess program, 1977). The static evaluation
at the depth limit is a greedy playout.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from polygames.games.territory.boards import tiles_of
from polygames.games.territory.engine.alphabeta import (
    EXACT_DEPTH,
    MAX_FREE_TILES,
    SCORE_LIMIT,
    best_in_reach,
    bounds_of,
    new_work,
    node_of,
    search,
)
from polygames.games.territory.engine.remaining import remaining_of
from polygames.runtime.clock import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.engine.remaining import Position, Remaining
    from polygames.games.territory.rules import Territory
    from polygames.runtime.clock import Clock

TABLE_BITS, NODES_PER_SECOND = 20, 1_000_000
FULL_WINDOW = SCORE_LIMIT - 1
"""The bound of the full window, larger than all values."""


class IterativeDeepening:
    """A search by iterative deepening from a position of a game for two that is not over.

    With more than 64 free tiles it searches only the ones nearest to the owned tiles.
    """

    def __init__(self, state: Territory) -> None:
        self.state = state
        self.is_whole = state.free.bit_count() <= MAX_FREE_TILES
        only = None if self.is_whole else nearest(state, MAX_FREE_TILES)
        self.remaining: Remaining = remaining_of(state, only)
        self.work = new_work(self.remaining, TABLE_BITS)
        self.start = self.remaining.start
        self.value(self.start._replace(free=0, mine=0, other=0), 1)  # compiles, if needed

    def value(self, position: Position, depth: int) -> int:
        """Return the value of a position for its mover, from a search of a depth."""
        if depth >= position.free.bit_count():
            depth = EXACT_DEPTH
        node = node_of(position, self.remaining)
        return int(search(node, depth, -FULL_WINDOW, FULL_WINDOW, self.work))

    def deepen(self, clock: Clock, most: int | None = None) -> Iterator[tuple[int, float, Tile]]:
        """Yield after each depth: the depth, the expected final difference, the best tile."""
        tiles = self.start.free.bit_count()
        with Watch.for_flag(clock, self.work.stop):
            for depth in range(1, min(tiles, most or tiles) + 1):
                value = self.value(self.start, depth)
                if self.work.stop[0]:
                    return
                difference = self.remaining.difference(value, self.start.seat)
                bit = int(best_in_reach(node_of(self.start, self.remaining), self.work))
                if bit < 0:
                    # The table has no move if the bounds were equal without a search. They assume
                    # a claim of the most valuable tile, so that claim is best.
                    bit = next(tiles_of(self.start.mine or self.start.free))
                yield depth, difference, self.remaining.tiles[bit]

    def deepen_before_swap(
        self, clock: Clock, most: int | None = None
    ) -> Iterator[tuple[int, float, Tile]]:
        """Yield the same for a first claim before a takeover: the best tile is the fairest one."""
        for depth, leads in islice(self.deepen_all(clock), most):
            fairest = min(leads, key=lambda bit: abs(leads[bit]))
            yield depth, -abs(leads[fairest]), self.remaining.tiles[fairest]

    def deepen_all(self, clock: Clock) -> Iterator[tuple[int, dict[int, float]]]:
        """Yield after each depth: the depth, and the mover's final lead after each claim, by bit.

        The first depth ignores the clock.
        """
        bits = list(tiles_of(self.remaining.claimable(self.start)))
        yield 1, self._leads(1, bits)
        self.work.nodes[1] = clock.steps(NODES_PER_SECOND)
        with Watch.for_flag(clock, self.work.stop):
            for depth in range(2, self.start.free.bit_count() + 1):
                leads = self._leads(depth, bits)
                if self.work.stop[0]:
                    return
                yield depth, leads

    def _leads(self, depth: int, bits: list[int]) -> dict[int, float]:
        """Return the mover's final lead after each claim, by bit; incomplete if stopped."""
        start, rest = self.start, self.remaining
        gains, sign = rest.gain[start.seat], 1 if start.seat == 0 else -1
        leads = {}
        for bit in bits:
            value = gains[bit] - self.value(rest.after(start, bit), depth - 1)
            leads[bit] = sign * rest.difference(value, start.seat)
            if self.work.stop[0]:
                break
        return leads

    def line(self, bit: int, most: int) -> list[Tile]:
        """Return the principal variation from a claim on, with at most `most` tiles."""
        tiles, position = [self.remaining.tiles[bit]], self.remaining.after(self.start, bit)
        while len(tiles) < most and position.free:
            bit = int(best_in_reach(node_of(position, self.remaining), self.work))
            if bit < 0:
                break
            tiles.append(self.remaining.tiles[bit])
            position = self.remaining.after(position, bit)
        return tiles

    def bounds(self, bit: int) -> tuple[float, float]:
        """Return bounds on the mover's final lead after a claim, without a search."""
        seat = self.start.seat
        sign, gain = 1 if seat == 0 else -1, 0
        if self.is_whole:
            gain, after = self.remaining.gain[seat][bit], self.remaining.after(self.start, bit)
            low, high = 0, 0
            if after.free:
                low, high = bounds_of(node_of(after, self.remaining), self.work)
        else:  # for any owners of all free tiles, including those not searched
            gains = zip(*remaining_of(self.state).gain, strict=True)
            high = sum(max(map(abs, pair)) for pair in gains)
            low = -high
        least, most = (sign * self.remaining.difference(gain - end, seat) for end in (high, low))
        return least, most


def nearest(state: Territory, count: int) -> list[Tile]:
    """Return the `count` free tiles that are nearest to the tiles of either seat.

    A seat without tiles is assumed to start at the most valuable cluster of tiles.
    """
    board, free = state.board, state.free
    worth = [state.points(tile) for tile in range(len(board.areas))]
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
