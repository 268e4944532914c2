"""Small mistakes in a solution, one at a time: the check of the exercise refuses each of them."""

import sys
from itertools import pairwise
from types import ModuleType

import make_lessons as maker
import matplotlib as mpl
import pytest
from lesson_runs import LESSONS, NAME, code_cells, exercises, reply, run
from mutants import mutants

from polygames.core import registry
from polygames.lessons import answers
from polygames.lessons.grading.judging import needed

RIGHT_TOO = {
    ("02_polygon", 2): (4, "other sizes that are too large for nine digits"),
    ("02_polygon", 4): (1, "another multiple of 97"),
    ("04_splinter", 1): (2, "a piece stands at the place, so the gap is never there"),
    ("04_splinter", 6): (4, "no share lies between these limits"),
    ("06_territory", 5): (2, "only the sign matters, and at 0 the first tile is a largest, too"),
    ("07_arena", 1): (2, "both lists are of the same length"),
    ("08_game", 2): (1, "(0, 0) turned round"),
    ("09_tree", 4): (36, "the mistakes are in what is computed on the way"),
    ("10_sums", 1): (1, "one number more to look at"),
    ("10_sums", 5): (2, "the last difference is far below 399"),
    ("11_sharing", 2): (3, "nothing is asked for that the cake does not have"),
    ("11_sharing", 3): (3, "one person is left, and all cakes are of one length"),
    ("13_halving", 2): (
        7,
        "one half comes before the last stop, and nothing before the first",
    ),
    ("13_halving", 4): (8, "other steps round the cake serve as well, and so does the other side"),
    ("13_halving", 5): (5, "a mirror image, and a line or a midpoint more or less"),
    ("14_crowd", 2): (1, "all rows are of the same length"),
    ("14_crowd", 3): (2, "no square, or one, joins no sides"),
    ("18_referee", 5): (2, "no game is not enough either, and exactly 1% never comes up"),
}
"""Exercises with mutants that are right as well: how many, and why."""


@pytest.mark.slow
# A limit that rings within a callback of the garbage collector is lost there, and rings again.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_checks_refuse_every_small_mistake_in_a_solution(path, monkeypatch):
    monkeypatch.chdir(maker.COPIES)
    monkeypatch.setattr(answers, "SECONDS", 2.0)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    monkeypatch.setitem(sys.modules, NAME, ModuleType(NAME))
    with mpl.rc_context({"backend": "agg"}):
        accepted = list(survivors(path))
    strange = []
    for number, (sources, count) in enumerate(accepted, 1):
        allowed, _ = RIGHT_TOO.get((path.stem, number), (0, ""))
        if len(sources) != allowed:
            strange.append(f"exercise {number}, {len(sources)} of {count}: {sources}")
    assert strange == []


def survivors(path):
    """Yield for each exercise the mutants that its check calls right, and how many there are."""
    cells = code_cells(maker.read(path))
    versions = [(cell["id"], [maker.source(cell)]) for cell in cells]
    wanted = needed(versions, [cell["id"] for pair in exercises(path) for cell in pair])
    space = vars(sys.modules[NAME])
    for before, cell in pairwise([None, *cells]):
        if "check" in maker.tags(cell):
            tried = [*mutants(maker.source(before))]
            yield [each for each in tried if is_right(space, each, cell)], len(tried)
        elif cell["id"] in wanted:
            run(cell["id"], maker.source(cell), space)


def is_right(space, answer, checking):
    """Say whether a check calls an answer right; what stops with an error is not."""
    try:
        return reply(space, answer, checking).startswith("Right")
    except Exception:  # noqa: BLE001 - a mutant of a cell that is no function may do anything
        return False


def test_a_mutant_differs_in_one_place():
    assert {*mutants("x = 1 + y")} == {"x = 1 - y", "x = 2 + y", "x = 0 + y"}
    assert "def f(a, b):\n    return b - b" in {*mutants("def f(a, b):\n    return a - b")}
    assert {*mutants("x = abs(y)")} == {"x = (lambda x: x)(y)"}
    assert {*mutants("x = y and z")} == {"x = y or z"}
    assert {*mutants("x = (y, z)")} == {"x = (z, y)"}
