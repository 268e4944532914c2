"""Points and lines without rounding: what is equal, on a line, to its left, before or behind.

A plane is given by the corners of a convex polygon. Lines join points, and two lines meet in
another point; so every point is reached by joining and meeting, from the corners on.

**The numbers.** The corners of a polygon with rational coordinates have rational coordinates, and
so has every point after them. A regular n-gon is stretched to put corner k at ::

    x = sin(2 pi k / n) / sin(2 pi / n),    y = 2 cos(2 pi k / n)

Both are sums of products of t = 2 cos(2 pi / n) and whole numbers, since each of the sequences
goes on by ``next = t * last - before``. A stretch along the axes keeps lines straight and order
as it was, so it is undone only to give coordinates. A point is kept as three numbers (X, Y, W)
with x = X / W, y = Y / W, and a line as (A, B, C) with A X + B Y + C W = 0 for its points: joining
and meeting are then the same formula, a cross product, without a division.

**Equal or not** is asked three ways, from quick to slow:

1. Modulo a prime (`ring`) all of it can be computed with small numbers. What is not zero there
   is not zero: that *proves* two points different and a point off a line.
2. What is zero there is most likely zero, and *most likely* is not enough: the exact numbers
   confirm it. They are long (three times as long with each crossing made of crossings), so they
   are computed when they are first needed.
3. A sign, *left or right*, *before or behind*, is read off a value with a bound on its error, 64
   binary places at first. When the error is too large for that, 1 and 2 settle whether the true
   value is zero; when it is not, the places are doubled until the sign shows, and as the error
   shrinks towards zero and the value does not, that comes to an end.

Each point is made once: the crossing of other lines in the same place is the same object. So
``==`` is ``is``, and points serve as keys of a dictionary.

>>> plane = regular(6)
>>> a, b, c, d, e, f = plane.vertices
>>> center = Line(a, d).meet(Line(b, e))
>>> center is Line(c, f).meet(Line(a, d))
True
>>> Line(a, d).side(b), Line(a, d).side(center), Line(a, d).side(f)
(1, 0, -1)
>>> (crossing,) = diagonal_crossings([(0, 0), (3, 0), (3, 1), (0, 2)])
>>> [float(x) for x in crossing.approx(60)]
[2.0, 0.6666666666666666]
"""

from __future__ import annotations

from numbers import Integral
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeVar, cast
from weakref import WeakValueDictionary

from polygames.core.errors import OptionError
from polygames.core.options import whole
from polygames.geometry.corners import (
    LEAST,
    MOST,
    corners_of,
    shape_problem,
    vertex_name,
    vertex_number,
)
from polygames.geometry.planes import Plane, RationalPlane, RegularPlane
from polygames.geometry.points import Line, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

__all__ = [
    "LEAST",
    "MOST",
    "Line",
    "Plane",
    "Point",
    "convex",
    "diagonal_crossings",
    "regular",
    "vertex_name",
    "vertex_number",
]

MOST_CROSSED: Final = 60
"""How many corners a polygon has whose crossings are listed: 60 have half a million, in 10 s."""

P = TypeVar("P", bound="Plane")

_planes: WeakValueDictionary[object, Plane] = WeakValueDictionary()
_planes_lock = Lock()


def regular(n: int) -> RegularPlane:
    """Return the plane of the regular n-gon; the same one while it is in use.

    Raises
    ------
    OptionError
        If n is not a whole number from 3 to 500.

    Examples
    --------
    >>> len(regular(5).vertices)
    5
    >>> regular(5) is regular(5)
    True
    """
    count = whole("the number of vertices of a regular polygon", n, LEAST, MOST)
    return _one_of(count, lambda: RegularPlane(count))


def convex(vertices: Sequence[Sequence[int | Fraction | str]]) -> RationalPlane:
    """Return the plane of a convex polygon; the same one while it is in use.

    Parameters
    ----------
    vertices
        The corners in order, either way round: pairs of whole numbers, fractions, or text that
        is one (``"1/3"``, ``"0.25"``), each of up to 300 digits. A float is refused: it is rarely
        the number one means.

    Raises
    ------
    OptionError
        Unless they are 3 to 500 and at every one the polygon turns the same way, once around; the
        message names the vertex.

    Examples
    --------
    >>> len(convex([(0, 0), (4, 0), ("1/3", 5)]).vertices)
    3
    >>> convex([(0, 0), (1, 0), (2, 0)])
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: not a strictly convex polygon: ...
    """
    corners = corners_of(vertices)
    if problem := shape_problem(corners):
        msg = f"not a strictly convex polygon: {problem}"
        raise OptionError(msg)
    return _one_of(corners, lambda: RationalPlane(corners))


def _one_of(key: object, make: Callable[[], P]) -> P:
    with _planes_lock:
        plane = _planes.get(key)
        if plane is None:
            _planes[key] = plane = make()
        return cast(P, plane)


def diagonal_crossings(
    polygon: int | Sequence[Sequence[int | Fraction | str]],
) -> tuple[Point, ...]:
    """Return the distinct points inside a polygon where its diagonals cross.

    Parameters
    ----------
    polygon
        n for the regular n-gon (their number is OEIS A006561), or the vertices for `convex`; up
        to 60 of them.

    Raises
    ------
    OptionError
        If it has more vertices, or is no polygon for `regular` or `convex`.

    Examples
    --------
    >>> [len(diagonal_crossings(n)) for n in range(3, 9)]
    [0, 1, 5, 13, 35, 49]
    """
    plane = regular(polygon) if isinstance(polygon, int | Integral) else convex(polygon)
    whole("the number of vertices to cross diagonals of", len(plane.vertices), LEAST, MOST_CROSSED)
    return plane.crossings()
