"""Corners of polygons: rational approximations of regular ones, random ones, and their text."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import atan2, floor, log2
from typing import TYPE_CHECKING, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.options import whole
from polygames.geometry.exact import MIN_CORNERS, convex, regular

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.games.polygon.rules import PolygonGame

Corners: TypeAlias = tuple[tuple[Fraction, Fraction], ...]

RANDOM_STEP_RANGE = 1000
"""Random corners have whole coordinates from 0 to this."""
MAX_RANDOM_CORNERS = 100
"""Maximum number of random corners: more do not fit well into the square."""


def rational_corners(state: PolygonGame) -> tuple[Corners, int]:
    """Return the corners of a polygon as fractions, and the factor by which they were scaled.

    Corners of a regular polygon are rounded to whole numbers, finely enough to stay convex.
    """
    if state.rules.vertices is not None:
        return tuple((Fraction(x), Fraction(y)) for x, y in state.rules.vertices), 1
    n = state.rules.n
    size = 10 ** len(str(n * n))  # rounding by 1/2 is less than the bend at a corner: 5 / n^2
    places = (point.approximate(64) for point in regular(n).vertices)
    return tuple((Fraction(round(x * size)), Fraction(round(y * size))) for x, y in places), size


def snap_point(point: tuple[Fraction, Fraction], unit: Fraction) -> tuple[Fraction, Fraction]:
    """Round a point to multiples of a power of ten.

    It is the largest power that is not above `unit`, the precision of the pointer.
    """
    step = Fraction(10) ** floor((log2(unit.numerator) - log2(unit.denominator)) / log2(10))
    x, y = (round(value / step) * step for value in point)
    return x, y


def random_convex(n: int, rng: Random) -> Corners:
    """Return a random strictly convex polygon with n corners at integer coordinates.

    Its sides are random steps that sum to zero, in the order of their directions (P. Valtr,
    Probability that n random points are in convex position, 1995). Raise OptionError if n is below
    3 or above 100.

    Examples
    --------
    >>> from random import Random
    >>> len(random_convex(5, Random(1)))
    5
    """
    n = whole("the number of corners of a random polygon", n, MIN_CORNERS, MAX_RANDOM_CORNERS)
    while True:
        steps = list(zip(_random_steps(n, rng), rng.sample(_random_steps(n, rng), n), strict=True))
        steps.sort(key=lambda step: atan2(step[1], step[0]))
        corners, (x, y) = [], (0, 0)
        for dx, dy in steps:
            corners.append((x, y))
            x, y = x + dx, y + dy
        left, low = (min(values) for values in zip(*corners, strict=True))
        corners = [(x - left, y - low) for x, y in corners]
        try:
            return convex(corners).corners
        except OptionError:  # two of its steps have the same direction
            continue


def corners_to_text(corners: Sequence[Sequence[Fraction | int]]) -> str:
    """Return corners as text, with one line ``x, y`` per corner.

    Examples
    --------
    >>> print(corners_to_text([(0, 0), (4, 0), (0, 3)]))
    0, 0
    4, 0
    0, 3
    >>> corners_to_text([])
    ''
    """
    return "\n".join(f"{x}, {y}" for x, y in corners)


def parse_corners(text: str) -> Corners:
    """Parse corners, one on each line or separated by semicolons; raise OptionError if malformed.

    Examples
    --------
    >>> parse_corners("0, 0; 1/3, 0; 0, 3")[1]
    (Fraction(1, 3), Fraction(0, 1))
    """
    rows = [row.strip() for row in text.replace(";", "\n").splitlines() if row.strip()]
    return convex(
        [[word for word in row.replace(",", " ").split() if word] for row in rows]
    ).corners


def _random_steps(n: int, rng: Random) -> list[int]:
    """Return n random steps along one axis that sum to zero."""
    low, *inner, high = sorted(rng.randint(0, RANDOM_STEP_RANGE) for _ in range(n))
    ways = ([low], [low])
    for value in inner:
        rng.choice(ways).append(value)
    up, down = ([*way, high] for way in ways)
    rising = [after - before for before, after in pairwise(up)]
    falling = [before - after for before, after in pairwise(down)]
    return [*rising, *falling]
