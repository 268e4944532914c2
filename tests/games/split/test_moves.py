"""`state.draw`: two points near a border become a legal move, or a refusal that says why."""

from math import dist

import numpy as np
import pytest
from helpers import split
from hypothesis import assume, event, given
from hypothesis import strategies as st
from shapely import Point, Polygon
from strategies import point_between, points_on_the_border, running_split_states, split_states

import polygames as pg
from polygames.games.split.moves import (
    CORNER_CLEARANCE,
    SNAP_DISTANCE,
    DrawLine,
    FillArea,
    nearest_free_position,
)

HALVES = ("draw 0@0.5 - 2@0.5", "color blue")  # line 4 from top to bottom in the middle


def ends(state, move):
    return [state.map.lines[spot.line].point_at(spot.position) for spot in (move.start, move.end)]


def refusal(state, p, q):
    with pytest.raises(pg.IllegalMoveError) as caught:
        state.draw(p, q)
    return str(caught.value)


@pytest.mark.parametrize("off", [-SNAP_DISTANCE + 0.01, -0.1, 0, 0.1, SNAP_DISTANCE - 0.01])
def test_a_point_off_the_border_within_reach_is_moved_straight_onto_it(off):
    state = split()
    assert ends(state, state.draw((3, off), (7, 10 - off))) == [(3, 0), (7, 10)]


def test_the_area_is_the_one_that_the_middle_of_the_segment_lies_in():
    state = split(*HALVES)
    left, right = state.draw((5, 5), (0, 5)), state.draw((5, 5), (10, 5))
    assert {spot.line for spot in (left.start, left.end)} == {4, 3}
    assert {spot.line for spot in (right.start, right.end)} == {4, 1}


def test_two_points_near_one_corner_go_to_the_two_sides_that_meet_there():
    move = split(min_area=1e-6).draw((0.05, 0.01), (0.01, 0.05))
    assert {spot.line for spot in (move.start, move.end)} == {0, 3}


def test_the_nearer_pair_of_sides_is_taken():
    # The first point is nearest to the top, but the second one reaches nothing else.
    move = split().draw((0.3, 0.1), (4, 0))
    assert [spot.line for spot in (move.start, move.end)] == [0, 3]
    assert ends(split(), move) == [(4, 0), (0, 0.1)]


def test_a_pair_within_reach_goes_before_a_nearer_one_that_is_not():
    # Top and left are together 0.05 + 0.6 away, but 0.6 is out of reach; left and top 0.48 + 0.3.
    move = split().draw((0.48, 0.05), (0.6, 0.3))
    assert ends(split(), move) == [(0.6, 0), (0, 0.05)]


@pytest.mark.parametrize("corner", [(0, 0), (10, 0), (10, 10), (0, 10)])
def test_a_corner_is_kept_free_by_a_gap(corner):
    opposite = tuple(10 - number for number in corner)
    state = split()
    for end in ends(state, state.draw(corner, opposite)):
        away = min(dist(end, corner), dist(end, opposite))
        assert away == pytest.approx(CORNER_CLEARANCE, rel=1e-6)


@pytest.mark.parametrize(
    ("at", "taken", "place"),
    [
        (0.5, [], 0.5),
        (0.05, [], 0.1),  # a gap from the corner
        (0.97, [], 0.9),
        (0.5, [0.5], 0.4),  # a gap from an end: the first of two that are equally near
        (0.52, [0.5], 0.6),
        (0.45, [0.4, 0.55], 0.3),  # between the two ends there is no room
        (0.5, [0.1, 0.25, 0.45, 0.62, 0.8, 0.9], 0.35),  # nowhere is room: the widest stretch
    ],
)
def test_the_nearest_place_that_keeps_the_gap_is_taken_or_the_widest_stretch(at, taken, place):
    assert nearest_free_position(at, 0, 1, taken, gap=0.1) == pytest.approx(place)


@pytest.mark.parametrize("off", [0, 1e-16, 1e-12, 0.9e-9, 1.1e-9, 1e-6, 1e-4])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_point_on_an_end_or_as_good_as_on_it_makes_a_legal_line_at_the_gap(off, side):
    state = split(*HALVES, "draw 4@0.5 - 1@0.5")
    move = state.draw((5, 5 + side * off), (0, 3))
    assert move in state.legal_moves
    away = max(ends(state, move))[1] - 5
    assert abs(away) == pytest.approx(max(CORNER_CLEARANCE, off), rel=1e-6)
    assert off < 1e-12 or away * side > 0, "on the side of the point"


def test_between_two_ends_a_hair_apart_there_is_no_place():
    low, high = 0.5, 0.5 + 3.5e-10
    assert nearest_free_position(0.5, low, high, [], gap=0.4, min_distance=2e-10) is None
    assert nearest_free_position(0.5, low, high, [], gap=0.4, min_distance=1e-10) == pytest.approx(
        0.5 + 1.75e-10
    )
    assert nearest_free_position(0.5, 0.5, 0.5000000000000001, [], gap=0.1) is None, (
        "floats leave none"
    )


def test_numbers_of_numpy_make_the_same_move_as_plain_ones():
    plain = split().draw((3, 0), (5, 10))
    other = split().draw(np.array([3.0, 0.0]), np.array([5.0, 10.0]))
    assert other == plain
    assert str(other) == str(plain) == "draw 0@0.3 - 2@0.5"


@given(points_on_the_border())
def test_points_on_the_border_of_any_area_make_a_legal_move_or_too_small_a_piece(found):
    state, number, p, q = found
    assume(state.map.find_face(tuple((a + b) / 2 for a, b in zip(p, q, strict=True))) == number)
    try:
        move = state.draw(p, q)
    except pg.IllegalMoveError as error:
        assert "smaller than the least area" in str(error) or "one side" in str(error)  # noqa: PT017 - either
        return
    assert move in state.legal_moves
    assert state.parse(str(move)) == move
    if isinstance(move, FillArea):
        assert move.area == number
    else:
        assert state.map.face_between(move.start, move.end) == number


coordinates = st.floats(-1, 11)
points = st.tuples(coordinates, coordinates)


@given(split_states(), points, points)
def test_any_two_points_make_a_legal_move_or_are_refused(state, p, q):
    try:
        move = state.draw(p, q)
    except pg.IllegalMoveError:
        return
    assert move in state.legal_moves
    if isinstance(move, DrawLine):
        for point in (p, q):
            reach = min(dist(point, end) for end in ends(state, move))
            assert reach <= SNAP_DISTANCE + 2 * CORNER_CLEARANCE


@given(running_split_states().filter(lambda state: state.phase == "line"))
def test_any_stroke_inside_a_small_area_means_to_fill_it(state):
    for k in filter(state.is_small, state.open_areas):
        first, second, third = state.areas[k].polygon[:3]
        inside = tuple(sum(xs) / 3 for xs in zip(first, second, third, strict=True))
        if state.map.find_face(inside) == k:
            assert state.draw(inside, inside) == FillArea(k)


@st.composite
def lines_near_small_areas(draw):
    """A position with a small area, and two points on its border or less than 2 away from it."""
    state = draw(running_split_states().filter(has_small_area))
    number = draw(st.sampled_from([k for k in state.open_areas if state.is_small(k)]))
    corners = state.areas[number].polygon
    sides = st.integers(0, len(corners) - 1)
    offs = st.just((0.0, 0.0)) | st.tuples(st.floats(-1.4, 1.4), st.floats(-1.4, 1.4))
    ends = []
    for _ in range(2):
        side, share, (dx, dy) = draw(sides), draw(st.floats(0, 1)), draw(offs)
        x, y = point_between(corners[side], corners[(side + 1) % len(corners)], share)
        ends.append((x + dx, y + dy))
    return state, *ends


def has_small_area(state):
    return state.phase == "line" and any(map(state.is_small, state.open_areas))


def verdict_of_shapely(state, p, q):
    """Return what the line p-q means by its coordinates alone; None where a hair decides."""
    middle = Point([(a + b) / 2 for a, b in zip(p, q, strict=True)])
    shapes = [Polygon(area.polygon) for area in state.areas]
    number = min(range(len(shapes)), key=lambda k: shapes[k].distance(middle))
    if any(shape.exterior.distance(middle) < 1e-9 for shape in shapes):
        return None
    area, limit = state.areas[number], state.rules.fill_limit
    value = round(shapes[number].area, 6)
    if area.owner is not None:
        return "refused"
    if value > limit or (value == limit and not state.rules.fill_inclusive):
        return "line"
    away = max(shapes[number].distance(Point(end)) for end in (p, q))
    if abs(away - SNAP_DISTANCE) < 1e-9 or not shapes[number].contains(middle):
        return None
    return FillArea(number) if away < SNAP_DISTANCE else "refused"


@given(lines_near_small_areas())
def test_a_line_in_a_small_area_fills_it_and_no_other_line_does_by_shapely(found):
    state, p, q = found
    expected = verdict_of_shapely(state, p, q)
    assume(expected is not None)
    move = drawn_or_none(state, p, q)
    if expected == "line":
        assert not isinstance(move, FillArea)
    else:
        assert (move or "refused") == expected
    event(str(expected).split()[0])


@given(points_on_the_border(), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_line_between_two_sides_of_an_area_fills_it_exactly_if_it_is_small(found, share, other):
    state, number, *_ = found
    corners = state.areas[number].polygon
    p, q = (
        point_between(corners[0], corners[1], share),
        point_between(corners[1], corners[2], other),
    )
    assume(not has_narrow_side(corners))
    for start, end in ((p, q), (q, p)):
        if state.is_small(number):
            assert state.draw(start, end) == FillArea(number)
            text = "draw {!r},{!r} - {!r},{!r}".format(*start, *end)
            assert state.parse(text) == FillArea(number)
        elif state.map.find_face(point_between(start, end, 0.5)) == number:
            assert not isinstance(drawn_or_none(state, start, end), FillArea)


def drawn_or_none(state, p, q):
    try:
        return state.draw(p, q)
    except pg.IllegalMoveError:
        return None


def has_narrow_side(corners):
    """Whether an area is so narrow that floats decide on which side of a border a point is."""
    return Polygon(corners).buffer(-1e-6).is_empty


LIMIT = ("draw 0@0.5 - 2@0.5", "color blue")  # two halves of 50
AT_THE_LIMIT = [
    ({"fill_limit": 20, "fill_inclusive": True}, 20.0, True),
    ({"fill_limit": 20, "fill_inclusive": False}, 20.0, False),
    ({"fill_limit": 20, "fill_inclusive": False}, 19.999, True),
    ({"fill_limit": 20, "fill_inclusive": True}, 20.001, False),
]


@pytest.mark.parametrize(("options", "value", "fills"), AT_THE_LIMIT)
def test_at_the_limit_a_line_fills_or_cuts_as_the_options_say(options, value, fills):
    state = split(*LIMIT, f"draw 5,{value / 5!r} - 10,{value / 5!r}", **options)
    number = state.map.find_face((7, 1))
    assert state.areas[number].value == pytest.approx(value)
    move = state.draw((5, value / 10), (10, value / 10))
    assert isinstance(move, FillArea if fills else DrawLine)


CORNER = ("draw 0@0.1 - 3@0.2", "color blue")
TRIANGLE = ("draw 0,3 - 3,0", "color blue")  # a small corner of 4.5; line 4 is its long side


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ((0, 1.5), (1.5, 0)),  # between two sides of the square
        ((1.5, 1.5), (0, 1)),  # from the side that is shared with the large area
        ((0, 0), (1.5, 1.5)),  # from a corner
        ((0, 3), (1, 0)),  # from an end of a line
        ((1, 1), (1, 1)),  # a point inside
        ((-0.4, 1), (1.8, 1.5)),  # a little too far on both sides
    ],
)
def test_a_line_in_a_small_area_fills_it_wherever_it_begins(p, q):
    state = split(*TRIANGLE)
    number = state.map.find_face((1, 1))
    assert state.draw(p, q) == state.draw(q, p) == FillArea(number)
    assert state.parse("draw {},{} - {},{}".format(*p, *q)) == FillArea(number)


def test_a_line_from_a_shared_side_into_the_large_area_cuts_that_one():
    state = split(*TRIANGLE)
    assert isinstance(state.draw((1.5, 1.5), (10, 9)), DrawLine)


OVER = ("draw 0@0.49 - 2@0.49", "color blue", "draw 4@0.5 - 1@0.5", "fill 0", "fill 1", "fill 2")
REFUSED = [
    ((*CORNER, "fill 0"), {}, ((0.5, 0), (0, 1)), "area 0 is filled"),
    ((), {}, ((3, 0), (7, 0)), "both points are on one side of area 0"),
    ((), {"min_area": 1}, ((0.5, 0), (0, 0.5)), "of 0.125 is smaller than the least area 1"),
    *(
        ((), {}, ((3, y), (7, 10)), f"(3, {y:g}) is not on the border of area 0")
        for y in (-SNAP_DISTANCE - 0.01, SNAP_DISTANCE + 0.01, 3)
    ),
    *(
        ((), {}, points, "is not on the border of area 0")
        for far in (1e308, -1e308, 1e200)
        for points in [((far, 0), (1, 1)), ((0, far), (far, far)), ((far, far), (-far, far))]
    ),
    (
        CORNER[:1],
        {},
        ((0.3, 0), (0, 0.3)),
        "choose a colour now (position: ply 1, seat 1 to choose",
    ),
    (OVER, {"fill_limit": 49, "min_area": 1}, ((3, 0), (7, 10)), "the game is over: "),
    (TRIANGLE, {}, ((1, 2), (2, 1)), "on one side of area"),
    (TRIANGLE, {}, ((0, 0.5), (0, 2)), "on one side of area"),
    (TRIANGLE, {}, ((0, 0), (0, 0)), "on one side of area"),
    (TRIANGLE, {}, ((-1, 1), (3, 1)), "(-1, 1) is not on the border of area 0"),
    (TRIANGLE, {}, ((0, 0), (2.2, 2.2)), "(2.2, 2.2) is not on the border of area 0"),
    (
        *(HALVES, {}, ((5, 5), (2, 2))),
        (
            "illegal move 'draw 5,5 - 2,2': (2, 2) is not on the border of area 0, "
            "where the line would run (position: ply 2, seat 1 to draw or fill)"
        ),
    ),
]


@pytest.mark.parametrize(("texts", "options", "points", "reason"), REFUSED)
def test_a_stroke_that_means_no_move_is_refused_with_the_reason(texts, options, points, reason):
    state = split(*texts, **options)
    before = state.to_text()
    assert reason in refusal(state, *points)
    assert state.to_text() == before


BAD = ["5", None, 1j, [1], True, 10**400, 10**5000, np.array([1.0, 2.0]), np.float64("nan")]
NO_POINTS = ["", "ab", None, 3, (), (1,), (1, 2, 3), np.eye(2), {}, float]


@pytest.mark.parametrize(
    "bad",
    [*NO_POINTS, *((each, 0) for each in (*BAD, float("nan"), float("inf"), -float("inf")))],
    ids=lambda bad: type(bad).__name__,
)
def test_what_is_no_pair_of_finite_numbers_is_refused(bad):
    for p, q in [(bad, (1, 1)), ((1, 1), bad)]:
        message = refusal(split(), p, q)
        assert "a point needs two finite coordinates" in message
        assert len(message) < 250
