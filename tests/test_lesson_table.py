"""The table of the lessons counts what is there."""

import lesson_table
import make_lessons as maker
import nbformat
import pytest
import tracked
from write_address import LESSON_LINK


def cell(kind, source, *tags, **more):
    return {"cell_type": kind, "source": [source], "metadata": {"tags": [*tags], **more}}


def test_facts_are_counted_from_the_cells():
    answers = {"polygames": {"wrong": ["x = 1", "x = 3"], "right": ["x = 2.0"]}}
    lesson = {
        "cells": [
            cell("markdown", f"Ten words of text are in this cell, all told.\n\n{LESSON_LINK}(x)"),
            cell("code", "a = 1\n\nb = 2\nc = 3"),
            cell("code", "x = 2", "solution", **answers),
        ]
    }
    assert lesson_table.count_lesson(lesson) == [2, "2", 3, "2", 1, 2, 1]


def test_command_adds_up_the_answers_of_all_lessons_and_the_teachers_table_says_so(
    monkeypatch, capsys
):
    monkeypatch.setattr("sys.argv", ["lesson_table.py"])
    with pytest.raises(SystemExit, match="0"):
        lesson_table.main()
    *rows, total = [
        [field.strip() for field in row.strip("|").split("|")]
        for row in capsys.readouterr().out.splitlines()[2:]
    ]
    page = (maker.COPIES_FOLDER / "teacher" / "README.md").read_text("utf-8")
    written = [[field.strip() for field in row.strip("|").split("|")] for row in page.splitlines()]
    unwritten = [row for row in [*rows, total] if row not in [each[:8] for each in written]]
    assert unwritten == [], "the table of notebooks/teacher/README.md begins otherwise"
    for column in (1, 5, 6, 7):
        assert int(total[column]) == sum(int(row[column]) for row in rows)


def test_a_run_that_takes_too_long_fails(monkeypatch, capsys):
    monkeypatch.setattr(lesson_table, "measure_runs", lambda _: [61.0, 5.0, 300.0])
    monkeypatch.setattr("sys.argv", ["lesson_table.py", "--run", "10_sums"])
    with pytest.raises(SystemExit, match="1"):
        lesson_table.main()
    assert "| 61 | 5 | 300 |" in capsys.readouterr().out


@pytest.mark.slow
def test_the_slowest_cells_are_named_and_one_above_ten_seconds_fails(tmp_path, monkeypatch, capsys):
    path = tmp_path / "toy.ipynb"
    sums = "sum(range(20_000_000))\nimport os\nos.environ['NUMBA_CACHE_DIR']"
    cells = [nbformat.v4.new_code_cell(text) for text in ("1", sums, "2")]
    for name, each in zip("abc", cells, strict=True):
        each["id"] = name
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    assert not lesson_table.print_cells([path])
    assert "| toy | b " in capsys.readouterr().out
    monkeypatch.setattr(lesson_table, "MAX_CELL_SECONDS", 0)
    assert lesson_table.print_cells([path])


def test_the_teachers_page_of_a_lesson_answers_each_of_its_exercises():
    for path in tracked.notebooks("solutions"):
        page = (maker.COPIES_FOLDER / "teacher" / f"{path.stem}.md").read_text("utf-8")
        key = page.partition("**Answer key.**")[2].partition("\n\n")[0]
        answers = sum(line[:1].isdigit() for line in key.splitlines())
        exercises = lesson_table.count_lesson(maker.read(path))[4]
        assert answers == exercises, f"the key of notebooks/teacher/{path.stem}.md"
