"""The compiled rules of Splinter are those of rules.py."""

from itertools import product
from math import isnan
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from helpers import check_result, kernel_moves

import polygames as pg
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.kernel import MOST_MOVES
from polygames.runtime import compiling
from polygames.runtime.compiling import compiled
from polygames.search import playouts

OPTIONS = [
    {"edge": edge, "no_return": no_return, "first": first}
    for edge, no_return, first in product(("block", "remove"), (False, True), ("white", "black"))
]
SMALL = ["wWb..", ".bwb.", "..Bw.", "...bw"]


def moves_of(array, state):
    return kernel_moves(kernel, array, state)


def assert_same(array, state):
    """Compare all that can be seen from outside, and all that the kernel keeps."""
    result = kernel.result(array)
    assert isnan(result) == (state.outcome is None)
    if check_result(result, state.outcome):
        return
    assert kernel.turn(array) == state.turn
    assert set(moves_of(array, state)) == set(state.legal_moves)
    assert len(moves_of(array, state)) == len(state.legal_moves)
    assert kernel.key(array) == kernel.key(kernel.encode(state))


@pytest.mark.parametrize("options", [*OPTIONS, {"board": SMALL, "edge": "remove"}])
def test_replaying_random_games_gives_the_same_positions(options):
    """Games of rules.py played again by the kernel, move for move; repetition apart."""
    for number in range(6):
        rng = Random(f"kernel {number}")
        state = pg.new("splinter", **options)
        array = kernel.encode(state)
        while True:
            if state.outcome is None or "third" not in state.outcome.reason:
                assert_same(array, state)
            if state.outcome is not None:
                break
            move = state.legal_moves.sample(rng)
            kernel.play(array, kernel.code_of(move, state))
            state = state.play(move)


@compiled
def count_two(array):
    """Return how many sequences of two moves there are."""
    first, second = np.empty(MOST_MOVES, np.int32), np.empty(MOST_MOVES, np.int32)
    total = 0
    for code in first[: kernel.legal(array, first)]:
        after = array.copy()
        kernel.play(after, code)
        total += kernel.legal(after, second)  # none once the game is over
    return total


@pytest.mark.parametrize(
    ("depth", "number"),
    [
        (3, 1_725_728),
        pytest.param(4, 206_704_800, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_perft_of_the_kernel_is_that_of_the_rules_and_what_others_count(depth, number):
    level = [pg.new("splinter")]
    for _ in range(depth - 2):
        level = (state.play(move) for state in level for move in state.legal_moves)
    assert sum(count_two(kernel.encode(state)) for state in level) == number


@pytest.mark.slow
def test_random_games_have_the_same_lengths_and_winners(monkeypatch):
    """Both differences are within four standard errors of 300 games."""
    state = pg.new("splinter")
    compiled = playouts(state, games=3000, seed=1)
    monkeypatch.setattr(compiling, "HAS_NUMBA", False)
    plain = playouts(state, games=300, seed=1)
    spread = stdev(plain.plies) / 300**0.5
    assert abs(fmean(compiled.plies) - fmean(plain.plies)) < 4 * spread
    assert abs(compiled.wins[0] / 3000 - plain.wins[0] / 300) < 4 * 0.5 / 300**0.5
