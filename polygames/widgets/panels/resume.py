"""What a fresh board offers: to go on with one of the last games."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.dispose import discard
from polygames.widgets.recent_games import last_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.recent_games import Kept
    from polygames.widgets.session import Session


class ContinueBox:
    """Offers the last games of the board's folder, as long as nothing is played.

    Parameters
    ----------
    session
        What is played at the board.
    go_on
        Called with the game that is chosen.
    attempt
        Runs an action, and says at the board why it was refused.
    """

    def __init__(
        self,
        session: Session,
        go_on: Callable[[Kept], Any],
        attempt: Callable[[Callable[[], Any]], Any],
    ) -> None:
        self.session, self._go_on, self._attempt = session, go_on, attempt
        self._offered_for: Any = None
        self.box = widgets.VBox()
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Offer what can be gone on with, once for each game at the board."""
        record, folder = self.session.record, self.session.folder
        if record.root.children or folder is None:
            self._show([])
        elif self._offered_for is not record:
            self._show(last_games(folder, record.game))
        self._offered_for = record

    def _show(self, games: list[Kept]) -> None:
        """Show a button for each game, or nothing at all."""
        if not games and not self.box.children:
            self.box.layout.display = "none"
            return
        for old in self.box.children:
            discard(old)
        self.box.children = tuple(map(self._row, games))
        self.box.layout.display = "" if games else "none"

    def _row(self, kept: Kept) -> widgets.Widget:
        button = widgets.Button(description="Continue", tooltip=f"go on with {kept.file.name}")
        button.on_click(lambda _: self._attempt(lambda: self._go_on(kept)))
        row = widgets.HBox([button, widgets.HTML(escape(kept.words))])
        row.add_class("polygames-continue-game")
        return row
