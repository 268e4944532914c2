"""A convex polygon cut by chords into convex faces, with robust predicates.

Every line begins and ends on earlier lines. So a point of the map is never a computed crossing of
two lines: it is *given*, as a line and a position on it. An edge of a face is a line with the two
positions between which the face touches it. Cutting a face compares and copies such positions and
never tests the side of a rounded point. So the map is consistent in spite of rounding of the
coordinates.

>>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
>>> halves = square.with_line(0, Spot(0, 0.5), Spot(2, 0.5))
>>> [face.area for face in halves.faces]
[50.0, 50.0]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import dist, hypot, inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Point = tuple[float, float]

_SPIRAL_STEPS: Final = 16
_SPIRAL_DIRECTIONS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The number of steps and the directions of the search for a place with more room."""
TOUCH_DISTANCE = 1e-9
"""The distance, in units of the map, within which two places on a line count as one."""


class Spot(NamedTuple):
    """A place on a line: the index of the line, and the position from 0 (start) to 1 (end)."""

    line: int
    position: float


class Chord(NamedTuple):
    """A line segment from a start point to an end point."""

    start: Point
    end: Point

    def point_at(self, position: float) -> Point:
        """Return the point at a position on the segment, from 0 at the start to 1 at the end.

        Examples
        --------
        >>> Chord((0, 0), (10, 5)).point_at(0.5)
        (5.0, 2.5)
        """
        (x0, y0), (x1, y1) = self
        return (x0 + position * (x1 - x0), y0 + position * (y1 - y0))

    @property
    def length(self) -> float:
        """The length, computed exactly as compiled code computes it.

        Examples
        --------
        >>> Chord((0, 0), (3, 4)).length
        5.0
        """
        (x0, y0), (x1, y1) = self
        dx, dy = x1 - x0, y1 - y0
        return sqrt(dx * dx + dy * dy)


class HalfEdge(NamedTuple):
    """A side of a face: its first corner, its line, and the part of the line that it covers."""

    corner: Point
    line: int
    start: float
    """Position of the first corner on the line."""
    stop: float
    """Position of the next corner on the line; less than `start` if the face runs backwards."""

    def spot_at(self, share: float) -> Spot:
        """Return the spot at a fraction (0 to 1) of the way from the first corner to the next.

        Examples
        --------
        >>> PlanarMap.from_polygon([(0, 0), (10, 0), (0, 10)]).faces[0].edges[0].spot_at(0.25)
        Spot(line=0, position=0.25)
        """
        return Spot(self.line, self.start + share * (self.stop - self.start))

    def contains(self, position: float) -> bool:
        """Return True if a position on the line is strictly between the two corners.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.faces[0].edges[0].contains(0.5), square.faces[0].edges[0].contains(0.0)
        (True, False)
        """
        return self.start < position < self.stop or self.stop < position < self.start


@dataclass(frozen=True)
class Face:
    """A convex area: its edges in order, no two of them on the same line."""

    edges: tuple[HalfEdge, ...]

    @cached_property
    def polygon(self) -> tuple[Point, ...]:
        """The corners in order around the face.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.faces[0].polygon
        ((0, 0), (10, 0), (10, 10), (0, 10))
        """
        return tuple(edge.corner for edge in self.edges)

    @cached_property
    def area(self) -> float:
        """The area that the edges enclose.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.faces[0].area
        100.0
        """
        return abs(shoelace(self.polygon))

    @cached_property
    def _edge_indexes(self) -> dict[int, int]:
        """A mapping from the index of each line to the index of the edge on it."""
        return {edge.line: i for i, edge in enumerate(self.edges)}

    def edge_on(self, line: int) -> int | None:
        """Return the index of the edge on a line; None if no edge is on it.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.faces[0].edge_on(2), square.faces[0].edge_on(9)
        (2, None)
        """
        return self._edge_indexes.get(line)

    def contains(self, start: Spot, end: Spot) -> bool:
        """Return True if two spots are on edges of this face and not at corners.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> face = square.faces[0]
        >>> face.contains(Spot(0, 0.5), Spot(2, 0.5)), face.contains(Spot(0, 0.0), Spot(2, 0.5))
        (True, False)
        """
        i, j = self.edge_on(start.line), self.edge_on(end.line)
        if i is None or j is None:
            return False
        return self.edges[i].contains(start.position) and self.edges[j].contains(end.position)

    def cap_area(self, i: int, p: Point, j: int, q: Point) -> float:
        """Return the area cut off by a line from point p on edge i to q on a later edge j."""
        return abs(shoelace((p, *self.polygon[i + 1 : j + 1], q)))

    def cut_between(
        self,
        i: int,
        start_position: float,
        p: Point,
        j: int,
        end_position: float,
        q: Point,
        line: int,
    ) -> tuple[Face, Face]:
        """Return the two faces after a cut from point p on edge i to q on a later edge j.

        Returns
        -------
        tuple of Face
            The piece with the face's first corner, then the other one.
        """
        first, second = self.edges[i], self.edges[j]
        rest = (
            *self.edges[:i],
            first._replace(stop=start_position),
            HalfEdge(p, line, 0.0, 1.0),
            HalfEdge(q, second.line, end_position, second.stop),
            *self.edges[j + 1 :],
        )
        cap = (
            HalfEdge(p, first.line, start_position, first.stop),
            *self.edges[i + 1 : j],
            second._replace(stop=end_position),
            HalfEdge(q, line, 1.0, 0.0),
        )
        return Face(rest), Face(cap)


class Pieces(NamedTuple):
    """The result of a cut through a face: the new line and the two pieces."""

    line: Chord
    chord: tuple[Spot, Spot]
    """The ends of the new line as places on other lines, in its own direction."""
    first_face: Face
    """The piece with the face's first corner."""
    second_face: Face


@dataclass(frozen=True)
class PlanarMap:
    """A convex polygon divided by lines: the lines, the line ends on each line, and the faces."""

    lines: tuple[Chord, ...]
    ends: tuple[frozenset[float], ...]
    """The positions on each line where other lines end, from either side."""
    faces: tuple[Face, ...]
    chords: tuple[tuple[Spot, Spot], ...] = ()
    """The two ends of each line drawn into the first polygon, in drawing order."""

    @classmethod
    def from_polygon(cls, corners: Sequence[Point]) -> Self:
        """Return the map with one face: a strictly convex polygon.

        A side is a line from its smaller to its larger corner. So positions on a box with
        upright sides grow with x and y.

        Examples
        --------
        >>> len(PlanarMap.from_polygon([(0, 0), (10, 0), (0, 10)]).faces)
        1
        """
        closed = [*corners, corners[0]]
        edges, lines = [], []
        for number, (a, b) in enumerate(pairwise(closed)):
            forward = a <= b
            lines.append(Chord(a, b) if forward else Chord(b, a))
            edges.append(HalfEdge(a, number, *((0.0, 1.0) if forward else (1.0, 0.0))))
        return cls(tuple(lines), (frozenset(),) * len(lines), (Face(tuple(edges)),))

    def split_face(self, face: int, start: Spot, end: Spot) -> Pieces:
        """Return the line between two spots on the edges of a face, and the two pieces of the face.

        The line has the direction of the face's edges, whichever spot is called the start.

        Raises
        ------
        ValueError
            If the spots are not inside two edges of the face, or lines meet there already.
        """
        return split_face(face, self.faces[face], self.lines, (start, end), self.blocking_reason)

    def with_line(self, face: int, start: Spot, end: Spot) -> PlanarMap:
        """Return the map with one more line, which divides a face from one spot to another.

        The piece with the face's first corner has the face's number; the other one is appended.

        Raises
        ------
        ValueError
            If the spots are not inside two edges of the face, or lines meet there already.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> [face.area for face in square.with_line(0, Spot(0, 0.5), Spot(2, 0.5)).faces]
        [50.0, 50.0]
        """
        pieces = self.split_face(face, start, end)
        ends = list(self.ends)
        for spot in pieces.chord:
            ends[spot.line] |= {spot.position}
        return PlanarMap(
            (*self.lines, pieces.line),
            (*ends, frozenset()),
            (*self.faces[:face], pieces.first_face, *self.faces[face + 1 :], pieces.second_face),
            (*self.chords, pieces.chord),
        )

    def face_between(self, start: Spot, end: Spot) -> int | None:
        """Return the index of the face with both spots on its edges, not at corners, or None.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.face_between(Spot(0, 0.5), Spot(2, 0.5))
        0
        >>> square.face_between(Spot(0, 0.0), Spot(2, 0.5)) is None
        True
        """
        return next((k for k, face in enumerate(self.faces) if face.contains(start, end)), None)

    def blocking_reason(self, spot: Spot) -> str | None:
        """Return the reason why no line can end at a spot (within `TOUCH_DISTANCE`), or None.

        The ends of the spot's own line count, and the ends of other lines on it, from either side.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> halves = square.with_line(0, Spot(0, 0.5), Spot(2, 0.5))
        >>> [halves.blocking_reason(Spot(0, position)) is None for position in (0.25, 0.5)]
        [True, False]
        """
        return find_end_nearby(spot, self.lines[spot.line].length, self.ends[spot.line])

    def free_intervals(self, face: int) -> list[tuple[int, float, float]]:
        """Return the parts of edges where a line can end, as (edge index, low, high).

        They are twice `TOUCH_DISTANCE` away from all ends, so that rounding cannot move a spot
        to an end.
        """
        found = []
        for i, edge in enumerate(self.faces[face].edges):
            low, high = sorted((edge.start, edge.stop))
            length = self.lines[edge.line].length
            gap = 2 * TOUCH_DISTANCE / length if length else 1.0
            stops = sorted((low, *(t for t in self.ends[edge.line] if low < t < high), high))
            found += [(i, a + gap, b - gap) for a, b in pairwise(stops) if a + gap < b - gap]
        return found

    def find_halving_line(self, face: int) -> tuple[Spot, Spot]:
        """Return the ends of a new line that cuts a face into two nearly equal areas, if possible.

        It begins in the middle of the longest free interval of the border. As the other end goes
        round, the area of the piece grows steadily, so each interval has one best place.

        Raises
        ------
        ValueError
            If no two edges of the face have a free place.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> [face.area for face in square.with_line(0, *square.find_halving_line(0)).faces]
        [50.0, 50.0]
        """
        area, free = self.faces[face], self.free_intervals(face)
        if len({i for i, _, _ in free}) < 2:  # noqa: PLR2004 - a line has two ends
            msg = f"face {face} has no two edges with a free place"
            raise ValueError(msg)
        lengths = [self.lines[edge.line].length for edge in area.edges]
        i, low, high = max(free, key=lambda each: (each[2] - each[1]) * lengths[each[0]])
        at = (low + high) / 2
        ends = [self._most_even_end(area, i, at, stretch) for stretch in free if stretch[0] != i]
        _, end = min(ends)
        return Spot(area.edges[i].line, at), end

    def _most_even_end(
        self, area: Face, i: int, start_position: float, interval: tuple[int, float, float]
    ) -> tuple[float, Spot]:
        """Return the smallest deviation from half the area, and the line end that gives it."""
        j, low, high = interval
        one, other = self.lines[area.edges[i].line], self.lines[area.edges[j].line]

        def cap(to: float) -> float:
            ends = sorted(((i, one.point_at(start_position)), (j, other.point_at(to))))
            return area.cap_area(*ends[0], *ends[1])

        first, last, half = cap(low), cap(high), area.area / 2
        share = (half - first) / (last - first) if last != first else 0.5
        to = low + min(1.0, max(0.0, share)) * (high - low)
        return abs(cap(to) - half), Spot(area.edges[j].line, to)

    def find_face(self, point: Point) -> int:
        """Return the index of the face that contains a point, or of the nearest face.

        Examples
        --------
        >>> square = PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        >>> square.with_line(0, Spot(0, 0.5), Spot(2, 0.5)).find_face((9, 5))
        1
        """
        return max(
            range(len(self.faces)), key=lambda k: distance_to_edges(self.faces[k].polygon, point)
        )


def split_face(
    face: int,
    area: Face,
    lines: Sequence[Chord],
    spots: tuple[Spot, Spot],
    blocking_reason: Callable[[Spot], str | None],
) -> Pieces:
    """Return the line between two spots on the edges of a face, and the two pieces of the face.

    See `PlanarMap.split_face`; `blocking_reason` returns why no line may end at a spot, or None.
    """
    ends = []
    for spot in spots:
        i = area.edge_on(spot.line)
        if i is None or not area.edges[i].contains(spot.position):
            msg = f"face {face} has no edge that runs through {spot.position!r} of line {spot.line}"
            raise ValueError(msg)
        if reason := blocking_reason(spot):
            raise ValueError(reason)
        ends.append((i, spot))
    (i, first), (j, second) = sorted(ends)
    if i == j:
        msg = "both ends lie on one line"
        raise ValueError(msg)
    p, q = (lines[spot.line].point_at(spot.position) for spot in (first, second))
    kept, added = area.cut_between(i, first.position, p, j, second.position, q, line=len(lines))
    return Pieces(Chord(p, q), (first, second), kept, added)


def find_end_nearby(spot: Spot, length: float, ends: Iterable[float]) -> str | None:
    """Return a message about an end within `TOUCH_DISTANCE` of a spot, or None if there is none.

    See `PlanarMap.blocking_reason`; `ends` are the positions where other lines end on the line.
    """
    line, at = spot
    for taken in ends:
        if abs(at - taken) * length <= TOUCH_DISTANCE:
            near = "" if at == taken else f", within {TOUCH_DISTANCE:g} of {at!r}"
            return f"another line ends at {taken!r} of line {line}{near}"
    if min(at, 1 - at) * length <= TOUCH_DISTANCE:
        return f"{at!r} of line {line} is within {TOUCH_DISTANCE:g} of a corner"
    return None


def shoelace(polygon: Sequence[Point]) -> float:
    """Return the signed area of a polygon by the shoelace formula, relative to its first corner.

    Examples
    --------
    >>> shoelace([(0, 0), (4, 0), (4, 3)]), shoelace([(4, 3), (4, 0), (0, 0)])
    (6.0, -6.0)
    >>> shoelace([(0, 0), (1, 1)])
    0.0
    """
    x0, y0 = polygon[0]
    moved = [(x - x0, y - y0) for x, y in polygon[1:]]
    return sum([a * d - b * c for (a, b), (c, d) in pairwise(moved)]) / 2


def nearest_position(start: Point, end: Point, point: Point) -> tuple[float, float]:
    """Return the position (0 to 1) of the nearest point on a segment, and its distance.

    Examples
    --------
    >>> nearest_position((0, 0), (10, 0), (4, 3))
    (0.4, 3.0)
    """
    (x0, y0), (x1, y1), (x, y) = start, end, point
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    along = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    away = dist((x, y), (x0 + along * dx, y0 + along * dy))
    return along, away


def centroid(polygon: Sequence[Point]) -> Point:
    """Return the centre of mass of a polygon; the mean of its corners if it has no area.

    Examples
    --------
    >>> centroid([(0, 0), (2, 0), (2, 2), (0, 2)])
    (1.0, 1.0)
    >>> centroid([(0, 0), (2, 0)])
    (1.0, 0.0)
    """
    x0, y0 = polygon[0]
    moved = [(x - x0, y - y0) for x, y in polygon[1:]]
    weights = [a * d - b * c for (a, b), (c, d) in pairwise(moved)]
    total = 3 * sum(weights)
    if not total:
        return (
            sum(x for x, _ in polygon) / len(polygon),
            sum(y for _, y in polygon) / len(polygon),
        )
    triangles = list(zip(weights, pairwise(moved), strict=True))
    x = sum(w * (a[0] + b[0]) for w, (a, b) in triangles) / total
    y = sum(w * (a[1] + b[1]) for w, (a, b) in triangles) / total
    return (x0 + x, y0 + y)


def box_clearance(polygon: Sequence[Point], point: Point, half: Point) -> float:
    """Return the distance of a box from a convex polygon's edges; negative if it extends outside.

    Parameters
    ----------
    polygon
        The corners of the polygon.
    point
        The centre of the box.
    half
        Half the width and half the height of the box.

    Examples
    --------
    >>> square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    >>> box_clearance(square, (3, 5), (1, 2)), box_clearance(square, (9, 5), (1, 2))
    (2.0, 0.0)
    """
    return _clearance(_edge_normals(polygon, half), point)


def _edge_normals(polygon: Sequence[Point], half: Point) -> list[tuple[float, ...]]:
    """Return each edge's start, its inner normal, and the reach of a box along the normal."""
    turn = 1 if shoelace(polygon) > 0 else -1
    found: list[tuple[float, ...]] = []
    for (x, y), (u, v) in pairwise((*polygon, polygon[0])):
        length = hypot(u - x, v - y)
        if length:
            nx, ny = turn * (y - v) / length, turn * (u - x) / length
            found.append((x, y, nx, ny, abs(nx) * half[0], abs(ny) * half[1]))
    return found


def _clearance(edges: list[tuple[float, ...]], point: Point) -> float:
    """Return the distance of a box around a point from the edges of `_edge_normals`."""
    px, py = point
    return min([nx * (px - x) + ny * (py - y) - wide - high for x, y, nx, ny, wide, high in edges])


def most_roomy_center(polygon: Sequence[Point], half: Point, *, enough: float = inf) -> Point:
    """Return the centre at which a box has the most room inside a polygon.

    If the distance at the centroid is at least `enough`, return the centroid.

    Examples
    --------
    >>> wedge = [(0, 0), (10, 0), (10, 8)]
    >>> at = most_roomy_center(wedge, (1, 0.5))
    >>> box_clearance(wedge, at, (1, 0.5)) > box_clearance(wedge, centroid(wedge), (1, 0.5)) > 0
    True
    >>> most_roomy_center(wedge, (1, 0.5), enough=0.1) == centroid(wedge)
    True
    """
    at, clearance = centroid(polygon), partial(_clearance, _edge_normals(polygon, half))
    best = clearance(at)
    if best >= enough:
        return at
    step = max(dist(at, corner) for corner in polygon) / 2
    for _ in range(_SPIRAL_STEPS):  # the room is a concave function of the place
        places = [(at[0] + step * dx, at[1] + step * dy) for dx, dy in _SPIRAL_DIRECTIONS]
        found = max(places, key=clearance)
        value = clearance(found)
        if value > best:
            at, best = found, value
        else:
            step /= 2
    return at


def distance_to_edges(polygon: Sequence[Point], point: Point) -> float:
    """Return the distance from a point in a convex polygon to the nearest edge; negative outside.

    Examples
    --------
    >>> square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    >>> distance_to_edges(square, (3, 5)), distance_to_edges(square, (12, 5))
    (3.0, -2.0)
    """
    turn = 1 if shoelace(polygon) > 0 else -1
    return min(
        turn * shoelace((a, b, point)) * 2 / dist(a, b)
        for a, b in pairwise((*polygon, polygon[0]))
        if a != b
    )
