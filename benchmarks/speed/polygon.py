"""How fast Polygon's exact points are, and whether random games ever get one wrong.

``python -m benchmarks.speed.polygon [--seconds S] [--games N] [--sample K]``. Intersections:
points of one generation are where lines through points of the generation before meet; every way
to compute them gets the same lines, in turns within one process. Games: 40 moves each, any
colours; a sample is found again by divisions, with tests/oracles/polygon_by_fractions.py.
"""

from __future__ import annotations

import argparse
from importlib.metadata import version
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.geometry.exact import Line, Point, convex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

from tests.oracles.polygon_by_fractions import Game, crossing, rational

CORNERS = ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))
GENERATIONS = 6
POINTS = 8
PLIES = 40


def divided(p: Any, q: Any, r: Any, s: Any) -> Any:
    """Return where two lines meet, by one division of whatever numbers are given."""
    top = (r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])
    bottom = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    share = top / bottom
    return (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)


def met(p: Point, q: Point, r: Point, s: Point) -> Point | None:
    """Return where two lines meet, as the package does it: it knows whether it is new."""
    return Line(p, q).meet(Line(r, s))


def settled(p: Point, q: Point, r: Point, s: Point) -> Point | None:
    """Do the same, and compute the exact numbers of the point, which is seldom needed."""
    point = Line(p, q).meet(Line(r, s))
    assert point is not None  # noqa: S101 - the lines were chosen to meet
    point.exact  # noqa: B018 - computed when asked for
    return point


def number_types() -> dict[str, Callable[[Fraction], Any]]:
    """Return what is compared, with how it makes a number."""
    from flint import fmpq
    from sympy import Rational

    return {
        "Fraction": lambda x: x,
        "sympy Rational": lambda x: Rational(x.numerator, x.denominator),
        "python-flint fmpq": lambda x: fmpq(x.numerator, x.denominator),
    }


def generations() -> Iterator[tuple[list[Point], list[Any], list[tuple[int, ...]]]]:
    """Yield for each generation its points in both ways, and which four make each next one.

    The next ones are not kept meanwhile: a point that exists costs its exact numbers again.
    """
    rng, plane = Random(1), convex(CORNERS)
    points: list[Point] = list(plane.vertices)
    places: list[Any] = rational(CORNERS)
    for _ in range(GENERATIONS):
        fours = _fours(points, rng)
        yield points, places, fours
        after = [met(*(points[k] for k in four)) for four in fours]
        places = [divided(*(places[k] for k in four)) for four in fours]
        points = [point for point in after if point is not None]


def _fours(points: list[Point], rng: Random) -> list[tuple[int, ...]]:
    found: dict[Point, tuple[int, ...]] = {}
    while len(found) < POINTS:
        four = tuple(rng.sample(range(len(points)), 4))
        point = met(*(points[k] for k in four))
        if point is not None and point not in points:
            found[point] = four
    return list(found.values())


def rate(work: Callable[[], object], seconds: float) -> float:
    """Return microseconds per call and point, the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        start, calls = process_time(), 0
        while process_time() - start < seconds / 3 or not calls:
            work()
            calls += 1
        best = min(best, (process_time() - start) / calls)
    return best / POINTS * 1e6


def intersections(seconds: float) -> dict[str, dict[str, float]]:
    """Return microseconds per intersection, by way and generation."""
    table: dict[str, dict[str, float]] = {}
    for generation, (points, places, fours) in enumerate(generations()):
        if generation not in {0, 1, 3, 5}:
            continue
        ways: dict[str, tuple[Callable[..., Any], list[Any]]] = {
            "polygames": (met, points),
            "polygames, exact numbers too": (settled, points),
        }
        for name, make in number_types().items():
            ways[name] = (divided, [(make(x), make(y)) for x, y in places])
        for name, (meet, known) in ways.items():
            chosen = [[known[k] for k in four] for four in fours]
            row = table.setdefault(name, {})
            row[str(generation)] = rate(lambda: [meet(*four) for four in chosen], seconds)  # noqa: B023 - called at once
    return table


def random_game(number: int, plies: int) -> Any:
    """Return the end of a random game."""
    options = {"n": 5 + number % 5} if number % 2 else {"vertices": CORNERS}
    state: Any = pg.new("polygon", colors="any", max_plies=plies, **options)
    rng = Random(number)
    while state.outcome is None:
        state = state.joined(*rng.choice(state.segments))
    return state


def wrong_incidences(state: Any) -> tuple[int, int]:
    """Compare a game with rational corners to divisions: crossings looked at, and wrong ones."""
    game = Game(rational(CORNERS), "any")
    places = dict(zip(state.vertices, game.corners, strict=True))
    start = state.path[0]
    for end in state.path[1:]:
        if end not in places:
            i, j = state.crossings[end][:2]
            places[end] = crossing(*game.segments[i - 1], *game.segments[j - 1])
        game = game.played((places[start], places[end]))
        start = end
    expected = sorted(game.crossings().values())
    found = sorted(state.crossings.values())
    wrong = len(set(expected) ^ set(found))
    return len(expected), wrong


def games(count: int, sample: int) -> dict[str, Any]:
    """Play random games and check a sample of those with rational corners."""
    start = process_time()
    ends = [random_game(number, PLIES) for number in range(count)]
    seconds = process_time() - start
    rational_ends = [state for state in ends[::2] if state.ply == PLIES][:sample]
    start = process_time()
    checked = [wrong_incidences(state) for state in rational_ends]
    return {
        "games": count,
        "plies": sum(state.ply for state in ends),
        "crossings": sum(len(state.crossings) for state in ends),
        "CPU seconds": seconds,
        "sample": len(checked),
        "crossings checked": sum(number for number, _ in checked),
        "wrong": sum(wrong for _, wrong in checked),
        "CPU seconds of the check": process_time() - start,
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per figure")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=500)
    given = parser.parse_args()
    table = intersections(given.seconds)
    print(table)
    figures = {
        "microseconds": table,
        "times as fast as Fraction": {
            generation: table["Fraction"][generation] / table["polygames"][generation]
            for generation in table["Fraction"]
        },
        "versions": {name: version(name) for name in ("sympy", "python-flint")},
        "random games": games(given.games, given.sample),
    }
    machine.write("polygon_geometry", figures)
    print(figures)


if __name__ == "__main__":
    main()
