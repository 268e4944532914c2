"""Mark notebooks: ``python -m polygames.lessons.grading FILE.ipynb [FILE.ipynb ...]``.

It first prints whether answers run in bubblewrap. Then it prints a line for each exercise: the
file, the exercise, its points, and the feedback of the check. For a file that cannot be judged
completely it prints the reason, and continues with the next one; the exit code is the number of
such files. ``--seed N`` lets all checks draw the same inputs, so that a file gets the same feedback
again; without it they are new each time. ``--exercises 1-3`` marks a part of the lesson.
``python -m polygames mark`` is the same command.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from polygames.arena.bubblewrap import protection_text
from polygames.core.errors import OptionError
from polygames.lessons.exercise_checks import NOT_YET_PREFIX
from polygames.lessons.grading.marks import (
    NOT_GRADED_TEXT,
    POINTS_PER_EXERCISE,
    grade,
    parse_exercises,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

MIN_FILES_FOR_TABLE = 2
MAX_EXIT_CODE = 100
"""The largest exit code, for this many files or more."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Mark the notebook files in the arguments.

    Return the number of files not judged completely.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="notebooks that were handed in")
    parser.add_argument("--seed", type=int, metavar="N", help="draw the same inputs for all files")
    parser.add_argument("--exercises", metavar="1-3", help="mark only these exercises")
    given = parser.parse_args(arguments)
    print(protection_text(), file=sys.stderr)  # noqa: T201 - a command
    rows = mark_files(given.files, given.seed, partial(print, flush=True), given.exercises)
    return min(MAX_EXIT_CODE, unjudged_file_count(rows))


def mark_files(
    files: Iterable[Path],
    seed: int | None,
    print_line: Callable[[str], object],
    exercises: str | None = None,
) -> list[dict[str, Any]]:
    """Mark notebooks and print a line for each exercise; return the marks of each file as data.

    A file that cannot be judged completely has the reason as its ``error``. After several files of
    one lesson there is a table of all points. `exercises` are the numbers of those to mark, such as
    ``2`` or ``1-3``; None for all. Raise OptionError if they are not.
    """
    numbers = None if exercises is None else parse_exercises(exercises)
    rows = [_mark_file(path, seed, numbers, print_line) for path in files]
    for line in _table_lines([row for row in rows if row["marks"]]):
        print_line(line)
    return rows


def unjudged_file_count(rows: Iterable[dict[str, Any]]) -> int:
    """Return the number of files that could not be judged completely."""
    return sum(bool(row["error"]) for row in rows)


def _mark_file(
    path: Path, seed: int | None, numbers: range | None, print_line: Callable[[str], object]
) -> dict[str, Any]:
    try:
        marks = grade(path, seed=seed, numbers=numbers)
    except OptionError as error:
        print_line(f"{path}: {NOT_GRADED_TEXT} {error}")
        return {"file": str(path), "marks": [], "error": str(error)}
    is_answered = any(not mark.feedback.startswith(NOT_YET_PREFIX) for mark in marks)
    for mark in marks if is_answered else ():
        points = f"{mark.points} of {POINTS_PER_EXERCISE} points"
        print_line(f"{path}: exercise {mark.exercise}: {points}: {mark.feedback}")
    total = sum(mark.points for mark in marks)
    nothing = "" if is_answered else ": no answers"
    print_line(f"{path}: {total} of {POINTS_PER_EXERCISE * len(marks)} points{nothing}")
    faults = [each.feedback for each in marks if each.feedback.startswith(NOT_GRADED_TEXT)]
    return {
        "file": str(path),
        "marks": [mark._asdict() for mark in marks],
        "error": faults[0] if faults else "",
    }


def _table_lines(rows: list[dict[str, Any]]) -> list[str]:
    r"""Return a table of the points: a line for each file, and how many have each exercise right.

    Examples
    --------
    >>> marks = [{"exercise": 1, "points": 2}, {"exercise": 2, "points": 0}]
    >>> rows = [{"file": f"{name}.ipynb", "marks": marks} for name in "ab"]
    >>> print(*_table_lines(rows), sep="\n")
    <BLANKLINE>
    exercise       1   2   sum
    a.ipynb        2   0     2
    b.ipynb        2   0     2
    right          2   0
    """
    counts = {len(row["marks"]) for row in rows}
    if len(rows) < MIN_FILES_FOR_TABLE or len(counts) != 1:
        return []
    points = [[mark["points"] for mark in row["marks"]] for row in rows]
    width = max(12, *(len(row["file"]) for row in rows))

    def line(name: str, cells: Iterable[object], end: object) -> str:
        return f"{name:<{width}}{''.join(f'{cell:>4}' for cell in cells)}{end:>6}".rstrip()

    numbers = [mark["exercise"] for mark in rows[0]["marks"]]
    right = [
        sum(value == POINTS_PER_EXERCISE for value in column)
        for column in zip(*points, strict=True)
    ]
    return [
        "",
        line("exercise", numbers, "sum"),
        *(line(row["file"], own, sum(own)) for row, own in zip(rows, points, strict=True)),
        line("right", right, ""),
    ]


if __name__ == "__main__":
    sys.exit(main())
