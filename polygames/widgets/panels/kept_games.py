"""The games that were kept: the last ones at a board, to go on with, and all of them as a list."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.runtime.owner import owned
from polygames.widgets.autosave import last_games
from polygames.widgets.gallery import Shelf, lend
from polygames.widgets.parts import to_press
from polygames.widgets.play import play

if TYPE_CHECKING:
    from pathlib import Path

    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.parts import BoardLike

LISTED: Final = 30  # the newest games
NONE: Final = "No game is kept here yet: each is, from its first move on."


class KeptGames:
    """Offers the last games of the board's folder that are not over, as long as nothing is played.

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
        """Offer the games that can be resumed, once for each game at the board."""
        session = self._board.session
        record, folder = session.record, session.folder
        if folder is None or record.root.children:
            self._show([])
        elif self._offered_for is not record:
            self._show([each for each in last_games(folder) if each.file != session.file])
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
        button = to_press(board, "Continue", what, lambda: self._go_on(kept))
        words = widgets.HTML(escape(kept.words), layout=layout, style=shared.html_style)
        row = widgets.HBox([button, words], layout=layout)
        row.add_class("polygames-continue-game")
        return row

    def _go_on(self, kept: SavedGame) -> None:
        """Go on with a game: here, or in the place of the board if it is another one."""
        board = self._board
        if kept.record.game == board.info.name:
            board.resume(kept)
        else:
            lend(board, resumed(kept, board.session.folder), board.info.title, board)


class OwnGames(Shelf):
    """All games of a folder; one comes in the place of the list, and leads back to it.

    Parameters
    ----------
    folder
        Where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        rows = tuple(map(self._row, last_games(folder, LISTED, over=True)))
        self._own = rows or (widgets.HTML(NONE),)
        super().__init__(self._own)
        self.add_class("polygames-own-games")

    def _row(self, kept: SavedGame) -> widgets.Widget:
        is_over = kept.record.node.end.state.outcome is not None
        button = widgets.Button(description="Look at it" if is_over else "Continue")
        button.on_click(lambda _: self.put_up(kept, button))
        row = widgets.HBox([button, widgets.HTML(escape(kept.words))])
        row.add_class("polygames-continue-game")
        return row

    @owned
    def put_up(self, kept: SavedGame, pressed: widgets.Widget) -> None:
        """Put a game here."""
        lend(self, resumed(kept, self._folder), "your games", pressed)


def resumed(kept: SavedGame, folder: Path | None) -> widgets.Widget:
    """Return a board that goes on with a game that was kept."""
    board: Any = play(kept.record.game, autosave=folder)
    board.resume(kept)
    return board
