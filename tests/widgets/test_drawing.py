"""Marks at the board: what a client draws goes into the record and onto the picture."""

import pytest
from page_driver import send_message

from polygames.view.messages import parse_message


@pytest.fixture
def board(open_board):
    return open_board("splinter")


def draws(board, what, places, color="green", **more):
    version = board.pointer.frame["version"]
    content = {
        "kind": "draw_mark",
        "version": version,
        "mark": what,
        "places": places,
        "color": color,
    }
    board.handle_message(content | more)


def texts(board):
    return [str(mark) for mark in board.record.marks]


def test_what_is_drawn_is_in_the_record_and_on_the_picture(board):
    bare = len(board.user_marks_scene())
    draws(board, "arrow", ["h9", "h12"], "red")
    draws(board, "circle", [[2.5, 3.00004]])
    assert texts(board) == ["arrow h9 h12 red", "circle 2.5,3"]
    assert bare == 0
    assert len(board.user_marks_scene()) == 4


def test_the_same_again_erases_another_colour_draws_anew_and_numbers_count_on(board):
    draws(board, "circle", ["h9"])
    draws(board, "circle", ["h9"], "blue")
    assert texts(board) == ["circle h9 blue"]
    draws(board, "circle", ["h9"], "blue")
    assert texts(board) == []
    for place in ("a1", "b1", "c1"):
        draws(board, "number", [place])
    assert texts(board) == ["number a1 1", "number b1 2", "number c1 3"]
    send_message(board.pointer, {"kind": "erase_marks", "version": board.pointer.frame["version"]})
    assert texts(board) == []


@pytest.mark.parametrize(
    ("what", "places", "color"),
    [
        ("star", ["h9"], "red"),
        ("arrow", ["h9"], "red"),
        ("circle", ["z99"], "red"),
        ("circle", ["h9"], "pink"),
        ("circle", ["h9 red; circle a1"], "red"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_the_board(board, what, places, color):
    draws(board, what, places, color)
    assert texts(board) == []
    assert board.message


@pytest.mark.parametrize(
    "part",
    [
        *({"mark": 3}, {"color": None}, {"places": "h9"}, {"places": [[1]]}),
        *({"places": [["a", 1]]}, {"places": ["x" * 999]}, {"places": [[1e99, 0]]}),
    ],
)
def test_a_damaged_message_is_none(part):
    good = {"kind": "draw_mark", "version": 1, "mark": "circle", "places": ["h9"], "color": "red"}
    assert parse_message(good) is not None
    assert parse_message(good | part) is None


def test_marks_belong_to_their_position(board):
    draws(board, "circle", ["h9"])
    board.play(next(iter(board.state.legal_moves)))
    assert board.user_marks_scene() == ()
    board.undo()
    assert len(board.user_marks_scene()) == 2


def test_a_mark_that_python_draws_is_seen(board):
    painted = []
    board._board_picture.layers.paint = lambda _, over, __: painted.append(len(over))
    board.record.annotate(marks=["circle h9"])
    assert painted == [2]


def test_a_mark_keeps_its_place_under_zoom(open_board):
    board = open_board("polygon")
    board.handle_message({"kind": "show_window", "window": [0, -0.5, 0.5, 0]})
    draws(board, "circle", [[0.25, -0.125]])
    draws(board, "arrow", ["A", "C"])
    assert board.record.marks[0].places == ((0.25, -0.125),)
    assert board.user_marks_scene()[0].center == (0.25, -0.125)
    board.handle_message({"kind": "show_window", "window": None})
    assert board.user_marks_scene()[0].center == (0.25, -0.125)


def test_the_page_of_the_record_chooses_the_pen(board):
    board.open_record()
    kind, color, erase = board.get_panel("Record")._mark_menus().children
    kind.value, color.value = "line", "black"
    assert board.pointer.frame["drawing_tool"] == {"kind": "line", "color": "black", "on": True}
    kind.value = ""
    assert board.pointer.frame["drawing_tool"]["on"] is False
    draws(board, "circle", ["h9"])
    erase.click()
    assert texts(board) == []
