"""`state.draw`: two points near a border become a legal move, or a refusal that says why."""

from math import dist

import numpy as np
import pytest
from helpers import split
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import points_on_the_border, running_split_states, split_states

import polygames as pg
from polygames.games.split.moves import GAP, REACH, DrawLine, FillArea, free_place

HALVES = ("draw 0@0.5 - 2@0.5", "color blue")  # line 4 from top to bottom in the middle


def ends(state, move):
    return [state.map.lines[spot.line].point(spot.at) for spot in (move.start, move.end)]


def refusal(state, p, q):
    with pytest.raises(pg.IllegalMoveError) as caught:
        state.draw(p, q)
    return str(caught.value)


# --- Snapping -----------------------------------------------------------------------------------


def test_points_on_the_border_stay_where_they_are():
    state = split()
    assert ends(state, state.draw((3, 0), (7, 10))) == [(3, 0), (7, 10)]


@pytest.mark.parametrize("off", [-REACH + 0.01, -0.1, 0.1, REACH - 0.01])
def test_a_point_off_the_border_within_reach_is_moved_straight_onto_it(off):
    state = split()
    assert ends(state, state.draw((3, off), (7, 10 - off))) == [(3, 0), (7, 10)]


@pytest.mark.parametrize("off", [-REACH - 0.01, REACH + 0.01, 3])
def test_a_point_out_of_reach_is_refused_by_its_coordinates(off):
    message = refusal(split(), (3, off), (7, 10))
    assert f"(3, {off:g}) is not on the border of area 0" in message


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
        assert away == pytest.approx(GAP, rel=1e-6)


def test_an_end_that_is_taken_is_kept_free_by_a_gap_on_the_side_of_the_point():
    state = split(*HALVES, "draw 4@0.5 - 1@0.5")
    below = ends(state, state.draw((5, 5.0001), (0, 5)))
    above = ends(state, state.draw((5, 4.9999), (0, 5)))
    assert max(below) == (5, pytest.approx(5 + GAP))
    assert max(above) == (5, pytest.approx(5 - GAP))


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
    assert free_place(at, 0, 1, taken, gap=0.1) == pytest.approx(place)


@pytest.mark.parametrize("off", [0, 1e-16, 1e-12, 0.9e-9, 1.1e-9, 1e-6, 1e-4])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_point_on_an_end_or_as_good_as_on_it_makes_a_legal_line_at_the_gap(off, side):
    state = split(*HALVES, "draw 4@0.5 - 1@0.5")
    move = state.draw((5, 5 + side * off), (0, 3))
    assert move in state.legal_moves
    assert abs(max(ends(state, move))[1] - 5) == pytest.approx(GAP, rel=1e-6)


def test_between_two_ends_a_hair_apart_there_is_no_place():
    low, high = 0.5, 0.5 + 3.5e-10
    assert free_place(0.5, low, high, [], gap=0.4, touch=2e-10) is None
    assert free_place(0.5, low, high, [], gap=0.4, touch=1e-10) == pytest.approx(0.5 + 1.75e-10)


def test_there_is_no_place_where_floats_leave_none():
    low, high = 0.5, 0.5000000000000001
    assert free_place(low, low, high, [], gap=0.1) is None


def test_numbers_of_numpy_make_the_same_move_as_plain_ones():
    plain = split().draw((3, 0), (5, 10))
    other = split().draw(np.array([3.0, 0.0]), np.array([5.0, 10.0]))
    assert other == plain
    assert str(other) == str(plain) == "draw 0@0.3 - 2@0.5"


@given(points_on_the_border())
def test_points_on_the_border_of_any_area_make_a_legal_move_or_too_small_a_piece(found):
    state, number, p, q = found
    assume(state.map.locate(tuple((a + b) / 2 for a, b in zip(p, q, strict=True))) == number)
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
            assert reach <= REACH + 2 * GAP


# --- Fills --------------------------------------------------------------------------------------


def test_a_line_in_a_small_area_means_to_fill_it():
    state = split("draw 0@0.1 - 3@0.2", "color blue")
    move = state.draw((0.5, 0), (0, 1))
    assert move in state.legal_moves
    assert isinstance(move, FillArea)
    assert state.areas[move.area].value == pytest.approx(1)


@given(running_split_states().filter(lambda state: state.phase == "line"))
def test_any_stroke_inside_a_small_area_means_to_fill_it(state):
    for k in filter(state.is_small, state.open_areas):
        first, second, third = state.areas[k].polygon[:3]
        inside = tuple(sum(xs) / 3 for xs in zip(first, second, third, strict=True))
        if state.map.locate(inside) == k:
            assert state.draw(inside, inside) == FillArea(k)


# --- Refusals -----------------------------------------------------------------------------------


def test_a_filled_area_is_refused():
    state = split("draw 0@0.1 - 3@0.2", "color blue", "fill 0")
    owned = next(k for k, area in enumerate(state.areas) if area.owner is not None)
    assert owned == 1 or state.areas[owned].value == pytest.approx(1)
    assert f"area {owned} is filled" in refusal(state, (0.5, 0), (0, 1))


def test_both_points_on_one_side_are_refused_for_that():
    assert "both points are on one side of area 0" in refusal(split(), (3, 0), (7, 0))


def test_too_small_a_piece_is_refused():
    message = refusal(split(min_area=1.0), (0.5, 0), (0, 0.5))
    assert "a piece of 0.125 is smaller than the least area 1" in message


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_a_point_without_finite_coordinates_is_refused(bad):
    for p, q in [((bad, 0), (1, 1)), ((0, 0), (1, bad))]:
        assert "finite coordinates" in refusal(split(), p, q)


BAD = ["5", None, 1j, [1], True, 10**400, 10**5000, np.array([1.0, 2.0]), np.float64("nan")]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: type(bad).__name__)
def test_a_coordinate_that_is_no_number_is_refused(bad):
    for p, q in [((bad, 0), (1, 1)), ((0, 0), (1, bad))]:
        message = refusal(split(), p, q)
        assert "a point has two finite coordinates" in message
        assert len(message) < 250


@pytest.mark.parametrize("bad", ["", "ab", None, 3, (), (1,), (1, 2, 3), np.eye(2), {}, float])
def test_what_is_no_pair_of_numbers_is_refused(bad):
    assert "a point has two finite coordinates" in refusal(split(), bad, (1, 1))
    assert "a point has two finite coordinates" in refusal(split(), (1, 1), bad)


@pytest.mark.parametrize("far", [1e308, -1e308, 1e200])
def test_a_point_far_outside_is_refused_as_off_the_border(far):
    for p, q in [((far, 0), (1, 1)), ((0, far), (far, far)), ((far, far), (-far, far))]:
        assert "is not on the border of area 0" in refusal(split(), p, q)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (split("draw 0@0.5 - 2@0.5"), "another kind of move is expected"),
        (split("draw 0@0.1 - 3@0.2"), "another kind of move is expected"),
    ],
    ids=["large", "small"],
)
def test_nothing_is_drawn_while_a_choice_is_due(state, reason):
    message = refusal(state, (0.3, 0), (0, 0.3))
    assert reason in message
    assert "seat 1 to choose a colour" in message


def test_nothing_is_drawn_after_the_end():
    state = split(fill_limit=49, min_area=1)
    for text in ("draw 0@0.49 - 2@0.49", "color blue", "draw 4@0.5 - 1@0.5"):
        state = state.play(state.parse(text))
    while state.outcome is None:
        state = state.play(FillArea(state.open_areas[0]))
    assert "the game is over: " in refusal(state, (3, 0), (7, 10))


def test_a_refusal_names_the_stroke_the_reason_and_the_position():
    message = refusal(split(*HALVES), (5, 5), (2, 2))
    assert message == (
        "illegal move 'draw 5,5 - 2,2': (2, 2) is not on the border of area 0, "
        "where the line would run (position: ply 2, seat 1 to draw or fill)"
    )


def test_draw_plays_nothing():
    state = split()
    before = state.to_text()
    state.draw((3, 0), (7, 10))
    assert state.to_text() == before
