"""Polygon's moves and positions as text, both ways."""

import pytest
from helpers import polygon, random_states

import polygames as pg
from polygames.games.polygon.rules import Draw, new

START_TEXT = """\
polygon
n 6
colors different
concurrent strict
claim False
max_plies 200
moves
"""


@pytest.mark.parametrize("text", ["A-C", " A-C\n", "A - C", "A- C"])
def test_a_move_is_two_points(text):
    move = polygon().parse(text)
    assert move == Draw("A", "C")
    assert str(move) == "A-C"


@pytest.mark.parametrize(
    "text", ["", "A", "AC", "A-", "a-c", "A-C-E", "A-2x", "A-02x3", "A-x3", "A–C", "A-2x٣", "Claim"]
)
def test_what_is_neither_two_points_nor_a_claim_is_invalid(text):
    with pytest.raises(pg.InvalidMoveError, match="expected 'A-C', 'C-2x5' or 'claim'"):
        polygon().parse(text)


@pytest.mark.parametrize("text", ["A-B", "A-A", "A-Z", "A-1x2", "1x2-A", "claim", "AAAA-C"])
def test_what_can_be_read_and_is_no_move_is_illegal(text):
    with pytest.raises(pg.IllegalMoveError, match=f"illegal move '{text}'.*position: ply 0"):
        polygon().parse(text)


def test_a_point_of_three_segments_goes_by_any_two_of_them():
    for seed in range(200):
        for state in random_states(
            new(n=6, colors="any", concurrent="lenient", max_plies=14), seed
        ):
            for point in state.targets:
                through = state.crossings.get(point, ())
                if len(through) > 2 and state.here is not None:
                    here = state.name(state.here)
                    move = state.parse(f"{here}-{through[1]}x{through[2]}")
                    assert str(move) == f"{here}-{through[0]}x{through[1]}"
                    return
    pytest.fail("no such point was met")


def test_text_of_the_start():
    assert polygon().to_text() == START_TEXT
    assert pg.from_text(START_TEXT) == polygon()
    assert str(polygon()) == START_TEXT


def test_corners_are_part_of_the_text():
    state = new(vertices=[(0, 0), ("1/3", -1), (2, 0), (1, 5)])
    assert "vertices 0,0 1/3,-1 2,0 1,5\n" in state.to_text()
    assert pg.from_text(state.to_text()) == state


def test_a_claim_is_part_of_the_text():
    state = polygon("A-C", "claim", claim=True)
    assert state.to_text().endswith("moves A-C claim\n")
    assert pg.from_text(state.to_text()).outcome == state.outcome


def test_lines_left_out_have_their_value_at_the_start():
    assert pg.from_text("polygon\n") == polygon()
    assert pg.from_text("polygon\nmoves A-C C-E\ncolors same\n") == polygon(
        "A-C", "C-E", colors="same"
    )


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("split", "line 1 is 'split'"),
        ("polygon\nn four", "line 2, 'n four': expected a whole number"),
        ("polygon\nn 2", "the option n of polygon must be a whole number from 3 to 500, not 2"),
        ("polygon\nmoves A-C\nmoves C-E", "line 3, 'moves C-E': moves is given twice"),
        ("polygon\nclaim yes", "line 2, 'claim yes': expected True or False"),
        ("polygon\ncolors red", "line 2, 'colors red': expected different, same, any or mixed"),
        ("polygon\nvertices 0,0 1,0", "3 or more vertices, not 2"),
        ("polygon\nvertices 0,0 1,0 2", "vertex C"),
        ("polygon\nmoves A-B", "illegal move 'A-B'"),
        ("polygon\nmoves A-C A", "invalid move 'A'"),
        ("polygon\nmoves claim", "claims are switched off"),
    ],
)
def test_text_that_is_no_position_is_told_where_and_why(lines, problem):
    with pytest.raises(pg.PositionError) as caught:
        pg.game("polygon").from_text(lines)
    assert str(caught.value).startswith("not a position of polygon: ")
    assert problem in str(caught.value)
