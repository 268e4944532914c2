"""The checks of answers: they run in the judge's process, with the cells of the lesson."""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.grading.lesson_cells import names_in
from polygames.lessons.grading.student_process import CELL_MODULE

if TYPE_CHECKING:
    from polygames.lessons.grading.lesson_cells import Exercise

LESSON_IMPORT_PATTERN: Final = re.compile(
    r"^from polygames\.lessons import \w+ as lesson$", re.MULTILINE
)
"""The line of a lesson that imports its checks."""


def check_values(exercise: Exercise, values: dict[str, Any]) -> str:
    """Return the feedback that an exercise's check gives on a student's values.

    Examples
    --------
    >>> from polygames.lessons.grading.lesson_cells import exercises
    >>> check_values(exercises("01_nim")[0], {"moves": ...})
    'Not yet: put your answer in place of the dots, and run both cells.'
    """
    cells = tuple(source for _, source in exercise.previous_cells)
    start = next(k for k, text in enumerate(cells, start=1) if LESSON_IMPORT_PATTERN.search(text))
    module = _run_cells(cells[:start])
    if not names_in(exercise.check) - exercise.names <= {*vars(module)}:  # of later cells
        module = _run_cells(cells)
    sys.modules[CELL_MODULE] = module  # so that its objects can be pickled
    with redirect_stdout(StringIO()) as said:
        exec(compile(exercise.check, CELL_MODULE, "exec"), {**vars(module), **values})  # noqa: S102 - a cell of the lesson
    return said.getvalue().strip()


@cache
def _run_cells(sources: tuple[str, ...]) -> ModuleType:
    """Return a module in which cells of a lesson have run."""
    sys.modules[CELL_MODULE] = module = ModuleType(CELL_MODULE)
    with redirect_stdout(StringIO()):
        for source in sources:
            exec(compile(source, CELL_MODULE, "exec"), vars(module))  # noqa: S102 - a cell of the lesson
    return module
