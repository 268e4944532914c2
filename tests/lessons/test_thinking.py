"""Each lesson has a question without code, a conjecture to break, and an open question."""

import re

import make_lessons as maker
import pytest

LESSONS = [
    "01_nim",
    "02_polygon",
    "02b_last_move",
    "03_split",
    "03b_first_line",
    "04_splinter",
    "05_splitter",
    "06_territory",
    "07_arena",
    "08_game",
    "09_tree",
    "10_sums",
    "11_sharing",
    "16_cycle",
    "17_value",
    "18_referee",
]

every_lesson = pytest.mark.parametrize("name", LESSONS)


def cells_of(name):
    return maker.read(maker.COPIES / f"{name}.ipynb")["cells"]


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
    cells = cells_of(name)
    card = maker.source(cells[tagged(cells, "choose")])
    replies = re.findall(r"<details><summary>([ABC]) · (.+?)</summary>(.+?)</details>", card)
    assert [letter for letter, _, _ in replies] == ["A", "B", "C"]
    assert sum(reply.startswith("<b>Yes</b>") or "<b>Yes." in reply for *_, reply in replies) == 1
    assert all(len(reply) > 20 for *_, reply in replies)
    assert card.count("<details>") == card.count("</details>") == len(replies)


@every_lesson
def test_the_conjecture_is_false_and_the_notebook_shows_what_breaks_it(name):
    cells = cells_of(name)
    place = tagged(cells, "conjecture")
    claim, tried = cells[place + 1 : place + 3]
    assert "def conjecture(" in maker.source(claim)
    assert maker.source(tried) == "try_to_break(conjecture)"
    (shown,) = tried["outputs"]
    assert "".join(shown["text"]).startswith("Broken by ")


@every_lesson
def test_an_open_question_says_what_is_known(name):
    cells = cells_of(name)
    text = maker.source(cells[tagged(cells, "open-question")])
    assert text.startswith("**An open question.**")
    assert re.search("[Nn]obody|open", text)
    assert re.search(
        r"known|proved|computed|found|can be solved|prove|Seven|At least|becomes", text
    )
