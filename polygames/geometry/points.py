"""Points, lines and planes with exact numbers; `polygames.geometry.exact` explains them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import lcm
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from weakref import WeakSet, ref

from polygames.core.options import whole
from polygames.geometry.algebraic_numbers import (
    Integers,
    Number,
    Ring,
    ring_for_polygon,
    scaled_sine,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


Corner: TypeAlias = tuple[Fraction, Fraction]
Triple: TypeAlias = tuple[Number, Number, Number]
Residues: TypeAlias = tuple[int, int, int]

FIRST_PRECISION_BITS: Final = 64
"""The binary places of the first level; each further level has twice as many."""
XY_BITS: Final = 32
"""The number of correct binary places of floats, relative to the size of the polygon."""
MAX_PRECISION_BITS: Final = 1_000_000
"""The maximum number of binary places."""


def _cross(p: Triple, q: Triple) -> Triple:
    """Return the line through two points, or the point on two lines, as a cross product."""
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def _dot(p: Triple, q: Triple) -> Number:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


class Approximation(NamedTuple):
    """Approximate coordinates: integers that are scaled by a power of two, with an error bound."""

    x: int
    y: int
    error: int
    """The maximum error of both coordinates."""


def intersect_lines(
    p: Approximation | None,
    q: Approximation | None,
    r: Approximation | None,
    s: Approximation | None,
) -> Approximation | None:
    """Return the intersection of the lines pq and rs; None if they may be parallel.

    The result is ``p + (q - p) * top / bottom``.

    ``top`` and ``bottom`` are the cross products of r - p and q - p with s - r. Every bound is
    the product rule for errors: (u + e)(v + f) differs from u v by |u| f + |v| e + e f at most.
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
    # The error of the share top / bottom is (top_off + |top / bottom| bottom_off) / least at most.
    share_off = top_off * size + abs(top) * bottom_off
    longest = max(abs(dx), abs(dy)) + d_off
    error = p.error + longest * share_off // (size * least) + abs(top) * d_off // size + 3
    return Approximation(p.x + dx * top // bottom, p.y + dy * top // bottom, error)


class Point:
    """A point of a plane: a corner, or the crossing of two lines; see `Plane` and `Line.meet`.

    Examples
    --------
    >>> from polygames.geometry.exact import convex
    >>> a, b, c, d = convex([(0, 0), (4, 0), (4, 2), (0, 2)]).vertices
    >>> center = Line(a, c).meet(Line(b, d))
    >>> center.xy, center.exact, center.is_on(Line(c, a))
    ((2.0, 1.0), (32, 16, 16), True)
    >>> center.ball(0)
    Approximation(x=0, y=0, error=10)
    """

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
        """X, Y, W modulo the prime, divided by W unless that is zero."""
        self.lines = lines
        """The two lines of its construction; a corner has none."""
        self._exact = exact
        self._balls: dict[int, Approximation | None] = {}

    @property
    def exact(self) -> Triple:
        """The exact homogeneous coordinates X, Y and W: the point is (X / W, Y / W)."""
        return _resolve_exactly(self)

    @property
    def xy(self) -> tuple[float, float]:
        """The coordinates as floats, with nine correct digits relative to the polygon's size."""
        x, y = self._approximate_until(lambda error, places: error <= 1 << places - XY_BITS)
        return float(x), float(y)

    def approximate(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return the coordinates with an error of at most 2^-bits each.

        A regular polygon has the centre (0, 0) and the radius 1.

        Parameters
        ----------
        bits
            The number of correct binary places, up to a million. A negative number drops places
            before the point.

        Examples
        --------
        >>> from polygames.geometry.exact import regular
        >>> x, y = regular(5).vertices[1].approximate(100)
        >>> f"{float(x):.15f} {abs(x**2 + y**2 - 1) < Fraction(1, 2**98)}"
        '0.951056516295154 True'
        """
        if (
            type(bits) is not int or abs(bits) > MAX_PRECISION_BITS
        ):  # a picture asks thousands of times
            bits = whole(
                "the binary places of a point", bits, -MAX_PRECISION_BITS, MAX_PRECISION_BITS
            )
        most = Fraction(2) ** -bits
        return self._approximate_until(
            lambda error, places: self.plane.to_plane_error(error, places) <= most
        )

    def _approximate_until(
        self, is_precise: Callable[[int, int], bool]
    ) -> tuple[Fraction, Fraction]:
        """Return the coordinates at the lowest precision for which `is_precise` returns True.

        An error is in units of the last place, which shrinks with each level. So `is_precise`
        receives the error and the number of binary places.
        """
        level = 0
        while (ball := self.ball(level)) is None or not is_precise(
            ball.error, FIRST_PRECISION_BITS << level
        ):
            level += 1
        return self.plane.to_coordinates(ball, FIRST_PRECISION_BITS << level)

    def is_on(self, line: Line) -> bool:
        """Return True if the point is on a line; see `Line.contains`."""
        return line.contains(self)

    def ball(self, level: int) -> Approximation | None:
        """Return approximate coordinates in the plane's frame, with 64 * 2^level binary places.

        Return None if the precision does not exclude that the point's two lines are parallel.
        """
        if level not in self._balls:
            _compute_approximation(self, level)
        return self._balls[level]

    def __reduce__(self) -> tuple[object, ...]:
        coefficients = tuple(map(self.plane.ring.coefficients, self.exact))
        return _restore_point, (self.plane, coefficients)

    def __repr__(self) -> str:
        return f"<point ({self.xy[0]:.6g}, {self.xy[1]:.6g})>"


class Line:
    """The line through two points, directed from the first to the second.

    Raises
    ------
    ValueError
        If the points are the same, or on different planes.

    Examples
    --------
    >>> from polygames.geometry.exact import convex
    >>> a, b, c, d = convex([(0, 0), (4, 0), (4, 2), (0, 2)]).vertices
    >>> diagonal, bottom = Line(a, c), Line(a, b)
    >>> diagonal.side(b), diagonal.side(d), diagonal.contains(c), diagonal.exact
    (-1, 1, True, (-2, 4, 0))
    >>> bottom.meet(Line(c, d)) is None
    True
    >>> center = diagonal.meet(Line(b, d))
    >>> diagonal.compare_order(center, c), diagonal.overlaps(c, center)
    (1, True)
    """

    __slots__ = ("_exact", "_span_cache", "points", "residues")

    def __init__(self, start: Point, end: Point) -> None:
        if start is end or start.plane is not end.plane:
            msg = f"no line joins {start} and {end}: they are the same or on different planes"
            raise ValueError(msg)
        self.points = (start, end)
        p = start.plane.ring.prime
        (a, b, c), (d, e, f) = start.residues, end.residues
        self.residues = ((b * f - c * e) % p, (c * d - a * f) % p, (a * e - b * d) % p)
        """A, B and C modulo the prime."""
        self._exact: Triple | None = None
        self._span_cache: tuple[int, ...] | None = None

    @property
    def exact(self) -> Triple:
        """The exact coefficients A, B and C of the equation A x + B y + C = 0."""
        return _resolve_exactly(self)

    def meet(self, other: Line) -> Point | None:
        """Return the intersection with another line, or None if they are parallel.

        Raises
        ------
        ValueError
            If both are the same line.
        """
        plane = self.points[0].plane
        p = plane.ring.prime
        (a, b, c), (d, e, f) = self.residues, other.residues
        w = (a * e - b * d) % p
        x, y = b * f - c * e, c * d - a * f
        if w:
            by = pow(w, -1, p)
            return plane.unique_point(Point(plane, (x * by % p, y * by % p, 1), (self, other)))
        x, y, w = _cross(self.exact, other.exact)
        if w:
            residue = plane.ring.residue
            return plane.unique_point(
                Point(plane, (residue(x), residue(y), 0), (self, other), (x, y, w))
            )
        if not x and not y:
            msg = "a line has no single crossing with itself"
            raise ValueError(msg)
        return None

    def contains(self, point: Point) -> bool:
        """Return True if a point is on the line."""
        if point in self.points or self in point.lines:
            return True
        (a, b, c), (x, y, w) = self.residues, point.residues
        if (a * x + b * y + c * w) % point.plane.ring.prime:
            return False
        return is_point_on_line(point, self)

    def side(self, point: Point) -> int:
        """Return 1 for a point to the left of the line, -1 to the right, 0 on it.

        Left and right are relative to the line's direction, with y pointing upwards.
        """
        if point in self.points or self in point.lines:
            return 0
        sign = self._side_at_level(point, 0)
        if not sign and not self.contains(point):
            level = 1
            while not (sign := self._side_at_level(point, level)):
                level += 1
        return sign

    def compare_order(self, first: Point, second: Point) -> int:
        """Return 1 if the second point is further along the line, -1 if the first is, else 0.

        The result is 0 for the same point only.

        Raises
        ------
        ValueError
            If the first level does not decide the order, and a point is not on the line: points
            beside it may be equally far along.
        """
        if first is second:
            return 0
        sign = self._order_at_level(first, second, 0)
        if not sign and not (self.contains(first) and self.contains(second)):
            msg = f"{first} or {second} is not on {self}"
            raise ValueError(msg)
        level = 1
        while not sign:
            sign = self._order_at_level(first, second, level)
            level += 1
        return sign

    def overlaps(self, start: Point, end: Point) -> bool:
        """Return True if the segment from start to end overlaps the line's own segment.

        A common end point is not enough.
        """
        low, high = (start, end) if self.compare_order(start, end) > 0 else (end, start)
        first, last = self.points
        return self.compare_order(low, last) > 0 and self.compare_order(first, high) > 0

    def _side_at_level(self, point: Point, level: int) -> int:
        """Return the side of a point (1 or -1) if this precision decides it, else 0."""
        if level or self._span_cache is None:
            reach = self._span(level)
            if level == 0:
                self._span_cache = reach
        else:
            reach = self._span_cache
        ball = point.ball(level)
        if not reach or not ball:
            return 0
        px, py, dx, dy, start, error, length = reach
        x, y, off = ball
        x, y, off = x - px, y - py, off + start
        turn = dx * y - dy * x
        # By the product rule, with the error of each difference, the turn has at most this error.
        bound = length * off + error * (abs(x) + abs(y) + 2 * off)
        return 1 if turn > bound else -1 if turn < -bound else 0

    def _order_at_level(self, first: Point, second: Point, level: int) -> int:
        reach, p, q = self._span(level), first.ball(level), second.ball(level)
        if not reach or not p or not q:
            return 0
        _, _, dx, dy, _, error, length = reach
        x, y, off = q.x - p.x, q.y - p.y, q.error + p.error
        advance = dx * x + dy * y
        bound = length * off + error * (abs(x) + abs(y) + 2 * off)
        return 1 if advance > bound else -1 if advance < -bound else 0

    def _span(self, level: int) -> tuple[int, ...]:
        """Return the start, the direction, their error bounds and |dx| + |dy|; empty if unknown."""
        p, q = (point.ball(level) for point in self.points)
        if p is None or q is None:
            return ()
        dx, dy = q.x - p.x, q.y - p.y
        return p.x, p.y, dx, dy, p.error, p.error + q.error, abs(dx) + abs(dy)

    def __repr__(self) -> str:
        return f"<line {self.points[0]} - {self.points[1]}>"


# --- Lazy computation -----------------------------------------------------------------------------
# Points depend on lines and lines on points, a hundred levels deep in a long game. An explicit
# stack has no recursion limit.


def _resolve_exactly(target: Point | Line) -> Triple:
    """Return the exact coordinates of a point or line, after computing those it depends on."""
    stack = [target]
    while stack:
        top = stack[-1]
        if top._exact is None:  # noqa: SLF001 - both kinds keep it
            first, second = top.lines if isinstance(top, Point) else top.points
            below = [part for part in (first, second) if part._exact is None]  # noqa: SLF001 - as above
            if below:
                stack += below
                continue
            top._exact = _cross(first._exact, second._exact)  # type: ignore[arg-type]  # noqa: SLF001 - both are settled
        stack.pop()
    exact = target._exact  # noqa: SLF001 - as above
    assert exact is not None  # noqa: S101 - just computed
    return exact


def _compute_approximation(point: Point, level: int) -> None:
    """Compute the approximate coordinates of a point at a level of precision.

    Compute those of its dependencies first.
    """
    stack = [point]
    while stack:
        top = stack[-1]
        if level not in top._balls:  # noqa: SLF001 - as above
            corners = [corner for line in top.lines for corner in line.points]
            below = [corner for corner in corners if level not in corner._balls]  # noqa: SLF001 - as above
            if below:
                stack += below
                continue
            balls = [corner._balls[level] for corner in corners]  # noqa: SLF001 - as above
            top._balls[level] = (  # noqa: SLF001 - as above
                intersect_lines(*balls)
                if corners
                else top.plane.ball(top.exact, FIRST_PRECISION_BITS << level)
            )
        stack.pop()


def is_same_point(other: Point, point: Point) -> bool:
    """Return True if two points are equal, comparing exact numbers."""
    if point.lines:
        return all(is_point_on_line(other, line) for line in point.lines)
    return not any(_cross(other.exact, point.exact))


def is_point_on_line(point: Point, line: Line) -> bool:
    """Return True if a point is on a line, either by construction or by exact arithmetic.

    Parallel games draw the same lines again, and the exact numbers of a crossing in a long game
    can have millions of digits. So the first test is whether the point and both ends were
    constructed on one line.
    """
    if point in line.points or line in point.lines:
        return True
    if point._exact is None or line._exact is None:  # noqa: SLF001 - as above
        three = (point, *line.points)
        if any(
            all(_is_constructed_on(each, own) for each in three) for p in three for own in p.lines
        ):
            return True
    return not _dot(line.exact, point.exact)


def _is_constructed_on(point: Point, line: Line) -> bool:
    """Return True if a point is an end of a line or was constructed on it."""
    ends = {*line.points}
    return point in ends or any(ends == {*own.points} for own in point.lines)


def _restore_point(plane: Plane, coefficients: tuple[tuple[int, ...], ...]) -> Point:
    x, y, w = map(plane.ring.number, coefficients)
    return plane.point((x, y, w))


MAX_UNUSED_POINTS: Final = 1000
"""The minimum number of entries before dead ones are removed."""


class PointCache:
    """A cache of points by their residues (coordinates modulo a prime), with weak references.

    A WeakValueDictionary removes entries in a callback, where an interrupt (Ctrl-C) is printed
    and lost. Here the entries of deleted points are removed now and then.
    """

    def __init__(self) -> None:
        self._points: dict[tuple[int, int], ref[Point]] = {}
        self._cleanup_size = MAX_UNUSED_POINTS

    def get(self, key: tuple[int, int]) -> Point | None:
        """Return the cached point with these residues, or None if it no longer exists."""
        held = self._points.get(key)
        return held() if held else None

    def add(self, key: tuple[int, int], point: Point) -> None:
        """Store a weak reference to a point."""
        if len(self._points) >= self._cleanup_size:
            self._points = {at: held for at, held in self._points.items() if held() is not None}
            self._cleanup_size = 2 * len(self._points) + MAX_UNUSED_POINTS
        self._points[key] = ref(point)

    def __iter__(self) -> Iterator[Point]:
        points = [held() for held in self._points.values()]
        return (point for point in points if point is not None)


class Plane:
    """All points that can be constructed from the corners of a polygon; see `regular`, `convex`.

    The frame of a plane is a window around the polygon in which coordinates run from -1 to 1. In it
    the errors of all points are comparable.

    Examples
    --------
    >>> from polygames.geometry.exact import convex
    >>> plane = convex([(0, 0), (4, 0), (4, 2), (0, 2)])
    >>> plane.crossings(), plane.unique_point(plane.point((4, 2, 2))) is plane.point((2, 1, 1))
    ((<point (2, 1)>,), True)
    >>> ball = plane.ball((4, 2, 2), bits=64)
    >>> error = float(plane.to_plane_error(ball.error, 64))
    >>> plane.to_coordinates(ball, 64) == (2, 1), error < 1e-18
    (True, True)
    """

    def __init__(self, ring: Ring, corners: Sequence[Triple]) -> None:
        self.ring = ring
        self._lock = Lock()
        self._points = PointCache()
        self._unindexed_points: WeakSet[Point] = WeakSet()
        """Points without residues of their own; see `unique_point`."""
        self.vertices: tuple[Point, ...] = tuple(self.point(exact) for exact in corners)
        """The corners in order."""

    def point(self, exact: Triple) -> Point:
        """Return the point (X / W, Y / W) for the exact numbers X, Y and W."""
        p = self.ring.prime
        x, y, w = map(self.ring.residue, exact)
        if w:
            by = pow(w, -1, p)
            x, y, w = x * by % p, y * by % p, 1
        return self.unique_point(Point(self, (x, y, w), exact=exact))

    def unique_point(self, point: Point) -> Point:
        """Return the unique object for a point: an existing point in the same place, or this one.

        Points are found by their residues x and y. In one case of 10^36 two points share them,
        and in one of 10^18 W is zero modulo the prime, so that there are none. Such points are
        stored separately and compared exactly with all others.
        """
        x, y, w = point.residues
        with self._lock:
            known = self._points.get((x, y)) if w else None
            if known is None and w and not self._unindexed_points:
                self._points.add((x, y), point)
                return point
            others = [known] if known else [] if w else list(self._points)
            for other in (*others, *self._unindexed_points):
                if is_same_point(other, point):
                    return other
            if known is None and w:
                self._points.add((x, y), point)
            else:
                self._unindexed_points.add(point)
            return point

    def crossings(self) -> tuple[Point, ...]:
        """Return the points inside the polygon where diagonals cross, without duplicates."""
        lines = {pair: Line(*pair) for pair in combinations(self.vertices, 2)}
        found: dict[Point | None, None] = {}
        for a, b, c, d in combinations(self.vertices, 4):
            found[lines[a, c].meet(lines[b, d])] = None
        return tuple(point for point in found if point is not None)

    def ball(self, exact: Triple, bits: int) -> Approximation:
        """Return the approximate coordinates of an exact point in the frame of the plane."""
        raise NotImplementedError

    def to_coordinates(self, ball: Approximation, bits: int) -> tuple[Fraction, Fraction]:
        """Convert coordinates in the frame to coordinates of the plane."""
        raise NotImplementedError

    def to_plane_error(self, frame_error: int, bits: int) -> Fraction:
        """Convert an error of coordinates in the frame to an error in the plane."""
        raise NotImplementedError


class RegularPlane(Plane):
    """The plane of a regular polygon with the centre (0, 0), radius 1 and corner A at the top."""

    def __init__(self, n: int) -> None:
        self.n = n
        ring, t = ring_for_polygon(n)
        corners: list[tuple[Number, Number]] = [(ring.zero, ring.number([2])), (ring.one, t)]
        while len(corners) < n:
            (x0, y0), (x1, y1) = corners[-2:]
            corners.append((t * x1 - x0, t * y1 - y0))
        super().__init__(ring, [(x, y, ring.one) for x, y in corners])

    def ball(self, exact: Triple, bits: int) -> Approximation:
        """Return an exact point's coordinates in the frame, x * sin(2 pi / n) and y / 2."""
        x, y, w = exact
        across, up = self._scaled_quotient(x, w, bits), self._scaled_quotient(y, w, bits)
        # Both factors are less than 2 off, and so is the sine less than 1.
        error = 2 * (abs(across) >> bits) + 8
        return Approximation(across * scaled_sine(self.n, bits) >> bits, up >> 1, error)

    def _scaled_quotient(self, number: Number, divisor: Number, bits: int) -> int:
        """Return a quotient of exact numbers times 2^bits, with an error less than 2."""
        places = bits + 8
        while True:
            (top, top_off), (bottom, off) = (
                self.ring.scaled_value(x, places) for x in (number, divisor)
            )
            size = abs(bottom)
            share_off = (top_off * size + abs(top) * off) << bits
            if size > off and share_off < size * (size - off):
                return (top << bits) // bottom
            places *= 2

    def to_coordinates(self, ball: Approximation, bits: int) -> tuple[Fraction, Fraction]:
        """Return frame coordinates as fractions, since they are the same in the plane."""
        return Fraction(ball.x, 1 << bits), Fraction(ball.y, 1 << bits)

    def to_plane_error(self, frame_error: int, bits: int) -> Fraction:
        """Return an error in the frame as a fraction, since it is the same in the plane."""
        return Fraction(frame_error, 1 << bits)

    def __repr__(self) -> str:
        return f"regular({self.n})"


class RationalPlane(Plane):
    """The plane of a convex polygon with rational corners."""

    def __init__(self, corners: Sequence[Corner]) -> None:
        self.corners = tuple(corners)
        sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
        self._center: list[Fraction] = [(low + high) / 2 for low, high in sides]
        self._half_sizes: list[Fraction] = [(high - low) / 2 for low, high in sides]
        super().__init__(Integers(), [_to_integer_triple(x, y) for x, y in corners])

    def ball(self, exact: Triple, bits: int) -> Approximation:
        """Return an exact point's coordinates relative to the polygon's bounding box."""
        place = (Fraction(value, exact[2]) for value in exact[:2])
        x, y = (
            ((value - center) / reach * (1 << bits)).__floor__()
            for value, center, reach in zip(place, self._center, self._half_sizes, strict=True)
        )
        return Approximation(x, y, 1)

    def to_coordinates(self, ball: Approximation, bits: int) -> tuple[Fraction, Fraction]:
        """Convert coordinates relative to the bounding box to coordinates of the plane."""
        x, y = (
            center + reach * Fraction(value, 1 << bits)
            for value, center, reach in zip(ball[:2], self._center, self._half_sizes, strict=True)
        )
        return x, y

    def to_plane_error(self, frame_error: int, bits: int) -> Fraction:
        """Convert an error of scaled coordinates to one in the plane, along the longer side."""
        return max(self._half_sizes) * Fraction(frame_error, 1 << bits)

    def __repr__(self) -> str:
        return f"convex([{', '.join(f'({x}, {y})' for x, y in self.corners)}])"


def _to_integer_triple(x: Fraction, y: Fraction) -> Triple:
    w = lcm(x.denominator, y.denominator)
    return int(x * w), int(y * w), w
