"""A line of a result file: reading one, and saying what is wrong with it."""

from __future__ import annotations

import json
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polygames.arena.playing import Game
from polygames.core import __version__
from polygames.core.notation import fault
from polygames.core.options import LINE, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VERSION = "polygames"
"""The field that names the version."""

POINTS = ([1, 0], [0, 1], [0.5, 0.5])
"""What a game can bring its two seats."""

MOST = 10**300
"""The largest number that is read: a float can hold it."""

MOST_COUNT = 10**15
"""The largest number of a pair, or of plies."""


class Line(NamedTuple):
    """What a line holds: the version that wrote it, what the pair depends on, its two games.

    Lines of another version hold no games.
    """

    version: str
    about: dict[str, Any]
    games: tuple[Game, ...]


def read_line(data: bytes) -> Line:
    """Read a line; ValueError or RecursionError if it is not the result of a pair of games.

    Examples
    --------
    >>> read_line(b'{"a": 1}')
    Traceback (most recent call last):
    ...
    ValueError: expected an object with game, options, names, seed, pair, games
    """
    if len(data) > LINE:
        fault(f"it has more than {LINE} bytes")
    about = json.loads(data.decode())
    if not isinstance(about, dict) or not about.keys() >= ALWAYS.keys():
        fault(f"expected an object with {', '.join(ALWAYS)}")
    _check(about, ALWAYS)
    version = about.get(VERSION, "")
    if not isinstance(version, str):
        fault(f"{VERSION} must be a version, not {shown(version)}")
    games = about.pop("games")
    if version != __version__:
        return Line(version, about, ())
    _check(about, HERE)
    if unknown := about.keys() - ALWAYS.keys() - HERE.keys() - SOMETIMES.keys() - {VERSION}:
        fault(f"unknown: {shown(min(unknown))}")
    _check(about, {name: check for name, check in SOMETIMES.items() if name in about})
    names = about["names"]
    if len(games) != 2:  # noqa: PLR2004 - a pair
        fault(f"expected 2 games, not {len(games)}")
    pair = (_game(games[0], names, about["pair"]), _game(games[1], names[::-1], about["pair"]))
    return Line(version, about, pair)


def _game(data: object, seats: list[str], pair: int) -> Game:
    """Read a game of a pair; it is known who sat where."""
    if not isinstance(data, dict) or data.keys() != GAME.keys():
        fault(f"expected a game with {', '.join(GAME)}")
    _check(data, GAME, "of a game ")
    if (data["seats"], data["pair"]) != (seats, pair):
        fault(f"expected a game of pair {pair} with the seats {shown(seats)}")
    if data["failed"] is not None and data["points"][data["failed"]] != 0:
        fault("the agent that failed has points")
    lists = {name: tuple(data[name]) for name in ("seats", "points", "scores")}
    return Game(**data | lists)


Check: TypeAlias = "tuple[str, Callable[[Any], bool]]"
"""What a field must be, in words and as a question."""


def _check(data: Mapping[str, Any], checks: Mapping[str, Check], whose: str = "") -> None:
    for name, (words, is_so) in checks.items():
        if name not in data or not is_so(data[name]):
            fault(f"{name} {whose}must be {words}, not {shown(data.get(name))}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_whole(value) and 0 <= value <= MOST_COUNT


def _is_number(value: Any) -> bool:
    return isinstance(value, float) or (_is_whole(value) and abs(value) <= MOST)


def _is_two_texts(value: Any) -> bool:
    return _is_two(value) and all(isinstance(name, str) for name in value)


def _is_points(value: Any) -> bool:
    return value in POINTS and not any(isinstance(one, bool) for one in value)


def _is_two(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2  # noqa: PLR2004 - a match has two seats


def _is_player(value: Any) -> bool:
    match value:
        case str() | {"file": str()} | {"class": str(), "is": str()}:
            return True
        case [str(), dict()]:
            return True
    return False


def _is_seat(value: Any) -> bool:
    return value is None or (_is_whole(value) and value in {0, 1})


def _is_limit(value: Any) -> bool:
    return value is None or (_is_number(value) and value > 0 and not isnan(value))


def _is_limits(value: Any) -> bool:
    names = {"seconds", "memory"}
    return isinstance(value, dict) and value.keys() == names and all(map(_is_limit, value.values()))


ALWAYS: dict[str, Check] = {
    "game": ("the name of a game", lambda value: isinstance(value, str)),
    "options": ("the options of the game", lambda value: isinstance(value, dict)),
    "names": ("two names", _is_two_texts),
    "seed": ("a whole number", _is_whole),
    "pair": ("a whole number of 0 or more", _is_count),
    "games": ("a list of games", lambda value: isinstance(value, list)),
}
"""Fields of all lines, also of older ones."""

HERE: dict[str, Check] = {
    "names": ("two different names", lambda value: value[0] != value[1]),
    "players": ("two players", lambda value: _is_two(value) and all(map(_is_player, value))),
}

SOMETIMES: dict[str, Check] = {
    "rules": ("a text", lambda value: isinstance(value, str)),
    "opening": ("a whole number of 0 or more", _is_count),
    "balanced": ("true or false", lambda value: isinstance(value, bool)),
    "limits": ("the limits of an agent", _is_limits),
}

GAME: dict[str, Check] = {
    "pair": ("a whole number of 0 or more", _is_count),
    "seats": ("two names", _is_two_texts),
    "points": ("1 and 0, or 0.5 each", _is_points),
    "scores": ("two numbers", lambda value: _is_two(value) and all(map(_is_number, value))),
    "plies": ("a whole number of 0 or more", _is_count),
    "reason": ("a text", lambda value: isinstance(value, str)),
    "failed": ("null, 0 or 1", _is_seat),
    "line": ("a text", lambda value: isinstance(value, str)),
}
