"""Buttons at a board that open puzzles, own mistakes, own games or other games."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.lazy import has
from polygames.records.own_folder import DECK_FILE
from polygames.search.puzzles.puzzle import puzzles
from polygames.study.deck import Deck
from polygames.view.help import lesson_of
from polygames.widgets.gallery import Gallery, lend
from polygames.widgets.panels.kept_games import OwnGames
from polygames.widgets.parts import to_press
from polygames.widgets.play import play

if TYPE_CHECKING:
    from polygames.widgets.parts import BoardLike


class Doors:
    """A row of buttons, each of which puts something else on the board and offers a way back.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._train = to_press(
            board, "My mistakes", "find better moves in games that you played", self._deal
        )
        self._puzzles = to_press(
            board, "Puzzles", "find the best move; you can return to your game", self._puzzle
        )
        others = to_press(board, "Other games", "you can return to your game", self._show_games)
        about = "continue or look at games that you played"
        self._own = to_press(board, "My games", about, self._show_own)
        shared = board.shared
        lesson = widgets.HTML(lesson_of(board.info), layout=shared.layout, style=shared.html_style)
        doors = [self._puzzles, self._train, self._own, others, lesson]
        self.box = widgets.HBox(doors, layout=shared.wrapping)
        self.refresh()

    def refresh(self) -> None:
        """Show only the buttons that have something to open."""
        showing = self._board.shared.showing
        self._puzzles.layout = showing(shown=_has_puzzles(self._board.info.name))
        self._train.layout = showing(shown=has("fsrs") and Path(DECK_FILE).is_file())
        self._own.layout = showing(shown=self._board.session.folder is not None)

    def _puzzle(self) -> None:
        self._board.pose(min(puzzles(self._board.info.name), key=lambda each: each.difficulty))

    def _deal(self) -> None:
        self._board.train(Deck())

    def _show_own(self) -> None:
        board = self._board
        assert board.session.folder is not None  # noqa: S101 - else there is no such button
        lend(board, OwnGames(board.session.folder), board.info.title, board)

    def _show_games(self) -> None:
        board = self._board
        games = Gallery(partial(play, autosave=board.session.folder))
        lend(board, games, board.info.title, board)


def _has_puzzles(name: str) -> bool:
    with suppress(OptionError):
        return bool(puzzles(name))
    return False
