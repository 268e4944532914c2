"""The last message of a class to each page: the pupil's games and results, to be saved."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from polygames.classroom.pages.page_texts import names_at, result_text
from polygames.core.descriptions import count_text
from polygames.view.frame import played_move_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.room import Room
    from polygames.classroom.room.people import Pupil
    from polygames.table.table import Table

CLASS_OVER_TEXT: Final = "The class is over."

MAX_FAREWELL_GAMES: Final = 12
"""The newest games of a pupil that are shown; a game takes up to 60 kB."""

TASK_KINDS: Final = ("puzzle", "exercise")
"""The tasks of a class; the results have the number that a pupil has solved."""


def farewell_message(
    room: Room, pupil: Pupil | None, picture_of: Callable[[Table], str]
) -> dict[str, Any]:
    """Return the message for the end of the class, for the page of a pupil or one without a name.

    `picture_of` returns the board of a table as SVG.
    """
    html = "" if pupil is None or not pupil.is_player else _games_html(room, pupil, picture_of)
    name = pupil.name if pupil else ""
    return {
        "kind": "class_over",
        "text": CLASS_OVER_TEXT,
        "name": name,
        "html": html,
        "file_name": _file_name(room),
    }


def wall_farewell_message(room: Room) -> dict[str, Any]:
    """Return the message for the end of the class, for the teacher's dashboard (wall)."""
    folder = room.ledger.folder
    where = (
        "The results are below until you close this page. This class saved no files."
        if folder is None
        else f"All games are saved in {folder}. You can open the class again from there."
    )
    return {"kind": "class_over", "text": f"{CLASS_OVER_TEXT} {where}"}


def _file_name(room: Room) -> str:
    """Return the name of the file for a pupil's games, with the game and the date of the class."""
    opened_at = room.ledger.opened_at
    opened = datetime.now(UTC) if opened_at is None else datetime.fromtimestamp(opened_at, UTC)
    return f"polygames-{room.ledger.setting.game}-{opened.astimezone():%Y-%m-%d-%H%M}.html"


def _games_html(room: Room, pupil: Pupil, picture_of: Callable[[Table], str]) -> str:
    """Return a pupil's games and results as HTML; all names in it are text."""
    games = [table for table in room.seating.games if pupil.id in table.seats]
    shown = [_game_html(room, table, pupil, picture_of) for table in games[-MAX_FAREWELL_GAMES:]]
    omitted = len(games) - len(shown)
    note = f"<p>Your teacher has {count_text(omitted, 'earlier game')}.</p>" if omitted else ""
    return f"<p>{escape(_results_text(room, pupil))}</p>{''.join(reversed(shown))}{note}"


def _results_text(room: Room, pupil: Pupil) -> str:
    """Return a pupil's results in one line."""
    row = next(row for row in room.results() if row["name"] == pupil.name)
    counts = [f"{row[name]} {name}" for name in ("won", "tied", "lost") if row[name]]
    parts = [
        count_text(row["games"], "finished game"),
        *counts,
        count_text(f"{row['points']:g}", "point"),
        *(
            f"{count_text(row[f'{name}s'], name)} solved"
            for name in TASK_KINDS
            if row.get(f"{name}s")
        ),
    ]
    return f"{pupil.name}: {' · '.join(parts)}"


def _game_html(room: Room, table: Table, pupil: Pupil, picture_of: Callable[[Table], str]) -> str:
    """Return one game of a pupil as HTML: the players, the result, the board and the moves."""
    names = " – ".join(map(room.people.display_name, table.seats))
    ended = result_text(table, room.people, table.seat_of(pupil.id))
    names_here = names_at(table, room.people, table.seat_of(pupil.id))
    moves = "".join(
        f"<li>{escape(played_move_text(node, names_here))}</li>" for node in table.record.root.line
    )
    picture = f'<img alt="" src="data:image/svg+xml,{quote(picture_of(table))}">'
    return (
        f"<h2>{escape(names)}</h2><p>{escape(ended or 'This game was not finished.')}</p>{picture}"
        f"<details><summary>All moves</summary><ol>{moves}</ol></details>"
    )
