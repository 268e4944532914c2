"""The code cells of a lesson, from the notebook with our solutions."""

from __future__ import annotations

import ast
import json
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from polygames.core.errors import OptionError
from polygames.lessons import notebooks


class LessonCell(NamedTuple):
    """A code cell of a lesson.

    Attributes
    ----------
    kind
        A cell for everybody, our solution of an exercise, or the check of an exercise.
    source
        The text of the cell.
    exercise
        The number of the exercise of a solution or check, else 0.
    """

    kind: Literal["lesson", "solution", "check"]
    source: str
    exercise: int = 0


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
        return _defined_names(self.solution) & names_in(self.check)

    @property
    def is_function(self) -> bool:
        """True if the answer is a function, and not a value."""
        made = {
            each.name for each in ast.parse(self.solution).body if isinstance(each, ast.FunctionDef)
        }
        return self.names <= made


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
def lesson_cells(lesson: str) -> tuple[LessonCell, ...]:
    """Return all code cells of a lesson, in order.

    Examples
    --------
    >>> [each.exercise for each in lesson_cells("10_sums") if each.kind == "check"]
    [1, 2, 3, 4, 5]
    """
    found, number = list[LessonCell](), 0
    for cell in code_cells(f"solutions/{lesson}"):
        tags, source = cell["metadata"].get("tags", ()), "".join(cell["source"])
        number += "solution" in tags
        if "solution" in tags:
            found.append(LessonCell("solution", source, number))
        elif "check" in tags:
            found.append(LessonCell("check", source, number))
        else:
            found.append(LessonCell("lesson", source))
    return tuple(found)


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


def names_in(source: str) -> set[str]:
    """Return the names in the source of a check, without those of attributes."""
    return {each.id for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Name)}


def _defined_names(source: str) -> set[str]:
    """Return the names that one of our solutions assigns, at the top of its cell or in a block."""
    return {
        each.id if isinstance(each, ast.Name) else each.name
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.FunctionDef | ast.ClassDef)
        or (isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    }
