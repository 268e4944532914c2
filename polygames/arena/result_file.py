"""Result files: one line of JSON for each pair, written as soon as it is finished.

A line has all inputs of its pair: the game or the start, the agents with their options, seed and
number, and the version of polygames. A file may therefore contain several matches: finished pairs
are found again, and only missing ones are played. Pairs of another version, or without a version,
stay in the file and are played again.

A file is checked before it is changed, and one with other contents is left unchanged. Only whole
lines are written, and each is flushed to disk before the pair counts as saved. A crash can cut off
the last line, which is removed before the next one is written.
"""

from __future__ import annotations

import codecs
import json
import os
from dataclasses import asdict, replace
from io import BufferedReader
from math import isnan
from numbers import Integral
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

from polygames.arena.fingerprint import agent_identity, fingerprint
from polygames.arena.game_pair import Game
from polygames.arena.submissions import AgentFile
from polygames.core import __version__, registry
from polygames.core.caller_warnings import warn_caller
from polygames.core.errors import OptionError, RecordError
from polygames.core.notation import raise_value_error
from polygames.core.options import MAX_LINE_CHARS, raise_option_error, short_repr
from polygames.records.append_log import LineFile
from polygames.records.atomic_files import open_plain_file, os_errors_to_record_errors, resolve_path
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from polygames.arena.game_pair import PairTask
    from polygames.arena.players import Player

VERSION_FIELD = "polygames"
"""The field with the version of polygames."""

MAX_RESULT_BYTES = 2**30

LINE_PREFIXES = (f'{{"{VERSION_FIELD}": "'.encode(), b'{"game": "')
"""The beginnings of lines by this version, and by versions before the version field."""


class ResultFile:
    """The file with the results of a match or tournament, a line for each pair of games.

    With None as path, nothing is saved.
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._path = None if path is None else resolve_path(path, "file")
        self._file: LineFile | None = None
        self._keys = TaskKeys()
        self._finished_pairs: dict[str, tuple[Game, ...]] = {}
        """The pairs played by this version, by their inputs."""
        self._other_versions: dict[tuple[Any, ...], str] = {}
        """The versions of pairs played by other versions, by their displayed names."""
        self._size = self._complete_size = -1
        """The file's size when it was last read, and the end of its last whole line."""

    def __enter__(self) -> Self:
        """Open the file for appending; remove an incomplete last line."""
        if self._path is not None:
            self._read_file()
            self._file = LineFile(self._path)
            with self._file.lock():
                if self._complete_size > self._size:
                    self._file.end_last_line()
                self._file.append()  # fails before any game if the file is not writable
            self._size = self._complete_size
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file, so that nothing more is appended."""
        self._file = None

    def find_results(self, tasks: Sequence[PairTask]) -> dict[int, tuple[Game, ...]]:
        """Return the games already stored in the file, keyed by the index of their task.

        Raise OptionError if it is no plain file, or an agent cannot be identified. Raise
        RecordError if it contains anything other than results.
        """
        if self._path is None:
            return {}
        self._read_file()
        found, others = {}, []
        for place, task in enumerate(tasks):
            games = self._finished_pairs.get(self._keys.task_key(task))
            has_failed = games and any(game.failed is not None for game in games)
            if games is not None and (task.has_forfeits or not has_failed):
                found[place] = games
            elif (version := self._other_versions.get(_display_key(vars(task)))) is not None:
                others.append(version)
        if others:
            self._warn_of_versions(others)
        return found

    def add(self, task: PairTask, games: tuple[Game, ...]) -> None:
        """Append a pair of games to the file as one line."""
        if self._file is not None:
            about = self._keys.task_data(task)
            line = _encode_line(about, games)
            if len(line) > MAX_LINE_CHARS:  # omit the moves
                line = _encode_line(about, [replace(game, text="") for game in games])
            with self._file.lock():
                self._file.append(line)

    def _read_file(self) -> None:
        """Read the file, unless its size is unchanged."""
        assert self._path is not None  # noqa: S101 - who calls has a file
        try:
            with os_errors_to_record_errors(self._path):
                about = self._path.stat()
        except FileNotFoundError:
            self._size = self._complete_size = 0
            return
        if not S_ISREG(about.st_mode):
            raise_option_error(
                "the option file", "must be a plain file, or the name of a new one", str(self._path)
            )
        if about.st_size == self._size:
            return
        self._size = self._complete_size = 0
        for number, text in _iter_lines(self._path):
            self._size += len(text)
            try:
                self._store_line(text, is_first=number == 1)
            except (ValueError, RecursionError) as error:
                msg = f"{self._path}, line {number}: not the result of a pair of games: {error}"
                raise RecordError(msg) from None

    def _store_line(self, text: bytes, *, is_first: bool) -> None:
        """Parse and cache a line of the file. Raise ValueError if it is not a result."""
        line = text.removeprefix(codecs.BOM_UTF8) if is_first else text
        is_whole = text.endswith(b"\n")
        if not is_whole and _was_cut_off(line, is_first=is_first):
            return
        found = parse_line(line)
        self._complete_size += len(text) + (not is_whole)
        if found.version == __version__:
            self._finished_pairs[json.dumps(found.task_data, sort_keys=True)] = found.games
        else:
            self._other_versions[_display_key(found.task_data)] = found.version

    def _warn_of_versions(self, versions: list[str]) -> None:
        whose = sorted({f"polygames {one}" if one else "before lines named it" for one in versions})
        msg = f"{self._path}: {len(versions)} of these pairs were played by another version "
        msg += f"({', '.join(whose)}; this is polygames {__version__}); they are played again"
        warn_caller(msg)


class TaskKeys:
    """A converter of tasks to data that identify them; it caches the data of each agent."""

    def __init__(self) -> None:
        self._player_cache: dict[int, tuple[Player, Any]] = {}
        self._rules_cache: dict[str, dict[str, str]] = {}

    def task_key(self, task: PairTask) -> str:
        """Return the key under which the results of a pair are stored: all its inputs as JSON."""
        return json.dumps(self.task_data(task), sort_keys=True)

    def task_data(self, task: PairTask) -> dict[str, Any]:
        """Return all inputs of a pair of games as plain data for JSON."""
        about: dict[str, Any] = {VERSION_FIELD: __version__, "game": task.game}
        about |= {"names": list(task.names)}
        about |= {"players": [self._player_data(player) for player in task.players]}
        about |= {"seed": task.seed, "pair": task.pair} | self._rules_of(task)
        if task.start is not None:
            about["position"] = task.start.to_text()
        if task.opening:
            about["opening"] = task.opening
        return about | ({"limits": asdict(task.limits)} if task.limits else {})

    def _player_data(self, player: Player) -> Any:
        """Return plain data that identifies an agent: its name, or its class and parameters."""
        if isinstance(player, str):
            return player
        if id(player) not in self._player_cache:
            self._player_cache[id(player)] = player, _player_key(player)
        return self._player_cache[id(player)][1]

    def _rules_of(self, task: PairTask) -> dict[str, str]:
        """Return a dictionary with a hash of the rules; empty for the games of this package."""
        if task.game not in self._rules_cache:
            info = registry.game(task.game)
            kind = type(task.start or info.new())
            found = {}
            if not kind.__module__.startswith("polygames."):
                try:
                    found = {"rules": fingerprint([kind, dict(info.engine.agent_makers)])}
                except Exception:  # noqa: BLE001 - it holds what cannot be compared
                    found = {"rules": f"{kind.__module__}.{kind.__qualname__}"}
            self._rules_cache[task.game] = found
        return self._rules_cache[task.game]


def _player_key(player: Any) -> Any:
    match player:
        case (str() as name, options):
            return [name, _to_plain_data(options)]
        case AgentFile():
            return {"file": player.digest}
    return agent_identity(player)


def _to_plain_data(value: Any) -> Any:
    """Return a value as plain data for JSON, with hashes in place of other objects."""
    match value:
        case None | bool() | str() | int() | float():
            return value
        case Integral():  # such as a numpy integer
            return int(value)
        case list() | tuple():
            return [_to_plain_data(one) for one in value]
        case {} if all(isinstance(key, str) for key in value):
            return {key: _to_plain_data(one) for key, one in value.items()}
    try:
        return {"class": type(value).__qualname__, "is": fingerprint(value)}
    except Exception as error:
        kind = type(value).__name__
        msg = f"the option file cannot compare an option of type {kind}: "
        raise OptionError(msg + short_error_text(error)) from error


def _display_key(task_data: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a key for a pair that ignores versions: its game, player names, seed and number."""
    return task_data["game"], *task_data["names"], task_data["seed"], task_data["pair"]


def _encode_line(task_data: Mapping[str, Any], games: Iterable[Game]) -> bytes:
    return json.dumps({**task_data, "games": [*map(asdict, games)]}, default=float).encode()


def _iter_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield each line of a file with its number; a line that is too long is split at the limit."""
    with open_plain_file(path) as raw, BufferedReader(raw) as file:
        if (size := os.fstat(raw.fileno()).st_size) > MAX_RESULT_BYTES:
            msg = f"{path}: it has {size} bytes, the limit is {MAX_RESULT_BYTES}"
            raise RecordError(msg)
        yield from enumerate(iter(lambda: file.readline(MAX_LINE_CHARS + 1), b""), 1)


def _was_cut_off(line: bytes, *, is_first: bool) -> bool:
    """Return True if the last line of a file is a result line that was cut off."""
    if is_first:  # no earlier line identifies the file
        is_ours = line.startswith(LINE_PREFIXES[0])
    else:
        is_ours = line.startswith(LINE_PREFIXES) or any(
            one.startswith(line) for one in LINE_PREFIXES
        )
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return is_ours
    return False


# --- Collections of games -------------------------------------------------------------------------


class StoredGame(NamedTuple):
    """A game of a result file, or the error of a line that cannot be read."""

    line_number: int
    """The number of the line in the file, from 1."""
    name: str
    """The name of the game; empty if the line cannot be read."""
    game: Game | None
    error: str = ""
    """The reason why the line cannot be read; empty if it can."""
    seed: int = 0


def is_result_file(path: Path) -> bool:
    """Return True if a file begins like a result file. Raise OSError if it cannot be read."""
    with open_plain_file(path) as file:
        start: bytes = file.read(len(codecs.BOM_UTF8) + max(map(len, LINE_PREFIXES)))
    return start.removeprefix(codecs.BOM_UTF8).startswith(LINE_PREFIXES)


def read_games(path: Path) -> Iterator[StoredGame]:
    """Yield the games of a result file, or an error for each damaged or outdated line.

    Raises
    ------
    RecordError
        If the file cannot be opened.

    Examples
    --------
    >>> from pathlib import Path
    >>> found = pg.match("polygon", "random", "random", games=4, file="cup.jsonl", progress=False)
    >>> [(each.line_number, each.name) for each in read_games(Path("cup.jsonl"))]
    [(1, 'polygon'), (1, 'polygon'), (2, 'polygon'), (2, 'polygon')]
    """
    try:
        for number, text in _iter_lines(path):
            yield from _parse_games(
                text.removeprefix(codecs.BOM_UTF8) if number == 1 else text, number
            )
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise RecordError(msg) from None


def _parse_games(data: bytes, number: int) -> Iterator[StoredGame]:
    """Yield the games of one line of a result file, or one entry with the error."""
    try:
        line = parse_line(data)
    except (ValueError, RecursionError) as error:
        yield StoredGame(number, "", None, f"not the result of a pair of games: {error}")
        return
    for game in line.games:
        yield StoredGame(number, line.task_data["game"], game, seed=line.task_data["seed"])
    if not line.games:
        by = f"polygames {line.version}" if line.version else "a version that is not named"
        yield StoredGame(number, "", None, f"written by {by}: only this version's results are read")


# --- A line ---------------------------------------------------------------------------------------


POSSIBLE_POINTS = ([1, 0], [0, 1], [0.5, 0.5])
"""The possible points of a game, by seat."""

MAX_NUMBER = 10**300
"""The maximum number accepted, so that it fits a float."""

MAX_COUNT = 10**15
"""The maximum number of a pair, or of plies."""


class PairLine(NamedTuple):
    """The contents of a line of a result file: the version, the inputs of a pair, its two games.

    Lines of another version have no games.
    """

    version: str
    task_data: dict[str, Any]
    games: tuple[Game, ...]


def parse_line(data: bytes) -> PairLine:
    """Return the contents of a line of a result file.

    Raise ValueError or RecursionError if the line is malformed.
    """
    if len(data) > MAX_LINE_CHARS:
        raise_value_error(f"expected at most {MAX_LINE_CHARS} bytes")
    about = json.loads(data.decode())
    if not isinstance(about, dict) or not about.keys() >= REQUIRED_FIELDS.keys():
        raise_value_error(f"expected an object with {', '.join(REQUIRED_FIELDS)}")
    _check_fields(about, REQUIRED_FIELDS)
    version = about.get(VERSION_FIELD, "")
    if not isinstance(version, str):
        raise_value_error(f"{VERSION_FIELD} must be a version, not {short_repr(version)}")
    games = about.pop("games")
    if version != __version__:
        return PairLine(version, about, ())
    _check_fields(about, MATCH_FIELDS)
    if (
        unknown := about.keys()
        - REQUIRED_FIELDS.keys()
        - MATCH_FIELDS.keys()
        - OPTIONAL_FIELDS.keys()
        - {VERSION_FIELD}
    ):
        raise_value_error(f"unknown field {short_repr(min(unknown))}")
    _check_fields(about, {name: check for name, check in OPTIONAL_FIELDS.items() if name in about})
    names = about["names"]
    if len(games) != 2:  # noqa: PLR2004 - a pair
        raise_value_error(f"expected 2 games, not {len(games)}")
    pair = (
        _build_game(games[0], names, about["pair"]),
        _build_game(games[1], names[::-1], about["pair"]),
    )
    return PairLine(version, about, pair)


def _build_game(data: object, seats: list[str], pair: int) -> Game:
    """Return a game from JSON data. Raise ValueError unless it fits the seats and pair number."""
    data = data | {"text": data.get("text", "")} if isinstance(data, dict) else data
    if not isinstance(data, dict) or data.keys() != GAME_FIELDS.keys():
        raise_value_error(f"expected a game with {', '.join(GAME_FIELDS)}")
    _check_fields(data, GAME_FIELDS, "of a game ")
    if (data["seats"], data["pair"]) != (seats, pair):
        raise_value_error(f"expected a game of pair {pair} with the seats {short_repr(seats)}")
    if data["failed"] is not None and data["points"][data["failed"]] != 0:
        raise_value_error("expected no points for the agent that failed")
    lists = {name: tuple(data[name]) for name in ("seats", "points", "scores")}
    return Game(**data | lists)


Check: TypeAlias = "tuple[str, Callable[[Any], bool]]"
"""The requirement on a field, in words and as a predicate."""


def _check_fields(
    data: Mapping[str, Any], checks: Mapping[str, Check], owner_text: str = ""
) -> None:
    for name, (words, is_so) in checks.items():
        if name not in data or not is_so(data[name]):
            raise_value_error(
                f"{name} {owner_text}must be {words}, not {short_repr(data.get(name))}"
            )


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_integer(value) and 0 <= value <= MAX_COUNT


def _is_number(value: Any) -> bool:
    return isinstance(value, float) or (_is_integer(value) and abs(value) <= MAX_NUMBER)


def _is_two_texts(value: Any) -> bool:
    return _is_two(value) and all(isinstance(name, str) for name in value)


def _is_two(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2  # noqa: PLR2004 - a match has two seats


def _is_player(value: Any) -> bool:
    match value:
        case str() | {"file": str()} | {"class": str(), "is": str()}:
            return True
        case [str(), dict()]:
            return True
    return False


def _is_limit(value: Any) -> bool:
    return value is None or (_is_number(value) and value > 0 and not isnan(value))


def _is_limits(value: Any) -> bool:
    names = {"seconds", "memory"}
    return isinstance(value, dict) and value.keys() == names and all(map(_is_limit, value.values()))


REQUIRED_FIELDS: dict[str, Check] = {
    "game": ("the name of a game", lambda value: isinstance(value, str)),
    "names": ("two names", _is_two_texts),
    "seed": ("a whole number", _is_integer),
    "pair": ("a whole number of 0 or more", _is_count),
    "games": ("a list of games", lambda value: isinstance(value, list)),
}
"""The fields of all lines, including those of older versions."""

MATCH_FIELDS: dict[str, Check] = {
    "names": ("two different names", lambda value: value[0] != value[1]),
    "players": ("two players", lambda value: _is_two(value) and all(map(_is_player, value))),
}

OPTIONAL_FIELDS: dict[str, Check] = {
    "rules": ("a text", lambda value: isinstance(value, str)),
    "position": ("a position as text", lambda value: isinstance(value, str)),
    "opening": ('"balanced" or a count', lambda value: value == "balanced" or _is_count(value)),
    "limits": ("the limits of an agent", _is_limits),
}

GAME_FIELDS: dict[str, Check] = {
    "pair": ("a whole number of 0 or more", _is_count),
    "seats": ("two names", _is_two_texts),
    "points": (
        "1 and 0, or 0.5 each",
        lambda value: value in POSSIBLE_POINTS and not any(isinstance(one, bool) for one in value),
    ),
    "scores": ("two numbers", lambda value: _is_two(value) and all(map(_is_number, value))),
    "plies": ("a whole number of 0 or more", _is_count),
    "reason": ("a text", lambda value: isinstance(value, str)),
    "failed": ("null, 0 or 1", lambda it: it is None or (_is_integer(it) and it in {0, 1})),
    "line": ("a text", lambda value: isinstance(value, str)),
    "text": ("the text of a record", lambda value: isinstance(value, str)),
}
