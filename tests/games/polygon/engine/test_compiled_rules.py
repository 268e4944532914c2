"""The compiled board allows what rules.py allows, and takes every move back."""

from itertools import product
from random import Random

import numpy as np
import pytest
from helpers import polygon, random_state, random_states
from strategies import AFFINE_HEXAGON, UNEVEN_HEXAGON

import polygames as pg
from polygames.games.polygon.engine import compiled_rules

COLORS = ("different", "same", "any", "mixed")
FRACTIONS = [("1/3", 0), (7, "-1/2"), (11, 3), (10, 8), (6, 11), (1, 9), (-1, 4)]
BOARDS = [{"n": n} for n in (4, 5, 6, 7, 8, 9, 10, 12)]
BOARDS += [{"vertices": each} for each in (UNEVEN_HEXAGON, AFFINE_HEXAGON, FRACTIONS)]


def targets(board, state):
    """Return where the compiled rules let the next segment end, as exact points."""
    out = np.zeros(compiled_rules.POINT_CAPACITY, np.int64)
    points = list(state.points)
    return [points[code] for code in out[: compiled_rules.legal(board, out)]]


def contents(board):
    """Return what a board holds, without what is left of points taken back."""
    count = board.head[compiled_rules.POINTS]
    drawn = board.head[compiled_rules.SEGMENTS]
    rows = [
        part[:count].tolist()
        for part in (board.coordinates, board.segments_through, board.is_endpoint)
    ]
    return board.head.tolist(), *rows, board.ends[:drawn].tolist()


@pytest.mark.parametrize("options", BOARDS, ids=str)
@pytest.mark.parametrize("colors", COLORS)
def test_random_games_have_the_moves_of_the_rules(options, colors):
    for number, concurrent in product(range(3), ("strict", "lenient")):
        rng = Random(f"{options} {colors} {concurrent} {number}")
        state = pg.new("polygon", **options, colors=colors, concurrent=concurrent)
        state = state.with_segment(*rng.choice(state.segments))
        board = compiled_rules.encode(state)
        while state.ply < 22:
            expected = list(state.targets)
            assert targets(board, state) == expected
            assert not board.head[compiled_rules.DOUBT]
            if not expected:
                break
            end = rng.choice(expected)
            assert compiled_rules.push(board, list(state.points).index(end))
            state = state.with_segment(state.here, end)
            assert board.head[compiled_rules.POINTS] == len(list(state.points))


@pytest.mark.parametrize("colors", COLORS)
def test_a_position_written_at_once_is_that_of_its_moves_and_pop_goes_back(colors):
    for seed in range(6):
        state = random_state(seed, 14, "polygon", n=9, colors=colors)
        board = compiled_rules.encode(state)
        out = np.zeros(compiled_rules.POINT_CAPACITY, np.int64)
        for code in out[: compiled_rules.legal(board, out)].copy():
            before = contents(board)
            compiled_rules.push(board, code)
            assert contents(board) != before
            compiled_rules.pop(board)
            assert contents(board) == before
        while board.head[compiled_rules.SEGMENTS] > 1:
            compiled_rules.pop(board)
        first = pg.new("polygon", n=9, colors=colors).with_segment(*state.path[:2])
        assert contents(board) == contents(compiled_rules.encode(first))


def test_floats_have_the_error_that_they_say():
    for seed in range(8):
        state = random_state(seed, 20, "polygon", n=8, colors="any")
        board = compiled_rules.encode(state)
        for k, point in enumerate(state.points):
            x, y = (float(value) for value in point.approximate(80))
            error = np.hypot(board.coordinates[k, 0] - x, board.coordinates[k, 1] - y)
            assert error <= board.coordinates[k, 2] + 3e-16


def test_points_that_floats_do_not_tell_apart_raise_a_doubt_and_are_refused():
    """The long diagonals miss each other by far less than a float shows; exactly, they do."""
    s = 10**30
    near = [(2 * s, 1), (s, s), (-s, s), (-2 * s, 0), (-s, -s), (s, -s)]
    state = polygon("A-D", "D-F", "F-C", "C-E", "E-B", vertices=near, colors="any")
    assert not any(len(segments) > 2 for segments in state.crossings.values())
    with pytest.raises(OverflowError, match="are equal as floats"):
        compiled_rules.encode(state)


def test_in_a_long_game_a_point_that_was_taken_for_another_is_refused_as_well():
    *_, state = random_states(pg.new("polygon", n=9, max_plies=60), 45)
    with pytest.raises(OverflowError, match="are equal as floats"):
        compiled_rules.encode(state)


def test_no_more_vertices_than_fit_are_written():
    assert compiled_rules.encode(pg.new("polygon", n=3)).head[compiled_rules.POINTS] == 3
    with pytest.raises(OverflowError, match="70 vertices"):
        compiled_rules.encode(pg.new("polygon", n=70))


def test_the_prime_is_one_and_leaves_the_remainder_1():
    assert compiled_rules.small_prime(1) == 2**31 - 1
    for n in (5, 7, 9, 30):
        prime = compiled_rules.small_prime(n)
        assert prime % n == 1
        assert all(prime % d for d in range(2, 50_000))


def test_the_64_segments_of_a_mask_are_enough_for_both_seats():
    assert compiled_rules.EVEN_BITS & compiled_rules.ODD_BITS == 0
    assert (compiled_rules.EVEN_BITS | compiled_rules.ODD_BITS) & (
        1 << compiled_rules.SEGMENT_CAPACITY
    ) - 1 == ((1 << compiled_rules.SEGMENT_CAPACITY) - 1)
