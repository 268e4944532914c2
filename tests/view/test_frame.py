"""What the client is told of a state."""

from __future__ import annotations

import json

import pytest

import polygames as pg
from polygames.games.split.rules import ChooseArea, ChooseColor, FillArea
from polygames.view import frame as frames
from polygames.view.frame import clickable_moves, drag_handle_data, find_choices, frame
from polygames.view.help import KEYS_HELP, keys_help


def position(*moves, **options):
    state = pg.new("split", **options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


def test_a_frame_is_plain_json():
    state = position("draw 0,3.13 - 1.86,0", "color blue")
    made = frame(state, version=3, active=True)
    assert json.loads(json.dumps(made)) == json.loads(json.dumps(made, allow_nan=False))
    assert made["version"] == 3


def test_regions_are_the_open_areas_that_take_lines_and_small_ones_are_moves():
    state = position("draw 0,3.13 - 1.86,0", "color blue")
    made = frame(state, version=1, active=True)
    assert [region["name"] for region in made["regions"]] == ["area 1"]
    assert [move["spelling"] for move in made["moves"]] == [("area 0",)]
    assert made["moves"][0]["label"] == "Blue fills this area: 2.91"
    assert made["pen"]["owner"] == "blue"


def test_edges_carry_colour_and_blocked_points():
    state = position("draw 0,5 - 10,5", "color blue", "draw 5,0 - 5,5")
    lower = next(r for r in frame(state, version=1, active=True)["regions"] if r["value"] == 50)
    red = next(edge for edge in lower["edges"] if edge["owner"] == "red")
    assert red["blocked"] == ((5.0, 5.0),), "the line above ends there"


def test_choices_off_the_board_are_buttons():
    state = position("draw 0,5 - 10,5")
    made = find_choices(state)
    assert {each.move for each in made} == {ChooseColor("red"), ChooseColor("blue")}
    assert [pg.game("split").spell(each.move) for each in made] == [each.spelling for each in made]
    assert frame(state, version=1, active=True)["pen"] is None


def test_choices_on_the_board_are_no_buttons():
    state = position("draw 0,5 - 10,5", "color blue", "draw 5,0 - 5,5", "draw 4,5 - 4,10")
    state = state.play(state.parse("draw 2.5,0 - 5,2.5")) if state.choice is None else state
    assert find_choices(state) == []


def test_every_finite_move_has_its_spelling():
    state = position("draw 0,3.13 - 1.86,0", "color blue")
    assert clickable_moves(state) == {("area 0",): FillArea(0)}
    choice = position("draw 0,5 - 10,5", "color red", "draw 0,4 - 10,4", "draw 3,5 - 3,10")
    if choice.choice is not None:
        assert set(clickable_moves(choice).values()) == {ChooseArea(k) for k in choice.choice}


def test_nothing_is_active_after_the_end():
    state = position(fill_limit=49.9, min_area=0.1)
    for move in ("draw 0,4.95 - 10,4.95", "color blue"):
        state = state.play(state.parse(move))
    small = next(k for k, area in enumerate(state.areas) if area.value < 49.9)
    state = state.play(FillArea(small))
    state = state.play(state.draw((0, 7), (10, 7)))
    while state.outcome is None:
        fills = [k for k in state.open_areas if state.is_small(k)]
        state = state.play(FillArea(max(fills, key=lambda k: state.areas[k].value)))
    made = frame(state, version=1, active=True)
    assert not made["active"]
    assert made["moves"] == []
    assert made["regions"] == []


# --- Declarations, and what is not computed -----------------------------------------------------


def refused(*_):
    pytest.fail("it is not needed")


def test_nothing_is_spelled_or_previewed_while_nobody_can_move(monkeypatch):
    state = position("draw 0,3.13 - 1.86,0", "color blue")
    monkeypatch.setattr(frames, "clickable_moves", refused)
    made = frame(state, version=1, active=False, preview=refused)
    assert made["moves"] == []
    assert (made["regions"], made["pen"]) == ([], None)


def test_spellings_that_are_at_hand_are_not_found_again(monkeypatch):
    state = position("draw 0,5 - 10,5")
    ways = clickable_moves(state)
    monkeypatch.setattr(frames, "clickable_moves", refused)
    made = frame(state, version=1, active=True, ways=ways)
    assert [move["spelling"] for move in made["moves"]] == list(ways)
    assert [each.move for each in find_choices(state, moves_by_clicks=ways)] == list(ways.values())


def test_every_board_answers_three_keys_and_says_which_are_its_own():
    state = position()
    assert frame(state, version=1, active=False)["keys"] == ["u", "r", "?"]
    assert frame(state, version=1, active=False, keys=["t"])["keys"] == ["u", "r", "?", "t"]


def test_handles_say_what_they_send():
    assert frame(position(), version=1, active=True)["handles"] == []
    made = drag_handle_data([("A", (0.0, 1.0)), ("B", (2.0, 3.0))], convex=True)
    assert [handle["sends"]["handle"] for handle in made["handles"]] == ["A", "B"]
    assert made["convex"]


def test_the_help_has_a_games_own_keys_and_no_others():
    assert "cuts the area in half" in keys_help(pg.game("split"))
    assert keys_help(pg.game("splinter")) == ""
    assert "halves" not in KEYS_HELP
