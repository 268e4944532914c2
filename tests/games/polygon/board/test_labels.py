"""Names of crossings beside their points."""

from __future__ import annotations

from itertools import combinations

import pytest
from helpers import random_state

import polygames as pg
from polygames.games.polygon.board import scene as labels
from polygames.games.polygon.board.scene import INKS, View, scene
from polygames.scene.model import Disc, Text, distance_to_segment


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
    made = list(labels.crossing_names(state, shown))
    boxes = [box(each) for each in (*made, *(e for e in shown if isinstance(e, Text)))]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))
    for each in made:
        left, top, right, bottom = box(each)
        centers = [e.center for e in shown if isinstance(e, Disc) and e.target]
        assert not any(left < x < right and top < y < bottom for x, y in centers)


def test_the_names_are_those_of_crossings_that_can_be_chosen_and_stand_beside_them():
    state = drawn(1, 6, n=7)
    shown = scene(state)
    wanted = {
        labels.shown_name(state.name(point)) for point in state.targets if point in state.crossings
    }
    made = {each.text: each.at for each in labels.crossing_names(state, shown)}
    assert wanted
    assert set(made) == wanted, "there is room for all of them"
    discs = [each for each in shown if isinstance(each, Disc) and each.target]
    centers = {labels.shown_name(each.target): each.center for each in discs}
    for name, (x, y) in made.items():
        u, v = centers[name]
        assert max(abs(x - u), abs(y - v)) < 0.12


def test_where_there_are_too_many_and_at_the_end_nothing_is_written():
    state = drawn(1, 30, n=12)
    crossings = [point for point in state.targets if point in state.crossings]
    assert len(crossings) > labels.MOST
    assert list(labels.crossing_names(state, scene(state))) == []
    over = pg.new("polygon", n=5)
    while over.outcome is None:
        over = over.play(next(iter(over.legal_moves)))
    assert list(labels.crossing_names(over, scene(over))) == []


def numbered(state, view=None):
    """Return the picture with its names, and the numbers of the segments."""
    view = view or View.whole(state)
    shown = scene(state, view)
    shown = (*shown, *labels.crossing_names(state, shown))
    return shown, list(labels.segment_numbers(state, view, shown))


@pytest.mark.parametrize("seed", range(8))
def test_the_number_of_a_segment_stands_beside_it_in_its_colour_and_covers_nothing(seed):
    state = drawn(seed, 8, n=5 + seed)
    shown, made = numbered(state)
    path = [View.whole(state).place(point) for point in state.path]
    assert made
    for each in made:
        number = int(each.text)
        assert each.fill == INKS[(number - 1) % 2]
        near = distance_to_segment(each.at, path[number - 1], path[number])
        assert near < 0.12
        others = [distance_to_segment(each.at, *path[k : k + 2]) for k in range(len(path) - 1)]
        assert min(others) > 0.01, "no segment runs through it"
    boxes = [box(each) for each in (*made, *(e for e in shown if isinstance(e, Text)))]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))


def test_all_segments_of_a_short_game_are_numbered_and_none_out_of_sight():
    state = pg.new("polygon", n=8)
    for text in ("A-D", "D-G", "G-B", "B-F"):
        state = state.play(state.parse(text))
    _, made = numbered(state)
    assert [each.text for each in made] == ["1", "2", "3", "4"]
    corner = state.vertices[0]
    near = View(View.whole(state).exact(corner), View.whole(state).scale * 40)
    _, made = numbered(state, near)
    assert {each.text for each in made} <= {"1"}
