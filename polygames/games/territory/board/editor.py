"""The editor for boards of Territory; after every edit the board is valid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import ipywidgets as widgets

from polygames.games.territory.board.scene import tiles
from polygames.games.territory.boards import TILE_COLORS, YELLOW, board, written
from polygames.games.territory.rules import Options, position
from polygames.geometry.polyomino import parts
from polygames.scene.model import window_of
from polygames.view.messages import place
from polygames.widgets.painter.layers import surface
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
        """Return an editor with a copy of a board."""
        editor = cls(board.shape)
        for cells, color in zip(board.cells, board.colors, strict=True):
            editor._add(cells, color)
        return editor

    def has(self, cell: Cell) -> bool:
        """Return True if a cell is on the board."""
        return cell in self._tile

    def at(self, cell: Cell) -> Tile:
        """Return the handle of the tile on a cell."""
        return self._tile[cell]

    def begin(self, cell: Cell, color: str) -> Tile:
        """Make a cell a new tile of a colour; return its handle."""
        torn = self._tile[cell]
        tile = self._add([cell], TILE_COLORS.index(color))
        self._mend(torn)
        return tile

    def extend(self, tile: Tile, cell: Cell) -> None:
        """Add a cell to a tile if it is adjacent, else change nothing."""
        torn, (r, c) = self._tile[cell], cell
        near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
        if torn != tile and any(self._tile.get(other) == tile for other in near):
            self._tile[cell] = tile
            self._mend(torn)

    def merge(self, tile: Tile, other: Tile) -> None:
        """Add all cells of another tile to a tile if they are adjacent, else change nothing."""
        both = [cell for cell, owner in self._tile.items() if owner in (tile, other)]
        if len(parts(both)) == 1:
            self._tile.update(dict.fromkeys(both, tile))

    def split(self, tile: Tile) -> None:
        """Split a tile into single cells of its colour."""
        for cell in self._cells(tile):
            self._add([cell], self._color[tile])

    def paint(self, tile: Tile, color: str) -> None:
        """Set the colour of a tile."""
        self._color[tile] = TILE_COLORS.index(color)

    def board(self) -> Board:
        """Return the current board."""
        tiles: dict[Tile, list[Cell]] = {}
        for cell in sorted(self._tile):
            tiles.setdefault(self._tile[cell], []).append(cell)
        rows = written(list(tiles.values()), self.shape)
        return board(rows, tuple(self._color[tile] for tile in tiles))

    def _cells(self, tile: Tile) -> list[Cell]:
        return [cell for cell, owner in self._tile.items() if owner == tile]

    def _add(self, cells: Iterable[Cell], color: int) -> Tile:
        tile = len(self._color)  # handles are never reused
        self._color[tile] = color
        self._tile.update(dict.fromkeys(cells, tile))
        return tile

    def _mend(self, tile: Tile) -> None:
        for cells in parts(self._cells(tile))[1:]:
            self._add(cells, self._color[tile])


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
        self.model = Editor.of(board)
        self._held: int | None = None
        """The handle of the tile being drawn while the pen is down, or None."""
        pixels = round(EDITOR_WIDTH_PX * PIXEL_RATIO)
        wide = widgets.Layout(width=f"{EDITOR_WIDTH_PX}px", max_width="100%")
        self._surface = surface(EDITOR_WIDTH_PX, pixels, pixels, self._paint, wide)
        self._surface.on_pen(self.press, self.draw, self.lift)
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
        done.on_click(lambda _: attempt(lambda: play(self.model.board())))
        size_row = widgets.HBox([self.rows, self.columns, clear], layout={"flex_flow": "row wrap"})
        self.box = widgets.VBox(
            [self.tool, self.color, self._tip, self._surface.widget, size_row, done]
        )
        self._paint()

    def show(self, model: Editor) -> None:
        """Show and edit another board."""
        self.model, self._held = model, None
        self.rows.value, self.columns.value = model.shape
        self._paint()

    def clear(self) -> None:
        """Start with single yellow cells, of the chosen numbers of rows and columns."""
        if self.rows.value * self.columns.value > 1:
            self.show(Editor((self.rows.value, self.columns.value)))

    def press(self, x: float, y: float) -> None:
        """Handle a press of the pen at a point, in pixels of the surface."""
        cell = self._cell(x, y)
        if not self.model.has(cell):
            return
        tile = self.model.at(cell)
        match self.tool.value:
            case "new tile":
                self._held = self.model.begin(cell, self.color.value)
            case "extend" | "merge":
                self._held = tile
            case "split":
                self.model.split(tile)
            case "colour":
                self.model.paint(tile, self.color.value)
        self._paint()

    def draw(self, x: float, y: float) -> None:
        """Handle a move of the pen to a point, in pixels; draw if the pen is down."""
        cell = self._cell(x, y)
        if self._held is None or not self.model.has(cell) or self.model.at(cell) == self._held:
            return
        if self.tool.value == "merge":
            self.model.merge(self._held, self.model.at(cell))
        else:
            self.model.extend(self._held, cell)
        self._paint()

    def lift(self) -> None:
        """Handle the release of the pen."""
        self._held = None

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        at = place(x, y)
        column, row = (-1, -1) if at is None else self._view.to_scene(at)
        return int(row // 1), int(column // 1)

    def _paint(self) -> None:
        start = position(Options(), self.model.board())
        drawn = tiles(start)
        self._view = self._surface.paint(drawn, None, window_of(drawn))
