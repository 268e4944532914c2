"""Saved games: the last unfinished ones below a new board, and pictures of all."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets
import traitlets

from polygames.core.descriptions import Names, count_text, error_text, position_picture
from polygames.core.errors import PolygamesError
from polygames.core.registry import game as find_game
from polygames.core.registry import games as game_names
from polygames.core.registry import info_of
from polygames.runtime.game_lock import with_game_lock
from polygames.scene.svg import svg
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.result_text import next_player_text, opponents_text
from polygames.widgets.autosave import (
    end_of_game,
    is_over,
    latest_games,
    load_saved_game,
    saved_files,
)
from polygames.widgets.board_options import HUMAN_SEAT
from polygames.widgets.gallery import ReplaceableBox, replace_children
from polygames.widgets.interfaces import action_button
from polygames.widgets.page_widget import PageWidget
from polygames.widgets.painter.pointer import AS_TEXT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.core.protocol import State
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.interfaces import BoardLike

GAMES_PER_PAGE: Final = 12
"""The number of saved games that are read and shown at once, so that a page opens fast."""
CARD_PICTURE_WIDTH_PX: Final = 300
"""The width for which a picture is drawn. It is shown at half of that, so that lines are fine."""
NO_GAMES_TEXT: Final = "No saved games yet. Each game is saved from its first move."

_SAVED_GAMES_JS: Final = JS_FOLDER / "saved_games"


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


class SavedGamesWidget(PageWidget):
    """A widget that displays pictures of saved games; see `SavedGamesList` for its `content`.

    The client sends ``choose_game`` with the name of a ``game``, ``turn_page`` with the number of a
    ``page``, and ``open`` with the name of a ``file`` and an ``action``.
    """

    _esm = bundle_module(_SAVED_GAMES_JS / "saved_games.js")
    _css = (_SAVED_GAMES_JS / "saved_games.css").read_text(encoding="utf-8")

    content = traitlets.Dict().tag(from_json=lambda _, widget: widget.content, **AS_TEXT)


class SavedGamesList(ReplaceableBox):
    """The saved games in a folder; an opened game replaces them until the user goes back.

    Parameters
    ----------
    folder
        The folder of the saved games.
    play
        The function that creates a board: `polygames.play`.
    """

    def __init__(self, folder: Path, play: Callable[..., Any]) -> None:
        self._folder, self._play = folder, play
        self._game, self._page = "", 0
        self._message = ""
        self.display = SavedGamesWidget()
        self._own_children = (self.display,)
        super().__init__(self._own_children)
        self.display.on_msg(lambda _, content, __: self._handle_message(content))
        self.refresh()

    def refresh(self) -> None:
        """Read the folder, and show a page of its games."""
        all_files = saved_files(self._folder)
        games = {file.name.partition("-")[0] for file in all_files}
        if self._game not in games:
            self._game = ""
        prefix = f"{self._game}-" if self._game else ""
        files = [file for file in all_files if file.name.startswith(prefix)]
        page_count = max(1, -(-len(files) // GAMES_PER_PAGE))
        self._page = min(max(0, self._page), page_count - 1)
        first = self._page * GAMES_PER_PAGE
        self.display.content = {
            "filters": [
                {"game": "", "title": "All"},
                *(
                    {"game": name, "title": find_game(name).title}
                    for name in game_names()
                    if name in games
                ),
            ],
            "game": self._game,
            "page": self._page,
            "page_count": page_count,
            "note": self._message or (count_text(len(files), "game") if files else NO_GAMES_TEXT),
            "cards": [_card_data(file) for file in files[first : first + GAMES_PER_PAGE]],
        }
        self._message = ""

    @with_game_lock
    def open_game(self, file: Path, action: str) -> None:
        """Show a board with a saved game in place of the list; show an error above the list."""
        try:
            saved_game = load_saved_game(file)
            board = self._play(saved_game.record.game, autosave=self._folder)
            board.resume(saved_game)
        except (PolygamesError, OSError, UnicodeError) as error:
            self._message = error_text(error)
            self.refresh()
            return
        if action == "review":
            board.review()
        replace_children(self, board, "your games", self.display, on_return=self.refresh)

    @with_game_lock
    def _handle_message(self, content: object) -> None:
        match content:
            case {"kind": "choose_game", "game": str(game)}:
                self._game, self._page = game, 0
                self.refresh()
            case {"kind": "turn_page", "page": int(page)}:
                self._page = page
                self.refresh()
            case {"kind": "open", "file": str(name), "action": str(action)}:
                if name in {card["file"] for card in self.display.content["cards"]}:
                    self.open_game(self._folder / name, action)


def _card_data(file: Path) -> dict[str, Any]:
    """Return the picture and the texts of a saved game, or the reason why it cannot be read."""
    try:
        saved_game = load_saved_game(file)
        record = saved_game.record
        players = [record.players.get(seat, "human") for seat in range(record.start.seats)]
        state, names = end_of_game(record).state, names_of_players(players)
        picture = svg(
            position_picture(_visible_state(state), names), CARD_PICTURE_WIDTH_PX, title=""
        )
        what = {
            "headline": _headline(state, names),
            "title": info_of(record.start).title,
            "about": saved_game.time_and_length,
            "picture": picture,
        }
        actions = [["look", "Look"], ["review", "Review"]]
        return {
            "file": file.name,
            "game": record.game,
            "kind": _result_kind(state, names),
            "actions": actions if is_over(record) else [["continue", "Continue"]],
            **what,
        }
    except (PolygamesError, OSError, UnicodeError) as error:
        return {
            "file": file.name,
            "game": "",
            "kind": "damaged",
            "headline": "This file cannot be read",
            "title": file.name,
            "about": error_text(error),
            "picture": "",
            "actions": [],
        }


def _headline(state: State[Any], names: Names) -> str:
    is_running = state.outcome is None
    return next_player_text(state, names) if is_running else opponents_text(state, names)


def _result_kind(state: State[Any], names: Names) -> str:
    """Return the kind of a result for its colour: won, lost, open, or other."""
    if state.outcome is None:
        return "open"
    if names.you is None or state.seats == 1:
        return "other"
    if len(state.outcome.winners) != 1:
        return "other"
    return "won" if names.you in state.outcome.winners else "lost"


def _visible_state(state: State[Any]) -> State[Any]:
    """Return a state without the information hidden from the player to move."""
    return state.view(state.turn) if state.outcome is None and state.turn >= 0 else state


def names_of_players(players: Sequence[str]) -> Names:
    """Return the names of the players of a saved game: the only person is "You".

    Examples
    --------
    >>> names_of_players(("human", "level 2"))
    Names(names=('', 'level 2'), you=0)
    """
    people = [seat for seat, player in enumerate(players) if player == HUMAN_SEAT]
    names = tuple("" if player == HUMAN_SEAT else player for player in players)
    return Names(names, you=people[0] if len(people) == 1 else None)
