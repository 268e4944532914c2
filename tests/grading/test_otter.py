"""Submissions graded by otter: right, with a slip, empty, crashing.

These tests need the extra ``grade``: ``pip install -e '.[test,grade]'``, then ``pytest -m grade``.
"""

import json
import subprocess
import sys

import graded_lessons
import make_lessons as maker
import pytest
from kept_lessons import each_of
from lesson_runs import answers_of

pytestmark = [
    pytest.mark.grade,
    pytest.mark.filterwarnings("default"),  # otter's own warnings are not ours
]

NAME = "10_sums"
OTHERS = (
    "03b_first_line",
    "13_halving",
    "14_crowd",
    "15_hot",
    "16_cycle",
    "17_value",
    "18_referee",
)


ANSWERS = answers_of(NAME)
one_process = pytest.mark.xdist_group("otter")  # which makes the assignment once

LAST = len(ANSWERS) - 1
POINTS = graded_lessons.POINTS


def otter(*arguments, folder):
    done = subprocess.run(
        [sys.executable, "-m", "otter", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def made_by_otter(lesson, root):
    """Return the folder that otter makes of a lesson: the students' notebook and the grader."""
    notebook = maker.read(maker.LESSONS / f"{lesson}.ipynb")
    _, source = graded_lessons.write_graded(notebook, lesson, root, maker.stub)
    otter("assign", "--no-pdfs", source, root / "made", folder=root)  # runs its own solutions
    return root / "made"


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    """Return what otter makes of the lesson that most tests here grade."""
    return made_by_otter(NAME, tmp_path_factory.mktemp("otter"))


@one_process
def test_students_copy_keeps_the_places_and_holds_no_solution(assignment):
    notebook = maker.read(assignment / "student" / f"{NAME}.ipynb")
    sources = [maker.source(cell) for cell in notebook["cells"]]
    assert all(maker.stub(maker.source(cell)) in sources for cell in ANSWERS)
    assert not any(maker.source(cell) in sources for cell in ANSWERS)


SUBMISSIONS = {
    "right": ([maker.source(cell) for cell in ANSWERS], [POINTS] * 5),
    "slip": ({LAST: ANSWERS[LAST]["metadata"]["polygames"]["wrong"][0]}, [*[POINTS] * 4, 0]),
    "crash": ({LAST: "1 / 0"}, [*[POINTS] * 4, 0]),
    "empty": ([maker.stub(maker.source(cell)) for cell in ANSWERS], [0] * 5),
}


@one_process
@pytest.mark.parametrize("kind", SUBMISSIONS)
def test_submission_gets_the_marks_that_it_deserves(assignment, tmp_path, kind):
    texts, deserved = SUBMISSIONS[kind]
    if isinstance(texts, dict):
        texts = [texts.get(k, maker.source(cell)) for k, cell in enumerate(ANSWERS)]
    assert graded(assignment, NAME, texts, tmp_path) == deserved


@pytest.mark.parametrize("lesson", each_of("otter", OTHERS))
def test_a_crash_in_an_exercise_of_another_lesson_costs_only_this_one(lesson, tmp_path):
    texts = [maker.source(cell) for cell in answers_of(lesson)]
    deserved = [POINTS] * len(texts)
    texts[len(texts) // 2], deserved[len(texts) // 2] = "1 / 0", 0
    assert graded(made_by_otter(lesson, tmp_path), lesson, texts, tmp_path) == deserved


def graded(assignment, lesson, texts, folder):
    """Hand answers in, and return the points of each exercise."""
    notebook = maker.read(assignment / "student" / f"{lesson}.ipynb")
    answers = answers_of(lesson)
    places = {
        maker.stub(maker.source(cell)): text for cell, text in zip(answers, texts, strict=True)
    }
    for cell in notebook["cells"]:
        if (text := maker.source(cell)) in places:
            cell["source"] = places[text].splitlines(keepends=True)
    path = folder / f"{lesson}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    (grader,) = (assignment / "autograder").glob("*.zip")
    otter("run", "-a", grader, "-o", folder, path, folder=folder)
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    given = {each["name"]: each["score"] for each in results["tests"] if "score" in each}
    return [given[f"exercise_{k}"] for k in range(1, len(answers) + 1)]
