"""A loop without end in any exercise ends, and the check says so in a sentence."""

import ast
import re
import sys
from itertools import pairwise
from types import ModuleType

import make_lessons as maker
import matplotlib as mpl
import pytest
from lesson_runs import LESSONS, NAME, code_cells, exercises, reply, run

from polygames.core import registry
from polygames.lessons import answers
from polygames.lessons.grading.judging import needed

LOOP = ast.parse("while True:\n    pass").body


def endless(source):
    """Return a solution whose functions never come back; None if it has none."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.body = LOOP
    return ast.unparse(tree) if functions else None


@pytest.mark.slow
@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_a_loop_without_end_in_an_exercise_gets_a_sentence(path, monkeypatch):
    monkeypatch.chdir(maker.COPIES)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    monkeypatch.setitem(sys.modules, NAME, ModuleType(NAME))
    space, tried = vars(sys.modules[NAME]), 0
    cells = code_cells(maker.read(path))
    versions = [(cell["id"], [maker.source(cell)]) for cell in cells]
    wanted = needed(versions, [cell["id"] for pair in exercises(path) for cell in pair])
    with mpl.rc_context({"backend": "agg"}):
        for before, cell in pairwise([None, *cells]):
            if "check" in maker.tags(cell) and (loop := endless(maker.source(before))):
                with monkeypatch.context() as patched:
                    patched.setattr(answers, "SECONDS", 0.5)
                    said = reply(space, loop, cell)
                assert re.match(r"Not quite: .* was still running when the time", said), said
                tried += 1
            elif cell["id"] in wanted:
                run(cell["id"], maker.source(cell), space)
    assert tried >= 1


def test_only_the_body_of_a_function_is_exchanged():
    assert endless("x = 1") is None
    assert endless("from math import pi\ndef f(a):\n    return a") == (
        "from math import pi\n\ndef f(a):\n    while True:\n        pass"
    )
