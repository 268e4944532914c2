"""Submissions graded by otter: right, with a slip, empty, crashing.

These tests need the extra ``grade``: ``pip install -e '.[test,grade]'``, then ``pytest -m grade``.
"""

import json
import subprocess
import sys

import graded_lessons
import make_lessons as maker
import pytest

pytestmark = [
    pytest.mark.grade,
    pytest.mark.xdist_group("otter"),  # one process makes the assignment
    pytest.mark.filterwarnings("default"),  # otter's own warnings are not ours
]

NAME = "10_sums"
LESSON = maker.LESSONS / f"{NAME}.ipynb"
ANSWERS = [cell for cell in maker.read(LESSON)["cells"] if "solution" in maker.tags(cell)]
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


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    """Return the folder that otter makes of a lesson: the students' notebook and the grader."""
    root = tmp_path_factory.mktemp("otter")
    _, source = graded_lessons.write_graded(maker.read(LESSON), NAME, root, maker.stub)
    otter("assign", "--no-pdfs", source, root / "made", folder=root)  # runs its own solutions
    return root / "made"


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


@pytest.mark.parametrize("kind", SUBMISSIONS)
def test_submission_gets_the_marks_that_it_deserves(assignment, tmp_path, kind):
    texts, deserved = SUBMISSIONS[kind]
    if isinstance(texts, dict):
        texts = [texts.get(k, maker.source(cell)) for k, cell in enumerate(ANSWERS)]
    notebook = maker.read(assignment / "student" / f"{NAME}.ipynb")
    places = {
        maker.stub(maker.source(cell)): text for cell, text in zip(ANSWERS, texts, strict=True)
    }
    for cell in notebook["cells"]:
        if (text := maker.source(cell)) in places:
            cell["source"] = places[text].splitlines(keepends=True)
    path = tmp_path / f"{NAME}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    (grader,) = (assignment / "autograder").glob("*.zip")
    otter("run", "-a", grader, "-o", tmp_path, path, folder=tmp_path)
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    given = {each["name"]: each["score"] for each in results["tests"] if "score" in each}
    assert [given[f"exercise_{k}"] for k in range(1, 6)] == deserved
