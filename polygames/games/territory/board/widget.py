"""Territory's own board: reset, new boards, a match of two games, and a board editor."""

from __future__ import annotations

from functools import partial, reduce
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, cast

import ipywidgets as widgets
from ipycanvas import Canvas

from polygames.core.errors import OptionError
from polygames.core.record import Record
from polygames.games.territory.board.editor import Draft
from polygames.games.territory.board.scene import numbers, scene
from polygames.games.territory.boards import COLORS
from polygames.games.territory.rules import Options, Territory, position
from polygames.games.territory.solver import solve
from polygames.widgets.background import Worker
from polygames.widgets.board import BoardWidget
from polygames.widgets.canvas import PIXEL_RATIO, paint
from polygames.widgets.messages import place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.games.territory.boards import Board
    from polygames.scene.viewport import Viewport
    from polygames.search.solution import Solution

__all__ = ["BoardEditor", "TerritoryBoard"]

EDITOR: Final = 400
"""The width of the editor's picture in pixels."""

SEEKING: Final = 2.0
"""How many seconds a target is looked for."""

LARGEST: Final = 40
"""The most rows and columns that the editor draws."""

TOOLS: Final = {
    "new tile": "press on a cell and draw: a new tile of the chosen colour",
    "extend": "press on a tile and draw: it takes in the cells you pass",
    "merge": "press on a tile and draw into others: they become one",
    "split": "click a tile: it falls into single cells",
    "colour": "click tiles: they get the chosen colour",
}


class TerritoryBoard(BoardWidget):
    """The board of Territory, with what only this game has."""

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return the buttons of this game, the state of the match and the editor's place."""
        self._first: tuple[float, ...] | None = None
        self._reset = self._button("Reset", "back to the start, on the same board", self.reset)
        self._other = self._button("New board", "other tiles, the same rules", self.new_board)
        self._second = self._button(
            "Second game", "once more on this board, with the seats exchanged", self.second_game
        )
        edit = self._button("Edit board …", "draw tiles and set colours", self.edit)
        row = widgets.HBox(
            [self._reset, self._other, self._second, edit], layout={"flex_flow": "row wrap"}
        )
        self._numbers = widgets.HTML()
        self._worker, self._target, self._sought = Worker(), "", cast("Record | None", None)
        self.editor: BoardEditor | None = None
        """The board editor, once it was opened."""
        self._drawer = widgets.VBox(layout={"display": "none"})
        return row, self._numbers, self._drawer

    def refresh(self) -> None:
        """Draw the game as it stands, its numbers, and how the match stands."""
        super().refresh()
        state = self._state
        self._second.disabled = state.outcome is None or state.seats == 1 or bool(self._first)
        if state.rules.solitaire and self._sought is not self.record:
            self._seek()
        words = self._target if state.rules.solitaire else self.match_words()
        told = f"{numbers(state)}<br>{words or '&nbsp;'}"
        self._numbers.value = f"<div style='font:14px/1.45 sans-serif'>{told}</div>"

    def close(self) -> None:
        """Give up the search for a target, and every widget."""
        self._worker.stop()
        super().close()

    def reset(self) -> None:
        """Go back to the start of this game."""
        self.begin(Record(self.record.start))

    def new_board(self) -> None:
        """Start on another board made by chance, with the same rules."""
        options = {**self.record.options, "seed": SystemRandom().randrange(10**6)}
        options = {name: value for name, value in options.items() if name not in _OWN}
        self.new(**options)

    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game, and a new match with it."""
        record = Record(self.info.new(**(options or self.record.options)))
        seats = self.session.seats_for(record, seats)
        self._first = None
        self.begin(record, seats)

    def load(self, record: Record) -> None:
        """Go on with a record; a match that was begun is given up."""
        self._first = None
        super().load(record)

    def set_position(self, text: str) -> None:
        """Start from a position given as text; a match that was begun is given up."""
        start = self.info.from_text(text)
        self._first = None
        self.begin(Record(start))

    def second_game(self) -> None:
        """Play the second game of a match: the same board, and the other player begins.

        Raises
        ------
        OptionError
            If no first game between two is over.
        """
        state = self._state
        if state.outcome is None or state.seats == 1 or self._first is not None:
            msg = "the second game of a match follows when the first, between two, is over"
            raise OptionError(msg)
        first = state.scores
        self._first = first
        self.begin(Record(self.record.start), self.session.players[::-1])

    @property
    def totals(self) -> tuple[float, float] | None:
        """Both games' points of who began the match and of the other, once the second is on."""
        if self._first is None:
            return None
        begun, other = self._first
        one, two = self._state.scores
        return begun + two, other + one

    def match_words(self) -> str:
        """Say how a match of two games stands; nothing while the first one runs."""
        state = self._state
        if self.totals is None:
            over = state.outcome is not None and state.seats > 1
            return "A match is two games: press Second game, and the seats change." if over else ""
        begun, other = self.totals
        assert self._first is not None  # noqa: S101 - totals says so
        words = f"Match: first game {self._first[0]:g} to {self._first[1]:g}; "
        words += f"both games {begun:g} to {other:g} (who began the match, the other). "
        if state.outcome is None:
            return words
        if begun == other:
            return words + "The match is tied."
        return words + f"{'Who began the match' if begun > other else 'The other'} wins it."

    def _seek(self) -> None:
        """Look for the total to aim at in solitaire; the board goes on meanwhile."""
        self._sought, self._target = self.record, "Target: looking for one …"
        start = cast("Territory", self.record.start)

        def tell(found: Solution) -> None:
            self._target = f"Target: {found.note}."
            if found.value is not None:
                self._target = f"Target: {found.value:g} points. Nobody can have more: proved."
            elif found.line:
                end = reduce(lambda state, move: state.play(move), found.line, start)
                self._target = f"Target: {end.scores[0]:g} points or more."
            self.refresh()

        self._worker.do(partial(solve, start, seconds=SEEKING), tell, self.show_error)

    def edit(self) -> None:
        """Open the board editor with the board that is played, or close it."""
        shown = self._drawer.layout.display != "none"
        self._drawer.layout.display = "none" if shown else ""
        if shown:
            return
        if self.editor is None:
            self.editor = BoardEditor(self._state.board, self._play_drawn, self.attempt)
            self._drawer.children = (self.editor.box,)
        else:
            self.editor.show(Draft.of(self._state.board))

    def _play_drawn(self, board: Board) -> None:
        self.new(**vars(self._state.rules), tiles=board.rows, colors=board.color_names)
        self._drawer.layout.display = "none"

    @property
    def _state(self) -> Territory:
        return cast("Territory", self.state)

    def _button(self, text: str, tooltip: str, action: Callable[[], Any]) -> widgets.Button:
        layout = {"width": "auto", "margin": "2px 1px", "padding": "0 7px"}
        button = widgets.Button(description=text, tooltip=tooltip, layout=layout)
        button.on_click(lambda _: self.attempt(action))
        return button


_OWN: Final = ("tiles", "colors")
"""What options of a board of one's own have, and those of one made by chance have not."""


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
        self.draft = Draft.of(board)
        self._held: int | None = None
        """The tile under the pen while it is down."""
        self._canvas = Canvas(width=EDITOR * PIXEL_RATIO, height=EDITOR * PIXEL_RATIO)
        self._canvas.layout.width = self._canvas.layout.height = f"{EDITOR}px"
        self._canvas.on_client_ready(self._paint)
        self._canvas.on_mouse_down(self.press)
        self._canvas.on_mouse_move(self.draw)
        self._canvas.on_mouse_up(self.lift)
        self._canvas.on_touch_start(partial(self._touch, self.press))
        self._canvas.on_touch_move(partial(self._touch, self.draw))
        self._canvas.on_touch_end(lambda _: self.lift())
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
        done.on_click(lambda _: attempt(lambda: play(self.draft.board())))
        size_row = widgets.HBox([self.rows, self.columns, clear])
        self.box = widgets.VBox(
            [self.tool, self.color, self._tip, self._canvas, size_row, done],
            layout={"border": "1px solid #d8d8d8", "padding": "8px"},
        )
        self._paint()

    def show(self, draft: Draft) -> None:
        """Go on with another draft."""
        self.draft, self._held = draft, None
        self.rows.value, self.columns.value = draft.shape
        self._paint()

    def clear(self) -> None:
        """Begin anew with single yellow cells, as many rows and columns as were asked for."""
        if self.rows.value * self.columns.value > 1:
            self.show(Draft((self.rows.value, self.columns.value)))

    def press(self, x: float, y: float) -> None:
        """Put the pen down at a place of the picture, in its pixels."""
        cell = self._cell(x, y)
        if not self.draft.has(cell):
            return
        tile = self.draft.at(cell)
        match self.tool.value:
            case "new tile":
                self._held = self.draft.begin(cell, self.color.value)
            case "extend" | "merge":
                self._held = tile
            case "split":
                self.draft.split(tile)
            case "colour":
                self.draft.paint(tile, self.color.value)
        self._paint()

    def draw(self, x: float, y: float) -> None:
        """Move the pen; it draws while it is down."""
        cell = self._cell(x, y)
        if self._held is None or not self.draft.has(cell) or self.draft.at(cell) == self._held:
            return
        if self.tool.value == "merge":
            self.draft.merge(self._held, self.draft.at(cell))
        else:
            self.draft.extend(self._held, cell)
        self._paint()

    def lift(self, *_: float) -> None:
        """Lift the pen."""
        self._held = None

    def _touch(self, action: Callable[[float, float], None], points: Sequence[Any]) -> None:
        """Do with the first finger what the pen does."""
        for at in points[:1]:
            action(*at)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        at = place(x, y)
        column, row = (-1, -1) if at is None else self._view.to_scene(at)
        return int(row // 1), int(column // 1)

    def _paint(self) -> None:
        start = position(Options(), self.draft.board())
        self._view: Viewport = paint(self._canvas, scene(start), pixel_ratio=PIXEL_RATIO)
