"""The board of Split says what its rules are for, where they are met."""

from random import Random

import pytest
from page_driver import PageDriver, classes, find_by_label, press

from polygames.games.split.rules import FillArea

TO_CHOOSE = (
    *("draw 0,4 - 10,6", "color blue", "draw 3,0 - 4,4.8", "draw 7,10 - 8,5.6"),
    *("draw 10,2 - 3.4,1.9", "draw 1.5,4.3 - 7.2,9"),
)


@pytest.fixture
def board(open_board):
    return open_board("split", seats=("human", "human"))


def test_the_key_rule_stands_above_the_board_before_the_first_line(board):
    header = PageDriver(board).header
    assert "If both ends are on your own colour, you fill one part" in header
    assert "Then the other player chooses red or blue" in header


def test_of_two_areas_one_is_chosen_by_a_button_with_its_size(board):
    for text in TO_CHOOSE:
        board.play(text)
    assert "Press a part on the board, or its button." in PageDriver(board).header
    labels = [each.description for each in board.choice_buttons()]
    assert labels == ["Red fills 11.57", "Red fills 27.83"]
    keys = [f"polygames-plays-{'/'.join(way).encode().hex()}" for way in board.frame()["buttons"]]
    assert [[key in classes(each) for each in board.choice_buttons()] for key in keys] == [
        [True, False],
        [False, True],
    ], "the keys 1 and 2 are those of the buttons"
    assert find_by_label(board, "Red fills 27.83").tooltip
    press(board, "Red fills 11.57")
    assert board.state.phase == "line"
    assert sum(board.state.scores) == pytest.approx(11.57, abs=0.005)


def test_who_got_a_colour_by_the_choice_of_the_computer_is_told_so(open_board):
    board = open_board("split", seats=("human", "greedy"))
    board.play("draw 0,4 - 10,6")
    assert board.session.is_human_turn
    mine = board.state.seat_colors[0]
    header = PageDriver(board).header
    assert f"You are {mine.title()} now." in header
    assert f"plays {'blue' if mine == 'red' else 'red'}" in header
    board.play(board.state.legal_moves.sample(Random(1)))
    assert board.session.is_human_turn
    assert "You are" not in PageDriver(board).header


def test_how_a_small_area_is_filled_is_said_until_somebody_has_filled_one(board):
    said = "To fill a small yellow area, draw a line in it or press it."
    board.play("draw 0,4 - 10,6")
    board.play("color blue")
    assert said not in PageDriver(board).header
    board.play("draw 0,2 - 2,0")
    assert said in PageDriver(board).header
    board.play(board.state.draw((0, 1), (1, 0)))
    assert isinstance(board.record.moves[-1], FillArea)
    board.play("draw 8,0 - 10,2")
    assert said not in PageDriver(board).header


@pytest.mark.parametrize(
    "ends", [((0, 1), (1, 0)), ((1, 1), (0.1, 0.2)), ((0, 0), (1, 1)), ((0.5, 0.5), (0.6, 0.5))]
)
def test_a_line_that_a_page_sends_from_a_small_area_fills_it(board, ends):
    for text in ("draw 0,4 - 10,6", "color blue", "draw 0,2 - 2,0"):
        board.play(text)
    number = board.state.map.find_face((0.5, 0.5))
    before = board.state.scores
    PageDriver(board).tell("line", start=ends[0], end=ends[1])
    assert board.record.moves[-1] == FillArea(number)
    assert sum(board.state.scores) == pytest.approx(sum(before) + 2)


def test_no_button_offers_an_area_where_none_is_chosen(board):
    board.play("draw 0,4 - 10,6")
    assert [each.description for each in board.choice_buttons()] == [
        "play red: Player 1 moves next",
        "play blue: Player 2 moves next",
    ]


@pytest.mark.parametrize(
    ("seats", "red", "blue"),
    [
        (("level 1", "human"), "Computer (level 1) moves next", "you move next"),
        (("human", "level 1"), "you move next", "Computer (level 1) moves next"),
    ],
)
def test_a_choice_of_colour_names_who_moves_next_as_the_header_does(open_board, seats, red, blue):
    board = open_board("split", seats=seats)
    board.session.pause(paused=True)
    if not board.record.moves:
        board.record.push("draw 0,4 - 10,6")
    board.session.is_branching = True
    board.send_frame()
    labels = [each.description for each in board.choice_buttons()]
    assert labels == [f"play red: {red}", f"play blue: {blue}"]


def test_a_line_of_a_hint_is_told_to_the_page_and_drawn_from_end_to_end_it_is_the_hint(board):
    for text in TO_CHOOSE[:2]:
        board.play(text)
    board.pointer.send = (sent := []).append
    for move in [board.state.legal_moves.sample(Random(k)) for k in range(20)]:
        board.show_hint(move)
        drawn = board.state.draw(*sent[-1]["line"])
        assert (drawn.start.line, drawn.end.line) == (move.start.line, move.end.line)
        assert (drawn.start.position, drawn.end.position) == pytest.approx(
            (move.start.position, move.end.position), 1e-11
        )
    for text in TO_CHOOSE[2:]:
        board.play(text)
    board.show_hint(next(iter(board.state.legal_moves)))
    assert sent[-1] == {"kind": "hint_line", "line": None}, "no line is meant any more"
