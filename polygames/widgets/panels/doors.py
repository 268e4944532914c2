"""Doors at a board to what else can be on it: puzzles, own mistakes, games that were begun."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.lazy import has
from polygames.search.puzzles.puzzle import puzzles
from polygames.study.deck import FILE as DECK
from polygames.study.deck import Deck
from polygames.widgets.autosave import last_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.parts import Board, Shared
    from polygames.widgets.session import Session


class Doors:
    """A row of buttons: each puts something else on the board, and leads back from there.

    Parameters
    ----------
    board
        The board.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._train = self._button(
            "My mistakes", "find better moves in games you played", self._deal
        )
        self._puzzles = self._button(
            "Puzzles", "find the only best move; your game waits", self._puzzle
        )
        self.games = KeptGames(board.session, board.resume, board.attempt, board.shared)
        row = widgets.HBox([self._puzzles, self._train], layout=board.shared.wrapping)
        self.box = widgets.VBox([row, self.games.box], layout=board.shared.layout)
        self.refresh()

    def refresh(self) -> None:
        """Show the doors behind which there is something."""
        showing = self._board.shared.showing
        self._puzzles.layout = showing(shown=_has_puzzles(self._board.info.name))
        self._train.layout = showing(shown=has("fsrs") and Path(DECK).is_file())
        self.games.refresh()

    def _puzzle(self) -> None:
        self._board.pose(puzzles(self._board.info.name)[0])

    def _deal(self) -> None:
        self._board.train(Deck())

    def _button(self, text: str, tooltip: str, action: Callable[[], Any]) -> widgets.Button:
        button = self._board.shared.button(text, tooltip)
        button.on_click(lambda _: self._board.attempt(action))
        return button


def _has_puzzles(name: str) -> bool:
    with suppress(OptionError):
        return bool(puzzles(name))
    return False


class KeptGames:
    """Offers the last games of the board's folder.

    Parameters
    ----------
    session
        What is played at the board.
    go_on
        Called with the game that is chosen.
    attempt
        Runs an action, and says at the board why it was refused.
    shared
        What styles the widgets of the board.
    is_first
        Whether they are offered only as long as nothing is played.
    """

    def __init__(
        self,
        session: Session,
        go_on: Callable[[SavedGame], Any],
        attempt: Callable[[Callable[[], Any]], Any],
        shared: Shared,
        *,
        is_first: bool = False,
    ) -> None:
        self.session, self._go_on, self._attempt = session, go_on, attempt
        self._shared, self._is_first = shared, is_first
        self._offered_for: Any = None
        self.box = widgets.VBox(layout=shared.hidden)
        self.box.add_class("polygames-continue")

    def refresh(self) -> None:
        """Offer the games that can be resumed, once for each game at the board."""
        record, folder = self.session.record, self.session.folder
        if folder is None or (self._is_first and record.root.children):
            self._show([])
        elif self._offered_for is not record:
            kept = last_games(folder, record.game)
            self._show([each for each in kept if each.file != self.session.file])
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
        button = shared.button("Continue", f"go on with {kept.file.name}")
        button.on_click(lambda _: self._attempt(lambda: self._go_on(kept)))
        words = widgets.HTML(escape(kept.words), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row
