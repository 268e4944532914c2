"""Editing a board of Territory: whatever is done to it, it stays a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from polygames.games.territory.boards import COLORS, YELLOW, board, written
from polygames.geometry.polyomino import parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.games.territory.boards import Board

Cell: TypeAlias = tuple[int, int]
Tile: TypeAlias = int


class Editor:
    """A board that is drawn cell by cell.

    A tile that falls apart under the pen becomes several tiles of its colour, so that there
    is no wrong board on the way to the right one.

    Parameters
    ----------
    shape
        How many rows and columns the board has.

    Examples
    --------
    >>> editor = Editor((2, 2))
    >>> tile = editor.begin((0, 0), "blue")
    >>> editor.extend(tile, (0, 1))
    >>> editor.board().rows, editor.board().color_names
    (('AA', 'BC'), {'A': 'blue', 'B': 'yellow', 'C': 'yellow'})
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape
        self._tile: dict[Cell, Tile] = {}
        self._color: dict[Tile, int] = {}
        for cell in ((r, c) for r in range(shape[0]) for c in range(shape[1])):
            self._add([cell], YELLOW)

    @classmethod
    def of(cls, board: Board) -> Editor:
        """Return an editor that begins as a board."""
        editor = cls(board.shape)
        for cells, color in zip(board.cells, board.colors, strict=True):
            editor._add(cells, color)
        return editor

    def has(self, cell: Cell) -> bool:
        """Say whether a cell lies on the board."""
        return cell in self._tile

    def at(self, cell: Cell) -> Tile:
        """Return a handle to the tile on a cell."""
        return self._tile[cell]

    def begin(self, cell: Cell, color: str) -> Tile:
        """Make a cell a tile of its own, and return it."""
        torn = self._tile[cell]
        tile = self._add([cell], COLORS.index(color))
        self._mend(torn)
        return tile

    def extend(self, tile: Tile, cell: Cell) -> None:
        """Give a cell to a tile if it lies at its side, else change nothing."""
        torn, (r, c) = self._tile[cell], cell
        near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
        if torn != tile and any(self._tile.get(other) == tile for other in near):
            self._tile[cell] = tile
            self._mend(torn)

    def merge(self, tile: Tile, other: Tile) -> None:
        """Give a tile all cells of another if the two touch, else change nothing."""
        both = [cell for cell, owner in self._tile.items() if owner in (tile, other)]
        if len(parts(both)) == 1:
            self._tile.update(dict.fromkeys(both, tile))

    def split(self, tile: Tile) -> None:
        """Break a tile into its cells."""
        for cell in self._cells(tile):
            self._add([cell], self._color[tile])

    def paint(self, tile: Tile, color: str) -> None:
        """Give a tile another colour."""
        self._color[tile] = COLORS.index(color)

    def board(self) -> Board:
        """Return the board as it is drawn now."""
        tiles: dict[Tile, list[Cell]] = {}
        for cell in sorted(self._tile):
            tiles.setdefault(self._tile[cell], []).append(cell)
        rows = written(list(tiles.values()), self.shape)
        return board(rows, tuple(self._color[tile] for tile in tiles))

    def _cells(self, tile: Tile) -> list[Cell]:
        return [cell for cell, owner in self._tile.items() if owner == tile]

    def _add(self, cells: Iterable[Cell], color: int) -> Tile:
        tile = len(self._color)  # a handle is never used again
        self._color[tile] = color
        self._tile.update(dict.fromkeys(cells, tile))
        return tile

    def _mend(self, tile: Tile) -> None:
        """Make the parts of a torn tile tiles of their own."""
        for cells in parts(self._cells(tile))[1:]:
            self._add(cells, self._color[tile])
