"""A strict parser of client messages: a message is accepted in a known form or ignored.

A page may send anything: it may be a program, a front end of another version, or out of date. A
message must never change a game in a way that a person at the board could not.

The table in ``js/messages.json`` has the messages in both directions: what each means, and the
types of its fields. The tests of the page check its messages with the same table.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from polygames.view.js_bundle import JS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOVE_KINDS: Final = ("move", "line")
"""The kinds of message that make a move; useless unless a player at the board is to move."""

MAX_COORDINATE: Final = 1e9
"""The maximum absolute coordinate; its inverse is the minimum size."""


MAX_NAME_CHARS: Final = 40
"""The maximum length of the name of a view, a mark or a colour, in characters."""

MAX_TARGET_NAME_CHARS: Final = 200
"""The maximum length of the name of a target, in characters."""


def parse_message(content: object, direction: str = "from_page") -> dict[str, Any] | None:
    """Return a message with its kind, version and kind-specific fields; None if malformed.

    The direction is ``"from_page"`` or ``"to_page"``.

    Examples
    --------
    >>> line = {"kind": "line", "version": 3, "start": [0, 2], "end": [5, 10], "color": "red"}
    >>> parse_message(line)
    {'kind': 'line', 'version': 3, 'start': (0.0, 2.0), 'end': (5.0, 10.0)}
    >>> parse_message({"kind": "line", "version": 3, "start": [0, 2]}) is None
    True
    """
    if not isinstance(content, dict) or not isinstance(kind := content.get("kind"), str):
        return None
    if (message := MESSAGE_TABLE[direction].get(kind)) is None:
        return None
    fields = {"version": "count?", **message["fields"]}
    found = {}
    try:
        for name, type_name in fields.items():
            if name in content or not type_name.endswith("?"):
                found[name] = _FIELD_PARSERS[type_name.removesuffix("?")](content.get(name))
    except (TypeError, ValueError, OverflowError):
        return None
    return {"kind": kind, **found}


def parse_point(x: object, y: object) -> tuple[float, float] | None:
    """Return the two coordinates of a point as numbers; None if either is not a number."""
    try:
        return _parse_number(x), _parse_number(y)
    except (TypeError, ValueError, OverflowError):
        return None


def _parse_count(value: object) -> int:
    """Return an optional integer, such as a version. Raise TypeError if it is not an int."""
    if type(value) is not int:
        raise TypeError
    return value


def _parse_word(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _parse_name(value: object) -> str:
    """Return the name of a view, a mark or a colour. Raise ValueError if it is too long."""
    if len(name := _parse_word(value)) > MAX_NAME_CHARS:
        raise ValueError
    return name


def _parse_boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError


def _parse_words(value: object) -> tuple[str, ...]:
    return tuple(_parse_word(each) for each in _parse_list(value))


def _parse_number(value: object) -> float:
    if type(value) not in (int, float):
        raise TypeError
    number = float(value)  # type: ignore[arg-type]  # the line above says what it is
    if not isfinite(number) or abs(number) > MAX_COORDINATE:
        raise ValueError
    return number


def _parse_numbers(value: object, count: int) -> tuple[float, ...]:
    numbers = tuple(_parse_number(each) for each in _parse_list(value))
    if len(numbers) != count:
        raise ValueError
    return numbers


def _parse_coordinates(value: object) -> tuple[float, ...]:
    return _parse_numbers(value, 2)


def _parse_size(value: object) -> float:
    if (number := _parse_number(value)) < 1 / MAX_COORDINATE:
        raise ValueError
    return number


def _parse_pixels(value: object) -> float:
    if (number := _parse_number(value)) < 1:
        raise ValueError
    return number


def _parse_window(value: object) -> tuple[float, ...] | None:
    """Return the left, top, right and bottom of a window; None means the whole board."""
    if value is None:
        return None
    left, top, right, bottom = _parse_numbers(value, 4)
    for low, high in ((left, right), (top, bottom)):
        _parse_size(high - low)
    return left, top, right, bottom


def _parse_places(value: object) -> tuple[str | tuple[float, ...], ...]:
    """Return places in a picture, each a target's name or a point."""
    return tuple(
        _parse_target(each) if isinstance(each, str) else _parse_coordinates(each)
        for each in _parse_list(value)
    )


def _parse_target(value: str) -> str:
    if len(value) > MAX_TARGET_NAME_CHARS:
        raise ValueError
    return value


def _parse_list(value: object) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise TypeError


def _parse_optional(parse: Callable[[object], Any]) -> Callable[[object], Any]:
    """Return a parser that also accepts None."""
    return lambda value: None if value is None else parse(value)


def _parse_line(value: object) -> tuple[tuple[float, ...], ...]:
    start, end = _parse_list(value)
    return _parse_coordinates(start), _parse_coordinates(end)


_FIELD_PARSERS: Final[Mapping[str, Callable[[object], Any]]] = {
    "boolean": _parse_boolean,
    "count": _parse_count,
    "count_or_null": _parse_optional(_parse_count),
    "line_or_null": _parse_optional(_parse_line),
    "list": _parse_list,
    "name": _parse_name,
    "number_or_null": _parse_optional(_parse_number),
    "pixels": _parse_pixels,
    "places": _parse_places,
    "point": _parse_coordinates,
    "size": _parse_size,
    "window": _parse_window,
    "word": _parse_word,
    "words": _parse_words,
}
"""The parser of each type in the table of messages. The page's tests have the same types."""

MESSAGE_TABLE: Final[Mapping[str, Any]] = json.loads(
    (JS_FOLDER / "messages.json").read_text(encoding="utf-8")
)
"""The messages in both directions: of each kind its meaning and the types of its fields."""
