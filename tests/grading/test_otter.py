"""Submissions graded by otter: right in any form, with a slip, empty, crashing, hostile.

These tests need the extra ``grade``: ``pip install -e '.[test,grade]'``, then ``pytest -m grade``.
"""

import json
import subprocess
import sys
from itertools import chain

import graded_lessons
import handed_in
import make_lessons as maker
import pytest
from handed_in import fill_cell, mixed_forms
from lesson_runs import answers_of

pytestmark = [
    pytest.mark.grade,
    pytest.mark.filterwarnings("default"),  # otter's own warnings are not ours
]

NAME = "01_nim"
ANSWERS = answers_of(NAME)
one_process = pytest.mark.xdist_group("otter")  # which makes the assignment once

LAST = len(ANSWERS) - 1
POINTS = graded_lessons.POINTS_PER_EXERCISE


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
    notebook = maker.read(maker.LESSONS_FOLDER / f"{lesson}.ipynb")
    _, source = graded_lessons.write_graded_copies(notebook, lesson, root, maker.stub)
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
    **{form: (texts, [POINTS] * 5) for form, texts in mixed_forms().items()},
    "slip": ({LAST: ANSWERS[LAST]["metadata"]["polygames"]["wrong"][0]}, [*[POINTS] * 4, 0]),
    "crash": ({LAST: "1 / 0"}, [*[POINTS] * 4, 0]),
    **{
        name: ({0: handed_in.hostile_answers("", "")[name][0]}, [0, *[POINTS] * 4])
        for name in ("an end of the process", "exit()", "loops", "dies", "kills everybody")
    },
    "empty": ([maker.stub(maker.source(cell)) for cell in ANSWERS], [0] * 5),
}


CI = (*mixed_forms(), "slip", "crash", "empty", "exit()")


@one_process
@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=[] if k in CI[2:] else [pytest.mark.long]) for k in SUBMISSIONS],
)
def test_submission_gets_the_marks_that_it_deserves(assignment, tmp_path, kind):
    texts, deserved = SUBMISSIONS[kind]
    if isinstance(texts, dict):
        texts = [texts.get(k, maker.source(cell)) for k, cell in enumerate(ANSWERS)]
    assert graded(assignment, NAME, texts, tmp_path) == deserved


def graded(assignment, lesson, texts, folder):
    """Hand answers in, and return the points of each exercise."""
    notebook = maker.read(assignment / "student" / f"{lesson}.ipynb")
    answers = answers_of(lesson)
    stubs = [maker.stub(maker.source(cell)) for cell in answers]
    given = dict(zip(stubs, texts, strict=True))
    cells = [fill_cell(cell, given.get(maker.source(cell))) for cell in notebook["cells"]]
    notebook["cells"] = [*chain(*cells)]
    path = folder / f"{lesson}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    (grader,) = (assignment / "autograder").glob("*.zip")
    otter("run", "-a", grader, "-o", folder, path, folder=folder)
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    given = {each["name"]: each["score"] for each in results["tests"] if "score" in each}
    return [given[f"exercise_{k}"] for k in range(1, len(answers) + 1)]
