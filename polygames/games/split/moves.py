"""The moves of Split and their text, and the conversion of lines drawn by hand to moves.

A line drawn in a small area fills it. In any other area both ends are moved to the nearest places
where a line may end. Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import dist
from operator import index
from typing import TYPE_CHECKING, Literal, TypeAlias

from polygames.core.options import check_number
from polygames.geometry.planar import TOUCH_DISTANCE, Spot, distance_to_edges, nearest_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.geometry.planar import PlanarMap

Point: TypeAlias = tuple[float, float]

Place: TypeAlias = tuple[float, Spot]
"""The distance of a free place on the border from the point given, and the place."""
SNAP_DISTANCE = 0.5
"""Maximum distance from a border at which a point is moved onto it."""
EDGE_TOLERANCE = 1e-12
"""A line whose middle is not deeper inside an area runs along its border; floats err less."""
CORNER_CLEARANCE = 1e-3
"""The distance of a line drawn by hand from corners and end points, where there is room."""


@dataclass(frozen=True, slots=True)
class DrawLine:
    """The move that draws a line between two spots on existing lines [3].

    Their order has no effect.
    """

    start: Spot
    end: Spot

    def __post_init__(self) -> None:
        """Sort the spots and convert them to plain numbers, so that equal lines are equal moves."""
        spots = sorted(Spot(index(line), float(at)) for line, at in (self.start, self.end))
        object.__setattr__(self, "start", spots[0])
        object.__setattr__(self, "end", spots[1])

    def __str__(self) -> str:
        """Return the notation, such as ``draw 0@0.5 - 2@0.5``: line @ position of both ends."""
        (line, at), (other, to) = self.start, self.end
        return f"draw {line}@{at!r} - {other}@{to!r}"


@dataclass(frozen=True, slots=True)
class FillArea:
    """The move that fills a small area [6]."""

    area: int

    def __str__(self) -> str:
        """Return the notation ``fill k``, with the number of the area."""
        return f"fill {self.area}"


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """The choice of a colour after the first line [2]."""

    color: Literal["red", "blue"]

    def __str__(self) -> str:
        """Return the notation: ``color red`` or ``color blue``."""
        return f"color {self.color}"


@dataclass(frozen=True, slots=True)
class ChooseArea:
    """The choice of one of two new areas for the opponent to fill [5]."""

    area: int

    def __str__(self) -> str:
        """Return the notation ``area k``, with the number of the area."""
        return f"area {self.area}"


Move: TypeAlias = DrawLine | FillArea | ChooseColor | ChooseArea


# --- A line drawn by hand -------------------------------------------------------------------------


def line_fault(board: PlanarMap, area: int, p: Point, q: Point) -> str | None:
    """Return the reason why a line does not run through an area, or None if it does."""
    corners = board.faces[area].polygon
    if distance_to_edges(corners, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)) <= EDGE_TOLERANCE:
        return f"the middle of the line is on one side of area {area}, not inside it"
    for point in (p, q):
        sides = pairwise((*corners, corners[0]))
        if (
            distance_to_edges(corners, point) < 0
            and min(nearest_position(*ends, point)[1] for ends in sides) > SNAP_DISTANCE
        ):
            return _off_border_text(area, point)
    return None


def _off_border_text(area: int, point: Point) -> str:
    """Return the error message for a point that is too far from the border of an area."""
    x, y = point
    return f"({x:g}, {y:g}) is not on the border of area {area}, where the line would run"


def snap_line(board: PlanarMap, area: int, p: Point, q: Point) -> DrawLine | str:
    """Return the line between the free places nearest to p and q, or an error message."""
    near_p, near_q = (_free_places(board, area, point) for point in (p, q))
    pairs = [(a, b) for a in near_p for b in near_q if a[1].line != b[1].line]
    if not pairs:
        return f"the border of area {area} has no free place left"
    (far_p, start), (far_q, end) = min(pairs, key=_distance_key)
    if max(far_p, far_q) <= SNAP_DISTANCE:
        return DrawLine(start, end)
    if max(min(near_p)[0], min(near_q)[0]) <= SNAP_DISTANCE:
        return f"both points are on one side of area {area}"
    return _off_border_text(area, p if far_p > far_q else q)


def nearest_free_position(
    position: float,
    low: float,
    high: float,
    line_ends: Sequence[float],
    gap: float,
    min_distance: float = 0.0,
) -> float | None:
    """Return the position nearest to `position` that is `gap` away from the limits and line ends.

    If there is no such position, return the middle of the widest stretch between two ends if it
    is further than `min_distance` from both; else None.
    """
    stops = sorted((low, *line_ends, high))
    roomy = [(a + gap, b - gap) for a, b in pairwise(stops) if a + gap < b - gap]
    if roomy:
        place = min((min(max(position, a), b) for a, b in roomy), key=lambda t: abs(t - position))
    else:
        place = max((b - a, (a + b) / 2) for a, b in pairwise(stops))[1]
    tidy = round(place, 12)
    places = (t for t in (tidy, place) if low < t < high)
    return next((t for t in places if all(abs(t - s) > min_distance for s in stops)), None)


def parse_point(point: object) -> Point | None:
    """Return a point given by a user as two floats, or None if it is malformed."""
    try:
        x, y = (check_number("a coordinate", each) for each in point)  # type: ignore[attr-defined]  # else TypeError
    except (TypeError, ValueError):
        return None
    return x, y


def _free_places(board: PlanarMap, area: int, point: Point) -> list[Place]:
    """Return the free place nearest to a point on each side of an area, with its distance."""
    face = board.faces[area]
    places = []
    for edge, (corner, following) in zip(
        face.edges, pairwise((*face.polygon, face.polygon[0])), strict=True
    ):
        share, away = nearest_position(corner, following, point)
        length = dist(corner, following)
        low, high = sorted((edge.start, edge.stop))
        at = edge.spot_at(share).position
        if not length:
            continue
        touch = (high - low) * 2 * TOUCH_DISTANCE / length
        gap = max((high - low) * min(CORNER_CLEARANCE / length, 0.01), 1.5 * touch)
        taken = [t for t in board.ends[edge.line] if low < t < high]
        if (free := nearest_free_position(at, low, high, taken, gap, touch)) is not None:
            places.append((away, Spot(edge.line, free)))
    return places


def _distance_key(pair: tuple[Place, Place]) -> tuple[bool, float]:
    """Return a sort key that puts pairs of places within reach first, then the closest pairs."""
    (far_p, _), (far_q, _) = pair
    return max(far_p, far_q) > SNAP_DISTANCE, far_p + far_q
