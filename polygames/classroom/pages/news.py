"""What a page is told of its table and of the class, beside the picture of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.classroom.pages.picture import PAUSED, seats_of, status_of
from polygames.classroom.pages.rules import aim_of
from polygames.view.frame import plays

if TYPE_CHECKING:
    from polygames.classroom.pages.hall import Hall
    from polygames.classroom.room import Room
    from polygames.classroom.room.people import Pupil
    from polygames.classroom.tables.table import Table


def page_news(
    hall: Hall, table: Table | None, pupil: Pupil | None, *, is_watching: bool
) -> dict[str, Any]:
    """Return what stands around the board of a page."""
    room = hall.room
    news: dict[str, Any] = {
        "kind": "news",
        "game": room.setting.game,
        "paused": room.is_paused,
        "words": room.words,
        "name": pupil.name if pupil else "",
        "watching": is_watching,
        "question": room.question.as_news(pupil.id) if room.question and pupil else None,
        "tables": [
            {"number": t.number, "names": [room.people.name(who) for who in t.seats]}
            for t in room.tables.values()
            if t.is_on and t.puzzle is None
        ],
    }
    if table is None:
        return news | {"table": None, "status": "Wait until the teacher gives you a table."}
    seat = None if pupil is None else table.seat_of(pupil.id)
    look = hall.look(table, seat)
    asks = table.asks_back
    is_game = table.puzzle is None and seat is not None
    return news | {
        "table": table.number,
        "seat": seat,
        "status": _status(room, table, pupil, seat),
        "aim": aim_of(table),
        "skips": table.puzzle is not None and table.is_on,
        "race": room.race.left if room.race and room.race.has(table) else None,
        "seats": seats_of(table, room.people),
        "choices": [
            {"words": label, "plays": plays(spelling)} for spelling, label, _ in look.choices
        ],
        "asked": "" if seat is None or asks in (None, seat) else look.names.of(asks),
        "asking": asks is not None and asks == seat,
        "on": table.is_on and is_game,
        "over": table.result is not None and is_game,
        "back": is_game and seat is not None and table.has_moved(seat),
        "moves": len(table.record.moves),
    }


def _status(room: Room, table: Table, pupil: Pupil | None, seat: int | None) -> str:
    """Say what goes on, at a game or in a race."""
    if room.race is None or not room.race.has(table) or pupil is None:
        called = room.race.called(table) if room.race else ""
        return status_of(table, room.people, seat, is_paused=room.is_paused, puzzle=called)
    if room.is_paused and not room.race.is_over:
        return PAUSED
    return room.race.words(pupil.id, list(room.tables.values()))


def game_news(room: Room, table: Table | None, pupil: Pupil | None) -> dict[str, Any]:
    """Return a game as text, for a notebook's board: it draws for itself."""
    news: dict[str, Any] = {"kind": "game", "words": room.words}
    if table is None or pupil is None:
        return news | {"table": None}
    seat = table.seat_of(pupil.id)
    return news | {
        "table": table.number,
        "seat": seat,
        "version": table.version,
        "mark": table.mark,
        "start": table.log.entries[0]["record"],
        "moves": [str(move) for move in table.record.moves],
        "names": [room.people.name(who) for who in table.seats],
        "status": status_of(table, room.people, seat, is_paused=room.is_paused),
        "asks": table.asks_back,
        "over": table.result is not None,
    }
