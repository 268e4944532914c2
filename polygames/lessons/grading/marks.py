"""The marks of a submitted notebook, and of a single answer."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from polygames.arena.players import FaultError
from polygames.arena.sandbox import ServerProcess
from polygames.core.errors import OptionError
from polygames.lessons import notebooks
from polygames.lessons.exercise_checks import RIGHT_TEXT, WrongAnswerError
from polygames.lessons.grading.judging import code_cells, exercises, judge
from polygames.lessons.on_board import ANSWER_MIME_TYPE
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence
    from pathlib import Path

POINTS_PER_EXERCISE: Final = 2
"""The points of a right answer."""
EXERCISE_TIMEOUT_SECONDS: Final = 240.0
"""The time limit of an exercise, longer than the sum of the limits within it."""
MAX_CHECK_MEMORY_MB: Final = 4000.0
"""The memory limit of a check, including the values it receives."""
MAX_NOTEBOOK_BYTES: Final = 50_000_000
"""The largest size of a notebook."""
NOT_GRADED_TEXT: Final = "Could not be judged:"
RESULT_KEY: Final = "said"


class Mark(NamedTuple):
    """The mark of an exercise: its number, points and feedback."""

    exercise: int
    points: int
    feedback: str


def grade(path: Path) -> list[Mark]:
    """Return the marks of a notebook; only its answers are run, each one separately.

    Raises
    ------
    OptionError
        If the file is not a notebook, or not a lesson.
    """
    cells = _cells_of(path)
    lesson = lesson_of(cells, path)
    run = [source for _, source in cells]
    with JudgeProcess() as judges:
        return [
            Mark(number, POINTS_PER_EXERCISE if said == RIGHT_TEXT else 0, said)
            for number in range(1, len(exercises(lesson)) + 1)
            for said in [judges.get_feedback(lesson, number, run)]
        ]


def _cells_of(path: Path) -> list[tuple[Any, str]]:
    """Return the id and source of each code cell in an untrusted notebook file."""
    if not path.is_file() or path.stat().st_size > MAX_NOTEBOOK_BYTES:
        msg = f"{path} is {'too large' if path.is_file() else 'not a file'}"
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
        msg = f"cannot read {path} as a notebook: {short_error_text(error)}"
        raise OptionError(msg) from error


def _iter_board_answers(cell: Any) -> Iterator[str]:
    """Yield an assignment as text for each widget answer saved in a cell's outputs."""
    for output in cell.get("outputs", ()):
        for name, value in output.get("data", {}).get(ANSWER_MIME_TYPE, {}).items():
            yield f"{name} = {value!r}"


def lesson_of(cells: Sequence[tuple[Any, str]], path: Path) -> str:
    """Return the name of the lesson that shares the most cell ids and sources with a notebook.

    Cells that occur in several lessons are ignored.
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
        msg = f"{path} has no cell of a lesson: give the notebook of a lesson"
        raise OptionError(msg)
    return best


def require(lesson: str, number: int, run: Sequence[str]) -> None:
    """Judge an answer in a new process; print "Right.", or raise WrongAnswerError.

    Parameters
    ----------
    lesson, number
        The name of the lesson and the number of the exercise.
    run
        The sources of the cells that were run, as in Jupyter's `In`.
    """
    with JudgeProcess() as judges:
        said = judges.get_feedback(lesson, number, run)
    if said != RIGHT_TEXT:
        raise WrongAnswerError(said)
    print(said)  # noqa: T201 - a student reads it


class JudgeProcess:
    """A process that judges answers; it is restarted after it has ended."""

    def __init__(self) -> None:
        self._process: ServerProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()

    def get_feedback(self, lesson: str, number: int, run: Sequence[str]) -> str:
        """Return the feedback on an exercise, or the reason why it could not be judged."""
        if self._process is None or not self._process.is_alive:
            self.__exit__()
            self._process = ServerProcess(
                f"{__name__}:Judge", MAX_CHECK_MEMORY_MB, MAX_NOTEBOOK_BYTES, is_trusted=True
            )
        asked = {"lesson": lesson, "number": number, "run": list(run)}
        late = f"took more than {EXERCISE_TIMEOUT_SECONDS:g} seconds"
        try:
            return str(
                json.loads(
                    self._process.request(RESULT_KEY, "say", asked, EXERCISE_TIMEOUT_SECONDS, late)
                )
            )
        except (FaultError, ValueError) as error:
            return f"{NOT_GRADED_TEXT} the check {error}."


class Judge:
    """The object that handles requests in the process of `JudgeProcess`."""

    def say(self, lesson: str, number: int, run: Sequence[str]) -> tuple[str, str]:
        """Return the feedback on an exercise as a message: a key, and the feedback as JSON."""
        return RESULT_KEY, json.dumps(judge(lesson, number, run))


# --- In the kernel of a grader ------------------------------------------------------------------

CHECK_CELL_PATTERN: Final = (
    r"from polygames\.lessons\.grading import require\nrequire\('\w+', \d+, In\)"
)


def checks_only() -> None:
    """Make the kernel skip all cells but the checks while nbgrader marks a notebook.

    The checks use the judge's feedback on the sources of the cells, so no answer can end or change
    the kernel. Outside of grading all cells run.
    """
    from IPython.core.getipython import get_ipython

    if os.environ.get("NBGRADER_EXECUTION") == "autograde":
        shell: Any = get_ipython()
        shell.ast_transformers.append(_ChecksOnly())


class _ChecksOnly:
    def visit(self, tree: ast.Module) -> ast.Module:
        from ast import unparse

        if not re.fullmatch(CHECK_CELL_PATTERN, unparse(tree)):
            tree.body = []
        return tree
