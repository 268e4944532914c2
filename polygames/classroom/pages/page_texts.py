"""The texts that a page shows beside the board: status, players, questions and help."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.setting import has_to_roll
from polygames.core.descriptions import (
    Names,
    goal_text,
    isolate_direction,
    position_caption,
    seat_count_texts,
)
from polygames.core.registry import game, info_of
from polygames.table.players import EMPTY_SEAT, is_pupil
from polygames.view.frame import move_button_class
from polygames.view.help import changed_rules_html, markdown_to_html, numbered_rules, tour_html

if TYPE_CHECKING:
    from polygames.classroom.room import Room
    from polygames.classroom.room.people import People, Pupil
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat
    from polygames.records.record import Record
    from polygames.table.conversation import Conversation
    from polygames.table.table import GameResult, Table

PAUSED_TEXT: Final = "The class is paused"

RESIGN_PHRASES: Final = {"gives up": ("gives", "up"), "no time left": ("has", "no time left")}
"""The verb and the rest of the sentence for each reason that ends a game early."""

WAIT_TEXT: Final = "Please wait. Your teacher will start a game for you."

CONFIRM_TEXT: Final = "Tap the same cell again or Confirm."
TAP_HELP: Final = "Tap a place on the board."
DRAW_HELP: Final = "To draw a line, drag from line to line, or tap both ends."
ZOOM_HELP: Final = "Use two fingers to zoom in."


def page_message(
    room: Room,
    pupil: Pupil | None,
    table: Table | None,
    conversation: Conversation,
    *,
    is_watching: bool,
) -> dict[str, Any]:
    """Return the message with the texts and buttons around the board of a page.

    The conversation has the position that the page shows, if there is a table.
    """
    ledger = room.ledger
    news: dict[str, Any] = {
        "kind": "page_state",
        "game": ledger.setting.game,
        "paused": ledger.is_paused,
        "announcement": ledger.announcement,
        "name": pupil.name if pupil else "",
        "is_watching": is_watching,
        "question": ledger.question.to_message(pupil.id) if ledger.question and pupil else None,
        "tables": [
            {"number": t.number, "names": [room.people.display_name(who) for who in t.seats]}
            for t in room.tables.values()
            if t.is_in_play and t.puzzle is None
        ],
    }
    if table is None:
        return news | {"table": None, "status": WAIT_TEXT}
    seat = None if pupil is None else table.seat_of(pupil.id)
    race = ledger.race if ledger.race and ledger.race.has_table(table) else None
    asks = table.takeback_requested_by
    is_game = table.puzzle is None and seat is not None
    draft = conversation.view.draft_text(conversation.page)
    return news | {
        "table": table.number,
        "seat": seat,
        "status": _race_status(room, pupil) if race and pupil else status_of(room, table, seat),
        "goal": aim_text(table) if not draft else f"{draft}. {CONFIRM_TEXT}",
        "can_skip": table.puzzle is not None and table.is_in_play,
        "race_seconds_left": race.seconds_left if race else None,
        "seats": seats_of(table, room.people),
        "choices": [
            {"label": label, "button_class": move_button_class(spelling)}
            for spelling, label, _ in conversation.buttons
        ],
        "takeback_requested_by": ""
        if seat is None or asks in (None, seat)
        else conversation.view.names.name(asks),
        "has_requested_takeback": asks is not None and asks == seat,
        "is_takeback_declined": seat is not None and table.takeback_declined_to == seat,
        "is_playing": table.is_in_play and is_game,
        "is_over": table.result is not None and is_game,
        "rematch_text": rematch_text(table, seat, conversation.view.names),
        "has_requested_rematch": seat in table.rematch_requested_by,
        "can_take_back": is_game and seat is not None and table.can_take_back(seat),
        "has_move_buttons": conversation.view.info.board.has_button_moves,
    }


def rematch_text(table: Table, seat: Seat | None, names: Names) -> str:
    """Return a sentence on the players who want a rematch, or an empty string."""
    who = [names.name(each) for each in sorted(table.rematch_requested_by - {seat})]
    if seat is None or not who:
        return ""
    *some, last = who
    named = " and ".join(filter(None, (", ".join(some), last)))
    return f"{named} {'want' if some else 'wants'} to play again."


def _race_status(room: Room, pupil: Pupil) -> str:
    """Return a pupil's status line in a puzzle race."""
    race = room.ledger.race
    if race is None or (room.ledger.is_paused and not race.is_over):
        return PAUSED_TEXT
    return race.status_text(pupil.id, list(room.tables.values()))


def game_message(room: Room, table: Table | None, pupil: Pupil | None) -> dict[str, Any]:
    """Return the message with the game as text, for a notebook to draw."""
    news: dict[str, Any] = {"kind": "game_state", "announcement": room.ledger.announcement}
    if table is None or pupil is None:
        return news | {"table": None}
    seat = table.seat_of(pupil.id)
    return news | {
        "table": table.number,
        "seat": seat,
        "version": table.version,
        "position_hash": table.next_hash,
        "start": table.log.entries[0]["record"],
        "moves": [str(move) for move in table.record.moves],
        "names": [room.people.display_name(who) for who in table.seats],
        "status": status_of(room, table, seat),
        "takeback_requested_by": table.takeback_requested_by,
        "is_over": table.result is not None,
    }


def seats_of(table: Table, people: People) -> list[dict[str, Any]]:
    """Return a dict for each seat: its player, colour, mark, score, clock and turn."""
    state, result = table.state, table.result
    shown, counts, left = position_caption(state), seat_count_texts(state), table.clock.seconds_left
    return [
        {
            "occupant": who,
            "name": people.display_name(who),
            "label": shown.seats[seat].name,
            "color": shown.seats[seat].color,
            "mark": shown.seats[seat].mark,
            "score": counts[seat],
            "is_turn": table.is_in_play and state.turn == seat,
            "has_won": result is not None and len(table.seats) > 1 and seat in result.winners,
            "seconds_left": None if left is None else left[seat],
            "is_clock_running": table.clock.is_running_for(seat),
        }
        for seat, who in enumerate(table.seats)
    ]


def names_at(table: Table, people: People, seat: Seat | None) -> Names:
    """Return the names of the players at a table, with "You" for the player on `seat`."""
    known = tuple("" if who == EMPTY_SEAT else people.display_name(who) for who in table.seats)
    return Names(known, you=seat)


def status_of(room: Room, table: Table, seat: Seat | None) -> str:
    """Return the status line of a table for the player on a seat, or for a spectator (None)."""
    result, state, is_paused = table.result, table.state, room.ledger.is_paused
    if table.puzzle is not None:
        race = room.ledger.race
        called = (race.puzzle_title(table) if race else "") or f"Puzzle {table.puzzle}"
        if is_paused and table.is_in_play:
            return PAUSED_TEXT
        tried = f", {table.wrong_moves} wrong" if table.wrong_moves else ""
        return f"{called}{': solved' if table.is_solved else ''}{tried}"
    names = names_at(table, room.people, seat)
    if result is not None:
        words = f"{_winners_text(table, room.people, seat)} ({_end_reason(result, names)})"
        return f"{words}{_void_reason(table)}"
    waits = {
        "Waiting for another player": not table.is_full,
        "This game is closed. Please wait for the next one.": table.is_closed,
        PAUSED_TEXT: is_paused,
        "Waiting for the dice": has_to_roll(state),
    }
    if (why := next((words for words, does in waits.items() if does), None)) is not None:
        return why
    if state.turn == seat:
        return f"Your turn · {position_caption(state, names).status}"
    who = table.seats[state.turn]
    name = isolate_direction(room.people.display_name(who))
    return f"{name} {'is to move' if is_pupil(who) else 'is thinking …'}"


def _end_reason(result: GameResult, names: Names) -> str:
    """Return the reason for the end of a game, with the loser's name after a resignation."""
    losers = [seat for seat in range(len(names.names)) if seat not in result.winners]
    if result.reason not in RESIGN_PHRASES or len(losers) != 1:
        return result.reason
    verb, rest = RESIGN_PHRASES[result.reason]
    return f"{names.with_verb(losers[0], verb, is_mid_sentence=True)} {rest}"


def _void_reason(table: Table) -> str:
    """Return a sentence that explains why a table's result does not count; empty if it does."""
    if table.is_struck:
        return ". The teacher has cancelled this result."
    return (
        "" if table.has_valid_result else ". It does not count, because the winner had not moved."
    )


def _winners_text(table: Table, people: People, seat: Seat | None) -> str:
    result = table.result
    winners = sorted(result.winners) if result is not None else []
    if not winners:
        return "Nobody wins"
    if len(table.seats) == 1:
        return "The game is over"
    if len(winners) > 1:
        return "A tie"
    won = winners[0]
    return (
        "You win!"
        if won == seat
        else f"{isolate_direction(people.display_name(table.seats[won]) or EMPTY_SEAT)} wins"
    )


def aim_text(table: Table) -> str:
    """Return the goal of the game as text; empty when the game is over.

    Before the first move, the text also explains how to move.
    """
    state = table.state
    if table.result is not None or table.is_solved:
        return ""
    is_new = table.puzzle is None and not table.is_under_way
    goal = goal_text(state, is_new=is_new)
    return f"{goal} {move_help(info_of(state))}" if is_new else goal


def move_help(info: GameInfo) -> str:
    """Return a sentence that explains how to enter a move by touch.

    Examples
    --------
    >>> move_help(pg.game("territory"))
    'Tap a place on the board.'
    """
    return TAP_HELP if info.board.boundary is None else DRAW_HELP


def game_help_html(record: Record) -> str:
    """Return the instructions for a game as HTML, with pictures and rules.

    Examples
    --------
    >>> text = game_help_html(pg.Record(pg.new("split")))
    >>> text.count("<svg"), text.count("<li>"), "drag from line to line" in text
    (3, 8, True)
    """
    return (
        f"{changed_rules_html(game(record.game), record.options)}{_general_help_html(record.game)}"
    )


@cache
def _general_help_html(name: str) -> str:
    info = game(name)
    moving = f"<p><b>With a finger.</b> {escape(move_help(info))} {ZOOM_HELP}</p>"
    return f"{tour_html(info)}{moving}{markdown_to_html(numbered_rules(info))}"
