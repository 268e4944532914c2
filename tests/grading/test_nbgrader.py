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


def answers_of(lesson):
    """Return the cells of a lesson that are to be solved."""
    cells = maker.read(maker.LESSONS / f"{lesson}.ipynb")["cells"]
    return [cell for cell in cells if "solution" in maker.tags(cell)]


ANSWERS = answers_of(NAME)
REPLY, LAST = 3, 4
"""Exercises that no later one builds on."""

KINDS = ("right", "slip", "wrong", "empty", "crash", "endless")
"""Of submissions; each is a test of its own, so that two processes share the work."""

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


@pytest.fixture
def lesson():
    """Name the lesson that is graded; tests of others say which by a parameter."""
    return NAME


@pytest.fixture
def course(lesson, tmp_path, monkeypatch):
    """Return nbgrader's interface to a course with a lesson released."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    # nbgrader calls a command of its own environment by its bare name
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    root = tmp_path / "course"
    root.mkdir()
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


def submit(root, student, texts, lesson=NAME):
    """Put a student's answers into the released notebook."""
    released = root / "release" / lesson / f"{lesson}.ipynb"
    notebook = json.loads(released.read_text(encoding="utf-8"))
    places = [
        cell
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution", False)
    ]
    assert all("BEGIN SOLUTION" not in "".join(cell["source"]) for cell in places)
    for cell, text in zip(places, texts, strict=True):
        cell["source"] = text.splitlines(keepends=True)
    folder = root / "submitted" / student / lesson
    folder.mkdir(parents=True)
    (folder / f"{lesson}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def kind(student):
    return student.partition("-")[0]


def test_there_are_thirty_submissions_of_every_kind():
    students = [student for student, _, _ in submissions()]
    assert len({*students}) == len(students) == 30
    assert {*map(kind, students)} == {*KINDS}


@pytest.mark.parametrize("which", KINDS)
def test_submissions_get_the_marks_that_they_deserve(course, which):
    api, root = course
    deserved = {}
    for student, texts, points in submissions():
        if kind(student) == which:
            submit(root, student, texts)
            deserved[student] = points
    assert deserved
    for student in deserved:
        done = api.autograde(NAME, student, create=True)
        assert done["success"], (student, done.get("log"))
    with api.gradebook as book:
        given = {s.student_id: s.score for s in book.assignment_submissions(NAME)}
    assert given == deserved


@pytest.mark.parametrize("lesson", OTHERS)
def test_a_crash_costs_only_its_exercise_and_no_cell_takes_too_long_uncompiled(
    lesson, course, tmp_path, monkeypatch
):
    api, root = course
    texts = [maker.source(cell) for cell in answers_of(lesson)]
    texts[len(texts) // 2] = "1 / 0"
    submit(root, "crash", texts, lesson)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    done = api.autograde(lesson, "crash", create=True)
    assert done["success"], done.get("log")
    with api.gradebook as book:
        (given,) = [each.score for each in book.assignment_submissions(lesson)]
    assert given == graded_lessons.POINTS * (len(texts) - 1)
    (graded,) = (root / "autograded" / "crash" / lesson).glob("*.ipynb")
    assert "the cell took too long" not in graded.read_text(encoding="utf-8")
