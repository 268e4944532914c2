"""Checks of lesson 02: where lines meet."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.answers import calls, check, exercise, is_whole, near

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Point = tuple[float, float]
    Triple = tuple[int, int, int]

PRIMES: Final = [p for p in range(2, 1000) if all(p % d for d in range(2, int(p**0.5) + 1))]

HIDING: Final = prod(PRIMES) * (2**31 - 1) * (2**61 - 1) * (10**9 + 7) * 998_244_353
"""A size for which remainders by the usual primes are all zero."""


@exercise
def exercise_1(pairs: Any) -> None:
    """Check a count of the pairs of diagonals that cross in a convex polygon."""
    check(
        calls(pairs, (4,), (5,), (6,), (10,), (30,)),
        (lambda got: near(got[0], 1), "a square has two diagonals, and they cross: one pair."),
        (lambda got: near(got[1], 5), "draw a pentagon: its star has five crossings."),
        (lambda got: near(got[2], 15), "count diagonals of the hexagon in pairs that *cross*."),
        (
            lambda got: all(near(n, comb(k, 4)) for n, k in zip(got[3:], (10, 30), strict=True)),
            "each choice of four corners gives one pair: in how many ways can you choose four?",
        ),
    )


@exercise
def exercise_2(size: Any) -> None:
    """Check the size of a hexagon that is too large for a tolerance."""
    check(
        size,
        (is_whole, "a whole number, such as 1000 or 10**3."),
        (lambda s: s > 0, "a number above 0."),
        (lambda s: len(_rounded(_hexagon(s, 0))) == comb(6, 4) - 2, "with lift 0 it is too wide."),
        (lambda s: len(_rounded(_hexagon(s, 1))) < comb(6, 4), "too small: think of 1 against s."),
    )


@exercise
def exercise_3(concur: Any) -> None:
    """Check a function that says whether three lines meet in one point."""
    near_ = [_long_diagonals(s, lift) for s in (1, 7, 10**30) for lift in (0, 1)]
    far = [[(a, b, c - (a + 3 * b) * 10**40) for a, b, c in lines] for lines in near_[-2:]]
    hidden = [_long_diagonals(HIDING, lift) for lift in (0, 1)]
    others = [[(1, 0, -3), (0, 1, -5), (1, 1, -8)], [(1, 0, -3), (0, 1, -5), (2, 1, -8)]]
    orders = [order for lines in others for order in permutations(lines)]
    check(
        calls(concur, *(tuple(lines) for lines in (*near_, *far, *hidden, *others, *orders))),
        (lambda got: got[0] == 1, "for s = 1 and lift 0 they meet; answer True or False."),
        (lambda got: got[1] == 0, "for s = 1 and lift 1 they do not."),
        (lambda got: got[2:6] == [1, 0, 1, 0], "try s = 7 and s = 10**30, with and without lift."),
        (lambda got: got[6:8] == [1, 0], "it rounds, far from (0, 0): is there a division?"),
        (
            lambda got: got[8:10] == [1, 0],
            "a remainder that is zero does not prove that they meet.",
        ),
        (lambda got: got[10] == 1, "x = 3, y = 5 and x + y = 8 meet in (3, 5)."),
        (lambda got: got[11] == 0, "x = 3, y = 5 and 2x + y = 8 do not meet in one point."),
        (
            lambda got: got[12:] == [1] * 6 + [0] * 6,
            "the same three lines in another order: compare x *and* y.",
        ),
    )


@exercise
def exercise_4(size: Any) -> None:
    """Check the size of a hexagon that fools the prime 97."""
    prime = 97
    check(
        size,
        (is_whole, "a whole number."),
        (lambda s: s > 10**3, "a number above 1000."),
        (
            lambda s: _side_of_third(_long_diagonals(s, 1)) % prime == 0,
            "16 s³ must be a multiple of 97, and 97 is a prime.",
        ),
    )


# --- What the lesson computes, once more --------------------------------------------------------


def _hexagon(s: int, lift: int) -> list[tuple[int, int]]:
    return [(2 * s, lift), (s, s), (-s, s), (-2 * s, 0), (-s, -s), (s, -s)]


def _meet(p: Point, q: Point, r: Point, s: Point) -> Point:
    dx, dy, ux, uy = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
    t = ((r[0] - p[0]) * uy - (r[1] - p[1]) * ux) / (dx * uy - dy * ux)
    return p[0] + t * dx, p[1] + t * dy


def _rounded(polygon: Iterable[tuple[int, int]]) -> set[Point]:
    points = [(float(x), float(y)) for x, y in polygon]
    size = max(abs(x) for x, _ in points)
    found = (_meet(a, c, b, d) for a, b, c, d in combinations(points, 4))
    return {(round(x / size, 9), round(y / size, 9)) for x, y in found}


def _cross(p: Triple, q: Triple) -> Triple:
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def _long_diagonals(s: int, lift: int) -> Sequence[Triple]:
    a, b, c, d, e, f = [(x, y, 1) for x, y in _hexagon(s, lift)]
    return _cross(a, d), _cross(b, e), _cross(c, f)


def _side_of_third(lines: Sequence[Triple]) -> int:
    one, two, three = lines
    return sum(x * a for x, a in zip(_cross(one, two), three, strict=True))
