"""Splinter's net: the compiled value is that of the same sums, written a second time."""

from itertools import product
from math import isqrt, tanh

import numpy as np
import pytest
from helpers import random_games

import polygames as pg
from polygames.games.splinter.engine import kernel, value_network

WAYS = [way for way in product((-1, 0, 1), repeat=2) if any(way)]


def rows_lit(state, seat):
    """Return the rows that a state lights for a seat, by the text of its board alone."""
    at = {
        (r, c): piece
        for r, row in enumerate(state.rows)
        for c, piece in enumerate(row)
        if piece != "."
    }
    mine = "wW" if seat == 0 else "bB"
    king, enemy = (next(p for p in at if at[p] == name) for name in (mine[1], "WB"[1 - seat]))

    def seen_from_king(place):
        down, right = (max(-7, min(7, a - b)) for a, b in zip(place, king, strict=True))
        return (down + 7) * 15 + right + 7

    def steps(one, other):
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    lit = []
    for side in range(2):
        pieces = [place for place in at if (at[place] in mine) == (side == 0)]
        for place in pieces:
            around = {way for way in WAYS if (place[0] + way[0], place[1] + way[1]) in at}
            reached = [min(around)] if around else []
            for one in reached:
                near = {w for w in around if steps(one, w) == 1}
                reached += sorted(near - set(reached))
            kind = 1 if set(reached) != around else 2 if len(around) <= 2 else 0
            ring = sum(1 << WAYS.index(way) for way in around)
            lit += [(3 * side + kind) * value_network.PLACE_COUNT + seen_from_king(place)]
            lit += [value_network.RING_ROWS + 256 * side + ring]
        nearer = [steps(place, king) - steps(place, enemy) for place in pieces]
        numbers = (
            (value_network.COUNT_ROWS + 16 * side, len(pieces)),
            (value_network.NEARER_ROWS + 16 * side, sum(each < 0 for each in nearer)),
            (value_network.NEARER_ROWS + 16 * (2 + side), sum(each > 0 for each in nearer)),
        )
        lit += [first + min(15, number) for first, number in numbers]
    n, sums = len(at), [sum(place[axis] for place in at) for axis in range(2)]
    lit += [value_network.KING_ROWS + seen_from_king(enemy), value_network.BIAS_ROW]
    for first, place in ((value_network.HEART_ROWS, king), (value_network.HEART_ROWS + 24, enemy)):
        square = sum((4 * (n * own - total)) ** 2 for own, total in zip(place, sums, strict=True))
        lit.append(first + min(23, isqrt(square) // n))
    return lit


def value(state, rows, out):
    """Return the value for seat 0, added up anew."""
    units = [
        np.clip(
            rows[rows_lit(state, seat)].astype(np.int64).sum(axis=0),
            0,
            value_network.HIDDEN_UNIT_SCALE,
        )
        for seat in (state.turn, 1 - state.turn)
    ]
    total = tanh(
        int(out.astype(np.int64) @ np.concatenate(units))
        / value_network.HIDDEN_UNIT_SCALE
        / value_network.OUTPUT_SCALE
    )
    return total if state.turn == 0 else -total


def test_the_compiled_value_is_that_added_up_anew_in_random_games():
    states = list(random_games("splinter", 3, "net"))
    assert len(states) > 60
    for state in states:
        found = value_network.estimate(kernel.encode(state))
        assert found == pytest.approx(
            value(state, value_network.LEARNED, value_network.LEARNED_OUT), abs=1e-12
        )


def test_any_whole_weights_add_up_the_same():
    rng = np.random.default_rng(7)
    most = value_network.MAX_WEIGHT
    rows = rng.integers(
        -most, most + 1, (value_network.ROW_COUNT, value_network.HIDDEN_UNITS)
    ).astype(np.int8)
    out = rng.integers(-400, 400, 2 * value_network.HIDDEN_UNITS).astype(np.int32)
    for state in random_games("splinter", 1, "net", edge="remove"):
        found = value_network.evaluate_with(
            kernel.encode(state), value_network.pack_rows(rows), out
        )
        assert found == pytest.approx(value(state, rows, out), abs=1e-12)


def test_a_crowded_board_lights_no_more_rows_than_there_is_room_for():
    rows = ["w" * 8 + "b" * 7 for _ in range(8)]
    rows[3] = "wwwWwwwwbbbBbbb"
    lit = np.zeros((2, value_network.MAX_ACTIVE_ROWS), np.int32)
    n = value_network.write_active_features(
        kernel.encode(pg.new("splinter", board=[*rows, "." * 15])), lit
    )
    assert n == 2 * 120 + 10 <= value_network.MAX_ACTIVE_ROWS
    assert value_network.MAX_ACTIVE_ROWS * 2 * value_network.MAX_WEIGHT < 2**16
    assert 0 <= lit.min() <= lit.max() < value_network.ROW_COUNT
