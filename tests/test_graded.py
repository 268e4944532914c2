"""Graded copies of the lessons have the marks that nbgrader and otter read."""

import graded_lessons
import make_lessons as maker
from lesson_runs import every_lesson, exercises


@every_lesson
def test_nbgrader_copy_gives_points_for_every_exercise_and_hides_solutions(path):
    copy = graded_lessons.for_nbgrader(maker.read(path), path.stem)
    marks = [c["metadata"]["nbgrader"] for c in copy["cells"] if "nbgrader" in c["metadata"]]
    graded = [mark for mark in marks if mark["grade"]]
    assert len(graded) == len(exercises(path)) == sum(mark["solution"] for mark in marks)
    assert sum(mark["points"] for mark in graded) == graded_lessons.POINTS * len(graded)
    assert len({mark["grade_id"] for mark in marks}) == len(marks)
    checks = [c for c in copy["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]
    for number, cell in enumerate(checks, 1):
        assert f'require("{path.stem}", {number}, In)' in maker.source(cell)
    for cell in copy["cells"]:
        assert "polygames" not in cell["metadata"]
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            assert maker.source(cell).startswith("### BEGIN SOLUTION\n")
            assert maker.source(cell).endswith("\n### END SOLUTION")


def test_command_writes_both_copies_of_every_lesson(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_lessons.py", "--graded", str(tmp_path)])
    maker.main()
    for path in maker.lessons():
        assert (tmp_path / "nbgrader" / "source" / path.stem / path.name).is_file()
        assert (tmp_path / "otter" / path.name).is_file()
    assert len(capsys.readouterr().out.splitlines()) == len(maker.lessons())
