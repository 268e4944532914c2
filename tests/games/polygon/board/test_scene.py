"""How Polygon looks, with names and numbers, at any zoom, and what it says a move would do."""

from dataclasses import replace
from itertools import combinations
from math import log10

import pytest
from helpers import polygon, random_state
from hypothesis import given
from strategies import UNEVEN_HEXAGON, polygon_states

from polygames.games.polygon.board import scene as labels
from polygames.games.polygon.board.explanations import point_text
from polygames.games.polygon.board.scene import (
    SEGMENT_COLORS,
    WHOLE_BOARD,
    WHOLE_BOARD_NOTE,
    caption,
    highlight_move,
    motion,
    move_style,
    preview,
    scene,
    spell,
    to_places,
    to_plane,
    zoom_to_targets,
)
from polygames.games.polygon.rules import Claim, new
from polygames.scene.model import Disc, Segment, Text, Window, distance_to_segment
from polygames.scene.palette import BLUE, GREEN, RED
from polygames.scene.projection import project
from polygames.scene.viewport import Viewport
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
    assert (top.text, top.middle[1] < -1) == ("A", True)


def test_y_of_given_corners_points_up():
    discs = clickable(scene(new(vertices=UNEVEN_HEXAGON)))
    assert discs["E"].center[1] < discs["B"].center[1]
    assert max(abs(x) for disc in discs.values() for x in disc.center) == pytest.approx(1)


def test_segments_of_the_seats_differ_by_colour_and_by_a_core():
    shapes = scene(polygon("A-D", "D-B", "B-E"))
    assert len(segments(shapes, RED)) == 2
    assert len(segments(shapes, BLUE)) == len(segments(shapes, "#ffffff")) == 1


@given(polygon_states())
def test_every_point_of_the_plane_has_one_place(state):
    for point in state.points:
        x, y = to_plane(state, to_places(state)(point))
        assert (float(x), float(y)) == pytest.approx(point.xy, abs=1e-9)


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


def test_a_claim_marks_the_start_and_moves_nothing():
    state = polygon("A-C", claim=True)
    (ring, *_) = highlight_move(state, Claim(), GREEN)
    assert ring.center == clickable(scene(state))["C"].center
    assert motion(state, Claim()) == ()


def test_the_page_draws_a_line_from_where_the_segment_starts_in_the_movers_colour():
    assert move_style(polygon()).line.start is None, "the start is still to be chosen"
    state = polygon("A-D")
    line = move_style(state).line
    assert (line.start, line.band) == (clickable(scene(state))["D"].center, BLUE)


def zoomed(window):
    """Return the zoom of a window, as a power of ten."""
    return log10((WHOLE_BOARD.right - WHOLE_BOARD.left) / (window.right - window.left))


def inside(window, state, points):
    places = map(to_places(state), points)
    return all(window.left < x < window.right and window.top < y < window.bottom for x, y in places)


def test_the_window_of_the_targets_has_the_start_unless_it_is_far_away():
    state = polygon("A-E", "E-C", "C-F", "F-B", "B-D", "D-A", "A-2x5")
    window, note = zoom_to_targets(state)
    assert note == ""
    assert zoomed(window) > 0.1
    assert inside(window, state, [*state.targets, state.here])
    far = polygon("A-D", "D-G", n=8)
    assert zoom_to_targets(far)[0] == WHOLE_BOARD or inside(
        zoom_to_targets(far)[0], far, far.targets
    )
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(labels, "MAX_WINDOW_RATIO", 0)
        window, note = zoom_to_targets(state)
    assert inside(window, state, state.targets)
    assert note == f"The segment starts at {state.name(state.here)}, outside this view."


@given(polygon_states())
def test_the_window_of_the_targets_shows_them_all_and_is_inside_the_board(state):
    window, note = zoom_to_targets(state)
    assert window.left < window.right
    assert min(window.left, window.top) >= WHOLE_BOARD.left
    assert max(window.right, window.bottom) <= WHOLE_BOARD.right
    assert (note == WHOLE_BOARD_NOTE) == (window == WHOLE_BOARD)
    if state.outcome is None:
        assert inside(window, state, state.targets)


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


HALF_PX = 5000  # half of the picture: its margins are negligible


def seen(state, window=WHOLE_BOARD):
    """Return what a picture of a window shows, in units of the whole board from its middle."""
    view, whole = (Viewport.fit(each, 2 * HALF_PX, 2 * HALF_PX) for each in (window, WHOLE_BOARD))
    shown = project(scene(state), view, full_view=whole)
    unit = whole.scale
    found = []
    for each in shown:
        if isinstance(each, Text):
            x, y = each.at
            found.append(
                replace(
                    each, at=((x - HALF_PX) / unit, (y - HALF_PX) / unit), size=each.size / unit
                )
            )
        elif isinstance(each, Disc):
            x, y = each.center
            found.append(replace(each, center=((x - HALF_PX) / unit, (y - HALF_PX) / unit)))
    return found


def names(shown):
    return [each for each in shown if isinstance(each, Text) and each.halo and not each.bold]


def numbers(shown):
    return [each for each in shown if isinstance(each, Text) and each.bold]


@pytest.mark.parametrize("zoom", [1, 3, 40])
@pytest.mark.parametrize("seed", range(12))
def test_no_name_covers_another_or_a_point_at_any_zoom(seed, zoom):
    state = drawn(seed, 12, n=5 + seed)
    x, y = to_places(state)(next(iter(state.targets), state.vertices[0]))
    reach = WHOLE_BOARD.right / zoom
    shown = seen(state, Window(x - reach, y - reach, x + reach, y + reach))
    made = names(shown)
    boxes = [box(each) for each in made]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        centers = [e.center for e in shown if isinstance(e, Disc) and e.target]
        assert not any(left < x < right and top < y < bottom for x, y in centers)


def test_the_names_are_those_of_crossings_that_can_be_chosen_or_were_last_and_are_beside_them():
    state = drawn(1, 6, n=7)
    shown = seen(state)
    wanted = {
        labels.display_name(state.name(point))
        for point in (*state.targets, *state.path[-2:])
        if point in state.crossings
    }
    made = {each.text: each.at for each in names(shown)}
    assert wanted
    assert set(made) == wanted, "there is room for all of them"
    discs = [each for each in shown if isinstance(each, Disc) and each.target]
    centers = {labels.display_name(each.target): each.center for each in discs}
    for name, (x, y) in made.items():
        u, v = centers[name]
        assert max(abs(x - u), abs(y - v)) < 0.12


def test_with_too_many_crossings_and_at_the_end_only_those_of_the_last_segment_are_named():
    state = drawn(1, 30, n=12)
    crossings = [point for point in state.targets if point in state.crossings]
    assert len(crossings) > labels.MAX_LABELLED_CROSSINGS
    last = [state.name(point) for point in state.path[-2:]]
    assert [each.text for each in names(scene(state))] == list(map(labels.display_name, last))
    over = random_state(0, 5, "polygon", n=5)
    assert over.outcome is not None
    assert names(scene(over)) == []


@pytest.mark.parametrize("seed", range(8))
def test_the_number_of_a_segment_is_beside_it_in_its_colour_and_covers_nothing(seed):
    state = drawn(seed, 8, n=5 + seed)
    shown = seen(state)
    path = list(map(to_places(state), state.path))
    assert numbers(shown)
    for each in numbers(shown):
        number = int(each.text)
        assert each.fill == SEGMENT_COLORS[(number - 1) % 2]
        assert distance_to_segment(each.at, path[number - 1], path[number]) < 0.12
        others = [distance_to_segment(each.at, *path[k : k + 2]) for k in range(len(path) - 1)]
        assert min(others) > 0.01, "no segment runs through it"
    boxes = [box(each) for each in shown if isinstance(each, Text)]
    assert not any(meet(one, two) for one, two in combinations(boxes, 2))


def test_all_segments_of_a_short_game_have_numbers_also_where_a_part_of_them_is_visible():
    state = polygon("A-D", "D-G", "G-B", "B-F", n=8)
    assert [each.text for each in numbers(seen(state))] == ["1", "2", "3", "4"]
    x, y = to_places(state)(state.vertices[3])
    reach = WHOLE_BOARD.right / 40
    shown = numbers(seen(state, Window(x - reach, y - reach, x + reach, y + reach)))
    assert [each.text for each in shown] == ["1", "2"], "those at D"
    assert all(max(map(abs, each.at)) < WHOLE_BOARD.right for each in shown)


def test_a_label_without_room_appears_as_soon_as_the_zoom_parts_it_from_others():
    state = drawn(1, 40, n=12)
    late = [each for each in numbers(scene(state)) if each.min_zoom]
    assert late
    assert {each.text for each in late}.isdisjoint(each.text for each in numbers(seen(state)))
    for each in late:
        reach = WHOLE_BOARD.right / each.min_zoom * 0.99
        x, y = each.at
        shown = numbers(seen(state, Window(x - reach, y - reach, x + reach, y + reach)))
        assert each.text in {other.text for other in shown}


def test_a_neighbour_of_the_first_corner_is_refused_with_the_reason_of_the_rules():
    assert move_style(polygon()).line.restart == polygon().why_no_target("B", "A")
    assert move_style(polygon("A-C")).line.restart == "", "then each point has its own reason"


def test_a_crossing_that_the_status_line_names_has_its_name_on_the_board():
    moves = ("E-A", "A-D", "D-B", "B-F", "F-C", "C-1x4")
    for state in (polygon(*moves), polygon(*moves, "1x4-2x5")):
        name = point_text(state.name(state.here))
        assert name.startswith("crossing ")
        assert caption(state).status.endswith(f"draws a segment from {name}")
        assert name.removeprefix("crossing ") in {
            each.text for each in scene(state) if isinstance(each, Text)
        }
