"""Saved games: the last unfinished ones below a new board, and a list of all."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.autosave import is_over, latest_games
from polygames.widgets.gallery import ReplaceableBox, replace_children
from polygames.widgets.interfaces import action_button

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.interfaces import BoardLike

MAX_LISTED_GAMES: Final = 30  # the newest games
NO_GAMES_TEXT: Final = "No saved games yet. Each game is saved from its first move."


class UnfinishedGames:
    """Buttons that continue the last unfinished games, shown until a move is played.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board, self._shared_styles = board, board.shared_styles
        self._listed_record: Any = None
        self.box = widgets.VBox(layout=board.shared_styles.hidden_layout)
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Update the buttons if another record is on the board; hide them once a move is played."""
        session = self._board.session
        record, folder = session.record, session.folder
        if folder is None or record.root.children:
            self._show_buttons([])
        elif self._listed_record is not record:
            games = latest_games(folder, game=record.game)
            self._show_buttons([each for each in games if each.file != session.file])
        self._listed_record = record

    def _show_buttons(self, games: list[SavedGame]) -> None:
        """Show a button for each game; hide the list if there are none."""
        before = self.box.children
        if games or before:
            self.box.children = tuple(map(self._game_row, games))
            self.box.layout = self._shared_styles.visibility_layout(is_visible=bool(games))
        for old in before:
            self._shared_styles.close_tree(old)

    def _game_row(self, saved_game: SavedGame) -> widgets.Widget:
        layout, shared = self._shared_styles.layout, self._shared_styles
        board, what = self._board, f"continue {saved_game.file.name}"
        button = action_button(board, "Continue", what, lambda: board.resume(saved_game))
        words = widgets.HTML(escape(saved_game.summary), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row


class SavedGamesList(ReplaceableBox):
    """A list of the newest games in a folder; an opened game replaces it until the user goes back.

    Parameters
    ----------
    folder
        The folder of the saved games.
    play
        The function that creates a board: `polygames.play`.
    """

    def __init__(self, folder: Path, play: Callable[..., Any]) -> None:
        self._folder, self._play = folder, play
        rows = tuple(
            map(self._game_row, latest_games(folder, MAX_LISTED_GAMES, include_finished=True))
        )
        self._own_children = rows or (widgets.HTML(NO_GAMES_TEXT),)
        super().__init__(self._own_children)
        self.add_class("polygames-saved-games")

    def _game_row(self, saved_game: SavedGame) -> widgets.Widget:
        words = "Open" if is_over(saved_game.record) else "Continue"
        button = widgets.Button(description=words)
        button.on_click(lambda _: self.open_game(saved_game, button))
        row = widgets.HBox([button, widgets.HTML(escape(saved_game.summary))])
        row.add_class("polygames-continue-game")
        return row

    @with_game_lock
    def open_game(self, saved_game: SavedGame, opener: widgets.Widget) -> None:
        """Show a board with a saved game in place of the list."""
        board = self._play(saved_game.record.game, autosave=self._folder)
        board.resume(saved_game)
        replace_children(self, board, "your games", opener)
