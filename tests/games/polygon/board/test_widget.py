"""Polygon's board driven by calls and by the client's messages, without kernel or browser."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers import moves_of
from ipywidgets import Textarea
from page_driver import PageDriver

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.polygon.board.scene import WHOLE_BOARD, WHOLE_BOARD_NOTE
from polygames.games.polygon.board.widget import PolygonBoard
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Disc, Segment


@pytest.fixture
def board(open_board):
    return open_board("polygon", n=6)


def visible(board):
    return board._conversation.visible_window


def play(board, *moves):
    for move in moves:
        board.play(move)


def items(board):
    return {item["target"]: item for item in board.pointer.frame["items"]}


def test_the_games_own_board_is_used(board):
    assert isinstance(board, PolygonBoard)
    frame = board.pointer.frame
    assert json.loads(json.dumps(frame, allow_nan=False))["home"] == frame["window"]


def test_the_client_zooms_and_the_view_stays_when_a_move_is_played(board):
    play(board, "E-A", "A-D", "D-B", "B-F", "F-C")
    x, y = items(board)["1x4"]["center"]
    window = [x - 1e-5, y - 1e-5, x + 1e-5, y + 1e-5]
    PageDriver(board).tell("show_window", window=window)
    assert board.pointer.frame["window"] == window
    PageDriver(board).tell("move", spelling=["1x4"])
    assert moves_of(board)[-1] == "C-1x4"
    assert board.pointer.frame["window"] == window
    PageDriver(board).tell("show_window", window=None)
    assert visible(board) is None


def test_keys_and_buttons_zoom_to_the_targets(board):
    play(board, "A-E", "E-C", "C-F", "F-B", "B-D", "D-A", "A-2x5")
    PageDriver(board).tell("key", key="t")
    fitted = visible(board)
    for end in [board.state.here, *board.state.targets]:
        x, y = items(board)[board.state.name(end)]["center"]
        assert fitted.left < x < fitted.right
        assert fitted.top < y < fitted.bottom
    PageDriver(board).tell("show_window", window=None)
    assert visible(board) is None
    PageDriver(board).press("Zoom to green points")
    assert visible(board) == fitted
    assert board.message == ""
    PageDriver(board).press("Whole board")
    assert visible(board) is None


def test_a_note_says_that_the_targets_need_the_whole_board(board):
    play(board, "A-C")
    PageDriver(board).tell("show_window", window=[0, 0, 0.5, 0.5])
    PageDriver(board).press("Zoom to green points")
    assert (board.pointer.frame["window"], board.message) == (
        [WHOLE_BOARD.left, WHOLE_BOARD.top, WHOLE_BOARD.right, WHOLE_BOARD.bottom],
        WHOLE_BOARD_NOTE,
    )


def test_crossings_show_whether_their_colours_would_do(board):
    play(board, "E-A", "A-D", "D-B", "B-F", "F-C")
    shown = {part.target: part for part in board.scene if hasattr(part, "radius")}
    kinds = {name: (part.fill, part.stroke) for name, part in shown.items() if "x" in str(name)}
    assert kinds["1x4"] == ("#009e73", None), "a target"
    assert kinds["1x5"] == ("#666666", "#ffffff"), "both are red"
    play(board, "C-1x4")
    ring = next(p for p in board.scene if getattr(p, "target", None) == "3x6")
    assert ring.label == "crossing 3×6: the segment would overlap segment 6"
    assert (ring.fill, ring.stroke) == ("#ffffff", "#666666"), "of two colours, but not from here"


def test_the_help_says_how_this_board_is_used(board):
    last = board.get_panel("Help").box.children[-1]
    assert "Ctrl + wheel zooms in" in last.value


def test_a_move_has_a_short_label_and_the_whole_preview_when_it_is_pointed_at(board):
    play(board, "E-A", "A-D", "D-B", "B-F", "F-C")
    moves = {move["spelling"][0]: move for move in board.pointer.frame["moves"]}
    assert moves["1x4"]["label"] == "C to crossing 1×4"
    told = []
    board.pointer.send = told.append
    PageDriver(board).tell("request_preview", spelling=["1x4"])
    (told_move,) = told
    assert told_move["label"] == "C to crossing 1×4, crosses segments at 2 points, Red has 1 reply"
    assert len(told_move["preview"]) == 3


def test_the_last_segment_is_marked_and_keeps_its_own_colour(board):
    play(board, "A-D", "D-B")
    shown = [part.stroke for part in board.highlight_last_move() if isinstance(part, Segment)]
    assert shown[1:] == [LAST_MOVE_COLOR, "#ffffff", "#0072b2", "#ffffff"], "blue is double"
    assert board.undo() is None
    shown = [part.stroke for part in board.highlight_last_move() if isinstance(part, Segment)]
    assert shown[1:] == [LAST_MOVE_COLOR, "#ffffff", "#cc3311"]


def drag(board, name, to, unit=0.0045):
    PageDriver(board).tell("drop_handle", handle=name, point=to, pixel_size=unit)


def test_corners_are_dragged_and_snapped_to_round_numbers(board):
    board.shape(on=True)
    frame = board.pointer.frame
    assert [handle["name"] for handle in frame["handles"]] == list("ABCDEF")
    assert not frame["active"]
    drag(board, "A", [0.2034, -1.0971])
    assert board.state.options["vertices"][0] == (20, 110)
    assert board.message == "A is now at (20, 110)."
    shown = board.pointer.frame["handles"]
    assert shown[0]["at"][1] == pytest.approx(-1), "the picture fits the new polygon"
    x, y = shown[2]["at"]
    drag(board, "C", [x + 0.1, y])
    first, _, third = board.state.options["vertices"][:3]
    assert (first, third[1]) == ((20, 110), -50)
    assert third[0] > 90
    board.shape(on=False)
    assert board.pointer.frame["handles"] == []
    assert board.pointer.frame["active"]


def test_a_corner_is_put_down_more_finely_when_zoomed_in(board):
    board.shape(on=True)
    drag(board, "A", [0.2034, -1.0971], unit=1e-5)
    assert board.state.options["vertices"][0] == (Fraction(2034, 100), Fraction(10971, 100))


def test_a_dent_is_refused_with_the_reason_and_the_board_is_as_it_was(board):
    board.shape(on=True)
    before, frame = board.state, board.pointer.frame
    drag(board, "A", [0.0, 0.3])
    assert board.state is before
    assert "not a strictly convex polygon: it turns the other way at vertex A" in board.message
    assert board.pointer.frame["handles"] == frame["handles"]


def test_corners_stay_where_they_are_once_a_segment_is_drawn(board):
    board.shape(on=True)
    board.play("A-C")
    assert board.pointer.frame["handles"] == []
    assert PageDriver(board).button("Drag corners").disabled
    assert not PageDriver(board).button("Drag corners").value
    with pytest.raises(OptionError, match="before the first segment"):
        board.shape(on=True)
    board.undo()
    assert not PageDriver(board).button("Drag corners").disabled
    PageDriver(board).button("Drag corners").value = True
    assert len(board.pointer.frame["handles"]) == 6


def test_the_form_offers_shapes_and_starts_a_random_one(board):
    page, fields = PageDriver(board), board.get_panel("New game").fields
    fields["n"].value = 9
    fields["colors"].value = "any"
    page.field("Shape").value = "random convex"
    first = page.field("Corners", kind=Textarea).value
    fields["n"].value = 8
    assert page.field("Corners", kind=Textarea).value != first
    assert page.start() == ""
    assert board.state.rules.n == 8
    assert board.state.options["colors"] == "any"
    assert board.state.rules.vertices is not None
    page.field("Shape").value = "regular"
    assert page.start() == ""
    assert board.state.rules.vertices is None
    assert board.state.rules.n == 8


def test_the_form_takes_own_corners_and_says_what_is_wrong_with_them(board):
    page = PageDriver(board)
    page.field("Shape").value = "custom corners"
    corners = page.field("Corners", kind=Textarea)
    assert corners.value.splitlines()[0] == "0, 100", "it begins with those on the board"
    corners.value = "0, 0\n1/3, 0\n2, 1\n0, 5"
    assert page.start() == ""
    assert board.state.options["vertices"][1] == (Fraction(1, 3), 0)
    before = board.state
    corners.value = "0, 0\n1, 0\n2, 0\n0, 5"
    assert "vertices A, B, C lie on one line" in page.start()
    assert board.state is before


def test_presets_with_corners_and_dragged_corners_reach_the_form(board):
    page = PageDriver(board)
    page.field("Rules").value = "uneven"
    assert page.field("Shape").value == "custom corners"
    assert page.start() == ""
    assert board.state == pg.new("polygon", preset="uneven")
    page.field("Rules").value = "hexagon"
    assert page.field("Shape").value == "regular"
    board.new(n=40)
    assert board.get_panel("New game").fields["n"].value == 40


def test_a_hint_says_what_is_proved_and_nothing_sure_of_what_is_not(board):
    found = pg.analyse(board.state, seconds=5)
    best = found.moves[0]
    assert best.proved
    assert best.value > 0
    assert board.hint_note(found) == (
        f"Red wins in at most {best.distance} segments, whatever Blue draws."
    )
    board._hints.show_analysis(found)
    assert "whatever Blue draws." in board.message
    open_moves = tuple(replace(each, proved=False) for each in found.moves)
    assert board.hint_note(replace(found, moves=open_moves)) == ""
    play(board, "A-D")
    found = pg.analyse(board.state, seconds=5)
    assert found.is_proved
    assert board.hint_note(found) == "Every move loses if Red replies well."


def test_the_header_says_in_the_first_moves_what_the_points_are_and_shows_no_score(board):
    header = PageDriver(board).header
    assert board.info.summary in header
    assert "Red" in header
    assert "<b>0" not in header
    play(board, "A-C")
    words = "Choose a green point: a corner, or a place where two colours cross."
    assert words in PageDriver(board).header


def test_only_a_move_that_was_made_puts_dots_on_the_signs_of_an_analysis(board):
    move = board.state.parse("A-C")
    shapes = board.info.highlight_move(board.state, move, "#7a2a6b")
    assert not [each for each in shapes if isinstance(each, Disc)]
    assert [
        each
        for each in board.info.highlight_move(board.state, move, LAST_MOVE_COLOR)
        if isinstance(each, Disc)
    ]
