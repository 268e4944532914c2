"""Write the students' copies of the lessons, or check that they are up to date.

    python scripts/make_lessons.py [--check | --graded DIR]

The lessons are in ``notebooks/solutions``. Each has a copy of the same name in ``notebooks``. In
the copy, a cell tagged ``solution`` has only the place for an answer. It contains the first
comments, the imports, the signature and docstring of each function, and the keys of each
dictionary. Every value is ``...``. If the metadata of the cell name a board, ``{"polygames":
{"board": "lesson.on_board"}}``, the copy shows the board instead, without a check. The first
question, tagged ``choose``, is answered on a board as well. Text tagged ``solution`` and the
sources of the figures in a text are left out. A cell tagged ``check`` follows every solution. The
tests try the wrong answers in the metadata of the solution, ``{"polygames": {"wrong": [source,
...]}}``.

With ``--graded`` the students' copies do not change. Copies with points for nbgrader are written
to a folder (see `graded_lessons.py`).

A copy runs from top to bottom. `freeze_notebooks.py` saves the output of every changed copy.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from copy import deepcopy
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from graded_lessons import write_graded_copy

from polygames.lessons import replies_of

Cell: TypeAlias = dict[str, Any]
Notebook: TypeAlias = dict[str, Any]

COPIES_FOLDER: Final = Path(__file__).resolve().parents[1] / "notebooks"

LESSONS_FOLDER: Final = COPIES_FOLDER / "solutions"

QUESTION_IMPORT: Final = "from polygames.lessons.on_board import question"

FREEZE_SCRIPT: Final = Path(__file__).with_name("freeze_notebooks.py")


def main() -> None:
    """Write the copies that are out of date, or report them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="change nothing; fail if a copy is not up to date"
    )
    parser.add_argument(
        "--graded", type=Path, metavar="DIR", help="write graded copies to this folder"
    )
    chosen = parser.parse_args()
    if chosen.graded is not None:
        for lesson in lessons():
            print(write_graded_copy(read(lesson), lesson.stem, chosen.graded))
        return
    changed = []
    for lesson in lessons():
        copy = copy_path(lesson)
        if not is_current(lesson):
            changed.append(copy)
            if not chosen.check:
                write(copy, student_copy(read(lesson), read(copy) if copy.exists() else None))
        print(f"{copy}: {'differs' if copy in changed else 'up to date'}")
    if chosen.check:
        sys.exit(len(changed))
    if changed:
        subprocess.run([sys.executable, FREEZE_SCRIPT, *changed], check=True)


def lessons() -> list[Path]:
    """Return the notebooks with the solutions."""
    return sorted(LESSONS_FOLDER.glob("[0-9]*.ipynb"))


def copy_path(lesson: Path) -> Path:
    """Return the path of the students' copy of a lesson."""
    return COPIES_FOLDER / lesson.name


def is_current(lesson: Path) -> bool:
    """Return True if the students' copy exists and differs only in its output."""
    copy = copy_path(lesson)
    return copy.exists() and without_outputs(read(copy)) == without_outputs(
        student_copy(read(lesson))
    )


def student_copy(lesson: Notebook, old: Notebook | None = None) -> Notebook:
    """Return the copy of a lesson without its solutions.

    A cell with the same source as in the old copy keeps its output.
    """
    shown = {cell["id"]: cell for cell in (old or {"cells": []})["cells"]}
    copy = deepcopy(lesson)
    pairs = pairwise([{"metadata": {}}, *copy["cells"]])
    copy["cells"] = [made for before, cell in pairs for made in copy_cells(before, cell)]
    for cell in copy["cells"]:
        if cell["cell_type"] == "code":
            same = shown.get(cell["id"], {})
            keep = source(same) == source(cell)
            cell["outputs"] = same["outputs"] if keep else []
            cell["execution_count"] = same["execution_count"] if keep else None
        else:
            cell["metadata"].pop("polygames", None)
    return copy


def copy_cells(before: Cell, cell: Cell) -> list[Cell]:
    """Return the cells of the copy for a cell; a board replaces its check."""
    if "solution" in tags(cell):
        return [exercise_cell(cell)] if cell["cell_type"] == "code" else []
    if "choose" in tags(cell):
        return [
            cell | {"source": source(cell).partition("<details>")[0].strip()},
            question_cell(cell),
        ]
    return [] if "check" in tags(cell) and board_code(before) else [cell]


def board_code(cell: Cell) -> str:
    """Return the code that shows the board of an exercise, or an empty text without a board."""
    return str(cell["metadata"].get("polygames", {}).get("board", ""))


def question_cell(cell: Cell) -> Cell:
    """Return the cell that shows the first question on a board."""
    quoted = partial(json.dumps, ensure_ascii=False)
    pairs = replies_of(source(cell)).items()
    replies = "".join(f"        {quoted(choice)}: {quoted(reply)},\n" for choice, reply in pairs)
    text = f"{QUESTION_IMPORT}\n\nquestion(\n    lesson,\n    {{\n{replies}    }},\n)"
    folded = {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}
    made = {"cell_type": "code", "id": f"{cell['id']}-answer", "metadata": folded}
    return made | {"source": text.splitlines(keepends=True)}


def exercise_cell(cell: Cell) -> Cell:
    """Return the cell for an answer that replaces a cell with a solution."""
    others = [tag for tag in tags(cell) if tag != "solution"]
    lines = (board_code(cell) or stub(source(cell))).splitlines(keepends=True)
    return cell | {"metadata": {"tags": ["exercise", *others]}, "source": lines}


def stub(solution: str) -> str:
    r"""Return the source of a solution with ``...`` in place of each value and function body.

    Examples
    --------
    >>> stub("# Your turn.\\nhalf = 100 / 2")
    '# Your turn.\\nhalf = ...'
    """
    lines = solution.splitlines()
    head = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
    text = "\n".join(lines[:head])
    for statement in ast.parse(solution).body:
        match statement:
            case ast.Import() | ast.ImportFrom():
                text += f"\n{ast.unparse(statement)}"
            case ast.Assign(targets=[ast.Tuple(elts=names)]):
                text += (
                    f"\n{', '.join(map(ast.unparse, names))} = {', '.join(['...'] * len(names))}"
                )
            case ast.Assign(targets=[name], value=ast.Dict(keys=keys)):
                places = ", ".join(f"{ast.unparse(key)}: ..." for key in keys if key)
                text += f"\n{ast.unparse(name)} = {{{places}}}"
            case ast.Assign(targets=targets):
                text += f"\n{' = '.join(map(ast.unparse, targets))} = ..."
            case ast.FunctionDef():
                text += f"\n\n\n{function_stub(statement, lines)}"
    return text.strip("\n")


def function_stub(function: ast.FunctionDef, lines: list[str]) -> str:
    """Return the head of a function with its decorators, its docstring if it has one, and dots."""
    first = function.body[0]
    top = min((each.lineno for each in function.decorator_list), default=function.lineno) - 1
    if ast.get_docstring(function) is not None:
        head_lines = lines[top : first.end_lineno]
    else:  # there may be a comment between the head and the first statement
        head_lines = lines[top : first.lineno - 1]
        while head_lines[-1].lstrip().startswith("#"):
            head_lines.pop()
    return "\n".join([*head_lines, "    return ..."])


def without_outputs(notebook: Notebook) -> Notebook:
    """Return a notebook without outputs and execution counts."""
    omitted = {"outputs", "execution_count", "source"}
    cells = [
        {key: value for key, value in cell.items() if key not in omitted} | {"source": source(cell)}
        for cell in notebook["cells"]
    ]
    return notebook | {"cells": cells}


def tags(cell: Cell) -> list[str]:
    """Return the tags of a cell."""
    return list(cell["metadata"].get("tags", ()))


def source(cell: Cell) -> str:
    """Return the text of a cell; files store it as one text or as a list of lines."""
    return "".join(cell.get("source", ""))


def read(path: Path) -> Notebook:
    """Return the notebook in a file."""
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def write(path: Path, notebook: Notebook) -> None:
    """Write a notebook as Jupyter does."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
