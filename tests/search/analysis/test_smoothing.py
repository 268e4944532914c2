"""Values of an analysis are told as means of the last answers."""

from dataclasses import replace
from random import Random

import pytest

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.search import deepen
from polygames.search.analysis.rows import UNCLEAR_TEXT, is_unclear, value_text
from polygames.search.analysis.smoothing import SmoothedAnalyses
from polygames.widgets.panels.analysis_text import bar_data, panel_content

STATE = pg.new("split")
FIRST, SECOND = STATE.legal_moves.candidates(2, Random(0))


def answer(*moves, note="alpha-beta"):
    return Analysis(STATE, moves, "points", note, (-50.0, 50.0))


def lead(move, value, **more):
    given = {"low": value - 5, "high": value + 5, "chance": 0.5 + value / 100} | more
    return MoveValue(move, value, **given)


def test_what_follows_the_parity_of_the_depth_stays():
    """Whoever moves last looks good: two depths together do not."""
    smoothed = SmoothedAnalyses(2)
    values = [smoothed.add(answer(lead(FIRST, v))).moves[0].value for v in (8, -2, 8, -2, 8)]
    assert values == [8, 3, 3, 3, 3]


def test_the_best_move_does_not_change_with_the_parity():
    smoothed, best = SmoothedAnalyses(2), set()
    for first, second in ((4, 3), (0, 2), (4, 3), (0, 2), (4, 3)):
        found = smoothed.add(answer(lead(FIRST, first), lead(SECOND, second)))
        best.add(found.best)
    told = [smoothed.add(answer(lead(FIRST, 4), lead(SECOND, 3))) for _ in range(2)]
    assert len({each.best for each in told}) == 1
    assert SECOND in best


def test_an_interval_moves_with_the_mean_and_never_becomes_wider():
    smoothed, told = SmoothedAnalyses(2), []
    for value, half in ((1.0, 5.0), (21.0, 4.0), (21.0, 9.0), (-48.0, 9.0)):
        ends = {"low": value - half, "high": value + half}
        told.append(smoothed.add(answer(lead(FIRST, value, **ends))).moves[0])
    assert [(each.low, each.high) for each in told[:3]] == [(-4, 6), (7, 15), (17, 25)]
    assert all(each.low <= each.value <= each.high for each in told)
    assert told[3].high - told[3].low == pytest.approx(8)


def test_a_move_that_overtakes_the_best_one_says_no_less_of_the_position():
    smoothed = SmoothedAnalyses(1)
    smoothed.add(answer(lead(FIRST, 4.0), lead(SECOND, 3.0, low=-40.0, high=40.0)))
    best = smoothed.add(answer(lead(FIRST, 2.0), lead(SECOND, 3.0, low=-40.0, high=40.0))).moves[0]
    assert (best.move, best.low, best.high) == (SECOND, -2.0, 8.0)


def test_answers_of_many_games_count_the_same_and_those_of_few_for_less():
    smoothed = SmoothedAnalyses(3)
    smoothed.add(answer(lead(FIRST, 30.0, visits=1000)))
    second = smoothed.add(answer(lead(FIRST, 6.0, visits=5000))).moves[0]
    assert second.value == pytest.approx((30 + 5 * 6) / 6)
    third = smoothed.add(answer(lead(FIRST, 5.0, visits=900_000))).moves[0]
    assert third.value == pytest.approx((30 + 5 * 6 + 5 * 5) / 11)


def test_a_proof_is_told_at_once_and_a_quick_look_as_it_is():
    smoothed = SmoothedAnalyses(3)
    quick = replace(answer(lead(FIRST, 30.0)), is_quick_look=True)
    assert smoothed.add(quick) is quick
    assert smoothed.add(answer(lead(FIRST, 2.0))).moves[0].value == 2.0
    won = MoveValue(FIRST, 50.0, 50.0, 50.0, proved=True, chance=1.0)
    assert smoothed.add(answer(won)).moves == (won,)


def test_bounds_that_are_proved_stay_as_they_are():
    smoothed = SmoothedAnalyses(2, is_bound=True)
    smoothed.add(answer(lead(FIRST, 10.0)))
    told = smoothed.add(answer(lead(FIRST, 0.0, low=-1.0, high=2.0))).moves[0]
    assert (told.low, told.value, told.high) == (-1.0, 2.0, 2.0)


@pytest.mark.parametrize("game", ["split", "territory"])
def test_first_row_and_bar_never_take_different_sides(game):
    """Each answer is shown: "Red ahead by 0.2" does not stand beside "-0.2"."""
    options = {"size": 8, "seed": 4, "penalty": 0.5} if game == "territory" else {}
    state = pg.new(game, **options)
    for seed in range(4):
        for found in deepen(state, seconds=0.4):
            told, best = panel_content(found, None), found.moves[0]
            if best.chance is not None and not is_unclear(found, best) and not best.proved:
                assert best.value * (best.chance - 0.5) >= 0
                assert told["rows"][0]["value"] == value_text(found, best)
        state = state.play(state.legal_moves.sample(Random(seed)))


def test_what_is_not_known_is_said_to_be_unclear_in_the_bar_and_in_the_row():
    state = pg.new("polygon", n=12)
    open_move = MoveValue(state.parse("A-C"), 0.4, -1.0, 1.0, chance=0.7)
    found = Analysis(state, (open_move,))
    assert bar_data(found)["text"].lower() == value_text(found, open_move) == UNCLEAR_TEXT
    assert bar_data(found)["share"] == 0.5
    known = Analysis(state, (replace(open_move, low=0.2, high=0.6),))
    assert (bar_data(known)["text"], value_text(known, known.moves[0])) == ("Red 70%", "70%")


@pytest.mark.parametrize(
    ("half", "is_early", "row", "says"),
    [
        (0.2, False, "65%", "White 65%"),
        (0.2, True, "55% to 75%", "White 55% to 75%"),
        (0.7, False, "30% to 99%", "White 30% to 99%"),
        (1.0, False, UNCLEAR_TEXT, UNCLEAR_TEXT.capitalize()),
    ],
)
def test_a_number_is_told_only_where_it_is_known_and_else_its_interval(half, is_early, row, says):
    state = pg.new("splinter")
    ends = {"low": max(-1.0, 0.3 - half), "high": min(1.0, 0.3 + half)}
    each = MoveValue(next(iter(state.legal_moves)), 0.3, **ends, chance=0.65)
    if half == 1.0:
        each = replace(each, low=-1.0)
    found = Analysis(state, (each,), is_early=is_early)
    assert (value_text(found, each), bar_data(found)["text"]) == (row, says)


def test_a_tie_is_told_of_the_position_only_once_no_move_can_be_better():
    state = pg.new("splinter")
    first, second = list(state.legal_moves)[:2]
    tie, worse = MoveValue(first, 0.0, 0.0, 0.0, proved=True), MoveValue(second, -0.1, -0.6, 0.4)
    assert bar_data(Analysis(state, (tie, worse)))["text"] == "At least a tie"
    lost = replace(worse, value=-1.0, low=-1.0, high=-1.0, proved=True)
    assert bar_data(Analysis(state, (tie, lost)))["text"] == "A tie"
