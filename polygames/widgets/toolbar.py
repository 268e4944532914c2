"""The row of buttons below a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.session import HUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.board import BoardWidget

__all__ = ["Toolbar"]


class Toolbar:
    """New, undo, redo, hint, analyse, pause, zoom, record, help."""

    def __init__(self, board: BoardWidget) -> None:
        self._board = board
        self._new = self._button("New …", "a new game, with options", board.open_new)
        self._undo = self._button("Undo", "take back (key u)", board.undo)
        self._redo = self._button("Redo", "play again (key r)", board.redo)
        self._hint = self._button(
            "Hint", "what would an agent play? (New … says which)", board.hint
        )
        self._analyse = self._button("Analyse", "what are the moves worth?", board.analyse)
        self._pause = self._button("Pause", "let the agents wait", self._toggle_pause)
        self._record = self._button("Record …", "save, load, copy", board.open_record)
        self._out = self._button("−", "zoom out (key -)", lambda: board.zoom(1.5), narrow=True)
        self._in = self._button("+", "zoom in (key +)", lambda: board.zoom(1 / 1.5), narrow=True)
        self._fit = self._button("⤢", "whole board (key 0)", lambda: board.zoom(None), narrow=True)
        self._help = self._button("?", "how to play (key ?)", board.open_help, narrow=True)
        row = {"flex_flow": "row wrap", "align_items": "center"}
        self.box = widgets.HBox(
            [
                *(self._new, self._undo, self._redo, self._hint, self._analyse),
                *(self._pause, self._record),
                *(self._out, self._in, self._fit, self._help),
            ],
            layout=row,
        )

    def refresh(self) -> None:
        """Enable what can be done now."""
        session = self._board.session
        running = session.state.outcome is None
        self._undo.disabled = not session.record.moves
        self._redo.disabled = not session.record.branches
        idle = running and session.is_human_turn and session.thought is None
        self._hint.disabled = self._analyse.disabled = not idle
        if not self._board.info.agents:
            self._hint.layout.display = "none"
        agents = any(player != HUMAN for player in session.players)
        self._pause.layout.display = "" if agents and running else "none"
        self._pause.description = "Go on" if session.paused else "Pause"

    def _toggle_pause(self) -> None:
        session = self._board.session
        session.pause(paused=not session.paused)

    def _button(
        self, text: str, tooltip: str, action: Callable[[], Any], *, narrow: bool = False
    ) -> widgets.Button:
        layout = {"width": "26px" if narrow else "auto", "margin": "2px 1px", "padding": "0 5px"}
        button = widgets.Button(description=text, tooltip=tooltip, layout=layout)
        button.on_click(lambda _: self._board.attempt(action))
        return button
