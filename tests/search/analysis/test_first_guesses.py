"""First guesses, which come before a search is compiled, are no plain mistakes."""

import pytest
from helpers import polygon

import polygames as pg
from benchmarks.studies.first_guesses import CASE_STARTS, fault_of, first_guess
from benchmarks.studies.first_guesses import positions as positions_of_games
from polygames.core.analysis import MoveValue
from polygames.search.analysis.first_guesses import mark_refuted_moves

SPLIT_RULES = "split\nfill_limit 5.0\nfill_inclusive True\nmin_area 1e-06\n"
SPLIT_POSITIONS = {
    "draw 0@0.8069830614125526 - 3@0.6994900247939405": """ply 4
turn 1
colors red blue
line red draw 0@0.9683796736950631 - 1@0.4645638882716202
line red draw 1@0.8042803337495688 - 3@0.8393880297527286
areas .1.""",
    "fill 7": """ply 11
turn 1
colors blue red
line red draw 1@0.8333333333333334 - 3@0.6666666666666667
line blue draw 1@0.6944444444444445 - 3@0.5555555555555556
line red draw 3@0.6472064796463662 - 4@0.5487754435609372
line blue draw 1@0.11574074074074076 - 5@0.8333333333333334
line red draw 5@0.8744341876465362 - 7@0.47271442138772246
line blue draw 5@0.2777777777777778 - 7@0.16666666666666663
line blue draw 5@0.979072364607756 - 7@0.07878573689795373
areas 0...01..""",
    "draw 4@0.6853582592089739 - 7@0.8333333333333334": """ply 9
turn 1
colors blue red
line red draw 0@0.5114079421435206 - 3@0.8517082853067608
line blue draw 1@0.16707012119404552 - 2@0.8316824423594456
line red draw 2@0.08290656505056504 - 4@0.5855388111528412
line red draw 3@0.27793770290837216 - 4@0.05607477762692159
line blue draw 0@0.3314459684753244 - 7@0.23607349331754812
line red draw 7@0.7317006489519653 - 8@0.31477275836691065
line blue draw 0@0.5169196272923308 - 4@0.5705083953342555
areas ...0....""",
}
SPLINTER_POSITIONS = {
    "g10-h11": (
        "white",
        5,
        (
            ".........bb.b.. .....bwbbw.b... ....wbwB..b.... ......wb....... ....bwww....... "
            "......W.b...... ....www........ ....b.........."
        ),
    ),
    "h12-g11": (
        "black",
        6,
        (
            ".......bwb..... ......w...b.... ......Bb.w..... .....bb.Wb..... .....b...w..... "
            ".......w.w..... ......bbww....."
        ),
    ),
    "k9-j10": (
        "white",
        6,
        (
            "........b...... ........bb..... ........bB..... .........bWb... .........w..w.. "
            "..........ww... ..........w...."
        ),
    ),
}
POLYGON_MOVES = (
    "A-E E-H H-B B-D D-F F-I I-C C-G G-A A-2x5 2x5-3x6 3x6-2x9 2x9-7x10 7x10-6x9 6x9-8x11 "
    "8x11-6x13 6x13-3x10 3x10-1x8 1x8-4x7 4x7-11x14 11x14-7x18 7x18-17x20 17x20-10x21 10x21-14x17"
)


def splinter_position(first, empty_rows, text):
    """Return a position with some rows below empty ones, on a board of the usual size."""
    rows = ["." * 15] * empty_rows + text.split()
    return pg.new("splinter", board=rows + ["." * 15] * (18 - len(rows)), first=first)


def positions():
    """Yield positions, each with a first guess from the time when it saw one move only."""
    for guess, text in SPLIT_POSITIONS.items():
        yield pytest.param(pg.from_text(SPLIT_RULES + text), guess, id=f"split {guess}")
    for guess, position in SPLINTER_POSITIONS.items():
        yield pytest.param(splinter_position(*position), guess, id=f"splinter {guess}")
    yield pytest.param(polygon(*POLYGON_MOVES.split(), n=9), "14x17-13x22", id="polygon")
    for size, seed, guess in ((10, 0, "r0c5"), (10, 1, "r0c0"), (10, 2, "r0c6"), (25, 0, "r0c0")):
        state = pg.new("territory", preset="half", size=size, seed=seed)
        yield pytest.param(state, guess, id=f"territory {size} {seed}")


@pytest.mark.parametrize(("state", "old_guess"), [*positions()])
def test_a_first_guess_loses_neither_many_points_nor_the_game_at_once(state, old_guess):
    pytest.importorskip("numba")
    assert fault_of(state, state.parse(old_guess)) != "none"
    assert fault_of(state, first_guess(state)[0]) == "none"


@pytest.mark.slow
@pytest.mark.parametrize("case", CASE_STARTS)
def test_first_guesses_in_games_have_no_fault(case):
    pytest.importorskip("numba")
    for state in positions_of_games(case, 8):
        assert fault_of(state, first_guess(state)[0]) == "none"


def test_moves_that_a_reply_refutes_come_last_and_a_win_is_left_alone():
    state = splinter_position(*SPLINTER_POSITIONS["g10-h11"])
    refuted, *others = map(state.parse, ("g10-h11", "g9-f8", "g9-g8"))
    values = [MoveValue(refuted, 0.9, -1.0, 1.0), *(MoveValue(m, 0.1, -1.0, 1.0) for m in others)]
    *first, last = mark_refuted_moves(state, values)
    assert [each.move for each in first] == others
    assert (last.move, last.value, last.proved, last.distance) == (refuted, -1.0, True, 2)
    assert state.play(refuted).play(last.line[1]).outcome.winners == {1}
    won = MoveValue(refuted, 1.0, 1.0, 1.0, proved=True)
    assert mark_refuted_moves(state, [won, *values[1:]])[0] is won
