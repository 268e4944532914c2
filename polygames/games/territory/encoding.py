"""The encoding of Territory as numbers, for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.plugs import Encoding, one_hot_layers
from polygames.games.territory.boards import BLUE, RED, YELLOW, Claim
from polygames.games.territory.rules import TakeOver

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.territory.rules import Move, Territory


class TerritoryEncoding(Encoding):
    """An encoding for learning: an action is the first cell of a tile, the takeover or the stop.

    An observation has nine layers of cells: own tiles, the other seat's tiles; blue, red and
    yellow; whether the cell to the right, and the one below, belongs to the same tile; whether
    the observing seat plays blue, and whether it is to move.

    Examples
    --------
    >>> start = pg.new("territory", tiles=["AB", "AB"], colors={"A": "blue", "B": "red"})
    >>> encoding = TerritoryEncoding(start)
    >>> encoding.moves(start)
    {0: Claim(row=0, column=0), 1: Claim(row=0, column=1)}
    >>> encoding.actions, encoding.shape
    (6, (9, 2, 2))
    """

    def __init__(self, start: Territory) -> None:
        self.rows, self.columns = len(start.board.rows), len(start.board.rows[0])
        self.cells = self.rows * self.columns
        self.actions = self.cells + 2
        self.longest = len(start.board.areas) + 1
        self.shape = (9, self.rows, self.columns)
        if start.seats == 1:
            tiles = range(len(start.board.areas))
            self.highest = float(sum(abs(start.value(tile, 0)) for tile in tiles))
            self.lowest = -self.highest

    def number(self, state: Territory, move: Move) -> int:  # noqa: ARG002 - a move tells all
        """Return the action number of a move: for a claim the index of the tile's first cell."""
        if isinstance(move, Claim):
            return move.row * self.columns + move.column
        return self.cells + (0 if isinstance(move, TakeOver) else 1)

    def observe(self, state: Territory, seat: Seat) -> list[float]:
        """Return a seat's observation as a flat list of nine layers with a number for each cell."""
        board = state.board
        tiles = [board.tile_at(r, c) for r in range(self.rows) for c in range(self.columns)]
        owners = [state.owner(tile) for tile in tiles]
        other = 1 - seat if state.seats > 1 else -1
        layers = one_hot_layers(owners, seat, other)
        layers += one_hot_layers((board.colors[tile] for tile in tiles), BLUE, RED, YELLOW)
        width = self.columns
        right = (k % width < width - 1 and tiles[k] == tiles[k + 1] for k in range(self.cells))
        below = (k + width < self.cells and tiles[k] == tiles[k + width] for k in range(self.cells))
        layers += [*map(float, right), *map(float, below)]
        for fact in (state.color(seat) == "blue", state.turn == seat):
            layers += [float(fact)] * self.cells
        return layers
