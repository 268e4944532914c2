"""Polygon's moves against a second way to find them, and counts found in both ways."""

from fractions import Fraction
from random import Random

import pytest
from helpers import perft_cases
from oracles.polygon_by_fractions import Cosine, Game, rational, regular
from strategies import UNEVEN

import polygames as pg


def by_fractions(options):
    """Return the same start in the independent way."""
    kinds = {key: options[key] for key in ("colors", "concurrent") if key in options}
    vertices = options.get("vertices")
    return Game(rational(vertices) if vertices else regular(options["n"]), **kinds)


def quotient(point, n):
    """Return the exact coordinates of a point as the independent way has them."""
    x, y, w = (
        Fraction(value) if isinstance(value, int) else Cosine(n, value.coefficients)
        for value in point.exact
    )
    return x / w, y / w


@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("polygon", 700))
def test_perft(options, depth, count):
    assert pg.perft(pg.new("polygon", **options), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("options", "depth", "count"), perft_cases("polygon", 20, deepest=6))
def test_perft_by_fractions(options, depth, count):
    assert by_fractions(options).perft(depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "plies"),
    [
        ({"n": 5, "colors": "any"}, 14),
        ({"n": 6, "colors": "any"}, 18),
        ({"n": 6, "colors": "any", "concurrent": "lenient"}, 18),
        ({"n": 6, "colors": "mixed", "concurrent": "lenient"}, 18),
        ({"n": 7, "colors": "different"}, 12),
        ({"n": 8, "colors": "same"}, 13),
        ({"n": 9, "colors": "mixed"}, 10),
        ({"n": 12, "colors": "any"}, 11),
        ({"vertices": UNEVEN, "colors": "any"}, 20),
        ({"vertices": UNEVEN[1:], "colors": "same", "concurrent": "lenient"}, 20),
    ],
)
def test_random_games_have_the_same_targets_and_crossings_by_fractions(options, plies):
    state, other = pg.new("polygon", **options), by_fractions(options)
    n, rng = state.rules.n, Random(str(options))
    for _ in range(plies):
        places = {point: quotient(point, n) for point in state.points}
        drawn = {(places[p], places[q]) for p, q in state.segments}
        assert drawn == set(other.moves())
        crossings = {places[point]: through for point, through in state.crossings.items()}
        assert crossings == other.crossings()
        if state.outcome is not None:
            break
        start, end = rng.choice(state.segments)
        state, other = state.joined(start, end), other.played((places[start], places[end]))
    assert state.ply >= 4
