"""Each lesson has a question without code, a conjecture to break, and an open question."""

import re

import make_lessons as maker
import pytest
import tracked

from polygames.classroom.room.questions import ClassQuestion
from polygames.classroom.room.room import to_one_line
from polygames.lessons import first_question

LESSONS = [path.stem for path in tracked.notebooks("solutions")]
SEVERAL = {"13_halving", "14_crowd", "15_hot"}
"""Lessons with an exercise that asks for a conjecture: its check tries to break others before."""

every_lesson = pytest.mark.parametrize("name", LESSONS)


def cells_of(name, folder=maker.COPIES_FOLDER):
    return maker.read(folder / f"{name}.ipynb")["cells"]


def tagged(cells, tag):
    found = [k for k, cell in enumerate(cells) if tag in maker.tags(cell)]
    assert len(found) == 1, tag
    return found[0]


@every_lesson
def test_the_first_ten_minutes_need_no_python(name):
    cells = cells_of(name)
    exercise = next(k for k, cell in enumerate(cells) if "exercise" in maker.tags(cell))
    place = tagged(cells, "choose")
    assert cells[place]["cell_type"] == "markdown"
    assert place < exercise


@every_lesson
def test_of_the_answers_to_choose_from_one_is_right_and_each_has_a_reply(name):
    asked = first_question(name)
    assert len(asked.choices) == len(asked.replies) == 3
    assert sum(said.startswith("Yes") for said in asked.replies) == 1
    assert all(len(said) > 20 and "<" not in said for said in asked.replies)
    assert ClassQuestion.create(to_one_line(asked.text), asked.choices).text == asked.text


@every_lesson
def test_the_conjecture_is_false_and_the_notebook_shows_what_breaks_it(name):
    cells = cells_of(name, maker.LESSONS_FOLDER)
    place = tagged(cells, "conjecture")
    claim, tried = cells[place + 1 : place + 3]
    if name in SEVERAL:  # the check of an exercise tries conjectures
        tried = next(cell for cell in (claim, tried) if "try_to_break(" in maker.source(cell))
        assert tried["cell_type"] == "code"
    else:
        assert "def conjecture(" in maker.source(claim)
        assert maker.source(tried) == "lesson.try_to_break(conjecture)"
    (shown,) = tried["outputs"]
    assert "".join(shown["text"]).startswith(("Broken by ", "Broken! "))


@every_lesson
def test_an_open_question_says_that_it_is_open(name):
    cells = cells_of(name)
    text = maker.source(cells[tagged(cells, "open-question")])
    assert text.startswith("**An open question.**")
    assert re.search("[Nn]obody|open", text)
