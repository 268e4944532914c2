"""How Splinter looks, and what it says a move would do."""

import json

import pytest
from call_counts import count_calls
from helpers import splinter
from hypothesis import given
from strategies import splinter_states

from polygames.core.descriptions import move_text
from polygames.games.splinter.board.scene import caption, highlight_move, preview, scene, spell
from polygames.scene.highlights import LAST_MOVE_COLOR, arrow_axis
from polygames.scene.model import Disc, Polygon, Segment, Text, distance_to_segment
from polygames.scene.palette import GREEN
from polygames.view.frame import frame


def discs(shapes):
    """Return the centres of the pieces; a piece has one filled disc."""
    return sorted(each.center for each in shapes if isinstance(each, Disc) and each.fill)


def centers(state):
    return sorted(
        (c + 0.5, r + 0.5)
        for r, row in enumerate(state.rows)
        for c, cell in enumerate(row)
        if cell != "."
    )


def words(state, text):
    return preview(state, state.parse(text)).label


@given(splinter_states())
def test_every_piece_is_a_disc_and_every_king_has_a_crown(state):
    shapes = scene(state)
    assert discs(shapes) == centers(state)
    crowns = [each for each in shapes if isinstance(each, Polygon) and len(each.points) == 7]
    assert len(crowns) == sum(cell in "WB" for row in state.rows for cell in row)


def test_after_a_move_the_squares_are_the_same_ones_but_for_those_that_changed():
    first, second = scene(splinter()), scene(splinter("h9-h10"))
    squares = [each for each in first if isinstance(each, Polygon) and each.target]
    kept = {id(each) for each in second}
    changed = {each.target for each in squares if id(each) not in kept}
    assert len(squares) == 270
    assert changed == {"h9", "h10", "h11", "h12", "h13"}


@given(splinter_states())
def test_every_square_is_a_target_that_says_what_stands_there(state):
    rows, columns = state.shape
    squares = {each.target: each for each in scene(state) if getattr(each, "target", None)}
    assert len(squares) == rows * columns
    for move in state.legal_moves:
        piece, end = spell(move)
        assert squares[piece].label.startswith(f"{piece}: {('white', 'black')[state.turn]} ")
        assert end in squares


def test_coordinates_run_from_the_bottom_left():
    texts = {
        (each.text, each.at[0] > 7): each.at for each in scene(splinter()) if isinstance(each, Text)
    }
    assert texts["1", False][1] > texts["18", False][1]
    assert texts["a", False][0] < texts["o", True][0]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("h9-h10", "king h9 to h10, pushes 3"),
        ("h7-h6", "pawn h7 to h6"),
        ("f11-f12", "pawn f11 to f12, pushes 1"),
        ("f7-e6", "pawn f7 to e6, removes 1 white pawn"),
    ],
)
def test_a_preview_and_the_name_of_a_move_say_what_it_does(text, label):
    assert words(splinter(), text) == move_text(splinter(), splinter().parse(text)) == label


def test_a_preview_says_how_the_game_ends():
    state = splinter(board=["Ww...", "..w..", "...bB"])
    assert words(state, "c2-c3") == "pawn c2 to c3, separates the kings: White wins 3-2"
    state = splinter(board=["Wb.bB", "..w..", "..w.."])
    label = "pawn c2 to b1, removes 2 white pawns, separates the kings: Black wins 2-2"
    assert words(state, "c2-b1") == f"{label} (fewer lost pawns)"
    state = splinter(board=["BwWw", "w..b"], edge="remove")
    assert (
        words(state, "a1-a2")
        == "pawn a1 to a2, pushes 1, White wins: a king was pushed off the board"
    )
    state = splinter(board=["Wb.bB", "..w..", "..b.."])
    assert "removes 1 white pawn and 1 black pawn" in words(state, "c2-b1")


def test_a_preview_shows_where_the_row_goes_and_what_is_lost():
    state = splinter()
    shown = preview(state, state.parse("h9-h10")).scene
    assert discs(shown) == [(7.5, y + 0.5) for y in (5, 6, 7, 8)]
    assert sum(isinstance(each, Segment) for each in shown) == 1
    shown = preview(state, state.parse("f7-e6"))
    assert discs(shown.fading) == [(4.5, 12.5)]
    assert sum(isinstance(each, Segment) for each in shown.scene) == 1 + 4, (
        "an arrow and a cross with its rim"
    )


@given(splinter_states())
def test_a_preview_agrees_with_the_move(state):
    before = set(centers(state))
    for move in state.legal_moves:
        shown, after = preview(state, move), state.play(move)
        lost = set(discs(shown.fading))
        assert len(lost) == sum(after.lost) - sum(state.lost) or "king was pushed" in shown.label
        moved = set(discs(shown.scene))
        start, *_ = [each for each in shown.scene if isinstance(each, Polygon) and each.fill]
        (x, y), *_ = start.points
        assert (before - {(x + 0.5, y + 0.5)} | moved) - lost == set(centers(after))


def test_a_mark_goes_around_all_that_moved_and_crosses_what_was_lost():
    state = splinter(board=["......", ".wWbB.", "......"])
    rim, band, *crosses = highlight_move(state, state.parse("b2-c2"), LAST_MOVE_COLOR)
    xs, ys = zip(*band.points, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((1, 6)), "the square left and three entered"
    assert (min(ys), max(ys)) == pytest.approx((1, 2))
    assert (rim.points, band.stroke) == (band.points, LAST_MOVE_COLOR)
    assert crosses == []
    drawn = highlight_move(state, state.parse("b2-c2"), GREEN)
    (x, y), (u, v) = arrow_axis(drawn)
    assert 1.5 < x < 2 < u < 2.5, "from the square that is clicked first into the second one"
    assert (y, v) == (1.5, 1.5)
    assert {each.fill for each in drawn if isinstance(each, Polygon)} == {None, GREEN}
    strokes = [each for each in drawn if isinstance(each, Segment) and each.stroke == GREEN]
    assert [(int(each.start[0]), int(each.end[0])) for each in strokes] == [(2, 3), (3, 4), (4, 5)]
    apart = splinter(board=[".w....", "..W.b.", "...B.."])
    lost = [
        each
        for each in highlight_move(apart, apart.parse("c2-c1"), GREEN)
        if isinstance(each, Segment)
    ]
    assert {each.stroke for each in lost} > {GREEN}


def test_the_mark_of_a_push_that_could_be_made_leaves_every_piece_to_be_seen():
    """It ran over the middle of all that is pushed, so that a king's crown could not be read."""
    state = splinter()
    for move in state.legal_moves:
        drawn = highlight_move(state, move, GREEN)
        axis = arrow_axis(drawn)
        lines = [axis, *((each.start, each.end) for each in drawn if isinstance(each, Segment))]
        for each in scene(state):
            if isinstance(each, Disc):
                assert min(distance_to_segment(each.center, *line) for line in lines) > 0.25


def test_captions_say_who_moves_and_how_it_ended():
    assert caption(splinter()).status == "White moves a piece"
    assert [label.name for label in caption(splinter()).seats] == ["White", "Black"]
    assert len({label.mark for label in caption(splinter()).seats}) == 2
    state = splinter(board=["Wbbb....", ".......B", "......bw"])
    assert caption(state).status == "The kings are apart: White wins 4-3"
    assert caption(splinter(board=["WwbB"])).status == "A tie: no legal move"


def test_the_labels_of_all_moves_of_the_start_are_made_in_a_moment():
    state = splinter()
    number, sent = count_calls(lambda: frame(state, version=1, active=True))
    assert len(sent["moves"]) == 120
    assert len(json.dumps(sent, separators=(",", ":"))) < 40_000
    assert number < 120_000


def test_the_frame_after_a_move_tells_what_fades():
    state = splinter()
    move = state.parse("f7-e6")
    assert frame(state, version=1, active=True)["fading"] == []
    fading = frame(state.play(move), version=2, active=True, fading=preview(state, move).fading)[
        "fading"
    ]
    assert [shape["kind"] for shape in fading] == ["disc", "disc"]


def test_beside_the_names_are_the_pieces_left_and_once_it_is_decided_the_groups():
    def counts(state):
        return [seat.count for seat in caption(state).seats]

    assert counts(splinter()) == ["15 left"] * 2
    assert counts(splinter("f7-e6")) == ["14 left", "15 left"]
    apart = splinter(board=["Ww...bB"])
    assert counts(apart) == ["group of 2, 0 lost", "group of 2, 0 lost"], "then losses decide"
    assert counts(splinter(board=["Wbw...B"])) == ["group of 3", "group of 1"]


@given(splinter_states())
def test_the_count_beside_a_name_is_of_the_pieces_on_the_board_or_of_the_last_group(state):
    for seat, (own, label) in enumerate(zip(("wW", "bB"), caption(state).seats, strict=True)):
        left = sum(sign in own for row in state.rows for sign in row)
        lost = f", {state.lost[seat]} lost" if len({*state.scores}) == 1 else ""
        apart = f"group of {state.scores[seat]}{lost}"
        assert label.count == (apart if state.is_apart else f"{left} left")
