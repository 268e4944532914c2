"""The board editor of Territory: a picture to draw on, and its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import ipywidgets as widgets

from polygames.games.territory.board.editor import Editor
from polygames.games.territory.board.scene import tiles
from polygames.games.territory.boards import COLORS
from polygames.games.territory.rules import Options, position
from polygames.scene.model import window_of
from polygames.view.messages import place
from polygames.widgets.painter.layers import surface
from polygames.widgets.painter.surface import PIXEL_RATIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.territory.boards import Board

EDITOR: Final = 400
"""The width of the editor's picture in pixels."""

LARGEST: Final = 40
"""The most rows and columns that the editor draws."""

TOOLS: Final = {
    "new tile": "drag over cells to draw a new tile in the chosen colour",
    "extend": "drag from a tile over other cells to add them to it",
    "merge": "drag from a tile into others to join them",
    "split": "click a tile to break it into single cells",
    "colour": "click tiles to give them the chosen colour",
}


class BoardEditor:
    """Draws a board: a picture to draw on, tools, and a button that plays it.

    Parameters
    ----------
    board
        The board to begin with.
    play
        What to do with the drawn board.
    attempt
        Runs an action, and says at the board why it was refused.
    """

    def __init__(
        self,
        board: Board,
        play: Callable[[Board], None],
        attempt: Callable[[Callable[[], None]], None],
    ) -> None:
        self.model = Editor.of(board)
        self._held: int | None = None
        """The tile under the pen while it is down."""
        pixels = round(EDITOR * PIXEL_RATIO)
        wide = widgets.Layout(width=f"{EDITOR}px", max_width="100%")
        self._surface = surface(EDITOR, pixels, pixels, self._paint, wide)
        self._surface.on_pen(self.press, self.draw, self.lift)
        tips = list(TOOLS.values())
        narrow = {"button_width": "auto"}
        self.tool = widgets.ToggleButtons(options=list(TOOLS), tooltips=tips, style=narrow)
        self.color = widgets.ToggleButtons(options=COLORS, style=narrow)
        self._tip = widgets.HTML(tips[0])
        self.tool.observe(lambda change: setattr(self._tip, "value", TOOLS[change["new"]]), "value")
        rows, columns = board.shape
        size = {"min": 1, "max": LARGEST, "layout": {"width": "120px"}}
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
        """Show another board, and draw on that one."""
        self.model, self._held = model, None
        self.rows.value, self.columns.value = model.shape
        self._paint()

    def clear(self) -> None:
        """Begin anew with single yellow cells, as many rows and columns as were asked for."""
        if self.rows.value * self.columns.value > 1:
            self.show(Editor((self.rows.value, self.columns.value)))

    def press(self, x: float, y: float) -> None:
        """Put the pen down at a place of the picture, in its pixels."""
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
        """Move the pen; it draws while it is down."""
        cell = self._cell(x, y)
        if self._held is None or not self.model.has(cell) or self.model.at(cell) == self._held:
            return
        if self.tool.value == "merge":
            self.model.merge(self._held, self.model.at(cell))
        else:
            self.model.extend(self._held, cell)
        self._paint()

    def lift(self) -> None:
        """Lift the pen."""
        self._held = None

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        at = place(x, y)
        column, row = (-1, -1) if at is None else self._view.to_scene(at)
        return int(row // 1), int(column // 1)

    def _paint(self) -> None:
        start = position(Options(), self.model.board())
        drawn = tiles(start)
        self._view = self._surface.paint(drawn, None, window_of(drawn))
