"""Submissions graded by nbgrader: right in any form, wrong, empty, crashing, hostile.

A crash in one exercise of another lesson costs only that one, with nothing compiled before.

These tests need the extra ``grade``: ``pip install -e '.[test,grade]'``, then ``pytest -m grade``.
"""

import json
import os
import sys
from itertools import chain
from pathlib import Path

import graded_lessons
import handed_in
import make_lessons as maker
import pytest
import tracked
from handed_in import fill_cell, mixed_forms
from hostile import mark_processes, still_running
from kept_lessons import lesson_parameters
from lesson_runs import answers_of

from polygames.arena.bubblewrap import has_bubblewrap

pytestmark = [
    pytest.mark.grade,
    pytest.mark.filterwarnings("default"),  # nbgrader's own warnings are not ours
]

NAME = "01_nim"
LESSONS = [path.stem for path in tracked.notebooks("solutions")]
SECONDS = 30
"""How long a cell of a submission may run."""


ANSWERS = answers_of(NAME)
FULL = graded_lessons.POINTS_PER_EXERCISE * len(ANSWERS)


def submissions():
    """Return for each student what they answer in each exercise, and the points they deserve."""
    others = [cell["metadata"]["polygames"] for cell in ANSWERS]
    rights, wrongs = [[each[kind][0] for each in others] for kind in ("right", "wrong")]
    found = {
        "right": (rights, FULL),
        "slip": ([*rights[:-1], wrongs[-1]], FULL - graded_lessons.POINTS_PER_EXERCISE),
        "wrong": (wrongs, 0),
        "empty": ([maker.stub(maker.source(cell)) for cell in ANSWERS], 0),
    }
    for n, text in enumerate(("1 / 0", "def moves(heaps:", "while True:\n    pass")):
        found[f"crash-{n}"] = ([text, *rights[1:]], FULL - graded_lessons.POINTS_PER_EXERCISE)
    return found


SUBMISSIONS = submissions()


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

    source = maker.read(maker.LESSONS_FOLDER / f"{lesson}.ipynb")
    graded_lessons.write_graded_copy(source, lesson, root)
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
    given = {cell["id"]: text for cell, text in zip(places, texts, strict=True)}
    cells = [fill_cell(cell, given.get(cell["id"])) for cell in notebook["cells"]]
    notebook["cells"] = [*chain(*cells)]
    folder = root / "submitted" / student / lesson
    folder.mkdir(parents=True)
    (folder / f"{lesson}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    done = api.autograde(lesson, student, create=True)
    assert done["success"], done.get("log")
    with api.gradebook as book:
        return book.find_submission(lesson, student).score


@pytest.mark.parametrize("student", SUBMISSIONS)
def test_submission_gets_the_marks_that_it_deserves(course, student):
    texts, points = SUBMISSIONS[student]
    assert graded(*course, student, texts, NAME) == points


@pytest.mark.parametrize("first", mixed_forms())
def test_every_form_that_the_notebook_takes_gets_all_points(course, first):
    assert graded(*course, f"form-{first}", mixed_forms()[first], NAME) == FULL


HOSTILE = (
    "an end of the process",
    "exit()",
    "an interrupt",
    "no package",
    "kills its parent",
    "loops",
)
"""Some of them; `tests/test_grading.py` tries all, with the same judge."""


@pytest.mark.skipif(not has_bubblewrap(), reason="bubblewrap does not work here")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_costs_itself_only(course, name, tmp_path):
    student = name.replace(" ", "-").translate(str.maketrans("", "", "'/*.\\()[]{}\""))
    with mark_processes() as mark:
        answer, is_wrong = handed_in.hostile_answers(mark, tmp_path)[name]
        texts = [answer, *(maker.source(cell) for cell in ANSWERS[1:])]
        points = graded(*course, f"hostile-{student}", texts, NAME)
        assert still_running(mark) == []
    assert points in ({FULL - 2} if is_wrong else {FULL} if is_wrong is False else {FULL - 2, FULL})


@pytest.mark.parametrize("lesson", lesson_parameters("nbgrader", LESSONS))
def test_a_crash_costs_only_its_exercise_and_no_cell_takes_too_long_uncompiled(
    lesson, tmp_path, monkeypatch
):
    api, root = released(lesson, tmp_path)
    texts = [maker.source(cell) for cell in answers_of(lesson)]
    texts[len(texts) // 2] = "1 / 0"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    given = graded(api, root, "crash", texts, lesson)
    assert given == graded_lessons.POINTS_PER_EXERCISE * (len(texts) - 1)
    (notebook,) = (root / "autograded" / "crash" / lesson).glob("*.ipynb")
    assert "the cell took too long" not in notebook.read_text(encoding="utf-8")
