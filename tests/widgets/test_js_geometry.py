"""The client's geometry, checked against the kernel's and against shapely."""

import json
import random
from math import dist

import pytest
import shapely
import shapely.affinity
import shapely.ops
from helpers import random_states
from node import Node, missing_reason
from strategies import point_between

import polygames as pg
from polygames.games.split.moves import DrawLine, FillArea
from polygames.view.frame import frame

pytestmark = pytest.mark.skipif(bool(missing_reason()), reason=missing_reason())


@pytest.fixture(scope="module")
def js():
    """Return a function that evaluates an expression with the client's functions and data."""
    node = Node("shared/geometry", "pointer/border")
    yield node
    node.close()


def position(seed):
    *_, end = states = list(random_states(pg.new("split"), seed))
    return next((each for each in states[12:] if each.phase == "line"), end)


def regions(seed):
    return frame(position(seed), version=1, active=True)["regions"]


@pytest.mark.parametrize("seed", range(5))
def test_area_agrees_with_the_kernels_value(js, seed):
    for region in regions(seed):
        assert js("area(cornersOf(data))", region) == pytest.approx(region["value"], abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_pieces_of_a_line_are_those_that_shapely_cuts(js, seed):
    rng = random.Random(seed)
    for region in regions(seed):
        i, j = sorted(rng.sample(range(len(region["edges"])), 2))
        s, t = rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8)
        ends = f"placeOnEdge(data, {i}, {s}), placeOnEdge(data, {j}, {t})"
        areas = js(f"cutPieces({ends}).map(area)", region)
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
            f"(() => {{ const a = placeOnEdge(data, 0, 0.4), b = findCutEnd(a, {value}, a.point);"
            " return b && cutPieces(a, b).map(area) })()",
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
            places.append(js(f"nearestFreePlace(placeOnEdge(data, {edge}, {share})).point", region))
        middle = [sum(xs) / 2 for xs in zip(*places, strict=True)]
        if f"area {state.map.find_face(middle)}" != region["name"]:
            continue
        try:
            move = state.draw(*places)
        except pg.IllegalMoveError as error:
            assert "smaller than the least area" in str(error)  # noqa: PT017 - else it is drawn
            continue
        drawn = [
            state.map.lines[spot.line].point_at(spot.position) for spot in (move.start, move.end)
        ]
        for place in places:
            assert min(dist(place, end) for end in drawn) < 1e-9
        met += 1
    assert met


STROKE = """(() => {
  const [frame, from, to] = data, camera = { unit: () => 0.02 };
  const ui = { frame, camera, typed: "", hinted: null };
  ui.anchors = findLineStarts(ui, from, 12);
  const line = aimLine(ui, to, 12);
  const means = moveOfLine(ui, line)?.spelling;
  return line && { name: line.a.region.name, means, ends: [line.a.point, line.b.point] };
})()"""


def positions_with_small_areas(seed):
    for state in random_states(pg.new("split"), seed):
        due = state.outcome is None and state.phase == "line"
        if due and any(map(state.is_small, state.open_areas)):
            yield state


@pytest.mark.parametrize("seed", range(8))
def test_a_line_that_is_drawn_on_a_page_means_there_what_it_means_in_the_rules(js, seed):
    rng, met = random.Random(seed), set()
    for state in list(positions_with_small_areas(seed))[::5]:
        told = json.loads(json.dumps(frame(state, version=1, active=True)))
        for number in state.open_areas:
            corners = state.areas[number].polygon
            if shapely.Polygon(corners).buffer(-0.05).is_empty:
                continue  # narrower than the reach of a mouse: there it may mean its neighbour
            i, j = rng.sample(range(len(corners)), 2)
            p, q = (
                point_between(corners[k], corners[(k + 1) % len(corners)], rng.uniform(0.2, 0.8))
                for k in (i, j)
            )
            found = js(STROKE, [told, p, q])
            assert found["name"] == f"area {number}"
            is_small = state.is_small(number)
            assert found.get("means") == ([f"area {number}"] if is_small else None)
            for ends in ((p, q), found["ends"]):
                move = drawn_or_none(state, *ends)
                assert not is_small or move == FillArea(number)
                assert is_small or move is None or isinstance(move, DrawLine)
            met.add(is_small)
    assert met == {True, False}


def drawn_or_none(state, p, q):
    try:
        return state.draw(p, q)
    except pg.IllegalMoveError:
        return None
