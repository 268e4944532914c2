"""The picture of a position, what can be clicked in it, and what it says."""

import pytest
import strategies
from helpers import splitter, splitter_end
from hypothesis import given, settings
from oracles import splitter_plainly as plainly

import polygames as pg
from polygames.games.splitter.board import scene as scenes
from polygames.games.splitter.rules import Placement
from polygames.games.splitter.scoring import Score
from polygames.scene import palette
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Polygon, Text, scene_window


def targets(scene):
    return {each.target for each in scene if getattr(each, "target", None)}


def texts(scene):
    return [each.text for each in scene if isinstance(each, Text)]


def test_the_dice_and_the_empty_cells_can_be_clicked():
    state = splitter("roll 6-5", "r2c0=6", "roll 4-1")
    places = {f"r{r}c{c}" for r, c in state.pad.places} - {"r2c0", "r2c7"}
    assert targets(scenes.scene(state)) == {"die4", "die1", *places}


def test_a_placement_is_spelled_by_either_die_and_its_cell():
    state = splitter("roll 4-1")
    move = state.parse("r2c0=4")
    assert scenes.spell(move) == ("die4", "r2c0")
    assert scenes.all_clicks(state, move) == (("die4", "r2c0"), ("die1", "r2c7"))


@pytest.mark.parametrize(("roll", "count"), [("roll 4-1", 88), ("roll 3-3", 44)])
def test_no_two_placements_are_spelled_alike(roll, count):
    state = splitter(roll)
    spelled = [
        spelling for move in state.legal_moves for spelling in scenes.all_clicks(state, move)
    ]
    assert len(spelled) == len(set(spelled)) == count
    assert targets(scenes.scene(state)).issuperset(part for each in spelled for part in each)
    assert all(scenes.spell(move) in scenes.all_clicks(state, move) for move in state.legal_moves)


def test_a_preview_says_both_numbers_the_points_and_what_is_in_reach():
    state = splitter("roll 2-2", "r0c3=2", "roll 4-1")
    label = scenes.preview(state, state.parse("r2c0=4")).label
    assert label == "4 in row 3, column 1, 1 opposite: 3 points (+1), at most 56 in the end"
    state = splitter("roll 3-3")
    label = scenes.preview(state, state.parse("r3c0=3")).label
    words = "both 3s: row 4, column 1, and opposite"
    assert label == f"{words}: 0 points (no change), at most 50 in the end"


@settings(max_examples=30, deadline=None)
@given(strategies.splitter_states())
def test_a_preview_promises_what_then_comes(state):
    for move in list(state.legal_moves)[:4]:
        if isinstance(move, Placement):
            seat = state.turn
            after = state.view(seat).play(move)
            score = Score(state.pad, after.sheet(seat))
            label = scenes.preview(state, move).label
            assert f": {score.total} point{'s' * (score.total != 1)} (" in label
            assert label.endswith(f"at most {score.possible} in the end")


def test_the_points_by_number_stand_below_the_sheet_and_a_star_marks_what_it_doubled():
    row = texts(scenes.scene(splitter_end(plainly.SARA_SHEET)))
    start = row.index("total") - 6
    assert row[start : start + 14] == [
        *("1", "2", "3", "4", "5", "6", "total"),
        *("5", "4", "6", "4", "10★", "0", "29"),
    ]


def test_groups_are_told_apart_by_colour_border_and_weight():
    state = splitter("roll 2-1", "r0c3=1", "roll 2-2", "r1c3=2")
    found = {}
    for each in scenes.scene(state):
        if isinstance(each, Polygon) and each.label.startswith("row"):
            found.setdefault(each.label.rpartition(", ")[2], set()).add(each.fill)
    assert len(found["scores"]) == len(found["cannot score"]) == 1
    assert found["scores"] != found["cannot score"]
    bold = {each.text for each in scenes.scene(state) if isinstance(each, Text) and each.bold}
    assert "1" in bold


def test_nothing_written_in_secret_is_drawn_for_another_seat():
    states = [splitter("roll 4-1", first, players=3) for first in ("r2c0=4", "r6c3=1")]
    for seat in (1, 2):
        assert len({scenes.scene(state.view(seat), seat) for state in states}) == 1
        assert len({scenes.scene(state.view(seat)) for state in states}) == 1
    assert scenes.scene(states[0], 0) != scenes.scene(states[1], 0)


def test_the_marks_of_the_last_round_show_no_secret():
    before, after = splitter(players=2), splitter("roll 4-1", "r2c0=4", players=2)
    assert scenes.mark_new_cells(before, after, 1, "#000000") == ()
    rolled, second = before.play(before.parse("roll 4-1")), after.parse("r3c0=4")
    assert scenes.highlight_move(rolled, rolled.parse("r2c0=4"), LAST_MOVE_COLOR) == (), (
        "the others have not written"
    )
    shown, after = scenes.highlight_move(after, second, LAST_MOVE_COLOR), after.play(second)
    assert len(scenes.mark_new_cells(before, after, 1, "#000000")) == 8, "two cells a seat"
    assert shown == scenes.mark_new_cells(before, after, None, LAST_MOVE_COLOR), (
        "on each sheet what it brought"
    )


@pytest.mark.parametrize("players", range(1, 13))
@pytest.mark.parametrize(
    "pad", ["A", "*##* .##.", " ".join(["*" + "#" * 14 + "*", *["#" * 16] * 15])]
)
@pytest.mark.parametrize("is_upright", [False, True])
def test_all_sheets_lie_in_the_window_and_apart(players, pad, is_upright):
    state = pg.new("splitter", players=players, pad=pad)
    picture = scenes.scene(state, is_upright=is_upright)
    window = scene_window(picture)
    cells = [p for p in picture if isinstance(p, Polygon) and p.stroke == "#b9b2a6"]
    for each in cells:
        for x, y in each.points:
            assert window.left <= x <= window.right
            assert window.top <= y <= window.bottom
    middles = {(sum(x for x, _ in p.points), sum(y for _, y in p.points)) for p in cells}
    assert len(middles) == len(cells)
    names = [text for text in texts(picture) if text.startswith("Player")]
    assert len(names) == (players if players > 1 else 0)


def test_on_an_upright_page_ones_own_sheet_is_as_wide_as_the_board():
    state = splitter("roll 4-1", players=2)
    wide, upright = (
        scene_window(scenes.scene(state, 0, is_upright=is_upright)) for is_upright in (False, True)
    )
    assert state.pad.width / (wide.right - wide.left) < 0.65
    assert state.pad.width / (upright.right - upright.left) > 0.9


def test_what_one_has_just_written_is_pale_until_all_have_written():
    first = splitter("roll 4-1", "r2c0=4", players=2)
    both = first.play(first.parse("r3c0=4"))
    cells = {("4", 0.5, 2.5), ("1", 7.5, 2.5)}
    for state, ink in ((first, palette.GREY), (both, palette.INK)):
        drawn = [t for t in scenes.scene(state, 0) if isinstance(t, Text)]
        assert {t.fill for t in drawn if (t.text, *t.at) in cells} == {ink}


@pytest.mark.parametrize("players", [2, 3, 6, 12])
def test_after_the_game_all_sheets_are_side_by_side_with_points_and_ratings(players):
    state = splitter_end(*[plainly.SARA_SHEET] * players)
    picture = scenes.scene(state)
    window = scene_window(picture)
    cells = [p for p in picture if isinstance(p, Polygon) and p.stroke == "#b9b2a6"]
    sizes = {round(p.points[1][0] - p.points[0][0], 6) for p in cells[:44]}
    sheets = [p for p in cells if round(p.points[1][0] - p.points[0][0], 6) in sizes]
    assert len(sheets) == players * state.pad.rounds * 2, "cells of one size"
    for x, y in (point for each in cells for point in each.points):
        assert window.left <= x <= window.right
        assert window.top <= y <= window.bottom
    middles = {(sum(x for x, _ in p.points), sum(y for _, y in p.points)) for p in cells}
    assert len(middles) == len(cells), "no sheet covers another one"
    assert texts(picture).count("rating: in the game") == players
    assert "★ Player 2: 29 points" in texts(picture)


def test_a_sheet_below_all_ratings_is_not_called_lost_in_a_game_of_several():
    full = splitter_end(plainly.SARA_SHEET, plainly.SARA_SHEET)
    assert not any("lost" in text for text in texts(scenes.scene(full)))
    assert scenes._shared_rating_text(21) == "ratings begin at 28"


@settings(max_examples=30, deadline=None)
@given(strategies.splitter_states())
def test_the_window_never_changes_during_a_game(state):
    start = pg.new("splitter", **state.options)
    assert scene_window(scenes.scene(state)) == scene_window(scenes.scene(start))


def test_the_caption_says_what_is_to_be_done():
    def says(*texts, **options):
        return scenes.caption(splitter(*texts, **options)).status

    assert says() == "Roll the dice"
    assert says("roll 4-1") == "Write 4 and 1 in two mirrored cells"
    assert says("roll 4-1", "r2c0=4", players=2) == "Player 2 writes 4 and 1 in two mirrored cells"
    assert scenes.caption(splitter_end(plainly.SARA_SHEET)).status == "29 points: in the game"
    tie = scenes.caption(splitter_end(plainly.SARA_SHEET, plainly.SARA_SHEET)).status
    assert tie == "Player 1 and Player 2 share the win with 29 points"


def test_the_points_of_a_solo_game_have_their_goal_until_it_is_reached():
    def count(state):
        return scenes.caption(state).seats[0].count

    assert count(splitter()) == "0 of 28"
    assert count(splitter(players=2)) == ""
    lost = next(
        each.state
        for each in pg.puzzles("splitter")
        if Score(each.state.pad, each.state.sheets[0]).possible < 28
    )
    assert count(lost) == ""
    assert count(pg.new("splitter", pad=("**", "##"))) == ""
    assert count(splitter_end(plainly.SARA_SHEET)) == ""


@pytest.mark.parametrize("pad", ["A", "B", ("*##*", "####", ".##."), ("**", "##")])
def test_the_name_of_a_narrow_pad_ends_before_the_dice(pad):
    scene = scenes.scene(pg.new("splitter", pad=pad))
    title = next(each for each in scene if isinstance(each, Text))
    die = next(each for each in scene if isinstance(each, Polygon))
    assert min(y for _, y in die.points) < title.at[1] < max(y for _, y in die.points)
    wide = 0.65 * title.size * len(title.text)
    assert title.at[0] + wide <= min(x for x, _ in die.points)


def test_a_hint_has_the_numbers_to_be_written_in_both_cells():
    state = splitter("roll 4-1")
    ghosts = scenes.draw_preview_numbers(state, state.parse("r2c0=4"))
    assert [(each.text, each.at[0] < 4) for each in ghosts] == [("4", True), ("1", False)]
    assert {each.fill for each in ghosts} == {scenes.PREVIEW_COLOR}


def test_the_sheet_says_what_stars_and_hearts_are_for():
    assert "★ doubles" in texts(scenes.scene(splitter()))
    assert "♥♥♥ alike +5" not in texts(scenes.scene(splitter()))
    assert "♥♥♥ alike +5" in texts(scenes.scene(splitter(pad="B")))


def test_a_placement_that_is_not_made_shows_both_numbers_in_their_cells():
    state = splitter("roll 4-1")
    move = state.parse("r2c0=4")
    four, one = (
        each for each in scenes.highlight_move(state, move, "#7a2a6b") if isinstance(each, Text)
    )
    assert (four.text, one.text) == ("4", "1")
    assert four.at[0] < 1
    assert one.at[0] > 7
    assert not [
        e for e in scenes.highlight_move(state, move, LAST_MOVE_COLOR) if isinstance(e, Text)
    ], "it is made"


def test_green_is_for_what_can_be_chosen_and_no_mark_of_points():
    state = splitter("roll 2-1", "r0c3=1", "roll 2-2", "r1c3=2")
    used = {getattr(each, "stroke", None) for each in scenes.scene(state)}
    used |= {getattr(each, "fill", None) for each in scenes.scene(state)}
    assert not used & {palette.GREEN, palette.FOREST, palette.tint(palette.GREEN, 0.42)}
