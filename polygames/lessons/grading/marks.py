"""The marks of a notebook that was handed in, and of one answer in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import OptionError
from polygames.lessons import notebooks
from polygames.lessons.answers import NOT_YET, RIGHT, WrongAnswerError
from polygames.lessons.grading.judging import exercises, judge, names_made

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

POINTS: Final = 2
"""What an exercise counts."""

MISSING: Final = f"{NOT_YET} the cell for the answer is missing."


class Mark(NamedTuple):
    """What an exercise of a notebook came to."""

    exercise: int
    points: int
    said: str


def grade(path: Path) -> list[Mark]:
    """Return the marks of a notebook; nothing in it is run but the answers, each for itself."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    sources = {each.get("id"): "".join(each["source"]) for each in notebook["cells"]}
    marks = []
    for number, exercise in enumerate(exercises(lesson_of(notebook, path)), 1):
        answer = sources.get(exercise.cell)
        said = MISSING if answer is None else judge(exercise, answer)
        marks.append(Mark(number, POINTS if said == RIGHT else 0, said))
    return marks


def lesson_of(notebook: Any, path: Path) -> str:
    """Return the lesson whose places for answers a notebook has."""
    ids = {each.get("id") for each in notebook["cells"]}
    names = [each.stem for each in sorted((notebooks() / "solutions").glob("*.ipynb"))]
    shared = {name: len(ids & {each.cell for each in exercises(name)}) for name in names}
    best = max(shared, key=lambda name: shared[name])
    if not shared[best]:
        msg = f"{path} has no cell of a lesson"
        raise OptionError(msg)
    return best


def require(lesson: str, number: int, run: Sequence[str]) -> None:
    """Judge an answer in a clean process, say what came of it, and raise unless it is right.

    Parameters
    ----------
    lesson, number
        Which exercise.
    run
        The cells that were run, as Jupyter keeps them in `In`; the last one that gives the
        exercise's names a value is the answer.
    """
    exercise = exercises(lesson)[number - 1]
    names = "|".join(names_made(exercise.solution))
    made = re.compile(rf"^(?:def\s+|class\s+|.*\b)(?:{names})\b\s*(?:\(|=(?!=)|,|:)", re.MULTILINE)
    answer = next((text for text in reversed(run) if made.search(text)), None)
    said = MISSING if answer is None else _judged_elsewhere(lesson, number, answer)
    if said != RIGHT:
        raise WrongAnswerError(said)
    print(said)  # noqa: T201 - a student reads it


def _judged_elsewhere(lesson: str, number: int, answer: str) -> str:
    command = [sys.executable, "-I", "-m", "polygames.lessons.grading", "--exercise"]
    done = subprocess.run(  # noqa: S603 - Python itself
        [*command, lesson, str(number)], input=answer, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or f"the grader stopped: {done.stderr.strip()[-300:]}"
