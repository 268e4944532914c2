from itertools import chain
from math import hypot

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.projection import ProjectionCache, expand_arrows, iter_runs, project
from polygames.scene.viewport import Viewport

INK, RED = "#222222", "#cc3311"
VIEW = Viewport.fit(Window(0, 0, 10, 10), 500, 500)


def square(x, y, size=1.0, **style):
    style = {"fill": RED, "stroke": INK} | style
    return Polygon(((x, y), (x + size, y), (x + size, y + size), (x, y + size)), **style)


def test_runs_hold_every_primitive_once_and_in_order():
    scene = (square(0, 0), square(0.5, 0.5), Disc((1, 1), 1), Text((0, 0), "a", 1), square(9, 9))
    assert tuple(chain.from_iterable(iter_runs((Window(0, 0, 9, 9), *scene)))) == scene


CORNER = Polygon(((0, 0), (4, 0), (0, 4)), fill=RED, stroke=INK)
ACROSS = Polygon(((4, 0), (4, 4), (0, 4)), fill=RED, stroke=INK)
FIRST = square(0, 0)


def bare(x, y, **style):
    return square(x, y, stroke=None, **style)


RUNS = {
    "a board of squares": ([square(x, y) for x in range(15) for y in range(18)], 1 / 30, [270]),
    "triangles that touch": ([CORNER, ACROSS], 1, [2]),
    "a neighbour at a distance": ([FIRST, bare(1.2, 0)], 0.3, [2]),
    "fills over fills": ([bare(0, 0), bare(0.5, 0), square(0.7, 0.2)], 1, [3]),
    "an outline without fill hides nothing": ([FIRST, square(0.5, 0.5, fill=None)], 1, [2]),
    "discs whose boxes touch": ([Disc((x, x), 1, RED, INK) for x in (0, 1.8)], 0.01, [2]),
    "discs that touch": ([Disc((x, x), 1, RED, INK) for x in (0, 1.2)], 0.01, [1, 1]),
    "a fill across the outline": ([FIRST, square(0.5, 0.5)], 0.3, [1, 1]),
    "a fill within it": ([FIRST, square(0.2, 0.2, 0.6)], 0.3, [1, 1]),
    "a bare neighbour": ([FIRST, bare(1, 0)], 0.3, [1, 1]),
    "a neighbour with another outline": ([FIRST, square(1, 0, stroke=RED)], 0.3, [1, 1]),
    "a fill within half the outline": ([FIRST, bare(1.1, 0)], 0.3, [1, 1]),
    "lines of another width": ([Segment((0, 0), (1, 1), INK, w) for w in (1, 1, 3)], 1, [2, 1]),
    "another width": ([FIRST, square(5, 5, width=2), bare(7, 7, width=9)], 0.01, [1, 2]),
    "another kind": ([FIRST, Disc((0, 0), 1), Disc((5, 5), 1), Text((0, 0), "", 1)], 1, [1, 2, 1]),
}


@pytest.mark.parametrize(("scene", "pixel", "lengths"), RUNS.values(), ids=RUNS)
def test_a_run_ends_where_a_fill_hides_an_outline_or_width_or_kind_changes(scene, pixel, lengths):
    assert [len(run) for run in iter_runs(scene, pixel)] == lengths


cells = st.builds(
    square,
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(1, 2),
    fill=st.sampled_from([None, RED, "#0072b2"]),
    stroke=st.sampled_from([None, INK, "#009e73"]),
    width=st.sampled_from([2.0, 4.0]),
)


@given(st.lists(cells, max_size=8))
def test_fills_first_shows_the_same_picture(scene):
    pixel = 0.05
    reordered = []
    for run in iter_runs(scene, pixel):
        reordered += [("fill", each) for each in run] + [("stroke", each) for each in run]
    one_by_one = [(part, each) for each in scene for part in ("fill", "stroke")]
    assert all(
        seen(one_by_one, spot, pixel) == seen(reordered, spot, pixel) for spot in spots(pixel)
    )


def spots(pixel):
    """Give points close to the lines of the grid, on both sides, but on no border of paint."""
    near = [line + side * pixel * 0.9 for line in range(7) for side in (-1.7, -0.5, 0.5, 1.7)]
    near += [line + 0.5 for line in range(6)]
    return [(x, y) for x in near for y in near]


def seen(parts, spot, pixel):
    """Return the topmost colour at a point."""
    for part, each in reversed(parts):
        (left, top), (right, bottom) = each.points[0], each.points[2]
        depth = min(spot[0] - left, right - spot[0], spot[1] - top, bottom - spot[1])
        if part == "fill" and each.fill and depth > 0:
            return each.fill
        if part == "stroke" and each.stroke and abs(depth) < each.width / 2 * pixel:
            return each.stroke
    return None


@pytest.mark.parametrize("pixel", [1, 0.02])
def test_arrow_ends_in_a_triangle_of_a_size_on_the_screen(pixel):
    arrow = Segment((0, 0), (300 * pixel, 400 * pixel), RED, 2, 0.5, arrow=True)
    shaft, head = expand_arrows((arrow,), pixel)
    tip, left, right = head.points
    assert (head.fill, head.alpha, head.stroke) == (RED, 0.5, None)
    assert tip == arrow.end
    assert shaft.end == pytest.approx(((left[0] + right[0]) / 2, (left[1] + right[1]) / 2))
    assert hypot(tip[0] - shaft.end[0], tip[1] - shaft.end[1]) == pytest.approx(11 * pixel)
    assert shapely.Polygon(head.points).area == pytest.approx(11 * 11 * 0.45 * pixel**2)
    assert not shaft.arrow


def test_short_arrow_is_all_head():
    shaft, _ = expand_arrows((Segment((0, 0), (3, 0), INK, arrow=True),))
    assert shaft.end == (0, 0)


def test_arrow_to_nowhere_and_the_rest_stay_as_they_are():
    scene = (Segment((1, 1), (1, 1), INK, arrow=True), Segment((0, 0), (1, 1), INK), square(0, 0))
    assert tuple(expand_arrows(scene)) == scene


def test_projection_maps_points_and_sizes_to_pixels():
    scene = (square(1, 2), Disc((5, 5), 1), Segment((0, 0), (1, 1), INK, 3), Text((2, 2), "a", 0.5))
    polygon, disc, segment, text = project(scene, VIEW)
    assert polygon.points == ((50, 100), (100, 100), (100, 150), (50, 150))
    assert (disc.center, disc.radius) == ((250, 250), 50)
    assert (segment.start, segment.end, segment.width) == ((0, 0), (50, 50), 3)
    assert (text.at, text.size) == ((100, 100), 25)


def test_zoom_enlarges_all_but_what_is_fixed():
    zoomed = Viewport.fit(Window(4, 4, 6, 6), 500, 500)
    scene = [
        kind((5, 5), *rest, fixed=fixed)
        for kind, *rest in [(Disc, 0.1), (Text, "a", 0.1)]
        for fixed in (False, True)
    ]
    growing, fixed, growing_text, fixed_text = project(scene, zoomed, full_view=VIEW)
    assert (growing.radius, fixed.radius) == pytest.approx((25, 5))
    assert (growing_text.size, fixed_text.size) == pytest.approx((25, 5))


def test_what_was_there_before_keeps_its_place_until_the_view_changes():
    board, piece, late = square(1, 1), Disc((5, 5), 1), Disc((2, 2), 1)
    known = ProjectionCache()
    first = project((board, piece), VIEW, cache=known)
    second = project((late, board), VIEW, cache=known)
    assert second[1] is first[0]
    assert second == project((late, board), VIEW)
    zoomed = Viewport.fit(Window(0, 0, 5, 5), 500, 500)
    assert project((late, board), zoomed, cache=known) == project((late, board), zoomed)
    assert project((board, piece), zoomed, cache=known) == project((board, piece), zoomed)


@pytest.mark.parametrize(
    "away",
    [
        square(20, 5),
        Disc((5, -9), 2),
        Segment((-30, 0), (-20, 50), INK),
        Text((40, 5), "far away", 1),
        Polygon((), fill=RED),
    ],
)
def test_what_is_out_of_sight_is_left_out(away):
    assert project((Window(0, 0, 10, 10), square(1, 1), away), VIEW) == project(
        (square(1, 1),), VIEW
    )


@pytest.mark.parametrize(
    "peeping",
    [
        square(9, 9, 40),
        Disc((5, -1.5), 2),
        Segment((-30, 0), (50, 9), INK),
        Text((12, 5), "not so far away", 1),
        square(10.02, 0, width=9),
    ],
)
def test_what_reaches_into_sight_is_kept(peeping):
    assert len(project((peeping,), VIEW)) == 1


def test_deep_zoom_keeps_edges_in_place_and_coordinates_small():
    view = Viewport.fit(Window(0.3, 0.3, 0.3 + 1e-9, 0.3 + 1e-9), 500, 500)
    half_plane = Polygon(((0.3 + 5e-10, -1), (9, -1), (9, 9), (0.3 + 5e-10, 9)), fill=RED)
    diagonal = Segment((0, 0), (1, 1), INK)
    polygon, segment = project((half_plane, diagonal), view)
    assert max(abs(value) for point in polygon.points for value in point) < 5000
    assert min(x for x, _ in polygon.points) == pytest.approx(250, abs=1e-3)
    (x1, y1), (x2, y2) = segment.start, segment.end
    assert (x1, x2) == pytest.approx((y1, y2), abs=1e-3)
    assert -5000 < x1 < 0
    assert 500 < x2 < 5500


def test_cut_outlines_show_no_edge_of_the_cut():
    around = square(-1e6, -1e6, 2e6, fill=RED)
    (polygon,) = project((around,), VIEW)
    picture = shapely.box(-100, -100, 600, 600)
    assert shapely.Polygon(polygon.points).exterior.disjoint(picture)
    assert shapely.Polygon(polygon.points).covers(picture)


def shown_at(text, window):
    """Return where a text is drawn, in pixels, in a picture of a window; None if nowhere."""
    view = Viewport.fit(window, 500, 500)
    return next((each.at for each in project((text,), view, full_view=VIEW)), None)


TENTH = Window(4.5, 4.5, 5.5, 5.5)


def test_a_shifted_text_stays_beside_its_point_at_any_zoom():
    fixed = Text((5, 5), "a", 0.5, fixed=True, shift=(1, -0.5))
    assert fixed.middle == (6, 4.5)
    assert shown_at(fixed, Window(0, 0, 10, 10)) == (300, 225)
    assert shown_at(fixed, TENTH) == (300, 225)
    growing = Text((5, 5), "a", 0.5, shift=(0.1, 0))
    assert shown_at(growing, Window(0, 0, 10, 10)) == (255, 250)
    assert shown_at(growing, TENTH) == (300, 250)


def test_a_text_with_a_least_zoom_is_shown_from_there_on():
    text = Text((5, 5), "a", 0.5, fixed=True, min_zoom=9)
    assert shown_at(text, Window(0, 0, 10, 10)) is None
    assert shown_at(text, Window(4, 4, 6, 6)) is None
    assert shown_at(text, TENTH) == (250, 250)


def test_a_text_slides_along_its_line_to_the_edge_of_the_picture():
    text = Text((1, 5), "a", 0.5, fixed=True, shift=(0, -0.5), along=((0, 5), (10, 5)))
    assert shown_at(text, Window(0, 0, 10, 10)) == (50, 225), "it has its own place"
    assert shown_at(text, TENTH) == (50, 225), "as far from the edge as two letters are high"
    assert shown_at(text, Window(4.5, 6.5, 5.5, 7.5)) is None, "the line is outside"
