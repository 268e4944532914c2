"""Messages to the board that no browser of ours would send."""

from __future__ import annotations

import inspect
import json
import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import running
from fuzzing.nasty import json_value

if TYPE_CHECKING:
    from fuzzing.case import Run

__all__ = ["messages"]

INPUTS = 20


def messages(run: Run) -> None:
    """Send messages to one board; it stays whole whatever comes."""
    rng = run.rng
    state = running(run.game, rng)
    board = run.works("play", state, partial(pg.play, state, autosave=None, seed=1))
    if board is REFUSED:
        return
    for _ in range(INPUTS):
        content = message(run, board)
        run.counts["inputs"] += 1
        run.works("message", content, partial(send, board, content))
        run.works("frame", content, lambda: json.dumps(board.pointer.frame, allow_nan=False))
        if board.state.outcome is not None:
            board.new()
    record = board.record
    twin = run.works("record", "messages", lambda: pg.Record.from_text(record.to_text()))
    run.require(getattr(twin, "state", None) == record.state or record.branches, "whole", record)
    board.close()


def send(board: Any, content: Any) -> None:
    """Hand a message to whoever listens, without the net that a kernel spreads below."""
    for listener in board.pointer._msg_callbacks.callbacks:  # noqa: SLF001 - no public way
        listener(board.pointer, json.loads(json.dumps(content)), [])


def message(run: Run, board: Any) -> Any:
    """Return a message: one that is right, one bent, or anything."""
    rng, known = run.rng, words(board)
    moves = board.pointer.frame.get("moves") or []
    if moves and rng.random() < 1 / 8:
        spelling = list(rng.choice(moves)["spelling"])
        content = {"kind": "move", "version": known["version"], "spelling": spelling}
    else:
        content = {"kind": rng.choice(kinds(sources(type(board)))), "version": known["version"]}
        for key in rng.sample(keys(sources(type(board))), rng.randrange(4)):
            content[key] = json_value(rng, known)
    if rng.random() < 1 / 4:
        content[rng.choice(list(content))] = json_value(rng, known)
    return content if rng.random() < 0.95 else json_value(rng, known | content)  # noqa: PLR2004 - nearly always


def words(board: Any) -> dict[str, Any]:
    """Return what a message about this position may speak of."""
    frame = board.pointer.frame
    targets = [item["target"] for item in frame.get("items", [])][:50] or ["x"]
    spellings = [list(move["spelling"]) for move in frame.get("moves", [])][:50] or [["x"]]
    known = {f"target {k}": target for k, target in enumerate(targets)}
    known |= {f"spelling {k}": spelling for k, spelling in enumerate(spellings)}
    return known | {"version": frame["version"], "window": frame["window"], "point": [5.0, 5.0]}


@cache
def kinds(source: str) -> list[str]:
    """Return the kinds of message that a board knows, as its source names them."""
    return sorted(set(re.findall(r'"kind": "(\w+)"', source)))


@cache
def keys(source: str) -> list[str]:
    """Return the keys that occur beside a kind."""
    return sorted(set(re.findall(r'"(\w+)": [\w\[]', source)) - {"kind"})


def sources(board: type) -> str:
    """Return the source of a board's class and of those it comes from."""
    return "".join(inspect.getsource(c) for c in board.__mro__ if "polygames" in c.__module__)
