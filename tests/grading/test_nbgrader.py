"""Thirty submissions graded by nbgrader: right, wrong, empty, crashing, without end.

A crash in one exercise of another lesson costs only that one, with nothing compiled before.

These tests need the extra ``grade``: ``pip install -e '.[test,grade]'``, then ``pytest -m grade``.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import graded_lessons
import make_lessons as maker
import pytest
from kept_lessons import each_of
from lesson_runs import answers_of

pytestmark = [
    pytest.mark.grade,
    pytest.mark.filterwarnings("default"),  # nbgrader's own warnings are not ours
]

NAME = "10_sums"
OTHERS = (
    "03b_first_line",
    "05_splitter",
    "13_halving",
    "14_crowd",
    "15_hot",
    "16_cycle",
    "17_value",
    "18_referee",
)
SECONDS = 30
"""How long a cell of a submission may run."""


ANSWERS = answers_of(NAME)
REPLY, LAST = 3, 4
"""Exercises that no later one builds on."""

CI = {"right": 2, "slip": 2, "wrong": 2, "empty": 1, "crash": 3, "endless": 1}
"""How many submissions of each kind `.ci/run` grades; `.ci/run --long` grades the others."""

FULL = graded_lessons.POINTS * len(ANSWERS)


def wrong(cell, n):
    wrongs = cell["metadata"]["polygames"]["wrong"]
    return wrongs[n % len(wrongs)]


def right(cell, n):
    rights = [maker.source(cell), *cell["metadata"]["polygames"]["right"]]
    return rights[n % len(rights)]


def submissions():
    """Yield for each student what they answer in each exercise, and the points they deserve."""
    for n in range(8):
        yield f"right-{n}", [right(cell, n) for cell in ANSWERS], FULL
    for n in range(8):
        one = (REPLY, LAST)[n % 2]
        texts = [wrong(c, n) if k == one else right(c, n) for k, c in enumerate(ANSWERS)]
        yield f"slip-{n}", texts, FULL - graded_lessons.POINTS
    for n in range(6):
        texts = [wrong(cell, n) for cell in ANSWERS]
        yield f"wrong-{n}", texts, 0
    for n in range(4):
        yield f"empty-{n}", [maker.stub(maker.source(cell)) for cell in ANSWERS], 0
    for n, text in enumerate(("1 / 0", "def reply(parts):", "import nothing_of_this_name")):
        texts = [right(cell, n) for cell in ANSWERS]
        texts[REPLY] = text
        yield f"crash-{n}", texts, FULL - graded_lessons.POINTS
    texts = [right(cell, 0) for cell in ANSWERS]
    texts[REPLY] = "def reply(parts):\n    while True:\n        pass"
    yield "endless-0", texts, FULL - graded_lessons.POINTS


def each_submission():
    """Return the parameters of a test: a student, their answers and their points."""
    for student, texts, points in submissions():
        kind, _, number = student.partition("-")
        marks = [] if int(number) < CI[kind] else [pytest.mark.long]
        yield pytest.param(student, texts, points, id=student, marks=marks)


@pytest.fixture(scope="module", autouse=True)
def commands():
    """Let nbgrader call commands of its own environment by their bare names."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        yield


def released(lesson, root):
    """Return nbgrader's interface to a course with a lesson released."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    source = maker.read(maker.LESSONS / f"{lesson}.ipynb")
    graded_lessons.write_graded(source, lesson, root, maker.stub)
    shutil.move(root / "nbgrader" / "source", root / "source")
    settings = Config()
    settings.CourseDirectory.root = str(root)
    settings.CourseDirectory.course_id = "polygames"
    settings.Execute.timeout = SECONDS
    settings.Execute.interrupt_on_timeout = True
    settings.Execute.error_on_timeout = {
        "ename": "TimeoutError",
        "evalue": "the cell took too long",
        "traceback": [],
    }
    api = NbGraderAPI(config=settings)
    made = api.generate_assignment(lesson)
    assert made["success"], made.get("log")
    return api, root


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Return a course with the lesson that most tests here grade."""
    return released(NAME, tmp_path_factory.mktemp("course"))


def graded(api, root, student, texts, lesson):
    """Put a student's answers into the released notebook; return the points that they get."""
    notebook = maker.read(root / "release" / lesson / f"{lesson}.ipynb")
    places = [
        cell
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution", False)
    ]
    assert all("BEGIN SOLUTION" not in maker.source(cell) for cell in places)
    for cell, text in zip(places, texts, strict=True):
        cell["source"] = text.splitlines(keepends=True)
    folder = root / "submitted" / student / lesson
    folder.mkdir(parents=True)
    (folder / f"{lesson}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    done = api.autograde(lesson, student, create=True)
    assert done["success"], done.get("log")
    with api.gradebook as book:
        return book.find_submission(lesson, student).score


def test_there_are_thirty_submissions_of_every_kind():
    students = [student for student, _, _ in submissions()]
    assert len({*students}) == len(students) == 30
    assert {student.partition("-")[0] for student in students} == {*CI}


@pytest.mark.parametrize(("student", "texts", "points"), [*each_submission()])
def test_submission_gets_the_marks_that_it_deserves(course, student, texts, points):
    assert graded(*course, student, texts, NAME) == points


@pytest.mark.parametrize("lesson", each_of("nbgrader", OTHERS))
def test_a_crash_costs_only_its_exercise_and_no_cell_takes_too_long_uncompiled(
    lesson, tmp_path, monkeypatch
):
    api, root = released(lesson, tmp_path)
    texts = [maker.source(cell) for cell in answers_of(lesson)]
    texts[len(texts) // 2] = "1 / 0"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    given = graded(api, root, "crash", texts, lesson)
    assert given == graded_lessons.POINTS * (len(texts) - 1)
    (notebook,) = (root / "autograded" / "crash" / lesson).glob("*.ipynb")
    assert "the cell took too long" not in notebook.read_text(encoding="utf-8")
