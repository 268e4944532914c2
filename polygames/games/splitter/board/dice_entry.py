"""The buttons that say what real dice show."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.core.protocol import CHANCE
from polygames.games.splitter.rules import Roll
from polygames.games.splitter.scoring import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.session import Session

AUTO = {"width": "auto"}


class DiceEntry:
    """Two rows of buttons for what real dice show."""

    def __init__(self, session: Session, attempt: Callable[[Callable[[], None]], None]) -> None:
        self._session, self._attempt = session, attempt
        faces = [str(number) for number in NUMBERS]
        style = {"button_width": "34px"}
        self._dice = [widgets.ToggleButtons(options=faces, value=None, style=style) for _ in "12"]
        self._enter = self._button("Enter the roll", self._play)
        self._roll = self._button("Roll for me", self._at_random)
        for die in self._dice:
            die.observe(self._changed, "value")
        label = widgets.Label("What do the dice show?")
        self.box = widgets.VBox([label, *self._dice, widgets.HBox([self._enter, self._roll])])
        self.box.add_class("polygames-ask")

    def refresh(self) -> None:
        """Ask when the dice are to be rolled by hand, with both open again."""
        session, state = self._session, self._session.state
        asked = session.dice is not None and state.turn == CHANCE and state.outcome is None
        if not asked or self.box.layout.display == "none":
            for die in self._dice:
                die.value = None
        self.box.layout.display = "" if asked else "none"
        self._changed(None)

    def _changed(self, _: object) -> None:
        self._enter.disabled = any(die.value is None for die in self._dice)

    def _play(self) -> None:
        one, other = (int(die.value) for die in self._dice)
        self._session.play(Roll.of(one, other))

    def _at_random(self) -> None:
        session = self._session
        rng = Random(f"{session.seed}:{session.state.ply}")  # as the session would roll
        session.play(session.state.legal_moves.sample(rng))

    def _button(self, text: str, action: Callable[[], None]) -> widgets.Button:
        button = widgets.Button(description=text, layout=AUTO)
        button.on_click(lambda _: self._attempt(action))
        return button
