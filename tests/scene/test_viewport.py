import json
from fractions import Fraction
from math import dist
from pathlib import Path

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from polygames.scene.model import Window
from polygames.scene.viewport import Viewport, clip_polygon, clip_segment, fitting_height

CASES = json.loads(Path(__file__).with_name("viewport.json").read_text(encoding="utf-8"))

near = st.floats(-1e3, 1e3)
span = st.floats(1e-3, 1e3)
pixels = st.integers(50, 2000)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_published_case(case):
    view = Viewport.fit(Window(*case["window"]), *case["size"])
    assert {name: getattr(view, name) for name in case["view"]} == pytest.approx(case["view"])
    for point, pixel in case["points"]:
        assert view.to_px(tuple(point)) == pytest.approx(tuple(pixel), abs=1e-6)
        assert view.to_scene(tuple(pixel)) == pytest.approx(tuple(point), abs=1e-12)


@given(near, near, span, span, pixels, pixels)
def test_window_is_wholly_seen_and_touches_two_opposite_sides(left, top, wide, high, w, h):
    window = Window(left, top, left + wide, top + high)
    view = Viewport.fit(window, w, h)
    x1, y1 = view.to_px((window.left, window.top))
    x2, y2 = view.to_px((window.right, window.bottom))
    assert (x1 + x2, y1 + y2) == pytest.approx((w, h), abs=1e-3)
    assert min(x1, y1) == pytest.approx(0, abs=1e-3)


@given(near, near, near, near)
def test_to_scene_undoes_to_px(x, y, left, top):
    view = Viewport.fit(Window(left, top, left + 5, top + 3), 640, 480)
    assert view.to_scene(view.to_px((x, y))) == pytest.approx((x, y), abs=1e-9)


def test_window_of_a_view_holds_what_surrounds_the_fitted_one():
    assert Viewport.fit(Window(0, 0, 10, 20), 400, 400).window == Window(-5, 0, 15, 20)


@pytest.mark.parametrize(
    ("window", "height"),
    [
        (Window(0, 0, 15, 18), 576),
        (Window(-1, -1, 1, 0), 240),
        (Window(0, 0, 1000, 0.1), 1),
        (Window(2, 2, 2, 9), 480),
    ],
)
def test_height_follows_from_the_window(window, height):
    assert fitting_height(window, 480) == height


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
