"""Long games, where points rest on points a hundred deep: what shows a position stays quick."""

from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest
from call_counts import count_calls

import polygames as pg
from polygames.games.polygon.board.scene import scene, zoom_to_targets
from polygames.games.polygon.engine.compiled_rules import encode
from polygames.games.polygon.shapes import random_convex

SIZES = (*range(3, 15), 30)


def corners(n, kind):
    whole_ones = random_convex(n, Random(n))
    if kind == "whole":
        return whole_ones
    return [(Fraction(x, 7) + 10**30, Fraction(y, 11)) for x, y in whole_ones]


def long_game(n, kind, plies, **options):
    """Return the state after so many random moves, the end if that comes before."""
    rng = Random(f"{n} {kind}")
    if kind != "regular":
        options["vertices"] = corners(n, kind)
    state = pg.new("polygon", n=n, **options)
    while state.outcome is None and state.ply < plies:
        state = state.with_segment(*rng.choice(state.segments))
    return state


def longest(points):
    """Return how many bits the longest exact number has that was computed."""
    numbers = [number for point in points if point._exact for number in point._exact]
    parts = [getattr(number, "coefficients", (number,)) for number in numbers]
    return max(abs(part).bit_length() for each in parts for part in each)


def show(state):
    """Do all that shows a position, and compare what floats say of it."""
    assert repr(state)
    assert scene(state)
    assert zoom_to_targets(state)
    for point in state.points:
        assert repr(point).startswith("<point (")
        x, y = point.xy
        near = point.approximate(60)
        assert (x, y) == pytest.approx([float(value) for value in near], rel=1e-8, abs=1e-6)
    with suppress(OverflowError):  # the arrays have less room
        encode(state)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["regular", "whole", "fractions"])
@pytest.mark.parametrize("n", SIZES)
def test_a_long_game_is_shown_without_long_numbers(n, kind):
    state = long_game(n, kind, 40, colors="any", concurrent="lenient")
    show(state)
    assert longest(state.points) < 3000
    assert pg.from_text(state.to_text()) == state


@pytest.mark.slow
@pytest.mark.parametrize(("n", "colors"), [(9, "different"), (6, "mixed"), (12, "any")])
def test_a_game_at_the_length_cap_is_soon_shown(n, colors):
    state = long_game(n, "regular", 200, colors=colors, concurrent="lenient")
    number, _ = count_calls(lambda: show(state))
    assert number < 6_000_000


@pytest.mark.slow
def test_a_position_of_200_moves_is_read_beside_itself_as_quickly_as_it_was_played():
    state = long_game(6, "regular", 200, colors="any")
    before = longest(state.points)
    assert pg.from_text(state.to_text()) == state
    assert longest(state.points) <= 2 * before
