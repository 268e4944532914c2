"""Shapes of polygons: as whole numbers, by chance, and as text."""

from fractions import Fraction
from random import Random

import pytest
from strategies import UNEVEN_HEXAGON

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.polygon import shapes
from polygames.geometry.exact import convex


@pytest.mark.parametrize("n", [3, 4, 5, 9, 10, 30, 31, 32, 60, 100, 317])
def test_a_regular_polygon_in_whole_numbers_is_still_strictly_convex(n):
    corners, size = shapes.rational_corners(pg.new("polygon", n=n))
    assert len(convex(corners).corners) == n
    assert corners[0] == (0, size)


def test_a_rational_polygon_keeps_its_corners():
    corners, size = shapes.rational_corners(pg.new("polygon", vertices=UNEVEN_HEXAGON))
    assert (corners, size) == (UNEVEN_HEXAGON, 1)


@pytest.mark.parametrize(
    ("at", "unit", "snap"),
    [
        ((Fraction(314159, 1000), 2), Fraction(5), (314, 2)),
        ((Fraction(314159, 1000), 2), Fraction(1, 20), (Fraction(31416, 100), 2)),
        ((Fraction(314159, 1000), 17), Fraction(99), (310, 20)),
        ((Fraction(1, 3), 0), Fraction(3, 10**400), (Fraction(10**400 // 3, 10**400), 0)),
    ],
)
def test_a_place_is_snapped_as_finely_as_it_is_pointed_at(at, unit, snap):
    assert shapes.snap_point(at, unit) == snap


@pytest.mark.parametrize("n", [3, 4, 6, 12, 30])
def test_random_polygons_are_convex_and_come_from_the_seed(n):
    made = [shapes.random_convex(n, Random(seed)) for seed in range(20)]
    assert {len(corners) for corners in made} == {n}
    assert len(set(made)) == 20
    assert made[0] == shapes.random_convex(n, Random(0))
    assert all(0 <= value <= 1000 for corners in made for at in corners for value in at)


@pytest.mark.parametrize("n", [2, 101])
def test_random_polygons_have_a_sensible_number_of_corners(n):
    with pytest.raises(OptionError, match=f"from 3 to 100, not {n}"):
        shapes.random_convex(n, Random(0))


def test_corners_as_text_are_read_back():
    corners = (
        (Fraction(1, 3), Fraction(0)),
        (Fraction(2), Fraction(1)),
        (Fraction(0), Fraction(5)),
    )
    assert shapes.corners_to_text(corners) == "1/3, 0\n2, 1\n0, 5"
    assert shapes.parse_corners(shapes.corners_to_text(corners)) == corners
    assert shapes.parse_corners("1/3 0; 2, 1\n\n0 5") == corners


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0,0\n1,0", "3 or more vertices"),
        ("0,0\n1,0\nx,1", "vertex C"),
        ("0,0\n1,0\n1", "vertex C"),
        ("0,0\n1,0\n2,0\n1,1", "one line"),
    ],
)
def test_text_that_is_no_convex_polygon_is_refused_with_the_place(text, problem):
    with pytest.raises(OptionError, match=problem):
        shapes.parse_corners(text)
