"""The judging of answers: the check runs in this process, the student's code in another."""

from __future__ import annotations

import json
import re
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.arena.players import FaultError
from polygames.arena.sandbox import ServerProcess
from polygames.core.errors import OptionError
from polygames.lessons import notebooks
from polygames.lessons.exercise_checks import NOT_YET_PREFIX, WRONG_PREFIX, NoResultError
from polygames.lessons.grading.notebook_cells import (
    assigned_names,
    parse_cell,
    required_cells,
    select_cells,
)
from polygames.lessons.grading.student_process import (
    CELL_MODULE,
    VALUES_MESSAGE,
    FunctionStub,
    StudentProcess,
    copy_back,
    parse_values,
    to_bytes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.lessons.grading.notebook_cells import Cell

CELLS_TIMEOUT_SECONDS: Final = 60.0
"""The time limit of an answer and the cells before it."""
MAX_STUDENT_MEMORY_MB: Final = 2000.0
"""The memory limit of a student's process."""
MAX_PROCESS_MESSAGE_CHARS: Final = 10_000_000
"""The largest length of a message from a student's process."""


class Exercise(NamedTuple):
    """An exercise of a lesson, with our solution and the source of its check.

    Attributes
    ----------
    cell_id
        The id of the cell for the answer.
    solution
        The source of our answer.
    check
        The source of the check.
    previous_cells
        The ids and sources of all code cells before it, with the solutions of other exercises.
    """

    cell_id: str
    solution: str
    check: str
    previous_cells: list[tuple[str, str]]

    @property
    def names(self) -> set[str]:
        """The names that our solution defines and the check uses."""
        return {*assigned_names(self.solution)} & {*re.findall(r"\w+", self.check)}


def exercises(lesson: str) -> list[Exercise]:
    """Return the exercises of a lesson, from the notebook with our solutions.

    Examples
    --------
    >>> [each.check for each in exercises("10_sums")][:2]
    ['lesson.exercise_1(mex)', 'lesson.exercise_2(grundy)']
    """
    cells = code_cells(f"solutions/{lesson}")
    found, before = [], list[tuple[str, str]]()
    for cell, checking in pairwise([*cells, {"metadata": {}, "source": ""}]):
        tags = cell["metadata"].get("tags", ())
        source = "".join(cell["source"])
        if "solution" in tags:
            check = "".join(checking["source"])
            found.append(Exercise(cell["id"], source, check, [*before]))
        if "check" not in tags:
            before.append((cell["id"], source))
    return found


@cache
def student_cells(lesson: str) -> frozenset[str]:
    """Return the sources of the code cells in the notebook for students, as normalised text."""
    return frozenset(parse_cell("".join(cell["source"])).source for cell in code_cells(lesson))


def code_cells(name: str) -> list[Any]:
    """Return the code cells of a notebook in the package.

    Raise OptionError if there is no such notebook.
    """
    path = notebooks() / f"{name}.ipynb"
    if not path.is_file():
        msg = f"unknown lesson {path.stem!r}: name a notebook of notebooks/solutions"
        raise OptionError(msg)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def own_cells(lesson: str, exercise: Exercise, run: Sequence[str]) -> list[Cell]:
    """Return the cells written by the student, starting with those run after the check.

    Cells that were run after the check come first, since they may have reused a name of the
    answer for something else.
    """
    cells, check = [*map(parse_cell, run)], parse_cell(exercise.check).source
    checked = max((k for k, c in enumerate(cells) if c.source == check), default=0)
    return [c for c in cells[checked:] + cells[:checked] if c.source not in student_cells(lesson)]


def judge(lesson: str, number: int, run: Sequence[str]) -> str:
    """Return the feedback on the answer in the given cells: "Right.", or what is wrong.

    Examples
    --------
    >>> first = exercises("10_sums")[0]
    >>> judge("10_sums", 1, [first.solution, "mex([9, 1])"])
    'Right.'
    >>> judge("10_sums", 1, ["from polygames import lessons; lessons.check = print"])
    'Not yet: no cell gives mex a value.'
    >>> judge("10_sums", 1, ["def mex(n): __import__('os')._exit(0)"])  # doctest: +ELLIPSIS
    'Not quite: ... (mex(set()) ended the whole program, or needed too much memory)'
    """
    exercise = exercises(lesson)[number - 1]
    cells = own_cells(lesson, exercise, run)
    known = {name for _, source in exercise.previous_cells for name in assigned_names(source)}
    answer = select_cells(exercise.names, known, cells)
    if not answer:
        faults = [
            f" (One cannot be read: {cell.syntax_error}.)" for cell in cells if cell.syntax_error
        ]
        wanted = " and ".join(sorted(exercise.names))
        return f"{NOT_YET_PREFIX} no cell gives {wanted} a value.{''.join(faults[-1:])}"
    ours = _prerequisite_cells(
        exercise, (exercise.cell_id, [exercise.solution, *(c.source for c in answer)])
    )
    own = [(cell.source, bool(exercise.names & cell.assigned_names)) for cell in answer]
    server = f"{StudentProcess.__module__}:{StudentProcess.__name__}"
    process = ServerProcess(server, MAX_STUDENT_MEMORY_MB, MAX_PROCESS_MESSAGE_CHARS)
    try:
        values = _run_cells(process, ours, own, exercise.names)
        return _check_result(exercise, values)
    except FaultError as error:
        return f"{WRONG_PREFIX} the answer {error}."
    finally:
        process.terminate()


def _prerequisite_cells(exercise: Exercise, *ends: tuple[str, list[str]]) -> list[str]:
    """Return the sources of the earlier cells on which the last pair of `ends` depends."""
    wanted = required_cells(
        [*((name, [text]) for name, text in exercise.previous_cells), *ends], [ends[-1][0]]
    )
    return [source for name, source in exercise.previous_cells if name in wanted]


def _check_result(exercise: Exercise, values: dict[str, Any]) -> str:
    """Return the feedback that an exercise's check gives on a student's values.

    The lesson's cells that it needs run in this process.
    """
    ends = (exercise.cell_id, [exercise.solution]), ("check", [exercise.check])
    sys.modules[CELL_MODULE] = module = ModuleType(CELL_MODULE)
    space = vars(module)
    with redirect_stdout(StringIO()):
        for source in _prerequisite_cells(exercise, *ends):
            exec(compile(source, CELL_MODULE, "exec"), space)  # noqa: S102 - a cell of the lesson
    space.update(values)
    with redirect_stdout(StringIO()) as said:
        exec(compile(exercise.check, CELL_MODULE, "exec"), space)  # noqa: S102 - as above
    return said.getvalue().strip()


# --- A student's process ------------------------------------------------------------------------


def _run_cells(
    process: ServerProcess,
    lesson_cells: list[str],
    student_sources: list[tuple[str, bool]],
    names: set[str],
) -> dict[str, Any]:
    """Run cells in a student's process; return the values by name, with proxies for functions."""
    asked = {"ours": lesson_cells, "own": student_sources, "names": sorted(names)}
    given = _request(process, "run", asked)
    if not isinstance(given, dict) or {*given} != names:
        msg = "wrote something that is not an answer"
        raise FaultError(msg)
    return {
        name: _remote_function(process, name) if isinstance(each, FunctionStub) else each
        for name, each in given.items()
    }


def _remote_function(process: ServerProcess, name: str) -> Callable[..., Any]:
    """Return a proxy that calls a student's function in the student's process."""

    def call(*case: Any) -> Any:
        try:
            done, result, after = _request(process, "call", {"name": name, "case": to_bytes(case)})
        except FaultError as fault:
            raise NoResultError(fault) from None
        copy_back(case, after)
        if not done:
            kind, text = result
            raise type(str(kind), (Exception,), {})(text)
        return result

    call.__name__ = name
    return call


def _request(process: ServerProcess, name: str, arguments: dict[str, Any]) -> Any:
    """Send a request to a student's process; return the answer, parsed as untrusted input."""
    late = f"was still running after {CELLS_TIMEOUT_SECONDS:g} seconds"
    text = process.request(VALUES_MESSAGE, name, arguments, CELLS_TIMEOUT_SECONDS, late)
    try:
        return parse_values(text)
    except Exception as error:
        msg = f"could not be read: {error}"
        raise FaultError(msg) from error
