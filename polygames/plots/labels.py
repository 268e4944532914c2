"""Placement of area labels: inside where they fit, else in a column beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, dist, radians, sin, sqrt
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from shapely import Point as ShapelyPoint
from shapely import Polygon, affinity, box
from shapely.ops import polylabel

from polygames.plots.style import LABEL_SIZE, TICK_SIZE, font_size, text_length
from polygames.scene.model import Window
from polygames.scene.projection import BASELINE_DROP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.scene.model import Point

Side: TypeAlias = Literal["left", "right"]

LABEL_PAD_POINTS: Final = 3.0
"""The distance between the end of a leader line and its label, in points."""

_LINE_SPACING: Final = 1.2
"""The height of a line of text, as a multiple of its font size."""


@dataclass(frozen=True)
class InsideLabel:
    """A label inside its area."""

    text: str
    middle: Point
    """The centre of the text, in scene units."""
    size: float
    """The font size, in points."""
    angle: float = 0.0
    """The rotation in degrees, counter-clockwise on the page."""

    def baseline_middle(self, unit: float) -> Point:
        """Return the middle of the baseline; `unit` is the length of a scene unit in points."""
        down, turn = BASELINE_DROP * self.size / unit, radians(self.angle)
        return (self.middle[0] + down * sin(turn), self.middle[1] + down * cos(turn))


@dataclass(frozen=True)
class BesideLabel:
    """A label in the margin beside the board, with a leader line to its area."""

    text: str
    leader_end: Point
    """The end of the leader line; the text begins after a small gap."""
    side: Side
    area: Point | None
    """A point of the labelled area; None for the label with the number of omitted ones."""


def place_labels(
    areas: Sequence[tuple[Sequence[Point], str]],
    board: Window,
    unit: float,
    sides: Sequence[Side] = ("left", "right"),
) -> tuple[list[InsideLabel], list[BesideLabel]]:
    """Return non-overlapping labels for areas: those inside, and those beside the board.

    Parameters
    ----------
    areas
        The corners of each area in scene units, y down, and its text; the most important first.
    board
        The window of the board, which labels beside it must not overlap.
    unit
        The length of one scene unit, in points.
    sides
        The sides of the board where labels are allowed.
    """
    within: list[InsideLabel] = []
    without: list[tuple[Point, str]] = []
    for corners, text in areas:
        if (place := fit_label(corners, text, unit)) is not None:
            within.append(place)
        else:
            without.append((_pole(_shape(corners)), text))
    middle = (board.left + board.right) / 2
    beside: list[BesideLabel] = []
    for side in sides:
        mine = [
            each for each in without if len(sides) == 1 or (each[0][0] < middle) == (side == "left")
        ]
        beside += _place_column(mine, board, unit, side)
    return within, beside


def window_with_labels(
    beside: Sequence[BesideLabel], board: Window, unit: float, *, at_least: Window
) -> Window:
    """Return the window that contains the board and the labels beside it.

    Parameters
    ----------
    beside
        The labels.
    board
        The window of the board.
    unit
        The length of a scene unit in points, if the window is the board alone.
    at_least
        A window that the result must contain.
    """
    size, wide = font_size(TICK_SIZE), board.right - board.left
    room = {"left": 0.0, "right": 0.0}
    for each in beside:
        reach = (text_length(each.text, size) + 2 * LABEL_PAD_POINTS) / unit + _board_gap(board)
        room[each.side] = max(room[each.side], reach)
    grow = 1 / max(0.5, 1 - sum(room.values()) / wide)  # a wider window makes the unit shorter
    left, right = board.left - grow * room["left"], board.right + grow * room["right"]
    return Window(min(left, at_least.left), board.top, max(right, at_least.right), board.bottom)


def fit_label(corners: Sequence[Point], text: str, unit: float) -> InsideLabel | None:
    """Return a label inside a polygon, horizontal if possible; None if the text does not fit.

    Parameters
    ----------
    corners
        The polygon in scene units, y down.
    text
        The text of the label.
    unit
        The length of one scene unit, in points.
    """
    for angle, size in (
        (0.0, LABEL_SIZE),
        (0.0, TICK_SIZE),
        (_longest_edge_angle(corners), TICK_SIZE),
    ):
        points = font_size(size)
        wide, high = (text_length(text, points) + 2) / unit, _LINE_SPACING * points / unit
        if (middle := _find_box_center(corners, wide, high, angle)) is not None:
            return InsideLabel(text, middle, points, angle)
    return None


def spread_apart(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return ascending numbers, moved within bounds so that neighbours are at least a gap apart.

    Parameters
    ----------
    positions
        The preferred positions, in rising order.
    gap
        The minimum distance between neighbours.
    low, high
        The bounds, with enough room for all numbers.
    """
    places: list[float] = []
    for place in positions:
        places.append(max(place, places[-1] + gap if places else low))
    bound = high
    for index in reversed(range(len(places))):
        places[index] = min(places[index], bound)
        bound = places[index] - gap
    return places


def _place_column(
    notes: Sequence[tuple[Point, str]], board: Window, unit: float, side: Side
) -> Iterator[BesideLabel]:
    """Yield the labels of one column beside the board.

    Labels without room are replaced by one label with their number.
    """
    line = _LINE_SPACING * font_size(TICK_SIZE) / unit
    room = int((board.bottom - board.top) / line)
    shown = sorted(notes if len(notes) <= room else notes[: room - 1], key=lambda note: note[0][1])
    heights = [area[1] for area, _ in shown]
    more = len(notes) - len(shown)
    if more:
        heights.append(board.bottom)
    gap = _board_gap(board)
    x = board.left - gap if side == "left" else board.right + gap
    heights = spread_apart(heights, line, board.top + line / 2, board.bottom - line / 2)
    for (area, text), y in zip(shown, heights, strict=False):
        yield BesideLabel(text, (x, y), side, area)
    if more:
        yield BesideLabel(f"+{more} more", (x, heights[-1]), side, None)


def _board_gap(board: Window) -> float:
    return 0.02 * (board.right - board.left)


def _find_box_center(
    corners: Sequence[Point], wide: float, high: float, angle: float
) -> Point | None:
    """Return the centre of a rotated box inside a polygon; None if there is no such box."""
    level = affinity.rotate(_shape(corners), angle, origin=(0, 0))  # y is down: this levels it
    # Scaled so that the box is a square: the pole is then about the roomiest place.
    square = affinity.scale(level, 1.0, wide / high, origin=(0, 0))
    for x, y in (_xy(square.centroid), _pole(square)):
        if square.covers(box(x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2)):
            place = ShapelyPoint(x, y * high / wide)
            return _xy(affinity.rotate(place, -angle, origin=(0, 0)))
    return None


def _shape(corners: Sequence[Point]) -> Polygon:
    """Return a polygon that shapely accepts, if possible.

    The outline of cells may touch itself: at a corner, or along the cut to a hole. Then the result
    has the hole, or is the largest part.
    """
    polygon = Polygon(corners)
    if polygon.is_valid:
        return polygon
    parts = [part for part in getattr(polygon.buffer(0), "geoms", [polygon.buffer(0)]) if part.area]
    return max(parts, key=lambda part: part.area, default=polygon)


def _longest_edge_angle(corners: Sequence[Point]) -> float:
    """Return the angle of the longest edge in degrees, such that text along the edge is upright."""
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    (x0, y0), (x1, y1) = max(edges, key=lambda edge: dist(*edge))
    if (x1, y0) < (x0, y1):  # from left to right, upright ones upwards
        x0, y0, x1, y1 = x1, y1, x0, y0
    return degrees(atan2(y0 - y1, x1 - x0))


def _pole(polygon: Polygon) -> Point:
    """Return the pole of inaccessibility of a polygon: the point farthest from its edges."""
    if not polygon.is_valid:  # so thin that rounding makes it self-intersecting
        return _xy(polygon.representative_point())
    return _xy(polylabel(polygon, tolerance=max(sqrt(polygon.area) / 100, 1e-12)))


def _xy(point: ShapelyPoint) -> Point:
    return (point.x, point.y)
