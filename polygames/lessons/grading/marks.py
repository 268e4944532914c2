"""The marks of a notebook that was handed in, and of one answer in it."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from polygames.arena.players import FaultError
from polygames.arena.sandbox import WatchedProcess
from polygames.core.errors import OptionError
from polygames.lessons import notebooks
from polygames.lessons.answers import RIGHT, WrongAnswerError
from polygames.lessons.grading.judging import code_cells, exercises, judge
from polygames.lessons.on_board import ANSWER_MIME_TYPE
from polygames.runtime.workers import one_line

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence
    from pathlib import Path

POINTS_PER_EXERCISE: Final = 2
"""What an exercise counts."""
EXERCISE_TIMEOUT_SECONDS: Final = 240.0
"""How long an exercise may take altogether: longer than all that has a limit of its own in it."""
MAX_CHECK_MEMORY_MB: Final = 4000.0
"""How many megabytes its check, and what a check is told, may take."""
MAX_NOTEBOOK_BYTES: Final = 50_000_000
"""Bytes of a notebook."""
NOT_GRADED_TEXT: Final = "Could not be judged:"
RESULT_KEY: Final = "said"


class Mark(NamedTuple):
    """What an exercise of a notebook came to."""

    exercise: int
    points: int
    said: str


def grade(path: Path) -> list[Mark]:
    """Return the marks of a notebook; nothing in it is run but the answers, each for itself.

    Raises
    ------
    OptionError
        If the file is no notebook, or no lesson.
    """
    cells = _cells_of(path)
    lesson = lesson_of(cells, path)
    run = [source for _, source in cells]
    with Judges() as judges:
        return [
            Mark(number, POINTS_PER_EXERCISE if said == RIGHT else 0, said)
            for number in range(1, len(exercises(lesson)) + 1)
            for said in [judges.said(lesson, number, run)]
        ]


def _cells_of(path: Path) -> list[tuple[Any, str]]:
    """Return ids and sources of the cells of code in a file that may be anything."""
    if not path.is_file() or path.stat().st_size > MAX_NOTEBOOK_BYTES:
        msg = f"{path} is {'too large' if path.is_file() else 'no file'}"
        raise OptionError(msg)
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        return [
            (str(cell.get("id")), source)
            for cell in code
            for source in ("".join(cell["source"]), *_iter_board_answers(cell))
        ]
    except Exception as error:
        msg = f"{path} is no notebook that can be read ({one_line(error)})"
        raise OptionError(msg) from error


def _iter_board_answers(cell: Any) -> Iterator[str]:
    """Yield as code what was answered on the board: the output of its cell holds it."""
    for output in cell.get("outputs", ()):
        for name, value in output.get("data", {}).get(ANSWER_MIME_TYPE, {}).items():
            yield f"{name} = {value!r}"


def lesson_of(cells: Sequence[tuple[Any, str]], path: Path) -> str:
    """Return the lesson that shares the most cells with a notebook, by their ids or their code.

    What several lessons have says nothing.
    """
    found = {text for cell in cells for text in cell}
    names = [each.stem for each in (notebooks() / "solutions").glob("*.ipynb")]
    has = {
        name: {text for cell in code_cells(name) for text in (cell["id"], "".join(cell["source"]))}
        for name in sorted(names)
    }
    count = Counter(text for texts in has.values() for text in texts)
    shared = {name: sum(count[text] == 1 for text in has[name] & found) for name in has}
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
        The cells that were run, as Jupyter keeps them in `In`.
    """
    with Judges() as judges:
        said = judges.said(lesson, number, run)
    if said != RIGHT:
        raise WrongAnswerError(said)
    print(said)  # noqa: T201 - a student reads it


class Judges:
    """A judge in a process of its own, and the next one when something has ended it."""

    def __init__(self) -> None:
        self._process: WatchedProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()

    def said(self, lesson: str, number: int, run: Sequence[str]) -> str:
        """Return what the check of an exercise says to cells, or why it says nothing."""
        if self._process is None or not self._process.is_alive:
            self.__exit__()
            self._process = WatchedProcess(
                f"{__name__}:Judge", MAX_CHECK_MEMORY_MB, "", MAX_NOTEBOOK_BYTES
            )
        asked = {"lesson": lesson, "number": number, "run": list(run)}
        late = f"took more than {EXERCISE_TIMEOUT_SECONDS:g} seconds"
        try:
            return str(
                json.loads(
                    self._process.ask(RESULT_KEY, "say", asked, EXERCISE_TIMEOUT_SECONDS, late)
                )
            )
        except (FaultError, ValueError) as error:
            return f"{NOT_GRADED_TEXT} the check {error}."


class Judge:
    """What answers in that process."""

    def say(self, lesson: str, number: int, run: Sequence[str]) -> tuple[str, str]:
        """Judge an exercise."""
        return RESULT_KEY, json.dumps(judge(lesson, number, run))


# --- In the kernel of a grader ------------------------------------------------------------------

CHECK_CELL_PATTERN: Final = (
    r"from polygames\.lessons\.grading import require\nrequire\('\w+', \d+, In\)"
)
OTTER_CELL_PATTERN: Final = (
    r"((grader|notebook_\w+\(\))\.check\('\w+'\)\s*)+|from otter\.execute import Checker\n.*"
)


def checks_only() -> None:
    """While nbgrader or otter marks, let the kernel run their checks, and no cell of a student's.

    They are told what a judge says to the text of the cells: so no answer can end the kernel, or
    change it. At home all cells run.
    """
    from IPython.core.getipython import get_ipython

    otter = getattr(sys.modules.get("otter"), "Notebook", None)
    is_graded = os.environ.get("NBGRADER_EXECUTION") == "autograde"
    shell: Any = get_ipython()
    if is_graded or getattr(otter, "_grading_mode", False):
        shell.ast_transformers.append(_ChecksOnly())


class _ChecksOnly:
    def visit(self, tree: ast.Module) -> ast.Module:
        from ast import unparse

        if not re.fullmatch(f"{CHECK_CELL_PATTERN}|{OTTER_CELL_PATTERN}", unparse(tree), re.DOTALL):
            tree.body = []
        return tree
