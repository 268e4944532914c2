"""Names of crossings beside their points."""

from __future__ import annotations

from itertools import combinations

import pytest
from helpers import random_state

import polygames as pg
from polygames.games.polygon.board import labels
from polygames.games.polygon.board.scene import scene
from polygames.scene.model import Disc, Text


def drawn(seed, plies, **options):
    return random_state(seed, plies, "polygon", colors="any", **options)


def box(text):
    (x, y), half = text.at, labels.WIDE * text.size * len(text.text) / 2
    return x - half, y - text.size / 2, x + half, y + text.size / 2


def meet(one, two):
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("seed", range(12))
def test_no_name_covers_another_or_a_point(seed):
    state = drawn(seed, 12, n=5 + seed)
    shown = scene(state)
    made = list(labels.names(state, shown))
    boxes = [box(each) for each in (*made, *(e for e in shown if isinstance(e, Text)))]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))
    for each in made:
        left, top, right, bottom = box(each)
        centers = [e.center for e in shown if isinstance(e, Disc) and e.target]
        assert not any(left < x < right and top < y < bottom for x, y in centers)


def test_the_names_are_those_of_crossings_that_can_be_chosen_and_stand_beside_them():
    state = drawn(1, 6, n=7)
    shown = scene(state)
    wanted = {state.name(point) for point in state.targets if point in state.crossings}
    made = {each.text: each.at for each in labels.names(state, shown)}
    assert wanted
    assert set(made) == wanted, "there is room for all of them"
    centers = {each.target: each.center for each in shown if isinstance(each, Disc)}
    for name, (x, y) in made.items():
        u, v = centers[name]
        assert max(abs(x - u), abs(y - v)) < 0.12


def test_where_there_are_too_many_and_at_the_end_nothing_is_written():
    state = drawn(1, 30, n=12)
    crossings = [point for point in state.targets if point in state.crossings]
    assert len(crossings) > labels.MOST
    assert list(labels.names(state, scene(state))) == []
    over = pg.new("polygon", n=5)
    while over.outcome is None:
        over = over.play(next(iter(over.legal_moves)))
    assert list(labels.names(over, scene(over))) == []
