"""Shapes cut down to a rectangle.

A deep zoom puts the far corners of a shape billions of pixels away, where the single
precision of a canvas moves its edges visibly. Cutting in double precision prevents that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.scene.model import Point


def grown(window: Window, margin: float) -> Window:
    """Return the window with a margin added on each side.

    Examples
    --------
    >>> grown(Window(0, 0, 4, 2), 1)
    Window(left=-1, top=-1, right=5, bottom=3)
    """
    return Window(
        window.left - margin, window.top - margin, window.right + margin, window.bottom + margin
    )


def overlaps(points: Sequence[Point], window: Window) -> bool:
    """Tell whether the box around the points meets the window; False if there are none.

    Examples
    --------
    >>> overlaps([(5, 5), (9, 9)], Window(0, 0, 6, 6)), overlaps([], Window(0, 0, 6, 6))
    (True, False)
    """
    if not points:
        return False
    xs, ys = zip(*points, strict=True)
    beside = max(xs) < window.left or min(xs) > window.right
    above_or_below = max(ys) < window.top or min(ys) > window.bottom
    return not (beside or above_or_below)


def clip_polygon(points: Sequence[Point], window: Window) -> tuple[Point, ...]:
    """Return the part of a polygon inside the window (Sutherland and Hodgman, 1974).

    The parts of a polygon that is not convex stay joined by edges along the window's border.

    Examples
    --------
    >>> clip_polygon([(-5, 0), (5, 0), (5, 2), (-5, 2)], Window(0, 0, 9, 9))
    ((0.0, 0.0), (5, 0), (5, 2), (0.0, 2.0))
    """
    kept = tuple(points)
    for axis, bound, sign in _sides(window):
        kept = _clip_side(kept, axis, bound, sign)
    return kept


def clip_segment(start: Point, end: Point, window: Window) -> tuple[Point, Point] | None:
    """Return the part of a segment inside the window, or None (Liang and Barsky, 1984).

    Examples
    --------
    >>> clip_segment((-2, 1), (4, 1), Window(0, 0, 2, 2))
    ((0.0, 1.0), (2.0, 1.0))
    >>> clip_segment((-2, 5), (4, 5), Window(0, 0, 2, 2)) is None
    True
    """
    enter, leave = 0.0, 1.0
    for axis, bound, sign in _sides(window):
        inside_at_start = sign * (start[axis] - bound)
        gain = sign * (end[axis] - start[axis])
        if gain > 0:
            enter = max(enter, -inside_at_start / gain)
        elif gain < 0:
            leave = min(leave, inside_at_start / -gain)
        elif inside_at_start < 0:
            return None
    if enter > leave:
        return None
    return (
        _between(start, end, enter) if enter > 0 else start,
        _between(start, end, leave) if leave < 1 else end,
    )


def _sides(window: Window) -> tuple[tuple[int, float, int], ...]:
    """Return axis, bound and inner direction of the four sides."""
    return ((0, window.left, 1), (0, window.right, -1), (1, window.top, 1), (1, window.bottom, -1))


def _clip_side(points: tuple[Point, ...], axis: int, bound: float, sign: int) -> tuple[Point, ...]:
    kept: list[Point] = []
    for index, point in enumerate(points):
        before = points[index - 1]
        depth, depth_before = sign * (point[axis] - bound), sign * (before[axis] - bound)
        if (depth >= 0) != (depth_before >= 0):
            kept.append(_between(before, point, depth_before / (depth_before - depth)))
        if depth >= 0:
            kept.append(point)
    return tuple(kept)


def _between(start: Point, end: Point, share: float) -> Point:
    return (
        start[0] + (end[0] - start[0]) * share,
        start[1] + (end[1] - start[1]) * share,
    )
