"""Values of an analysis are told as means of the last answers."""

from dataclasses import replace
from random import Random

import pytest

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.games.splinter.analysis import ANSWERS, TREND
from polygames.search import deepen
from polygames.search.analysis.readiness import QUICK_LOOK
from polygames.search.analysis.rows import UNCLEAR, is_unclear, worth
from polygames.search.analysis.smoothing import SmoothedAnalyses
from polygames.widgets.panels.analysis_text import bar, content_of

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


def test_answers_that_are_far_apart_make_the_interval_wide():
    smoothed = SmoothedAnalyses(2)
    near = smoothed.add(answer(lead(FIRST, 1.0))).moves[0]
    far = smoothed.add(answer(lead(FIRST, 21.0))).moves[0]
    assert near.high - near.low == pytest.approx(10)
    assert far.high - far.low == pytest.approx(2 * 1.96 * 10)


def told_of(values, trend):
    """Return what is told of a lead that was found to be so much, answer by answer."""
    smoothed = SmoothedAnalyses(16, trend=trend)
    return [smoothed.add(answer(lead(FIRST, value))).moves[0] for value in values]


def test_values_on_their_way_make_the_interval_wider_by_as_far_as_they_went():
    melting = [20.0] * 4 + [12.0] * 4
    plain, wide = (told_of(melting, trend)[-1] for trend in (0.0, 1.5))
    assert wide.value == plain.value == pytest.approx(16)
    assert wide.high - plain.high == pytest.approx(1.5 * 8)
    assert wide.value - wide.low == pytest.approx(wide.high - wide.value)


def test_once_values_stay_the_interval_is_as_before():
    melted = [20.0] * 4 + [12.0] * 8
    plain, wide = (told_of(melted, trend)[-1] for trend in (0.0, 1.5))
    assert (plain.low, plain.high) == (wide.low, wide.high)


def test_a_lead_of_splinter_that_melts_as_the_tree_grows_is_unclear_until_it_has():
    state = pg.new("splinter")
    move, smoothed, said = next(iter(state.legal_moves)), SmoothedAnalyses(ANSWERS, trend=TREND), []
    for chance in [0.75] * 4 + [0.7, 0.65, 0.6, 0.55] + [0.55] * 4:
        value = 2 * chance - 1
        ends = value - 0.53, min(1.0, value + 0.53)
        each = MoveValue(move, value, *ends, visits=50_000, chance=chance)
        said.append(bar(smoothed.add(Analysis(state, (each,))))["text"])
    assert said[3] == "White 75%"
    assert said[8] == UNCLEAR.capitalize()
    assert said[-1].startswith("White ")


def test_answers_of_many_games_count_the_same_and_those_of_few_for_less():
    smoothed = SmoothedAnalyses(3)
    smoothed.add(answer(lead(FIRST, 30.0, visits=1000)))
    second = smoothed.add(answer(lead(FIRST, 6.0, visits=5000))).moves[0]
    assert second.value == pytest.approx((30 + 5 * 6) / 6)
    third = smoothed.add(answer(lead(FIRST, 5.0, visits=900_000))).moves[0]
    assert third.value == pytest.approx((30 + 5 * 6 + 5 * 5) / 11)


def test_a_proof_is_told_at_once_and_a_quick_look_as_it_is():
    smoothed = SmoothedAnalyses(3)
    quick = answer(lead(FIRST, 30.0), note=f"{QUICK_LOOK}: one move ahead")
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
            told, best = content_of(found, None), found.moves[0]
            if best.chance is not None and not is_unclear(found, best) and not best.proved:
                assert best.value * (best.chance - 0.5) >= 0
                assert told["rows"][0]["worth"] == worth(found, best)
        state = state.play(state.legal_moves.sample(Random(seed)))


def test_what_is_not_known_is_said_to_be_unclear_in_the_bar_and_in_the_row():
    state = pg.new("polygon", n=12)
    open_move = MoveValue(state.parse("A-C"), 0.4, -1.0, 1.0, chance=0.7)
    found = Analysis(state, (open_move,))
    assert bar(found)["text"].lower() == worth(found, open_move) == UNCLEAR
    assert bar(found)["share"] == 0.5
    known = Analysis(state, (replace(open_move, low=0.2, high=0.6),))
    assert (bar(known)["text"], worth(known, known.moves[0])) == ("Red 70%", "70%")
