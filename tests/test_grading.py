"""Answers are judged one by one, in a process that reaches neither the check nor the marks."""

import json

import make_lessons as maker
import pytest
from kept_lessons import each_of

from polygames.core.errors import OptionError
from polygames.lessons import WrongAnswerError
from polygames.lessons.grading import exercises, grade, judge, require
from polygames.lessons.grading.__main__ import main
from polygames.lessons.grading.marks import lesson_of

LESSONS = each_of("grading", [path.stem for path in maker.lessons()])
NIM = exercises("01_nim")


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_solution_is_right_and_every_first_wrong_answer_is_not(lesson):
    cells = {c["id"]: c for c in maker.read(maker.LESSONS / f"{lesson}.ipynb")["cells"]}
    for exercise in exercises(lesson):
        answers = cells[exercise.cell]["metadata"]["polygames"]
        assert judge(exercise, exercise.solution) == "Right."
        assert judge(exercise, answers["right"][0]) == "Right."
        assert judge(exercise, answers["wrong"][0]).startswith("Not quite:")
        assert judge(exercise, maker.stub(exercise.solution)).startswith("Not yet:")


TRICKS = {
    "a verdict of its own": (
        "import polygames.lessons.answers as a\na.verdict = lambda *_: 'Right.'"
    ),
    "a check of its own": (
        "from polygames.lessons import nim\nnim.exercise_1 = lambda _: print('Right.')"
    ),
    "a print": "print('Right.')\nmoves = 7",
    "an end of the process": "print('Right.', flush=True)\nimport os\nos._exit(0)",
    "an exit": "raise SystemExit('Right.')",
    "what is equal to everything": (
        "class Any:\n    def __eq__(self, other):\n        return True\n"
        "    def __hash__(self):\n        return 1\n"
        "def moves(heaps):\n    return Any()"
    ),
    "a message that runs something": (
        "class Bad:\n    def __reduce__(self):\n"
        "        import os\n        return os.system, ('exit 3',)\n"
        "def moves(heaps):\n    return [Bad()]"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("trick", TRICKS)
def test_what_an_answer_changes_does_not_reach_its_check(trick):
    assert judge(NIM[0], TRICKS[trick]).startswith(("Not yet:", "Not quite:"))
    assert judge(NIM[0], NIM[0].solution) == "Right."


@pytest.mark.slow
def test_a_loop_without_end_is_wrong_and_ends(monkeypatch):
    monkeypatch.setattr("polygames.lessons.answers.SECONDS", 0.5)
    monkeypatch.setattr("polygames.lessons.grading.judging.SECONDS", 2.0)
    in_call = "def moves(heaps):\n    while True:\n        pass"
    assert "still running" in judge(NIM[0], in_call)
    assert "still running" in judge(NIM[0], "while True:\n    pass")


@pytest.fixture
def handed_in(tmp_path):
    """Write a notebook with our solutions, some of them replaced."""

    def hand_in(others, lesson="01_nim"):
        notebook = maker.read(maker.COPIES / f"{lesson}.ipynb")
        solutions = {each.cell: each.solution for each in exercises(lesson)} | others
        for cell in notebook["cells"]:
            if cell["id"] in solutions:
                cell["source"] = solutions[cell["id"]].splitlines(keepends=True)
        path = tmp_path / f"{lesson}.ipynb"
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return path

    return hand_in


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["1 / 0", "def moves(heaps:", "moves = ...", "del pg"])
def test_a_crash_in_the_first_exercise_costs_only_this_one(handed_in, answer):
    first, *others = grade(handed_in({NIM[0].cell: answer}))
    assert first.points == 0
    assert [mark.points for mark in others] == [2, 2, 2, 2]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_crash_in_one_exercise_of_a_lesson_costs_only_this_one(lesson, handed_in):
    places = [each.cell for each in exercises(lesson)]
    crashed = places[len(places) // 2]
    marks = grade(handed_in({crashed: "1 / 0"}, lesson))
    assert [mark.points for mark in marks] == [2 * (cell != crashed) for cell in places]


@pytest.mark.slow
def test_command_prints_a_line_for_each_exercise_and_the_sum(handed_in, capsys):
    main([str(handed_in({NIM[2].cell: "def nim_sum(heaps):\n    return sum(heaps)"}))])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert ": 3: 0 of 2: Not quite:" in lines[2]
    assert lines[-1].endswith(": 8 of 10")


def test_a_notebook_without_a_cell_of_a_lesson_is_refused(tmp_path):
    with pytest.raises(OptionError, match="no cell of a lesson"):
        lesson_of({"cells": [{"id": "other"}]}, tmp_path)
    with pytest.raises(OptionError, match="no lesson '99'"):
        exercises("99")


@pytest.mark.slow
def test_a_cell_that_asks_for_its_mark_takes_the_last_answer(capsys):
    first = NIM[0].solution
    require("01_nim", 1, ["", "moves = 7", first, "print(moves)", "require(...)"])
    assert capsys.readouterr().out == "Right.\n"
    for run in (["", first, "moves = 7"], ["", "def moves(heaps:"], ["", "x = 1"]):
        with pytest.raises(WrongAnswerError, match="Not"):
            require("01_nim", 1, run)
