"""The help panel: pictures of a few moves, the rules of the game, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.view import help as texts
from polygames.widgets.panels.panel import Panel

if TYPE_CHECKING:
    from polygames.widgets.parts import BoardLike


class HelpPanel(Panel):
    """The panel with the tour, the rules and the keys of a game."""

    def __init__(self, board: BoardLike, more: str = "") -> None:
        info = info_of(board.session.state)
        rules = f"{texts.as_html(texts.how_to_play(info))}<p>{texts.lesson_of(info)}</p>"
        keys = texts.as_html(f"{texts.controls_of(info)}{texts.keys_of(info)}\n{more}")
        told = f"{texts.tour_of(info)}{rules}{keys}"
        self._other = widgets.HTML()
        super().__init__(board, widgets.VBox([self._other, widgets.HTML(told)]))
        self.box.add_class("polygames-help")

    def show(self) -> None:
        """Update the list of rules in which the game on the board differs from the default."""
        said = texts.other_rules(self.info, self.record.options)
        if said != self._other.value:
            self._other.value = said
