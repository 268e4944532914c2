"""Results on the disk: a line of JSON for each pair, written as soon as it was played.

A line says all that the pair depends on: the game with its options, the agents with theirs, seed
and number, and the version of polygames. So a file may hold several matches: what was played is
found again, and what is missing is played. Pairs of another version stay in the file and are played
again; so are those from before the lines named the version.

A file is looked at before anything is done to it, and one that holds something else is left alone.
Only whole lines are written, each on the disk before it is said to be kept. A crash can cut off the
last one; it is taken away before the next line is written.
"""

from __future__ import annotations

import codecs
import json
import warnings
from dataclasses import asdict
from numbers import Integral
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Self

from polygames.arena.results.fingerprint import fingerprint, identity
from polygames.arena.results.line import VERSION, Line, read_line
from polygames.arena.submissions import AgentFile
from polygames.core import __version__, registry
from polygames.core.errors import OptionError, RecordError
from polygames.core.options import LINE, refuse
from polygames.records.files import located
from polygames.records.log import LineFile
from polygames.runtime.workers import one_line

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from polygames.arena.players import Player
    from polygames.arena.playing import Game, Task

BEGINNINGS = (f'{{"{VERSION}": "'.encode(), b'{"game": "')
"""How our lines begin, now and before they named the version."""


class ResultFile:
    """The file of a match or tournament; None for a path keeps nothing."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._path = None if path is None else located(path, "file")
        self._file: LineFile | None = None
        self._keys = Keys()
        self._kept: dict[str, tuple[Game, ...]] = {}
        """The pairs that this version has played, by what they depend on."""
        self._others: dict[tuple[Any, ...], str] = {}
        """The version of those that another one has played, by what a person calls the same."""
        self._size = self._whole = -1
        """Where the file ended when it was looked at, and where its last whole line did."""

    def __enter__(self) -> Self:
        """Open the file for more lines; half a line at its end is taken away."""
        if self._path is not None:
            self._look()
            self._file = LineFile(self._path)
            with self._file.lock():
                if self._whole > self._size:
                    self._file.finish()
                self._file.append()  # where it cannot be written, nothing is played
            self._size = self._whole
        return self

    def __exit__(self, *error: object) -> None:
        """Write no more."""
        self._file = None

    def known(self, tasks: Sequence[Task]) -> dict[int, tuple[Game, ...]]:
        """Return the pairs that the file has, by the place of the task.

        Raises
        ------
        OptionError
            If it is no plain file, or an agent cannot be told from others.
        RecordError
            If the file holds something else than results.
        """
        if self._path is None:
            return {}
        self._look()
        found, others = {}, []
        for place, task in enumerate(tasks):
            games = self._kept.get(self._keys.of(task))
            if games is not None and (task.forfeits or not _has_failure(games)):
                found[place] = games
            elif (version := self._others.get(_called(task))) is not None:
                others.append(version)
        if others:
            self._warn(others)
        return found

    def add(self, task: Task, games: tuple[Game, ...]) -> None:
        """Write the line of a pair."""
        if self._file is not None:
            line = _written(self._keys.about(task), games)
            with self._file.lock():
                self._file.append(line)

    def _look(self) -> None:
        """Read the file, unless it is as it was."""
        assert self._path is not None  # noqa: S101 - who calls has a file
        try:
            about = self._path.stat()
        except FileNotFoundError:
            self._size = self._whole = 0
            return
        if not S_ISREG(about.st_mode):
            refuse("file", "must be a plain file, or the name of a new one", str(self._path))
        if about.st_size == self._size:
            return
        self._size = self._whole = 0
        for number, text in enumerate(_lines(self._path), 1):
            self._size += len(text)
            try:
                self._take(text, is_first=number == 1)
            except (ValueError, RecursionError) as error:
                msg = f"{self._path}, line {number}: not the result of a pair of games: {error}"
                raise RecordError(msg) from None

    def _take(self, text: bytes, *, is_first: bool) -> None:
        """Take in a line; ValueError if it is none of ours."""
        line = text.removeprefix(codecs.BOM_UTF8) if is_first else text
        is_whole = text.endswith(b"\n")
        if not is_whole and _was_cut_off(line, is_first=is_first):
            return
        found = read_line(line)
        self._whole += len(text) + (not is_whole)
        if found.version == __version__:
            self._kept[json.dumps(found.about, sort_keys=True)] = found.games
        else:
            self._others[_named(found)] = found.version

    def _warn(self, others: list[str]) -> None:
        whose = sorted({f"polygames {one}" if one else "before lines named it" for one in others})
        msg = f"{self._path}: {len(others)} of these pairs are there, but of another version "
        msg += f"({', '.join(whose)}; this is polygames {__version__}); they are played again"
        warnings.warn(msg, stacklevel=5)


class Keys:
    """What pairs depend on; each agent is looked into once."""

    def __init__(self) -> None:
        self._players: dict[int, tuple[Player, Any]] = {}
        self._rules: dict[str, dict[str, str]] = {}

    def of(self, task: Task) -> str:
        """Return a text of all that a pair depends on."""
        return json.dumps(self.about(task), sort_keys=True)

    def about(self, task: Task) -> dict[str, Any]:
        """Return all that a pair depends on, as plain data."""
        about: dict[str, Any] = {VERSION: __version__, "game": task.game}
        about |= {"options": _plain(task.options), "names": list(task.names)}
        about |= {"players": [self._player(player) for player in task.players]}
        about |= {"seed": task.seed, "pair": task.pair} | self._rules_of(task)
        if task.opening or task.balanced:
            about |= {"opening": task.opening, "balanced": task.balanced}
        return about | ({"limits": asdict(task.limits)} if task.limits else {})

    def _player(self, player: Player) -> Any:
        """Return which agent it is: what it is called by, or its class and parameters."""
        if isinstance(player, str):
            return player
        if id(player) not in self._players:
            self._players[id(player)] = player, _who(player)
        return self._players[id(player)][1]

    def _rules_of(self, task: Task) -> dict[str, str]:
        """Return what tells a game that is not of this package from others of its name."""
        if task.game not in self._rules:
            info = registry.game(task.game)
            kind = type(info.new(**task.options))
            found = {}
            if not kind.__module__.startswith("polygames."):
                try:
                    found = {"rules": fingerprint([kind, dict(info.engine.agent_makers)])}
                except Exception:  # noqa: BLE001 - it holds what cannot be compared
                    found = {"rules": f"{kind.__module__}.{kind.__qualname__}"}
            self._rules[task.game] = found
        return self._rules[task.game]


def _who(player: Any) -> Any:
    match player:
        case (str() as name, options):
            return [name, _plain(options)]
        case AgentFile():
            return {"file": player.digest}
    return identity(player)


def _plain(value: Any) -> Any:
    """Return a value as plain data; in place of what is none, what tells it from others.

    Raises
    ------
    OptionError
        If it cannot be told from others.
    """
    match value:
        case None | bool() | str() | int() | float():
            return value
        case Integral():  # one of numpy
            return int(value)
        case list() | tuple():
            return [_plain(one) for one in value]
        case {} if all(isinstance(key, str) for key in value):
            return {key: _plain(one) for key, one in value.items()}
    try:
        return {"class": type(value).__qualname__, "is": fingerprint(value)}
    except Exception as error:
        kind = type(value).__name__
        msg = f"file= has to tell options apart, and it cannot look into {kind}: {one_line(error)}"
        raise OptionError(msg) from error


def _called(task: Task) -> tuple[Any, ...]:
    """Return what a person calls the same pair."""
    return task.game, *task.names, task.seed, task.pair


def _named(line: Line) -> tuple[Any, ...]:
    return line.about["game"], *line.about["names"], line.about["seed"], line.about["pair"]


def _has_failure(games: Sequence[Game]) -> bool:
    return any(game.failed is not None for game in games)


def _written(about: Mapping[str, Any], games: Sequence[Game]) -> bytes:
    played = [asdict(game) for game in games]
    return json.dumps({**about, "games": played}, default=float).encode()


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, as far as they are not too long."""
    with path.open("rb") as file:
        while line := file.readline(LINE + 1):
            yield line


def _was_cut_off(line: bytes, *, is_first: bool) -> bool:
    """Whether what stands at the end of a file is the beginning of a line of ours."""
    if is_first:  # nothing before it says that the file is ours
        is_ours = line.startswith(BEGINNINGS[0])
    else:
        is_ours = line.startswith(BEGINNINGS) or any(one.startswith(line) for one in BEGINNINGS)
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return is_ours
    return False
