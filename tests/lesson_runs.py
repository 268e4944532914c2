"""Runs of the lessons' cells: their exercises, and what checks say to answers."""

from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise

import make_lessons as maker

LESSONS = maker.lessons()
NAME = "lesson"
"""The module in which the cells of a lesson run: what they pickle is looked up there."""


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def exercises(path):
    """Return the pairs of a solution and its check."""
    cells = code_cells(maker.read(path))
    return [pair for pair in pairwise(cells) if "solution" in maker.tags(pair[0])]


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
