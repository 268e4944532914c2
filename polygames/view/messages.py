"""A strict parser of client messages: a message is accepted in a known form or ignored.

A page may send anything: it may be a program, a front end of another version, or out of date. A
message must never change a game in a way that a person at the board could not.

`_MESSAGE_FIELDS` has the messages of a page and their fields. The name of a message is in ``kind``,
and ``version`` is the number of the position to which it refers. What each of them means, and what
the kernel sends, is in `polygames.widgets.painter.pointer.Pointer`.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

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


def parse_message(content: object) -> dict[str, Any] | None:
    """Return a message with its kind, version and kind-specific fields; None if malformed.

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
    fields = _MESSAGE_FIELDS.get(kind)
    if fields is None:
        return None
    try:
        found = {
            name: take(content.get(name))
            for name, take in {"version": _parse_count, **fields}.items()
            if name in content or take is not _parse_count  # only counts are optional
        }
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


_MOVE_NUMBER_FIELDS: Final[Mapping[str, Callable[[object], Any]]] = {
    "id": _parse_count,
    "again": _parse_count,
}
"""The number of a move on its page, and whether the page sends it again for want of an answer."""

_MESSAGE_FIELDS: Final[Mapping[str, Mapping[str, Callable[[object], Any]]]] = {
    "move": {"spelling": _parse_words, **_MOVE_NUMBER_FIELDS},
    "line": {"start": _parse_coordinates, "end": _parse_coordinates, **_MOVE_NUMBER_FIELDS},
    "request_line_values": {"start": _parse_coordinates},
    "request_preview": {"spelling": _parse_words},
    "request_frame": {},
    "key": {"key": _parse_word},
    "show_window": {"window": _parse_window},
    "drop_handle": {
        "handle": _parse_word,
        "point": _parse_coordinates,
        "pixel_size": _parse_size,
    },
    "draw_mark": {
        "mark": _parse_name,
        "places": _parse_places,
        "color": _parse_name,
    },
    "erase_marks": {},
    "report_width": {"pixels": _parse_pixels},
    "report_presence": {"view": _parse_name, "is_visible": _parse_boolean},
    "copied": {},
}
