"""Answers are judged one by one, in a process that reaches neither the check nor the marks."""

import json
import os
from hashlib import sha256
from pathlib import Path

import graded_lessons
import handed_in
import make_lessons as maker
import pytest
import tracked
from handed_in import ANSWER_FORMS, MALFORMED_FILES, TRICK_ANSWERS, in_form, notebook
from hostile import mark_processes, still_running
from kept_lessons import lesson_parameters
from lesson_runs import every_lesson
from lesson_runs import exercises as cells_of

import polygames
from polygames.arena.bubblewrap import has_bubblewrap
from polygames.core.errors import OptionError
from polygames.lessons import WrongAnswerError
from polygames.lessons.grading import exercises, grade, judge, require
from polygames.lessons.grading.__main__ import main
from polygames.lessons.grading.marks import parse_exercises

LESSONS = lesson_parameters("grading", [path.stem for path in tracked.notebooks("solutions")])
NIM = exercises("01_nim")
SOLVED = {k: [each.solution] for k, each in enumerate(NIM, 1)}


@pytest.fixture
def handed(tmp_path):
    """Write a notebook of answers."""

    def hand_in(answers, lesson="01_nim", name="handed"):
        path = tmp_path / f"{name}.ipynb"
        path.write_text(json.dumps(notebook(lesson, answers)), encoding="utf-8")
        return path

    return hand_in


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_solution_is_right_and_every_first_wrong_answer_is_not(lesson):
    cells = {c["id"]: c for c in maker.read(maker.LESSONS_FOLDER / f"{lesson}.ipynb")["cells"]}
    for number, exercise in enumerate(exercises(lesson), 1):
        answers = cells[exercise.cell_id]["metadata"]["polygames"]
        assert judge(lesson, number, [exercise.solution]) == "Right."
        assert judge(lesson, number, [answers["right"][0]]) == "Right."
        assert judge(lesson, number, [answers["wrong"][0]]).startswith("Not quite:")
        assert judge(lesson, number, [maker.stub(exercise.solution)]).startswith("Not yet:")


# --- One way of reading: at home, in a file, in the cells that a kernel has run ------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "form",
    [
        pytest.param(form, marks=[] if at % 2 else [pytest.mark.long])
        for at, form in enumerate(ANSWER_FORMS)
    ],
)
def test_a_form_that_the_notebook_takes_is_right_when_marked(form, handed, run_at_home):
    answers = {k: in_form(form, each) for k, each in enumerate(exercises("10_sums"), 1)}
    for number, cells in answers.items():
        assert run_at_home("10_sums", number, cells) == "Right."
    assert [mark.feedback for mark in grade(handed(answers, "10_sums"))] == ["Right."] * 5


@pytest.fixture
def run_at_home(monkeypatch, tmp_path):
    """Run all cells of a lesson up to a check, with those of an answer, as Jupyter does."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(lesson, number, cells):
        shell = InteractiveShell()
        exercise = exercises(lesson)[number - 1]
        with capture_output() as said:
            for text in [*(text for _, text in exercise.previous_cells), *cells]:
                shell.run_cell(text)
        with capture_output() as said:
            shell.run_cell(exercise.check)
        return said.stdout.splitlines()[-1]

    return run


@pytest.mark.slow
def test_a_cell_that_asks_for_its_mark_takes_what_was_run(capsys):
    first = NIM[0].solution
    require("01_nim", 1, ["", "moves = 7", first, "print(moves)\nmoves((3, 4))", "require(...)"])
    assert capsys.readouterr().out == "Right.\n"
    for run in (["", first, "moves = 7"], ["", "def moves(heaps:"], ["", "x = 1"]):
        with pytest.raises(WrongAnswerError, match="Not"):
            require("01_nim", 1, run)


# --- What is wrong elsewhere costs nothing ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["1 / 0", "def moves(heaps:", "moves = ...", "del pg"])
def test_a_crash_in_the_first_exercise_costs_only_this_one(handed, answer):
    first, *others = grade(handed(SOLVED | {1: [answer]}))
    assert first.points == 0
    assert [mark.points for mark in others] == [2, 2, 2, 2]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_crash_in_one_exercise_of_a_lesson_costs_only_this_one(lesson, handed):
    answers = {k: [each.solution] for k, each in enumerate(exercises(lesson), 1)}
    crashed = (len(answers) + 1) // 2
    marks = grade(handed(answers | {crashed: ["1 / 0"]}, lesson))
    assert [mark.points for mark in marks] == [2 * (k != crashed) for k in answers]


@pytest.mark.slow
def test_a_wrong_answer_that_holds_the_helper_of_another_one_costs_only_itself(handed):
    first = "def best(numbers):\n    return max(numbers)\ndef moves(heaps):\n    return set()"
    second = f"{NIM[1].solution}\nassert best([1, 2]) == 2\nis_n = [is_n][best([0])]"
    marks = grade(handed({1: [first], 2: [second]}))
    assert [mark.points for mark in marks] == [0, 2, 0, 0, 0]


@pytest.mark.slow
def test_a_lesson_whose_cells_have_other_ids_is_known_by_its_code(handed):
    path = handed(SOLVED)
    cells = json.loads(path.read_text(encoding="utf-8"))
    for number, cell in enumerate(cells["cells"]):
        cell["id"] = f"cell-{number}"
    path.write_text(json.dumps(cells), encoding="utf-8")
    assert sum(mark.points for mark in grade(path)) == 10


@pytest.mark.slow
def test_a_part_of_a_lesson_is_marked_and_counted(handed, capsys):
    path = handed({1: SOLVED[1], 3: SOLVED[3]})
    assert main([str(path), "--exercises", "2-3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["exercise 2", "exercise 3", "2 of 4 points"]
    assert main([str(path), "--exercises", "3-9"]) == 1
    assert "has no exercise 9, only 5" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "0", "3-1", "1-", "-2", "1,2", "two"])
def test_exercises_to_mark_are_a_number_or_a_range(text):
    with pytest.raises(OptionError, match="such as 2 or 1-3"):
        parse_exercises(text)


@pytest.mark.slow
def test_command_goes_on_after_files_that_cannot_be_judged_and_says_how_many(
    handed, tmp_path, capsys
):
    bad = [tmp_path / "missing.ipynb", tmp_path, tmp_path / "fifo"]
    os.mkfifo(bad[-1])
    for name, text in MALFORMED_FILES.items():
        bad.append(tmp_path / f"{name}.ipynb")
        bad[-1].write_text(text, encoding="utf-8", errors="surrogateescape")
    good = handed({3: ["def nim_sum(heaps):\n    return sum(heaps)"], 1: SOLVED[1]})
    assert main(map(str, [*bad, good])) == len(bad)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(bad) + 6
    for path, line in zip(bad, lines, strict=False):
        assert line.startswith(f"{path}: Could not be judged: ")
    assert ": exercise 3: 0 of 2 points: Not quite:" in lines[-4]
    assert lines[-1] == f"{good}: 2 of 10 points"
    with pytest.raises(OptionError, match="unknown lesson '99'"):
        exercises("99")


@pytest.mark.slow
def test_a_check_that_cannot_come_to_an_end_is_told_and_the_next_exercise_is_judged(handed):
    first, second, *_ = grade(handed(SOLVED | {1: ["def moves(heaps):\n    return range(10**12)"]}))
    out_of_time = "Could not be judged: the check ", "Not quite: your answer was still running "
    assert first.feedback.startswith(out_of_time) or "MemoryError" in first.feedback
    assert first.points == 0
    assert second.feedback == "Right."


def files_of_package():
    """Return what stands in the package, and beside it in its notebooks."""
    folder = Path(polygames.__file__).parent
    found = [*folder.rglob("*.py"), Path(json.__file__)]
    return sha256(b"".join(path.read_bytes() for path in found)).hexdigest()


CI = (
    *(name for name in TRICK_ANSWERS if name != "a loop in the cell"),  # it takes a minute
    "raises SystemExit(0)",
    "raises KeyboardInterrupt",
    "raises GeneratorExit",
    "ends",
)
CI += ("dies", "fills the answers", "writes b'5'", "leaves a deaf child apart", "kills its parent")
CI += ("changes Python", "deletes its folder", "kills everybody", "hoards")
"""What `.ci/run` tries; `.ci/run --long` tries all."""
BREAKS_ITS_LESSON = {"deletes its folder"}
"""What is right at its check, and breaks Python when a later cell of the lesson calls it: there the
rest of the notebook fails, as at home."""


@pytest.mark.slow
@pytest.mark.skipif(not has_bubblewrap(), reason="bubblewrap does not work here")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in CI else [pytest.mark.long])
        for name in handed_in.hostile_answers("", "")
    ],
)
def test_a_hostile_answer_costs_itself_only_and_nothing_of_it_stays(name, handed, tmp_path, capsys):
    good = handed({1: SOLVED[1], 2: SOLVED[2]}, name="good")
    before = files_of_package()
    with mark_processes() as mark:
        answer, is_wrong = handed_in.hostile_answers(mark, tmp_path)[name]
        bad = handed({1: [answer], 2: SOLVED[2]}, name="bad")
        unjudged = main([str(bad), str(good)])
        assert still_running(mark) == []
    lines = capsys.readouterr().out.splitlines()
    points = {line.rpartition(": Right.")[0] for line in lines}
    kept = {f"{good}: exercise 1: 2 of 2 points", f"{good}: exercise 2: 2 of 2 points"}
    if name not in BREAKS_ITS_LESSON:
        kept.add(f"{bad}: exercise 2: 2 of 2 points")
    assert kept <= points
    if is_wrong is not None:
        assert (f"{bad}: exercise 1: 2 of 2 points" in points) != is_wrong, lines[0]
    assert unjudged == sum("Could not be judged" in line for line in lines)
    assert files_of_package() == before


@pytest.mark.slow
def test_without_bubblewrap_an_answer_that_ends_its_process_costs_itself_only(
    handed, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", "")  # so that the judge's process does not find it
    answers = handed_in.hostile_answers("", "")
    third = answers["dies"][0].replace("moves", "nim_sum")
    hostile = {1: [answers["ends"][0]], 3: [third]}
    main([str(handed(SOLVED | hostile))])
    assert capsys.readouterr().out.splitlines()[-1].endswith(": 6 of 10 points")


# --- Graded copies have the marks that nbgrader reads --------------------------------------------


@every_lesson
def test_nbgrader_copy_gives_points_for_every_exercise_and_hides_solutions(path):
    copy = graded_lessons.for_nbgrader(maker.read(path), path.stem)
    marks = [c["metadata"]["nbgrader"] for c in copy["cells"] if "nbgrader" in c["metadata"]]
    graded = [mark for mark in marks if mark["grade"]]
    assert len(graded) == len(cells_of(path)) == sum(mark["solution"] for mark in marks)
    assert sum(mark["points"] for mark in graded) == graded_lessons.POINTS_PER_EXERCISE * len(
        graded
    )
    assert len({mark["grade_id"] for mark in marks}) == len(marks)
    checks = [c for c in copy["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]
    for number, cell in enumerate(checks, 1):
        assert f'require("{path.stem}", {number}, In)' in maker.source(cell)
    for cell in copy["cells"]:
        assert "polygames" not in cell["metadata"]
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            assert maker.source(cell).startswith("### BEGIN SOLUTION\n")
            assert maker.source(cell).endswith("\n### END SOLUTION")


def test_command_writes_the_copy_of_every_lesson(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_lessons.py", "--graded", str(tmp_path)])
    maker.main()
    for path in maker.lessons():
        assert (tmp_path / "source" / path.stem / path.name).is_file()
    assert len(capsys.readouterr().out.splitlines()) == len(maker.lessons())
