"""Runs of the lessons' cells: their exercises, and what checks say to answers."""

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

from polygames.core import registry
from polygames.lessons.grading.notebook_cells import required_cells

LESSONS = tracked.notebooks("solutions")
NAME = "lesson"
"""The module in which the cells of a lesson run: what they pickle is looked up there."""

every_lesson = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def exercises(path):
    """Return the pairs of a solution and its check."""
    cells = code_cells(maker.read(path))
    return [pair for pair in pairwise(cells) if "solution" in maker.tags(pair[0])]


def answers_of(lesson):
    """Return the cells of a lesson that are to be solved."""
    return [solution for solution, _ in exercises(maker.LESSONS / f"{lesson}.ipynb")]


def stage(monkeypatch):
    """Return where cells run; what they leave behind is taken back."""
    monkeypatch.chdir(maker.COPIES)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, NAME, ModuleType(NAME))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    return vars(sys.modules[NAME])


def walk(path, monkeypatch, tries=None):
    """Run the cells that exercises build on; yield each solution and what its check says.

    Parameters
    ----------
    path, monkeypatch
        The lesson, and what takes back what its cells leave.
    tries
        By the id of a solution the sources that are tried in its place, where they build on more.
    """
    space = stage(monkeypatch)
    cells = code_cells(maker.read(path))
    versions = [(cell["id"], (tries or {}).get(cell["id"], [maker.source(cell)])) for cell in cells]
    wanted = required_cells(versions, [cell["id"] for pair in exercises(path) for cell in pair])
    with mpl.rc_context({"backend": "agg"}):
        for before, cell in pairwise([None, *cells]):
            if "check" in maker.tags(cell):
                yield before, lambda answer, check=cell: reply(space, answer, check)
            elif cell["id"] in wanted:
                run(cell["id"], maker.source(cell), space)
        plt.close("all")


def reply(space, answer, check):
    """Return what a check says to an answer."""
    said = StringIO()
    trial = dict(space)
    run("answer", answer, trial)
    with redirect_stdout(said):
        run(check["id"], maker.source(check), trial)
    return said.getvalue()


def run(name, source, space):
    exec(compile(source, name, "exec"), space)  # noqa: S102 - it is our own notebook
