"""Results on the disk: a line of JSON for each pair, written as soon as it was played.

A line says all that the pair depends on, so a file may hold several matches: what was played is
found again, and what is missing is played. Only whole lines count. One that a crash cut off, which
can only be the last, is taken away.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Self

from polygames.arena.pair import Game
from polygames.arena.submissions import AgentFile
from polygames.core.errors import RecordError
from polygames.records.files import located

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import TracebackType

    from polygames.arena.pair import Task

__all__ = ["ResultFile"]


class ResultFile:
    """The file of a match or tournament; None for a path keeps nothing."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._path = None if path is None else located(path, "file")
        self._file: Any = None

    def __enter__(self) -> Self:
        """Open the file for more lines."""
        if self._path is not None:
            self._file = self._path.open("ab", buffering=0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file; it is on the disk then."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()

    def known(self, tasks: Sequence[Task]) -> dict[int, tuple[Game, ...]]:
        """Return the pairs that the file has, by the place of the task.

        Raises
        ------
        RecordError
            If the file holds something else than results.
        """
        if self._path is None or not self._path.exists():
            return {}
        kept = dict(_read(self._path))
        found = {place: kept.get(key_of(task)) for place, task in enumerate(tasks)}
        return {place: games for place, games in found.items() if games is not None}

    def add(self, played: Iterable[tuple[Task, tuple[Game, ...]]]) -> None:
        """Write the lines of some pairs, at once."""
        if self._file is not None:
            lines = [_line(task, games) for task, games in played]
            self._file.write("".join(lines).encode())


def key_of(task: Task) -> str:
    """Return a text of all that a pair depends on, as far as a file can know it."""
    return json.dumps(_about(task), sort_keys=True, default=str)


def _about(task: Task) -> dict[str, Any]:
    about: dict[str, Any] = {"game": task.game, "options": dict(task.options)}
    about |= {"names": list(task.names), "seed": task.seed, "pair": task.pair}
    if task.opening or task.balanced:
        about |= {"opening": task.opening, "balanced": task.balanced}
    if task.limits:
        about["limits"] = asdict(task.limits)
    files = [one.digest for one in task.players if isinstance(one, AgentFile)]
    return about | ({"files": files} if files else {})


def _line(task: Task, games: Sequence[Game]) -> str:
    played = [asdict(game) for game in games]
    return json.dumps(_about(task) | {"games": played}, default=str) + "\n"


def _read(path: Path) -> Iterable[tuple[str, tuple[Game, ...]]]:
    """Yield the pairs of a file, and take away what follows the last whole line."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            about = json.loads(line)
            games = tuple(_game(one) for one in about.pop("games"))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"{path}, line {number}: not the result of a pair of games: {error!r}"
            raise RecordError(msg) from error
        yield json.dumps(about, sort_keys=True), games


def _game(data: dict[str, Any]) -> Game:
    lists = {name: tuple(data[name]) for name in ("seats", "points", "scores")}
    return Game(**data | lists)
