"""The games of a result file, each with its agents and its result: for collections of games."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, NamedTuple

from polygames.arena.results.file import BEGINNINGS
from polygames.arena.results.line import read_line
from polygames.core.errors import RecordError
from polygames.core.options import LINE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from polygames.arena.playing import Game


class KeptGame(NamedTuple):
    """A game of a result file, or a line of it that cannot be read."""

    line: int
    """Which line of the file it stands in, from 1."""
    name: str
    """The name of what is played; empty if the line cannot be read."""
    game: Game | None
    error: str = ""
    """Why the line cannot be read."""


def is_result_file(path: Path) -> bool:
    """Say whether a file begins as results of matches do.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(len(codecs.BOM_UTF8) + max(map(len, BEGINNINGS)))
    return start.removeprefix(codecs.BOM_UTF8).startswith(BEGINNINGS)


def games_of_file(path: Path) -> Iterator[KeptGame]:
    """Yield the games of a result file; a line that is damaged, or of another version, says so.

    Raises
    ------
    RecordError
        If the file cannot be opened.

    Examples
    --------
    >>> from pathlib import Path
    >>> import polygames as pg
    >>> found = pg.match("polygon", "random", "random", pairs=2, file="cup.jsonl", progress=False)
    >>> [(each.line, each.name) for each in games_of_file(Path("cup.jsonl"))]
    [(1, 'polygon'), (1, 'polygon'), (2, 'polygon'), (2, 'polygon')]
    """
    try:
        with path.open("rb") as file:
            number = 0
            while text := file.readline(LINE + 1):
                number += 1
                data = text.removeprefix(codecs.BOM_UTF8) if number == 1 else text
                yield from _games(data, number)
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise RecordError(msg) from None


def _games(data: bytes, number: int) -> Iterator[KeptGame]:
    """Yield the games of a line, or why there are none."""
    try:
        line = read_line(data)
    except (ValueError, RecursionError) as error:
        yield KeptGame(number, "", None, f"not the result of a pair of games: {error}")
        return
    for game in line.games:
        yield KeptGame(number, line.about["game"], game)
    if not line.games:
        by = f"polygames {line.version}" if line.version else "a version that is not named"
        yield KeptGame(number, "", None, f"written by {by}: only this version's results are read")
