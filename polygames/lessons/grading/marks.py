"""The marks of a submitted notebook, and of a single answer."""

from __future__ import annotations

import atexit
import json
import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from polygames.arena.players import FaultError
from polygames.arena.sandbox import ServerProcess
from polygames.core.errors import OptionError
from polygames.core.options import raise_option_error
from polygames.lessons import notebooks
from polygames.lessons.domains import seeded_inputs
from polygames.lessons.exercise_checks import RIGHT_TEXT, WrongAnswerError
from polygames.lessons.grading.lesson_cells import code_cells, exercises
from polygames.lessons.grading.notebook_run import RUN_TIMEOUT_SECONDS, NotebookRun
from polygames.lessons.on_board import ANSWER_MIME_TYPE
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence
    from pathlib import Path

POINTS_PER_EXERCISE: Final = 2
"""The points of a right answer."""
EXERCISE_TIMEOUT_SECONDS: Final = RUN_TIMEOUT_SECONDS + 120
"""The time limit of an exercise, longer than the limits within it."""
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


def parse_exercises(text: str) -> range:
    """Return the numbers in a text such as ``2`` or ``1-3``. Raise OptionError for another text.

    Examples
    --------
    >>> [*parse_exercises("2")], [*parse_exercises("1-3")]
    ([2], [1, 2, 3])
    """
    first, dash, last = text.partition("-")
    is_range = first.isdecimal() and (last.isdecimal() or not dash)
    found = range(int(first), int(last or first) + 1) if is_range else range(0)
    if not found or not found[0]:
        raise_option_error("the exercises", "must be a number or a range, such as 2 or 1-3", text)
    return found


def grade(path: Path, *, seed: int | None = None, numbers: range | None = None) -> list[Mark]:
    """Return the marks of a notebook: the feedback of its checks if all cells run in order.

    Parameters
    ----------
    path
        The file.
    seed
        The seed of the larger inputs that checks draw; None for new ones.
    numbers
        The numbers of the exercises to mark; None for all.

    Raises
    ------
    OptionError
        If the file is not a notebook, or not a lesson with these exercises.
    """
    cells = _cells_of(path)
    lesson = lesson_of(cells, path)
    every = range(1, len(exercises(lesson)) + 1)
    numbers = every if numbers is None else numbers
    if numbers[-1] not in every:
        msg = f"{path} is lesson {lesson}, which has no exercise {numbers[-1]}, only {every[-1]}"
        raise OptionError(msg)
    run = [source for _, source in cells]
    with JudgeProcess(seed) as judges:
        return [
            Mark(number, POINTS_PER_EXERCISE if said == RIGHT_TEXT else 0, said)
            for number in numbers
            for said in [judges.get_feedback(lesson, number, run, is_whole=True)]
        ]


def _cells_of(path: Path) -> list[tuple[Any, str]]:
    """Return the id and source of each code cell in an untrusted notebook file."""
    if problem := _file_problem(path):
        msg = f"{path} {problem}"
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


def _file_problem(path: Path) -> str:
    """Return the reason why a path cannot be a notebook, or an empty string."""
    if path.is_dir():
        return f"is a folder: give its files, such as {path}/*.ipynb"
    if not path.is_file():
        return "is not a file"
    size = path.stat().st_size
    return "is empty" if not size else "is too large" if size > MAX_NOTEBOOK_BYTES else ""


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


class JudgeProcess:
    """A process that judges answers; it is restarted after it has ended.

    Parameters
    ----------
    seed
        The seed of the larger inputs that checks draw; None for new ones.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._process: ServerProcess | None = None
        self._lesson, self._run = "", list[str]()
        self._unjudged: set[int] = set()
        """The exercises whose check ended the process."""
        self._dropped: set[int] = set()
        """The indexes of cells that came before the check in which the process was interrupted."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()

    def get_feedback(
        self, lesson: str, number: int, run: Sequence[str], *, is_whole: bool = False
    ) -> str:
        """Return the feedback on an exercise, or the reason why it could not be judged.

        Cells that follow those of the last question go on from there. `is_whole` means that the
        cells are all of a notebook, and not only those up to the check.
        """
        new_cells = self._note_run(lesson, [*run])
        if self._process is None or not self._process.is_alive:
            self.__exit__()
            self._process = ServerProcess(
                f"{__name__}:Judge", MAX_CHECK_MEMORY_MB, MAX_NOTEBOOK_BYTES, is_trusted=True
            )
        asked = {
            "lesson": lesson,
            "number": number,
            "run": ["" if at in self._dropped else text for at, text in enumerate(self._run)],
            "unjudged": self._unjudged,
            "seed": self._seed,
            "is_whole": is_whole,
        }
        late = f"took more than {EXERCISE_TIMEOUT_SECONDS:g} seconds"
        try:
            return str(
                json.loads(
                    self._process.request(RESULT_KEY, "say", asked, EXERCISE_TIMEOUT_SECONDS, late)
                )
            )
        except (FaultError, ValueError) as error:
            self._unjudged.add(number)
            return f"{NOT_GRADED_TEXT} the check {error}."
        except BaseException:  # an interrupt
            self._unjudged.add(number)
            self._dropped |= {*new_cells}
            raise

    def _note_run(self, lesson: str, run: list[str]) -> range:
        """Note the cells that are asked about; return the indexes of the new ones."""
        if lesson != self._lesson or run[: len(self._run)] != self._run:
            self._lesson, self._run = lesson, []
            self._unjudged, self._dropped = set(), set()
        before, self._run = len(self._run), run
        return range(before, len(run))


class Judge:
    """The object that handles requests in the process of `JudgeProcess`."""

    def __init__(self) -> None:
        self._notebook: NotebookRun | None = None

    def say(
        self,
        lesson: str,
        number: int,
        run: Sequence[str],
        unjudged: set[int],
        *,
        is_whole: bool,
        seed: int | None,
    ) -> tuple[str, str]:
        """Return the feedback on an exercise as a message: a key, and the feedback as JSON."""
        notebook = self._notebook
        if notebook is None or (lesson, [*run[: len(notebook.cells)]]) != (
            notebook.lesson,
            notebook.cells,
        ):
            if notebook is not None:
                notebook.close()
            self._notebook = notebook = NotebookRun(lesson, unjudged)
        notebook.add(run[len(notebook.cells) :], None if is_whole else number)
        with seeded_inputs(seed):
            return RESULT_KEY, json.dumps(notebook.feedback(number))


# --- In the kernel of a grader ------------------------------------------------------------------

_kernel_judge: Final = JudgeProcess()
atexit.register(_kernel_judge.__exit__)


def require(lesson: str, number: int, run: Sequence[str]) -> None:
    """Judge an answer in another process; print "Right.", or raise WrongAnswerError.

    Parameters
    ----------
    lesson, number
        The name of the lesson and the number of the exercise.
    run
        The sources of the cells that were run, as in Jupyter's `In`.
    """
    said = _kernel_judge.get_feedback(lesson, number, run)
    if said != RIGHT_TEXT:
        raise WrongAnswerError(said)
    print(said)  # noqa: T201 - a student reads it


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
