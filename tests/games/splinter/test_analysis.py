"""What an analysis of Splinter says of ties: as much for the one seat as for the other."""

from dataclasses import replace

import pytest
from helpers import splinter

import polygames as pg
from benchmarks.studies import splinter_small as study
from polygames.games.splinter.analysis import (
    FIRST_VISITS,
    MIN_REPLY_VISITS,
    OPTIMISM_AT_START,
    _new_tree,
    features,
)
from polygames.games.splinter.engine.analysis_tree import Optimism
from polygames.games.splinter.rules import position
from polygames.runtime.clock import Clock
from polygames.search import deepen
from polygames.search.kernel_adapter import encode_position

SOLVED_TIES = [
    ["...", "WwB", "..b"],
    ["....", ".Wb.", ".wB.", "...."],
    [".....", ".Ww..", ".bB..", ".....", "....."],
]
"""Four pieces in a square, of which nobody can win anything: the solver of small boards says so."""


def start_of(rows, turn=0):
    """Return a position as a start with nothing lost."""
    return position(pg.new("splinter").rules, rows, turn=turn)


def told(state, games):
    """Return the first answer that rests on so many games through a tree, or is proved."""
    for answer in deepen(state, seed=3):
        trees = sum(each.visits for each in answer.moves)
        if trees >= games or answer.moves[0].proved:
            return answer
    raise AssertionError


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("rows", SOLVED_TIES, ids="/".join)
def test_a_dead_tie_is_told_as_a_half_whoever_is_to_move(rows, turn):
    """It was shown as 37 to 44% for the mover: what is taken off a lead was taken off a tie."""
    chance = told(start_of(rows, turn), 20_000).moves[0].chance
    assert chance == pytest.approx(0.5, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("rows", SOLVED_TIES, ids="/".join)
def test_so_the_solver_of_small_boards_says(rows):
    solved = study.solve(len(rows), len(rows[0]), 1)
    assert solved.value(rows) == 0


def test_a_mean_is_corrected_by_no_more_than_the_reply_shows():
    state = pg.new("splinter")
    usual = features(state, 0.05)
    assert features(state, 0.05, optimism=Optimism(9.0, MIN_REPLY_VISITS)) == usual
    assert features(state, 0.05, optimism=Optimism(0.0, 0)) == usual
    known = features(state, 0.05, optimism=Optimism(0.02, MIN_REPLY_VISITS))
    assert known == pytest.approx(features(state, 0.05 + OPTIMISM_AT_START - 0.01))
    assert features(state, 0.0, optimism=Optimism(0.0, MIN_REPLY_VISITS))[1] == pytest.approx(0.0)
    half = features(state, 0.05, optimism=Optimism(0.02, MIN_REPLY_VISITS // 2))
    assert usual[1] < half[1] < known[1]


@pytest.mark.parametrize("first", ["white", "black"])
def test_where_much_can_be_lost_a_tree_shows_how_its_means_flatter_who_moves(first):
    """Whichever colour that is: the reply takes back more than what is taken off."""
    state = pg.new("splinter", first=first)
    tree = _new_tree(state, encode_position(state), 100_000, 1)
    assert tree.optimism() == Optimism(0.0, 0), "nothing is known yet"
    tree.grow(FIRST_VISITS, Clock(None))
    found = tree.optimism()
    assert found.excess > OPTIMISM_AT_START
    assert 0 < found.visits < FIRST_VISITS


def first_answer(state):
    """Return the first answer that rests on a tree."""
    return next(each for each in deepen(state, seed=1) if sum(m.visits for m in each.moves))


def test_a_move_that_repeats_a_position_the_third_time_is_a_proved_tie():
    """It was shown as 34 to 45%: the tree knew it as a tie, and something was taken off it."""
    out, home = ("f11-e11", "j12-k12"), ("e11-f11", "k12-j12")
    state = splinter(*out, *home, *out, home[0])
    assert state.play(state.parse(home[1])).outcome is not None, "the start for the third time"
    for before, proved in ((state, True), (replace(state, history=()), False)):
        (found,) = [m for m in first_answer(before).moves if str(m.move) == home[1]]
        assert found.proved == proved
        assert not proved or (found.value, found.chance) == (0.0, 0.5)
