"""Monte Carlo tree search plays any game by the protocol, with or without a kernel."""

from random import Random

import pytest
from call_counts import patch_clock
from helpers import fills_only

import polygames as pg
from polygames.core.protocol import Outcome
from polygames.runtime import clock
from polygames.search import MctsAgent
from polygames.search.mcts import outcome_rewards, play_out


def test_finds_the_one_fill_that_wins():
    state = fills_only()
    move = MctsAgent(seconds=None, visits=300).choose(state, Random(1))
    assert state.areas[move.area].value == pytest.approx(40)


def test_rewards_share_a_tie_and_count_a_broken_game_as_one():
    assert outcome_rewards(Outcome(frozenset({1}), (0, 1), "won"), 2) == (0, 1)
    assert outcome_rewards(Outcome(frozenset({0, 1}), (1, 1), "tied"), 2) == (0.5, 0.5)
    assert outcome_rewards(Outcome(frozenset(), (1, 1), "broken off"), 2) == (0.5, 0.5)


@pytest.mark.slow
def test_compiled_and_plain_games_agree_on_the_chances(monkeypatch):
    state, games = pg.new("split").play(pg.new("split").draw((0, 1), (1, 0))), 400
    compiled = sum(play_out(state, Random(n))[0] for n in range(games)) / games
    monkeypatch.setattr("polygames.search.kernel_adapter.kernel_of", lambda _: None)
    plain = sum(play_out(state, Random(n))[0] for n in range(games // 4)) / (games // 4)
    assert compiled == pytest.approx(plain, abs=0.2)


def test_every_visit_is_counted_once():
    agent = MctsAgent(seconds=None, visits=60)
    agent.choose(pg.new("split"), Random(0))
    root = agent.root
    assert root.visits == 60
    assert sum(child.visits for child in root.children) == 60
    assert sum(root.totals) == pytest.approx(60)


def visits(agent, state):
    """Return how many games the last search played."""
    return sum(number for _, number, _ in agent.statistics(state))


def test_stops_when_told_and_at_its_deadline(monkeypatch):
    state = pg.new("split")
    agent = MctsAgent(seconds=None, visits=10**9, on_progress=lambda *_: agent.stop.set())
    assert agent.choose(state, Random(0)) in state.legal_moves
    assert visits(agent, state) == agent.REPORT_VISITS
    patch_clock(monkeypatch, clock, step=0.001)
    agent = MctsAgent(seconds=0.05)
    assert agent.choose(state, Random(0)) in state.legal_moves
    assert visits(agent, state) <= 50
