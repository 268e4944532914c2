"""The row of buttons at a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.arguments import HUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.session import Session


@dataclass(frozen=True, kw_only=True)
class Actions:
    """What the buttons do."""

    undo: Callable[[], Any]
    redo: Callable[[], Any]
    hint: Callable[[], Any] | None
    """None if there is no agent to ask."""
    analyse: Callable[[], Any]
    pause: Callable[[], Any]
    """Let the agents wait, or think again."""
    zoom: Callable[[float | None], Any]


class Toolbar:
    """Undo, redo, hint, analyse, pause, zoom; none of them moves when another comes or goes.

    Parameters
    ----------
    actions
        What the buttons do.
    attempt
        Runs an action, and says at the board why it was refused.
    """

    def __init__(self, actions: Actions, attempt: Callable[[Callable[[], Any]], None]) -> None:
        self._attempt = attempt
        self._undo = self._button("Undo", "take back the last move (key u)", actions.undo)
        self._redo = self._button("Redo", "redo the move (key r)", actions.redo)
        self._hint = self._button(
            "Hint", "show what an agent would play (choose it under New game)", actions.hint
        )
        self._analyse = self._button(
            "Analyse", "judge the moves while you look; press again to stop", actions.analyse
        )
        self._pause = self._button("Pause", "pause or resume the agents", actions.pause)
        zooms = [
            self._button(sign, tooltip, partial(actions.zoom, factor), narrow=True)
            for sign, tooltip, factor in (
                ("−", "zoom out (key -)", 1.5),
                ("+", "zoom in (key +)", 1 / 1.5),
                ("⤢", "show the whole board (key 0)", None),
            )
        ]
        self._out, self._in, self._fit = zooms
        self.box = widgets.HBox(
            [self._undo, self._redo, self._hint, self._analyse, self._pause, *zooms]
        )
        self.box.add_class("polygames-tools")

    def refresh(self, session: Session, *, analysing: bool = False) -> None:
        """Enable what can be done now."""
        running = session.state.outcome is None
        self._undo.disabled = not session.record.moves
        self._redo.disabled = not session.record.branches
        idle = running and session.is_human_turn and session.thought is None
        self._hint.disabled = not idle
        self._analyse.description = "Stop" if analysing else "Analyse"
        (self._analyse.add_class if analysing else self._analyse.remove_class)("mod-active")
        agents = any(player != HUMAN for player in session.players)
        self._pause.layout.display = "" if agents else "none"
        self._pause.disabled = not running
        self._pause.description = "Resume" if session.paused else "Pause"

    def _button(
        self, text: str, tooltip: str, action: Callable[[], Any] | None, *, narrow: bool = False
    ) -> widgets.Button:
        """Return a button; a hidden one if there is nothing it could do."""
        button = widgets.Button(description=text, tooltip=tooltip)
        if narrow:
            button.add_class("polygames-narrow")
        if action is None:
            button.layout.display = "none"
        else:
            button.on_click(lambda _: self._attempt(action))
        return button
