"""What a client sends, read with care: a message is taken in a known form, or not at all.

Anything can come from a page: a program, a front end of another version, an old message. Nothing
of it may change a game but what a person could have done at the board.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOVE_KINDS: Final = ("move", "line")
"""The kinds of message that play; there is no use for them while nobody at the board is to move."""

MAX_COORDINATE: Final = 1e9
"""No place on a board is farther away, and nothing a person points at is so small beside it."""


MAX_PAGE_NAME_CHARS: Final = 40
"""No page has a longer name."""

MOST_NAMED: Final = 200
"""No place of a picture has a longer name."""


def read(content: object) -> dict[str, Any] | None:
    """Return a message with its kind, its version and what belongs to the kind; None if bad.

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
            if name in content or take is not _count  # a message without a count has none
        }
    except (TypeError, ValueError, OverflowError):
        return None
    return {"kind": kind, **found}


def place(x: object, y: object) -> tuple[float, float] | None:
    """Return a place that a client names by its two coordinates; None if they are none."""
    try:
        return _number(x), _number(y)
    except (TypeError, ValueError, OverflowError):
        return None


def _count(value: object) -> int:
    """Take a version, or the number of a view: it may be left out, as nothing else may."""
    if type(value) is not int:
        raise TypeError
    return value


def _seat(value: object) -> int:
    """Take the number of a seat, without which there is no such message."""
    return _count(value)


def _word(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _name(value: object) -> str:
    """Take what a page calls itself, or a view of a board."""
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
    """Take left, top, right and bottom, in this order; None is the whole board."""
    if value is None:
        return None
    left, top, right, bottom = _numbers(value, 4)
    for low, high in ((left, right), (top, bottom)):
        _size(high - low)
    return left, top, right, bottom


def _places(value: object) -> tuple[str | tuple[float, ...], ...]:
    """Take places of a picture: names, or points."""
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
"""The number that a page gives to a move, and whether it asks for it once more."""

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
