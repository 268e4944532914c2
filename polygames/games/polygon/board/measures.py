"""The areas and curves of Polygon for plots: faces between segments, and points still open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.measures import BoardArea, Quantity
from polygames.games.polygon.board.scene import to_places
from polygames.geometry.exact import Line
from polygames.geometry.planar import shoelace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point
    from polygames.scene.model import Point as Place

    Face = tuple[Point, ...]

SIDE_MARGIN: Final = 1e-6
"""More than the rounding errors of coordinates: closer points are tested exactly."""


def areas(state: PolygonGame) -> tuple[BoardArea, ...]:
    """Return the faces into which the segments divide the polygon, in percent of the whole.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> [round(area.value) for area in areas(state.play(state.parse("A-C")))]
    [50, 50]
    """
    to_place = to_places(state)
    faces: list[Face] = [state.vertices]
    for line in state.lines:
        faces = [piece for face in faces for piece in _split_face(face, line, to_place)]
    polygons = [tuple(map(to_place, face)) for face in faces]
    whole = shoelace([to_place(vertex) for vertex in state.vertices])
    return tuple(BoardArea(polygon, 100 * shoelace(polygon) / whole) for polygon in polygons)


def curves(state: PolygonGame) -> tuple[Quantity, Quantity]:
    """Return the number of points where the next segment may end, and of unused corners.

    Examples
    --------
    >>> [quantity.value for quantity in curves(pg.new("polygon", n=5))]
    [5, 5]
    """
    unused = sum(vertex not in state.dots for vertex in state.vertices)
    return (
        Quantity("points where the next segment can end", len(state.targets)),
        Quantity("corners where no segment ends", unused),
    )


def _split_face(face: Face, line: Line, to_place: Callable[[Point], Place]) -> Iterator[Face]:
    """Yield the pieces of a convex face: two if a segment crosses it, else the face itself.

    A segment begins and ends at corners of faces, so it crosses a face completely or not at all.
    """
    sides = [0] * len(face) if _is_beside(face, line, to_place) else [*map(line.side, face)]
    if not (1 in sides and -1 in sides):
        yield face
        return
    left: list[Point] = []
    right: list[Point] = []
    ends: list[Point] = []
    for k, (corner, side) in enumerate(zip(face, sides, strict=True)):
        previous = face[k - 1]
        if side * sides[k - 1] < 0:
            end = line.meet(Line(previous, corner))
            assert end is not None  # noqa: S101 - its ends are on both sides of the line
            for each in (left, right, ends):
                each.append(end)
        if side >= 0:
            left.append(corner)
        if side <= 0:
            right.append(corner)
        if side == 0:
            ends.append(corner)
    start, stop = line.points
    if all(line.compare_order(start, end) >= 0 <= line.compare_order(end, stop) for end in ends):
        yield tuple(left)
        yield tuple(right)
    else:
        yield face


def _is_beside(face: Face, line: Line, to_place: Callable[[Point], Place]) -> bool:
    """Return True if a whole face is clearly on one side of a line, by rounded coordinates."""
    (x, y), (u, v) = map(to_place, line.points)
    signed = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in map(to_place, face)]
    return min(signed) > SIDE_MARGIN or max(signed) < -SIDE_MARGIN
