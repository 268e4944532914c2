"""The last games of a board's folder, to go on with: below a new board, and among its doors."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.widgets.autosave import last_games
from polygames.widgets.parts import to_press

if TYPE_CHECKING:
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.parts import Board


class KeptGames:
    """Offers the last games of the board's folder.

    Parameters
    ----------
    board
        The board.
    is_first
        Whether they are offered only as long as nothing is played.
    """

    def __init__(self, board: Board, *, is_first: bool = False) -> None:
        self._board, self._shared, self._is_first = board, board.shared, is_first
        self._offered_for: Any = None
        self.box = widgets.VBox(layout=board.shared.hidden)
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Offer the games that can be resumed, once for each game at the board."""
        record, folder = self._board.session.record, self._board.session.folder
        if folder is None or (self._is_first and record.root.children):
            self._show([])
        elif self._offered_for is not record:
            kept = last_games(folder, record.game)
            self._show([each for each in kept if each.file != self._board.session.file])
        self._offered_for = record

    def _show(self, games: list[SavedGame]) -> None:
        """Show a button for each game, or nothing at all."""
        before = self.box.children
        if games or before:
            self.box.children = tuple(map(self._row, games))
            self.box.layout = self._shared.showing(shown=bool(games))
        for old in before:
            self._shared.dispose(old)

    def _row(self, kept: SavedGame) -> widgets.Widget:
        layout, shared = self._shared.layout, self._shared
        board, what = self._board, f"go on with {kept.file.name}"
        button = to_press(board, "Continue", what, lambda: board.resume(kept))
        words = widgets.HTML(escape(kept.words), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row
