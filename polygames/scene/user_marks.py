"""Marks that a person draws on a position's picture: arrows, lines, circles and numbers.

A mark has one or two places. A place is the name of a click target (``h10``, ``r3c5``, ``A``), or a
point in scene coordinates. Each mark has a paper-coloured rim, unlike everything else on a board.
It leaves the middle of its places free, so that it does not hide what it explains.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from polygames.scene import palette
from polygames.scene.highlights import arrow_shape
from polygames.scene.model import (
    Disc,
    Point,
    Polygon,
    Segment,
    Text,
    distance_to_segment,
    scene_window,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from polygames.scene.model import Scene, Window

Kind: TypeAlias = Literal["arrow", "line", "circle", "number"]
Place: TypeAlias = str | Point

MARK_POINT_COUNTS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"arrow": 2, "line": 2, "circle": 1, "number": 1}
)
"""The kinds of marks, with the number of their places."""

MARK_COLORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "green": palette.GREEN,
        "red": palette.RED,
        "blue": palette.BLUE,
        "black": palette.INK,
    }
)
"""The colours of marks by name; the first one is the default."""

REFERENCE_WIDTH_PX: Final = 520
"""The assumed width of the picture, in pixels: the sizes below refer to it."""

ARROW_SHAFT_PX, RIM_WIDTH_PX = 3.6, 1.6
ARROW_HEAD_PX, ARROW_WING_PX = 14.0, 5.6
CIRCLE_RADIUS_PX, BADGE_RADIUS_PX = 13.0, 9.5
ARROW_TIP_GAP_PX: Final = 3.0
"""The distance between an arrow's end and a bare point, in pixels."""
MAX_TRIM_SHARE: Final = 0.3
"""The maximum share of an arrow's length that is cut off at either end."""
WIDTH_SAMPLES: Final = 12
"""The number of grid columns and rows in the search for the widest place of a shape."""


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """An arrow, a line, a circle or a number drawn by a person.

    Examples
    --------
    >>> print(DrawnMark("arrow", ("h9", (2.5, 3.0)), "red"))
    arrow h9 2.5,3 red
    """

    kind: Kind
    places: tuple[Place, ...]
    color: str = "green"
    number: int | None = None
    """The number shown by a mark of the kind "number"."""

    def __str__(self) -> str:
        """Return the mark as text, as in a record; the colour green is omitted."""
        words = [self.kind, *map(place_text, self.places)]
        if self.number is not None:
            words.append(str(self.number))
        return " ".join([*words, *([self.color] if self.color != "green" else [])])


def place_text(place: Place) -> str:
    """Return a place as text: its name, or its coordinates with up to four decimals.

    Examples
    --------
    >>> place_text((0.25, -0.0))
    '0.25,0'
    """
    return place if isinstance(place, str) else ",".join(map(_coordinate_text, place))


def shapes_by_target(scene: Scene) -> dict[str, Disc | Polygon]:
    """Return the discs and polygons that can be clicked, by the name of their click target.

    Examples
    --------
    >>> list(shapes_by_target((Disc((2, 3), 1), Disc((2, 3), 1, target="A"))))
    ['A']
    """
    found: dict[str, Disc | Polygon] = {}
    for each in scene:
        if isinstance(each, Disc | Polygon) and each.target is not None:
            found.setdefault(each.target, each)
    return found


def draw_marks(
    marks: Iterable[DrawnMark],
    scene: Scene,
    *,
    other_scenes: Sequence[Scene] = (),
    window: Window | None = None,
) -> Scene:
    """Return the shapes that draw marks over a picture, in a constant size relative to the window.

    A name that this picture no longer has is looked up in the pictures `other_scenes`. A mark with
    an unknown place is omitted.
    """
    marks = tuple(marks)
    if not marks:
        return ()
    has_names = any(isinstance(place, str) for mark in marks for place in mark.places)
    known = [shapes_by_target(each) for each in (scene, *other_scenes)] if has_names else []
    window = window or scene_window(scene)
    pixel = (window.right - window.left) / REFERENCE_WIDTH_PX
    drawn: list[Disc | Polygon | Segment | Text] = []
    for mark in marks:
        at = [_locate_place(place, known) for place in mark.places]
        if all(at):
            drawn += _draw_mark(mark, [each for each in at if each], pixel)
    return tuple(drawn)


def describe_marks(marks: Iterable[DrawnMark]) -> str:
    """Return a description of marks in words, for screen readers.

    Examples
    --------
    >>> describe_marks([DrawnMark("arrow", ("A", "C")), DrawnMark("number", ("B",), "red", 2)])
    'green arrow from A to C, number 2 at B'
    """
    return ", ".join(map(_describe_mark, marks))


def _describe_mark(mark: DrawnMark) -> str:
    places = [place_text(each) for each in mark.places]
    if mark.kind == "number":
        return f"number {mark.number} at {places[0]}"
    where = f"from {places[0]} to {places[1]}" if len(places) > 1 else f"at {places[0]}"
    return f"{mark.color} {mark.kind} {where}"


def _locate_place(
    place: Place, target_shapes: Sequence[Mapping[str, Disc | Polygon]]
) -> tuple[Point, float] | None:
    """Return the point of a place and its distance from the outline; None for an unknown name."""
    if not isinstance(place, str):
        return place, 0.0
    found = next((shapes[place] for shapes in target_shapes if place in shapes), None)
    if found is None:
        return None
    return (
        (found.center, found.radius) if isinstance(found, Disc) else _innermost_point(found.points)
    )


def _draw_mark(
    mark: DrawnMark, located_places: Sequence[tuple[Point, float]], pixel: float
) -> Iterator[Disc | Polygon | Segment | Text]:
    color = MARK_COLORS[mark.color]
    (start, room), (end, far) = located_places[0], located_places[-1]
    if mark.kind == "arrow":
        yield from _draw_arrow((start, room), (end, far), color, pixel)
    elif mark.kind == "line":
        yield Segment(start, end, palette.PAPER, ARROW_SHAFT_PX + 2 * RIM_WIDTH_PX)
        yield Segment(start, end, color, ARROW_SHAFT_PX)
    elif mark.kind == "circle":
        radius = max(0.94 * room, CIRCLE_RADIUS_PX * pixel)
        yield Disc(start, radius, stroke=palette.PAPER, width=ARROW_SHAFT_PX + 2 * RIM_WIDTH_PX)
        yield Disc(start, radius, stroke=color, width=ARROW_SHAFT_PX)
    else:
        yield from _draw_number(mark.number, _number_point(start, room, pixel), color, pixel)


def _draw_arrow(
    start: tuple[Point, float], end: tuple[Point, float], color: str, pixel: float
) -> Iterator[Polygon]:
    """Yield the rim and fill of an arrow that stops short of the middle of both places."""
    (x, y), (u, v) = start[0], end[0]
    length = hypot(u - x, v - y)
    if not length:
        return
    dx, dy = (u - x) / length, (v - y) / length
    after = min(max(0.25 * start[1], ARROW_TIP_GAP_PX * pixel), MAX_TRIM_SHARE * length)
    before = min(max(0.4 * end[1], ARROW_TIP_GAP_PX * pixel), MAX_TRIM_SHARE * length)
    reach = length - after - before
    head = min(ARROW_HEAD_PX * pixel, 0.7 * reach)
    wing, half = (
        ARROW_WING_PX * head / ARROW_HEAD_PX,
        min(ARROW_SHAFT_PX * pixel, 0.6 * ARROW_WING_PX * head / ARROW_HEAD_PX) / 2,
    )
    tail, tip = (x + dx * after, y + dy * after), (u - dx * before, v - dy * before)
    shape = arrow_shape(tail, tip, head, wing, half)
    yield Polygon(shape, stroke=palette.PAPER, width=2 * RIM_WIDTH_PX)
    yield Polygon(shape, fill=color)


def _draw_number(
    number: int | None, center: Point, color: str, pixel: float
) -> Iterator[Disc | Text]:
    text = str(number)
    radius = (BADGE_RADIUS_PX + 2.5 * (len(text) - 1)) * pixel
    yield Disc(center, radius + 2 * RIM_WIDTH_PX * pixel, fill=palette.PAPER)
    yield Disc(center, radius, fill=palette.PAPER, stroke=color, width=2.4)
    yield Text(center, text, 1.3 * BADGE_RADIUS_PX * pixel, fill=palette.INK, bold=True)


def _number_point(middle: Point, clearance: float, pixel: float) -> Point:
    """Return the position of a number: the upper right of a shape, or the point itself."""
    aside = max(0.75 * clearance, 1.2 * BADGE_RADIUS_PX * pixel) if clearance else 0.0
    return middle[0] + aside, middle[1] - aside


def _innermost_point(points: Sequence[Point]) -> tuple[Point, float]:
    """Return the point in a shape that is farthest from its outline, and that distance.

    The mean of the corners is preferred if it is nearly as far.
    """
    xs, ys = zip(*points, strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    tried = [
        (
            left + (right - left) * (i + 0.5) / WIDTH_SAMPLES,
            top + (bottom - top) * (k + 0.5) / WIDTH_SAMPLES,
        )
        for i in range(WIDTH_SAMPLES)
        for k in range(WIDTH_SAMPLES)
    ]
    rooms = {place: _clearance(points, place) for place in [middle, *tried]}
    best = max(rooms, key=lambda place: rooms[place])
    return (middle, rooms[middle]) if rooms[middle] >= 0.9 * rooms[best] else (best, rooms[best])


def _clearance(points: Sequence[Point], point: Point) -> float:
    """Return the distance from a point to the outline of a shape; negative outside."""
    x, y = point
    edges = tuple(pairwise((*points, points[0])))
    is_inside = False
    for (ax, ay), (bx, by) in edges:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            is_inside = not is_inside
    away = min(distance_to_segment(point, a, b) for a, b in edges)
    return away if is_inside else -away


def _coordinate_text(value: float) -> str:
    written = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written
