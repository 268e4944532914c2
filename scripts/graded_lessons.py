"""Graded copies of the lessons for nbgrader and otter, written by `make_lessons.py --graded`.

A check in such a copy raises an error unless the answer is right. It reads the text of the cells
and runs the answer in a separate process, after *our* own earlier cells. A missing, wrong or
crashing answer therefore loses the points of its own exercise only. While a copy is marked, its
first cell lets the notebook's kernel run only the checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.grading.marks import POINTS_PER_EXERCISE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["for_nbgrader", "for_otter", "write_graded_copies"]

Cell: TypeAlias = dict[str, Any]
Notebook: TypeAlias = dict[str, Any]
Stub: TypeAlias = Callable[[str], str]

NBGRADER_SCHEMA: Final = 3
"""The version of nbgrader's metadata."""


def write_graded_copies(lesson: Notebook, name: str, folder: Path, stub: Stub) -> list[Path]:
    """Write both copies of a lesson below a folder, where the two programs look for them.

    `stub` makes the place for an answer from a solution.
    """
    nbgrader = folder / "nbgrader" / "source" / name / f"{name}.ipynb"
    otter = folder / "otter" / f"{name}.ipynb"
    for path, copy in (
        (nbgrader, for_nbgrader(lesson, name)),
        (otter, for_otter(lesson, name, stub)),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(copy, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return [nbgrader, otter]


# --- nbgrader -----------------------------------------------------------------------------------


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


# --- otter --------------------------------------------------------------------------------------


def for_otter(lesson: Notebook, name: str, stub: Stub) -> Notebook:
    """Return a lesson as the source of ``otter assign``: a question around every exercise."""
    copy = _without_outputs(lesson)
    cells = [_raw_cell(f"{name}-config", f"# ASSIGNMENT CONFIG\nname: {name}\nexport_cell: false")]
    cells.append(_first_cell(name))
    number = 0
    for cell in copy["cells"]:
        tags = cell["metadata"].pop("tags", [])
        cell["metadata"].pop("polygames", None)
        if "solution" in tags and cell["cell_type"] == "code":
            number += 1
            question = f"# BEGIN QUESTION\nname: exercise_{number}\npoints: {POINTS_PER_EXERCISE}"
            text = f"# BEGIN SOLUTION NO PROMPT\n{_cell_text(cell)}\n# END SOLUTION\n"
            text += f"''' # BEGIN PROMPT\n{stub(_cell_text(cell))}\n''' # END PROMPT"
            cell["source"] = text.splitlines(keepends=True)
            cells += [
                _raw_cell(f"{name}-q{number}", question),
                _raw_cell(f"{name}-s{number}", SOLUTION_MARKS[0]),
            ]
            cells += [cell, _raw_cell(f"{name}-t{number}", SOLUTION_MARKS[1])]
        elif "check" in tags:
            cell["source"] = _check_source(name, number).splitlines(keepends=True)
            cell["outputs"] = [RIGHT_OUTPUT]
            cells += [_raw_cell(f"{name}-b{number}", "# BEGIN TESTS"), cell]
            cells += [_raw_cell(f"{name}-e{number}", "# END TESTS")]
            cells += [_raw_cell(f"{name}-z{number}", "# END QUESTION")]
        else:
            cells.append(cell)
    return copy | {"cells": cells}


RIGHT_OUTPUT: Final = {"name": "stdout", "output_type": "stream", "text": ["Right.\n"]}
"""The output of a check for a right answer. Otter compares the output of a test with it."""

SOLUTION_MARKS: Final = ("# BEGIN SOLUTION", "# END SOLUTION")


def _raw_cell(name: str, text: str) -> Cell:
    lines = text.splitlines(keepends=True)
    return {"cell_type": "raw", "id": name, "metadata": {}, "source": lines}


# --- Both ---------------------------------------------------------------------------------------


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
