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
    best_reachable_move,
    new_workspace,
    search,
    to_search_node,
    value_bounds,
)
from polygames.games.territory.engine.endgame_position import remaining_tiles
from polygames.runtime.clock import ClockWatcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.engine.endgame_position import Position, RemainingTiles
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
        self.has_all_tiles = state.free.bit_count() <= MAX_FREE_TILES
        only = None if self.has_all_tiles else nearest_tiles(state, MAX_FREE_TILES)
        self.remaining: RemainingTiles = remaining_tiles(state, only)
        self.ws = new_workspace(self.remaining, TABLE_BITS)
        self.start = self.remaining.start
        self.value(
            self.start._replace(free=0, own_adjacent=0, opponent_adjacent=0), 1
        )  # compiles, if needed

    def value(self, position: Position, depth: int) -> int:
        """Return the value of a position for its mover, from a search `depth` plies deep."""
        if depth >= position.free.bit_count():
            depth = EXACT_DEPTH
        node = to_search_node(position, self.remaining)
        return int(search(node, depth, -FULL_WINDOW, FULL_WINDOW, self.ws))

    def deepen(
        self, clock: Clock, max_depth: int | None = None
    ) -> Iterator[tuple[int, float, Tile]]:
        """Search ever deeper, yielding (depth, expected difference, best tile) for each depth."""
        tiles = self.start.free.bit_count()
        with ClockWatcher.for_flag(clock, self.ws.stop):
            for depth in range(1, min(tiles, max_depth or tiles) + 1):
                value = self.value(self.start, depth)
                if self.ws.stop[0]:
                    return
                difference = self.remaining.final_difference(value, self.start.seat)
                bit = int(best_reachable_move(to_search_node(self.start, self.remaining), self.ws))
                if bit < 0:
                    # The table has no move if the bounds were equal without a search. They assume
                    # a claim of the most valuable tile, so that claim is best.
                    bit = next(tiles_of(self.start.own_adjacent or self.start.free))
                yield depth, difference, self.remaining.tiles[bit]

    def deepen_before_swap(
        self, clock: Clock, max_depth: int | None = None
    ) -> Iterator[tuple[int, float, Tile]]:
        """Search for the fairest first claim before a takeover; yield (depth, value, tile)."""
        for depth, leads in islice(self.deepen_all(clock), max_depth):
            fairest = min(leads, key=lambda bit: abs(leads[bit]))
            yield depth, -abs(leads[fairest]), self.remaining.tiles[fairest]

    def deepen_all(self, clock: Clock) -> Iterator[tuple[int, dict[int, float]]]:
        """Search ever deeper, yielding each depth with the mover's final leads by tile bit.

        The first depth ignores the clock.
        """
        bits = list(tiles_of(self.remaining.claimable(self.start)))
        yield 1, self._claim_leads(1, bits)
        self.ws.nodes[1] = clock.take_step_budget(NODES_PER_SECOND)
        with ClockWatcher.for_flag(clock, self.ws.stop):
            for depth in range(2, self.start.free.bit_count() + 1):
                leads = self._claim_leads(depth, bits)
                if self.ws.stop[0]:
                    return
                yield depth, leads

    def _claim_leads(self, depth: int, bits: list[int]) -> dict[int, float]:
        """Return the mover's final lead after claiming each tile bit; partial if stopped."""
        start, rest = self.start, self.remaining
        gains, sign = rest.gains[start.seat], 1 if start.seat == 0 else -1
        leads = {}
        for bit in bits:
            value = gains[bit] - self.value(rest.position_after(start, bit), depth - 1)
            leads[bit] = sign * rest.final_difference(value, start.seat)
            if self.ws.stop[0]:
                break
        return leads

    def main_line(self, bit: int, max_plies: int) -> list[Tile]:
        """Return the principal variation starting with a claim, up to `max_plies` tiles long."""
        tiles, position = (
            [self.remaining.tiles[bit]],
            self.remaining.position_after(self.start, bit),
        )
        while len(tiles) < max_plies and position.free:
            bit = int(best_reachable_move(to_search_node(position, self.remaining), self.ws))
            if bit < 0:
                break
            tiles.append(self.remaining.tiles[bit])
            position = self.remaining.position_after(position, bit)
        return tiles

    def bounds(self, bit: int) -> tuple[float, float]:
        """Return bounds on the mover's final lead after a claim, without a search."""
        seat = self.start.seat
        sign, gain = 1 if seat == 0 else -1, 0
        if self.has_all_tiles:
            gain, after = (
                self.remaining.gains[seat][bit],
                self.remaining.position_after(self.start, bit),
            )
            low, high = 0, 0
            if after.free:
                low, high = value_bounds(to_search_node(after, self.remaining), self.ws)
        else:  # for any owners of all free tiles, including those not searched
            gains = zip(*remaining_tiles(self.state).gains, strict=True)
            high = sum(max(map(abs, pair)) for pair in gains)
            low = -high
        least, most = (
            sign * self.remaining.final_difference(gain - end, seat) for end in (high, low)
        )
        return least, most


def nearest_tiles(state: Territory, count: int) -> list[Tile]:
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
        rim = board.neighbours_of(rim) & free
    return found
