"""Arrows of several moves on one board, placed so that they do not overlap.

Only arrows are changed. Other marks, such as a frame around a tile or a line of Split, remain as
the game draws them.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist, hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.scene import marks
from polygames.scene.model import Polygon, Segment

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from polygames.scene.model import Point, Primitive, Scene

ARROW_WIDTH_BY_RANK: Final = (1.0, 0.85, 0.7)
"""The widths of the arrows by rank, as shares of the usual width."""

ARROW_SHIFT: Final = 0.5
"""The sideways shift of an arrow that overlaps a better one, in units of small print."""

RANK_LABEL_SCALE: Final = 0.86
"""The size of an arrow's number as a share of the usual size; it fits between round pieces."""

SHIFT_ORDER: Final = (0, 1, -1, 2, -2)
"""The shifts to try, in order: multiples of `ARROW_SHIFT`, positive to the right."""

SAME_LINE_TOLERANCE: Final = 1e-6
"""The maximum distance between two lines that count as one."""

MAX_RANK_LABEL_DISTANCE: Final = 5.0
"""The maximum distance of an arrow's number from its tip, in units of small print."""

Way: TypeAlias = tuple["Point", "Point"]


def place_arrow(drawn: Scene, weight: float, ways: Collection[Way], size: float) -> Scene:
    """Return the marks of a move with its arrow scaled to `weight` and shifted off other `ways`.

    Examples
    --------
    >>> first = marks.arrow((0, 0), (1, 0), marks.LAST_MOVE_COLOR)
    >>> place_arrow(first, 1.0, (), 0.5) == first
    True
    >>> marks.arrow_axis(place_arrow(first, 1.0, ways_of(first), 0.5))
    ((0.0, 0.25), (1.0, 0.25))
    """
    axis = marks.arrow_axis(drawn)
    if axis is None:
        return drawn
    own = ways_of(drawn)
    sides = (side * ARROW_SHIFT * size for side in SHIFT_ORDER)
    by = next((by for by in sides if not _share(_shift_lines(own, axis, by), ways)), 0.0)
    return restyle_arrow(drawn, axis, weight, by)


def ways_of(drawn: Scene) -> tuple[Way, ...]:
    """Return the axis of the arrow in some marks, and the strokes along it; empty without one."""
    axis = marks.arrow_axis(drawn)
    if axis is None:
        return ()
    strokes = (each for each in drawn if isinstance(each, Segment))
    lines = [(each.start, each.end) for each in strokes if _is_along(each, axis)]
    return tuple(dict.fromkeys([axis, *lines]))


def places_for_number(drawn: Scene, picture: Scene, size: float) -> list[Point]:
    """Return possible places for the number of an arrow, the nearest to its tip first.

    These are the corners of squares, because pieces leave the most room there.
    """
    axis = marks.arrow_axis(drawn)
    if axis is None:
        return []
    tip = axis[1]
    corners = {
        corner
        for each in picture
        if isinstance(each, Polygon) and each.target
        for corner in each.points
        if dist(corner, tip) < MAX_RANK_LABEL_DISTANCE * size
    }
    return sorted(corners, key=lambda at: (round(dist(at, tip), 6), -at[0], at[1]))


def restyle_arrow(drawn: Scene, axis: Way, weight: float, by: float) -> Scene:
    """Return marks with their arrow scaled to `weight` and shifted by `by`, with its strokes."""
    return tuple(_iter_restyled(drawn, axis, weight, by))


def _iter_restyled(drawn: Scene, axis: Way, weight: float, by: float) -> Iterator[Primitive]:
    shapes = {each.points for each in drawn if isinstance(each, Polygon) and each.fill}
    for each in drawn:
        if isinstance(each, Segment) and _is_along(each, axis):
            ((start, end),) = _shift_lines([(each.start, each.end)], axis, by)
            yield replace(each, start=start, end=end, width=weight * each.width)
        elif isinstance(each, Polygon) and each.points in shapes:
            if each.fill:
                yield from marks.arrow(*_shift_lines([axis], axis, by)[0], each.fill, weight)
        else:
            yield each


def _is_along(each: Segment, axis: Way) -> bool:
    """Return True if a stroke is on the line of an arrow."""
    (x, y), (u, v) = axis
    return all(
        abs((u - x) * (b - y) - (v - y) * (a - x)) < SAME_LINE_TOLERANCE
        for a, b in (each.start, each.end)
    )


def _shift_lines(lines: Iterable[Way], axis: Way, by: float) -> list[Way]:
    """Return lines shifted to the right of an arrow, as seen along it."""
    (x, y), (u, v) = axis
    length = hypot(u - x, v - y)
    dx, dy = -(v - y) / length * by, (u - x) / length * by
    return [((a + dx, b + dy), (c + dx, d + dy)) for (a, b), (c, d) in lines]


def _share(lines: Iterable[Way], others: Collection[Way]) -> bool:
    """Return True if any of the lines overlaps any of the others."""
    return any(_overlap(line, other) for line in lines for other in others)


def _overlap(line: Way, other: Way) -> bool:
    """Return True if two lines have a common section of positive length."""
    (x, y), (u, v) = line
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    if any(abs(dx * (b - y) - dy * (a - x)) > SAME_LINE_TOLERANCE for a, b in other):
        return False
    first, last = sorted(dx * (a - x) + dy * (b - y) for a, b in other)
    return min(length, last) - max(0.0, first) > SAME_LINE_TOLERANCE
