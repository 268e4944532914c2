"""What the teacher does at a wall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.search.puzzles.puzzle import puzzle_of

if TYPE_CHECKING:
    from polygames.classroom.room import Room


def direct(room: Room, content: dict[str, Any]) -> str:
    """Do what the teacher asks for at a wall; returns what is to be answered, if anything.

    Raises
    ------
    PolygamesError
        If it cannot be done; the wall says why.
    """
    match content:
        case {"do": "pause", "paused": bool(paused)}:
            room.pause(paused=paused)
        case {"do": "say", "text": str(text)}:
            room.say(text)
        case {"do": "remove", "id": str(who)}:
            room.remove(who)
        case {"do": "let move", "id": str(who)}:
            room.let_move(who)
            return f"Who comes in next as {room.people.name(who)} has this seat."
        case {"do": "ask", "text": str(text), "choices": list(choices)}:
            room.ask(text, [each for each in choices if isinstance(each, str)])
        case {"do": "pair" | "put up"}:
            _seat(room, content)
        case {"do": "race", "minutes": minutes, "count": count}:
            room.run_race(minutes, count)
        case {"do": "save"}:
            games = len(room.save()) - 1
            count = "1 game" if games == 1 else f"{games} games"
            return f"Saved: {count} and results.csv, in {room.folder}"
        case {"do": "throw" | "reveal" | "unask" | "end race" as what}:
            getattr(room, what.replace(" ", "_"))()
    return ""


def _seat(room: Room, content: dict[str, Any]) -> None:
    """Give pupils tables."""
    match content:
        case {"do": "pair", "how": str(how)}:
            puzzle = content.get("puzzle")
            start = None if puzzle is None else puzzle_of(room.setting.game, puzzle)
            room.pair(how, start=start, minutes=content.get("minutes"))
        case {"do": "put up", "seats": list(seats)} if all(isinstance(s, str) for s in seats):
            room.put_up(seats)
