"""The compiled UCT, on Splinter's kernel."""

from dataclasses import replace
from random import Random

import pytest
from helpers import splinter

import polygames as pg
from polygames.games.splinter.agents import TREE_TUNING
from polygames.games.splinter.engine.analysis_tree import AnalysisTree
from polygames.games.splinter.engine.features import DRAW_CONTEMPT
from polygames.games.splinter.engine.kernel import decode
from polygames.games.splinter.engine.uct import SavedSearch, _find_node, child_range
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
    assert (branch.proved == 0) == (times == 2)


def grown(state, games):
    """Return a tree of so many games for an analysis of a position."""
    tree = AnalysisTree(state, encode_position(state), TREE_TUNING, nodes=200_000, seed=1)
    tree.grow(games, Clock(None))
    return tree


def test_a_push_that_the_other_player_can_take_back_for_the_third_time_is_at_most_a_tie():
    """Its mean was better: it counted all the other replies that the tree had tried."""
    state = splinter("h7-h8", "h13-h12")  # out and back: the start for the second time
    for before, highest in ((state, 0), (replace(state, history=()), 1)):
        found = {str(branch.move): branch for branch in grown(before, 20_000).branches()}
        for text in ("h7-h8", "h9-h10"):  # black answers both with h13-h12
            after = before.play(before.parse(text))
            again = after.play(after.parse("h13-h12"))
            assert (again.outcome is not None) == (highest == 0)
            assert (found[text].low, found[text].high) == (-1, highest)
            assert found[text].mean > 0
        most = max(found.values(), key=lambda branch: branch.visits)
        assert most.high == 1
        assert (found["h7-h8"].visits < most.visits / 5) == (highest == 0)


@pytest.mark.parametrize("seed", range(3))
def test_one_agent_for_both_seats_does_not_think_with_the_other_seats_contempt(seed):
    """It took its tree over from the other seat, for which a tie was to be avoided."""
    state = splinter("h7-h8", "h13-h12")
    shared = pg.agent("mcts", game="splinter", seconds=None, visits=400)
    shared.choose(state, Random(seed))
    state = state.play(state.parse("h7-h8"))
    alone = pg.agent("mcts", game="splinter", seconds=None, visits=400)
    chosen = [agent.choose(state, Random(seed)) for agent in (shared, alone)]
    assert chosen[0] == chosen[1]
    assert state.play(chosen[0]).outcome is None, "not the start for the third time"


def test_a_tree_is_taken_over_only_in_the_same_game():
    state = splinter("h7-h8", "h13-h12")
    tree, root = grown(state, 3000).tree, encode_position(state)
    child = max(child_range(tree, 0), key=lambda one: tree.visits[one])
    reply = tree.first_child[child]
    after = state.play(decode(tree.code[child], state))
    later = after.play(decode(tree.code[reply], after))
    last = SavedSearch(root, tree, child, 0.0)
    assert _find_node(last, encode_position(later)) == reply
    assert _find_node(last, encode_position(replace(later, history=later.history[1:]))) == 0
    cut = next(
        (move, one)
        for one in child_range(tree, 0)
        if (move := decode(tree.code[one], state)) and state.play(move).lost != state.lost
    )
    last = SavedSearch(root, tree, child, 0.0)
    assert _find_node(last, encode_position(state.play(cut[0]))) == cut[1]


def test_bounds_are_those_of_the_best_child():
    tree = grown(splinter("h7-h8", "h13-h12"), 20_000).tree
    narrowed, path = 0, [(0, 0)]
    for node, seat in path:
        below = child_range(tree, node)
        path += [(child, 1 - seat) for child in below]
        if tree.child_count[node]:
            pick = (max, min)[seat]
            assert tree.low[node] == pick(tree.low[below.start : below.stop])
            assert tree.high[node] == pick(tree.high[below.start : below.stop])
            narrowed += tree.low[node] > -1 or tree.high[node] < 1
    assert narrowed > 20


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
    tree = agent.last_search.tree
    leaves, nodes, tie = 0, [0], -DRAW_CONTEMPT  # the value of what was there before
    for node in nodes:  # grows while it is walked through
        nodes += child_range(tree, node)
        is_open = tree.low[node] < tree.high[node]
        if tree.child_count[node] == 0 and tree.visits[node] > 1 and is_open:
            mean = tree.total[node] / tree.visits[node]
            leaves += mean != tie
            assert mean == tie or mean == pytest.approx(tree.prior[node], abs=1e-6)
    assert leaves > 5
