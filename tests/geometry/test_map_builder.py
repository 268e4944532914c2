"""A map that is built in place is the one that is cut line by line."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polygames.geometry.map_builder import MapBuilder
from polygames.geometry.planar import PlanarMap, Spot

SQUARE = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
PENTAGON = PlanarMap.from_polygon([(0, 0), (4, 0), (6, 3), (3, 7), (-1, 3)])


def random_chord(chart, rng):
    """Return a face and two spots inside its edges, some of them on an end that is there."""
    face = rng.randrange(len(chart.faces))
    first, second = rng.sample(chart.faces[face].edges, 2)
    return face, first.spot_at(rng.choice((0.5, rng.random()))), second.spot_at(rng.random())


def outcome(task, *given):
    """Return what a task returns, or the words of its error."""
    try:
        return task(*given)
    except ValueError as error:
        return str(error)


@given(st.sampled_from([SQUARE, PENTAGON]), st.integers(0, 2**32))
def test_a_map_built_in_place_is_the_map_that_is_cut(start, seed):
    rng, chart, builder = Random(seed), start, MapBuilder(start)
    for _ in range(40):
        face, *spots = random_chord(chart, rng)
        assert builder.face_between(*spots) == chart.face_between(*spots)
        elsewhere = [Spot(line, rng.random()) for line in rng.sample(range(len(chart.lines)), 2)]
        assert builder.face_between(*elsewhere) == chart.face_between(*elsewhere)
        cut, built = outcome(chart.with_line, face, *spots), outcome(builder.add_line, face, *spots)
        if isinstance(cut, str):
            assert built == cut
        else:
            chart = cut
        assert builder.build() == chart
    assert builder.line_count == len(chart.chords)


@pytest.mark.parametrize("start", [3, 1])
def test_a_face_that_gets_an_edge_with_each_line_is_found_whichever_piece_is_larger(start):
    chart, builder = SQUARE, MapBuilder(SQUARE)
    for number in range(30):
        line = start if number == 0 else number + 3
        at = (number + 1) / 32
        spots = Spot(line, 0.5), Spot(0, at if start == 3 else 1 - at)
        face = builder.face_between(*spots)
        assert face == chart.face_between(*spots)
        chart = chart.with_line(face, *spots)
        builder.add_line(face, *spots)
    assert builder.build() == chart
    assert max(len(face.edges) for face in chart.faces) > 30


def test_spots_that_no_face_joins_are_in_no_face():
    builder = MapBuilder(SQUARE)
    for spots in ((Spot(9, 0.5), Spot(0, 0.5)), (Spot(0, 0.0), Spot(2, 0.5))):
        assert builder.face_between(*spots) is None
