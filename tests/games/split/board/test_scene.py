"""How a position of Split looks and what it says."""

import pytest
from helpers import split
from hypothesis import given
from strategies import split_states

import polygames as pg
from polygames.games.split.board.explanations import area_label
from polygames.games.split.board.scene import (
    DIGIT_ASPECT,
    VALUE_CLEARANCE,
    VALUE_HEIGHTS,
    boundary,
    caption,
    highlight_move,
    preview,
    scene,
    spell,
)
from polygames.games.split.rules import ChooseArea, ChooseColor, FillArea
from polygames.geometry.planar import box_clearance
from polygames.scene import palette
from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.viewport import clip_polygon
from polygames.view.position_view import PageState, view_of

CORNER = ("draw 0,3.13 - 1.86,0", "color blue")


def polygons(state):
    return {each.target: each for each in scene(state) if isinstance(each, Polygon)}


def test_every_area_is_a_target_with_its_value_in_words():
    state = split(*CORNER)
    shown = polygons(state)
    assert set(shown) == {"area 0", "area 1"}
    assert shown["area 0"].label == "2.91 points, small: it can only be filled"
    assert shown["area 1"].label == "97.09 points, open"
    assert shown["area 1"].points == state.areas[1].polygon


def test_a_filled_area_has_its_owners_colour_and_pattern():
    blue = split(*CORNER, "fill 0")
    assert polygons(blue)["area 0"].label == "2.91 points, filled by blue"
    assert any(isinstance(each, Disc) for each in scene(blue)), "blue is dotted"
    red = split("draw 0,3.13 - 1.86,0", "color red", "draw 5,0 - 5,10", "fill 0")
    assert polygons(red)["area 0"].label == "2.91 points, filled by red"
    plain = split("draw 0,3.13 - 1.86,0", "color red", "draw 5,0 - 5,10")
    strokes = [sum(isinstance(p, Segment) for p in scene(state)) for state in (red, plain)]
    assert strokes[0] > strokes[1], "red is hatched"


def test_a_red_line_is_single_and_a_blue_one_double():
    def strokes(state, color):
        return [each for each in scene(state) if isinstance(each, Segment) and each.stroke == color]

    state = split(*CORNER, "draw 5,0 - 5,10")
    assert len(strokes(state, palette.RED)) == 1
    assert len(strokes(state, palette.BLUE)) == 1
    assert len(strokes(state, palette.PAPER)) == 1, "the white core of the blue line"
    assert len(strokes(state, palette.INK)) == 4, "the sides of the square"


def test_values_are_written_only_where_they_fit():
    state = split("draw 0,0.2 - 10,0.2", "color blue")
    assert [each.text for each in scene(state) if isinstance(each, Text)] == ["98"]


def test_an_area_just_over_the_limit_is_not_called_5():
    state = split("draw 0,5 - 10,5", "color red", "draw 1.00005,5 - 1.00005,10", "draw 0,6 - 1,6")
    over, under = (state.draw((x, 0), (x, 5)) for x in (1.0002, 0.9998))
    for move, label, words in (
        (over, "5+", "a little more than 5 points"),
        (under, "5−", "a little less than 5"),
    ):
        after = state.play(move)
        assert label in [each.text for each in scene(after) if isinstance(each, Text)]
        assert "5" not in [each.text for each in scene(after) if isinstance(each, Text)]
        assert any(each.label.startswith(words) for each in polygons(after).values())


@pytest.mark.parametrize("corner", [(0, 0), (7, 0), (7, 7), (4, 1)])
def test_each_area_in_a_zoomed_part_has_its_value_there(corner):
    (left, top), size = corner, 2.5
    state = split(*CORNER, "draw 5,0 - 5,10", "draw 0,6 - 5,4")
    window = Window(left, top, left + size, top + size)
    found = {each.text: each for each in scene(state, window) if isinstance(each, Text)}
    visible = [a for a in state.areas if clip_polygon(a.polygon, window)]
    assert set(found) == {area_label(state, a.value) for a in visible}
    for each in found.values():
        half = DIGIT_ASPECT * each.size * len(each.text) / 2 * size / 10.5, 0.4 * each.size
        assert left <= each.at[0] - half[0]
        assert each.at[0] + half[0] <= left + size
        assert top <= each.at[1] <= top + size


def test_a_page_that_zooms_gets_these_values_and_a_page_that_does_not_keeps_the_picture():
    record = pg.Record(split(*CORNER))
    view = view_of(record.node)
    assert view.picture() is view.scene
    (zoomed,) = (
        each
        for each in view.picture(PageState(window=Window(7, 7, 9, 9)))
        if isinstance(each, Text)
    )
    assert (zoomed.text, zoomed.at) == ("97.09", (8, 8))


@pytest.mark.slow
@given(split_states())
def test_no_line_runs_through_a_value_and_none_stands_in_a_wrong_area(state):
    values = [each for each in scene(state) if isinstance(each, Text)]
    for each in values:
        half = DIGIT_ASPECT * each.size * len(each.text) / 2, each.size * 0.4
        around = [
            a
            for a in state.areas
            if box_clearance(a.polygon, each.at, half) >= VALUE_CLEARANCE - 1e-9
        ]
        assert [area_label(state, area.value) for area in around] == [each.text]


def test_a_value_goes_where_there_is_room_in_a_wedge_and_is_smaller_in_a_narrow_one():
    wedge = split("draw 0,0.9 - 10,0", "color blue")
    assert {(each.text, each.size) for each in scene(wedge) if isinstance(each, Text)} == {
        ("4.50", VALUE_HEIGHTS[0]),
        ("95.50", VALUE_HEIGHTS[0]),
    }
    narrow = split("draw 0,0.35 - 10,0.35", "color blue")
    found = {each.text: each.size for each in scene(narrow) if isinstance(each, Text)}
    assert found == {"3.50": VALUE_HEIGHTS[1], "96.50": VALUE_HEIGHTS[0]}


def test_areas_to_choose_from_are_lit():
    texts = (
        "draw 0,5 - 10,5",
        "color blue",
        "draw 5,0 - 5,5",
        "draw 0,7 - 10,7",
        "draw 5,2 - 10,2",
    )
    state = split(*texts, "draw 3,5 - 3,7")  # red, between two red lines
    assert state.choice is not None
    lit = {name for name, each in polygons(state).items() if each.fill == palette.YELLOW}
    assert lit == {f"area {k}" for k in state.choice}


def test_moves_are_spelled_by_what_is_clicked():
    assert spell(FillArea(3)) == spell(ChooseArea(3)) == ("area 3",)
    assert spell(ChooseColor("red")) == ("color red",)
    state = pg.new("split")
    assert spell(state.draw((0, 5), (10, 5))) == ()


def test_the_boundary_is_there_exactly_when_a_line_can_be_drawn():
    state = split("draw 0,5 - 10,5")
    assert boundary(state) is None
    state = state.play(ChooseColor("red"))
    assert {region.name for region in boundary(state).regions} == {"area 0", "area 1"}
    assert boundary(state).owner == "blue"
    assert boundary(state).minimum == 1e-6


def test_a_line_in_a_small_area_is_told_to_mean_its_fill():
    lines = boundary(split(*CORNER))
    assert [region.name for region in lines.regions] == ["area 1"]
    assert [(region.name, region.means) for region in lines.fills] == [("area 0", ("area 0",))]
    assert all(region.means == () for region in lines.regions)
    assert lines.fills[0].value == pytest.approx(2.91, abs=0.005)


def test_the_status_says_who_is_to_do_what():
    assert caption(pg.new("split")).status == "Player 1 draws the first line, in red"
    state = split("draw 0,3.13 - 1.86,0")
    assert caption(state).status == "Player 2 chooses a colour, and blue moves next"
    assert caption(split(*CORNER)).status == "Blue draws a line or fills a small yellow area"
    assert [seat.name for seat in caption(split(*CORNER)).seats] == ["Red", "Blue"]


def test_previews_and_marks_say_and_show_the_move():
    state = split(*CORNER)
    line = state.draw((5, 0), (5, 10))
    assert preview(state, FillArea(0)).label == "Blue fills this area: 2.91"
    assert preview(state, line).label == (
        "cuts 97.09 into 47.09 + 50, top to bottom: (5.00, 0.00) to (5.00, 10.00)"
    )
    strokes = highlight_move(state, line, palette.PURPLE)
    assert strokes[1].stroke == palette.PURPLE
    assert {end for each in strokes for end in (each.start, each.end)} == {(5, 0), (5, 10)}
    _, band = highlight_move(state, FillArea(0), palette.GREEN)
    assert band.stroke == palette.GREEN
    assert len(band.points) == len(state.areas[0].polygon)


def test_no_mark_of_an_analysis_covers_the_value_of_an_area(open_board):
    board = open_board("split")
    state = board.state
    painted = []
    board._board_picture.layers.paint = lambda scene, over, _: painted.append((*scene, *over))
    board.show_marks(highlight_move(state, state.draw((0, 5), (10, 5)), palette.PURPLE))
    assert [each.text for each in painted[-1] if isinstance(each, Text)][-1] == "100"
    assert painted[-1][-1].text == "100", "the value is painted after the line through it"
    board.show_marks(())
    assert not isinstance(painted[-1][-1], Text) or painted[-1].count(painted[-1][-1]) == 1
