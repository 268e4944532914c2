"""Polygon's board driven by calls and by the client's messages, without kernel or browser."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers import moves_of
from ipywidgets import Textarea
from page_driver import PageDriver, shown_html

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.polygon.board import views
from polygames.games.polygon.board.widget import MAX_REMEMBERED_VIEWS, PolygonBoard
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Disc, Segment
from polygames.scene.palette import BLUE


@pytest.fixture
def board(open_board):
    return open_board("polygon", n=6)


def zoom(board):
    return views.zoom_power(board.view, board.whole_view)


def play(board, *moves):
    for move in moves:
        board.play(move)


def items(board):
    return {item["target"]: item for item in board.pointer.frame["items"]}


def test_the_games_own_board_is_used(board):
    assert isinstance(board, PolygonBoard)
    frame = board.pointer.frame
    assert json.loads(json.dumps(frame, allow_nan=False))["home"] == frame["window"]


def test_a_band_begins_where_the_segment_does(board):
    assert board.pointer.frame["band"]["from"] is None, "the start is still to be chosen"
    play(board, "A-D")
    band = board.pointer.frame["band"]
    assert band["from"] == tuple(items(board)["D"]["center"])
    assert band["color"] == BLUE


def test_the_client_zooms_step_by_step_to_a_depth_without_end(board):
    play(board, "A-D", "D-B", "B-F")
    for _ in range(60):
        x, y = items(board)["1x3"]["center"]
        window = [x - 0.01, y - 0.02, x + 0.03, y + 0.02]
        PageDriver(board).tell("show_window", window=window, space=board.pointer.frame["space"])
    assert zoom(board) > 100
    frame = board.pointer.frame
    assert json.loads(json.dumps(frame, allow_nan=False))
    assert max(map(abs, items(board)["1x3"]["center"])) < 1
    assert frame["window"] == [
        -views.VIEW_EDGE,
        -views.VIEW_EDGE,
        views.VIEW_EDGE,
        views.VIEW_EDGE,
    ]
    assert max(frame["home"]) == views.MAX_VIEW_COORDINATE
    PageDriver(board).tell("show_window", window=None, space=frame["space"])
    assert board.view == board.whole_view


def test_a_view_in_the_coordinates_of_an_earlier_frame_is_understood(board):
    play(board, "A-D", "D-B", "B-F")
    first = board.pointer.frame["space"]
    window = [-0.5, -0.5, 0.5, 0.5]
    PageDriver(board).tell("show_window", window=window, space=first)
    once = board.view
    board.look_at("A", 10**9)
    PageDriver(board).tell("show_window", window=window, space=first)
    assert board.view == once
    assert board.pointer.frame["moved"]["from"] == board.pointer.frame["space"] - 1
    for _ in range(MAX_REMEMBERED_VIEWS):
        board.look_at("A")
    before = board.view
    PageDriver(board).tell("show_window", window=window, space=first)
    assert board.view == before, "a view from long ago is not known any more, and not guessed"


def test_a_move_is_made_by_its_targets_at_any_depth_and_the_view_stays(board):
    later = ["A-D", "D-B", "B-F", "F-C"]
    for at, spelling, moves in (("A", ["E", "A"], later), ("1x4", ["1x4"], [])):
        board.look_at(at, 10**30)
        here = board.view
        PageDriver(board).tell("move", spelling=spelling)
        assert board.view == here
        play(board, *moves)
    assert moves_of(board) == ["E-A", *later, "C-1x4"]


def test_hint_and_last_move_are_drawn_where_the_view_is(board):
    play(board, "A-D", "D-B", "B-F")
    board.hint("random")
    whole = board.overlay
    board.look_at("B", 10**12)
    assert board.overlay != whole
    board.look_at("C", 10**12)
    assert all(mark.end == pytest.approx((0, 0), abs=1e-9) for mark in board.overlay), (
        "C is the only target"
    )


def test_keys_and_buttons_zoom_to_the_targets(board):
    play(board, "A-E", "E-C", "C-F", "F-B", "B-D", "D-A", "A-2x5")
    PageDriver(board).tell("key", key="t")
    fitted = board.view
    ends = [board.state.here, *board.state.targets]
    shown = [items(board)[board.state.name(end)]["center"] for end in ends]
    assert max(abs(value) for at in shown for value in at) == pytest.approx(0.7)
    PageDriver(board).tell("show_window", window=None, space=0)
    assert board.view == board.whole_view
    PageDriver(board).press("Zoom to green points")
    assert board.view == fitted
    assert board.message == ""


def test_where_all_is_in_sight_it_is_said_so(board):
    play(board, "E-A", "A-D", "D-B", "B-F", "F-C")
    PageDriver(board).press("Zoom to green points")
    assert board.view == board.whole_view, "where it begins is far from where it may go"
    assert board.message == "You can see all points that you can choose."
    board.zoom(0.5)
    assert board.message == "", "it holds no longer"


def test_calls_and_the_toolbar_zoom_around_the_middle(board):
    board.look_at("A", 10**9)
    board.zoom(Fraction(1, 10**30))
    assert zoom(board) == pytest.approx(39)
    assert items(board)["A"]["center"] == pytest.approx((0, 0), abs=1e-9)
    PageDriver(board).press("−")
    assert zoom(board) == pytest.approx(39 - 0.176, abs=0.001)
    board.zoom(10**40)
    assert board.view == board.whole_view
    PageDriver(board).press("+")
    PageDriver(board).press("⤢")
    assert board.view == board.whole_view


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
    assert "as far as you like" in last.value


def test_a_point_out_of_sight_is_revealed_at_the_same_zoom(board):
    board.look_at("A", 10**20)
    PageDriver(board).tell("show_target", target="C")
    assert zoom(board) == pytest.approx(20)
    assert items(board)["C"]["center"] == pytest.approx((0, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("point", "times", "problem"),
    [("1x2", 2, "there is no point '1x2'"), ("A", 0.5, "1 or more, not 0.5")],
)
def test_looking_at_what_is_not_there_is_refused(board, point, times, problem):
    with pytest.raises(OptionError, match=problem):
        board.look_at(point, times)


def test_the_map_and_the_zoom_follow_the_view(board):
    page = PageDriver(board)
    assert "Zoom: 1×" in shown_html(page.extras)
    assert "<rect" in shown_html(page.extras)
    board.look_at("A", 10**30)
    assert "Zoom: 10<sup>30.0</sup>×" in shown_html(page.extras)
    assert "<circle" in shown_html(page.extras)
    before = shown_html(page.extras)
    board.play("A-C")
    assert shown_html(page.extras) != before


def test_targets_out_of_sight_can_still_be_gone_to_by_keys_and_are_no_buttons(board):
    play(board, "E-A", "A-D", "D-B", "B-F")
    board.look_at("A", 10**30)
    board.play("F-C")
    assert {"E", "1x4"} <= set(items(board))
    assert max(map(abs, items(board)["1x4"]["center"])) == views.MAX_VIEW_COORDINATE
    assert PageDriver(board).choices == ()


def test_a_move_has_a_short_label_and_the_whole_preview_when_it_is_pointed_at(board):
    play(board, "E-A", "A-D", "D-B", "B-F", "F-C")
    moves = {move["spelling"][0]: move for move in board.pointer.frame["moves"]}
    assert moves["1x4"]["label"] == "C to crossing 1×4"
    told = []
    board.pointer.send = told.append
    PageDriver(board).tell("request_preview", spelling=["1x4"], space=7)
    (told_move,) = told
    assert told_move["label"] == "C to crossing 1×4, crosses segments at 2 points, Red has 1 reply"
    assert told_move["space"] == 7
    assert len(told_move["preview"]) == 3


def test_the_last_segment_is_marked_and_keeps_its_own_colour(board):
    play(board, "A-D", "D-B")
    shown = [part.stroke for part in board.highlight_last_move() if isinstance(part, Segment)]
    assert shown[1:] == [LAST_MOVE_COLOR, "#ffffff", "#0072b2", "#ffffff"], "blue is double"
    assert board.undo() is None
    shown = [part.stroke for part in board.highlight_last_move() if isinstance(part, Segment)]
    assert shown[1:] == [LAST_MOVE_COLOR, "#ffffff", "#cc3311"]


def drag(board, name, to, unit=0.0045):
    PageDriver(board).tell(
        "drop_handle", handle=name, point=to, pixel_size=unit, space=board.pointer.frame["space"]
    )


def test_corners_are_dragged_and_snapped_to_round_numbers(board):
    board.shape(on=True)
    frame = board.pointer.frame
    assert [handle["name"] for handle in frame["handles"]] == list("ABCDEF")
    assert not frame["active"]
    drag(board, "A", [0.2034, -1.0971])
    assert board.state.options["vertices"][0] == (20, 110)
    assert board.message == "A is now at (20, 110)."
    shown = board.pointer.frame["handles"]
    assert shown[0]["at"] == pytest.approx((0.2, -1.1)), "the picture does not jump"
    drag(board, "C", [0.9, 0.5])
    assert board.state.options["vertices"][:3:2] == ((20, 110), (90, -50))
    board.shape(on=False)
    assert board.pointer.frame["handles"] == []
    assert board.pointer.frame["active"]
    assert board.view == board.whole_view


def test_a_corner_is_put_down_more_finely_when_zoomed_in(board):
    board.shape(on=True)
    drag(board, "A", [0.2, -1.1])
    board.look_at("A", 10**30)
    drag(board, "A", [0.25, 0.5])
    x, y = board.state.options["vertices"][0]
    assert 0 < abs(x - 20) < Fraction(1, 10**27)
    assert 0 < abs(y - 110) < Fraction(1, 10**27)


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
    shapes = board.highlight_move(board.state, move, "#7a2a6b")
    assert not [each for each in shapes if isinstance(each, Disc)]
    assert [
        each
        for each in board.highlight_move(board.state, move, LAST_MOVE_COLOR)
        if isinstance(each, Disc)
    ]
