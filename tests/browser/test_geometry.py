"""The client's geometry, checked in the browser against the kernel's and against shapely."""

from __future__ import annotations

import json
import random
from math import dist
from pathlib import Path

import pytest
import shapely
import shapely.affinity
import shapely.ops

import polygames as pg
from polygames.widgets.frame import frame

pytestmark = pytest.mark.browser

SOURCE = Path(pg.__file__).parent / "widgets" / "js" / "geometry.js"
NAMES = "area inside hit convex nearest exit pieces cutTo walk nextStop place corners settled"


@pytest.fixture(scope="module")
def js(chromium):
    """Return a function that evaluates an expression with the client's functions and data."""
    page = chromium.new_page()
    page.add_script_tag(content=SOURCE.read_text(encoding="utf-8"))

    def call(expression, data):
        return page.evaluate(f"data => ({expression})", json.loads(json.dumps(data)))

    yield call
    page.close()


def position(seed):
    rng = random.Random(seed)
    state = pg.new("split")
    for _ in range(12):
        if state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
    while state.outcome is None and state.phase != "line":
        state = state.play(state.legal_moves.sample(rng))
    return state


def regions(seed):
    return frame(position(seed), version=1, active=True)["regions"]


@pytest.mark.parametrize("seed", range(5))
def test_area_agrees_with_the_kernels_value(js, seed):
    for region in regions(seed):
        assert js("area(corners(data))", region) == pytest.approx(region["value"], abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_pieces_of_a_line_are_those_that_shapely_cuts(js, seed):
    rng = random.Random(seed)
    for region in regions(seed):
        i, j = sorted(rng.sample(range(len(region["edges"])), 2))
        s, t = rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8)
        ends = f"place(data, {i}, {s}), place(data, {j}, {t})"
        areas = js(f"pieces({ends}).map(area)", region)
        p, q = js(f"[{ends}].map(({{point}}) => point)", region)
        polygon = shapely.Polygon([edge["start"] for edge in region["edges"]])
        long = shapely.affinity.scale(shapely.LineString([p, q]), 1.5, 1.5)
        cut = [piece.area for piece in shapely.ops.split(polygon, long).geoms]
        assert sorted(areas) == pytest.approx(sorted(cut), abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.77, 0.99])
def test_cut_to_a_value_cuts_off_exactly_that(js, seed, share):
    for region in regions(seed):
        value = share * region["value"]
        areas = js(
            f"(() => {{ const a = place(data, 0, 0.4), b = cutTo(a, {value}, a.point);"
            " return b && pieces(a, b).map(area) })()",
            region,
        )
        assert min(abs(area - value) for area in areas) < 1e-9


def near(rng, place):
    """Return a share of an edge that is on a place, or as good as on it, or a little away."""
    off = rng.choice([0, 1e-16, 1e-12, 0.9e-9, 1.1e-9, 1e-6, 1e-4])
    return min(1, max(0, place + rng.choice([-1, 1]) * off))


@pytest.mark.parametrize("seed", range(5))
def test_a_line_that_the_client_settles_is_the_one_that_the_kernel_draws(js, seed):
    rng, state, met = random.Random(seed), position(seed), 0
    for region in frame(state, version=1, active=True)["regions"]:
        i, j = rng.sample(range(len(region["edges"])), 2)
        places = []
        for edge in (i, j):
            start, stop = (
                region["edges"][n % len(region["edges"])]["start"] for n in (edge, edge + 1)
            )
            blocked = region["edges"][edge]["blocked"]
            ends = [dist(start, end) / dist(start, stop) for end in blocked]
            share = near(rng, rng.choice([0, 1, *ends, *ends]))
            places.append(js(f"settled(place(data, {edge}, {share})).point", region))
        middle = [sum(xs) / 2 for xs in zip(*places, strict=True)]
        if f"area {state.map.locate(middle)}" != region["name"]:
            continue
        try:
            move = state.draw(*places)
        except pg.IllegalMoveError as error:
            assert "smaller than the least area" in str(error)  # noqa: PT017 - else it is drawn
            continue
        drawn = [state.map.lines[spot.line].point(spot.at) for spot in (move.start, move.end)]
        for place in places:
            assert min(dist(place, end) for end in drawn) < 1e-9
        met += 1
    assert met


@pytest.mark.parametrize(
    ("share", "blocked", "settled"),
    [
        (0.3, [], 0.3),
        (0, [], 0.0001),  # a gap from the corner of a side of 10
        (1, [], 0.9999),
        (0.5, [0.5], 0.4999),
        (0.50001, [0.5], 0.5001),
        (0.5, [0.4999, 0.50005], 0.50015),  # between the two there is no room
    ],
)
def test_a_place_settles_at_the_gap_of_the_kernel(js, share, blocked, settled):
    square = {"edges": [{"start": corner} for corner in ([0, 0], [10, 0], [10, 10], [0, 10])]}
    square["edges"][0]["blocked"] = [[10 * at, 0] for at in blocked]
    assert js(f"settled(place(data, 0, {share})).share", square) == pytest.approx(settled)


def test_a_place_between_ends_a_hair_apart_settles_nowhere(js):
    side = 3e-9
    square = {"edges": [{"start": corner} for corner in ([0, 0], [side, 0], [side, side])]}
    assert js("settled(place(data, 0, 0.5))", square) is None


def test_a_ray_leaves_a_region_at_its_border(js):
    square = {"edges": [{"start": corner} for corner in ([0, 0], [10, 0], [10, 10], [0, 10])]}
    assert js("exit(place(data, 0, 0.5), [5, 3]).point", square) == [5, 10]
    assert js("exit(place(data, 0, 0.5), [5, -3])", square) is None


def test_hit_takes_the_topmost_item_and_discs_have_a_reach(js):
    square = {"target": "square", "points": [[0, 0], [4, 0], [4, 4], [0, 4]]}
    disc = {"target": "disc", "center": [1, 1], "radius": 0.1}
    assert js("hit(data, [1, 1]).target", [square, disc]) == "disc"
    assert js("hit(data, [1.3, 1]).target", [square, disc]) == "square"
    assert js("hit(data, [1.3, 1], 0.5).target", [square, disc]) == "disc"
    assert js("hit(data, [9, 9])", [square, disc]) is None


def test_of_several_discs_the_nearest_is_hit(js):
    discs = [{"target": name, "center": [x, 0], "radius": 0.1} for name, x in (("a", 0), ("b", 1))]
    assert js("hit(data, [0.4, 0], 2).target", discs) == "a"
    assert js("hit(data, [0.6, 0], 2).target", discs) == "b"


def test_strictly_convex_paths_are_known(js):
    square = [[0, 0], [4, 0], [4, 4], [0, 4]]
    assert js("convex(data)", square)
    assert js("convex(data)", square[::-1])
    assert not js("convex(data)", [*square[:2], [2, 1], square[3]])
    assert not js("convex(data)", [[0, 0], [2, 0], [4, 0], [4, 4]]), "three on a line"
    star = [[0, -5], [3, 4], [-5, -1], [5, -1], [-3, 4]]
    assert not js("convex(data)", star), "it goes around twice"


def test_walking_the_border_goes_round_corners_both_ways(js):
    square = {"edges": [{"start": corner} for corner in ([0, 0], [10, 0], [10, 10], [0, 10])]}
    assert js("walk(place(data, 0, 0.9), 3).point", square) == pytest.approx([10, 2])
    assert js("walk(place(data, 0, 0.1), -3).point", square) == pytest.approx([0, 2])
    assert js("walk(place(data, 0, 0.5), 40).point", square) == pytest.approx([5, 0])
