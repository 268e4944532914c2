"""Buttons at a board that open puzzles, own mistakes, own games or other games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.search.puzzles.puzzle import has_puzzles
from polygames.study.deck import Deck, has_cards
from polygames.view.help import lesson_link_html
from polygames.widgets.gallery import Gallery, replace_children
from polygames.widgets.interfaces import action_button
from polygames.widgets.panels.saved_games import SavedGamesList

if TYPE_CHECKING:
    from polygames.widgets.interfaces import BoardLike


class Shortcuts:
    """A row of buttons that open puzzles, training, saved games, other games and the lesson.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._train_button = action_button(
            board, "My mistakes", "find better moves in games that you played", self._open_training
        )
        self._puzzles_button = action_button(
            board, "Puzzles", "find the best move; you can return to your game", board.next_puzzle
        )
        others = action_button(
            board, "Other games", "you can return to your game", self._open_gallery
        )
        about = "continue or look at games that you played"
        self._saved_games_button = action_button(board, "My games", about, self._open_saved_games)
        shared = board.shared_styles
        lesson = widgets.HTML(
            lesson_link_html(board.info), layout=shared.layout, style=shared.html_style
        )
        doors = [self._puzzles_button, self._train_button, self._saved_games_button, others, lesson]
        self.box = widgets.HBox(doors, layout=shared.wrapping_layout)
        self.refresh()

    def refresh(self) -> None:
        """Show only the buttons that have something to open."""
        showing = self._board.shared_styles.visibility_layout
        self._puzzles_button.layout = showing(is_visible=has_puzzles(self._board.info.name))
        self._train_button.layout = showing(is_visible=has_cards())
        self._saved_games_button.layout = showing(is_visible=self._board.session.folder is not None)

    def _open_training(self) -> None:
        """Train with the cards of this game, or of another game in the place of this board."""
        board, deck = self._board, Deck()
        if board.info.name in deck.games():
            board.train(deck)
        else:
            replace_children(board, board.openers.train(), board.info.title, board)

    def _open_saved_games(self) -> None:
        board = self._board
        assert board.session.folder is not None  # noqa: S101 - else there is no such button
        games = SavedGamesList(board.session.folder, board.openers.play)
        replace_children(board, games, board.info.title, board)

    def _open_gallery(self) -> None:
        board = self._board
        games = Gallery(partial(board.openers.play, autosave=board.session.folder))
        replace_children(board, games, board.info.title, board)
