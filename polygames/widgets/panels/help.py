"""The help panel: pictures of a few moves, the rules of the game, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.view import help as texts
from polygames.widgets.panels.panel import Panel

if TYPE_CHECKING:
    from polygames.widgets.interfaces import BoardLike


class HelpPanel(Panel):
    """The panel with pictures of example moves, the rules and the keyboard shortcuts of a game."""

    def __init__(self, board: BoardLike, board_help: str = "") -> None:
        info = info_of(board.session.state)
        rules = texts.markdown_to_html(texts.numbered_rules(info))
        rules += f"<p>{texts.lesson_link_html(info)}</p>"
        keys = texts.markdown_to_html(
            f"{texts.controls_help(info)}{texts.keys_help(info)}\n{board_help}"
        )
        told = f"{texts.tour_html(info)}{rules}{keys}"
        self._changed_rules = widgets.HTML()
        super().__init__(board, widgets.VBox([self._changed_rules, widgets.HTML(told)]))
        self.box.add_class("polygames-help")

    def refresh(self) -> None:
        """Update the list of rules in which the game on the board differs from the default."""
        said = texts.changed_rules_html(self.info, self.record.options)
        if said != self._changed_rules.value:
            self._changed_rules.value = said
