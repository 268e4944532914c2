"""The compiled alpha-beta, on small boards of Splinter, beside plain minimax."""

from math import isnan
from random import Random

import numpy as np
import pytest

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.alphabeta import (
    WIN_SCORE,
    AlphaBeta,
    new_workspace,
    search_root,
)
from polygames.games.splinter.engine.evaluation import blend_with_tie, estimate
from polygames.games.splinter.engine.features import static_value, tie_likelihood
from polygames.runtime import jit

ALL = 10**6
"""So many moves are looked at in full depth: then values are those of plain minimax."""
NONE_BEFORE = np.empty(0, np.uint64)


def work_for(state, earlier=NONE_BEFORE, **options):
    """Return the memory of a search from a position."""
    return new_workspace(kernel.encode(state), earlier, **options)


def plain(a, depth, tie=0.0, level=0, path=()):
    """Minimax as the textbook has it: no window, no table, no order."""
    sign = 1 if kernel.turn(a) == 0 else -1
    result, own = kernel.result(a), int(kernel.key(a))
    if not isnan(result):
        return sign * (result * (WIN_SCORE - level) or tie)
    if own in path:
        return sign * tie
    if depth == 0:
        return sign * blend_with_tie(estimate(a), a, tie)
    path = (*path, own)
    return max(-plain(after, depth - 1, tie, level + 1, path) for after in children(a))


def children(a):
    codes = kernel.move_buffer()
    for code in codes[: kernel.legal(a, codes)]:
        yield played(a, code)


def played(a, code):
    after = a.copy()
    kernel.play(after, code)
    return after


def small_boards(number, shape=(3, 4), pawns=2):
    """Return small boards whose pieces hang together, and that are not over."""
    rng, found = Random("small boards"), []
    while len(found) < number:
        squares = rng.sample(range(shape[0] * shape[1]), 2 + 2 * pawns)
        text = ["."] * (shape[0] * shape[1])
        for square, piece in zip(squares, "WB" + "wb" * pawns, strict=True):
            text[square] = piece
        rows = ["".join(text[i : i + shape[1]]) for i in range(0, len(text), shape[1])]
        edge = rng.choice(("block", "remove"))
        first = rng.choice(("white", "black"))
        state = pg.new("splinter", board=rows, edge=edge, first=first)
        if state.outcome is None:
            found.append(state)
    return found


@pytest.mark.parametrize("tie", [0.0, -0.7])
def test_values_are_those_of_plain_minimax(tie):
    decided = 0
    for number, state in enumerate(small_boards(60)):
        depth = 1 + number % 3
        expected = plain(kernel.encode(state), depth, tie)
        assert search_root(depth, work_for(state, tie=tie, full_moves=ALL)) == pytest.approx(
            expected
        )
        decided += abs(expected) > WIN_SCORE / 2
    assert 10 < decided < 50, "won and open positions are both met"


def test_the_best_move_has_the_best_value():
    for state in small_boards(40):
        work, start = work_for(state, full_moves=ALL), kernel.encode(state)
        value, after = search_root(3, work), played(start, int(work.best[0]))
        path = (int(kernel.key(start)),)
        assert value == pytest.approx(-plain(after, 2, level=1, path=path))


def test_what_the_table_knows_saves_work_and_changes_no_value():
    fresh_nodes = known_nodes = 0
    for state in small_boards(30):
        fresh, work = (work_for(state, full_moves=ALL) for _ in range(2))
        for depth in range(1, 5):  # no way but back to the start comes back so soon
            value = search_root(depth, work)
        assert value == pytest.approx(search_root(4, fresh), abs=1e-9)
        before = work.nodes[0]
        assert search_root(4, work) == pytest.approx(value, abs=1e-9)
        known_nodes += work.nodes[0] - before
        fresh_nodes += fresh.nodes[0]
    assert known_nodes < fresh_nodes / 4


def test_a_win_that_is_claimed_is_one_though_late_moves_are_looked_at_less_deeply():
    claimed = 0
    for state in small_boards(60, (3, 3), 1):
        value = search_root(4, work_for(state, full_moves=1))
        if abs(value) > WIN_SCORE / 2:
            plies = round(WIN_SCORE - abs(value))
            assert plain(kernel.encode(state), plies) * value > WIN_SCORE
            claimed += 1
    assert claimed > 20


def by_the_rules(state, depth, tie, path=(), level=0):
    """Plain minimax on rules.py, for the seat to move; to come back is a tie."""
    sign = 1 if state.turn == 0 else -1
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return (WIN_SCORE - level) * (1 if state.turn in state.outcome.winners else -1)
    if state.outcome is not None or state in path:
        return sign * tie
    if depth == 0:
        value = static_value(state, 0)
        return sign * (value + tie_likelihood(state) * (tie - value))
    path = (*path, state)
    return max(
        -by_the_rules(state.play(move), depth - 1, tie, path, level + 1)
        for move in state.legal_moves
    )


@pytest.mark.slow
def test_values_are_those_of_plain_minimax_on_small_boards_by_the_rules():
    decided = 0
    for number, state in enumerate(small_boards(40)):
        depth, tie = 1 + number % 3, (0.0, 0.25)[number % 2]
        expected = by_the_rules(state, depth, tie)
        assert search_root(depth, work_for(state, tie=tie, full_moves=ALL)) == pytest.approx(
            expected
        )
        decided += abs(expected) > WIN_SCORE / 2
    assert 5 < decided < 38


def values_seen(state, **options):
    """Let an agent choose, and return the values that it found by depth."""
    seen = []
    agent = AlphaBeta(on_progress=lambda *report: seen.append(report[:2]), **options)
    assert agent.choose(state, Random(0)) in state.legal_moves
    return seen


def test_the_agent_finds_the_values_that_it_finds_in_plain_python(monkeypatch):
    for state in small_boards(12, (4, 4), 3):
        limits = {"state": state, "seconds": None, "depth": 2, "contempt": 0.0}
        compiled = values_seen(**limits)
        with monkeypatch.context() as patch:
            patch.setattr(jit, "HAS_NUMBA", False)
            plainly = values_seen(**limits)
        for (depth, one), (same, other) in zip(compiled, plainly, strict=True):
            assert depth == same
            if abs(one) > WIN_SCORE / 2:
                assert one * other > WIN_SCORE
            else:
                assert one == pytest.approx(other, abs=1e-6)


def test_coming_back_to_an_earlier_position_counts_as_a_tie():
    """Wherever white goes, the game has been before, or white loses."""
    state = pg.new("splinter", board=["Ww.", ".b.", ".bB"])
    array = kernel.encode(state)
    earlier = np.array([kernel.key(after) for after in children(array)], np.uint64)
    over = [r for after in children(array) if not isnan(r := kernel.result(after))]
    assert not any(r > 0 for r in over), "nothing wins at once here"
    assert search_root(3, work_for(state, earlier, tie=0.25)) == pytest.approx(0.25)


def test_contempt_makes_a_tie_worse_for_the_seat_that_thinks():
    state = pg.new("splinter", board=["Wb.", "wB."], max_plies=1)  # each move ends the game
    ties = [move for move in state.legal_moves if len(state.play(move).outcome.winners) == 2]
    assert len(ties) == len(list(state.legal_moves))
    for contempt in (0.0, 0.9):
        [(depth, value)] = values_seen(state, contempt=contempt, depth=1)
        assert depth == 1
        assert value == pytest.approx(-contempt)


def test_progress_names_depth_value_and_a_legal_move():
    state, seen = pg.new("splinter"), []
    agent = AlphaBeta(seconds=None, depth=3, on_progress=lambda *about: seen.append(about))
    chosen = agent.choose(state, Random(0))
    assert [depth for depth, _, _ in seen] == [1, 2, 3]
    assert all(-1 <= value <= 1 for _, value, _ in seen)
    assert all(move in state.legal_moves for _, _, move in seen)
    assert seen[-1][2] == chosen
    assert agent.depth_seen == 3
    assert agent.nodes_seen > 1000


@pytest.mark.parametrize("nodes", [1, 2, 100, 20_000])
def test_a_limit_of_nodes_is_kept_and_gives_the_same_move_again(nodes):
    state = pg.new("splinter")
    agent = AlphaBeta(seconds=None, nodes=nodes)
    moves = {agent.choose(state, Random(7)) for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(state.legal_moves)
    assert agent.nodes_seen <= nodes + 1


def test_different_seeds_choose_among_equal_moves():
    state = pg.new("splinter", board=[".....", ".wWw.", ".bBb.", "....."])
    agent = AlphaBeta(seconds=None, depth=1)
    moves = {agent.choose(state, Random(seed)) for seed in range(8)}
    assert len(moves) == 2, "left and right are alike"
    assert moves <= set(state.legal_moves)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seconds": None}, "needs a limit"),
        ({"depth": 0}, "depth must be a whole number from 1 to 40, not 0"),
        ({"depth": 41}, "from 1 to 40, not 41"),
        ({"depth": 2.5}, "from 1 to 40, not 2.5"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused(options, message):
    with pytest.raises(OptionError, match=message):
        AlphaBeta(**options)


def test_without_a_kernel_an_agent_in_plain_python_plays_with_the_same_limits_and_flag(monkeypatch):
    monkeypatch.setattr(jit, "HAS_NUMBA", False)
    made = []

    class Other:
        def __init__(self, _, **limits):
            made.append((self, limits))

        def choose(self, state, rng):
            return state.legal_moves.sample(rng)

    monkeypatch.setattr("polygames.games.splinter.engine.alphabeta.MinimaxAgent", Other)
    state = pg.new("splinter")
    agent = AlphaBeta(seconds=None, nodes=100)
    assert agent.choose(state, Random(0)) in state.legal_moves
    other, limits = made[0]
    assert limits == {"seconds": None, "depth": 2, "on_progress": None}
    assert other.stop is agent.stop
