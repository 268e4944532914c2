"""How Polygon looks, at any zoom, with names and numbers, and what it says a move would do."""

from fractions import Fraction
from itertools import combinations

import pytest
from helpers import polygon, random_state
from hypothesis import given
from strategies import UNEVEN_HEXAGON, polygon_states

from polygames.games.polygon.board import scene as labels
from polygames.games.polygon.board.explanations import point_text
from polygames.games.polygon.board.scene import (
    SEGMENT_COLORS,
    View,
    caption,
    highlight_move,
    preview,
    scene,
    spell,
)
from polygames.games.polygon.rules import Claim, new
from polygames.scene.model import Disc, Polygon, Segment, Text, distance_to_segment
from polygames.scene.palette import BLUE, GREEN, RED
from polygames.view.frame import frame


def clickable(shapes):
    return {each.target: each for each in shapes if getattr(each, "target", None)}


def segments(shapes, ink):
    return [each for each in shapes if isinstance(each, Segment) and each.stroke == ink]


@given(polygon_states())
def test_every_point_can_be_clicked_and_says_why_it_is_no_target(state):
    points = clickable(scene(state))
    assert set(points) == {state.name(point) for point in state.points}
    for name, disc in points.items():
        reason = state.why_no_target(name)
        if state.outcome is not None:
            reason = f"the game is over. {caption(state).status}"
        assert disc.label == ": ".join(filter(None, [point_text(name), reason]))
        assert disc.fixed
        assert (disc.fill == GREEN) == (reason is None)


def test_only_the_first_move_is_spelled_by_two_points():
    assert {len(spell(move)) for move in polygon().legal_moves} == {2}
    assert {len(spell(move)) for move in polygon("A-C").legal_moves} == {1}
    assert spell(Claim()) == ("claim",)


def test_the_first_vertex_of_a_regular_polygon_is_on_top():
    discs = clickable(scene(new(n=5)))
    assert discs["A"].center == pytest.approx((0, -1))
    assert discs["B"].center[0] > 0
    top = next(each for each in scene(new(n=5)) if isinstance(each, Text))
    assert (top.text, top.at[1] < -1) == ("A", True)


def test_y_of_given_corners_points_up():
    discs = clickable(scene(new(vertices=UNEVEN_HEXAGON)))
    assert discs["E"].center[1] < discs["B"].center[1]
    assert max(abs(x) for disc in discs.values() for x in disc.center) == pytest.approx(1)


def test_segments_of_the_seats_differ_by_colour_and_by_a_core():
    shapes = scene(polygon("A-D", "D-B", "B-E"))
    assert len(segments(shapes, RED)) == 2
    assert len(segments(shapes, BLUE)) == len(segments(shapes, "#ffffff")) == 1


@given(polygon_states())
def test_the_same_view_given_by_hand_draws_the_same(state):
    assert scene(state, View.of_polygon(state)) == scene(state)


def test_a_view_beside_everything_shows_no_line_and_a_view_within_the_field():
    state = polygon("A-C")
    beside = scene(state, View((Fraction(1000), Fraction(0)), Fraction(1)))
    assert not any(isinstance(each, Segment | Disc | Polygon) for each in beside)
    within = scene(state, View((Fraction(0), Fraction(-1, 2)), Fraction(10**12)))
    field = [each for each in within if isinstance(each, Polygon)]
    assert len(field) == 1
    assert len(field[0].points) == 4


def test_a_view_from_far_off_shows_a_small_polygon():
    shapes = scene(polygon("A-C"), View((Fraction(0), Fraction(0)), Fraction(1, 10**6)))
    assert max(abs(x) for disc in clickable(shapes).values() for x in disc.center) < 2e-6


def words(state, text):
    return preview(state, state.parse(text)).label


def test_a_preview_says_what_a_move_would_do():
    assert words(polygon("A-C"), "C-E") == "C to E, Red has 2 replies"
    state = polygon("A-D", "D-B")
    assert words(state, "B-E") == "B to E, crosses segments at 1 point, Blue has 2 replies"
    assert words(polygon(n=4), "A-C") == "A to C, Blue has no reply: Red wins"
    assert words(polygon(n=4, claim=True), "A-C") == "A to C, Blue has no replies"
    assert words(polygon(claim=True), "claim") == "claim that no segment is left, and lose"


@given(polygon_states())
def test_a_preview_draws_the_segment_and_its_crossings(state):
    for move in list(state.legal_moves)[:5]:
        if isinstance(move, Claim):
            continue
        shapes = preview(state, move).scene
        after = state.play(move)
        new_points = sum(len(after.lines) in through for through in after.crossings.values())
        assert len(segments(shapes, (RED, BLUE)[state.turn])) == 1
        assert sum(isinstance(each, Disc) for each in shapes) == new_points
        assert len(segments(highlight_move(state, move, GREEN), (RED, BLUE)[state.turn])) == 1


def test_marks_and_previews_keep_to_a_view():
    state = polygon("A-D", "D-B", "B-E", "E-C", colors="any")
    view = View((Fraction(50), Fraction(0)), Fraction(1))
    move = state.parse("C-F")
    assert highlight_move(state, move, GREEN, view) == ()
    assert preview(state, move, view).scene == ()
    assert highlight_move(state, Claim(), GREEN, view) == ()


@pytest.mark.parametrize(
    ("moves", "options", "status"),
    [
        ((), {}, "Red draws the first segment, between two corners that are not neighbours"),
        (("A-C",), {}, "Blue draws a segment from C"),
        (("A-C",), {"n": 4}, "Red wins: Blue cannot draw a segment from C"),
        (("A-C",), {"max_plies": 1}, "unfinished after 1 moves"),
    ],
)
def test_the_caption_says_who_is_to_move_and_how_it_ended(moves, options, status):
    told = caption(polygon(*moves, **options))
    assert told.status == status
    assert [label.mark for label in told.seats] == ["─", "═"]


def test_the_board_gets_every_move():
    state = random_state(3, 8, "polygon", n=7, colors="any")
    moves = frame(state, version=1, active=True)["moves"]
    assert [move["spelling"] for move in moves] == [spell(move) for move in state.legal_moves]
    assert all(move["label"].startswith(state.name(state.here)) for move in moves)


def drawn(seed, plies, **options):
    return random_state(seed, plies, "polygon", colors="any", **options)


def box(text):
    (x, y), half = text.at, labels.LETTER_ASPECT * text.size * len(text.text) / 2
    return x - half, y - text.size / 2, x + half, y + text.size / 2


def meet(one, two):
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("seed", range(12))
def test_no_name_covers_another_or_a_point(seed):
    state = drawn(seed, 12, n=5 + seed)
    shown = scene(state)
    made = list(labels.crossing_names(state, shown))
    boxes = [box(each) for each in (*made, *(e for e in shown if isinstance(e, Text)))]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))
    for each in made:
        left, top, right, bottom = box(each)
        centers = [e.center for e in shown if isinstance(e, Disc) and e.target]
        assert not any(left < x < right and top < y < bottom for x, y in centers)


def test_the_names_are_those_of_crossings_that_can_be_chosen_and_stand_beside_them():
    state = drawn(1, 6, n=7)
    shown = scene(state)
    wanted = {
        labels.display_name(state.name(point))
        for point in state.targets
        if point in state.crossings
    }
    made = {each.text: each.at for each in labels.crossing_names(state, shown)}
    assert wanted
    assert set(made) == wanted, "there is room for all of them"
    discs = [each for each in shown if isinstance(each, Disc) and each.target]
    centers = {labels.display_name(each.target): each.center for each in discs}
    for name, (x, y) in made.items():
        u, v = centers[name]
        assert max(abs(x - u), abs(y - v)) < 0.12


def test_where_there_are_too_many_and_at_the_end_nothing_is_written():
    state = drawn(1, 30, n=12)
    crossings = [point for point in state.targets if point in state.crossings]
    assert len(crossings) > labels.MAX_LABELLED_CROSSINGS
    assert list(labels.crossing_names(state, scene(state))) == []
    over = random_state(0, 5, "polygon", n=5)
    assert over.outcome is not None
    assert list(labels.crossing_names(over, scene(over))) == []


def numbered(state, view=None):
    """Return the picture with its names, and the numbers of the segments."""
    view = view or View.of_polygon(state)
    shown = scene(state, view)
    shown = (*shown, *labels.crossing_names(state, shown))
    return shown, list(labels.segment_numbers(state, view, shown))


@pytest.mark.parametrize("seed", range(8))
def test_the_number_of_a_segment_stands_beside_it_in_its_colour_and_covers_nothing(seed):
    state = drawn(seed, 8, n=5 + seed)
    shown, made = numbered(state)
    path = [View.of_polygon(state).to_view(point) for point in state.path]
    assert made
    for each in made:
        number = int(each.text)
        assert each.fill == SEGMENT_COLORS[(number - 1) % 2]
        near = distance_to_segment(each.at, path[number - 1], path[number])
        assert near < 0.12
        others = [distance_to_segment(each.at, *path[k : k + 2]) for k in range(len(path) - 1)]
        assert min(others) > 0.01, "no segment runs through it"
    boxes = [box(each) for each in (*made, *(e for e in shown if isinstance(e, Text)))]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))


def test_all_segments_of_a_short_game_are_numbered_and_none_out_of_sight():
    state = polygon("A-D", "D-G", "G-B", "B-F", n=8)
    _, made = numbered(state)
    assert [each.text for each in made] == ["1", "2", "3", "4"]
    corner = state.vertices[0]
    near = View(View.of_polygon(state).to_exact(corner), View.of_polygon(state).scale * 40)
    _, made = numbered(state, near)
    assert {each.text for each in made} <= {"1"}
