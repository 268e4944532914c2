"""Split's map against shapely, which is told the coordinates of the lines and nothing else."""

import json

import pytest
from helpers import random_states, split
from hypothesis import given
from oracles import split_by_shapely as oracle
from strategies import split_states

import polygames as pg
from polygames.geometry.planar import Line

GAMES = 30


@given(split_states())
def test_faces_are_valid_convex_apart_and_those_that_shapely_finds_in_the_bare_lines(state):
    oracle.check_faces(state)
    assert oracle.area_error(state) < 1e-9
    oracle.check_union(state)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "least"), [("seed", 1e-6), ("2026", 1 - 1e-9)])
def test_random_games_keep_the_map_whole(preset, least):
    lines = 0
    for game in range(GAMES):
        states = list(random_states(pg.new("split", preset=preset), f"map {game}"))
        assert max(map(oracle.area_error, states)) < 1e-9
        assert min(area.value for area in states[-1].areas) >= least
        if game % 3 == 0:
            lines += oracle.check_game(states)[0]
    assert lines > 15 * GAMES / 3


# --- The judge itself can say no ----------------------------------------------------------------


def with_line(state, start, end):
    """Return the state after a line whose coordinates are then moved elsewhere."""
    after = state.play(state.draw((2, 0), (2, 10)))
    lines = (*after.map.lines[:-1], Line(start, end))
    object.__setattr__(after.map, "lines", lines)
    return after


@pytest.mark.parametrize(
    ("start", "end", "problem"),
    [
        ((2, 0), (10, 5), "crosses the lines"),
        ((2, 0.1), (2, 10), "ends are on the lines"),
        ((2, 0), (4, 0), "both ends are on line"),
        ((5, 0), (2, 10), "ends are on the lines"),  # an end that was there
        ((0, 0), (2, 10), "ends are on the lines"),  # a corner
        ((2, 0), (2, 12), "ends are on the lines"),
    ],
)
def test_the_judge_refuses_a_line_that_breaks_a_rule(start, end, problem):
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    oracle.check_line(state, with_line(state, (2.0, 0.0), (2.0, 10.0)))
    with pytest.raises(AssertionError, match=problem):
        oracle.check_line(state, with_line(state, start, end))


def test_the_judge_refuses_a_line_in_a_filled_area():
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    after = state.play(state.draw((2, 0), (2, 10)))
    object.__setattr__(state, "owners", (0, 0))
    state.__dict__.pop("areas", None)
    with pytest.raises(AssertionError, match="was filled"):
        oracle.check_line(state, after)


def test_the_judge_refuses_a_map_that_its_lines_do_not_make():
    state = split("draw 0@0.5 - 2@0.5", "color blue")
    moved = with_line(state, (2.1, 0.0), (2.0, 10.0))
    with pytest.raises(AssertionError, match=r"an area differs by 0\.5"):
        oracle.check_union(moved)
    missing = with_line(state, (2.0, 0.0), (2.0, 9.0))
    with pytest.raises(AssertionError, match="shapely finds 2 areas, not 3"):
        oracle.check_union(missing)


@given(split_states())
def test_areas_and_their_properties_are_exported(state):
    areas = state.to_shapely()
    features = json.loads(areas.to_geojson())["features"]
    for polygon, feature, area in zip(areas, features, state.areas, strict=True):
        assert tuple(polygon.exterior.coords)[:-1] == area.polygon
        known = {"value": area.value, "owner": area.owner, "colors": list(area.colors)}
        assert feature["properties"] == known
