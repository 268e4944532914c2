from math import cos, radians, sin, sqrt

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from polygames.scene.hatch import hatch, stipple
from polygames.scene.model import Disc, Segment

L_SHAPE = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))


@st.composite
def simple_polygons(draw):
    """Polygons that are often not convex: corners around a centre at any distance."""
    count = draw(st.integers(3, 9))
    reach = draw(st.lists(st.floats(0.5, 10), min_size=count, max_size=count))
    x, y = draw(st.floats(-20, 20)), draw(st.floats(-20, 20))
    turn = [radians(360 * k / count) for k in range(count)]
    points = tuple((x + r * cos(a), y + r * sin(a)) for r, a in zip(reach, turn, strict=True))
    assume(shapely.Polygon(points).is_valid)
    return points


angles = st.floats(-90, 90)


def ends(lines):
    return [(line.start, line.end) for line in lines]


@given(simple_polygons(), st.floats(0.2, 2), angles)
def test_hatch_lines_lie_inside(points, spacing, angle):
    polygon = shapely.Polygon(points).buffer(1e-6)
    assert all(
        polygon.covers(shapely.LineString(line)) for line in ends(hatch(points, spacing, angle))
    )


@pytest.mark.slow
@given(simple_polygons(), st.floats(0.2, 2), angles)
def test_hatch_leaves_no_part_of_a_grid_line_out(points, spacing, angle):
    polygon = shapely.Polygon(points)
    drawn = sum(shapely.LineString(line).length for line in ends(hatch(points, spacing, angle)))
    grid = shapely.MultiLineString(list(grid_lines(spacing, angle)))
    # Where a line runs along an edge, either answer is right.
    least, most = (polygon.buffer(by).intersection(grid).length for by in (-1e-7, 1e-7))
    assert least - 1e-6 <= drawn <= most + 1e-6


def grid_lines(spacing, angle, reach=60):
    """Build the whole grid anew: lines through (k + 1/2) * spacing across the slope."""
    along = cos(radians(angle)), -sin(radians(angle))
    count = int(reach / spacing) + 1
    for k in range(-count, count):
        step = (k + 0.5) * spacing
        x, y = -along[1] * step, along[0] * step
        yield (
            (x - along[0] * 2 * reach, y - along[1] * 2 * reach),
            (x + along[0] * 2 * reach, y + along[1] * 2 * reach),
        )


def test_hatch_of_a_square_by_hand():
    square = ((0, 0), (2, 0), (2, 2), (0, 2))
    assert ends(hatch(square, 1, 0)) == [((0, 0.5), (2, 0.5)), ((0, 1.5), (2, 1.5))]


def test_hatch_at_45_degrees_rises_to_the_right_of_the_screen():
    (line, *_) = hatch(((0, 0), (4, 0), (4, 4), (0, 4)), 1)
    (x1, y1), (x2, y2) = line.start, line.end
    assert (x2 - x1) == pytest.approx(-(y2 - y1))


def test_hatch_through_corners_counts_each_crossing_once():
    diamond = ((0, 2.5), (2, 0.5), (4, 2.5), (2, 4.5))
    inner = [line for line in ends(hatch(diamond, 1, 0)) if 1 < line[0][1] < 4]
    assert inner == [((1, 1.5), (3, 1.5)), ((0, 2.5), (4, 2.5)), ((1, 3.5), (3, 3.5))]
    touching = ((0, 0), (2, 1.5), (4, 0), (4, 3), (0, 3))
    on_the_notch = [line for line in ends(hatch(touching, 1, 0)) if line[0][1] == 1.5]
    assert sum(end[0] - start[0] for start, end in on_the_notch) == 4


def test_hatch_carries_its_style():
    line = hatch(L_SHAPE, 1, color="#0072b2", width=2.5, alpha=0.5)[0]
    assert line == Segment(line.start, line.end, "#0072b2", 2.5, 0.5)


@pytest.mark.slow
@given(simple_polygons(), st.floats(0.5, 2), st.floats(0.05, 0.3))
def test_stipple_is_every_dot_of_the_grid_that_fits(points, spacing, radius):
    polygon = shapely.Polygon(points)
    grid = [
        ((column + (0.25 if row % 2 else 0.75)) * spacing, (row + 0.5) * height)
        for height in [spacing * sqrt(3) / 2]
        for row in range(int(-32 / height), int(32 / height))
        for column in range(int(-32 / spacing), int(32 / spacing))
    ]
    dots_of_grid = shapely.points(grid)
    room = shapely.distance(polygon.exterior, dots_of_grid)
    room[~shapely.covers(polygon, dots_of_grid)] = -1
    assume((abs(room - radius) > 1e-9).all())
    expected = {
        (round(x, 9), round(y, 9)) for (x, y), each in zip(grid, room, strict=True) if each > radius
    }
    dots = stipple(points, spacing, radius)
    assert {(round(x, 9), round(y, 9)) for x, y in (dot.center for dot in dots)} == expected
    assert len(dots) == len(expected)


def test_margin_replaces_the_radius():
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    inside = shapely.box(1, 1, 3, 3)
    dots = stipple(square, 0.5, 0.1, margin=1)
    assert dots
    assert all(inside.covers(shapely.Point(dot.center)) for dot in dots)
    assert len(dots) < len(stipple(square, 0.5, 0.3)) < len(stipple(square, 0.5, 0.3, margin=0))


def test_stipple_carries_its_style():
    dot = stipple(L_SHAPE, 1, 0.1, color="#009e73", alpha=0.5)[0]
    assert dot == Disc(dot.center, 0.1, fill="#009e73", alpha=0.5)


def test_nothing_has_no_pattern():
    assert hatch((), 1) == ()
    assert stipple((), 1, 0.1) == ()


@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_spacing_and_radius_must_be_above_zero(value):
    with pytest.raises(ValueError, match="spacing must be greater than 0"):
        hatch(L_SHAPE, value)
    with pytest.raises(ValueError, match="radius must be greater than 0"):
        stipple(L_SHAPE, 1, value)
