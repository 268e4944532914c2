"""A convex polygon cut by chords: positions are copied, so the map holds together."""

from math import dist
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon
from strategies import seeds

from polygames.geometry.planar import (
    HalfEdge,
    PlanarMap,
    Spot,
    centroid,
    distance_to_edges,
    nearest_position,
    shoelace,
)

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
PENTAGON = ((0.0, 0.0), (4.0, -1.0), (6.0, 3.0), (3.0, 7.0), (-1.0, 4.0))


def cut_at_random(corners, seed, cuts):
    """Return a map with this many random chords; small areas are cut like large ones."""
    rng, chart = Random(seed), PlanarMap.from_polygon(corners)
    while len(chart.faces) <= cuts:
        face = rng.randrange(len(chart.faces))
        one, two = rng.sample(chart.faces[face].edges, 2)
        spots = [
            Spot(edge.line, edge.start + rng.uniform(0.05, 0.95) * (edge.stop - edge.start))
            for edge in (one, two)
        ]
        chart = chart.with_line(face, *spots)
    return chart


maps = st.builds(
    cut_at_random, st.sampled_from([SQUARE, PENTAGON, PENTAGON[::-1]]), seeds, st.integers(0, 40)
)


@given(maps)
def test_faces_fill_the_polygon_and_no_two_overlap(chart):
    faces = [Polygon(face.polygon) for face in chart.faces]
    outline = outline_of(chart)
    assert sum(face.area for face in chart.faces) == pytest.approx(outline.area, abs=1e-9)
    for number, face in enumerate(faces):
        assert face.is_valid
        assert face.convex_hull.area - face.area < 1e-9
        assert all(face.intersection(other).area < 1e-9 for other in faces[:number])


def outline_of(chart):
    """Return the corners of the first polygon: the ends of the lines that are no chords."""
    sides = chart.lines[: len(chart.lines) - len(chart.chords)]
    return shapely.MultiPoint([point for side in sides for point in side]).convex_hull


@given(maps)
def test_shapely_makes_the_same_areas_of_the_bare_lines(chart):
    lines = shapely.unary_union([LineString(line) for line in chart.lines], grid_size=1e-9)
    found = sorted(polygon.area for polygon in shapely.polygonize(lines.geoms).geoms)
    assert found == pytest.approx(sorted(face.area for face in chart.faces), abs=1e-6)


@given(maps)
def test_an_edge_runs_on_its_line_from_corner_to_corner(chart):
    for face in chart.faces:
        for edge, following in zip(face.edges, (*face.edges[1:], face.edges[0]), strict=True):
            line = chart.lines[edge.line]
            assert line.point_at(edge.start) == pytest.approx(edge.corner, abs=1e-9)
            assert line.point_at(edge.stop) == pytest.approx(following.corner, abs=1e-9)


@given(maps)
def test_a_corner_inside_the_polygon_is_copied_never_computed_again(chart):
    ends = {line.point_at(at) for line in chart.lines for at in (0.0, 1.0)}
    ends |= {point for line in chart.lines for point in line}
    assert {corner for face in chart.faces for corner in face.polygon} <= ends


@given(maps)
def test_ends_are_known_on_both_lines_that_meet(chart):
    for number, chord in enumerate(chart.chords, start=len(chart.lines) - len(chart.chords)):
        for spot, point in zip(chord, chart.lines[number], strict=True):
            assert spot.position in chart.ends[spot.line]
            assert chart.lines[spot.line].point_at(spot.position) == point
    assert sum(map(len, chart.ends)) == 2 * len(chart.chords)


@given(maps, seeds)
def test_a_point_lies_deepest_in_the_face_that_shapely_names(chart, seed):
    face = Random(seed).choice(chart.faces)
    inside = Polygon(face.polygon).representative_point()
    if inside.distance(Polygon(face.polygon).exterior) > 1e-9:
        assert chart.faces[chart.find_face((inside.x, inside.y))] == face


@given(maps)
def test_a_chord_is_found_again_between_its_spots_until_it_is_drawn(chart):
    for chord in chart.chords:
        assert chart.face_between(*chord) is None


# --- One cut ------------------------------------------------------------------------------------


def test_sides_run_from_the_smaller_corner_so_that_positions_grow_with_x_and_y():
    chart = PlanarMap.from_polygon(SQUARE)
    assert [tuple(line) for line in chart.lines] == [
        ((0, 0), (10, 0)),
        ((10, 0), (10, 10)),
        ((0, 10), (10, 10)),
        ((0, 0), (0, 10)),
    ]
    assert chart.faces[0].edges == (
        HalfEdge((0, 0), 0, 0, 1),
        HalfEdge((10, 0), 1, 0, 1),
        HalfEdge((10, 10), 2, 1, 0),
        HalfEdge((0, 10), 3, 1, 0),
    )


def test_a_cut_keeps_the_number_of_the_piece_with_the_first_corner():
    chart = PlanarMap.from_polygon(SQUARE).with_line(0, Spot(0, 0.25), Spot(2, 0.75))
    assert [face.polygon for face in chart.faces] == [
        ((0, 0), (2.5, 0), (7.5, 10), (0, 10)),
        ((2.5, 0), (10, 0), (10, 10), (7.5, 10)),
    ]
    assert chart.chords == ((Spot(0, 0.25), Spot(2, 0.75)),)


def test_a_cut_is_the_same_whichever_end_is_named_first_and_leaves_the_map_as_it_was():
    chart = PlanarMap.from_polygon(SQUARE)
    before = hash(chart)
    assert chart.with_line(0, Spot(0, 0.25), Spot(2, 0.75)) == chart.with_line(
        0, Spot(2, 0.75), Spot(0, 0.25)
    )
    assert (hash(chart), len(chart.faces), chart) == (before, 1, PlanarMap.from_polygon(SQUARE))


@pytest.mark.parametrize(
    ("spots", "message"),
    [
        ((Spot(0, 0.25), Spot(0, 0.35)), "both ends lie on one line"),
        ((Spot(0, 0.0), Spot(2, 0.75)), "face 0 has no edge that runs through 0.0 of line 0"),
        ((Spot(0, 0.75), Spot(2, 0.25)), "face 0 has no edge that runs through 0.75 of line 0"),
        ((Spot(9, 0.25), Spot(2, 0.75)), "face 0 has no edge that runs through 0.25 of line 9"),
        ((Spot(4, 0.5), Spot(3, 0.5)), "another line ends at 0.5 of line 4"),
    ],
)
def test_a_cut_that_is_none_is_refused(spots, message):
    halves = PlanarMap.from_polygon(SQUARE).with_line(0, Spot(0, 0.5), Spot(2, 0.5))
    chart = halves.with_line(1, Spot(4, 0.5), Spot(1, 0.5))  # ends on the other side of line 4
    with pytest.raises(ValueError, match=message):
        chart.with_line(0, *spots)


def test_spots_on_different_sides_of_a_line_have_no_face_between_them():
    chart = PlanarMap.from_polygon(SQUARE).with_line(0, Spot(0, 0.5), Spot(2, 0.5))
    assert chart.face_between(Spot(1, 0.5), Spot(3, 0.5)) is None
    assert chart.face_between(Spot(1, 0.5), Spot(4, 0.5)) == 1


# --- Ends ---


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        (0.25, "another line ends at 0.25 of line 0"),
        (0.25 + 0.9e-10, "another line ends at 0.25 of line 0, within 1e-09 of 0.25000000009"),
        (0.9e-10, "9e-11 of line 0 is within 1e-09 of a corner"),
        (1 - 0.9e-10, "0.99999999991 of line 0 is within 1e-09 of a corner"),
        (0.25 + 1.1e-10, None),
        (1.1e-10, None),
        (1 - 1.1e-10, None),
    ],
)
def test_an_end_reaches_a_little_way_along_its_line(at, reason):
    chart = PlanarMap.from_polygon(SQUARE).with_line(0, Spot(0, 0.25), Spot(2, 0.75))
    found = chart.blocking_reason(Spot(0, at))
    assert found == reason if reason is None else found.startswith(reason)
    spots = (Spot(0, at), Spot(3 if at <= 0.25 else 1, 0.5))
    if reason is None:
        assert len(chart.with_line(chart.face_between(*spots), *spots).faces) == 3


@given(maps)
def test_a_halving_line_cuts_a_face_in_two_of_one_value(chart):
    for number, face in enumerate(chart.faces):
        pieces = chart.split_face(number, *chart.find_halving_line(number))
        assert pieces.first_face.area == pytest.approx(face.area / 2, rel=1e-6)
        assert pieces.second_face.area == pytest.approx(face.area / 2, rel=1e-6)


@given(maps)
def test_a_line_may_end_anywhere_on_a_stretch_and_nowhere_else(chart):
    for number, face in enumerate(chart.faces):
        free = chart.free_intervals(number)
        for i, low, high in free:
            line = face.edges[i].line
            assert not any(
                chart.blocking_reason(Spot(line, at)) for at in (low, (low + high) / 2, high)
            )
        for edge in face.edges:
            on_it = [(low, high) for i, low, high in free if face.edges[i] is edge]
            closed = [edge.start, edge.stop, *filter(edge.contains, chart.ends[edge.line])]
            assert not any(low <= at <= high for low, high in on_it for at in closed)
            assert len(on_it) == len(set(closed)) - 1


def test_a_face_without_free_places_has_no_halving_line():
    side = 3e-9
    chart = PlanarMap.from_polygon([(0, 0), (side, 0), (side, side), (0, side)])
    with pytest.raises(ValueError, match="face 0 has no two edges with a free place"):
        chart.find_halving_line(0)


# --- Measures -----------------------------------------------------------------------------------

numbers = st.floats(-100, 100)
points = st.tuples(numbers, numbers)


@given(points, points, points)
def test_nearest_agrees_with_shapely(start, end, point):
    assume(dist(start, end) > 1e-6)  # shapely finds infinity beside a segment of 1e-210
    share, away = nearest_position(start, end, point)
    assert 0 <= share <= 1
    assert away == pytest.approx(LineString([start, end]).distance(Point(point)), abs=1e-9)


def test_nearest_of_a_segment_without_length_is_its_point():
    assert nearest_position((1, 1), (1, 1), (4, 5)) == (0, 5)


@given(maps)
def test_centroid_and_area_agree_with_shapely(chart):
    for face in chart.faces:
        polygon = Polygon(face.polygon)
        assert face.area == pytest.approx(polygon.area, abs=1e-9)
        if polygon.area > 1e-6:
            assert centroid(face.polygon) == pytest.approx(polygon.centroid.coords[0], abs=1e-6)


def test_centroid_of_a_polygon_without_area_is_the_mean_of_its_corners():
    assert centroid(((0, 0), (1, 0), (5, 0))) == (2, 0)


def test_shoelace_tells_which_way_round():
    assert shoelace(SQUARE) == 100
    assert shoelace(SQUARE[::-1]) == -100


def test_depth_is_the_distance_to_the_nearest_side_and_negative_outside():
    assert distance_to_edges(SQUARE, (3, 5)) == distance_to_edges(SQUARE[::-1], (3, 5)) == 3
    assert distance_to_edges(SQUARE, (0, 5)) == 0
    assert distance_to_edges(SQUARE, (-2, 5)) == -2
    assert distance_to_edges((*SQUARE, SQUARE[-1]), (3, 5)) == 3
