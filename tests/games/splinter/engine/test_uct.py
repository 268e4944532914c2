"""The compiled UCT, on Splinter's kernel."""

from random import Random

import pytest
from helpers import splinter

import polygames as pg
from polygames.games.splinter.agents import TREE_TUNING
from polygames.games.splinter.engine.analysis_tree import AnalysisTree
from polygames.games.splinter.engine.features import DRAW_CONTEMPT
from polygames.games.splinter.engine.uct import UNPROVED, child_range
from polygames.runtime.clock import Clock
from polygames.search.kernel_adapter import encode_position


@pytest.mark.parametrize("times", [1, 2])
def test_in_a_tree_a_position_is_a_tie_when_it_would_be_there_for_the_third_time(times):
    """It said "50%" of a step back after which the other player was far ahead."""
    steps = ["g12-f13", "f12-g13", "f13-g12", "g13-f12"]  # out and back: then all is as before
    state = splinter(*(steps * times)[:-1])
    again = state.parse(steps[-1])
    assert (state.play(again).outcome is not None) == (times == 2)
    tree = AnalysisTree(state, encode_position(state), TREE_TUNING, nodes=100_000, seed=1)
    tree.grow(3000, Clock(60))
    branches = tree.branches(len(state.legal_moves), 2)
    (branch,) = (branch for branch in branches if branch.move == again)
    assert branch.visits
    assert (branch.mean == 0) == (times == 2)


def test_an_agent_does_not_go_back_to_where_it_was():
    state = splinter("g12-f13", "f12-g13", "f13-g12")
    agent = pg.agent("mcts", game="splinter", seconds=None, visits=3000)
    agent.choose(state, Random(0))
    means = {str(move): mean for move, _, mean in agent.statistics(state)}
    assert means["g13-f12"] == pytest.approx(-DRAW_CONTEMPT)


def test_a_leaf_that_is_judged_by_the_estimate_alone_keeps_its_static_value():
    agent = pg.agent("learned", game="splinter", seconds=None, visits=2000)
    state = pg.new("splinter")
    agent.choose(state, Random(3))
    _, tree, _ = agent.last_search
    leaves, nodes, tie = 0, [0], -DRAW_CONTEMPT  # the value of what was there before
    for node in nodes:  # grows while it is walked through
        nodes += child_range(tree, node)
        if tree.child_count[node] == 0 and tree.visits[node] > 1 and tree.proved[node] == UNPROVED:
            mean = tree.total[node] / tree.visits[node]
            leaves += mean != tie
            assert mean == tie or mean == pytest.approx(tree.prior[node], abs=1e-6)
    assert leaves > 5
