"""Splinter's moves and positions as text, both ways."""

import pytest
from helpers import splinter

import polygames as pg
from polygames.games.splinter.rules import Push

TEXT = """\
splinter
first black
edge block
no_return True
max_plies 500
start Ww../.bB.
ply 1
turn 0
lost 0 0
barred none d1-c1
earlier-barred none none
moves c1-d1
board
Ww..
.b.B
"""


@pytest.mark.parametrize("text", ["h9-h10", " h9-h10\n", "h9 - h10", "h9- h10"])
def test_a_move_is_two_squares(text):
    move = splinter().parse(text)
    assert move == Push("h9", "h10")
    assert str(move) == "h9-h10"


@pytest.mark.parametrize(
    "text", ["", "h9", "h9h10", "h9-", "H9-H10", "h09-h10", "h9-h0", "9h-10h", "h9–h10", "h٩-h10"]
)
def test_what_is_not_two_squares_is_invalid(text):
    with pytest.raises(pg.InvalidMoveError, match="expected 'h9-h10'"):
        splinter().parse(text)


@pytest.mark.parametrize("text", ["h9-h11", "h10-h11", "a1-a2", "z99-z98", "h9-h9"])
def test_two_squares_that_are_no_move_are_illegal(text):
    with pytest.raises(pg.IllegalMoveError, match=f"illegal move '{text}'"):
        splinter().parse(text)


def test_text_of_a_position_has_its_options_its_boards_and_the_barred_step():
    state = splinter("c1-d1", board=["Ww..", ".bB."], first="black", no_return=True)
    assert state.to_text() == TEXT
    assert pg.from_text(TEXT) == state
    assert pg.from_text(TEXT).history == state.history
    assert "barred" not in splinter("h9-g8").to_text()


def test_lines_left_out_have_their_value_at_the_start():
    state = pg.from_text("splinter\nfirst black\nboard\nWw\nbB\n")
    assert state == splinter(board=["Ww", "bB"], first="black")
    assert state.turn == 1


def test_pieces_without_a_king_are_taken_off_as_at_the_start():
    state = pg.from_text("splinter\nlost 1 0\nboard\nWw..w\nbB...\n")
    assert state.rows == ("Ww...", "bB...")
    assert state.lost == (2, 0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        *((text, "expected 'splinter'") for text in ("", "split\n", "board\nWB")),
        ("splinter\n", "line 1, 'splinter': expected rows of text"),
        ("splinter\nturn 2\nboard\nWB", "line 2, 'turn 2': expected 0 or 1"),
        ("splinter\nturn white\nboard\nWB", "line 2, 'turn white'"),
        ("splinter\nlost 1\nboard\nWB", "line 2, 'lost 1': expected two entries, not 1"),
        ("splinter\nlost 1 -1\nboard\nWB", "expected a whole number"),
        ("splinter\nply ٣\nboard\nWB", "expected a whole number"),
        ("splinter\nfirst red\nboard\nWB", "expected white or black"),
        ("splinter\nedge open\nboard\nWB", "expected block or remove"),
        ("splinter\nno_return yes\nboard\nWB", "expected True or False"),
        (
            "splinter\nmax_plies 0\nboard\nWB",
            "max_plies of splinter must be a whole number from 1 to 5000, not 0",
        ),
        ("splinter\nboard\nWB\nw", "line 2, 'board': row 2 has 1 squares, row 1 has 2"),
        ("splinter\nboard\nWw\nwb", "one black king B, not 0"),
        ("splinter\nboard\nWx\nwB", "row 1 holds 'x'"),
        ("splinter\nedge remove\nboard\nww\nwb", "one white king W, not 0"),
        ("splinter\nedge remove\nboard\nBw\nwB", "one white king W, not 0"),
        ("splinter\nstart WB/w\nboard\nWB", "line 2, 'start WB/w': row 2 has 1 squares"),
        ("splinter\nstart Ww\nboard\nWB", "line 2, 'start Ww': there must be one black king"),
        (
            "splinter\nbarred a1-a2 none\nboard\nWB",
            "expected no barred step without no_return=True",
        ),
        ("splinter\nno_return True\nbarred a2 none\nboard\nWB", "expected a move or 'none'"),
        ("splinter\nno_return True\nbarred b1-a1 none\nboard\nWB", "cannot be barred"),
        ("splinter\nno_return True\nbarred a1-c1 none\nboard\nWB", "cannot be barred"),
        ("splinter\nno_return True\nbarred a1-b1 none\nboard\nBW\n..\nw.", "cannot be barred"),
        ("splinter\nlost 2 1\nboard\nBW", "a board of 2 squares cannot have lost so many pieces"),
    ],
)
def test_what_is_no_position_is_refused_with_line_and_reason(text, complaint):
    with pytest.raises(pg.PositionError) as caught:
        pg.game("splinter").from_text(text)
    assert complaint in str(caught.value)
