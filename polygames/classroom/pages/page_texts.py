"""The texts that a page shows beside the board: status, players and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.race import solo_task_text
from polygames.classroom.room.setting import has_to_roll
from polygames.core.descriptions import (
    Names,
    count_text,
    goal_text,
    isolate_direction,
    position_caption,
)
from polygames.core.registry import game, info_of
from polygames.table.players import EMPTY_SEAT, computer_name, is_pupil
from polygames.table.seat_chips import seat_chips
from polygames.view.frame import move_button_class
from polygames.view.help import changed_rules

if TYPE_CHECKING:
    from polygames.classroom.room import Room
    from polygames.classroom.room.people import People, Pupil
    from polygames.classroom.room.setting import Setting
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Seat
    from polygames.records.node import Node
    from polygames.table.conversation import Conversation
    from polygames.table.table import GameResult, Table

PAUSED_TEXT: Final = "The class is paused"

RESIGN_PHRASES: Final = {"gives up": ("gives", "up"), "no time left": ("has", "no time left")}
"""The verb and the rest of the sentence for each reason that ends a game early."""

HIDDEN_ROLLS_TEXT: Final = "You see this game up to the last roll that you have placed yourself."

HIDDEN_RESULT_TEXT: Final = "This game is over. You see its result after your own game."

WAIT_TEXT: Final = "Please wait. Your teacher will start a game for you."

TAP_HELP: Final = "Tap a place on the board."
DRAW_HELP: Final = "To draw a line, drag from line to line, or tap both ends."


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
    node = conversation.view.node
    is_hidden = _is_hidden(table, node)
    status = _race_status(room, pupil) if race and pupil else status_of(room, table, seat, node)
    return news | {
        "table": table.number,
        "seat": seat,
        "status": f"Your turn · {conversation.prompt}" if conversation.prompt else status,
        "goal": f"{draft}." if draft else HIDDEN_ROLLS_TEXT if is_hidden else aim_text(table),
        "can_skip": table.puzzle is not None and table.is_in_play,
        "race_seconds_left": race.seconds_left if race else None,
        "seats": seats_of(table, room.people, node),
        "choices": [
            {"label": label, "button_class": move_button_class(spelling)}
            for spelling, label, _ in conversation.buttons
        ],
        "new_board_text": new_board_text(room, pupil, table) if pupil and seat is not None else "",
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
    """Return a sentence on *Play again* and the present board, or an empty string.

    It names the players who have asked for a rematch, or who have not answered yet.
    """
    if seat is None or table.result is None or table.puzzle is not None:
        return ""
    others = [at for at, who in enumerate(table.seats) if at != seat and is_pupil(who)]
    asking = [names.name(each) for each in others if each in table.rematch_requested_by]
    silent = [names.name(each) for each in others if each not in table.rematch_requested_by]
    if seat in table.rematch_requested_by and silent:
        return f"{_join_names(silent)} can say yes. Until then, this board stays."
    if asking:
        verb = "want" if len(asking) > 1 else "wants"
        return f"{_join_names(asking)} {verb} to play again. This game is saved."
    asked = f"asks {_join_names(silent)}" if silent else "opens a new board"
    return f"Play again {asked}. This game is saved."


def new_board_text(room: Room, pupil: Pupil, table: Table) -> str:
    """Return a sentence on a pupil's last game, while the pupil has not moved in the next one.

    It is empty beside a puzzle, which has a task to read.
    """
    seat = table.seat_of(pupil.id)
    if seat is None or table.puzzle is not None or table.has_move_of(seat):
        return ""
    games = [t for t in room.seating.games if pupil.id in t.seats and t.number < table.number]
    if not games or not games[-1].has_move_of(games[-1].seats.index(pupil.id)):
        return ""
    if games[-1].result is None:
        return "This is a new board. Your last game is saved. It was not finished: no points."
    return "This is a new board. Your last game and its result are saved."


def absence_text(names: list[str], seconds: float) -> str:
    """Return a sentence on players without a connected page.

    Examples
    --------
    >>> absence_text(["Ben"], 130), absence_text(["Ben", "Cid"], 40)
    ('Ben has been away for 2 minutes.', 'Ben and Cid are away.')
    """
    if minutes := int(seconds // 60):
        verb = "have" if len(names) > 1 else "has"
        return f"{_join_names(names)} {verb} been away for {count_text(minutes, 'minute')}."
    return f"{_join_names(names)} {'are' if len(names) > 1 else 'is'} away."


def _join_names(names: list[str]) -> str:
    """Return some names as in "Ana, Ben and Cid"."""
    *some, last = names
    return " and ".join(filter(None, (", ".join(some), last)))


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
    node = room.seating.visible_node(table, pupil.id)
    moves = table.record.moves[: node.number]
    return news | {
        "table": table.number,
        "seat": seat,
        "version": table.version,
        "position_hash": table.next_hash,
        "start": table.log.entries[0]["record"],
        "moves": [str(move) for move in moves],
        "names": [room.people.display_name(who) for who in table.seats],
        "status": status_of(room, table, seat, node),
        "takeback_requested_by": table.takeback_requested_by,
        "is_over": table.result is not None,
    }


def seats_of(table: Table, people: People, node: Node | None = None) -> list[dict[str, Any]]:
    """Return the chips of a table's seats.

    `node` is the position that the reader may see; by default the current one.
    """
    return seat_chips(table, [people.display_name(who) for who in table.seats], node)


def names_at(table: Table, people: People, seat: Seat | None) -> Names:
    """Return the names of the players at a table, with "You" for the player on `seat`."""
    known = tuple(["" if who == EMPTY_SEAT else people.display_name(who) for who in table.seats])
    return Names(known, you=seat)


def setting_text(setting: Setting) -> str:
    """Return the game of a class, the rules that differ from the usual ones, and its settings.

    Examples
    --------
    >>> from polygames.classroom.room.setting import Setting
    >>> setting_text(Setting.from_position(pg.new("polygon", n=8), level=2, minutes=5))
    'Polygon · Corners: 8 · against Computer (level 2) · 5 minutes for each player'
    """
    info = game(setting.game)
    parts = [count_text(setting.seats, "player")] if info.seats_option else []
    parts += [
        f"{rule.question}: {rule.answer}" if rule.answer else rule.question
        for rule in changed_rules(info, setting.start.options)
    ]
    if setting.level is not None:
        parts.append(f"against {computer_name(f'level {setting.level}')}")
    if setting.minutes is not None:
        parts.append(f"{count_text(f'{setting.minutes:g}', 'minute')} for each player")
    return " · ".join([info.title, *parts])


def _is_hidden(table: Table, node: Node | None) -> bool:
    """Return True if a position is not the current one of a table."""
    return node is not None and node is not table.record.node


def status_of(room: Room, table: Table, seat: Seat | None, node: Node | None = None) -> str:
    """Return the status line of a table for the player on a seat, or for a spectator (None).

    `node` is the position that the reader may see; by default the current one.
    """
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
        is_hidden = _is_hidden(table, node)
        return HIDDEN_RESULT_TEXT if is_hidden else result_text(table, room.people, seat)
    waits = {
        "Waiting for another player": not table.is_full,
        "This game is closed and saved. Please wait for the next one.": table.is_closed,
        PAUSED_TEXT: is_paused,
        "Waiting for the dice": has_to_roll(state),
    }
    if (why := next((words for words, does in waits.items() if does), None)) is not None:
        return why
    if state.turn == seat:
        return f"Your turn · {position_caption(state, names).status}{_clock_text(table)}"
    who = table.seats[state.turn]
    name = isolate_direction(room.people.display_name(who))
    clock = "" if seat is None else _clock_text(table)  # a spectator sees the clocks
    return f"{name} {'is to move' if is_pupil(who) else 'is thinking …'}{clock}"


def _clock_text(table: Table) -> str:
    """Return a note about the clock until the first move after its start; empty without one."""
    if table.minutes is None or (table.is_clock_started and table.is_under_way):
        return ""
    if table.is_clock_started:
        return " · The clock is running"
    return " · The clock starts when all players are here"


def result_text(table: Table, people: People, seat: Seat | None) -> str:
    """Return the winner of a finished game, and the reason for its end; empty before the end."""
    if table.result is None:
        return ""
    reason = _end_reason(table.result, names_at(table, people, seat))
    return f"{_winners_text(table, people, seat)} ({reason}){_void_reason(table)}"


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
    return "" if table.has_valid_result else ". It does not count: the winner had not moved."


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

    Before the first move, the text also explains how to move. A player alone at a puzzle, without
    an opponent who answers, reads the task of the puzzle instead.
    """
    state = table.state
    if table.result is not None or table.is_solved:
        return ""
    is_new = table.puzzle is None and not table.is_under_way
    if is_new and state.seats == 1 and (task := solo_task_text(table)):
        return task
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
