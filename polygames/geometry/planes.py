"""Planes: the corners of a polygon, the points made so far, and where they are in numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import lcm
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import WeakSet, ref

from polygames.core.lazy import Lazy
from polygames.geometry.points import Ball, Line, Point, coincide
from polygames.geometry.ring import Integers, Number, Ring, ring_of, sine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.geometry.corners import Corner
    from polygames.geometry.points import Triple


FEW: Final = 1000
"""So many places may be kept in vain."""


class PointCache:
    """Points by their place, forgotten when nobody holds them any more.

    A WeakValueDictionary forgets at once, but in a callback; an interrupt (Ctrl-C) that falls into
    one is printed and lost. Here the places of points that are gone are swept out now and then.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], ref[Point]] = {}
        self._room = FEW

    def get(self, place: tuple[int, int]) -> Point | None:
        """Return the point in a place, None if nobody holds one."""
        held = self._places.get(place)
        return held() if held else None

    def add(self, place: tuple[int, int], point: Point) -> None:
        """Keep a point as long as others do."""
        if len(self._places) >= self._room:
            self._places = {at: held for at, held in self._places.items() if held() is not None}
            self._room = 2 * len(self._places) + FEW
        self._places[place] = ref(point)

    def __iter__(self) -> Iterator[Point]:
        points = [held() for held in self._places.values()]
        return (point for point in points if point is not None)


class Plane:
    """All points that can be reached from the corners of a polygon; see `regular`, `convex`.

    The frame of a plane is a window around the polygon in which its coordinates run from -1 to
    1: there the errors of all points compare.
    """

    def __init__(self, ring: Ring, corners: Sequence[Triple]) -> None:
        self.ring = ring
        self._lock = Lock()
        self._points = PointCache()
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
                self._points.add((x, y), point)
                return point
            others = [known] if known else [] if w else list(self._points)
            for other in (*others, *self._odd):
                if coincide(other, point):
                    return other
            if known is None and w:
                self._points.add((x, y), point)
            else:
                self._odd.add(point)
            return point

    def crossings(self) -> tuple[Point, ...]:
        """Return the points inside the polygon where diagonals cross, each once."""
        lines = {pair: Line(*pair) for pair in combinations(self.vertices, 2)}
        found: dict[Point | None, None] = {}
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


class RegularPlane(Plane):
    """The plane of a regular polygon: its centre is (0, 0), its radius 1, and A is on top."""

    def __init__(self, n: int) -> None:
        self.n = n
        ring, t = ring_of(n)
        corners: list[tuple[Number, Number]] = [(ring.zero, ring.number([2])), (ring.one, t)]
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
        return Lazy("polygames.geometry.exact:regular"), (self.n,)

    def __repr__(self) -> str:
        return f"regular({self.n})"


class RationalPlane(Plane):
    """The plane of a convex polygon with rational corners."""

    def __init__(self, corners: Sequence[Corner]) -> None:
        self.corners = tuple(corners)
        sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
        self._center: list[Fraction] = [(low + high) / 2 for low, high in sides]
        self._reach: list[Fraction] = [(high - low) / 2 for low, high in sides]
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
        return Lazy("polygames.geometry.exact:convex"), (self.corners,)

    def __repr__(self) -> str:
        return f"convex([{', '.join(f'({x}, {y})' for x, y in self.corners)}])"


def _whole(x: Fraction, y: Fraction) -> Triple:
    w = lcm(x.denominator, y.denominator)
    return int(x * w), int(y * w), w
