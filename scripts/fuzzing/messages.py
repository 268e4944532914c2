"""Hostile messages to a board in a notebook."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.classwords import board_message
from fuzzing.nasty import random_json
from fuzzing.plugs import require, short_start

if TYPE_CHECKING:
    from random import Random

__all__ = ["attack_board"]

BOARD_MESSAGES = 20

PLAYING_KINDS = ("move", "line", "key")
"""The kinds of message by which a person plays."""


def attack_board(game: str, rng: Random) -> None:
    """Send hostile messages to a board; check that only a move changes its game."""
    board = pg.play(short_start(game, rng), autosave=None, seed=1)
    for _ in range(BOARD_MESSAGES):
        known = plausible_values(board)
        content = board_message(rng, known, known["position_hash"][0])["content"]
        if rng.random() < 1 / 20:
            content = random_json(rng, {"kind": "move", "version": known["version"][0]})
        record, moves = board.record, list(board.record.moves)
        send(board, content)
        json.dumps(board.pointer.frame, allow_nan=False)
        kind = content.get("kind") if isinstance(content, dict) else None
        plays = kind in PLAYING_KINDS or record.moves == moves
        require(plays and board.record is record, "not only a move plays", content)
        if board.state.outcome is not None:
            board.new()
    record = board.record
    is_equal = pg.Record.from_text(record.to_text()).state == record.state or record.branches
    require(is_equal, "a record reads back to another", record)
    board.close()


def send(board: Any, content: Any) -> None:
    """Call the listeners with a message, without the error handling of a kernel."""
    for listener in board.pointer._msg_callbacks.callbacks:  # noqa: SLF001 - no public way
        listener(board.pointer, json.loads(json.dumps(content)), [])


def plausible_values(board: Any) -> dict[str, list[Any]]:
    """Return plausible values for the fields of a message about this position."""
    frame = board.pointer.frame
    return {
        "version": [frame["version"]],
        "position_hash": [frame.get("position_hash")],
        "window": [frame["window"], [9, 0, 0, 1]],
        "spelling": [list(move["spelling"]) for move in frame["moves"]][:50] or [["x"]],
        "target": [item["target"] for item in frame["items"]][:50] or ["x"],
        "handle": list("ABCDEFG"),
        "pixel_size": [0.0045, 0],
    }
