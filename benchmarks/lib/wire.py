"""The messages that a board sends to its page, in a notebook and in a class, and their size."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import contextmanager
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from comm import DummyComm

import polygames as pg
from polygames.classroom.pages.broadcast import Connections
from polygames.classroom.pages.connection import Connection
from polygames.classroom.pages.rate_limits import LoginLimiter
from polygames.classroom.room import Room
from polygames.classroom.room.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Message: TypeAlias = tuple[str, int]

MOVE_COUNT = 6
"""The number of moves over which the size of a move is averaged."""

SETTLE_SECONDS = 0.4
"""The time after a move in which all its messages are sent."""


@contextmanager
def record_messages() -> Iterator[list[Message]]:
    """Record the messages of all widgets to their pages: the kind and the bytes of each one.

    The kind of an update is the names of its traits. Binary buffers count with the message.
    """
    messages: list[Message] = []
    publish = DummyComm.publish_msg

    def record(
        self: DummyComm, msg_type: str, data: Any = None, buffers: Any = None, **rest: Any
    ) -> None:
        content = (data or {}).get("content") or {}
        name = content.get("kind") if isinstance(content, dict) else None
        traits = (data or {}).get("state", ())
        if not name:
            name = (
                "canvas"
                if buffers
                else "new widget"
                if "_model_name" in traits
                else " ".join(traits)
            )
        size = len(json.dumps(data, default=str)) + sum(len(bytes(each)) for each in buffers or ())
        messages.append((str(name or msg_type), size))
        publish(self, msg_type, data=data, buffers=buffers, **rest)

    DummyComm.publish_msg = record  # type: ignore[method-assign]  # comm has no hook
    try:
        yield messages
    finally:
        DummyComm.publish_msg = publish  # type: ignore[method-assign]  # comm has no hook


def next_message(frame: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the message of a page that makes one of the moves of a frame.

    Where a frame has no spelled move, a line from the left border to the right one is drawn. Its
    height depends on `number`, so that no two lines meet.
    """
    message: dict[str, Any] = {"version": frame["version"], "id": number}
    if frame["moves"]:
        spelled = Random(number).choice(frame["moves"])["spelling"]
        return message | {"kind": "move", "spelling": list(spelled)}
    left, top, right, bottom = frame["home"]
    at = top + (2 * number + 1) / (4 * MOVE_COUNT) * (bottom - top)
    return message | {"kind": "line", "start": [left, at], "end": [right, at]}


async def measure_board(game: str) -> list[Message]:
    """Return the messages of some moves of people at a board.

    In Splitter, each move is a round: a placement, its confirmation, and the next roll.
    """
    board = pg.play(game, autosave=None, seed=1)
    if board.state.seats > 1:
        board.new(seats=("human",) * board.state.seats)
    await asyncio.sleep(SETTLE_SECONDS)
    with record_messages() as messages:
        for number in range(MOVE_COUNT):
            ply, clicks = board.state.ply, 0
            while board.state.ply == ply and clicks < 3:  # noqa: PLR2004 - place and confirm
                frame = board.pointer.frame
                message = next_message(frame, number)
                if clicks and frame["buttons"]:
                    message["spelling"] = list(frame["buttons"][0])
                board.pointer._handle_custom_msg(message, [])  # noqa: SLF001 - as a page sends it
                await asyncio.sleep(SETTLE_SECONDS)
                clicks += 1
            if board.state.ply == ply:
                raise AssertionError(message)
    board.close()
    return messages


def summarize(messages: list[Message]) -> dict[str, Any]:
    """Return the messages and the kB of one move: in total, and the kB of each kind over 0.1."""
    sizes: Counter[str] = Counter()
    for kind, size in messages:
        sizes[kind] += size
    kinds = {kind: round(size / 1000 / MOVE_COUNT, 1) for kind, size in sizes.most_common()}
    return {
        "messages": round(len(messages) / MOVE_COUNT, 1),
        "kB": round(sum(sizes.values()) / 1000 / MOVE_COUNT, 1),
        "kinds": {kind: size for kind, size in kinds.items() if size},
    }


def measure_class_page(game: str) -> list[Message]:
    """Return the messages to a pupil's page during some moves at its table of a class."""
    return [(_class_name(each), len(json.dumps(each))) for each in play_in_class(game)]


def play_in_class(game: str, send_move: Callable[..., None] | None = None) -> list[dict[str, Any]]:
    """Play some moves at a table of a class, and return the messages to one of its pages.

    `send_move` is called with a page and the message of each move, by default `_say`.
    """
    send_move = send_move or _say
    room = Room(Setting.from_position(pg.new(game)), None, rng=Random(1))
    connections = Connections(room, lambda act: act(), lambda _, act: act())
    sent: list[list[dict[str, Any]]] = [[], []]
    pages = [
        Connection(
            connections,
            lambda text, log=log: log.append(json.loads(text)),
            LoginLimiter(monotonic),
            wall_key="",
        )
        for log in sent
    ]
    for number, page in enumerate(pages):
        _say(page, do="join", code=room.ledger.code, name=f"Pupil {number}")
    begun = len(sent[0])
    for number in range(MOVE_COUNT):
        for page, log in zip(pages, sent, strict=True):
            frame = _frame_of(log)
            if frame["active"]:
                move = next_message(frame, number)
                send_move(page, do="handle_board_message", content=move)
                if _frame_of(log).get("escape"):  # the move waits for confirmation
                    confirm = move | {"spelling": ["confirm"]}
                    _say(page, do="handle_board_message", content=confirm)
                break
    return sent[0][begun:]


def _frame_of(log: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the last frame that a page has received."""
    update = [each for each in log if each.get("layer") == "pointer"][-1]
    frame: dict[str, Any] = json.loads(update["values"]["frame"])
    return frame


def _say(page: Connection, **content: Any) -> None:
    page.handle_message(json.dumps(content))


def _class_name(message: dict[str, Any]) -> str:
    content = message.get("content", {})
    return str(message.get("layer") or content.get("kind") or message["kind"])
