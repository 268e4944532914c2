"""A strict parser of client messages: a message is accepted in a known form or ignored.

A page may send anything: it may be a program, a front end of another version, or out of date. A
message must never change a game in a way that a person at the board could not.
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


MAX_PAGE_NAME_CHARS: Final = 40
"""The maximum length of the name of a page, in characters."""

MOST_NAMED: Final = 200
"""The maximum length of the name of a target, in characters."""


def read(content: object) -> dict[str, Any] | None:
    """Return a message with its kind, its version and the fields of its kind; None if malformed.

    Examples
    --------
    >>> read({"kind": "line", "version": 3, "start": [0, 2], "end": [5, 10], "color": "red"})
    {'kind': 'line', 'version': 3, 'start': (0.0, 2.0), 'end': (5.0, 10.0)}
    >>> read({"kind": "line", "version": 3, "start": [0, 2]}) is None
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
            for name, take in {"version": _count, **fields}.items()
            if name in content or take is not _count  # only counts are optional
        }
    except (TypeError, ValueError, OverflowError):
        return None
    return {"kind": kind, **found}


def place(x: object, y: object) -> tuple[float, float] | None:
    """Return the two coordinates of a point as numbers; None if either is not a number."""
    try:
        return _number(x), _number(y)
    except (TypeError, ValueError, OverflowError):
        return None


def _count(value: object) -> int:
    """Return a version or another optional count. Raise TypeError if it is not an int."""
    if type(value) is not int:
        raise TypeError
    return value


def _seat(value: object) -> int:
    """Return the number of a seat. Unlike a count it is required."""
    return _count(value)


def _word(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _name(value: object) -> str:
    """Return the name of a page or a view. Raise ValueError if it is too long."""
    if len(name := _word(value)) > MAX_PAGE_NAME_CHARS:
        raise ValueError
    return name


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError


def _words(value: object) -> tuple[str, ...]:
    return tuple(_word(each) for each in _list(value))


def _number(value: object) -> float:
    if type(value) not in (int, float):
        raise TypeError
    number = float(value)  # type: ignore[arg-type]  # the line above says what it is
    if not isfinite(number) or abs(number) > MAX_COORDINATE:
        raise ValueError
    return number


def _numbers(value: object, count: int) -> tuple[float, ...]:
    numbers = tuple(_number(each) for each in _list(value))
    if len(numbers) != count:
        raise ValueError
    return numbers


def _point(value: object) -> tuple[float, ...]:
    return _numbers(value, 2)


def _size(value: object) -> float:
    if (number := _number(value)) < 1 / MAX_COORDINATE:
        raise ValueError
    return number


def _pixels(value: object) -> float:
    if (number := _number(value)) < 1:
        raise ValueError
    return number


def _window(value: object) -> tuple[float, ...] | None:
    """Return left, top, right and bottom of a window; None is the whole board."""
    if value is None:
        return None
    left, top, right, bottom = _numbers(value, 4)
    for low, high in ((left, right), (top, bottom)):
        _size(high - low)
    return left, top, right, bottom


def _places(value: object) -> tuple[str | tuple[float, ...], ...]:
    """Return places in a picture, each a target's name or a point."""
    return tuple(_target(each) if isinstance(each, str) else _point(each) for each in _list(value))


def _target(value: str) -> str:
    if len(value) > MOST_NAMED:
        raise ValueError
    return value


def _list(value: object) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise TypeError


_MOVE_NUMBER_FIELDS: Final[Mapping[str, Callable[[object], Any]]] = {"id": _count, "again": _count}
"""The number of a move on its page, and whether the page sends it again for want of an answer."""

_MESSAGE_FIELDS: Final[Mapping[str, Mapping[str, Callable[[object], Any]]]] = {
    "move": {"spelling": _words, **_MOVE_NUMBER_FIELDS},
    "line": {"start": _point, "end": _point, **_MOVE_NUMBER_FIELDS},
    "ends": {"at": _point},
    "peek": {"spelling": _words, "space": _count},
    "key": {"key": _word},
    "view": {"window": _window, "space": _count},
    "drag": {"handle": _word, "to": _point, "unit": _size, "space": _count},
    "draw": {"what": _name, "places": _places, "color": _name, "space": _count},
    "reveal": {"target": _word},
    "screen": {"pixels": _pixels},
    "page": {"page": _name, "view": _name, "is_seen": _boolean},
    "take": {"seat": _seat},
    "copied": {},
}
