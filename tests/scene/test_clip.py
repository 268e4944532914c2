from fractions import Fraction
from math import dist

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from polygames.scene.model import Window
from polygames.scene.viewport import clip_polygon, clip_segment

WINDOW = Window(0, 0, 10, 6)
BOX = shapely.box(0, 0, 10, 6)

point = st.tuples(st.floats(-30, 30), st.floats(-30, 30))


def exact_length(start, end):
    """Return the length of a segment inside the window, by fractions.

    Shapely rounds what lies beside the window by less than a float near 1 can tell.
    """
    enter, leave = Fraction(0), Fraction(1)
    for axis, most in enumerate((10, 6)):
        here, gain = Fraction(start[axis]), Fraction(end[axis]) - Fraction(start[axis])
        if gain:
            shares = sorted((bound - here) / gain for bound in (0, most))
            enter, leave = max(enter, shares[0]), min(leave, shares[1])
        elif not 0 <= here <= most:
            return 0.0
    return float(max(Fraction(0), leave - enter)) * dist(start, end)


@given(st.lists(point, min_size=3, max_size=8))
def test_clipped_polygon_has_the_area_of_the_intersection(points):
    polygon = shapely.Polygon(points)
    assume(polygon.is_valid and polygon.area > 1e-3)
    clipped = clip_polygon(points, WINDOW)
    area = shapely.Polygon(clipped).area if len(clipped) > 2 else 0
    assert area == pytest.approx(polygon.intersection(BOX).area, abs=1e-6)
    assert all(BOX.distance(shapely.Point(corner)) < 1e-9 for corner in clipped)


@given(point, point)
def test_clipped_segment_is_the_intersection(start, end):
    assume(start != end)
    ends = clip_segment(start, end, WINDOW)
    length = shapely.LineString(ends).length if ends else 0
    assert length == pytest.approx(exact_length(start, end), abs=1e-6)
    assert all(BOX.distance(shapely.Point(end)) < 1e-9 for end in ends or ())


def test_segment_inside_stays_as_it_is():
    assert clip_segment((1, 1), (9, 5), WINDOW) == ((1, 1), (9, 5))


def test_polygon_beside_the_window_vanishes():
    assert clip_polygon([(11, 0), (20, 0), (20, 5)], WINDOW) == ()
