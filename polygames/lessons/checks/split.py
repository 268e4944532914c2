"""Checks of the lesson about Split."""

from __future__ import annotations

from typing import Any

import polygames as pg
from polygames.lessons.answers import calls, check, exercise, near

Polygon = list[tuple[float, float]]


@exercise
def exercise_1(counted: Any) -> None:
    """Check how many corners, edges and areas a map of ten lines has."""
    lines = 10
    check(
        list(counted),
        (lambda got: len(got) == len(("corners", "edges", "areas")), "three numbers, in order."),
        (lambda got: near(got[2], 1 + lines), "each line adds one area to the one of the square."),
        (lambda got: near(got[0], 4 + 2 * lines), "a line adds a corner at each of its ends."),
        (lambda got: near(got[1], 4 + 3 * lines), "one new edge, and each end cuts an old one."),
    )


@exercise
def exercise_2(area: Any) -> None:
    """Check a function for the area of a polygon."""
    triangle: Polygon = [(4, 1), (7, 1), (7, 6)]
    pentagon: Polygon = [(2.5, 4.5), (6.5, 2), (9.5, 4), (8.5, 9), (3, 8.5)]
    moved = [(x - 20, y - 30) for x, y in pentagon]
    shapes = [triangle, triangle[::-1], pentagon, moved, [(0, 0), (2, 0), (2, 3), (0, 3)]]
    check(
        calls(area, *((shape,) for shape in shapes)),
        (
            lambda got: any(near(abs(got[0]), size) for size in (7.5, 15)),
            "the triangle is worth 7.5: is the round closed?",
        ),
        (lambda got: abs(got[0]) < 8, "halve the sum of the products."),
        (lambda got: got[0] > 0 and got[1] > 0, "the other way round gives the same area."),
        (lambda got: near(got[1], got[0]), "the other way round gives the same area."),
        (lambda got: near(got[2], 35.875), "the pentagon of the picture is worth another number."),
        (lambda got: near(got[3], got[2]), "where a polygon lies does not change its area."),
        (lambda got: near(got[4], 6), "a rectangle of 2 by 3 is worth 6."),
    )


@exercise
def exercise_3(edges: Any) -> None:
    """Check how many edges the seventh area has."""
    check(
        edges,
        (lambda n: not near(n, 7 * 4 - 6), "a triangle has 3 sides, and there are six of them."),
        (lambda n: not near(n, 4), "4 is the average of all seven, and triangles have fewer."),
        (lambda n: near(n, 7 * 4 - 6 * 3), "all seven areas together have 7 · 4 edges: a number."),
    )


@exercise
def exercise_4(ends: Any) -> None:
    """Check where the lines from (4, 0) end that cut off 5."""
    check(
        [*ends],
        (
            lambda got: all(len(end) == len(("x", "y")) for end in got),
            "a point has two coordinates, (x, y).",
        ),
        (
            lambda got: {float(end[0]) for end in got} == {0.0, 10.0},
            "one line ends on the left side, the other on the right side.",
        ),
        (lambda got: _misses(got, 0) < ROUNDING, "the left piece is a triangle on a base of 4."),
        (lambda got: _misses(got, 10) < ROUNDING, "the right piece is a triangle, base 6."),
    )


ROUNDING = 0.004
"""How many points a piece may be off: a coordinate rounded to three places is right."""


def _misses(ends: list[Any], side: float) -> float:
    """Return by how much the smaller piece misses 5, of the line to a side of the square."""
    end = next(tuple(end) for end in ends if float(end[0]) == side)
    empty: Any = pg.new("split")
    areas = empty.play(empty.draw((4, 0), end)).areas
    return abs(min(float(each.value) for each in areas) - 5)
