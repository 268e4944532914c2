"""Splitter's text: moves and positions both ways, and what is refused."""

import pytest
from helpers import splitter

import polygames as pg
from polygames.core.errors import InvalidMoveError, PositionError
from polygames.games.splitter.rules import Placement, Roll


@pytest.mark.parametrize("text", ["roll 4-1", "roll 1-4", " roll  4 - 1 "])
def test_a_roll_is_read_in_any_order_and_written_higher_first(text):
    move = pg.new("splitter").parse(text)
    assert move == Roll(4, 1)
    assert str(move) == "roll 4-1"


@pytest.mark.parametrize("text", ["r2c0=4", " r2 c0 = 4 ", "r2c7=1", "r02c00=4"])
def test_a_placement_is_read_with_or_without_blanks(text):
    state = splitter("roll 4-1")
    assert state.parse(text) == Placement(2, 0, 4)


@pytest.mark.parametrize(
    "text",
    ["", "4-1", "roll 4", "roll 7-1", "roll 4-0", "r2c0", "r2=4", "r2c0=7", "r2c0=٤", "c0r2=4"],
)
def test_what_is_no_move_is_invalid(text):
    with pytest.raises(InvalidMoveError) as caught:
        pg.new("splitter").parse(text)
    assert str(caught.value).startswith(f"invalid move {text!r}: expected 'roll 4-1' or 'r2c0=4'")


def test_a_position_is_text_that_people_can_read():
    moves = ("roll 6-6", "r0c0=6", "r1c1=6", "roll 4-1", "r0c1=1")
    state = splitter(*moves, players=2, pad="*##* .##.")
    assert state.to_text().splitlines() == [
        "splitter",
        "players 2",
        "pad *##*/.##.",
        "roll 4-1",
        "placed r0c2=4",
        "sheet 0",
        "6006",
        ".00.",
        "sheet 1",
        "0000",
        ".66.",
    ]
    assert "placed ?" in state.view(1).to_text()


def test_without_sheets_they_are_empty():
    assert pg.from_text("splitter") == pg.new("splitter")
    assert pg.from_text("splitter\npad B\nplayers 3") == pg.new("splitter", pad="B", players=3)


EMPTY = ["sheet 0", "0000", ".00."]
HEAD = ["pad *##*/.##."]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["players x"], "line 2, 'players x': expected a whole number"),
        (["players 13"], "players of splitter must be a whole number from 1 to 12, not 13"),
        (["pad C"], "line 2, 'pad C': the option pad of splitter"),
        (["roll 7-1"], "line 2, 'roll 7-1': expected two numbers from 1 to 6"),
        (["sheet 1"], "line 2, 'sheet 1': expected 'sheet 0'"),
        ([*HEAD, *EMPTY[:2]], "expected 2 rows, not 1"),
        ([*HEAD, "sheet 0", "9000", ".00."], "row 0, column 0 holds '9'"),
        (
            [*HEAD, "sheet 0", "6000", ".00."],
            "row 0, column 0 and its mirrored cell must both be full",
        ),
        ([*HEAD, "players 2", *EMPTY], "expected a sheet for each of 2 players, not 1"),
        (
            [*HEAD, "players 2", *EMPTY, "sheet 1", "6006", ".00."],
            "the sheets must be equally full",
        ),
        (["placed r2c0=4"], "expected a roll, because numbers are placed"),
        (["roll 4-1", "placed r2c0=4"], "all players have placed"),
        (["players 2", "roll 4-1", "placed r2c0=5"], "illegal move 'r2c0=5': roll 4-1 has no 5"),
        (["players 2", "roll 4-1", "placed 4"], "invalid move '4'"),
        ([*HEAD, "roll 4-1", "sheet 0", "1111", ".11."], "the game is over"),
    ],
)
def test_what_is_no_position_is_refused_with_the_place(lines, problem):
    with pytest.raises(PositionError) as caught:
        pg.from_text("\n".join(["splitter", *lines]))
    assert problem in str(caught.value)
    assert str(caught.value).startswith("not a position of splitter: ")
