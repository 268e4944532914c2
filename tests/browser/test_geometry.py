"""The client's geometry, checked in the browser against the kernel's and against shapely."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import shapely
import shapely.affinity
import shapely.ops

import polygames as pg
from polygames.widgets.frame import frame

pytestmark = pytest.mark.browser

SOURCE = Path(pg.__file__).parent / "widgets" / "js" / "geometry.js"
NAMES = "area inside hit convex nearest exit pieces cutTo walk nextStop place corners"


@pytest.fixture(scope="module")
def js(chromium):
    """Return a function that evaluates an expression with the client's functions and data."""
    page = chromium.new_page()
    page.add_script_tag(content=SOURCE.read_text(encoding="utf-8"))

    def call(expression, data):
        return page.evaluate(f"data => ({expression})", json.loads(json.dumps(data)))

    yield call
    page.close()


def regions(seed):
    rng = random.Random(seed)
    state = pg.new("split")
    for _ in range(12):
        if state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
    while state.outcome is None and state.phase != "line":
        state = state.play(state.legal_moves.sample(rng))
    return frame(state, version=1, active=True)["regions"]


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
