"""The estimate knows groups, kings and cuts; the compiled one is its twin."""

from itertools import product

import numpy as np
import pytest
from helpers import random_games

import polygames as pg
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.evaluation import add_features, estimate
from polygames.games.splinter.engine.evaluation import tie_likelihood as kernel_tie_likelihood
from polygames.games.splinter.engine.features import (
    Features,
    features,
    static_value,
    tie_likelihood,
)

OPTIONS = [
    {"edge": edge, "no_return": no_return, "first": first}
    for edge, no_return, first in product(("block", "remove"), (False, True), ("white", "black"))
]


def of(*rows, **options):
    return pg.new("splinter", board=rows, **options)


def mirrored(state):
    """Return the position with the colours exchanged."""
    rows = [row.swapcase().translate(str.maketrans("WBwb", "bwBW")) for row in state.rows]
    return of(*rows, first=("black", "white")[state.turn])


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_compiled_and_plain_estimate_are_the_same_in_random_games(options):
    met = 0
    for state in random_games("splinter", 4, "estimate", **options):
        array, out = kernel.encode(state), np.zeros(len(Features._fields))
        add_features(array, out)
        assert tuple(out) == pytest.approx(tuple(features(state)), abs=1e-9)
        assert estimate(array) == pytest.approx(static_value(state, 0), abs=1e-12)
        assert kernel_tie_likelihood(array) == pytest.approx(tie_likelihood(state), abs=1e-12)
        met += 1
    assert met > 100


def test_what_is_good_for_one_seat_or_colour_is_bad_for_the_other():
    for state in random_games("splinter", 6, "estimate"):
        value = static_value(state, 0)
        assert -1 < value == -static_value(state, 1) < 1
        assert static_value(mirrored(state), 1) == pytest.approx(value, abs=1e-12)


def test_the_start_is_even_but_for_the_move():
    white, black = (
        static_value(pg.new("splinter", first=first), 0) for first in ("white", "black")
    )
    assert white == -black
    assert 0 < white < 0.1


def test_it_prefers_the_larger_group_where_the_kings_nearly_part():
    few_and_many = of("W.....", ".w....", "..b...", "...Bw.", "...bbw", "...wbb")
    assert static_value(few_and_many, 1) > 0.1
    assert features(few_and_many).share < 0


def test_it_prefers_a_king_held_by_many_to_one_held_by_one():
    held = of("wbw...", "bWbw..", "wbwb..", "....w.", ".....B", ".....w")
    assert features(held).ring > 0
    assert features(held).crowd > 0
    assert features(held).heart > 0
    assert static_value(held, 0) > 0.3


def test_it_sees_which_pieces_hold_a_group_together():
    """Only the two in the middle of the chain may not leave; the ends have one neighbour."""
    chain = of("Ww....", "..wb..", "....bB")
    assert features(chain).alone == 0
    white_end = of("wW....", "..wb..", "....B.", "...b..")
    counts = features(white_end)
    assert counts.alone == 1 - 1
    assert counts.tied == 1 + 1 - 2


def test_fewer_and_thinner_is_less_dull():
    start = pg.new("splinter")
    assert tie_likelihood(start) == pytest.approx(89 / 120)
    thin = of("Ww....", "..wb..", "....bB")
    assert tie_likelihood(thin) == pytest.approx(5 / 120)
    assert tie_likelihood(of(*["WB" + "wb" * 4] + ["wb" * 5] * 9)) == 1.0
