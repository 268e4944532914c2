"""The compiled rules of Territory are those of rules.py."""

from itertools import product
from math import isnan
from random import Random
from statistics import fmean

import numpy as np
import pytest
from helpers import check_result, kernel_moves

import polygames as pg
from polygames.games.territory.engine import kernel
from polygames.search import playouts
from polygames.search.kernel_adapter import kernel_of

OPTIONS = [
    {"penalty": penalty, "ending": ending, "swap": swap, "value": value, "size": size}
    for (penalty, size), ending, swap, value in product(
        ((1, 5), (1 / 3, 10), (-1, 25)), ("all", "stuck"), (False, True), ("square", "linear")
    )
]


def moves_of(array, state):
    return kernel_moves(kernel, array, state)


def assert_same(array, state):
    """Compare all that can be seen from outside."""
    result = kernel.result(array)
    assert isnan(result) == (state.outcome is None)
    scores = (kernel.score(array, seat) / array[kernel.DENOMINATOR] for seat in (0, 1))
    assert tuple(scores) == state.scores
    if check_result(result, state.outcome):
        assert moves_of(array, state) == []
        return
    moves = moves_of(array, state)
    assert kernel.turn(array) == state.turn
    assert set(moves) == set(state.legal_moves)
    assert len(moves) == len(state.legal_moves)
    assert kernel.key(array) == kernel.key(kernel.encode(state))


def test_equal_points_are_a_tie_though_a_third_is_no_float():
    colors = {"A": "blue", "B": "red", "C": "blue"}
    state = pg.new("territory", tiles=["ABBBBC"], colors=colors, value="linear", penalty=1 / 3)
    for text in ("r0c0", "r0c5", "r0c1"):  # 1 - 4/3, and -1/3
        state = state.play(state.parse(text))
    assert kernel.result(kernel.encode(state)) == 0


@pytest.mark.parametrize("options", OPTIONS)
def test_replaying_random_games_gives_the_same_positions_also_from_the_middle_on(options):
    for number in range(2):
        rng = Random(f"kernel {number}")
        state = pg.new("territory", seed=number, **options)
        array = kernel.encode(state)
        while True:
            if number and state.ply % 7 == 3:
                array = kernel.encode(state)  # and it goes on as the game did
            assert_same(array, state)
            if state.outcome is not None:
                break
            moves = tuple(state.legal_moves)
            take_over = moves[-1:] if state.may_take_over and number else moves
            move = rng.choice(take_over)
            kernel.play(array, kernel.code_of(move, state))
            state = state.play(move)


def test_random_games_are_alike_in_both_engines():
    state = pg.new("territory", size=8, seed=4, penalty=0, ending="stuck", swap=True)
    fast = playouts(state, games=4000, seed=1)
    rng, plies, wins = Random(3), [], 0
    for _ in range(800):
        game = state
        while game.outcome is None:
            game = game.play(game.legal_moves.sample(rng))
        plies.append(game.ply)
        wins += game.outcome.winners == {0}
    assert abs(fmean(fast.plies) - fmean(plies)) < 5 * np.std(plies) / 800**0.5
    assert abs(fast.wins[0] / 4000 - wins / 800) < 5 * 0.5 / 800**0.5


def test_what_has_no_room_is_refused_and_played_by_the_rules():
    alone = pg.new("territory", size=4, solitaire=True)
    assert kernel_of(alone) is kernel
    with pytest.raises(OverflowError, match="one player"):
        kernel.encode(alone)
    assert playouts(alone, games=5).games == 5
    tiny = pg.new("territory", size=33, sizes=(1, 1))
    with pytest.raises(OverflowError, match="1089 tiles"):
        kernel.encode(tiny)
