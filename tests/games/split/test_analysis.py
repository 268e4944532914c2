"""What an analysis of Split says of moves that somebody asks for, and of lines from the border."""

from collections import deque
from itertools import islice
from random import Random
from threading import Event
from types import SimpleNamespace

import pytest
from helpers import random_states

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.games.split import analysis
from polygames.games.split.analysis import CANDIDATES_BY_PLY, border_map
from polygames.games.split.engine.iterative_deepening import DeepeningSearch
from polygames.games.split.engine.kernel import decode
from polygames.runtime.clock import Clock
from polygames.search import deepen


def position(plies, seed=0):
    """Return a position of a random game, where a line is due."""
    states = random_states(pg.new("split"), seed)
    return next(state for state in states if state.ply >= plies and state.phase == "line")


# --- A few moves that somebody asks for ---------------------------------------------------------


def search_of(state, nodes=None, *moves):
    search = DeepeningSearch(state, Clock(None), CANDIDATES_BY_PLY, nodes, Random(0))
    for move in moves:
        search.include_move(move)
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
        whole, values = search_of(state), dict(search.move_values())
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


def test_the_best_move_that_is_told_is_not_lost_if_there_is_another_one():
    values = [("a", 4.0), ("b", 3.0), ("c", 2.0), ("d", 1.0), ("e", 0.0)]
    for lost, told in {"": "ad", "a": "abd", "ac": "abd", "abcde": "abcde"}.items():
        search = SimpleNamespace(is_lost=lost.__contains__)
        assert "".join(move for move, _ in analysis._select_moves(values, search, ("d",))) == told


# --- The map of the border ----------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 6, 14])
def test_the_best_line_from_every_point_starts_there_and_is_legal(plies):
    state = position(plies)
    found = next(border_map(state))
    assert any(point.move for point in found.points)
    for point in found.points:
        assert 0 <= point.x <= 10
        assert 0 <= point.y <= 10
        assert 0 <= point.chance <= 1
        if point.move is not None:
            assert point.move in state.legal_moves
            ends = [
                state.map.lines[s.line].point_at(s.position)
                for s in (point.move.start, point.move.end)
            ]
            assert pytest.approx((point.x, point.y)) in ends


def test_second_ends_are_those_of_legal_lines_there_and_back_and_none_beats_the_best_by_far():
    state = position(6)
    found = next(border_map(state))
    point = max(found.points, key=lambda each: each.value)
    ends = found.line_ends_from(point)
    assert ends
    assert all(each.move in state.legal_moves for each in ends)
    assert max(each.value for each in ends) <= point.value + 1
    places = {(each.x, each.y, each.area): each for each in found.points}
    for end in ends[::10]:
        back = found.line_ends_from(places[end.x, end.y, end.area])
        (same,) = (each for each in back if each.move == end.move)
        assert same.value == pytest.approx(end.value)


def test_it_deepens_until_it_is_told_to_end_and_the_seed_settles_it():
    state = position(6)
    first, second = ([m.best for m in islice(border_map(state, seed=3), 4)] for _ in range(2))
    assert first == second
    last = next(found for found in border_map(state, places=20) if found.depth)
    assert last.best in state.legal_moves
    stop = Event()
    answers = border_map(state, stop=stop)
    next(answers)
    stop.set()
    assert len(list(answers)) <= 1


def test_the_map_follows_the_resolution_asked_for():
    state = position(0)
    assert len(next(border_map(state, places=40)).points) == 40


def test_where_no_line_is_due_there_is_no_map():
    state = pg.new("split")
    with pytest.raises(OptionError, match="a line comes next"):
        border_map(state.play(state.draw((0, 4), (10, 6))))
    with pytest.raises(OptionError, match="places"):
        border_map(state, places=1)
    *_, over = random_states(state, 1)
    with pytest.raises(IllegalMoveError):
        border_map(over)
