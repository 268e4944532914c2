"""The map of the border: every line in it is legal, and it gets better."""

from __future__ import annotations

from itertools import islice
from random import Random
from threading import Event

import pytest
from helpers import random_states

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.games.split.analysis import border_map
from polygames.games.split.rules import DrawLine


def position(plies: int) -> pg.State:
    """Return a position of a game of the agent that looks one ply ahead, where a line is due."""
    state, rng = pg.new("split"), Random(plies)
    agent = pg.agent("oneply", game="split")
    while state.ply < plies or state.phase != "line":
        state = state.play(agent.choose(state, rng))
    return state


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
            ends = [state.map.lines[s.line].point(s.at) for s in (point.move.start, point.move.end)]
            assert pytest.approx((point.x, point.y)) in ends


def test_second_ends_are_those_of_legal_lines_there_and_back_and_none_beats_the_best_by_far():
    state = position(6)
    found = next(border_map(state))
    point = max(found.points, key=lambda each: each.value)
    ends = found.second_ends(point)
    assert ends
    assert all(each.move in state.legal_moves for each in ends)
    assert max(each.value for each in ends) <= point.value + 1
    places = {(each.x, each.y, each.area): each for each in found.points}
    for end in ends[::10]:
        back = found.second_ends(places[end.x, end.y, end.area])
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
    line = state.draw((0, 4), (10, 6))
    assert isinstance(line, DrawLine)
    with pytest.raises(OptionError, match="line is due"):
        border_map(state.play(line))
    with pytest.raises(OptionError, match="places"):
        border_map(state, places=1)
    *_, over = random_states(state, 1)
    with pytest.raises(IllegalMoveError):
        border_map(over)
