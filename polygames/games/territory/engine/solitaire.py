"""Solitaire: the most points that tiles which hang together and cover half the board can bring.

First a beam search finds a good total (Lowerre, The Harpy speech recognition system, 1976): of the
sets of each area it keeps the best few and grows these. Then branch and bound looks for a better
one, or proves that there is none (Land and Doig, An automatic method of solving discrete
programming problems, 1960). A branch claims one of the tiles at the side of what is owned, or
bans it for good. What a branch can still bring is at most what the tiles within reach would bring
if the last of them could be claimed in part: a fractional knapsack (Dantzig, Discrete-variable
extremum problems, 1957).
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
"""How many sets of each area the beam search keeps, one try after the other."""


def solve_solitaire(state: Territory, clock: Clock) -> Solution:
    """Return the largest total, proved, or value None and in the note the best that was found.

    An interrupt ends the search as the clock does.
    """
    search = BranchAndBound(state, clock)
    try:
        proved = search.run()
    except KeyboardInterrupt:
        proved = False
    line = search.line
    best = f"the best found within the time is {search.points:g}"
    note = "" if proved else best if line else "no time to find anything"
    value = float(search.points) if proved else None
    return Solution(value, line[0] if line else None, line, nodes=search.nodes, note=note)


class _Set(NamedTuple):
    points: float
    owned: Mask
    rim: Mask
    """All tiles at its sides, whoever owns them."""


class _Branch(NamedTuple):
    owned: Mask
    rim: Mask
    """The free tiles at the sides of what is owned, those banned left out."""
    banned: Mask
    room: int
    """How many cells may still be claimed."""
    points: float


class BranchAndBound:
    """The search for the largest total from a position of solitaire.

    Attributes
    ----------
    best, points
        The tiles of the best total so far, and that total.
    bound
        What no total can exceed, from before the search.
    """

    def __init__(self, state: Territory, clock: Clock) -> None:
        self.state, self.clock, self.nodes = state, clock, 0
        board = state.board
        self.near, self.areas = board.near, board.areas
        self.gain = tuple(state.value(tile, 0) for tile in range(len(board.areas)))
        self.by_density = sorted(
            (tile for tile, gain in enumerate(self.gain) if gain > 0),
            key=lambda tile: (-self.gain[tile] / self.areas[tile], tile),
        )
        self.best: Mask = state.owned[0]
        self.points = state.scores[0] if self.best else -inf
        self.room = board.area(board.all) // 2 - state.area(0)
        rim = state.adjacent if self.best else state.claimable
        self.bound = state.scores[0] + self._bound(self.best, rim, 0, self.room)

    def run(self) -> bool:
        """Look at every branch that may be better than the best so far; say if time sufficed."""
        try:
            for width in BEAM_WIDTHS:
                self._beam(width)
            if owned := self.state.owned[0]:
                rim, points = self.state.adjacent, self.state.scores[0]
                self._branch(_Branch(owned, rim, 0, self.room, points))
            else:
                banned = 0  # the first tiles that were looked at: later ones do without them
                for tile in sorted(tiles_of(self.state.claimable), key=self._static_value):
                    self._claim(_Branch(0, 0, banned, self.room, 0.0), tile)
                    banned |= 1 << tile
        except OutOfTimeError:
            return False
        return True

    @property
    def line(self) -> tuple[Move, ...]:
        """Legal moves that reach the best total."""
        return _order(self.state, self.best)

    def _beam(self, width: int) -> None:
        """Grow the best few sets of each area, so many, from the small ones to the large ones."""
        start = _Set(self.state.scores[0], self.state.owned[0], self.state.reach[0])
        layers: list[dict[Mask, _Set]] = [{} for _ in range(self.room + 1)]
        layers[0][start.owned] = start
        for area, layer in enumerate(layers):
            for kept in sorted(layer.values(), key=lambda one: (-one.points, one.owned))[:width]:
                if not self.clock:
                    raise OutOfTimeError
                if kept.owned and kept.points > self.points:
                    self.points, self.best = kept.points, kept.owned
                rim = kept.rim if kept.owned else self.state.claimable
                for tile in tiles_of(rim & self.state.free & ~kept.owned):
                    more, owned = area + self.areas[tile], kept.owned | 1 << tile
                    if more <= self.room and owned not in layers[more]:
                        points = kept.points + self.gain[tile]
                        layers[more][owned] = _Set(points, owned, kept.rim | self.near[tile])
            layer.clear()  # what is larger was made of it already

    def _static_value(self, tile: Tile) -> tuple[float, int]:
        """Return what to sort by: the gain of a tile and, less, of its neighbours."""
        around = sum(max(0.0, self.gain[other]) for other in tiles_of(self.near[tile]))
        return -(self.gain[tile] + around / 4), tile

    def _claim(self, branch: _Branch, tile: Tile) -> None:
        """Look at what follows a claim: the rim grows by the free neighbours of the tile."""
        owned = branch.owned | 1 << tile
        rim = (branch.rim | self.near[tile]) & ~owned & ~branch.banned
        room, points = branch.room - self.areas[tile], branch.points + self.gain[tile]
        self._branch(_Branch(owned, rim, branch.banned, room, points))

    def _branch(self, branch: _Branch) -> None:
        """Branch and bound: claim each tile of the rim in turn, and ban it afterwards."""
        self.nodes += 1
        if not self.clock:
            raise OutOfTimeError
        owned, rim, banned, room, points = branch
        if points > self.points:
            self.points, self.best = points, owned
        for tile in sorted(tiles_of(rim), key=self._static_value):
            if self.areas[tile] > room:
                continue
            if self._bound(owned, rim, banned, room) + points <= self.points:
                return  # nor would what comes with fewer tiles be better
            self._claim(_Branch(owned, rim & ~(1 << tile), banned, room, points), tile)
            banned |= 1 << tile
            rim &= ~(1 << tile)

    def _bound(self, owned: Mask, rim: Mask, banned: Mask, room: int) -> float:
        """Return what the tiles within reach can bring at most."""
        reach, todo = 0, rim
        closed = owned | banned
        while todo:
            low = todo & -todo
            tile = low.bit_length() - 1
            todo ^= low
            if self.areas[tile] <= room:
                reach |= low
                todo |= self.near[tile] & ~closed & ~reach
        total = 0.0
        for tile in self.by_density:
            if reach >> tile & 1:
                if self.areas[tile] >= room:
                    return total + self.gain[tile] * room / self.areas[tile]
                total += self.gain[tile]
                room -= self.areas[tile]
        return total


def _order(state: Territory, owned: Mask) -> tuple[Move, ...]:
    """Return legal moves that claim these tiles, and stop where that is still to be said."""
    line: list[Move] = []
    while rest := owned & ~state.claimed:
        allowed = state.adjacent & rest if state.owned[0] else rest
        move = state.board.claims[next(tiles_of(allowed))]
        line.append(move)
        state = state.play(move)
    return (*line, Stop()) if state.outcome is None and state.owned[0] else tuple(line)
