"""The solitaire solver: the largest total of connected tiles that cover at most half the board.

First a beam search finds a good total (Lowerre, The Harpy speech recognition system, 1976): it
keeps the best few sets of each area and grows them. Then branch and bound finds a better one, or
proves that there is none (Land and Doig, An automatic method of solving discrete programming
problems, 1960). A branch claims a tile adjacent to the owned ones, or bans it for good. The upper
bound of a branch is a fractional knapsack of the tiles within reach: the last one may be claimed in
part (Dantzig, Discrete-variable extremum problems, 1957).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from polygames.core.analysis import Solution
from polygames.games.territory.boards import tiles_of
from polygames.games.territory.rules import Stop
from polygames.runtime.clock import Clock, OutOfTimeError

if TYPE_CHECKING:
    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.rules import Move, Territory

BEAM_WIDTHS = (5, 30, 100)
"""The beam widths of successive tries: the number of sets kept for each area."""


def solve_solitaire(state: Territory, clock: Clock) -> Solution:
    """Return a solution with the proved largest total, or only the best moves found in time.

    An interrupt ends the search like the clock.
    """
    search = BranchAndBound(state, clock)
    try:
        proved = search.run()
    except KeyboardInterrupt:
        proved = False
    line = search.best_line
    best = f"the best found within the time is {search.best_points:g}"
    note = "" if proved else best if line else "no time to find anything"
    value = float(search.best_points) if proved else None
    return Solution(value, line[0] if line else None, line, nodes=search.nodes, note=note, seats=1)


class _TileSet(NamedTuple):
    points: float
    owned: Mask
    rim: Mask
    """All neighbours of the owned tiles, which may include owned ones."""


class _Branch(NamedTuple):
    owned: Mask
    rim: Mask
    """The free neighbours of the owned tiles, without banned ones."""
    banned: Mask
    room: int
    """The number of cells that may still be claimed."""
    points: float


class BranchAndBound:
    """The search for the largest total of a solitaire position.

    Attributes
    ----------
    best_tiles, best_points
        The tiles of the best total found so far, and that total.
    bound
        An upper bound on all totals, from before the search.
    """

    def __init__(self, state: Territory, clock: Clock) -> None:
        self.state, self.clock, self.nodes = state, clock, 0
        board = state.board
        self.neighbours, self.areas = board.near, board.areas
        self.gains = tuple(state.value(tile, 0) for tile in range(len(board.areas)))
        self.by_density = sorted(
            (tile for tile, gain in enumerate(self.gains) if gain > 0),
            key=lambda tile: (-self.gains[tile] / self.areas[tile], tile),
        )
        self.best_tiles: Mask = state.owned[0]
        self.best_points = state.scores[0] if self.best_tiles else -inf
        self.free_cells = board.total_area(board.all_tiles) // 2 - state.area(0)
        rim = state.adjacent if self.best_tiles else state.claimable
        self.bound = state.scores[0] + self._upper_bound(self.best_tiles, rim, 0, self.free_cells)

    def run(self) -> bool:
        """Search all branches that may improve on the best total; return True if completed."""
        try:
            for width in BEAM_WIDTHS:
                self._beam_search(width)
            if owned := self.state.owned[0]:
                rim, points = self.state.adjacent, self.state.scores[0]
                self._search_branch(_Branch(owned, rim, 0, self.free_cells, points))
            else:
                banned = 0  # first tiles that are done: later branches exclude them
                for tile in sorted(tiles_of(self.state.claimable), key=self._static_value):
                    self._search_claim(_Branch(0, 0, banned, self.free_cells, 0.0), tile)
                    banned |= 1 << tile
        except OutOfTimeError:
            return False
        return True

    @property
    def best_line(self) -> tuple[Move, ...]:
        """The legal moves that reach the best total found."""
        return _claims_in_order(self.state, self.best_tiles)

    def _beam_search(self, width: int) -> None:
        """Run a beam search that extends the `width` best sets of tiles of each total area."""
        start = _TileSet(self.state.scores[0], self.state.owned[0], self.state.reach[0])
        layers: list[dict[Mask, _TileSet]] = [{} for _ in range(self.free_cells + 1)]
        layers[0][start.owned] = start
        for area, layer in enumerate(layers):
            for kept in sorted(layer.values(), key=lambda one: (-one.points, one.owned))[:width]:
                if not self.clock:
                    raise OutOfTimeError
                if kept.owned and kept.points > self.best_points:
                    self.best_points, self.best_tiles = kept.points, kept.owned
                rim = kept.rim if kept.owned else self.state.claimable
                for tile in tiles_of(rim & self.state.free & ~kept.owned):
                    more, owned = area + self.areas[tile], kept.owned | 1 << tile
                    if more <= self.free_cells and owned not in layers[more]:
                        points = kept.points + self.gains[tile]
                        layers[more][owned] = _TileSet(
                            points, owned, kept.rim | self.neighbours[tile]
                        )
            layer.clear()  # its larger sets exist already

    def _static_value(self, tile: Tile) -> tuple[float, int]:
        """Return a sort key, best first: a tile's gain plus a quarter of its neighbours' gains."""
        around = sum(max(0.0, self.gains[other]) for other in tiles_of(self.neighbours[tile]))
        return -(self.gains[tile] + around / 4), tile

    def _search_claim(self, branch: _Branch, tile: Tile) -> None:
        """Search the branch in which a tile is claimed, which makes its neighbours available."""
        owned = branch.owned | 1 << tile
        rim = (branch.rim | self.neighbours[tile]) & ~owned & ~branch.banned
        room, points = branch.room - self.areas[tile], branch.points + self.gains[tile]
        self._search_branch(_Branch(owned, rim, branch.banned, room, points))

    def _search_branch(self, branch: _Branch) -> None:
        """Search a branch: claim each tile next to the owned ones in turn, then exclude it."""
        self.nodes += 1
        if not self.clock:
            raise OutOfTimeError
        owned, rim, banned, room, points = branch
        if points > self.best_points:
            self.best_points, self.best_tiles = points, owned
        for tile in sorted(tiles_of(rim), key=self._static_value):
            if self.areas[tile] > room:
                continue
            if self._upper_bound(owned, rim, banned, room) + points <= self.best_points:
                return  # nor can branches with fewer tiles be better
            self._search_claim(_Branch(owned, rim & ~(1 << tile), banned, room, points), tile)
            banned |= 1 << tile
            rim &= ~(1 << tile)

    def _upper_bound(self, owned: Mask, rim: Mask, banned: Mask, room: int) -> float:
        """Return an upper bound on the points that a branch can add, from a fractional knapsack."""
        reach, todo = 0, rim
        closed = owned | banned
        while todo:
            low = todo & -todo
            tile = low.bit_length() - 1
            todo ^= low
            if self.areas[tile] <= room:
                reach |= low
                todo |= self.neighbours[tile] & ~closed & ~reach
        total = 0.0
        for tile in self.by_density:
            if reach >> tile & 1:
                if self.areas[tile] >= room:
                    return total + self.gains[tile] * room / self.areas[tile]
                total += self.gains[tile]
                room -= self.areas[tile]
        return total


def _claims_in_order(state: Territory, owned: Mask) -> tuple[Move, ...]:
    """Return legal moves that claim the tiles of a set, and a stop if the game is not over."""
    line: list[Move] = []
    while rest := owned & ~state.claimed:
        allowed = state.adjacent & rest if state.owned[0] else rest
        move = state.board.claims[next(tiles_of(allowed))]
        line.append(move)
        state = state.play(move)
    return (*line, Stop()) if state.outcome is None and state.owned[0] else tuple(line)
