"""Minimax on the protocol finds what there is to find, in any game, and stops when told."""

from random import Random

import pytest
from call_counts import counting_function, patch_clock
from helpers import fills_only, value_by_recursion

import polygames as pg
from polygames.runtime import clock
from polygames.search import MinimaxAgent
from polygames.search.minimax import WIN_SCORE


def lead(state, seat):
    return state.scores[seat] - state.scores[1 - seat]


def test_takes_the_larger_area_when_only_fills_are_left():
    state = fills_only()
    values = {k: area.value for k, area in enumerate(state.areas)}
    assert sorted(values.values()) == pytest.approx([10, 20, 30, 40])
    move = MinimaxAgent(lead, seconds=None).choose(state, Random(0))
    assert values[move.area] == pytest.approx(40)


def test_value_of_a_finite_ending_is_that_of_full_enumeration():
    state = fills_only()
    value = value_by_recursion(state) * (1 if state.turn == 0 else -1)
    seen = []
    agent = MinimaxAgent(lead, seconds=None, on_progress=lambda *what: seen.append(what))
    agent.choose(state, Random(0))
    depth, found, _ = seen[-1]
    assert depth <= 4, "the search ends where the game does"
    assert (found > WIN_SCORE / 2) - (found < -WIN_SCORE / 2) == value


def test_deepens_and_reports_and_chooses_the_same_by_the_same_seed():
    seen = []
    options = {"seconds": None, "depth": 2, "width": 4, "on_progress": lambda *w: seen.append(w)}
    agent = MinimaxAgent(pg.game("split").engine.evaluate, **options)
    move = agent.choose(pg.new("split"), Random(4))
    assert [depth for depth, _, _ in seen] == [1, 2]
    assert seen[-1][2] == move == agent.choose(pg.new("split"), Random(4)), "by the same seed"


def test_keeps_its_deadline(monkeypatch):
    patch_clock(monkeypatch, clock, step=0.001)
    evaluate = counting_function(pg.game("split").engine.evaluate)
    state = pg.new("split")
    move = MinimaxAgent(evaluate, seconds=0.1).choose(state, Random(0))
    assert move in state.legal_moves
    assert evaluate.calls < 2000, "it looks at the clock at every position, 100 times"


def test_stops_when_told():
    agent = MinimaxAgent(None, seconds=None, depth=9)
    agent.evaluate = counting_function(pg.game("split").engine.evaluate, agent.stop.set, after=100)
    assert agent.choose(pg.new("split"), Random(0)) in pg.new("split").legal_moves
    assert 100 <= agent.evaluate.calls < 200
