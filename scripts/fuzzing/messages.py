"""Hostile messages to a board in a notebook."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED_INPUT
from fuzzing.classwords import board_message
from fuzzing.material import short_start
from fuzzing.nasty import random_json

if TYPE_CHECKING:
    from fuzzing.case import Run

__all__ = ["attack_board"]

BOARD_MESSAGES = 20

PLAYING_KINDS = ("move", "line", "key")
"""The kinds of message by which a person plays."""


def attack_board(run: Run) -> None:
    """Send hostile messages to a board; check that only a move changes its game."""
    rng = run.rng
    state = short_start(run.game, rng)
    board = run.works("play", state, partial(pg.play, state, autosave=None, seed=1))
    if board is REFUSED_INPUT:
        return
    for _ in range(BOARD_MESSAGES):
        known = plausible_values(board)
        content = board_message(rng, known, known["position_hash"][0])["content"]
        if rng.random() < 1 / 20:
            content = random_json(rng, {"kind": "move", "version": known["version"][0]})
        record, moves = board.record, list(board.record.moves)
        run.counts["inputs"] += 1
        run.works("message", content, partial(send, board, content))
        run.works("frame", content, lambda: json.dumps(board.pointer.frame, allow_nan=False))
        kind = content.get("kind") if isinstance(content, dict) else None
        plays = kind in PLAYING_KINDS or record.moves == moves
        run.require(plays and board.record is record, "only a move plays", content)
        if board.state.outcome is not None:
            board.new()
    record = board.record
    twin = run.works("record", "messages", lambda: pg.Record.from_text(record.to_text()))
    is_equal = getattr(twin, "state", None) == record.state or record.branches
    run.require(is_equal, "a record reads back to the same", record)
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
        "space": [frame.get("space", 0)],
        "position_hash": [frame.get("position_hash")],
        "window": [frame["window"], [9, 0, 0, 1]],
        "spelling": [list(move["spelling"]) for move in frame["moves"]][:50] or [["x"]],
        "target": [item["target"] for item in frame["items"]][:50] or ["x"],
        "handle": list("ABCDEFG"),
        "pixel_size": [0.0045, 0],
    }
