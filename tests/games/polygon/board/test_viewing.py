"""Views at any depth, checked against plain fractions, and shapes of polygons."""

from fractions import Fraction
from itertools import pairwise
from math import hypot
from random import Random
from xml.etree import ElementTree as ET

import pytest
from helpers import polygon, random_state
from strategies import UNEVEN

import polygames as pg
from polygames.games.polygon.board import viewing
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
    state = drawn(3, vertices=UNEVEN)
    for point in state.crossings:
        middle = viewing.around(point, Fraction(10) ** depth)
        view = viewing.view_of_window(middle, Window(-0.7, 0.1, 0.3, 1.1), View.whole(state))
        x, y = rational(point)
        true = (x - view.center[0]) * view.scale, (view.center[1] - y) * view.scale
        shown = view.place(point)
        assert shown == pytest.approx(tuple(map(float, true)), abs=1e-9)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("options", [{"n": 7}, {"n": 12}, {"vertices": UNEVEN}])
def test_at_any_depth_a_line_and_a_point_on_it_stay_together(depth, options):
    state = drawn(5, **options)
    for point, through in list(state.crossings.items())[:6]:
        view = viewing.around(point, Fraction(10) ** depth)
        shown = scene(state, view)
        discs = [e for e in shown if isinstance(e, Disc) and e.target == state.name(point)]
        assert hypot(*discs[0].center) < 1e-9, "the point is in the middle"
        ends = [view.segment(p, q) for p, q in pairwise(state.path)]
        lines = [Segment(*ends[number - 1], "#000000") for number in through]
        assert len(lines) == len(through) >= 2
        assert max(gap(discs[0].center, line) for line in lines) < 1e-9
        apart = [gap(one.end, two) for one in lines for two in lines if one is not two]
        assert min(apart) > 0.01, "the lines are not the same"


def test_two_points_a_thousandth_of_a_view_of_ten_to_the_thirty_apart_are_shown_apart():
    tiny = Fraction(1, 10**33)
    state = pg.new("polygon", vertices=((0, 0), (1, 0), (1 + tiny, tiny * 3), (1, 1)))
    view = viewing.around(state.vertices[1], Fraction(10) ** 30)
    assert view.place(state.vertices[1]) == pytest.approx((0, 0), abs=1e-12)
    assert view.place(state.vertices[2]) == pytest.approx((0.001, -0.003), abs=1e-12)


def test_zooming_a_hundred_times_keeps_every_place_exact():
    state, rng = drawn(3, vertices=UNEVEN), Random(4)
    point = next(iter(state.crossings))
    view = whole = View.whole(state)
    for _ in range(100):
        at = view.exact(point)
        x, y = (float(value) + rng.uniform(-0.2, 0.2) for value in at)
        window = Window(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
        view = viewing.view_of_window(view, window, whole)
        times = 2 * viewing.VIEW_EDGE
        true = tuple((float(a) - b) * times for a, b in zip(at, (x, y), strict=True))
        assert view.place(point) == pytest.approx(true, abs=1e-12)
        px, py = rational(point)
        exact = (px - view.center[0]) * view.scale, (view.center[1] - py) * view.scale
        assert view.place(point) == pytest.approx(tuple(map(float, exact)), abs=1e-12)
    assert viewing.power(view, whole) == pytest.approx(36.9, abs=0.1)
    assert view.scale.numerator.bit_length() < 200, "the numbers do not grow with every step"


def test_coordinates_go_over_from_one_view_to_another():
    state = drawn(3, n=6)
    point = next(iter(state.crossings))
    old = viewing.around(point, Fraction(10) ** 30)
    new = viewing.view_of_window(old, Window(-0.2, 0.1, 0.3, 0.6), View.whole(state))
    change = viewing.view_transform(old, new)
    (x, y), at = old.place(point), new.place(point)
    over = ((x - change["x"]) * change["scale"], (y - change["y"]) * change["scale"])
    assert over == pytest.approx(at, abs=1e-9)
    assert (
        viewing.view_transform(View.whole(state), viewing.around(point, Fraction(10) ** 400))
        is None
    )


def test_no_view_is_wider_than_the_whole_board():
    whole = View.whole(drawn(1, n=5))
    assert viewing.view_of_window(whole, Window(-3, -3, 3, 3), whole) is whole
    edge = viewing.VIEW_EDGE
    assert viewing.surroundings(whole, whole) == Window(-edge, -edge, edge, edge)
    deep = View(whole.center, whole.scale * 10**30)
    assert viewing.surroundings(deep, whole).right == viewing.MAX_VIEW_COORDINATE


@pytest.mark.parametrize("seed", range(8))
def test_a_view_fitted_to_points_shows_them_all_and_large(seed):
    state = drawn(seed, n=9, plies=14)
    points = list(state.crossings)[:3]
    places = [viewing.fit(state, points).place(point) for point in points]
    reach = max(abs(value) for place in places for value in place)
    assert reach == pytest.approx(0.7, abs=1e-6) or viewing.fit(state, points) == View.whole(state)


def test_a_view_fitted_to_corners_that_hardly_differ_is_deep():
    tiny = Fraction(1, 10**40)
    state = pg.new("polygon", vertices=((0, 0), (1, 0), (1 + tiny, tiny * 3), (1, 1)))
    view = viewing.fit(state, state.vertices[1:3])
    assert viewing.power(view, View.whole(state)) == pytest.approx(39.37, abs=0.01)
    ys = [view.place(point)[1] for point in state.vertices[1:3]]
    assert ys == pytest.approx([0.7, -0.7], abs=1e-6)


def test_a_single_point_is_shown_with_its_nearest_neighbour_and_none_with_the_whole_board():
    state = drawn(5, n=9)
    point = next(iter(state.crossings))
    view = viewing.fit(state, [point])
    assert view.place(point) == pytest.approx((0, 0), abs=1e-9)
    others = [at for p in state.points if p is not point and (at := view.place(p))]
    assert min(max(map(abs, at)) for at in others) == pytest.approx(0.7, abs=1e-6)
    assert viewing.fit(state, []) == View.whole(state)


@pytest.mark.parametrize(
    ("depth", "mark"), [(0, "rect"), (1, "rect"), (2, "circle"), (500, "circle")]
)
def test_the_map_shows_the_window_or_a_cross_where_it_is_too_small(depth, mark):
    state = drawn(2, n=6)
    point = next(iter(state.crossings))
    root = ET.fromstring(  # noqa: S314 - our own text
        viewing.minimap(state, viewing.around(point, Fraction(10) ** depth))
    )
    found = root.findall(f".//{mark}")
    assert len(found) == 1
    x, y = View.whole(state).place(point)
    if mark == "circle":
        assert (float(found[0].get("cx")), float(found[0].get("cy"))) == pytest.approx((x, y))
    else:
        left, side = float(found[0].get("x")), float(found[0].get("width"))
        assert left + side / 2 == pytest.approx(x)
        assert side == pytest.approx(2 * viewing.VIEW_EDGE / 10**depth)
    assert len(root.findall("./g/path")) >= len(state.lines)


def test_the_start_of_a_segment_is_seen_with_its_targets_unless_it_is_far_away():
    state = polygon("A-D", "D-G", n=8)
    view = viewing.fit_targets(state)
    for point in (*state.targets, state.here):
        assert max(map(abs, view.exact(point))) <= viewing.VIEW_EDGE
    near, far = viewing.fit(state, state.targets), viewing.fit(state, [*state.targets, state.here])
    is_left_out = far.scale * viewing.MAX_VIEW_RATIO < near.scale
    assert view == (near if is_left_out else far)
    start = polygon(n=8)
    assert viewing.fit_targets(start) == viewing.fit(start, start.targets)


def test_a_start_that_is_out_of_sight_is_named(open_board, monkeypatch):
    monkeypatch.setattr(viewing, "MAX_VIEW_RATIO", 0)
    board = open_board("polygon", n=8, seats=("human", "human"))
    for move in ("A-D", "D-G"):
        board.play(move)
    monkeypatch.setattr(viewing, "fit", lambda state, _: viewing.around(state.vertices[1], 10**9))
    board.zoom_to_targets()
    assert board.message == "The segment starts at G, outside this view."
