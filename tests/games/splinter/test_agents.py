"""Splinter's agents: they see what wins and loses at once, and want to win."""

from math import isnan
from random import Random

import pytest
from helpers import random_games

import polygames as pg
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.features import contemptuous_value

THINKERS = {
    "minimax": {"seconds": None, "depth": 2},
    "mcts": {"seconds": None, "visits": 4000},
    "learned": {"seconds": None, "visits": 4000},
}


def after_each(array):
    """Return each move's code with the position after it."""
    codes = kernel.move_buffer()
    for code in codes[: kernel.legal(array, codes)]:
        after = array.copy()
        kernel.play(after, code)
        yield int(code), after


def winning(array):
    """Return the codes of the moves that win at once."""
    own = 1 if kernel.turn(array) == 0 else -1
    return {code for code, after in after_each(array) if kernel.result(after) == own}


# --- What is decided at once -------------------------------------------------------------------


@pytest.mark.parametrize("name", THINKERS)
def test_wins_at_once_where_a_move_wins(name):
    met = 0
    for state in random_games("splinter", 10, "agents"):
        wins = winning(kernel.encode(state))
        if not wins or met >= 12:
            continue
        met += 1
        move = pg.agent(name, game="splinter", **THINKERS[name]).choose(state, Random(met))
        assert kernel.code_of(move, state) in wins
        assert state.play(move).outcome.winners == {state.turn}
    assert met == 12


@pytest.mark.slow
@pytest.mark.parametrize("name", THINKERS)
def test_prevents_a_loss_at_the_next_move_where_that_is_possible(name):
    met = 0
    for state in random_games("splinter", 10, "agents"):
        array = kernel.encode(state)
        if met >= 12 or winning(array):
            continue
        afters = dict(after_each(array))
        safe = {
            code
            for code, after in afters.items()
            if (isnan(kernel.result(after)) and not winning(after)) or kernel.result(after) == 0
        }
        if not 0 < len(safe) < 0.9 * len(afters):
            continue
        met += 1
        move = pg.agent(name, game="splinter", **THINKERS[name]).choose(state, Random(met))
        assert kernel.code_of(move, state) in safe
    assert met == 12


@pytest.mark.slow
def test_games_between_equals_come_to_a_decision():
    player = ("minimax", {"seconds": None, "nodes": 3000})
    result = pg.match("splinter", player, player, games=2, seed=4, openings=2, progress=False)
    assert all(sorted(game.points) == [0, 1] for game in result.games), result.games


@pytest.mark.parametrize("name", THINKERS)
def test_rather_risks_something_than_repeats_the_position_for_the_third_time(name):
    """Three times round with a king each: one more step back is a tie, and not chosen."""
    state = pg.new("splinter", board=["wWw...", ".b....", "..w...", "...wbb", "....Bb"])
    for text in ("a5-a4", "f1-f2", "a4-a5", "f2-f1") * 3:
        if state.outcome is None:
            move = state.parse(text)
            before, state = state, state.play(move)
    assert state.outcome is not None
    assert "third time" in state.outcome.reason
    chosen = pg.agent(name, game="splinter", **THINKERS[name]).choose(before, Random(0))
    after = before.play(chosen)
    assert after.outcome is None or len(after.outcome.winners) == 1


# --- Where the kernel cannot serve -------------------------------------------------------------


def test_a_tie_in_sight_makes_the_outlook_worse_for_the_seat_that_thinks():
    state = pg.new("splinter")
    assert contemptuous_value(state, 0, contempt=0.9) < contemptuous_value(state, 0, contempt=0.0)
    assert contemptuous_value(state, 1, contempt=0.9) < contemptuous_value(state, 1, contempt=0.0)


@pytest.mark.parametrize("name", THINKERS)
def test_a_board_without_room_in_the_kernel_is_played(name):
    rows = ["wb" * 13] * 5 + ["WB" + "wb" * 12] + ["." * 26]
    state = pg.new("splinter", board=rows)
    with pytest.raises(OverflowError, match="too many"):
        kernel.encode(state)
    limits = {"minimax": {"depth": 1}, "mcts": {"visits": 2}, "learned": {"visits": 2}}[name]
    agent = pg.agent(name, game="splinter", seconds=None, **limits)
    assert agent.choose(state, Random(0)) in state.legal_moves
