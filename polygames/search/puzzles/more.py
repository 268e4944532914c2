"""Adds puzzles to those of a game, one after the other: overnight, and on where it was broken off.

Each that is found is tried by the computer's levels, proved once more by the rules and by the
game's solver, and written to a file at once. A second command puts all of the file behind the
puzzles that are there, so that these keep their numbers.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from polygames.core.errors import RecordError
from polygames.records.files import write_whole
from polygames.search.puzzles.checking import faults
from polygames.search.puzzles.collection import line_of, read, read_line, written
from polygames.search.puzzles.making import difficulty, make

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from polygames.search.puzzles.puzzle import Puzzle


class Made(NamedTuple):
    """A puzzle that was found, and what is wrong with it: nothing, or it was not kept."""

    puzzle: Puzzle
    faults: tuple[str, ...]


def kept(game: str, path: Path, after: int = 0) -> tuple[Puzzle, ...]:
    """Read the puzzles that were found so far; a last line that was broken off is left out.

    Parameters
    ----------
    game, path
        Of which game, and the file; none are there if it is not.
    after
        The number before that of the first.

    Raises
    ------
    RecordError
        If another line than the last cannot be read.
    """
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found: list[Puzzle] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(read_line(game, line, after + number))
        except (ValueError, TypeError, KeyError):
            if number == len(lines):
                break
            msg = f"{path}, line {number}: this is no puzzle"
            raise RecordError(msg) from None
    return tuple(found)


def more(
    game: str,
    wanted: int,
    path: Path,
    known: Sequence[Puzzle],
    between: tuple[float, float] = (0.0, 1.0),
) -> Iterator[Made]:
    """Find puzzles until the file holds as many as wanted; yield each once it is written.

    Parameters
    ----------
    game, wanted
        Of which game, and how many in all beside those that are known.
    path
        The file to go on with.
    known
        The puzzles that the game has: none of them is made again.
    between
        How difficult they are, at least and at most.
    """
    found, there = kept(game, path), {each.text for each in known}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, "".join(f"{line_of(each)}\n" for each in found))
    every = [*known, *(each for each in found if each.text not in there)]
    number, left = len(every), wanted - len(found)
    hard: dict[str, float] = {}

    def fits(puzzle: Puzzle) -> bool:
        hard[puzzle.text] = difficulty(puzzle)
        return between[0] <= hard[puzzle.text] <= between[1]

    for bare in make(game, max(0, left), known=every, fits=fits):
        wrong = tuple(faults(bare))
        puzzle = bare
        if not wrong:
            number += 1
            puzzle = replace(bare, number=number, difficulty=hard[bare.text])
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{line_of(puzzle)}\n")
        yield Made(puzzle, wrong)


def joined(text: str, added: Sequence[Puzzle], command: str) -> str:
    """Return the text of a game's puzzles with some more behind them, from easy to hard.

    Those that are there already are left out, so that it can be done again after a while.

    Examples
    --------
    >>> import polygames as pg
    >>> every = pg.puzzles("polygon")
    >>> text = joined(written(every[:3], "first"), every[2:5], "then")
    >>> [each.text == other.text for each, other in zip(read(text), every)]
    [True, True, True, True, True]
    """
    before = read(text)
    known = {each.text for each in before}
    fresh = [each for each in added if each.text not in known]
    behind = sorted(fresh, key=lambda each: (each.difficulty, len(each.text), each.seed))
    commands = json.loads(text)["command"].split("; ")
    return written((*before, *behind), "; ".join([*commands, command] if fresh else commands))


def rated(text: str, difficulties: Sequence[float], command: str) -> str:
    """Return the text of a game's puzzles with other difficulties; no number changes.

    Examples
    --------
    >>> import polygames as pg
    >>> every = pg.puzzles("polygon")[:2]
    >>> again = read(rated(written(every, "first"), [0.25, 0.5], "then"))
    >>> [each.difficulty for each in again], again[0].steps == every[0].steps
    ([0.25, 0.5], True)
    """
    pairs = zip(read(text), difficulties, strict=True)
    commands = [each for each in json.loads(text)["command"].split("; ") if each != command]
    every = [replace(each, difficulty=difficulty) for each, difficulty in pairs]
    return written(every, "; ".join([*commands, command]))
