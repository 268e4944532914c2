"""Arrows of several moves on one board, placed so that they do not overlap.

Only arrows are changed. Other marks, such as a frame around a tile or a line of Split, remain as
the game draws them.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist, hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.scene import highlights
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

StrokeLine: TypeAlias = tuple["Point", "Point"]


def place_arrow(
    highlight: Scene, weight: float, other_lines: Collection[StrokeLine], size: float
) -> Scene:
    """Return a move's marks with the arrow scaled, and shifted off `other_lines` if possible.

    Examples
    --------
    >>> from polygames.scene import highlights
    >>> first = highlights.draw_arrow((0, 0), (1, 0), highlights.LAST_MOVE_COLOR)
    >>> place_arrow(first, 1.0, (), 0.5) == first
    True
    >>> highlights.arrow_axis(place_arrow(first, 1.0, arrow_lines(first), 0.5))
    ((0.0, 0.25), (1.0, 0.25))
    """
    axis = highlights.arrow_axis(highlight)
    if axis is None:
        return highlight
    own = arrow_lines(highlight)
    sides = (side * ARROW_SHIFT * size for side in SHIFT_ORDER)
    by = next(
        (by for by in sides if not _have_overlap(_shift_lines(own, axis, by), other_lines)), 0.0
    )
    return restyle_arrow(highlight, axis, weight, by)


def arrow_lines(highlight: Scene) -> tuple[StrokeLine, ...]:
    """Return the axis of the arrow in a scene and the strokes along it; empty if there is none."""
    axis = highlights.arrow_axis(highlight)
    if axis is None:
        return ()
    strokes = (each for each in highlight if isinstance(each, Segment))
    lines = [(each.start, each.end) for each in strokes if _is_along(each, axis)]
    return tuple(dict.fromkeys([axis, *lines]))


def number_points(highlight: Scene, picture: Scene, size: float) -> list[Point]:
    """Return possible places for an arrow's number, starting with the one nearest to its tip.

    These are the corners of squares, because pieces leave the most room there.
    """
    axis = highlights.arrow_axis(highlight)
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


def restyle_arrow(highlight: Scene, axis: StrokeLine, weight: float, shift: float) -> Scene:
    """Return marks with the arrow and the strokes along it scaled by `weight` and shifted."""
    return tuple(_iter_new_primitives(highlight, axis, weight, shift))


def _iter_new_primitives(
    highlight: Scene, axis: StrokeLine, weight: float, shift: float
) -> Iterator[Primitive]:
    shapes = {each.points for each in highlight if isinstance(each, Polygon) and each.fill}
    for each in highlight:
        if isinstance(each, Segment) and _is_along(each, axis):
            ((start, end),) = _shift_lines([(each.start, each.end)], axis, shift)
            yield replace(each, start=start, end=end, width=weight * each.width)
        elif isinstance(each, Polygon) and each.points in shapes:
            if each.fill:
                yield from highlights.draw_arrow(
                    *_shift_lines([axis], axis, shift)[0], each.fill, weight
                )
        else:
            yield each


def _is_along(stroke: Segment, axis: StrokeLine) -> bool:
    """Return True if a stroke is on the line of an arrow."""
    (x, y), (u, v) = axis
    return all(
        abs((u - x) * (b - y) - (v - y) * (a - x)) < SAME_LINE_TOLERANCE
        for a, b in (stroke.start, stroke.end)
    )


def _shift_lines(lines: Iterable[StrokeLine], axis: StrokeLine, shift: float) -> list[StrokeLine]:
    """Return lines shifted to the right of an arrow, as seen along it."""
    (x, y), (u, v) = axis
    length = hypot(u - x, v - y)
    dx, dy = -(v - y) / length * shift, (u - x) / length * shift
    return [((a + dx, b + dy), (c + dx, d + dy)) for (a, b), (c, d) in lines]


def _have_overlap(lines: Iterable[StrokeLine], other_lines: Collection[StrokeLine]) -> bool:
    """Return True if any of the lines overlaps any of the others."""
    return any(_is_overlapping(line, other) for line in lines for other in other_lines)


def _is_overlapping(first_line: StrokeLine, second_line: StrokeLine) -> bool:
    """Return True if two lines have a common section of positive length."""
    (x, y), (u, v) = first_line
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    if any(abs(dx * (b - y) - dy * (a - x)) > SAME_LINE_TOLERANCE for a, b in second_line):
        return False
    first, last = sorted(dx * (a - x) + dy * (b - y) for a, b in second_line)
    return min(length, last) - max(0.0, first) > SAME_LINE_TOLERANCE
