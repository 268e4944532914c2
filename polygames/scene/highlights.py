"""Marks of moves on a board, with one style for all games and purposes.

A mark is a coloured band between two dark rims, so that it is visible on any ground. Around an
area the band is inside the outline; along a line it is on both sides of the line. The last move
is marked in `LAST_MOVE_COLOR`, on everything that moved. A hint or an analysis has another
colour of the palette.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot
from typing import TYPE_CHECKING, Final

from polygames.scene import palette
from polygames.scene.model import Disc, Polygon, Segment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.scene.model import Point, Primitive, Scene

LAST_MOVE_COLOR: Final = palette.YELLOW
"""The colour of the last move, reserved for it between dark rims."""

HIGHLIGHT_WIDTH_PX: Final = 3.4
"""The width of the coloured band, in pixels."""

HIGHLIGHT_RIM_PX: Final = 1.0
"""The width of the dark rim on either side of it, in pixels."""

ARROW_SHAFT_HALF_WIDTH: Final = 0.1
"""Half the width of an arrow's shaft, in scene units."""

ARROW_HEAD_LENGTH: Final = 0.34
"""The length of an arrow's head, in scene units."""

ARROW_HEAD_HALF_WIDTH: Final = 0.24
"""Half the width of an arrow's head, in scene units."""

LIGHT_RIM_SCALE, DARK_RIM_SCALE = 1.0, 0.7
"""The widths of the inner, light rim and the outer, dark rim of an arrow, in pixels."""

_PARALLEL_TOLERANCE: Final = 1e-12


def highlight_strokes(color: str) -> tuple[tuple[str, float], ...]:
    """Return the colour and width in pixels of each stroke of a mark, bottom stroke first."""
    return ((palette.INK, HIGHLIGHT_WIDTH_PX + 2 * HIGHLIGHT_RIM_PX), (color, HIGHLIGHT_WIDTH_PX))


def highlight_area(
    points: Sequence[Point], color: str, inset: float = 0.0, weight: float = 1.0
) -> Scene:
    """Return a mark along the outline of an area, such as a tile, a square or a cell.

    The mark is `inset` scene units inside the outline, or on it if the area is too small.
    `weight` is a factor of the stroke width: less than 1 on a small picture.

    Examples
    --------
    >>> tile = ((0, 0), (2, 0), (2, 2), (0, 2))
    >>> [(each.points[0], each.stroke) for each in highlight_area(tile, LAST_MOVE_COLOR, inset=0.5)]
    [((0.5, 0.5), '#222222'), ((0.5, 0.5), '#f0e442')]
    """
    shape = _shrink_polygon(points, inset) or tuple(points)
    return (
        Polygon(
            shape, stroke=palette.INK, width=weight * (HIGHLIGHT_WIDTH_PX + 2 * HIGHLIGHT_RIM_PX)
        ),
        Polygon(shape, stroke=color, width=weight * HIGHLIGHT_WIDTH_PX),
    )


def highlight_line(start: Point, end: Point, color: str, core: Sequence[Segment] = ()) -> Scene:
    """Return a mark along a line; `core` is the board's own line, which remains visible.

    Examples
    --------
    >>> [(each.stroke, each.width) for each in highlight_line((0, 0), (4, 0), LAST_MOVE_COLOR)]
    [('#222222', 5.4), ('#f0e442', 3.4)]
    """
    own = max([each.width for each in core], default=0.0)
    gap = own + 2 * HIGHLIGHT_RIM_PX if core else 0.0
    paper = (Segment(start, end, palette.PAPER, gap),) if core else ()
    return (
        Segment(start, end, palette.INK, gap + HIGHLIGHT_WIDTH_PX + 2 * HIGHLIGHT_RIM_PX),
        Segment(start, end, color, gap + HIGHLIGHT_WIDTH_PX),
        *paper,
        *core,
    )


def highlight_point(center: Point, radius: float, color: str, *, fixed: bool = False) -> Scene:
    """Return a circle that marks a point.

    Examples
    --------
    >>> [(each.stroke, each.width) for each in highlight_point((1, 1), 0.5, LAST_MOVE_COLOR)]
    [('#222222', 5.4), ('#f0e442', 3.4)]
    """
    return (
        Disc(
            center,
            radius,
            stroke=palette.INK,
            width=HIGHLIGHT_WIDTH_PX + 2 * HIGHLIGHT_RIM_PX,
            fixed=fixed,
        ),
        Disc(center, radius, stroke=color, width=HIGHLIGHT_WIDTH_PX, fixed=fixed),
    )


def highlight_targets(scene: Scene, targets: Sequence[str], color: str) -> Scene:
    """Return marks of the click targets with these names: outlines of areas, rings around discs.

    Examples
    --------
    >>> tile = Polygon(((0, 0), (2, 0), (2, 2), (0, 2)), "#ffffff", target="a1")
    >>> rim = highlight_area(tile.points, LAST_MOVE_COLOR)
    >>> highlight_targets((tile,), ("a1", "b1"), LAST_MOVE_COLOR) == rim
    True
    """
    marks: list[Primitive] = []
    for each in scene:
        if isinstance(each, Polygon) and each.target in targets:
            marks += highlight_area(each.points, color)
        elif isinstance(each, Disc) and each.target in targets:
            marks += highlight_point(each.center, each.radius, color, fixed=each.fixed)
    return tuple(marks)


def draw_cross(center: Point, half_size: float, color: str) -> Scene:
    """Return a cross that marks the place of a lost piece."""
    x, y = center
    strokes = [((x - half_size, y - d), (x + half_size, y + d)) for d in (half_size, -half_size)]
    rims = (
        Segment(*ends, palette.INK, HIGHLIGHT_WIDTH_PX + 2 * HIGHLIGHT_RIM_PX) for ends in strokes
    )
    return (*rims, *(Segment(*ends, color, HIGHLIGHT_WIDTH_PX) for ends in strokes))


def draw_arrow(start: Point, end: Point, color: str, weight: float = 1.0) -> Scene:
    """Return an arrow with a light and a dark outline; `weight` scales its width."""
    head = min(ARROW_HEAD_LENGTH, 0.75 * dist(start, end))
    shape = arrow_shape(
        start, end, head, ARROW_HEAD_HALF_WIDTH * weight, ARROW_SHAFT_HALF_WIDTH * weight
    )
    return (
        Polygon(shape, stroke=palette.INK, width=2 * (LIGHT_RIM_SCALE + DARK_RIM_SCALE)),
        Polygon(shape, stroke=palette.PAPER, width=2 * LIGHT_RIM_SCALE),
        Polygon(shape, fill=color),
    )


def arrow_shape(
    start: Point, end: Point, head: float, wing: float, half: float
) -> tuple[Point, ...]:
    """Return the corners of an arrow; `wing` and `half` are half the widths of head and shaft."""
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length

    def at(along: float, aside: float) -> Point:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    neck = length - head
    return (
        *(at(0, -half), at(neck, -half), at(neck, -wing), end),
        *(at(neck, wing), at(neck, half), at(0, half)),
    )


def arrow_axis(marks: Scene) -> tuple[Point, Point] | None:
    """Return the tail and the tip of the first arrow in a mark; None if there is none."""
    shapes = [each for each in marks if isinstance(each, Polygon)]
    for light, shape in pairwise(shapes):
        if (light.stroke, light.points) == (palette.PAPER, shape.points) and shape.fill:
            first, *_, last = shape.points
            tail = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
            return tail, shape.points[3]
    return None


def _shrink_polygon(points: Sequence[Point], inset: float) -> tuple[Point, ...]:
    """Return a polygon with its edges moved inwards; empty if too small or `inset` is 0."""
    area = _twice_signed_area(points)
    if not inset or not area:
        return ()
    sign = 1.0 if area > 0 else -1.0
    edges = [_shift_line(a, b, sign * inset) for a, b in pairwise((*points, points[0])) if a != b]
    corners = [_line_intersection(*edge, *after) for edge, after in pairwise((*edges, edges[0]))]
    shape = (corners[-1], *corners[:-1])
    turned = [
        _edge_dot_product(old, new) <= 0
        for old, new in zip(edges, pairwise((*shape, shape[0])), strict=True)
    ]
    return () if any(turned) else shape


def _twice_signed_area(points: Sequence[Point]) -> float:
    """Return twice the signed area, positive if the corners are clockwise on the screen."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise((*points, points[0])))


def _shift_line(start: Point, end: Point, shift: float) -> tuple[Point, Point]:
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    dx, dy = -(v - y) / length * shift, (u - x) / length * shift
    return (x + dx, y + dy), (u + dx, v + dy)


def _line_intersection(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return the intersection of the lines ab and cd, or b if they are parallel."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(turn) < _PARALLEL_TOLERANCE:
        return b
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
    return ax + share * (bx - ax), ay + share * (by - ay)


def _edge_dot_product(old_edge: tuple[Point, Point], new_edge: tuple[Point, Point]) -> float:
    """Return the dot product of an edge before and after a shift; negative if it is reversed."""
    ((x, y), (u, v)), ((p, q), (r, s)) = old_edge, new_edge
    return (u - x) * (r - p) + (v - y) * (s - q)
