"""The editor for boards of Territory; after every edit the board is valid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import ipywidgets as widgets

from polygames.games.territory.board.scene import draw_tiles
from polygames.games.territory.boards import TILE_COLORS, YELLOW, cached_board, tiles_to_rows
from polygames.games.territory.rules import Options, position
from polygames.geometry.polyomino import connected_parts
from polygames.scene.model import scene_window
from polygames.view.messages import parse_point
from polygames.widgets.painter.layers import create_surface
from polygames.widgets.painter.surface import PIXEL_RATIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from polygames.games.territory.boards import Board


Cell: TypeAlias = tuple[int, int]
Tile: TypeAlias = int


class Editor:
    """A board that can be edited cell by cell.

    If an edit splits a tile into parts, each part becomes a tile of the same colour, so that the
    board is always valid.

    Parameters
    ----------
    shape
        The numbers of rows and columns.

    Examples
    --------
    >>> editor = Editor((2, 2))
    >>> tile = editor.new_tile((0, 0), "blue")
    >>> editor.extend_tile(tile, (0, 1))
    >>> editor.to_board().rows, editor.to_board().color_names
    (('AA', 'BC'), {'A': 'blue', 'B': 'yellow', 'C': 'yellow'})
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape
        self._tile_of_cell: dict[Cell, Tile] = {}
        self._color_of_tile: dict[Tile, int] = {}
        for cell in ((r, c) for r in range(shape[0]) for c in range(shape[1])):
            self._add_tile([cell], YELLOW)

    @classmethod
    def of_board(cls, board: Board) -> Editor:
        """Return an editor with a copy of a board."""
        editor = cls(board.shape)
        for cells, color in zip(board.cells, board.colors, strict=True):
            editor._add_tile(cells, color)
        return editor

    def has_cell(self, cell: Cell) -> bool:
        """Return True if a cell is on the board."""
        return cell in self._tile_of_cell

    def tile_at(self, cell: Cell) -> Tile:
        """Return the number that identifies the tile on a cell."""
        return self._tile_of_cell[cell]

    def new_tile(self, cell: Cell, color: str) -> Tile:
        """Turn a cell into a separate tile of a colour, and return the new tile's number."""
        torn = self._tile_of_cell[cell]
        tile = self._add_tile([cell], TILE_COLORS.index(color))
        self._split_if_disconnected(torn)
        return tile

    def extend_tile(self, tile: Tile, cell: Cell) -> None:
        """Add a cell to a tile if it is adjacent, else change nothing."""
        torn, (r, c) = self._tile_of_cell[cell], cell
        near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
        if torn != tile and any(self._tile_of_cell.get(other) == tile for other in near):
            self._tile_of_cell[cell] = tile
            self._split_if_disconnected(torn)

    def merge_tiles(self, tile: Tile, other_tile: Tile) -> None:
        """Merge another tile into a tile if the two are adjacent, else change nothing."""
        both = [cell for cell, owner in self._tile_of_cell.items() if owner in (tile, other_tile)]
        if len(connected_parts(both)) == 1:
            self._tile_of_cell.update(dict.fromkeys(both, tile))

    def split_tile(self, tile: Tile) -> None:
        """Split a tile into single cells of its colour."""
        for cell in self._cells_of(tile):
            self._add_tile([cell], self._color_of_tile[tile])

    def paint_tile(self, tile: Tile, color: str) -> None:
        """Set the colour of a tile."""
        self._color_of_tile[tile] = TILE_COLORS.index(color)

    def to_board(self) -> Board:
        """Return the current board."""
        tiles: dict[Tile, list[Cell]] = {}
        for cell in sorted(self._tile_of_cell):
            tiles.setdefault(self._tile_of_cell[cell], []).append(cell)
        rows = tiles_to_rows(list(tiles.values()), self.shape)
        return cached_board(rows, tuple(self._color_of_tile[tile] for tile in tiles))

    def _cells_of(self, tile: Tile) -> list[Cell]:
        return [cell for cell, owner in self._tile_of_cell.items() if owner == tile]

    def _add_tile(self, cells: Iterable[Cell], color: int) -> Tile:
        tile = len(self._color_of_tile)  # handles are never reused
        self._color_of_tile[tile] = color
        self._tile_of_cell.update(dict.fromkeys(cells, tile))
        return tile

    def _split_if_disconnected(self, tile: Tile) -> None:
        for cells in connected_parts(self._cells_of(tile))[1:]:
            self._add_tile(cells, self._color_of_tile[tile])


# --- The drawing surface and its tools ----------------------------------------------------------


EDITOR_WIDTH_PX: Final = 400
"""The width of the editor's picture in pixels."""

MAX_EDITOR_SIZE: Final = 40
"""The largest number of rows or columns in the editor."""

EDITOR_TOOLS: Final = {
    "new tile": "drag over cells to draw a new tile in the chosen colour",
    "extend": "drag from a tile over other cells to add them to it",
    "merge": "drag from a tile into others to join them",
    "split": "click a tile to break it into single cells",
    "colour": "click tiles to give them the chosen colour",
}


class BoardEditor:
    """The editor panel: a drawing surface, tools, and a button to play the board."""

    def __init__(
        self,
        board: Board,
        play: Callable[[Board], None],
        attempt: Callable[[Callable[[], None]], None],
    ) -> None:
        self.model = Editor.of_board(board)
        self._held_tile: int | None = None
        """The handle of the tile being drawn while the pen is down, or None."""
        pixels = round(EDITOR_WIDTH_PX * PIXEL_RATIO)
        wide = widgets.Layout(width=f"{EDITOR_WIDTH_PX}px", max_width="100%")
        self._surface = create_surface(EDITOR_WIDTH_PX, pixels, pixels, self._repaint, wide)
        self._surface.on_pen(self.on_pointer_down, self.on_pointer_move, self.on_pointer_up)
        tips = list(EDITOR_TOOLS.values())
        narrow = {"button_width": "auto"}
        self.tool = widgets.ToggleButtons(options=list(EDITOR_TOOLS), tooltips=tips, style=narrow)
        self.color = widgets.ToggleButtons(options=TILE_COLORS, style=narrow)
        self._tip = widgets.HTML(tips[0])
        self.tool.observe(
            lambda change: setattr(self._tip, "value", EDITOR_TOOLS[change["new"]]), "value"
        )
        rows, columns = board.shape
        size = {"min": 1, "max": MAX_EDITOR_SIZE, "layout": {"width": "120px"}}
        self.rows = widgets.BoundedIntText(rows, description="rows", **size)
        self.columns = widgets.BoundedIntText(columns, description="columns", **size)
        clear = widgets.Button(description="Clear", layout={"width": "auto"})
        clear.on_click(lambda _: self.clear())
        done = widgets.Button(description="Play this board", button_style="primary")
        done.on_click(lambda _: attempt(lambda: play(self.model.to_board())))
        size_row = widgets.HBox([self.rows, self.columns, clear], layout={"flex_flow": "row wrap"})
        self.box = widgets.VBox(
            [self.tool, self.color, self._tip, self._surface.widget, size_row, done]
        )
        self._repaint()

    def show(self, model: Editor) -> None:
        """Show another board for editing."""
        self.model, self._held_tile = model, None
        self.rows.value, self.columns.value = model.shape
        self._repaint()

    def clear(self) -> None:
        """Show a new board of single yellow cells, with the chosen numbers of rows and columns."""
        if self.rows.value * self.columns.value > 1:
            self.show(Editor((self.rows.value, self.columns.value)))

    def on_pointer_down(self, x: float, y: float) -> None:
        """Use the chosen tool on the tile at a point of the drawing surface, given in pixels."""
        cell = self._cell_at(x, y)
        if not self.model.has_cell(cell):
            return
        tile = self.model.tile_at(cell)
        match self.tool.value:
            case "new tile":
                self._held_tile = self.model.new_tile(cell, self.color.value)
            case "extend" | "merge":
                self._held_tile = tile
            case "split":
                self.model.split_tile(tile)
            case "colour":
                self.model.paint_tile(tile, self.color.value)
        self._repaint()

    def on_pointer_move(self, x: float, y: float) -> None:
        """Extend or merge the tile being drawn, if any, to a point given in pixels."""
        cell = self._cell_at(x, y)
        if (
            self._held_tile is None
            or not self.model.has_cell(cell)
            or self.model.tile_at(cell) == self._held_tile
        ):
            return
        if self.tool.value == "merge":
            self.model.merge_tiles(self._held_tile, self.model.tile_at(cell))
        else:
            self.model.extend_tile(self._held_tile, cell)
        self._repaint()

    def on_pointer_up(self) -> None:
        """Finish the tile being drawn when the pointer is released."""
        self._held_tile = None

    def _cell_at(self, x: float, y: float) -> tuple[int, int]:
        at = parse_point(x, y)
        column, row = (-1, -1) if at is None else self._view.to_scene(at)
        return int(row // 1), int(column // 1)

    def _repaint(self) -> None:
        start = position(Options(), self.model.to_board())
        drawn = draw_tiles(start)
        self._view = self._surface.paint(drawn, None, scene_window(drawn))
