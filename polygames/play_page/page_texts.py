"""The texts and buttons around the board of a play page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.classroom.pages.page_texts import aim_text
from polygames.core.descriptions import position_caption
from polygames.core.registry import info_of
from polygames.play_page.open_game import NO_OPPONENT
from polygames.search.puzzles.puzzle import has_puzzles, puzzles
from polygames.table.players import is_agent
from polygames.table.seat_chips import seat_chips
from polygames.view.frame import move_button_class
from polygames.view.puzzle_text import DIFFICULTY_NAMES
from polygames.view.result_text import next_player_text, reason_text, result_text

if TYPE_CHECKING:
    from polygames.play_page.open_game import OpenGame
    from polygames.play_page.replay import Replay
    from polygames.table.conversation import Conversation


def page_message(
    opened: OpenGame, conversation: Conversation, replay: Replay | None, note: str
) -> dict[str, Any]:
    """Return the message with the texts and buttons around the board.

    Parameters
    ----------
    opened
        The game or puzzle.
    conversation
        The conversation with the displayed position.
    replay
        The replay of the game, once it is over.
    note
        The text below the status; if it is empty, the goal of the game is shown.
    """
    table = opened.table
    info = info_of(table.state)
    draft = conversation.view.draft_text(conversation.page)
    if replay is not None and replay.number < replay.last_number:
        note = replay.move_text
    return {
        "kind": "page_state",
        "game": opened.game,
        "title": info.title,
        "fragment": opened.game if opened.is_saved_game else opened.as_link().fragment,
        "table": table.number,
        "seats": seat_chips(table, _player_names(opened), conversation.view.node, opened.names),
        "status": _status(opened, conversation.prompt),
        "goal": f"{draft}." if draft else note or aim_text(table),
        "choices": [
            {"label": label, "button_class": move_button_class(spelling)}
            for spelling, label, _ in conversation.buttons
        ],
        "has_move_buttons": info.board.has_button_moves,
        "tools": _tools(opened, replay),
        "replay": None if replay is None or opened.puzzle is not None else _replay_message(replay),
        "levels": [] if table.record.start.seats == 1 else list(info.level_names),
        "opponent": opened.opponent,
        "seat_names": [label.name for label in position_caption(table.record.start).seats],
        "difficulties": DIFFICULTY_NAMES if has_puzzles(opened.game) else (),
    }


def _replay_message(replay: Replay) -> dict[str, Any]:
    """Return the part of the message about a finished game."""
    return {
        "number": replay.number,
        "last": replay.last_number,
        "progress": replay.progress_text,
        "mistakes": [{"number": number, "text": text} for number, text in replay.mistakes],
        "is_faultless": replay.is_reviewed and not replay.mistakes,
    }


def _status(opened: OpenGame, prompt: str) -> str:
    """Return the status line: the result, the task of the puzzle, or the player to move."""
    table, state, names = opened.table, opened.table.state, opened.names
    if opened.puzzle is not None:
        return _puzzle_status(opened)
    if table.result is not None:
        reason = reason_text(state, names)
        result = result_text(state, names)
        return f"{result}. {reason}".strip() if reason else result
    if is_agent(table.mover):
        return f"{names.player_name(state.turn)} is thinking …"
    if prompt:
        return f"Your turn · {prompt}"
    whose = next_player_text(state, names)
    return f"{whose} · {position_caption(state, names).status}"


def _puzzle_status(opened: OpenGame) -> str:
    puzzle, table = opened.puzzle, opened.table
    assert puzzle is not None  # noqa: S101 - the caller checks this
    place = f"Puzzle {puzzle.number} of {len(puzzles(puzzle.game))} · {'★' * puzzle.stars}"
    if table.is_solved:
        return f"{place} · Right! The puzzle is solved."
    return f"{place} · {puzzle.task}"


def _tools(opened: OpenGame, replay: Replay | None) -> list[dict[str, Any]]:
    """Return the buttons below the board, each with its label and its request."""
    table = opened.table
    if opened.puzzle is not None:
        is_done = table.is_solved
        answer = [] if is_done else [_tool("Show the answer", "show_answer")]
        return [_tool("Next puzzle", "next_puzzle", is_main=is_done), *answer]
    if table.result is not None:
        again = "Play again" if opened.opponent == NO_OPPONENT else "Rematch"
        better = []
        if replay is not None and replay.has_review:
            is_enabled = not replay.is_review_started
            better = [_tool("What was better?", "review", is_enabled=is_enabled)]
        return [_tool(again, "rematch", is_main=True), *better]
    is_own_turn = table.state.turn == opened.page_seat
    return [
        _tool("Undo", "undo", is_enabled=opened.undoable_seat is not None),
        _tool("Hint", "hint", is_enabled=is_own_turn),
    ]


def _tool(label: str, do: str, *, is_main: bool = False, is_enabled: bool = True) -> dict[str, Any]:
    return {"label": label, "do": do, "is_main": is_main, "is_enabled": is_enabled}


def _player_names(opened: OpenGame) -> list[str]:
    """Return the label of each seat, with the name of its player unless they are the same."""
    state, names = opened.table.state, opened.names
    is_alone = opened.puzzle is not None or state.seats == 1
    labels = position_caption(state, names).seats
    return [
        label.name
        if is_alone or label.is_player
        else " · ".join(filter(None, (label.name, names.player_name(seat))))
        for seat, label in enumerate(labels)
    ]
