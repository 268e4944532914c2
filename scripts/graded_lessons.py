"""Graded copies of the lessons for nbgrader, written by `make_lessons.py --graded`.

A check in such a copy raises an error unless the answer is right. It reads the text of the cells
and runs them in a separate process. A missing, wrong or crashing answer loses the points of its own
exercise only. While a copy is marked, its first cell lets the notebook's kernel run only the
checks.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.grading.marks import POINTS_PER_EXERCISE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["for_nbgrader", "write_graded_copy"]

Cell: TypeAlias = dict[str, Any]
Notebook: TypeAlias = dict[str, Any]

NBGRADER_SCHEMA: Final = 3
"""The version of nbgrader's metadata."""


def write_graded_copy(lesson: Notebook, name: str, folder: Path) -> Path:
    """Write the copy of a lesson below a folder, where nbgrader looks for it."""
    path = folder / "source" / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(for_nbgrader(lesson, name), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def for_nbgrader(lesson: Notebook, name: str) -> Notebook:
    """Return a lesson as nbgrader's source: solutions between its marks, checks with points."""
    copy = _without_outputs(lesson)
    first = _first_cell(name)
    _add_metadata(first, f"{name}-first")
    copy["cells"].insert(0, first)
    number = 0
    for cell in copy["cells"][1:]:
        tags = cell["metadata"].pop("tags", [])
        cell["metadata"].pop("polygames", None)
        if "solution" in tags and cell["cell_type"] == "code":
            number += 1
            _add_metadata(cell, f"{name}-answer-{number}", solution=True)
            text = f"### BEGIN SOLUTION\n{_cell_text(cell)}\n### END SOLUTION"
            cell["source"] = text.splitlines(keepends=True)
        elif "check" in tags:
            _add_metadata(cell, f"{name}-check-{number}", points=POINTS_PER_EXERCISE)
            cell["source"] = _check_source(name, number).splitlines(keepends=True)
    return copy


def _add_metadata(
    cell: Cell, name: str, *, solution: bool = False, points: int | None = None
) -> None:
    """Give a cell nbgrader's metadata; cells to solve are open, the others locked."""
    marks: dict[str, Any] = {
        "grade": points is not None,
        "grade_id": name,
        "locked": not solution,
        "schema_version": NBGRADER_SCHEMA,
        "solution": solution,
        "task": False,
    }
    cell["metadata"]["nbgrader"] = marks if points is None else marks | {"points": points}


def _without_outputs(lesson: Notebook) -> Notebook:
    """Return a copy of a lesson without outputs and without the text cells of solutions."""
    copy = deepcopy(lesson)
    cells = [
        cell
        for cell in copy["cells"]
        if cell["cell_type"] == "code" or "solution" not in cell["metadata"].get("tags", [])
    ]
    for cell in cells:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return copy | {"cells": cells}


def _first_cell(name: str) -> Cell:
    """Return the cell that keeps answers out of the kernel in which they are marked."""
    text = "from polygames.lessons.grading import checks_only\n\nchecks_only()  # when marked"
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"{name}-first",
        "metadata": {"jupyter": {"source_hidden": True}},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }


def _check_source(name: str, number: int) -> str:
    """Return a check that judges the text of the answer elsewhere."""
    return (
        "from polygames.lessons.grading import require\n\n"
        f'require("{name}", {number}, In)  # in a process of its own'
    )


def _cell_text(cell: Cell) -> str:
    return "".join(cell["source"])
