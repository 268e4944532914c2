"""What is answered on the board is judged, told to a class, kept, and found by the graders."""

import json
from html import escape
from importlib import import_module

import handed_in
import make_lessons as maker
import pytest
from ipywidgets.widgets.widget import _instances
from lesson_runs import LESSON_PATHS
from page_driver import all_widgets

from polygames.lessons import first_question
from polygames.lessons.grading import exercises, grade
from polygames.lessons.on_board import ANSWER_MIME_TYPE, question
from polygames.runtime import progress

WIDGET = "application/vnd.jupyter.widget-view+json"
ANSWERS = {
    "cycle": ("C A B", "C A A", "higher than C"),
    "crowd": (
        "#.../.#../..#./...# .#.#/#.#./.#.#/#.#.",
        "####/..../..../.... " * 2,
        "field `both`",
    ),
    "hot": ("d c b a", "a d c b", "each player gets 64"),
    "prices": ("2.5", "9.0", "not sums"),
    "halving": ("(10, 7)|(8, 10)", "(10, 3)|(2, 10)", "3 + y must be 10"),
    "split": ("24 34 11", "24 34 10", "one area"),
    "first_line": ("385", "1550", "forget the 0.25"),
    "splitter": ("/".join(["....." + "#"] * 5 + ["######"]), "/".join(["######"] * 6), "a row"),
    "referee": ("A-D D-F F-B B-E", "A-D D-B", "answer there"),
}
"""By the module of a lesson the texts of a right answer, of a wrong one, and a word of its hint."""
BOARDS = {
    path.stem: import_module(f"polygames.lessons.{name}").on_board
    for path in LESSON_PATHS
    for name in ANSWERS
    if f"import {name} as lesson" in path.read_text(encoding="utf-8")
}

every_board = pytest.mark.parametrize("lesson", BOARDS)


@pytest.fixture
def heard(monkeypatch):
    found = []
    monkeypatch.setattr(progress, "check_listeners", [lambda *told: found.append(told)])
    return found


@pytest.fixture
def shown(monkeypatch, tmp_path):
    """Show a board as a notebook does; return its widgets, its picture and words, what is kept."""
    monkeypatch.setenv("POLYGAMES_FOLDER", str(tmp_path))

    class Output(dict):
        def update(self, data, **_):
            super().update(data)

    def show(board):
        outputs = []
        monkeypatch.setattr(
            "IPython.display.display", lambda data, **_: outputs.append(Output(data)) or outputs[-1]
        )
        board._ipython_display_()
        data, kept = outputs
        return _instances[data[WIDGET]["model_id"]], data, kept

    return show


def send_from_notebook(board, texts):
    """Send a stored answer, as the page does when the exercise is new."""
    board._stored.set_state({"answer": texts})


def press_check(widget):
    press = next(each for each in all_widgets(widget) if getattr(each, "icon", "") == "check")
    press.click()


def texts_in(board):
    return [each.get_text() for each in board._answer_widgets]


def texts_of(board, words):
    return words.split("|" if "|" in words else None) if board.parts[1:] else [words]


def test_every_lesson_with_a_board_is_tried():
    copies = {
        path.stem for path in LESSON_PATHS if "lesson.on_board" in maker.copy_path(path).read_text()
    }
    assert copies == {*BOARDS}


@every_board
def test_an_answer_is_judged_by_the_check_and_told_with_its_words(lesson, heard, capsys):
    board = BOARDS[lesson]
    right, wrong, hint = ANSWERS[board.name.split()[0]]
    assert board.submit(texts_of(board, right)) == "Right."
    said = board.submit(texts_of(board, wrong))
    assert said.startswith("Not quite:")
    assert hint in said
    words = [" ".join(texts_of(board, each)) for each in (right, wrong)]
    assert heard == [(board.name, "right", words[0]), (board.name, "not quite", words[1])]
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@every_board
def test_the_answer_stays_and_is_found_by_the_graders(lesson, shown, tmp_path):
    board = BOARDS[lesson]
    right, *_ = ANSWERS[board.name.split()[0]]
    widget, data, kept = shown(board)
    if not all(texts_in(board)):
        press_check(widget)
        assert "answer everything" in board._feedback_html.value
    assert ANSWER_MIME_TYPE not in kept
    assert board._stored.answer is None
    for made, text in zip(board._answer_widgets, texts_of(board, right), strict=True):
        made.set_text(text)
    press_check(widget)
    assert ">Right.<" in board._feedback_html.value
    assert board._stored.answer == texts_of(board, right)
    path = tmp_path / "handed.ipynb"
    place = exercises(lesson)[0].cell_id
    notebook = handed_in.notebook(lesson, {})
    cell = next(cell for cell in notebook["cells"] if cell["id"] == place)
    cell["outputs"] = [{"output_type": "display_data", "data": each} for each in (data, kept)]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert grade(path)[0].feedback == "Right."


@every_board
def test_a_fresh_copy_is_empty_and_a_stored_answer_comes_back(lesson, shown, tmp_path):
    board = BOARDS[lesson]
    right, *_ = ANSWERS[board.name.split()[0]]
    widget, *_ = shown(board)
    empty = texts_in(board)
    send_from_notebook(board, texts_of(board, right))
    assert ">Right.<" in board._feedback_html.value
    again, _, kept = shown(board)
    assert again is not widget
    assert texts_in(board) == empty, "another notebook with the same kernel or login"
    assert board._feedback_html.value == ""
    send_from_notebook(board, texts_of(board, right))
    assert ">Right.<" in board._feedback_html.value
    assert texts_in(board) == texts_of(board, right)
    assert (ANSWER_MIME_TYPE in kept) == bool(board.names), "it is marked after the cell ran again"
    assert [*tmp_path.rglob("*")] == []


@every_board
def test_a_changed_answer_has_no_verdict_and_the_checked_one_stays_stored(lesson, shown):
    board = BOARDS[lesson]
    right, wrong, _ = ANSWERS[board.name.split()[0]]
    widget, _, kept = shown(board)
    send_from_notebook(board, texts_of(board, wrong))
    assert "Not quite" in board._feedback_html.value
    before = dict(kept)
    for made, text in zip(board._answer_widgets, texts_of(board, right), strict=True):
        made.set_text(text)
    assert board._feedback_html.value == ""
    assert board._stored.answer == texts_of(board, wrong)
    assert kept == before
    press_check(widget)
    assert ">Right.<" in board._feedback_html.value


def test_a_stored_answer_that_comes_late_or_does_not_fit_changes_nothing(shown):
    board = BOARDS["16_cycle"]
    shown(board)
    board._answer_widgets[1].set_text("B")
    send_from_notebook(board, ["C", "A", "A"])
    assert texts_in(board) == ["", "B", ""], "the pupil has begun"
    for texts in (["C", "A"], ["C", "A", "Q"], []):
        shown(board)
        send_from_notebook(board, texts)
        assert board._feedback_html.value == ""


@pytest.mark.parametrize("path", LESSON_PATHS, ids=[path.stem for path in LESSON_PATHS])
def test_the_first_question_is_answered_with_buttons_and_has_a_reply(path, heard):
    asked = first_question(path.stem)
    cells = maker.read(maker.copy_path(path))["cells"]
    place = next(k for k, cell in enumerate(cells) if "choose" in maker.tags(cell))
    text, code = map(maker.source, cells[place : place + 2])
    assert asked.text in text
    space = {"question": question, "lesson": pytest}
    board = eval(code.partition("\n\n")[2], space)  # noqa: S307 - it is our own notebook
    assert board.name == "pytest 0"
    for choice, said in zip(asked.choices, asked.replies, strict=True):
        assert board.submit([choice]) == said
        assert heard.pop() == (board.name, "right" if said[:3] == "Yes" else "not quite", choice)
        assert escape(said)[:20] in "".join(cells[place + 1]["outputs"][0]["data"]["text/html"])
