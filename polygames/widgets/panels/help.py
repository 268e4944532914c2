"""How to play: pictures of a few moves, the game's rules, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.view.help import as_html, controls_of, how_to_play, keys_of, other_rules, tour_of
from polygames.widgets.panels.panel import Panel

if TYPE_CHECKING:
    from polygames.widgets.parts import Board


class HelpPanel(Panel):
    """How to play, from the game's rules, and the keys."""

    def __init__(self, board: Board, more: str = "") -> None:
        info = info_of(board.session.state)
        keys = f"{controls_of(info)}{keys_of(info)}\n{more}"
        told = f"{tour_of(info)}{as_html(how_to_play(info))}{as_html(keys)}"
        self._other = widgets.HTML()
        super().__init__(board, widgets.VBox([self._other, widgets.HTML(told)]))
        self.box.add_class("polygames-help")

    def show(self) -> None:
        """Say by which other rules the game on the board is played."""
        said = other_rules(self.info, self.record.options)
        if said != self._other.value:
            self._other.value = said
