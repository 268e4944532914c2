"""The areas and curves of each game, against counts made in another way."""

from itertools import pairwise
from random import Random

import pytest
from helpers import random_state, record_game
from matplotlib.collections import PolyCollection
from shapely import Polygon, union_all

import polygames as pg
from polygames.games.splitter import score_sheet
from polygames.geometry.planar import shoelace
from polygames.plots import area_distribution, area_plot, move_counts, score_curve
from polygames.plots.counts import count_moves
from polygames.plots.measures import areas_of, curves_of

STARTS = {
    "polygon": {"n": 7},
    "splinter": {},
    "split": {},
    "splitter": {"players": 2, "pad": "B"},
    "territory": {"size": 8, "seed": 3, "penalty": 0.5},
}


def random_record(name, seed, **options):
    """Return a whole game of random moves."""
    rng, record = Random(seed), pg.Record(pg.new(name, **STARTS[name] | options))
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    return record


def size(area):
    return abs(shoelace(area.polygon))


def quantities(record):
    """Return the values of each curve by ply, by label."""
    by_ply = [{each.label: each.value for each in curves_of(state)} for state in record.states]
    return {label: [values[label] for values in by_ply] for label in by_ply[0]}


# --- Areas ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_areas_of_territory_are_the_tiles_and_add_up_to_board_and_scores(seed):
    for state in random_record("territory", seed).states:
        areas = areas_of(state)
        assert sum(map(size, areas)) == 64
        assert union_all([Polygon(area.polygon) for area in areas]).area == pytest.approx(64)
        for seat in (0, 1):
            assert sum(a.value for a in areas if a.owner == seat) == state.scores[seat]
        for area in areas:
            if area.owner is None:
                assert area.value in {0, size(area) ** 2}
        moves = {str(move) for move in state.legal_moves}
        assert moves <= {area.name for area in areas if area.owner is None}


@pytest.mark.parametrize("seed", range(3))
def test_areas_of_splinter_are_the_groups_and_hold_every_piece(seed):
    for state in random_record("splinter", seed).states:
        areas = areas_of(state)
        pieces = sum(sign != "." for row in state.rows for sign in row)
        assert sum(area.value for area in areas) == sum(map(size, areas)) == pieces
        assert all(area.value == size(area) for area in areas)
        by_owner = {area.owner: area.value for area in areas}
        if state.is_apart:
            assert by_owner == dict(enumerate(state.scores))
        else:
            assert by_owner == {None: pieces}


@pytest.mark.parametrize("options", [{"n": 7}, {"n": 12, "colors": "any", "max_plies": 40}])
def test_areas_of_polygon_are_all_faces_and_are_the_whole_polygon(options):
    for state in random_record("polygon", 1, **options).states:
        areas = areas_of(state)
        assert sum(area.value for area in areas) == pytest.approx(100, abs=1e-9)
        assert all(area.value > 0 and area.owner is None for area in areas)
        assert len(areas) == euler_faces(state), "as many as Euler's formula has"


def euler_faces(state):
    """Return the number of faces by Euler's formula: E - V + 1 for a connected map."""
    points = [*state.vertices, *state.crossings]
    sides = len(state.vertices)
    pieces = sum(sum(line.contains(p) for p in points if on(line, p)) - 1 for line in state.lines)
    return sides + pieces - len(points) + 1


def on(line, point):
    """Return True if a point is on the segment, its ends included."""
    start, end = line.points
    return line.contains(point) and (
        line.compare_order(start, point) >= 0 and line.compare_order(point, end) >= 0
    )


def test_faces_meet_in_a_point_where_three_diagonals_cross():
    state = pg.new("polygon", n=6, colors="any", concurrent="lenient")
    for text in ("A-D", "D-B", "B-E", "E-C", "C-F"):
        state = state.play(state.parse(text))
    assert len(areas_of(state)) == euler_faces(state)
    assert sum(area.value for area in areas_of(state)) == pytest.approx(100)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_areas_of_splitter_are_the_groups_and_add_up_to_the_scores(players):
    record = random_record("splitter", 4, players=players)
    for state in record.states[:: 1 + players]:
        for seat, rows in enumerate(state.rows):
            score = score_sheet("B", rows)
            mine = [area for area in areas_of(state) if area.owner == seat]
            assert sum(area.value for area in mine) == score.total - score.hearts
        filled = sum(sign in "123456" for rows in state.rows for row in rows for sign in row)
        frames = {1: [1.0]}.get(players)
        if frames:
            assert sum(map(size, areas_of(state))) == pytest.approx(filled)


def test_areas_of_split_are_its_own():
    state = random_state(1, 9)
    assert areas_of(state) is state.areas


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_game_has_an_area_plot_with_a_shape_and_a_label_for_each_area(name, share, ax):
    record = random_record(name, 2)
    state = record.states[round(share * (len(record.states) - 1))]
    area_plot(state, ax)
    drawn = {
        tuple(map(tuple, path.vertices[:-1].tolist()))
        for each in ax.collections
        if isinstance(each, PolyCollection)
        for path in each.get_paths()
    }
    assert {tuple((float(x), float(y)) for x, y in a.polygon) for a in areas_of(state)} <= drawn
    labels = [text.get_text() for text in ax.texts if text.get_text()]
    hidden = [int(text[1:].split()[0]) for text in labels if text.endswith("more")]
    assert len(labels) + sum(hidden) >= len(areas_of(state))
    ax.figure.draw_without_rendering()


@pytest.mark.parametrize(
    ("name", "unit"),
    [("splinter", "pieces"), ("polygon", "percent of the polygon"), ("territory", "points")],
)
def test_bars_and_colour_bar_have_the_unit_of_the_game(name, unit, ax):
    state = random_record(name, 2).states[5]
    area_plot(state, ax)
    assert ax.child_axes[0].get_ylabel() == f"value of open areas ({unit})"
    ax.clear()
    assert area_distribution(state, ax).get_ylabel() == f"value ({unit})"


def test_open_tiles_are_shaded_in_their_colours(ax):
    tiles = {"tiles": ["AAB", "CCB"], "colors": {"A": "blue", "B": "red", "C": "yellow"}}
    state = pg.new("territory", **tiles)
    bars = area_distribution(state, ax).patches
    blue, red, yellow = (bar.get_facecolor()[:3] for bar in bars)
    assert blue[2] > blue[0] + 0.2
    assert red[0] > red[2] + 0.2
    assert min(yellow) > 0.9, "yellow is worth nothing"
    assert [text.get_text() for text in ax.get_xticklabels()] == ["r0c0", "r0c2", "r1c0"]


# --- Curves --------------------------------------------------------------------------------------


def test_curves_of_splinter_differ_between_the_seats_after_a_loss(ax):
    record = pg.Record(pg.new("splinter", board=["WbB.", "b...", "...."]))
    losses = random_record("splinter", 5)
    for game in (record, losses):
        for state in game.states:
            values = [quantity.value for quantity in curves_of(state)]
            rows = "".join(state.rows).lower()
            assert values == [rows.count("w"), rows.count("b"), *state.lost]
    curves = quantities(losses)
    white, black = curves["White: pieces left"], curves["Black: pieces left"]
    uneven = [ply for ply, state in enumerate(losses.states) if len({*state.lost}) == 2]
    assert uneven
    assert all(white[ply] != black[ply] for ply in uneven)
    score_curve(losses, ax)
    lines = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    assert [line.get_ydata().tolist() for line in lines] == [*curves.values()]
    assert ax.get_ylabel() == "number of pieces"


@pytest.mark.parametrize("seed", range(4))
def test_open_points_of_polygon_fall_to_the_end(seed, ax):
    record = random_record("polygon", seed)
    open_points, corners = quantities(record).values()
    assert open_points[-1] == 0, "no segment can be drawn"
    assert min(open_points[:-1]) > 0
    assert open_points[0] == corners[0] == 7
    assert all(after <= before for before, after in pairwise(corners))
    for state, count in zip(record.states[1:-1], open_points[1:-1], strict=True):
        assert count == len(state.legal_moves)
    score_curve(record, ax)
    (star,) = (line for line in ax.lines if line.get_marker() == "*")
    assert star.get_xydata().tolist() == [[len(record.moves), 0]]


@pytest.mark.parametrize("name", ["split", "splitter", "territory"])
def test_other_games_show_their_scores(name):
    for state in random_record(name, 1).states:
        assert [each.value for each in curves_of(state)] == [*state.scores]
        assert [each.seat for each in curves_of(state)] == [*range(state.seats)]


# --- Numbers of moves ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", STARTS)
def test_counts_are_those_of_the_legal_moves(name, ax):
    record = random_record(name, 3)
    states = record.states
    counts = count_moves(states)
    played = [
        ply for ply, state in enumerate(states) if state.outcome is None and state.turn != pg.CHANCE
    ]
    assert [each.ply for each in counts] == played
    for each in counts:
        state = states[each.ply]
        assert each.seat == state.turn
        if each.is_of_areas:
            assert not state.legal_moves.finite
            assert each.number == sum(area.owner is None for area in state.areas)
        else:
            assert each.number == sum(1 for _ in state.legal_moves)
    move_counts(record, ax)
    marks = {tuple(point) for line in ax.lines[1:] for point in line.get_xydata().tolist()}
    assert marks == {(each.ply, each.number) for each in counts}


def test_dashes_of_split_are_named_in_the_legend(ax):
    move_counts(random_record("split", 3), ax)
    assert ax.get_ylabel() == "legal moves, or open areas"
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "Red: open areas" in legend


# --- A game without these parts ------------------------------------------------------------------


def test_a_game_without_areas_has_a_score_curve_and_move_counts_but_no_area_plot(nim, ax):
    record = record_game(nim.name, "3", "2")
    assert [each.label for each in curves_of(record.state)] == ["A", "B"]
    score_curve(record, ax)
    assert [each.number for each in count_moves(record.states)] == [3, 3, 2]
    for plot in (area_plot, area_distribution):
        with pytest.raises(pg.MissingPartError, match=r"nim has no areas .* the part 'areas'"):
            plot(record.state, ax)


def test_the_legend_of_an_area_plot_has_the_counts_beside_the_board():
    def legend(name):
        return [text.get_text() for text in area_plot(pg.new(name)).get_legend().get_texts()]

    assert legend("splinter") == ["White: 15 left", "Black: 15 left"]
    assert legend("polygon") == ["Red", "Blue"]
