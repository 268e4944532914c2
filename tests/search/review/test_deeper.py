"""Mistakes analysed again: only the positions beside them, and proofs are left alone."""

from dataclasses import replace
from threading import Event

import pytest
from helpers import make_review, record_game

import polygames as pg
from polygames.search.review import (
    Estimate,
    Review,
    ReviewedPosition,
    deepening,
    doubtful,
    open_mistakes,
    reviewer,
)

MOVES = ("A-C", "C-E", "E-A")
"""The first move loses, the second one is best."""


@pytest.fixture
def record():
    return record_game("polygon", *MOVES, n=6)


def guess(record, *values):
    """Return an unproved review by Red's value in each position; moves that lose are no best."""
    positions = []
    for node, value, after in zip(record.path, values, [*values[1:], None], strict=True):
        played = [child.move for child in node.children]
        other = next(move for move in node.state.legal_moves if move not in played)
        line = (other,) if after != value else tuple(played)
        positions.append(ReviewedPosition((Estimate(value, value, value),), line, node=node))
    return Review(record.start, tuple(positions))


def test_a_move_that_was_wrongly_called_a_mistake_is_none_afterwards(record):
    first = guess(record, 1, -1, 1, 1)
    assert [each.ply for each in open_mistakes(first)] == [1, 2]
    *_, found = deepening(record, first, seconds=0.2, moves=first.moves[1:2])
    assert [each.verdict for each in found.moves[:2]] == ["blunder", "best"]
    assert found.moves[1].loss == 0


def test_a_mistake_that_is_one_stays_one(record):
    *_, found = deepening(record, guess(record, 1, -1, -1, -1), seconds=0.2)
    assert (found.moves[0].verdict, found.moves[0].proved) == ("blunder", True)


def test_only_positions_beside_mistakes_are_analysed_from_the_last_one(record, monkeypatch):
    first, asked, analysed = guess(record, 1, -1, -1, -1), [], reviewer._analyse_task

    def note(task, stop=None):
        asked.append((task.state.ply, task.seconds))
        return analysed(task, stop)

    monkeypatch.setattr(reviewer, "_analyse_task", note)
    *_, found = deepening(record, first, seconds=0.2)
    assert asked == [(1, 0.2), (0, 0.2)]
    assert [each.work is not None for each in found.positions] == [True, True, False, False]
    assert found.positions[3].for_seat(0).proved, "a proof also counts for later positions"


def test_proofs_and_moves_that_are_not_chosen_are_not_analysed_again(record, monkeypatch):
    true, first = pg.review(record, progress=False), guess(record, 1, -1, -1, -1)
    assert true.mistakes
    monkeypatch.setattr(reviewer, "_analyse_task", lambda *_: 1 / 0)
    assert list(deepening(record, true)) == [true]
    assert list(deepening(record, first, moves=[])) == [first]


def test_a_move_that_lost_half_as_much_as_a_mistake_may_be_one():
    clear, half, less, small_error = (
        make_review(0.6, after, after, error=error)
        for after, error in ((0.4, 0.01), (0.545, 0.2), (0.56, 0.2), (0.54, 0.01))
    )
    assert [len(doubtful(each)) for each in (clear, half, less, small_error)] == [1, 1, 0, 1]
    proved = tuple(
        replace(p, estimates=(p.estimates[0]._replace(proved=True),)) for p in clear.positions
    )
    assert doubtful(replace(clear, positions=proved)) == []


def test_a_stop_keeps_what_was_analysed(record):
    stop, seen = Event(), []
    for each in deepening(record, guess(record, 1, -1, 1, 1), seconds=0.2, stop=stop):
        seen.append(each)
        if len(seen) == 2:
            stop.set()
    assert len(seen) == 2
    assert [each.work is not None for each in seen[-1].positions] == [False, False, True, False]


def test_a_branch_that_is_analysed_again_changes_no_luck_of_the_main_line():
    record = record_game("splitter", "roll 5-2", "r0c2=5", "roll 6-3", pad=["*##*", ".##."])
    record.goto(2)
    record.push("roll 1-1", aside=True)
    place = next(iter(record.state.legal_moves))
    record.push(place, aside=True)
    record.goto(0)
    first = pg.review(record, branches=True, seconds=0.01, progress=False)
    *_, found = deepening(record, first, seconds=0.02, moves=first.moves[-1:], progress=False)
    assert first.moves[-1].move == place
    assert found.positions[-1].work is not None or found.positions[-2].work is not None
    assert found.curve() == first.curve()
