"""Runs of the lessons' cells, and the replies of their checks to answers."""

import sys
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from types import ModuleType

import make_lessons as maker
import matplotlib as mpl
import pytest
import tracked
from matplotlib import pyplot as plt
from required_cells import required_cells

from polygames.core import registry

LESSON_PATHS = tracked.notebooks("solutions")
LESSON_MODULE = "lesson"
"""The name of the module in which the cells of a lesson run. Pickle imports it."""

every_lesson = pytest.mark.parametrize(
    "path", LESSON_PATHS, ids=[path.stem for path in LESSON_PATHS]
)


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def exercises(path):
    """Return the pairs of a solution and its check."""
    cells = code_cells(maker.read(path))
    return [pair for pair in pairwise(cells) if "solution" in maker.tags(pair[0])]


def answers_of(lesson):
    """Return the cells of a lesson with the solutions of its exercises."""
    return [solution for solution, _ in exercises(maker.LESSONS_FOLDER / f"{lesson}.ipynb")]


def lesson_namespace(monkeypatch):
    """Return the namespace in which cells run. Their other effects are undone after the test."""
    monkeypatch.chdir(maker.COPIES_FOLDER)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, LESSON_MODULE, ModuleType(LESSON_MODULE))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    return vars(sys.modules[LESSON_MODULE])


def run_lesson(path, monkeypatch, tries=None):
    """Run the cells that exercises need; yield each solution and a function that checks an answer.

    Parameters
    ----------
    path, monkeypatch
        The lesson, and the fixture that undoes the effects of its cells.
    tries
        Other sources by the id of the solution that they replace. The cells that they need run too.
    """
    space = lesson_namespace(monkeypatch)
    cells = code_cells(maker.read(path))
    versions = [(cell["id"], (tries or {}).get(cell["id"], [maker.source(cell)])) for cell in cells]
    wanted = required_cells(versions, [cell["id"] for pair in exercises(path) for cell in pair])
    with mpl.rc_context({"backend": "agg"}):
        for before, cell in pairwise([None, *cells]):
            if "check" in maker.tags(cell):
                yield before, lambda answer, check=cell: check_reply(space, answer, check)
            elif cell["id"] in wanted:
                run(cell["id"], maker.source(cell), space)
        plt.close("all")


def check_reply(space, answer, check):
    """Return the output of a check for an answer."""
    output = StringIO()
    trial = dict(space)
    run("answer", answer, trial)
    with redirect_stdout(output):
        run(check["id"], maker.source(check), trial)
    return output.getvalue()


def run(name, source, space):
    exec(compile(source, name, "exec"), space)  # noqa: S102 - it is our own notebook
