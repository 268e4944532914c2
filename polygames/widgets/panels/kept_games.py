"""Saved games: the last unfinished ones below a new board, and a list of all."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.runtime.owner import with_owner
from polygames.widgets.autosave import is_over, last_games
from polygames.widgets.gallery import Shelf, lend
from polygames.widgets.parts import to_press
from polygames.widgets.play import play

if TYPE_CHECKING:
    from pathlib import Path

    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.parts import BoardLike

MAX_LISTED_GAMES: Final = 30  # the newest games
NO_GAMES_TEXT: Final = "No saved games yet. Each game is saved from its first move."


class KeptGames:
    """Buttons that continue the last unfinished games, shown until a move is played.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board, self._shared = board, board.shared
        self._offered_for: Any = None
        self.box = widgets.VBox(layout=board.shared.hidden)
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Update the list of games, once for each record on the board."""
        session = self._board.session
        record, folder = session.record, session.folder
        if folder is None or record.root.children:
            self._show([])
        elif self._offered_for is not record:
            games = last_games(folder, game=record.game)
            self._show([each for each in games if each.file != session.file])
        self._offered_for = record

    def _show(self, games: list[SavedGame]) -> None:
        """Show a button for each game; hide the list if there are none."""
        before = self.box.children
        if games or before:
            self.box.children = tuple(map(self._row, games))
            self.box.layout = self._shared.showing(shown=bool(games))
        for old in before:
            self._shared.dispose(old)

    def _row(self, kept: SavedGame) -> widgets.Widget:
        layout, shared = self._shared.layout, self._shared
        board, what = self._board, f"continue {kept.file.name}"
        button = to_press(board, "Continue", what, lambda: board.resume(kept))
        words = widgets.HTML(escape(kept.words), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row


class OwnGames(Shelf):
    """A list of all games in a folder; an opened game replaces it and leads back to it.

    Parameters
    ----------
    folder
        The folder of the saved games.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        rows = tuple(map(self._row, last_games(folder, MAX_LISTED_GAMES, over=True)))
        self._own = rows or (widgets.HTML(NO_GAMES_TEXT),)
        super().__init__(self._own)
        self.add_class("polygames-own-games")

    def _row(self, kept: SavedGame) -> widgets.Widget:
        words = "Open" if is_over(kept.record) else "Continue"
        button = widgets.Button(description=words)
        button.on_click(lambda _: self.put_up(kept, button))
        row = widgets.HBox([button, widgets.HTML(escape(kept.words))])
        row.add_class("polygames-continue-game")
        return row

    @with_owner
    def put_up(self, kept: SavedGame, pressed: widgets.Widget) -> None:
        """Show a game in place of the list."""
        board = play(kept.record.game, autosave=self._folder)
        board.resume(kept)
        lend(self, board, "your games", pressed)
