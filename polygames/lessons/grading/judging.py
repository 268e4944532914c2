"""Judge answers: in this process by the lesson's check, the student's code in another one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from itertools import pairwise
from pickle import UnpicklingError
from symtable import symtable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import OptionError
from polygames.lessons import notebooks
from polygames.lessons.answers import STRICT, WRONG
from polygames.lessons.grading.student import NAME, Function, copy_back, receive, send
from polygames.lessons.time_limit import OutOfTimeError, limited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from symtable import Symbol, SymbolTable

SECONDS: Final = 60.0
"""How long the cells before an answer, and the answer itself, may run."""

ALONE: Final = (
    sys.executable,
    "-I",
    "-c",
    "from polygames.lessons.grading.student import main; main()",
)


class Exercise(NamedTuple):
    """An exercise of a lesson.

    Attributes
    ----------
    cell
        The id of the cell for the answer.
    solution
        Our answer.
    check
        The source of the check.
    before
        Ids and sources of all cells of code before it, the solutions of others among them.
    """

    cell: str
    solution: str
    check: str
    before: list[tuple[str, str]]


def exercises(lesson: str) -> list[Exercise]:
    """Return the exercises of a lesson.

    Examples
    --------
    >>> [each.check for each in exercises("10_sums")][:2]
    ['lesson.exercise_1(mex)', 'lesson.exercise_2(grundy)']
    """
    path = notebooks() / "solutions" / f"{lesson}.ipynb"
    if not path.is_file():
        msg = f"there is no lesson {lesson!r}"
        raise OptionError(msg)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
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


def judge(exercise: Exercise, answer: str) -> str:
    r"""Return what the check says to an answer: "Right.", or what is wrong with it.

    Examples
    --------
    >>> first = exercises("10_sums")[0]
    >>> judge(first, first.solution)
    'Right.'
    >>> judge(first, "import polygames.lessons.answers as a\na.verdict = lambda *_: 'Right.'")
    'Not yet: put your answer in place of the dots, and run both cells.'
    """
    ours = _cells(exercise, [exercise.solution, answer])
    asked = re.findall(r"\w+", exercise.check)
    names = [name for name in names_made(exercise.solution) if name in asked]
    with _process() as student:
        try:
            with limited(SECONDS):
                send(student.stdin, (ours, answer, names))
                given = receive(student.stdout)
        except OutOfTimeError:
            return f"{WRONG} the answer was still running after {SECONDS:g} seconds."
        except (EOFError, UnpicklingError) as error:
            return f"{WRONG} the answer could not be judged: {error}."
        if isinstance(given, str):
            return f"{WRONG} {given}"
        values = {
            name: _Remote(name, student) if isinstance(each, Function) else each
            for name, each in given.items()
        }
        return _said(exercise, values)


def _cells(exercise: Exercise, sources: list[str]) -> list[str]:
    """Return the sources of the cells that an answer, or its check, builds on."""
    cells = [(name, [source]) for name, source in exercise.before]
    cells.append((exercise.cell, sources))
    wanted = needed(cells, [exercise.cell])
    return [source for name, source in exercise.before if name in wanted]


def _said(exercise: Exercise, values: dict[str, Any]) -> str:
    """Return what the check says to values; the cells that it needs run here, as ours are."""
    cells = [(name, [source]) for name, source in exercise.before]
    cells += [(exercise.cell, [exercise.solution]), ("check", [exercise.check])]
    wanted = needed(cells, ["check"])
    sys.modules[NAME] = module = ModuleType(NAME)
    space = vars(module)
    said = StringIO()
    with redirect_stdout(said):
        for name, source in exercise.before:
            if name in wanted:
                exec(compile(source, NAME, "exec"), space)  # noqa: S102 - a cell of the lesson
    space.update(values)
    said = StringIO()
    os.environ.pop(STRICT, None)
    with redirect_stdout(said):
        exec(compile(exercise.check, NAME, "exec"), space)  # noqa: S102 - as above
    return said.getvalue().strip()


# --- A student's process ------------------------------------------------------------------------


@contextmanager
def _process() -> Iterator[Any]:
    pipe = subprocess.PIPE
    with subprocess.Popen(ALONE, stdin=pipe, stdout=pipe) as student:  # noqa: S603 - Python itself
        try:
            yield student
        finally:
            student.kill()


class _Remote:
    """A student's function, to be called from here."""

    def __init__(self, name: str, student: Any) -> None:
        self.__name__, self._student = name, student

    def __call__(self, *case: Any) -> Any:
        send(self._student.stdin, (self.__name__, case))
        done, result, after = receive(self._student.stdout)
        copy_back(case, after)
        if not done:
            kind, text = result
            raise type(str(kind), (Exception,), {})(text)
        return result


# --- Which cells others build on: a check needs no picture that was drawn before it --------------


def needed(cells: Iterable[tuple[str, Sequence[str]]], wanted: Iterable[str]) -> set[str]:
    """Return the ids of the cells that wanted ones build on, and theirs.

    Parameters
    ----------
    cells
        Pairs of a cell's id and its sources, in order; a place for an answer may have many.
    wanted
        The ids of the cells that are asked for.

    Examples
    --------
    >>> cells = [("a", ["n = 3"]), ("b", ["picture = draw(7)"]), ("c", ["print(n)"])]
    >>> sorted(needed(cells, ["c"]))
    ['a', 'c']
    """
    makers: dict[str, list[str]] = {}
    builds_on: dict[str, set[str]] = {}
    for cell, sources in cells:
        made: set[str] = set()
        used: set[str] = set()
        for source in sources:
            try:
                table = symtable(source, cell, "exec")
            except SyntaxError:  # a student's; it makes nothing
                continue
            made |= {each.get_name() for each in table.get_symbols() if _is_made(each)}
            used |= set(_names_used(table))
        builds_on[cell] = {maker for name in used for maker in makers.get(name, ())}
        for name in made:
            makers.setdefault(name, []).append(cell)
    found: set[str] = set()
    fresh = set(wanted)
    while fresh:
        found |= fresh
        fresh = {cell for name in fresh for cell in builds_on[name]} - found
    return found


def names_made(source: str) -> list[str]:
    """Return the names that a cell gives a value.

    Examples
    --------
    >>> names_made("low, high = 1, 2")
    ['high', 'low']
    """
    table = symtable(source, "cell", "exec")
    return sorted(each.get_name() for each in table.get_symbols() if _is_made(each))


def _is_made(symbol: Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported()


def _names_used(table: SymbolTable, *, inside: bool = False) -> Iterator[str]:
    """Yield the names that a cell looks up, its functions' included."""
    for each in table.get_symbols():
        if each.is_referenced() and (each.is_global() or not inside):
            yield each.get_name()
    for child in table.get_children():
        yield from _names_used(child, inside=True)
