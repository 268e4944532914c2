"""The corners of a polygon: read, named, and checked to be convex."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, TypeAlias

from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Corner", "corner_of", "shape_problem", "vertex_name"]

Corner: TypeAlias = tuple[Fraction, Fraction]


TRIANGLE = 3


def vertex_name(k: int) -> str:
    """Return the name of a corner, counted from 0: A to Z, then AA, AB, ..."""
    name = ""
    while k >= 0:
        k, letter = divmod(k, 26)
        name, k = chr(ord("A") + letter) + name, k - 1
    return name


def corner_of(k: int, vertex: Sequence[int | Fraction | str]) -> Corner:
    """Read a corner; OptionError if it is no pair of rational numbers."""
    try:
        x, y = vertex
        if all(isinstance(value, Rational | str) for value in (x, y)):
            return Fraction(x), Fraction(y)
    except (TypeError, ValueError, ZeroDivisionError):
        pass
    msg = (
        f"vertex {vertex_name(k)} of a polygon is a pair of whole numbers or fractions, "
        f"not {vertex!r}"
    )
    raise OptionError(msg)


def shape_problem(corners: Sequence[Corner]) -> str | None:
    """Return what keeps corners from being those of a strictly convex polygon, or None."""
    n = len(corners)
    if n < TRIANGLE:
        return f"it has 3 or more vertices, not {n}"
    first: dict[Corner, int] = {}
    for k, corner in enumerate(corners):
        if first.setdefault(corner, k) != k:
            return f"vertices {vertex_name(first[corner])} and {vertex_name(k)} are the same"
    turns = [_turn(*(corners[(k + j) % n] for j in (-1, 0, 1))) for k in range(n)]
    if 0 in turns:
        k = turns.index(0)
        names = ", ".join(vertex_name(i % n) for i in (k - 1, k, k + 1))
        return f"vertices {names} lie on one line"
    way = 1 if turns.count(1) >= turns.count(-1) else -1
    if -way in turns:
        return f"it turns the other way at vertex {vertex_name(turns.index(-way))}"
    # Turning one way everywhere, it is convex if A sees the others in that order.
    for k in range(1, n - 1):
        if _turn(corners[0], corners[k], corners[k + 1]) != way:
            return f"it goes around more than once, as vertex {vertex_name(k + 1)} shows"
    return None


def _turn(p: Corner, q: Corner, r: Corner) -> int:
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 0) - (area < 0)
