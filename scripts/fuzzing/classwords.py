"""Messages to a class: valid, forged, late, repeated, deeply nested or random."""

from __future__ import annotations

import inspect
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from fuzzing.nasty import random_json
from polygames.classroom.pages import broadcast, connection
from polygames.view import messages

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from types import ModuleType

__all__ = ["ODD_TEXTS", "TEACHER_KEY", "board_message", "damaged_message", "random_request"]

TEACHER_KEY: Final = "the teacher's key"

NESTING_DEPTH: Final = 5000
"""The depth of a message that has only opening brackets."""

ODD_TEXTS: Final = (
    "",
    " ",
    "\0",
    "\ud800",
    "a\u2028b",
    "=1+1",
    "<b>Ben</b>",
    "x" * 300,
    "e\u0301",
    "٣",
)
"""Unusual texts that a person may type, or a page may send."""

PLAUSIBLE_VALUES: Final[dict[str, Callable[[Random], Any]]] = {
    "minutes": lambda rng: rng.choice((0, 0.1, 1, 5, None)),
    "count": lambda rng: rng.randrange(1, 6),
    "puzzle": lambda rng: rng.choice((None, None, 1, 2)),
    "paused": lambda rng: rng.random() < 1 / 3,
    "granted": lambda rng: rng.random() < 2 / 3,
    "method": lambda rng: rng.choice(("random", "swiss", "ladder")),
    "decision": lambda rng: rng.choice(("same", "another", "refuse")),
    "locked": lambda rng: rng.random() < 1 / 4,
    "struck": lambda rng: rng.random() < 2 / 3,
    "client": lambda rng: rng.choice((None, None, "notebook", "lesson")),
    "choices": lambda rng: rng.choice(([], ["one", "two"], ["0", "5e-324"], list(ODD_TEXTS))),
    "text": lambda rng: rng.choice(ODD_TEXTS),
    "again": lambda _: 1,
    "id": lambda rng: rng.randrange(9),
    "window": lambda rng: rng.choice((None, [0, 0, 5, 5], [9, 0, 0, 1])),
    "start": lambda rng: [rng.choice((0, 10)), rng.uniform(-1, 11)],
    "end": lambda rng: [rng.choice((0, 10)), rng.uniform(-1, 11)],
    "key": lambda rng: rng.choice(("u", "h", "Escape")),
}
"""For each key, a function that returns a valid value for any state of the class."""


MESSAGE_WEIGHTS: Final = {
    "skip_puzzle": 8,
    "practise_puzzles": 8,
    "rematch": 6,
    "resign": 4,
    "watch_table": 3,
    "show_window": 3,
    "show_help": 2,
}
"""The relative frequency of expensive messages; all others have 1. In Split they take the server
from 3 ms, for a part of the board, to 24 ms, for another puzzle. A new table also costs a file."""


@cache
def requests_in(module: ModuleType) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the requests of a page or a wall with their keys, found in the source."""
    source = inspect.getsource(module)
    more = re.findall(r'content\.get\("(\w+)"', source)
    found = []
    for line in re.findall(r'case \{"do": .*\}', source):
        keys = re.findall(r'"(\w+)":', line)[1:]
        names = re.findall(r'"(\w+)"', line.partition('"do": ')[2].partition(",")[0])
        found += [(name, (*keys, *more)) for name in names]
    return tuple(found)


def random_request(rng: Random, known: dict[str, list[Any]], *, is_wall: bool) -> Any:
    """Return a message in one of the forms, with mostly valid values."""
    known_forms = requests_in(broadcast if is_wall == (rng.random() < 0.9) else connection)  # noqa: PLR2004 - mostly
    costs = [MESSAGE_WEIGHTS.get(name, 1) for name, _ in known_forms]
    ((name, keys),) = rng.choices(known_forms, costs)
    return {
        "do": name,
        **{key: random_value(rng, key, known) for key in keys if rng.random() < 0.9},  # noqa: PLR2004 - mostly
    }


def board_message(rng: Random, known: dict[str, list[Any]], position_hash: object) -> Any:
    """Return a message of the pointer layer, in one of its forms or bent."""
    table = messages.MESSAGE_TABLE["from_page"]
    kinds = sorted(table)
    (kind,) = rng.choices(kinds, [MESSAGE_WEIGHTS.get(each, 1) for each in kinds])
    keys = ("version", *table[kind]["fields"])
    content = {key: random_value(rng, key, known) for key in keys if rng.random() < 0.9}  # noqa: PLR2004 - mostly
    return {
        "do": "handle_board_message",
        "content": {"kind": kind, "position_hash": position_hash, **content},
    }


def random_value(rng: Random, key: str, known: dict[str, list[Any]]) -> Any:
    """Return a value for a key: one of this class, a plausible one, or any JSON value."""
    chance = rng.random()
    if chance < 0.7 and (here := known.get(key)):  # noqa: PLR2004 - mostly
        return rng.choice(here)
    if chance < 0.9 and key in PLAUSIBLE_VALUES:  # noqa: PLR2004 - mostly
        return PLAUSIBLE_VALUES[key](rng)
    flat = {f"{name} {at}": each for name, some in known.items() for at, each in enumerate(some)}
    return random_json(rng, flat)


def damaged_message(rng: Random, text: str) -> str | bytes:
    """Return an invalid message, or one that is cut, long or deeply nested."""
    at = rng.randrange(len(text) + 1)
    return rng.choice(
        (
            text[:at],
            text[:at] + rng.choice('\0\ud800[{]}",:9e') + text[at:],
            text.encode("utf-8", "replace")[:at] + b"\xff",
            rng.choice(("[", '{"do":')) * NESTING_DEPTH,
            json.dumps({"do": "join", "name": "x" * 20_000}),
            '{"do": "handle_board_message", "content": ' + "[" * 900 + "]" * 900 + "}",
            '{"do": "answer_question", "answer": 1e999}',
            '{"do": "resign", "do": "answer_takeback", "granted": NaN}',
        )
    )
