"""A notebook is marked as it would run at home: its cells in order, a verdict at each check."""

import json
from contextlib import closing
from time import monotonic

import handed_in
import pytest

from polygames.lessons.grading import exercises, grade, judge, marks, notebook_run
from polygames.lessons.grading.lesson_cells import LessonCell, lesson_cells
from polygames.lessons.grading.marks import JudgeProcess
from polygames.lessons.grading.notebook_run import NotebookRun, plan_steps

pytestmark = pytest.mark.slow

LESSON = "01_nim"
TASKS = exercises(LESSON)
SOLUTIONS = {number: each.solution for number, each in enumerate(TASKS, start=1)}
CHECKS = [each.check for each in TASKS]
RIGHT = ["Right."] * len(TASKS)


def sources(answers=SOLUTIONS):
    """Return the code cells of the lesson with answers."""
    cells = handed_in.notebook(LESSON, answers)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def feedback(cells):
    """Return the feedback on all exercises in a notebook with these cells."""
    with closing(NotebookRun(LESSON)) as notebook:
        notebook.add(cells)
        return [notebook.feedback(number) for number in range(1, len(TASKS) + 1)]


def test_cells_of_the_lesson_that_were_deleted_run_too():
    assert feedback([SOLUTIONS[number] for number in SOLUTIONS]) == RIGHT


def test_without_its_check_an_answer_counts_as_it_is_at_the_end():
    cells = [text for text in sources() if text != CHECKS[1]]
    assert feedback(cells) == RIGHT
    assert feedback([*cells, "is_n = None"])[1].startswith("Not yet:")


def test_a_name_that_is_used_again_below_the_check_keeps_its_points():
    cells = sources()
    below = cells.index(CHECKS[0]) + 1
    cells[below:below] = ["answer = moves", "moves = 3", "moves = answer"]
    assert feedback(cells) == RIGHT


def test_the_last_check_of_an_exercise_counts():
    wrong = "def nim_sum(heaps):\n    return sum(heaps)"
    cells = sources(SOLUTIONS | {3: [wrong]})
    below = cells.index(CHECKS[2]) + 1
    assert feedback(cells)[2].startswith("Not quite:")
    cells[below:below] = [SOLUTIONS[3], CHECKS[2]]
    assert feedback(cells) == RIGHT
    cells[below:below] = [CHECKS[2]]  # our solution stands in now, and is no answer
    assert feedback(cells[: below + 1])[2].startswith("Not quite:")


def test_a_cell_that_does_not_end_costs_only_its_exercise(monkeypatch):
    monkeypatch.setattr(notebook_run, "CELL_TIMEOUT_SECONDS", 5.0)
    found = feedback(sources(SOLUTIONS | {2: ["while True:\n    pass"]}))
    assert found[1] == "Not quite: the answer was still running after 5 seconds."
    assert found[:1] + found[2:] == RIGHT[1:]


def test_after_the_time_of_a_whole_notebook_nothing_runs(monkeypatch):
    monkeypatch.setattr(notebook_run, "RUN_TIMEOUT_SECONDS", 1e-6)
    assert all("more than" in each for each in feedback(sources()))


def test_the_time_between_two_checks_is_not_counted(monkeypatch):
    waited = 0.0
    monkeypatch.setattr(notebook_run, "monotonic", lambda: monotonic() + waited)
    with closing(NotebookRun(LESSON)) as notebook:
        notebook.add(sources())
        for number in range(1, len(TASKS) + 1):
            assert notebook.feedback(number) == "Right."
            waited += 2 * notebook_run.RUN_TIMEOUT_SECONDS


def test_checks_draw_the_same_inputs_from_a_seed(tmp_path):
    rare = (
        "def nim_sum(heaps):\n    total = 0\n    for heap in heaps:\n        total ^= heap\n"
        "    return total + (max(heaps, default=0) > 15)"
    )
    path = tmp_path / "handed.ipynb"
    path.write_text(json.dumps(handed_in.notebook(LESSON, {3: [rare]})), encoding="utf-8")
    first, again, other = (grade(path, seed=seed)[2].feedback for seed in (1, 1, 2))
    assert first == again != other


def test_cells_that_follow_go_on_in_the_same_run():
    cells = ["", *sources()]
    first, second = (cells.index(check) + 1 for check in CHECKS[:2])
    with JudgeProcess() as judges:
        assert judges.get_feedback(LESSON, 1, cells[:first]) == "Right."
        assert judges.get_feedback(LESSON, 2, cells[:second]) == "Right."


def test_cells_before_an_interrupted_check_are_left_out_of_the_next_ones(monkeypatch):
    cells = ["", *sources(SOLUTIONS | {1: ["while True:\n    pass"]})]
    first, second = (cells.index(check) + 1 for check in CHECKS[:2])

    def interrupted(*_):
        raise KeyboardInterrupt

    request = marks.ServerProcess.request
    with JudgeProcess() as judges:
        monkeypatch.setattr(marks.ServerProcess, "request", interrupted)
        with pytest.raises(KeyboardInterrupt):
            judges.get_feedback(LESSON, 1, cells[:first])
        monkeypatch.setattr(marks.ServerProcess, "request", request)
        assert judges.get_feedback(LESSON, 2, cells[:second]) == "Right."


def test_a_missing_cell_comes_after_the_one_before_it():
    items = [
        LessonCell("lesson", "a = 1"),
        LessonCell("solution", "b = a", 1),
        LessonCell("check", "check(b)", 1),
        LessonCell("lesson", "c = b"),
    ]

    def planned(cells, **given):
        steps = plan_steps(items, range(4), cells, **{"has_solutions": False} | given)
        return [step.source for step in steps]

    assert planned(["b = 7"]) == ["a = 1", "c = b", "b = 7"]
    assert planned(["b = 7"], has_solutions=True) == ["a = 1", "b = a", "c = b", "b = 7"]
    own = ["x = 1", "a = 1", "b = 7", "check(b)"]
    assert planned(own) == [*own, "c = b"]
    assert planned(own, has_solutions=True) == [*own, "c = b"]


def test_a_check_needs_only_what_its_lesson_defines():
    for lesson in ("05_splitter", "06_territory", "16_cycle"):  # their checks take other values
        cells = lesson_cells(lesson)
        assert [each.exercise for each in cells if each.kind == "solution"] == [
            each.exercise for each in cells if each.kind == "check"
        ]
        last = len(exercises(lesson))
        assert judge(lesson, last, [exercises(lesson)[-1].solution]) == "Right."
