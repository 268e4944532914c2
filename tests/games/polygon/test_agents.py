"""How Polygon's agents choose."""

from random import Random

import pytest
from helpers import polygon
from hypothesis import given
from strategies import polygon_states, seeds

import polygames as pg
from polygames.games.polygon.agents import evaluate
from polygames.games.polygon.rules import Claim, new


@pytest.mark.parametrize("name", ["random", "mobility", "minimax", "solver"])
def test_agents_claim_only_when_nothing_else_is_left(name):
    options = {"minimax": {"depth": 2}, "solver": {"seconds": None}}.get(name, {})
    agent = pg.agent(name, game="polygon", **options)
    for start in (new(n=5, claim=True), new(n=6, claim=True), new(n=4, claim=True)):
        state, rng = start, Random(1)
        while state.outcome is None:
            move = agent.choose(state, rng)
            assert isinstance(move, Claim) == (not state.segments)
            state = state.play(move)
        assert state.outcome.winners == {state.turn}


@given(polygon_states(), seeds)
def test_mobility_leaves_the_fewest_replies(state, seed):
    if state.outcome is not None or not state.segments:
        return
    after = [state.with_segment(*segment) for segment in state.segments]
    after = [each for each in after if each.outcome is None or each.outcome.winners]
    if after:
        best = min(len(each.segments) for each in after)
        move = pg.agent("mobility", game="polygon").choose(state, Random(seed))
        assert len(state.play(move).segments) == best


def test_minimax_finds_the_winning_diagonals_of_the_hexagon():
    agent = pg.agent("minimax", game="polygon", seconds=None, depth=12)
    assert str(agent.choose(new(n=6), Random(0))) in {"A-D", "B-E", "C-F", "D-A", "E-B", "F-C"}


def test_minimax_plays_no_move_under_the_name_that_it_has_in_an_equal_position():
    """Where two orders of the same segments meet, a crossing has two names."""
    one = polygon(*["A-C", "C-E", "E-B", "B-F", "F-D", "D-A"], n=6, colors="any")
    two = polygon(*["A-D", "D-F", "F-B", "B-E", "E-C", "C-A"], n=6, colors="any")
    assert one == two
    assert set(map(str, one.legal_moves)) != set(map(str, two.legal_moves))
    start = polygon(n=6, colors="any")
    agent = pg.agent("minimax", game="polygon", seconds=None, depth=7)
    assert agent.choose(start, Random(0)) in start.legal_moves


def test_the_estimate_is_of_wins_and_of_replies():
    won = polygon("A-C", n=4)
    assert evaluate(won, 0) == -evaluate(won, 1) > 100
    state = polygon("A-C")
    assert evaluate(state, 1) == len(state.segments) == -evaluate(state, 0)
    assert evaluate(polygon("A-C", max_plies=1), 0) == 0
