"""The corners of a polygon: read, named, and checked to be convex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import islice
from numbers import Rational
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.core.options import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

Corner: TypeAlias = tuple[Fraction, Fraction]

LEAST: Final = 3
MOST: Final = 500
"""How many corners a polygon has."""

DIGITS: Final = 300
"""How many digits a whole number has, and each part of a fraction; so floats hold them all."""
TEXT: Final = 1000
"""How long the text of a number is, and how large its exponent."""

PAIR = 2


def vertex_name(k: int) -> str:
    """Return the name of a corner, counted from 0: A to Z, then AA, AB, ..."""
    name = ""
    while k >= 0:
        k, letter = divmod(k, 26)
        name, k = chr(ord("A") + letter) + name, k - 1
    return name


def vertex_number(name: str) -> int | None:
    """Return which corner has a name, counted from 0; None if no corner of a polygon has it.

    Examples
    --------
    >>> vertex_number("A"), vertex_number("AB"), vertex_number("a")
    (0, 27, None)
    """
    if not re.fullmatch("[A-Z]{1,4}", name):
        return None
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def corners_of(vertices: object) -> tuple[Corner, ...]:
    """Read corners; OptionError if they are no pairs of rational numbers, or too many."""
    listed = _listed(vertices, MOST + 1)
    if listed is None:
        refuse("the vertices of a polygon", "must be pairs of numbers", vertices)
    return tuple(_corner(k, vertex) for k, vertex in enumerate(listed))


def _corner(k: int, vertex: object) -> Corner:
    values = None if isinstance(vertex, str) else _listed(vertex, PAIR + 1)
    if values is None or len(values) != PAIR:
        values = [None, None]
    x, y = map(_coordinate, values)
    if x is None or y is None:
        must = f"must be a pair of whole numbers or fractions, of up to {DIGITS} digits"
        refuse(f"vertex {vertex_name(k)} of a polygon", must, vertex)
    return x, y


def _listed(items: object, most: int) -> list[object] | None:
    """Return the first of some items in order, or None if these are none; they may have no end."""
    if not isinstance(items, Iterable) or isinstance(items, bytes | AbstractSet | Mapping):
        return None
    try:
        return list(islice(items, most))
    except TypeError:  # an array of no dimension
        return None


def _coordinate(value: object) -> Fraction | None:
    """Return a number as a fraction of plain numbers, or None if it is too long or not one."""
    read: Fraction | None = None
    if isinstance(value, str):
        read = _read(value)
    elif not isinstance(value, bool) and isinstance(value, Rational):
        read = Fraction(int(value.numerator), int(value.denominator))
    limit: int = 10**DIGITS
    is_short = read is not None and abs(read.numerator) < limit and read.denominator < limit
    return read if is_short else None


def _read(text: str) -> Fraction | None:
    """Return the number that a text is, unless it is long or would be written out."""
    _, has_power, power = text.lower().rpartition("e")
    try:
        if len(text) > TEXT or (has_power and abs(int(power)) > TEXT):
            return None
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def shape_problem(corners: Sequence[Corner]) -> str | None:
    """Return what keeps corners from being those of a strictly convex polygon, or None."""
    n = len(corners)
    if not LEAST <= n <= MOST:
        return (
            f"it has {LEAST} or more vertices, not {n}" if n < LEAST else f"it has {MOST} at most"
        )
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
