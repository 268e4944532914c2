"""How Territory looks, and what it says."""

import json

import pytest
from helpers import random_state, territory
from hypothesis import given
from strategies import states_of

import polygames as pg
from polygames.games.territory.board.scene import (
    DOT_COLORS,
    caption,
    fixed_end_text,
    free_cells_text,
    highlight_move,
    preview,
    scene,
    spell,
)
from polygames.games.territory.boards import Claim
from polygames.scene.model import Disc, Polygon, Segment, Text
from polygames.scene.palette import GREEN, GREY, INK, PAPER
from polygames.scene.projection import iter_runs
from polygames.view.frame import find_choices, frame

OWN = {
    "tiles": ("AAB", "CCB", "DEE"),
    "colors": {"A": "blue", "B": "red", "C": "yellow", "D": "blue", "E": "red"},
}
LINE = {"tiles": ["AABBCD"], "colors": dict.fromkeys("ABCD", "yellow")}


def tiles(shapes):
    return {each.target: each for each in shapes if isinstance(each, Polygon) and each.target}


def shoelace(points):
    near = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in near)) / 2


@given(states_of("territory"))
def test_every_tile_is_one_polygon_of_its_area_that_tells_its_size_and_values(state):
    shown = tiles(scene(state))
    assert len(shown) == len(state.board.areas)
    for tile, claim in enumerate(state.board.claims):
        polygon = shown[str(claim)]
        assert shoelace(polygon.points) == state.board.areas[tile]
        assert f"of {state.board.areas[tile]} cell" in polygon.label
    for move in state.legal_moves:
        if isinstance(move, Claim):
            assert shown[spell(move)[0]].label.endswith("can be claimed")


@given(states_of("territory"))
def test_every_owned_cell_has_a_dot_in_its_owners_colour(state):
    for seat in range(state.seats):
        ink = DOT_COLORS[state.color(seat)]
        dots = {each.center for each in scene(state) if isinstance(each, Disc) and each.fill == ink}
        assert dots == {
            (c + 0.5, r + 0.5)
            for tile in range(len(state.board.areas))
            if state.owner(tile) == seat
            for r, c in state.board.cells[tile]
        }


@given(states_of("territory"))
def test_the_outlines_of_claimable_tiles_are_drawn_where_there_are_others(state):
    drawn = [each for each in scene(state) if isinstance(each, Segment) and each.width == 2.0]
    if state.outcome is not None or state.claimable == state.free:
        assert not drawn
        return
    assert {each.stroke for each in drawn} == {INK}
    length = sum(
        abs(each.end[0] - each.start[0]) + abs(each.end[1] - each.start[1]) for each in drawn
    )
    sides = set()
    for move in state.legal_moves:
        if isinstance(move, Claim):
            cells = set(state.board.cells[state.board.named[move]])
            for r, c in cells:
                sides |= {("top", r, c)} if (r - 1, c) not in cells else set()
                sides |= {("top", r + 1, c)} if (r + 1, c) not in cells else set()
                sides |= {("left", r, c)} if (r, c - 1) not in cells else set()
                sides |= {("left", r, c + 1)} if (r, c + 1) not in cells else set()
    assert length == len(sides)


def test_free_tiles_with_a_value_show_it_and_claimed_ones_do_not():
    def shown(state):
        return sorted(
            each.text for each in scene(state) if isinstance(each, Text) and each.fill == INK
        )

    assert shown(territory(**OWN)) == ["1", "4", "4", "4"]
    assert shown(territory("r0c0", "r2c0", **OWN)) == ["4", "4"]
    assert shown(territory(**OWN, value="linear")) == ["1", "2", "2", "2"]


def test_a_label_says_size_values_and_why_not():
    shown = tiles(scene(territory("r0c0", "r2c2", **OWN, penalty=0.5)))
    assert shown["r0c2"].label == (
        "row 1, column 3, red tile of 2 cells: −2 for Blue, +4 for Red, can be claimed"
    )
    assert shown["r2c0"].label == (
        "row 3, column 1, blue tile of 1 cell: +1 for Blue, −0.5 for Red, "
        "not next to a tile of Blue"
    )
    assert shown["r0c0"].label.endswith("owned by Blue")
    assert shown["r1c0"].label.startswith("row 2, column 1, yellow tile of 2 cells: counts nothing")


def test_labels_after_the_end_and_in_solitaire():
    state = territory("r0c0", "r2c0", "r1c0", "r2c1", "r0c2", **OWN)
    assert tiles(scene(state))["r0c0"].label.endswith("owned by Blue")
    stuck = territory(
        "r0c0", "r0c2", tiles=["AABBC"], colors=dict.fromkeys("ABC", "blue"), ending="stuck"
    )
    assert tiles(scene(stuck))["r0c4"].label.endswith("the game is over")
    alone = territory(**OWN, solitaire=True)
    assert tiles(scene(alone))["r0c2"].label == (
        "row 1, column 3, red tile of 2 cells: −4 for Blue, can be claimed"
    )


def test_a_preview_says_what_a_tile_is_worth_and_lays_the_movers_colour_over_it():
    state = territory("r0c0", **OWN)
    shown = preview(state, Claim(0, 2))
    assert shown.label == "red tile of 2 cells: −4 for Blue, +4 for Red"
    assert [each.fill for each in shown.scene] == [DOT_COLORS["red"]]


def test_words_are_buttons():
    state = territory("r0c0", **OWN, swap=True)
    assert [each.label for each in find_choices(state)] == [
        "I take over: play Blue from here, and own this tile"
    ]
    alone = territory("r2c0", **OWN, solitaire=True)
    assert [each.label for each in find_choices(alone)] == ["stop here, with 1 point"]


def test_the_last_move_is_outlined_a_takeover_on_the_tile_it_takes():
    state = territory(**OWN, swap=True)
    rim, band = highlight_move(state, Claim(0, 0), GREEN)
    assert rim.points == band.points
    assert band.stroke == GREEN
    xs, ys = zip(*band.points, strict=True)
    assert 0 < min(xs) < max(xs) < 2, "inside the tile"
    assert 0 < min(ys) < max(ys) < 1
    state = state.play(Claim(0, 0))
    assert highlight_move(state, state.parse("takeover"), GREEN) == highlight_move(
        state, Claim(0, 0), GREEN
    )
    alone = territory("r2c0", **OWN, solitaire=True)
    assert highlight_move(alone, alone.parse("stop"), GREEN) == highlight_move(
        alone, Claim(2, 0), GREEN
    )


@pytest.mark.parametrize(
    ("texts", "options", "status"),
    [
        ((), {}, "Blue claims any tile"),
        (("r0c0",), {"swap": True}, "Red claims any tile, or takes over"),
        (("r0c0", "r0c2"), {}, "Blue claims a neighbouring tile"),
        ((), {"solitaire": True}, "Claim a tile: at most 4 more cells"),
        (("r2c0", "stop"), {"solitaire": True}, "1 point: the player stopped"),
        (
            ("r0c0", "r2c0", "r1c0", "r2c1", "r0c2"),
            {},
            "Red wins by 3 points: every tile is claimed",
        ),
        (("r0c0", "r0c2"), LINE, "Blue is surrounded and claims any tile"),
        (("r0c0", "r0c2", "r0c4", "r0c5"), LINE, "A tie: every tile is claimed"),
    ],
    ids=str,
)
def test_the_status_says_who_does_what(texts, options, status):
    assert caption(territory(*texts, **OWN | options)).status == status


def test_the_numbers_of_the_original_are_told():
    assert free_cells_text(territory(**OWN)) == "left: 3 blue, 4 red, 2 yellow cells"
    state = territory("r0c0", "r2c0", **OWN)
    assert free_cells_text(state) == "left: 0 blue, 4 red, 2 yellow cells"


def test_the_theorem_is_told_where_it_holds_and_only_when_asked():
    state = territory("r0c0", "r2c0", **OWN)
    assert caption(state).status == "Blue claims a neighbouring tile"
    assert (
        fixed_end_text(state) == "The final difference will be −3 for Blue. No move can change it."
    )
    unknown = "The board alone does not decide the result. Press Analyse to find out more."
    assert fixed_end_text(territory(**OWN, penalty=0.5)) == unknown


def test_seats_carry_the_colour_that_they_play_now():
    before = territory("r0c0", **OWN, swap=True)
    after = before.play(before.parse("takeover"))
    assert [seat.name for seat in caption(before).seats] == ["Blue", "Red"]
    assert [seat.name for seat in caption(after).seats] == ["Red", "Blue"]
    assert len({seat.mark for seat in caption(before).seats}) == 2


def test_the_largest_board_is_painted_in_few_runs_and_described_shortly():
    state = random_state(2, 60, "territory", size=25, seed=1)
    shapes = scene(state)
    drawn = list(iter_runs(shapes))
    assert len(drawn) <= 7, "tiles, stripes, seams, outlines, dots, numbers"
    told = frame(state, version=1, active=True, scene=shapes)
    assert len(json.dumps(told)) < 120_000


@pytest.mark.parametrize(("size", "shown"), [(4, range(1, 5)), (25, range(1, 26)), (30, None)])
def test_rows_and_columns_have_the_numbers_by_which_tiles_are_named(size, shown):
    state = pg.new("territory", size=size, seed=3)
    window, *parts = scene(state)
    wanted = [str(each) for each in shown or (1, 5, 10, 15, 20, 25)]
    grey = [each for each in parts if isinstance(each, Text) and each.fill == GREY]
    columns = [each for each in grey if each.at[1] < 0]
    rows = [each for each in grey if each.at[0] < 0]
    assert [each.text for each in rows] == [each.text for each in columns] == wanted
    for each in columns:
        assert each.at[0] == int(each.text) - 0.5
        assert window.top < each.at[1] - each.size / 2
        assert each.at[0] + 0.34 * len(each.text) * each.size < window.right
    for each in rows:
        assert each.at[1] == int(each.text) - 0.5
        assert window.left < each.at[0] - 0.34 * len(each.text) * each.size


@pytest.mark.parametrize("options", [{}, {"penalty": 0.5}, {"penalty": 0, "value": "linear"}])
def test_the_points_on_claimed_tiles_add_up_to_the_scores(options):
    state = pg.new("territory", seed=3, swap=False, **options)
    while True:
        counted = {"blue": 0.0, "red": 0.0}
        inks = {PAPER: "blue", DOT_COLORS["red"]: "red"}
        for each in scene(state):
            if isinstance(each, Text) and each.bold:
                counted[inks[each.fill]] += float(each.text.replace("−", "-"))
        assert counted == {state.color(seat): state.scores[seat] for seat in range(2)}
        if state.outcome is not None:
            break
        state = state.play(next(iter(state.legal_moves)))


def test_the_points_of_a_tile_are_in_one_of_its_cells_in_its_owners_sign():
    state = pg.new("territory", seed=3, swap=False)
    move = next(m for m in state.legal_moves if state.value(state.board.named[m], 0))
    tile = state.board.named[move]
    (points,) = (p for p in scene(state.play(move)) if isinstance(p, Text) and p.bold)
    cells = {(c + 0.5, r + 0.5) for r, c in state.board.cells[tile]}
    assert points.at in cells
    assert points.fill == PAPER
