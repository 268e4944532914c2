"""The compiled rules of Splinter are those of rules.py."""

from __future__ import annotations

from itertools import product
from math import isnan
from random import Random
from statistics import fmean

import numpy as np
import pytest
from helpers import check_result, kernel_moves

import polygames as pg
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.kernel import MOST_MOVES
from polygames.runtime.compiling import compiled
from polygames.runtime.random_numbers import seeded
from polygames.search import playouts
from polygames.search.kernel_adapter import kernel_of

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


def test_a_move_survives_the_way_through_its_code():
    state = pg.new("splinter")
    for move in state.legal_moves:
        assert kernel.decode(kernel.code_of(move, state), state) == move


def test_perft_3_of_the_kernel_is_that_of_the_rules():
    def count(array, depth):
        out = kernel.moves()
        n = kernel.legal(array, out)
        if depth == 1:
            return n
        total = 0
        for code in out[:n]:
            after = array.copy()
            kernel.play(after, code)
            total += count(after, depth - 1) if isnan(kernel.result(after)) else 0
        return total

    assert count(kernel.encode(pg.new("splinter")), 3) == 1_725_728


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


@pytest.mark.slow
@pytest.mark.long
def test_perft_4_is_what_others_count():
    total, start = 0, kernel.encode(pg.new("splinter"))
    for one in moves_of(start, pg.new("splinter")):
        state = pg.new("splinter").play(one)
        total += sum(count_two(kernel.encode(state.play(two))) for two in state.legal_moves)
    assert total == 206_704_800


@pytest.mark.slow
def test_random_games_have_the_same_lengths_and_winners():
    state = pg.new("splinter")
    assert kernel_of(state) is not None
    compiled = playouts(state, games=3000, seed=1)
    plies, wins = [], [0, 0]
    for number in range(300):
        rng, at = Random(number), state
        while at.outcome is None:
            at = at.play(at.legal_moves.sample(rng))
        plies.append(at.ply)
        if len(at.outcome.winners) == 1:
            wins[min(at.outcome.winners)] += 1
    # Both differences within four standard errors of 300 games.
    spread = float(np.std(plies)) / 300**0.5
    assert abs(fmean(compiled.plies) - fmean(plies)) < 4 * spread
    assert abs(compiled.wins[0] / 3000 - wins[0] / 300) < 4 * 0.5 / 300**0.5


def test_a_rollout_ends_the_game_and_counts_its_plies():
    array = kernel.encode(pg.new("splinter"))
    plies = kernel.rollout(array, seeded(3))
    assert plies > 0
    assert not isnan(kernel.result(array))


def test_a_board_without_room_is_refused_and_played_by_the_rules():
    rows = ["wb" * 13] * 12
    rows[0] = "WB" + rows[0][2:]
    state = pg.new("splinter", board=rows)
    with pytest.raises(OverflowError, match="room"):
        kernel.encode(state)
