"""Where dice decide, what was expected, luck and play add up to what was reached."""

from math import fsum
from random import Random

import pytest
from helpers import play_on, record_game
from hypothesis import given, settings
from hypothesis import strategies as st

import polygames as pg
from polygames.games.splitter.engine.placement_ranking import evaluator_of
from polygames.search.review.dice import luck_by_seat

PLAYERS = ("random", "level 1", "level 2", "level 3", "level 4")


def random_game(rng):
    """Play a game by agents that are drawn, one for each seat."""
    state = pg.new("splitter", players=rng.randint(1, 4), pad=rng.choice("AB"))
    agents = [pg.agent(rng.choice(PLAYERS), game="splitter") for _ in range(state.seats)]
    return play_on(pg.Record(state), rng.random(), agents=agents)


def play_of(record, seat):
    """Return what the placements of a seat changed, one by one: mostly they cost something.

    Each is compared with the best one by the learned values, and then one round ahead.
    """
    changes = []
    for node in record.path[1:]:
        before = node.parent.state if node.parent is not None else None
        if before.turn != seat:
            continue
        evaluator, sheet = evaluator_of(before.pad), before.sheets[seat]
        best = evaluator.expectimax_value(sheet) + evaluator.luck(before)
        after = before.play(node.move)
        changes.append(evaluator.expectimax_value(after.sheet(seat)) - best)
    return fsum(changes)


def errors(record):
    """Return for each seat by how much the parts differ from the points of its sheet."""
    rolls = [node for node in record.path[1:] if node.parent and node.parent.state.turn < 0]
    lucks = [luck_by_seat(node.parent.state, node.state) for node in rolls]
    start = record.start
    found = []
    for seat in range(start.seats):
        begun = evaluator_of(start.pad).expectimax_value(start.sheets[seat])
        parts = (begun, fsum(luck[seat] for luck in lucks), play_of(record, seat))
        found.append(abs(fsum(parts) - record.state.scores[seat]))
    return found


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9))
def test_start_luck_and_placements_add_up_to_each_sheet(seed):
    """The three are found apart from each other, by roll and by placement."""
    assert max(errors(random_game(Random(seed)))) < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_review_adds_up_to_each_sheet_(seed):
    record = random_game(Random(seed))
    found = pg.review(record, seconds=0.001, progress=False)
    for seat in range(record.start.seats):
        parts = found.started[seat] + found.luck(seat) + found.skill(seat)
        assert parts == record.state.scores[seat]


@pytest.mark.slow
def test_a_review_of_half_a_game_adds_up_to_what_is_expected_there():
    record = random_game(Random(5))
    for _ in range(len(record.moves) // 2):
        record.pop()
    record.node.children.clear()
    found = pg.review(record, seconds=0.001, progress=False)
    for seat in range(record.start.seats):
        assert found.started[seat] + found.luck(seat) + found.skill(seat) == found.reached[seat]


def test_without_dice_there_is_no_such_sum():
    record = record_game("polygon", "A-C", n=5)
    found = pg.review(record, progress=False)
    assert (found.started, found.skill(0)) == ((), None)


def test_the_line_ends_where_branches_begin():
    record = record_game("polygon", "A-C", "C-E", n=6)
    record.pop()
    record.push("C-F")
    found = pg.review(record, branches=True, progress=False)
    assert [str(each.move) for each in found.moves] == ["A-C", "C-F", "C-E"]
    assert [str(each.move) for each in found.line] == ["A-C", "C-F"]
    assert found.turning_points() == [found.moves[0]]
