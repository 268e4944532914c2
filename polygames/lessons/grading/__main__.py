"""Mark notebooks: ``python -m polygames.lessons.grading FILE.ipynb [FILE.ipynb ...]``.

Each exercise is a line: the file, the exercise, its points, and what the check said. With
``--exercise LESSON NUMBER`` one answer is read from the standard input and judged.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from polygames.lessons.grading.judging import exercises, judge
from polygames.lessons.grading.marks import POINTS, grade

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments and mark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="notebooks that were handed in")
    parser.add_argument("--exercise", nargs=2, metavar=("LESSON", "NUMBER"))
    chosen = parser.parse_args(arguments)
    if chosen.exercise:
        lesson, number = chosen.exercise
        print(judge(exercises(lesson)[int(number) - 1], sys.stdin.read()))  # noqa: T201 - a command
    for path in chosen.files:
        marks = grade(path)
        for mark in marks:
            print(f"{path}: {mark.exercise}: {mark.points} of {POINTS}: {mark.said}")  # noqa: T201 - a command
        print(f"{path}: {sum(m.points for m in marks)} of {POINTS * len(marks)}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
