"""Hatching and stippling of areas, made of plain primitives, equal in every painter.

Lines and dots are on one grid for the whole plane. So neighbouring areas with the same pattern
continue each other, and the parts of a split area keep its pattern.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, floor, radians, sin, sqrt
from typing import TYPE_CHECKING

from polygames.scene.model import Disc, Segment, distance_to_segment
from polygames.scene.palette import INK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.scene.model import Point


def hatch(
    points: Sequence[Point],
    spacing: float,
    angle: float = 45.0,
    *,
    color: str = INK,
    width: float = 1.0,
    alpha: float = 1.0,
) -> tuple[Segment, ...]:
    """Return parallel segments that fill a polygon, convex or not, by the even-odd rule.

    The spacing is in scene units. The angle is in degrees: 0 is horizontal, and 45 rises to the
    right of the screen.
    """
    _check_positive("spacing", spacing)
    along, across = cos(radians(angle)), -sin(radians(angle))  # y points down
    turned = [(x * along + y * across, y * along - x * across) for x, y in points]
    return tuple(
        Segment(
            (u * along - v * across, u * across + v * along),
            (w * along - v * across, w * across + v * along),
            color,
            width,
            alpha,
        )
        for _, v in _grid_lines(turned, spacing)
        for u, w in _inner_intervals(turned, v)
    )


def stipple(
    points: Sequence[Point],
    spacing: float,
    radius: float,
    *,
    margin: float | None = None,
    color: str = INK,
    alpha: float = 1.0,
) -> tuple[Disc, ...]:
    """Return dots that fill a polygon, with every other row shifted by half the spacing.

    The distance of each dot's centre from the edge is at least the margin, by default the
    radius, so that no dot crosses it.
    """
    _check_positive("spacing", spacing)
    _check_positive("radius", radius)
    margin = radius if margin is None else margin
    return tuple(
        Disc(center, radius, color, alpha=alpha)
        for row, y in _grid_lines(points, spacing * sqrt(3) / 2)
        for span in _inner_intervals(points, y)
        for center in _iter_dot_centers(span, y, spacing, shift=0.25 if row % 2 else 0.75)
        if _clearance(center, points) >= margin
    )


def _grid_lines(points: Sequence[Point], spacing: float) -> Iterator[tuple[int, float]]:
    """Yield the index and height of each horizontal grid line that can cross a polygon.

    They are halfway between multiples of the spacing, where boards tend to have their edges.
    """
    heights = [y for _, y in points]
    if not heights:
        return
    first, last = min(heights) / spacing - 0.5, max(heights) / spacing - 0.5
    for row in range(ceil(first), floor(last) + 1):
        yield row, (row + 0.5) * spacing


def _inner_intervals(points: Sequence[Point], y: float) -> Iterator[tuple[float, float]]:
    """Yield the parts of the line at height `y` inside a polygon, as (left, right) pairs."""
    crossings = sorted(
        x1 + (y - y1) / (y2 - y1) * (x2 - x1)
        for (x1, y1), (x2, y2) in _iter_edges(points)
        if (y1 <= y) != (y2 <= y)
    )
    for left, right in zip(crossings[::2], crossings[1::2], strict=True):
        if left < right:
            yield left, right


def _iter_dot_centers(
    span: tuple[float, float], y: float, spacing: float, shift: float
) -> Iterator[tuple[float, float]]:
    left, right = span
    for column in range(ceil(left / spacing - shift), floor(right / spacing - shift) + 1):
        yield (column + shift) * spacing, y


def _clearance(point: Point, points: Sequence[Point]) -> float:
    """Return the distance from a point to the nearest edge of a polygon."""
    return min(distance_to_segment(point, start, end) for start, end in _iter_edges(points))


def _iter_edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise((*points, *points[:1]))


def _check_positive(name: str, value: float) -> None:
    if not value > 0:
        msg = f"{name} must be greater than 0, not {value!r}"
        raise ValueError(msg)
