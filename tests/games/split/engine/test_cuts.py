"""Where a line may end: rules and kernel against exact fractions, near ends and near corners.

The judge knows the coordinates of the lines and where each ends, and neither `PlanarMap.ends` nor
any of its comparisons.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from helpers import SPLIT_PRESETS, random_state, split
from hypothesis import given
from strategies import running_split_states

import polygames as pg
from polygames.games.split.engine import kernel
from polygames.games.split.rules import SIDE_COUNT, DrawLine, Options
from polygames.geometry.planar import TOUCH_DISTANCE, Spot

OFFSETS = (0, 1e-16, 3e-16, 1e-14, 1e-12, 1e-10, 0.9e-9, 1.1e-9, 1e-8, 1e-6)
"""Distances from a place where lines meet, in units of the board."""


def exact_point(state, spot):
    """Return the exact point of a spot on the line between its two points."""
    (x0, y0), (x1, y1) = (map(Fraction, point) for point in state.map.lines[spot.line])
    at = Fraction(spot.position)
    return x0 + at * (x1 - x0), y0 + at * (y1 - y0)


def exact_area(corners):
    """Return the area of a polygon of exact points."""
    closed = [*corners, corners[0]]
    return abs(sum(a * d - b * c for (a, b), (c, d) in pairwise(closed))) / 2


def is_on_an_end(state, spot):
    """Say whether a spot is within the tolerance of an end on its line or of one of its own."""
    drawn = [end.position for chord in state.map.chords for end in chord if end.line == spot.line]
    (x0, y0), (x1, y1) = (map(Fraction, point) for point in state.map.lines[spot.line])
    square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    away = (Fraction(spot.position) - Fraction(at) for at in (0, 1, *drawn))
    return any(each**2 * square <= Fraction(TOUCH_DISTANCE) ** 2 for each in away)


def is_too_small(state, number, start, end):
    """Say whether a line between two edges of an area cuts off too small a piece."""
    face = state.map.faces[number]
    (i, p), (j, q) = sorted((face.edge_on(s.line), exact_point(state, s)) for s in (start, end))
    corners = [tuple(map(Fraction, corner)) for corner in face.polygon]
    cap = exact_area([p, *corners[i + 1 : j + 1], q])
    return min(cap, exact_area(corners) - cap) < Fraction(state.rules.min_area)


def lines_near_ends(state, rng):
    """Yield lines of open areas that begin near a corner or an end: area, distance, line."""
    for number in state.open_areas:
        if state.is_small(number):
            continue
        edges = state.map.faces[number].edges
        for edge in edges:
            low, high = sorted((edge.start, edge.stop))
            length = state.map.lines[edge.line].length
            others = [other for other in edges if other is not edge]
            for stop in (low, high, *state.map.ends[edge.line]):
                off = rng.choice(OFFSETS)
                spot = Spot(edge.line, stop + rng.choice((-1, 1)) * off / length)
                if low < spot.position < high:
                    other = rng.choice(others)
                    to = other.start + rng.uniform(0.1, 0.9) * (other.stop - other.start)
                    yield number, off, DrawLine(spot, Spot(other.line, to))


@pytest.mark.slow
@pytest.mark.parametrize("least", [None, 1e-12])
@pytest.mark.parametrize("preset", SPLIT_PRESETS)
def test_rules_and_kernel_refuse_the_ends_that_exact_fractions_refuse(preset, least):
    options = {"preset": preset} | ({} if least is None else {"min_area": least})
    rng, met, seen = Random(f"{preset} {least}"), 0, Counter()
    for game in range(40):
        state = random_state(game, rng.randrange(2, 50), "split", **options)
        if state.outcome is not None or state.phase != "line":
            continue
        array = kernel.encode(state)
        for number, off, move in lines_near_ends(state, rng):
            taken = [is_on_an_end(state, each) for each in (move.start, move.end)]
            legal = not any(taken) and not is_too_small(state, number, move.start, move.end)
            assert (move in state.legal_moves) is legal, str(move)
            _, i, at, j, to = kernel.code_of(move, state)
            free = [
                kernel.is_free_position(array, number, int(n), x) for n, x in ((i, at), (j, to))
            ]
            assert any(taken) == (not all(free)), str(move)
            assert kernel.can_cut(array, number, int(i), at, int(j), to) == legal, str(move)
            seen[off, legal] += 1
            met += 1
    assert met > 300
    assert not any(legal for off, legal in seen if off < TOUCH_DISTANCE)
    if least is not None:
        assert all(seen[off, True] for off in OFFSETS if off > TOUCH_DISTANCE)


@pytest.mark.slow
@pytest.mark.parametrize("preset", SPLIT_PRESETS)
def test_positions_after_lines_near_ends_are_the_same_in_the_kernel(preset):
    """Lines just outside the tolerance are played on, in the rules and in the kernel."""
    played = 0
    for game in range(6):
        rng = Random(f"near {game}")
        state = pg.new("split", preset=preset, min_area=1e-12)
        array = kernel.encode(state)
        while state.outcome is None and len(state.map.chords) < 40:
            lines = lines_near_ends(state, rng) if state.phase == "line" else ()
            near = [
                move for _, off, move in lines if off > TOUCH_DISTANCE and move in state.legal_moves
            ]
            played += bool(near)
            move = rng.choice(near) if near else state.legal_moves.sample(rng)
            code = kernel.code_of(move, state)
            state = state.play(move)
            kernel.play(array, code)
            assert pg.from_text(state.to_text()) == state
            assert sum(area.value for area in state.areas) == pytest.approx(100, abs=1e-9)
            for number, line in enumerate(state.map.lines[SIDE_COUNT:], SIDE_COUNT):
                assert array[kernel.LINES + number, kernel.LENGTH] == line.length
    assert played > 60


def test_a_record_with_a_line_on_an_end_is_refused_with_the_place():
    record = pg.Record(split())
    for text in ("draw 0@0.5 - 2@0.5", "color blue", "draw 1@0.5 - 4@0.5", "draw 3@0.7 - 4@0.51"):
        record.push(record.state.parse(text))
    assert pg.Record.from_text(record.to_text()).moves == record.moves
    old = record.to_text().replace("4@0.51", "4@0.50000000000001")
    with pytest.raises(pg.RecordError, match=r"another line ends at 0\.5 of line 4, within"):
        pg.Record.from_text(old)


@given(running_split_states())
def test_the_halving_line_of_any_area_is_legal_and_that_of_the_kernel(state):
    if state.phase != "line":
        return
    array, out = kernel.encode(state), kernel.move_buffer()
    for k in state.open_areas:
        if state.is_small(k):
            continue
        move = DrawLine(*state.map.find_halving_line(k))
        assert move in state.legal_moves
        pieces = state.map.split_face(k, move.start, move.end)
        assert pieces.first_face.area == pytest.approx(pieces.second_face.area, abs=1e-6)
        kernel.write_halving_line(array, k, out, 0)
        other = kernel.decode(out[0], state)
        assert other in state.legal_moves
        assert [spot.line for spot in (other.start, other.end)] == [move.start.line, move.end.line]
        assert (other.start.position, other.end.position) == pytest.approx(
            (move.start.position, move.end.position)
        )


@pytest.mark.parametrize("gap", [1.5e-9, 3e-9, 1e-5])
def test_ends_close_to_each_other_leave_a_halving_line(gap):
    """Ends as dense as a long game could make them, on both long sides of a strip."""
    state = split("draw 3@0.100001 - 1@0.100001", "color red", fill_limit=10, min_area=4.5)
    top, shares = 0, [0.5 + (n - 100) * gap / 10 for n in range(201)]
    ends = list(state.map.ends)
    for line in (top, 4):
        ends[line] |= frozenset(shares)
    object.__setattr__(state.map, "ends", tuple(ends))
    strip = next(k for k, area in enumerate(state.areas) if area.value < 11)
    move = DrawLine(*state.map.find_halving_line(strip))
    assert move in state.legal_moves


@pytest.mark.parametrize("inclusive", [True, False])
@pytest.mark.parametrize(
    "limit", [5.0, 0.3, 0.07, 1.0000004, 1.0000006, 4.999999999999999, 5.000000000000001, 49.999999]
)
def test_the_kernel_finds_the_same_areas_small(limit, inclusive):
    options = Options(limit, inclusive)
    below = kernel.small_area_limit(options)
    for n in range(-24, 25):
        value = limit + (n + 0.3) * 1e-7
        assert (value < below) == options.is_small(value), value
