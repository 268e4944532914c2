"""The mapping from scene coordinates to screen pixels, and clipping of shapes.

The mapping has three numbers and two lines of arithmetic, which the client repeats;
``tests/scene/viewport.json`` contains the test cases for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from polygames.scene.model import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.scene.model import Point


@dataclass(frozen=True, slots=True)
class Viewport:
    """A mapping between scene units and the pixels of a picture, with one scale for x and y.

    It stores the corner and not an offset in pixels: ``(x - left) * scale`` is exact in a deep
    zoom, where ``x * scale + offset`` would subtract two huge numbers.
    """

    scale: float
    """The number of pixels in one scene unit."""
    left: float
    """The x of the picture's left edge, in scene units."""
    top: float
    """The y of the picture's upper edge, in scene units."""
    width: float
    """The width of the picture, in pixels."""
    height: float
    """The height of the picture, in pixels."""

    @classmethod
    def fit(cls, window: Window, width: float, height: float) -> Viewport:
        """Return the viewport that centres a window in a picture, as large as possible."""
        wide, high = window.right - window.left, window.bottom - window.top
        scale = min(
            [size / span for size, span in ((width, wide), (height, high)) if span > 0] or [1.0]
        )
        return cls(
            scale,
            (window.left + window.right - width / scale) / 2,
            (window.top + window.bottom - height / scale) / 2,
            width,
            height,
        )

    def to_px(self, point: Point) -> Point:
        """Convert a point in scene units to pixels from the upper left corner."""
        x, y = point
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def to_scene(self, point: Point) -> Point:
        """Convert a point in pixels to scene units."""
        x, y = point
        return x / self.scale + self.left, y / self.scale + self.top

    @property
    def window(self) -> Window:
        """The visible rectangle in scene units: the fitted window and its surroundings."""
        right, bottom = self.to_scene((self.width, self.height))
        return Window(self.left, self.top, right, bottom)


def fitting_height(window: Window, width: float) -> int:
    """Return the height in pixels of a picture with this width and the window's aspect ratio.

    Examples
    --------
    >>> fitting_height(Window(0, 0, 10, 5), 300)
    150
    """
    wide, high = window.right - window.left, window.bottom - window.top
    return max(1, round(width * high / wide)) if wide > 0 else max(1, round(width))


# --- Clipping to a rectangle ----------------------------------------------------------------------
#
# A deep zoom puts the far corners of a shape billions of pixels away, where the single precision of
# a canvas moves its edges visibly. Clipping in double precision prevents that.


def clip_polygon(points: Sequence[Point], window: Window) -> tuple[Point, ...]:
    """Return the part of a polygon inside the window (Sutherland and Hodgman, 1974).

    The parts of a polygon that is not convex are joined by edges along the window's border.

    Examples
    --------
    >>> clip_polygon([(-5, 0), (5, 0), (5, 2), (-5, 2)], Window(0, 0, 9, 9))
    ((0.0, 0.0), (5, 0), (5, 2), (0.0, 2.0))
    """
    kept = tuple(points)
    for axis, bound, sign in _window_sides(window):
        kept = _clip_side(kept, axis, bound, sign)
    return kept


def clip_segment(start: Point, end: Point, window: Window) -> tuple[Point, Point] | None:
    """Return the part of a segment in a window; None if outside (Liang and Barsky, 1984)."""
    enter, leave = 0.0, 1.0
    for axis, bound, sign in _window_sides(window):
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
        _interpolate(start, end, enter) if enter > 0 else start,
        _interpolate(start, end, leave) if leave < 1 else end,
    )


def _window_sides(window: Window) -> tuple[tuple[int, float, int], ...]:
    """Return the axis (0 or 1), the bound and the inward direction (1 or -1) of each side."""
    return ((0, window.left, 1), (0, window.right, -1), (1, window.top, 1), (1, window.bottom, -1))


def _clip_side(points: tuple[Point, ...], axis: int, bound: float, sign: int) -> tuple[Point, ...]:
    kept: list[Point] = []
    for index, point in enumerate(points):
        before = points[index - 1]
        depth, depth_before = sign * (point[axis] - bound), sign * (before[axis] - bound)
        if (depth >= 0) != (depth_before >= 0):
            kept.append(_interpolate(before, point, depth_before / (depth_before - depth)))
        if depth >= 0:
            kept.append(point)
    return tuple(kept)


def _interpolate(start: Point, end: Point, share: float) -> Point:
    return (
        start[0] + (end[0] - start[0]) * share,
        start[1] + (end[1] - start[1]) * share,
    )
