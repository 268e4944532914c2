"""Mark notebooks: ``python -m polygames.lessons.grading FILE.ipynb [FILE.ipynb ...]``.

It first prints whether answers run in bubblewrap. Then it prints a line for each exercise: the
file, the exercise, its points, and the feedback of the check. For a file that cannot be judged
completely it prints the reason, and continues with the next one; the exit code is the number of
such files.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from polygames.arena.bubblewrap import protection_text
from polygames.core.errors import OptionError
from polygames.lessons.grading.marks import NOT_GRADED_TEXT, POINTS_PER_EXERCISE, grade

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_EXIT_CODE = 100
"""The largest exit code, for this many files or more."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Mark the notebook files in the arguments.

    Return the number of files not judged completely.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="notebooks that were handed in")
    files = parser.parse_args(arguments).files
    print(protection_text(), file=sys.stderr)  # noqa: T201 - a command
    return min(MAX_EXIT_CODE, sum(not print_marks(path) for path in files))


def print_marks(path: Path) -> bool:
    """Print the marks of a notebook; return True if all its exercises could be judged."""
    try:
        marks = grade(path)
    except OptionError as error:
        print(f"{path}: {NOT_GRADED_TEXT} {error}", flush=True)  # noqa: T201 - a command
        return False
    for mark in marks:
        print(f"{path}: {mark.exercise}: {mark.points} of {POINTS_PER_EXERCISE}: {mark.feedback}")  # noqa: T201 - a command
    total = sum(mark.points for mark in marks)
    print(f"{path}: {total} of {POINTS_PER_EXERCISE * len(marks)}", flush=True)  # noqa: T201 - a command
    return not any(mark.feedback.startswith(NOT_GRADED_TEXT) for mark in marks)


if __name__ == "__main__":
    sys.exit(main())
