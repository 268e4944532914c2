"""Searches that deepen: what they know of a few moves that somebody asks for."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

import polygames as pg
from polygames.games.split import analysis
from polygames.games.split.analysis import WIDTHS
from polygames.games.split.engine.deepening import DeepeningSearch
from polygames.games.split.engine.kernel import decode
from polygames.runtime.clock import Clock
from polygames.runtime.compiling import HAS_NUMBA
from polygames.search import deepen

pytestmark = pytest.mark.skipif(not HAS_NUMBA, reason="is slow without numba")


def position(plies: int, seed: int) -> pg.State:
    rng, state = Random(seed), pg.new("split")
    while state.ply < plies or state.phase != "line":
        state = state.play(state.legal_moves.sample(rng))
    return state


def search_of(state, nodes=None, *moves):
    search = DeepeningSearch(state, Clock(None), WIDTHS, nodes, Random(0))
    for move in moves:
        search.include(move)
    return search


def test_if_one_move_is_asked_for_time_goes_neither_into_proofs_nor_into_lines_of_others(
    monkeypatch,
):
    state, asked, real = position(6, 1), [], analysis.winner_of
    monkeypatch.setattr(analysis, "winner_of", lambda after: asked.append(after) or real(after))
    full = deque(deepen(state, seconds=0.3), maxlen=1).pop()
    assert len(asked) > len(full.moves) > 40
    asked.clear()
    *_, last, lined = deepen(state, seconds=0.3, also=(state.legal_moves.sample(Random(5)),))
    assert len(asked) < 10
    assert [len(each.line) for each in last.moves] == [1] * len(last.moves)
    assert all(len(each.line) > 1 for each in lined.moves)


@pytest.mark.parametrize("seed", range(3))
def test_a_search_that_is_cut_short_has_looked_equally_far_at_the_best_move_and_the_one_asked_for(
    seed,
):
    state = position(4, seed)
    move = state.legal_moves.sample(Random(seed))
    depths = set()
    for nodes in (30_000, 60_000, 120_000, 240_000):
        search = search_of(state, nodes, move)
        depth = deque(search.deepen_all(1), maxlen=1).pop()
        whole, values = search_of(state), dict(search.values())
        best = next(iter(values))
        for each in (best, move):
            code = next(code for _, code in search.moves if decode(code, state) == each)
            assert values[each] == pytest.approx(whole.value_of(code, depth, -1e9))
        depths.add(depth)
    assert len(depths) > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_of_a_move_that_is_asked_for_has_the_best_move_beside_it(seed):
    state = position(40, seed)
    move = state.legal_moves.sample(Random(seed))
    full = deque(deepen(state, seconds=1.0), maxlen=1).pop()
    *_, found = deepen(state, seconds=0.5, also=(move,))
    assert move in [each.move for each in found.moves]
    assert all(each.line[0] == each.move for each in found.moves)
    if not full.moves[0].proved or full.value > 0:
        assert not found.moves[0].proved or found.value > 0
    assert len(found.moves[0].line) > 1 or state.play(found.best).outcome is not None


class Lost:
    """Knows of some moves that they are lost."""

    def __init__(self, *moves):
        self.is_lost = moves.__contains__


def test_the_best_move_that_is_told_is_not_lost_if_there_is_another_one():
    values = [("a", 4.0), ("b", 3.0), ("c", 2.0), ("d", 1.0), ("e", 0.0)]
    for lost, told in ((Lost(), "ad"), (Lost("a"), "abd"), (Lost("a", "c"), "abd")):
        assert [move for move, _ in analysis._needed(values, lost, ("d",))] == list(told)
    assert analysis._needed(values, Lost(*"abcde"), ("d",)) == values
