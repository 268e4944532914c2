"""Exact points and lines: equality, incidence, side and order without rounding errors.

A plane is defined by the corners of a convex polygon. Two points define a line, and two lines meet
in a point. So every point is constructed from the corners by joining and meeting.

**The numbers.** The corners of a polygon with rational coordinates have rational coordinates, and
so has every later point. A regular n-gon is scaled to have its corner k at ::

    x = sin(2 pi k / n) / sin(2 pi / n),    y = 2 cos(2 pi k / n)

Both are polynomials in t = 2 cos(2 pi / n) with integer coefficients, since each of the sequences
has the recurrence ``next = t * last - before``. Scaling along the axes preserves lines and order,
so it is undone only for coordinates. A point is stored as three numbers (X, Y, W) with x = X / W,
y = Y / W, and a line as (A, B, C) with A X + B Y + C W = 0 for its points. Joining and meeting are
then the same formula, a cross product, without a division.

**Equality** is tested in three ways, from fast to slow:

1. Modulo a prime (`algebraic_numbers`) everything can be computed with small numbers. A result
   that is not zero there is not zero. That *proves* that two points differ, or that a point is off
   a line.
2. A result that is zero there is *probably* zero, which is not enough: the exact numbers confirm
   it. They are long (three times as long for each crossing of crossings), so they are computed on
   first use.
3. A sign, for *left or right* or *before or behind*, is determined from a value with an error
   bound, at first with 64 binary places. If the error is too large, 1 and 2 decide whether the true
   value is zero. If it is not, the precision is doubled until the sign is certain. This terminates,
   as the error converges to zero and the value does not.

Each point is created once: a crossing of other lines in the same place is the same object. So
``==`` is ``is``, and points can be keys of a dictionary.

>>> plane = regular(6)
>>> a, b, c, d, e, f = plane.vertices
>>> center = Line(a, d).meet(Line(b, e))
>>> center is Line(c, f).meet(Line(a, d))
True
>>> Line(a, d).side(b), Line(a, d).side(center), Line(a, d).side(f)
(1, 0, -1)
>>> (crossing,) = diagonal_crossings([(0, 0), (3, 0), (3, 1), (0, 2)])
>>> [float(x) for x in crossing.approximate(60)]
[2.0, 0.6666666666666666]
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeVar, cast
from weakref import WeakValueDictionary

from polygames.core.errors import OptionError
from polygames.core.options import raise_option_error, whole
from polygames.geometry.points import Corner, Line, Plane, Point, RationalPlane, RegularPlane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "MAX_CORNERS",
    "MIN_CORNERS",
    "Line",
    "Plane",
    "Point",
    "convex",
    "diagonal_crossings",
    "regular",
    "vertex_name",
    "vertex_number",
]

MIN_CORNERS: Final = 3
MAX_CORNERS: Final = 500
"""The minimum and maximum number of a polygon's corners."""
MAX_NUMBER_DIGITS: Final = 300
"""The maximum number of digits of an integer or a part of a fraction, within a float's range."""
MAX_NUMBER_CHARS: Final = 1000
"""The maximum length of a number as text, and the maximum of its exponent."""
PAIR_LENGTH = 2


def vertex_name(k: int) -> str:
    """Return the name of a corner, counted from 0: A to Z, then AA, AB, ...

    Examples
    --------
    >>> [vertex_name(k) for k in (0, 1, 25, 26, 27)]
    ['A', 'B', 'Z', 'AA', 'AB']
    """
    name = ""
    while k >= 0:
        k, letter = divmod(k, 26)
        name, k = chr(ord("A") + letter) + name, k - 1
    return name


def vertex_number(name: str) -> int | None:
    """Return the index (from 0) of the corner with a name; None if the name is malformed.

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


def parse_corners(vertices: object) -> tuple[Corner, ...]:
    """Return corners as pairs of fractions; raise OptionError unless they are rational."""
    listed = _first_items(vertices, MAX_CORNERS + 1)
    if listed is None:
        raise_option_error("the vertices of a polygon", "must be pairs of numbers", vertices)
    return tuple(_parse_corner(k, vertex) for k, vertex in enumerate(listed))


def _parse_corner(k: int, vertex: object) -> Corner:
    values = None if isinstance(vertex, str) else _first_items(vertex, PAIR_LENGTH + 1)
    if values is None or len(values) != PAIR_LENGTH:
        values = [None, None]
    x, y = map(_as_fraction, values)
    if x is None or y is None:
        must = f"must be a pair of whole numbers or fractions, of up to {MAX_NUMBER_DIGITS} digits"
        raise_option_error(f"vertex {vertex_name(k)} of a polygon", must, vertex)
    return x, y


def _first_items(items: object, limit: int) -> list[object] | None:
    """Return the first `limit` items of an iterable, or None if it has no order."""
    if not isinstance(items, Iterable) or isinstance(items, bytes | AbstractSet | Mapping):
        return None
    try:
        return list(islice(items, limit))
    except TypeError:  # an array without dimensions
        return None


def _as_fraction(value: object) -> Fraction | None:
    """Return a number as a plain fraction; None if it is too long or not rational."""
    read: Fraction | None = None
    if isinstance(value, str):
        read = _parse_fraction(value)
    elif not isinstance(value, bool) and isinstance(value, Rational):
        read = Fraction(int(value.numerator), int(value.denominator))
    limit: int = 10**MAX_NUMBER_DIGITS
    is_short = read is not None and abs(read.numerator) < limit and read.denominator < limit
    return read if is_short else None


def _parse_fraction(text: str) -> Fraction | None:
    """Parse a rational number; return None if it is malformed, too long or has a large exponent."""
    _, has_power, power = text.lower().rpartition("e")
    try:
        if len(text) > MAX_NUMBER_CHARS or (has_power and abs(int(power)) > MAX_NUMBER_CHARS):
            return None
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def shape_problem(corners: Sequence[Corner]) -> str | None:
    """Return why the corners do not form a strictly convex polygon, or None if they do."""
    n = len(corners)
    if not MIN_CORNERS <= n <= MAX_CORNERS:
        return (
            f"it has {MIN_CORNERS} or more vertices, not {n}"
            if n < MIN_CORNERS
            else f"it must have at most {MAX_CORNERS} vertices"
        )
    first: dict[Corner, int] = {}
    for k, corner in enumerate(corners):
        if first.setdefault(corner, k) != k:
            return f"vertices {vertex_name(first[corner])} and {vertex_name(k)} are the same"
    turns = [_turn_sign(*(corners[(k + j) % n] for j in (-1, 0, 1))) for k in range(n)]
    if 0 in turns:
        k = turns.index(0)
        names = ", ".join(vertex_name(i % n) for i in (k - 1, k, k + 1))
        return f"vertices {names} lie on one line"
    way = 1 if turns.count(1) >= turns.count(-1) else -1
    if -way in turns:
        return f"it turns the other way at vertex {vertex_name(turns.index(-way))}"
    # If all turns have one direction, it is convex if A sees the others in that order.
    for k in range(1, n - 1):
        if _turn_sign(corners[0], corners[k], corners[k + 1]) != way:
            return f"it goes around more than once, as vertex {vertex_name(k + 1)} shows"
    return None


def _turn_sign(p: Corner, q: Corner, r: Corner) -> int:
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 0) - (area < 0)


MAX_CROSSED_CORNERS: Final = 60
"""The maximum number of corners for a list of crossings: 60 have half a million, in 10 s."""
P = TypeVar("P", bound="Plane")

_planes: WeakValueDictionary[object, Plane] = WeakValueDictionary()
_planes_lock = Lock()


def regular(n: int) -> RegularPlane:
    """Return the plane of all points that can be constructed from a regular n-gon.

    Later calls return the same object while it is in use.

    Raises
    ------
    OptionError
        If n is not an integer from 3 to 500.

    Examples
    --------
    >>> len(regular(5).vertices)
    5
    >>> regular(5) is regular(5)
    True
    """
    count = whole("the number of vertices of a regular polygon", n, MIN_CORNERS, MAX_CORNERS)
    return _shared_plane(count, lambda: RegularPlane(count))


def convex(vertices: Sequence[Sequence[int | Fraction | str]]) -> RationalPlane:
    """Return the plane of all points that can be constructed from a convex polygon.

    Later calls return the same object while it is in use.

    Parameters
    ----------
    vertices
        The corners in order, in either direction: pairs of integers, fractions, or their text
        (``"1/3"``, ``"0.25"``), each of up to 300 digits. A float is refused, because it is rarely
        the intended number.

    Raises
    ------
    OptionError
        Unless there are 3 to 500 corners, and the polygon turns once around with all turns in one
        direction. The message names the vertex.

    Examples
    --------
    >>> len(convex([(0, 0), (4, 0), ("1/3", 5)]).vertices)
    3
    >>> convex([(0, 0), (1, 0), (2, 0)])
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: not a strictly convex polygon: ...
    """
    corners = parse_corners(vertices)
    if problem := shape_problem(corners):
        msg = f"not a strictly convex polygon: {problem}"
        raise OptionError(msg)
    return _shared_plane(corners, lambda: RationalPlane(corners))


copyreg.pickle(RegularPlane, lambda plane: (regular, (plane.n,)))
copyreg.pickle(RationalPlane, lambda plane: (convex, (plane.corners,)))


def _shared_plane(key: object, create: Callable[[], P]) -> P:
    with _planes_lock:
        plane = _planes.get(key)
        if plane is None:
            _planes[key] = plane = create()
        return cast("P", plane)


def diagonal_crossings(
    polygon: int | Sequence[Sequence[int | Fraction | str]],
) -> tuple[Point, ...]:
    """Return the distinct points inside a polygon where its diagonals cross.

    Parameters
    ----------
    polygon
        n for the regular n-gon (the number of points is OEIS A006561), or the vertices for
        `convex`; up to 60 of them.

    Raises
    ------
    OptionError
        If there are more vertices, or `regular` or `convex` refuses them.

    Examples
    --------
    >>> [len(diagonal_crossings(n)) for n in range(3, 9)]
    [0, 1, 5, 13, 35, 49]
    """
    plane = regular(polygon) if isinstance(polygon, int | Integral) else convex(polygon)
    whole(
        "the number of vertices to cross diagonals of",
        len(plane.vertices),
        MIN_CORNERS,
        MAX_CROSSED_CORNERS,
    )
    return plane.crossings()
