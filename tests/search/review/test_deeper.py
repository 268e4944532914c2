"""Mistakes looked at again: only they are judged anew, and what is proved is left alone."""

from dataclasses import replace
from threading import Event

import pytest
from helpers import record_game

import polygames as pg
from polygames.search.review import deepening, doubtful, open_mistakes, reviewer

MOVES = ("A-C", "C-E", "E-A")
"""The first move loses, the second one is best."""


@pytest.fixture
def record():
    return record_game("polygon", *MOVES, n=6)


def hasty(record, *plies):
    """Return a review that calls these moves blunders, and is not sure of it."""
    found = pg.review(record, progress=False)
    moves = tuple(
        replace(each, verdict="blunder", loss=2.0, proved=False) if each.ply in plies else each
        for each in found.moves
    )
    return found, replace(found, moves=moves)


def test_a_move_that_was_wrongly_called_a_mistake_is_none_afterwards(record):
    true, first = hasty(record, 2)
    assert [each.ply for each in open_mistakes(first)] == [2]
    *_, found = deepening(record, first, seconds=0.2)
    assert [each.verdict for each in found.moves] == [each.verdict for each in true.moves]
    assert found.moves[1].loss == 0


def test_a_mistake_that_is_one_stays_one(record):
    _, first = hasty(record, 1)
    *_, found = deepening(record, first, seconds=0.2)
    assert (found.moves[0].verdict, found.moves[0].proved) == ("blunder", True)


def test_only_positions_beside_mistakes_are_looked_at(record, monkeypatch):
    _, first = hasty(record, 1)
    asked, analysed = [], reviewer._analyse_task

    def noted(task, stop=None):
        asked.append((task.state.ply, task.seconds))
        return analysed(task, stop)

    monkeypatch.setattr(reviewer, "_analyse_task", noted)
    *_, found = deepening(record, first, seconds=0.2)
    assert asked == [(0, 0.2), (1, 0.2)]
    assert found.moves[1:] == first.moves[1:]


def test_what_is_proved_or_not_asked_for_stays_as_it_is(record, monkeypatch):
    true, first = hasty(record, 2)
    monkeypatch.setattr(reviewer, "_analyse_task", lambda *_: 1 / 0)
    assert list(deepening(record, true)) == [true]
    assert list(deepening(record, first, moves=[])) == [first]


def test_what_may_be_a_mistake_lost_half_as_much_as_one(record):
    true, _ = hasty(record)
    _, best, _ = true.moves
    near = replace(best, verdict="good", value=0.2, after=0.08, proved=False)
    less = replace(near, after=0.14)
    sure = replace(near, proved=True)
    said = replace(less, verdict="inaccuracy")
    for each, may_be in ((near, True), (less, False), (sure, False), (said, True), (best, False)):
        assert doubtful(replace(true, moves=(each,))) == ([each] if may_be else [])


def test_a_stop_keeps_what_was_looked_at(record):
    true, first = hasty(record, 1, 2)
    stop, seen = Event(), []
    for each in deepening(record, first, seconds=0.2, stop=stop):
        seen.append(each)
        if len(seen) == 2:
            stop.set()
    assert [each.proved for each in seen[-1].moves][:2] == [True, False]
    assert true.moves[1].verdict == "best"
