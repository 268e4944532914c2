"""Points and lines without rounding: which points are equal, on a line, to its left, between others.

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

1. Modulo a prime (`_ring`) all of it can be computed with small numbers. What is not zero there
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

from fractions import Fraction
from itertools import combinations
from math import lcm
from numbers import Rational
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from weakref import WeakSet, WeakValueDictionary

from polygames.core.errors import OptionError
from polygames.geometry._ring import Integers, Number, Ring, ring_of, sine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Line", "Plane", "Point", "convex", "diagonal_crossings", "regular", "vertex_name"]

Triple: TypeAlias = tuple[Number, Number, Number]
Residues: TypeAlias = tuple[int, int, int]

MOST: Final = 500
"""The most corners of a regular polygon."""

FIRST_BITS: Final = 64
"""The binary places that are tried first; each further level has twice as many."""


class Ball(NamedTuple):
    """Coordinates in the frame of a plane, times a power of two, as far as they are known."""

    x: int
    y: int
    error: int
    """Both coordinates are at most so far off."""


def _cross(p: Triple, q: Triple) -> Triple:
    """Return the line through two points, or by the same formula the point of two lines."""
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def _dot(p: Triple, q: Triple) -> Number:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


# --- Points and lines -------------------------------------------------------------------------


class Point:
    """A point of a plane: a corner, or where two lines meet; see `Plane` and `Line.meet`."""

    __slots__ = ("__weakref__", "_balls", "_exact", "lines", "plane", "residues")

    def __init__(
        self,
        plane: Plane,
        residues: Residues,
        lines: tuple[Line, ...] = (),
        exact: Triple | None = None,
    ) -> None:
        self.plane = plane
        self.residues = residues
        """X, Y, W modulo the prime; divided by W, unless that is zero there."""
        self.lines = lines
        """The two lines that it was first made from; a corner has none."""
        self._exact = exact
        self._balls: dict[int, Ball | None] = {}

    @property
    def exact(self) -> Triple:
        """X, Y and W without rounding: numbers of the ring of the plane."""
        return _settled(self)

    @property
    def xy(self) -> tuple[float, float]:
        """The coordinates as floats, good for drawing: the polygon itself is never lost."""
        level = 0
        while (ball := self.ball(level)) is None or ball.error > 1 << FIRST_BITS // 2:
            level += 1
        x, y = self.plane.placed(ball, FIRST_BITS << level)
        return float(x), float(y)

    def approx(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return the coordinates, each at most 2^-bits off.

        Those of a regular polygon are the true ones: it has the centre (0, 0) and the radius 1.

        Parameters
        ----------
        bits
            How many binary places are right; any whole number.

        Examples
        --------
        >>> x, y = regular(5).vertices[1].approx(100)
        >>> f"{float(x):.15f} {abs(x**2 + y**2 - 1) < Fraction(1, 2**98)}"
        '0.951056516295154 True'
        """
        level = 0
        while True:
            places = FIRST_BITS << level
            ball = self.ball(level)
            if ball is not None and self.plane.error(ball.error, places) <= Fraction(2) ** -bits:
                return self.plane.placed(ball, places)
            level += 1

    def is_on(self, line: Line) -> bool:
        """Say whether it lies on a line: `Line.has` seen from the point."""
        return line.has(self)

    def ball(self, level: int) -> Ball | None:
        """Return the coordinates in the frame of the plane, computed with 64 * 2^level places.

        None if that is not enough to see that its two lines are not parallel.
        """
        if level not in self._balls:
            _approach(self, level)
        return self._balls[level]

    def __reduce__(self) -> tuple[object, ...]:
        coefficients = tuple(map(self.plane.ring.coefficients, self.exact))
        return _restored, (self.plane, coefficients)

    def __repr__(self) -> str:
        return f"<point ({self.xy[0]:.6g}, {self.xy[1]:.6g})>"


class Line:
    """The line through two points, directed from the first to the second.

    Raises
    ------
    ValueError
        If the points are the same, or of different planes.
    """

    __slots__ = ("_exact", "_reach", "points", "residues")

    def __init__(self, start: Point, end: Point) -> None:
        if start is end or start.plane is not end.plane:
            msg = f"no line joins {start} and {end}: they are the same or of different planes"
            raise ValueError(msg)
        self.points = (start, end)
        p = start.plane.ring.prime
        (a, b, c), (d, e, f) = start.residues, end.residues
        self.residues = ((b * f - c * e) % p, (c * d - a * f) % p, (a * e - b * d) % p)
        """A, B and C modulo the prime."""
        self._exact: Triple | None = None
        self._reach: tuple[int, ...] | None = None

    @property
    def exact(self) -> Triple:
        """A, B and C without rounding."""
        return _settled(self)

    def meet(self, other: Line) -> Point | None:
        """Return where two lines meet, or None if they are parallel.

        Raises
        ------
        ValueError
            If they are the same line.
        """
        plane = self.points[0].plane
        p = plane.ring.prime
        (a, b, c), (d, e, f) = self.residues, other.residues
        w = (a * e - b * d) % p
        x, y = b * f - c * e, c * d - a * f
        if w:
            by = pow(w, -1, p)
            return plane.same(Point(plane, (x * by % p, y * by % p, 1), (self, other)))
        x, y, w = _cross(self.exact, other.exact)
        if w:
            residue = plane.ring.residue
            return plane.same(Point(plane, (residue(x), residue(y), 0), (self, other), (x, y, w)))
        if not x and not y:
            msg = "a line meets itself everywhere"
            raise ValueError(msg)
        return None

    def has(self, point: Point) -> bool:
        """Say whether a point lies on the line."""
        if point in self.points or self in point.lines:
            return True
        (a, b, c), (x, y, w) = self.residues, point.residues
        if (a * x + b * y + c * w) % point.plane.ring.prime:
            return False
        return not _dot(self.exact, point.exact)

    def side(self, point: Point) -> int:
        """Return 1 for a point to the left of the line, -1 to the right, 0 on it.

        Left and right are seen in the direction of the line, with y upwards.
        """
        if point in self.points or self in point.lines:
            return 0
        sign = self._turn(point, 0)
        if not sign and not self.has(point):
            level = 1
            while not (sign := self._turn(point, level)):
                level += 1
        return sign

    def order(self, one: Point, two: Point) -> int:
        """Return 1 if the second of two points on the line lies further along it, -1 if before.

        0 if they are the same point.
        """
        if one is two:
            return 0
        level = 0
        while not (sign := self._advance(one, two, level)):
            level += 1
        return sign

    def _turn(self, point: Point, level: int) -> int:
        """Return the side of a point as far as some places show it, else 0."""
        if level or self._reach is None:
            reach = self._span(level)
            if level == 0:
                self._reach = reach
        else:
            reach = self._reach
        ball = point.ball(level)
        if not reach or not ball:
            return 0
        px, py, dx, dy, start, error, length = reach
        x, y, off = ball
        x, y, off = x - px, y - py, off + start
        turn = dx * y - dy * x
        # Each difference is off by its own error at most: so is, by the product rule, the turn.
        bound = length * off + error * (abs(x) + abs(y) + 2 * off)
        return 1 if turn > bound else -1 if turn < -bound else 0

    def _advance(self, one: Point, two: Point, level: int) -> int:
        reach, p, q = self._span(level), one.ball(level), two.ball(level)
        if not reach or not p or not q:
            return 0
        _, _, dx, dy, _, error, length = reach
        x, y, off = q.x - p.x, q.y - p.y, q.error + p.error
        advance = dx * x + dy * y
        bound = length * off + error * (abs(x) + abs(y) + 2 * off)
        return 1 if advance > bound else -1 if advance < -bound else 0

    def _span(self, level: int) -> tuple[int, ...]:
        """Return start, direction, their errors and the length of the direction, or nothing."""
        p, q = (point.ball(level) for point in self.points)
        if p is None or q is None:
            return ()
        dx, dy = q.x - p.x, q.y - p.y
        return p.x, p.y, dx, dy, p.error, p.error + q.error, abs(dx) + abs(dy)

    def __repr__(self) -> str:
        return f"<line {self.points[0]} - {self.points[1]}>"


# --- What is computed when it is first needed -------------------------------------------------
# Points rest on lines and lines on points, a hundred deep in a long game: a stack of one's own
# goes down as far as it takes.


def _settled(thing: Point | Line) -> Triple:
    """Return the exact numbers of a point or line, computing those it rests on first."""
    stack = [thing]
    while stack:
        top = stack[-1]
        if top._exact is None:  # noqa: SLF001 - both kinds keep it
            first, second = top.lines if isinstance(top, Point) else top.points
            below = [part for part in (first, second) if part._exact is None]  # noqa: SLF001
            if below:
                stack += below
                continue
            top._exact = _cross(first._exact, second._exact)  # type: ignore[arg-type]  # noqa: SLF001 - both are settled
        stack.pop()
    exact = thing._exact  # noqa: SLF001
    assert exact is not None  # noqa: S101 - just computed
    return exact


def _approach(point: Point, level: int) -> None:
    """Compute the ball of a point on a level, those it rests on first."""
    stack = [point]
    while stack:
        top = stack[-1]
        if level not in top._balls:  # noqa: SLF001
            corners = [corner for line in top.lines for corner in line.points]
            below = [corner for corner in corners if level not in corner._balls]  # noqa: SLF001
            if below:
                stack += below
                continue
            balls = [corner._balls[level] for corner in corners]  # noqa: SLF001
            top._balls[level] = (  # noqa: SLF001
                _meeting(*balls) if corners else top.plane.ball(top.exact, FIRST_BITS << level)
            )
        stack.pop()


def _meeting(p: Ball | None, q: Ball | None, r: Ball | None, s: Ball | None) -> Ball | None:
    """Return where the line pq meets the line rs: ``p + (q - p) * top / bottom``.

    ``top`` and ``bottom`` are the cross products of r - p and q - p with s - r. Every bound is
    the product rule for errors: (u + e)(v + f) is off from u v by |u| f + |v| e + e f at most.
    """
    if not (p and q and r and s):
        return None
    dx, dy, d_off = q.x - p.x, q.y - p.y, p.error + q.error
    ux, uy, u_off = s.x - r.x, s.y - r.y, r.error + s.error
    vx, vy, v_off = r.x - p.x, r.y - p.y, r.error + p.error
    u_size = abs(ux) + abs(uy)
    bottom, top = dx * uy - dy * ux, vx * uy - vy * ux
    bottom_off = u_off * (abs(dx) + abs(dy) + 2 * d_off) + d_off * u_size
    top_off = u_off * (abs(vx) + abs(vy) + 2 * v_off) + v_off * u_size
    size = abs(bottom)
    least = size - bottom_off
    if least <= 0:
        return None
    # The share top / bottom is off by (top_off + |top / bottom| bottom_off) / least at most.
    share_off = top_off * size + abs(top) * bottom_off
    longest = max(abs(dx), abs(dy)) + d_off
    error = p.error + longest * share_off // (size * least) + abs(top) * d_off // size + 3
    return Ball(p.x + dx * top // bottom, p.y + dy * top // bottom, error)


# --- Planes -----------------------------------------------------------------------------------


class Plane:
    """All points that can be reached from the corners of a polygon; see `regular`, `convex`.

    The frame of a plane is a window around the polygon in which its coordinates run from -1 to
    1: there the errors of all points compare.
    """

    def __init__(self, ring: Ring, corners: Sequence[Triple]) -> None:
        self.ring = ring
        self._lock = Lock()
        self._points: WeakValueDictionary[tuple[int, int], Point] = WeakValueDictionary()
        self._odd: WeakSet[Point] = WeakSet()
        """Points without residues of their own: see `same`."""
        self.vertices: tuple[Point, ...] = tuple(self.point(exact) for exact in corners)
        """The corners, in order."""

    def point(self, exact: Triple) -> Point:
        """Return the point with these exact X, Y and W."""
        p = self.ring.prime
        x, y, w = map(self.ring.residue, exact)
        if w:
            by = pow(w, -1, p)
            x, y, w = x * by % p, y * by % p, 1
        return self.same(Point(self, (x, y, w), exact=exact))

    def same(self, point: Point) -> Point:
        """Return the one object for a point: an earlier one in the same place, or this one.

        Points are found by their residues x and y. In one case of 10^36 two points share them,
        and one in 10^18 has none because its W is zero modulo the prime; such points are kept
        apart and compared exactly with all others.
        """
        x, y, w = point.residues
        with self._lock:
            known = self._points.get((x, y)) if w else None
            if known is None and w and not self._odd:
                self._points[x, y] = point
                return point
            others = [known] if known else [] if w else list(self._points.values())
            for other in (*others, *self._odd):
                if _coincide(other, point):
                    return other
            if known is None and w:
                self._points[x, y] = point
            else:
                self._odd.add(point)
            return point

    def crossings(self) -> tuple[Point, ...]:
        """Return the points inside the polygon where diagonals cross, each once."""
        lines = {pair: Line(*pair) for pair in combinations(self.vertices, 2)}
        found = {}
        for a, b, c, d in combinations(self.vertices, 4):
            found[lines[a, c].meet(lines[b, d])] = None
        return tuple(point for point in found if point is not None)

    def ball(self, exact: Triple, bits: int) -> Ball:
        """Return the coordinates in the frame of a point with these exact numbers."""
        raise NotImplementedError

    def placed(self, ball: Ball, bits: int) -> tuple[Fraction, Fraction]:
        """Return the coordinates outside the frame."""
        raise NotImplementedError

    def error(self, error: int, bits: int) -> Fraction:
        """Return how large an error in the frame is outside of it."""
        raise NotImplementedError


def _coincide(known: Point, point: Point) -> bool:
    """Say whether two points lie in the same place, by exact numbers."""
    if point.lines:
        return all(
            known in line.points or line in known.lines or not _dot(line.exact, known.exact)
            for line in point.lines
        )
    return not any(_cross(known.exact, point.exact))


class RegularPlane(Plane):
    """The plane of a regular polygon: its centre is (0, 0), its radius 1, and A is on top."""

    def __init__(self, n: int) -> None:
        self.n = n
        ring, t = ring_of(n)
        two = ring.one + ring.one
        corners = [(ring.zero, two), (ring.one, t)]
        while len(corners) < n:
            (x0, y0), (x1, y1) = corners[-2:]
            corners.append((t * x1 - x0, t * y1 - y0))
        super().__init__(ring, [(x, y, ring.one) for x, y in corners])

    def ball(self, exact: Triple, bits: int) -> Ball:
        """Return the coordinates with the stretch undone: x times sin(2 pi / n), y by 2."""
        x, y, w = exact
        across, up = self._quotient(x, w, bits), self._quotient(y, w, bits)
        # Both factors are less than 2 off, and so is the sine less than 1.
        error = 2 * (abs(across) >> bits) + 8
        return Ball(across * sine(self.n, bits) >> bits, up >> 1, error)

    def _quotient(self, number: Number, by: Number, bits: int) -> int:
        """Return a quotient of exact numbers times 2^bits, less than 2 off."""
        places = bits + 8
        while True:
            (top, top_off), (bottom, off) = (self.ring.value(x, places) for x in (number, by))
            size = abs(bottom)
            share_off = (top_off * size + abs(top) * off) << bits
            if size > off and share_off < size * (size - off):
                return (top << bits) // bottom
            places *= 2

    def placed(self, ball: Ball, bits: int) -> tuple[Fraction, Fraction]:
        """Return the coordinates: the frame is the square around the circle."""
        return Fraction(ball.x, 1 << bits), Fraction(ball.y, 1 << bits)

    def error(self, error: int, bits: int) -> Fraction:
        """Return the error: the frame does not change it."""
        return Fraction(error, 1 << bits)

    def __reduce__(self) -> tuple[object, ...]:
        return regular, (self.n,)

    def __repr__(self) -> str:
        return f"regular({self.n})"


class RationalPlane(Plane):
    """The plane of a convex polygon with rational corners."""

    def __init__(self, corners: Sequence[tuple[Fraction, Fraction]]) -> None:
        self.corners = tuple(corners)
        sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
        self._center = [(low + high) / 2 for low, high in sides]
        self._reach = [(high - low) / 2 for low, high in sides]
        super().__init__(Integers(), [_whole(x, y) for x, y in corners])

    def ball(self, exact: Triple, bits: int) -> Ball:
        """Return the coordinates in the box around the polygon."""
        place = (Fraction(value, exact[2]) for value in exact[:2])
        x, y = (
            ((value - center) / reach * (1 << bits)).__floor__()
            for value, center, reach in zip(place, self._center, self._reach, strict=True)
        )
        return Ball(x, y, 1)

    def placed(self, ball: Ball, bits: int) -> tuple[Fraction, Fraction]:
        """Return the coordinates as they were given."""
        x, y = (
            center + reach * Fraction(value, 1 << bits)
            for value, center, reach in zip(ball[:2], self._center, self._reach, strict=True)
        )
        return x, y

    def error(self, error: int, bits: int) -> Fraction:
        """Return the error in the longer direction of the box."""
        return max(self._reach) * Fraction(error, 1 << bits)

    def __reduce__(self) -> tuple[object, ...]:
        return convex, (self.corners,)

    def __repr__(self) -> str:
        return f"convex([{', '.join(f'({x}, {y})' for x, y in self.corners)}])"


def _whole(x: Fraction, y: Fraction) -> Triple:
    w = lcm(x.denominator, y.denominator)
    return int(x * w), int(y * w), w


def _restored(plane: Plane, coefficients: tuple[tuple[int, ...], ...]) -> Point:
    x, y, w = map(plane.ring.number, coefficients)
    return plane.point((x, y, w))


# --- Where planes come from -------------------------------------------------------------------

_planes: WeakValueDictionary[object, Plane] = WeakValueDictionary()
_planes_lock = Lock()


def regular(n: int) -> RegularPlane:
    """Return the plane of the regular n-gon; the same one while it is in use.

    Raises
    ------
    OptionError
        If n is no whole number from 3 to 500.
    """
    if type(n) is not int or not 3 <= n <= MOST:
        msg = f"a regular polygon has 3 to {MOST} vertices, not {n!r}"
        raise OptionError(msg)
    return _one_of(n, lambda: RegularPlane(n))


def convex(vertices: Sequence[Sequence[int | Fraction | str]]) -> RationalPlane:
    """Return the plane of a convex polygon; the same one while it is in use.

    Parameters
    ----------
    vertices
        The corners in order, either way round: pairs of whole numbers, fractions, or text that
        is one (``"1/3"``, ``"0.25"``). A float is refused: it is rarely the number one means.

    Raises
    ------
    OptionError
        Unless they are three or more and at every one the polygon turns the same way, once
        around; the message names the vertex.
    """
    corners = tuple(_corner(k, vertex) for k, vertex in enumerate(vertices))
    if problem := _shape_problem(corners):
        msg = f"not a strictly convex polygon: {problem}"
        raise OptionError(msg)
    return _one_of(corners, lambda: RationalPlane(corners))


def _one_of(key: object, make: Callable[[], Plane]) -> Plane:
    with _planes_lock:
        plane = _planes.get(key)
        if plane is None:
            _planes[key] = plane = make()
        return plane


def diagonal_crossings(
    polygon: int | Sequence[Sequence[int | Fraction | str]],
) -> tuple[Point, ...]:
    """Return the distinct points inside a polygon where its diagonals cross.

    Parameters
    ----------
    polygon
        n for the regular n-gon (their number is OEIS A006561), or the vertices for `convex`.

    Examples
    --------
    >>> [len(diagonal_crossings(n)) for n in range(3, 9)]
    [0, 1, 5, 13, 35, 49]
    """
    plane = regular(polygon) if isinstance(polygon, int) else convex(polygon)
    return plane.crossings()


def vertex_name(k: int) -> str:
    """Return the name of a corner, counted from 0: A to Z, then AA, AB, ..."""
    name = ""
    while k >= 0:
        k, letter = divmod(k, 26)
        name, k = chr(ord("A") + letter) + name, k - 1
    return name


def _corner(k: int, vertex: Sequence[int | Fraction | str]) -> tuple[Fraction, Fraction]:
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


def _shape_problem(corners: Sequence[tuple[Fraction, Fraction]]) -> str | None:
    """Return what keeps corners from being those of a strictly convex polygon, or None."""
    n = len(corners)
    if n < 3:  # noqa: PLR2004 - a triangle
        return f"it has 3 or more vertices, not {n}"
    first: dict[tuple[Fraction, Fraction], int] = {}
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


def _turn(
    p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], r: tuple[Fraction, Fraction]
) -> int:
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 0) - (area < 0)
