"""Games played on: how the dice fall, what is counted, what is given up."""

from itertools import product
from random import Random

import numpy as np
import pytest

from polygames.games.splitter.engine import rollouts, search
from polygames.games.splitter.engine.compiled_sheet import (
    MAX_COMPILED_CELLS,
    ROUNDS_LEFT,
    write_roll,
)
from polygames.games.splitter.engine.placement_ranking import evaluator_of
from polygames.games.splitter.engine.rollouts import SequentialHalving
from polygames.games.splitter.pads import PADS
from polygames.runtime.clock import Clock
from polygames.runtime.random_numbers import make_stream

OUTCOMES = sorted(product(range(1, 7), repeat=2))


def rivals(pad, left, n=4, seed=5):
    """Return how a pad is thought of, and rival sheets with some rounds left."""
    evaluator, rng = evaluator_of(PADS[pad]), Random(seed)
    a = evaluator.to_array([0] * len(PADS[pad].places))
    codes, values = np.empty(MAX_COMPILED_CELLS, np.int64), np.empty(MAX_COMPILED_CELLS)
    while True:
        x, y = rng.randint(1, 6), rng.randint(1, 6)
        found = search.rank_placements(a, evaluator.p, evaluator.w, x, y, codes, values)
        if a[ROUNDS_LEFT] == left + 1 and found >= n:
            break
        assert a[ROUNDS_LEFT] > 1
        write_roll(
            a, evaluator.p, codes[rng.randrange(found) if a[ROUNDS_LEFT] > left + 1 else 0], x, y
        )
    sheets = np.stack([a] * n)
    for sheet, code in zip(sheets, codes, strict=False):
        write_roll(sheet, evaluator.p, code, x, y)
    return evaluator, sheets


def played(evaluator, sheets, games, rounds, rng=None):
    """Return the sums and the products of some games, of which none is missing."""
    sums, products = np.zeros(len(sheets)), np.zeros((len(sheets),) * 2)
    rng, flag = make_stream(3) if rng is None else rng.copy(), np.zeros(1, np.uint8)
    assert games == rollouts.play_paired_rollouts(
        sheets, evaluator.p, evaluator.w, rng, rounds, games, sums, products, flag
    )
    return sums, products


def one_by_one(evaluator, sheets, games, rng=None):
    """Return the value of each game, played to the end."""
    sums = [played(evaluator, sheets, count, 22, rng)[0] for count in range(games + 1)]
    return np.diff(np.array(sums), axis=0)


def test_each_round_of_the_games_dealt_has_each_outcome_of_two_dice_once():
    dice, rng = np.empty((rollouts.GAMES_PER_DEAL, 5, 2), np.int64), make_stream(1)
    before = None
    for _ in range(3):
        rollouts.deal_dice(dice, rng)
        for i in range(5):
            assert sorted(map(tuple, dice[:, i])) == OUTCOMES
        assert len({dice[:, i].tobytes() for i in range(5)}) == 5
        assert before is None or (dice != before).any()
        before = dice.copy()


@pytest.mark.parametrize("pad", PADS)
def test_one_round_played_on_with_all_outcomes_is_the_value_from_one_round_ahead(pad):
    evaluator, sheets = rivals(pad, left=9)
    sums, _ = played(evaluator, sheets, rollouts.GAMES_PER_DEAL, rounds=1)
    expected = [search.expected_value(sheet, evaluator.p, evaluator.w) for sheet in sheets]
    assert sums / rollouts.GAMES_PER_DEAL == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("pad", PADS)
def test_the_last_round_needs_no_dice(pad):
    evaluator, sheets = rivals(pad, left=1, n=2)
    sums, _ = played(evaluator, sheets, 2, rounds=22)
    expected = [search.expected_value(sheet, evaluator.p, evaluator.w) for sheet in sheets]
    assert sums == pytest.approx(2 * np.array(expected))


def test_sums_and_products_are_those_of_the_games():
    evaluator, sheets = rivals("B", left=7)
    games = one_by_one(evaluator, sheets, 11)
    assert len(np.unique(games)) > 4
    sums, products = played(evaluator, sheets, 11, 22)
    assert sums == pytest.approx(games.sum(axis=0))
    assert products == pytest.approx(games.T @ games)


def test_a_flag_breaks_it_off_and_whole_games_count_only():
    evaluator, sheets = rivals("A", left=7)
    sums, products = np.zeros(len(sheets)), np.zeros((len(sheets),) * 2)
    flag = np.ones(1, np.uint8)
    assert not rollouts.play_paired_rollouts(
        sheets, evaluator.p, evaluator.w, make_stream(3), 22, 36, sums, products, flag
    )
    assert not sums.any()
    assert not products.any()


def test_the_error_of_a_difference_is_that_of_paired_games():
    evaluator, sheets = rivals("A", left=8)
    halving = SequentialHalving(evaluator.p, evaluator.w, sheets, np.zeros(len(sheets)), Random(1))
    games = one_by_one(evaluator, sheets, 20, halving._dice)
    halving._play_rollouts(20, 22)
    for i, j in ((0, 1), (2, 1), (3, 0)):
        spread = (games[:, i] - games[:, j]).std(ddof=1)
        assert halving.standard_error(i, j) == pytest.approx(spread / 20**0.5)
    assert halving.standard_error(2) == pytest.approx(games[:, 2].std(ddof=1) / 20**0.5)


@pytest.mark.parametrize("pad", PADS)
def test_what_is_clearly_worse_is_given_up_early(pad):
    evaluator, sheets = rivals(pad, left=10, n=16)
    worth, _ = played(evaluator, sheets, rollouts.GAMES_PER_DEAL, 6, make_stream(8))
    sheets = np.stack([sheets[worth.argmin()], sheets[worth.argmax()]])
    halving = SequentialHalving(evaluator.p, evaluator.w, sheets, np.zeros(2), Random(2))
    halving.run_halving(Clock(None), 100_000, 6)
    assert halving.candidates == [1]
    assert 0 < halving.count[0] == halving.count[1] <= 500


def test_a_few_games_give_up_nothing_but_the_worse_half():
    evaluator, sheets = rivals("B", left=10, n=8)
    halving = SequentialHalving(evaluator.p, evaluator.w, sheets, np.zeros(len(sheets)), Random(2))
    halving.run_halving(Clock(None), 60, 6)
    assert sorted(halving.count) == [2, 2, 2, 2, 7, 7, 19, 19]


def test_near_rivals_get_all_the_games_there_are():
    evaluator, sheets = rivals("A", left=10)
    sheets[:] = sheets[0]
    halving = SequentialHalving(evaluator.p, evaluator.w, sheets, np.zeros(len(sheets)), Random(2))
    halving.run_halving(Clock(None), 1_000, 6)
    assert len(halving.candidates) == 1
    assert 950 < halving.count.sum() <= 1_000
