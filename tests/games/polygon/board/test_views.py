"""Views at any depth, checked against plain fractions, and shapes of polygons."""

from fractions import Fraction
from itertools import pairwise
from math import hypot
from random import Random
from xml.etree import ElementTree as ET

import pytest
from helpers import polygon, random_state
from strategies import UNEVEN_HEXAGON

import polygames as pg
from polygames.games.polygon.board import views
from polygames.games.polygon.board.scene import View, scene
from polygames.scene.model import Disc, Segment, Window

DEPTHS = (0, 3, 15, 30, 60, 200)


def drawn(seed, plies=12, **options):
    """Return a position with crossings after some random moves."""
    return random_state(seed, plies, "polygon", colors="any", **options)


def rational(point):
    """Return the coordinates of a point of a rational polygon, by its own whole numbers."""
    x, y, w = point.exact
    return Fraction(int(x), int(w)), Fraction(int(y), int(w))


def gap(point, segment):
    """Return the distance of a point from the line of a segment."""
    (x, y), (u, v) = segment.start, segment.end
    return abs((u - x) * (point[1] - y) - (v - y) * (point[0] - x)) / hypot(u - x, v - y)


@pytest.mark.parametrize("depth", DEPTHS)
def test_at_any_depth_a_point_is_shown_where_exact_arithmetic_puts_it(depth):
    state = drawn(3, vertices=UNEVEN_HEXAGON)
    for point in state.crossings:
        middle = views.centered_view(point, Fraction(10) ** depth)
        view = views.view_of_window(middle, Window(-0.7, 0.1, 0.3, 1.1), View.of_polygon(state))
        x, y = rational(point)
        true = (x - view.center[0]) * view.scale, (view.center[1] - y) * view.scale
        shown = view.to_view(point)
        assert shown == pytest.approx(tuple(map(float, true)), abs=1e-9)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("options", [{"n": 7}, {"n": 12}, {"vertices": UNEVEN_HEXAGON}])
def test_at_any_depth_a_line_and_a_point_on_it_stay_together(depth, options):
    state = drawn(5, **options)
    for point, through in list(state.crossings.items())[:6]:
        view = views.centered_view(point, Fraction(10) ** depth)
        shown = scene(state, view)
        discs = [e for e in shown if isinstance(e, Disc) and e.target == state.name(point)]
        assert hypot(*discs[0].center) < 1e-9, "the point is in the middle"
        ends = [view.clip_segment(p, q) for p, q in pairwise(state.path)]
        lines = [Segment(*ends[number - 1], "#000000") for number in through]
        assert len(lines) == len(through) >= 2
        assert max(gap(discs[0].center, line) for line in lines) < 1e-9
        apart = [gap(one.end, two) for one in lines for two in lines if one is not two]
        assert min(apart) > 0.01, "the lines are not the same"


def test_two_points_a_thousandth_of_a_view_of_ten_to_the_thirty_apart_are_shown_apart():
    tiny = Fraction(1, 10**33)
    state = pg.new("polygon", vertices=((0, 0), (1, 0), (1 + tiny, tiny * 3), (1, 1)))
    view = views.centered_view(state.vertices[1], Fraction(10) ** 30)
    assert view.to_view(state.vertices[1]) == pytest.approx((0, 0), abs=1e-12)
    assert view.to_view(state.vertices[2]) == pytest.approx((0.001, -0.003), abs=1e-12)


def test_zooming_a_hundred_times_keeps_every_place_exact():
    state, rng = drawn(3, vertices=UNEVEN_HEXAGON), Random(4)
    point = next(iter(state.crossings))
    view = whole = View.of_polygon(state)
    for _ in range(100):
        at = view.to_exact(point)
        x, y = (float(value) + rng.uniform(-0.2, 0.2) for value in at)
        window = Window(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
        view = views.view_of_window(view, window, whole)
        times = 2 * views.VIEW_EDGE
        true = tuple((float(a) - b) * times for a, b in zip(at, (x, y), strict=True))
        assert view.to_view(point) == pytest.approx(true, abs=1e-12)
        px, py = rational(point)
        exact = (px - view.center[0]) * view.scale, (view.center[1] - py) * view.scale
        assert view.to_view(point) == pytest.approx(tuple(map(float, exact)), abs=1e-12)
    assert views.zoom_power(view, whole) == pytest.approx(36.9, abs=0.1)
    assert view.scale.numerator.bit_length() < 200, "the numbers do not grow with every step"


def test_coordinates_go_over_from_one_view_to_another():
    state = drawn(3, n=6)
    point = next(iter(state.crossings))
    old = views.centered_view(point, Fraction(10) ** 30)
    new = views.view_of_window(old, Window(-0.2, 0.1, 0.3, 0.6), View.of_polygon(state))
    change = views.view_transform(old, new)
    (x, y), at = old.to_view(point), new.to_view(point)
    over = ((x - change["x"]) * change["scale"], (y - change["y"]) * change["scale"])
    assert over == pytest.approx(at, abs=1e-9)
    assert (
        views.view_transform(
            View.of_polygon(state), views.centered_view(point, Fraction(10) ** 400)
        )
        is None
    )


def test_no_view_is_wider_than_the_whole_board():
    whole = View.of_polygon(drawn(1, n=5))
    assert views.view_of_window(whole, Window(-3, -3, 3, 3), whole) is whole
    edge = views.VIEW_EDGE
    assert views.full_window(whole, whole) == Window(-edge, -edge, edge, edge)
    deep = View(whole.center, whole.scale * 10**30)
    assert views.full_window(deep, whole).right == views.MAX_VIEW_COORDINATE


@pytest.mark.parametrize("seed", range(8))
def test_a_view_fitted_to_points_shows_them_all_and_large(seed):
    state = drawn(seed, n=9, plies=14)
    points = list(state.crossings)[:3]
    places = [views.fit_points(state, points).to_view(point) for point in points]
    reach = max(abs(value) for place in places for value in place)
    assert reach == pytest.approx(0.7, abs=1e-6) or views.fit_points(
        state, points
    ) == View.of_polygon(state)


def test_a_view_fitted_to_corners_that_hardly_differ_is_deep():
    tiny = Fraction(1, 10**40)
    state = pg.new("polygon", vertices=((0, 0), (1, 0), (1 + tiny, tiny * 3), (1, 1)))
    view = views.fit_points(state, state.vertices[1:3])
    assert views.zoom_power(view, View.of_polygon(state)) == pytest.approx(39.37, abs=0.01)
    ys = [view.to_view(point)[1] for point in state.vertices[1:3]]
    assert ys == pytest.approx([0.7, -0.7], abs=1e-6)


def test_a_single_point_is_shown_with_its_nearest_neighbour_and_none_with_the_whole_board():
    state = drawn(5, n=9)
    point = next(iter(state.crossings))
    view = views.fit_points(state, [point])
    assert view.to_view(point) == pytest.approx((0, 0), abs=1e-9)
    others = [at for p in state.points if p is not point and (at := view.to_view(p))]
    assert min(max(map(abs, at)) for at in others) == pytest.approx(0.7, abs=1e-6)
    assert views.fit_points(state, []) == View.of_polygon(state)


@pytest.mark.parametrize(
    ("depth", "mark"), [(0, "rect"), (1, "rect"), (2, "circle"), (500, "circle")]
)
def test_the_map_shows_the_window_or_a_cross_where_it_is_too_small(depth, mark):
    state = drawn(2, n=6)
    point = next(iter(state.crossings))
    root = ET.fromstring(  # noqa: S314 - our own text
        views.minimap(state, views.centered_view(point, Fraction(10) ** depth))
    )
    found = root.findall(f".//{mark}")
    assert len(found) == 1
    x, y = View.of_polygon(state).to_view(point)
    if mark == "circle":
        assert (float(found[0].get("cx")), float(found[0].get("cy"))) == pytest.approx((x, y))
    else:
        left, side = float(found[0].get("x")), float(found[0].get("width"))
        assert left + side / 2 == pytest.approx(x)
        assert side == pytest.approx(2 * views.VIEW_EDGE / 10**depth)
    assert len(root.findall("./g/path")) >= len(state.lines)


def test_the_start_of_a_segment_is_seen_with_its_targets_unless_it_is_far_away():
    state = polygon("A-D", "D-G", n=8)
    view = views.fit_targets(state)
    for point in (*state.targets, state.here):
        assert max(map(abs, view.to_exact(point))) <= views.VIEW_EDGE
    near, far = (
        views.fit_points(state, state.targets),
        views.fit_points(state, [*state.targets, state.here]),
    )
    is_left_out = far.scale * views.MAX_VIEW_RATIO < near.scale
    assert view == (near if is_left_out else far)
    start = polygon(n=8)
    assert views.fit_targets(start) == views.fit_points(start, start.targets)


def test_a_start_that_is_out_of_sight_is_named(open_board, monkeypatch):
    monkeypatch.setattr(views, "MAX_VIEW_RATIO", 0)
    board = open_board("polygon", n=8, seats=("human", "human"))
    for move in ("A-D", "D-G"):
        board.play(move)
    monkeypatch.setattr(
        views, "fit_points", lambda state, _: views.centered_view(state.vertices[1], 10**9)
    )
    board.zoom_to_targets()
    assert board.message == "The segment starts at G, outside this view."
