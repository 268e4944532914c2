"""Scenes of Polygon positions: segments, click targets, names, previews and captions.

The polygon fits the square from -1 to 1, and y points down. Points and texts have a fixed size, so
that a zoom separates points that are close together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import dist, floor, inf
from typing import TYPE_CHECKING, Final, TypeAlias
from weakref import WeakKeyDictionary

from polygames.core.descriptions import count_text
from polygames.games.polygon.board.explanations import (
    MAX_CROSSINGS_COUNTED,
    describe_move,
    point_text,
)
from polygames.games.polygon.rules import (
    NEIGHBOURS_TEXT,
    SEAT_COLORS,
    Claim,
    Draw,
    Move,
    PolygonGame,
)
from polygames.scene import highlights, palette
from polygames.scene.model import (
    Caption,
    Disc,
    LineLook,
    Motion,
    MoveLook,
    Polygon,
    Preview,
    Primitive,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
    distance_to_segment,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from polygames.core.protocol import Seat
    from polygames.geometry.exact import Point
    from polygames.scene.model import Point as Place


Exact: TypeAlias = tuple[Fraction, Fraction]
Line: TypeAlias = "tuple[Place, Place]"
"""The ends of a segment, in coordinates of the scene."""
_Normal: TypeAlias = tuple[float, float, float]
ROUNDING_MARGIN: Final = 1e-9
"""More than the rounding errors of distances in the scene."""
BOARD_EDGE: Final = 1.17
"""The board reaches from minus this to this, with a margin for the names of the vertices."""
EXTRA_BITS: Final = 60
"""Binary places of coordinates beyond the size of the polygon, enough for floats."""
WHOLE_BOARD: Final = Window(-BOARD_EDGE, -BOARD_EDGE, BOARD_EDGE, BOARD_EDGE)
WHOLE_BOARD_NOTE: Final = "To see all points that you can choose, you need the whole board."
SEGMENT_COLORS = (palette.RED, palette.BLUE)
SEGMENT_SYMBOLS = ("─", "═")
POLYGON_FILL = "#fbf8f1"
SEGMENT_WIDTHS_PX = (2.6, 4.0)
DOUBLE_LINE_CORE_PX = 1.2
"""The width of the white core that makes a line double."""

TARGET_RADIUS, DOT_RADIUS, VERTEX_RADIUS, CROSSING_RADIUS, CURRENT_POINT_RADIUS, CLAIM_RADIUS = (
    0.027,
    0.021,
    0.016,
    0.011,
    0.04,
    0.06,
)
"""The radii of points on the screen, in units of the whole board."""
START_RING_RADIUS: Final = 0.072
"""The radius of the ring that a page draws at the start of a segment, on a phone."""
VERTEX_NAME_HEIGHT, VERTEX_NAME_SHIFT = 0.085, 0.1
CROSSING_NAME_HEIGHT: Final = 0.052
SEGMENT_NUMBER_HEIGHT: Final = 0.056
"""The heights of letters on the screen, in units of the whole board."""
LETTER_ASPECT: Final = 0.6
"""The width of a letter divided by its height."""
CROSSING_NAME_GAP: Final = 0.012
MAX_LABELLED_CROSSINGS: Final = 40
"""With more crossings to choose from, names are shown only under the pointer."""
SEGMENT_NUMBER_CLEARANCE: Final = 0.045
"""Least distance of a number from other segments."""
SEGMENT_NUMBER_POSITIONS: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88)
"""Positions for a number along its segment, as shares of its length, best first."""
NAME_DIRECTIONS: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Directions for a name from its point, best first."""
MAX_LATE_NUMBERS: Final = 60
"""With more segments, a number without room in the whole picture is not shown under zoom either,
since finding its place takes too long."""
LABEL_REACH: Final = 0.3
"""Labels and points do not overlap in the whole board if their points are this far apart."""
MAX_LABEL_ZOOM: Final = 1e6
"""Labels that have room only at a larger zoom are not drawn."""
FITTED_SHARE: Final = 0.7
"""The share of a window that its points fill after a fit."""
MAX_WINDOW_RATIO: Final = 8
"""The start of a segment is shown with its targets unless the window grows by this factor."""


_known_places: WeakKeyDictionary[Point, Place] = WeakKeyDictionary()
"""The places of points that have been drawn; each point belongs to one polygon."""


def bounding_square(state: PolygonGame) -> tuple[Exact, Fraction]:
    """Return the centre of the polygon's bounding square, and half the length of its side."""
    corners = state.rules.vertices
    if corners is None:
        return (Fraction(0), Fraction(0)), Fraction(1)
    sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
    x, y = (Fraction(low + high) / 2 for low, high in sides)
    return (x, y), Fraction(max(high - low for low, high in sides)) / 2


def to_places(state: PolygonGame) -> Callable[[Point], Place]:
    """Return the function that converts points of the polygon to coordinates of the scene."""
    (center_x, center_y), half = bounding_square(state)
    bits = EXTRA_BITS + half.denominator.bit_length() - half.numerator.bit_length()

    def to_place(point: Point) -> Place:
        if (place := _known_places.get(point)) is None:
            x, y = point.approximate(bits)
            place = float((x - center_x) / half), float((center_y - y) / half)
            _known_places[point] = place
        return place

    return to_place


def to_plane(state: PolygonGame, place: Place) -> Exact:
    """Return the point of the polygon's plane at a place of the scene."""
    (x, y), half = bounding_square(state)
    return x + Fraction(place[0]) * half, y - Fraction(place[1]) * half


def scene(state: PolygonGame) -> Scene:
    """Return the drawing of a position."""
    to_place = to_places(state)
    corners = tuple(map(to_place, state.vertices))
    lines = tuple(pairwise(map(to_place, state.path)))
    points = tuple(_draw_points(state, to_place))
    corner_names = tuple(_draw_vertex_names(state, corners))
    taken = _BoxIndex(_occupied_boxes((*points, *corner_names)))
    return (
        WHOLE_BOARD,
        Polygon(corners, POLYGON_FILL, palette.GREY, 1.6),
        *_draw_segments(lines),
        *points,
        *corner_names,
        *_draw_crossing_names(state, to_place, taken),
        *_draw_segment_numbers(lines, taken),
    )


def zoom_to_targets(state: PolygonGame) -> tuple[Window, str]:
    """Return the window that fits the possible ends of the next segment and its start, and a note.

    The note says that this is the whole board, or that the start is too far away to be shown. Else
    it is empty.
    """
    to_place = to_places(state)
    targets = [] if state.outcome is not None else [to_place(point) for point in state.targets]
    others = [to_place(point) for point in state.points]
    near = _fit_places(targets, others)
    if near.right - near.left >= WHOLE_BOARD.right - WHOLE_BOARD.left:
        return WHOLE_BOARD, WHOLE_BOARD_NOTE
    if state.here is None:
        return near, ""
    both = _fit_places([*targets, to_place(state.here)], others)
    if both.right - both.left > MAX_WINDOW_RATIO * (near.right - near.left):
        return near, f"The segment starts at {state.name(state.here)}, outside this view."
    is_whole = both.right - both.left >= WHOLE_BOARD.right - WHOLE_BOARD.left
    return both, WHOLE_BOARD_NOTE if is_whole else ""


def _fit_places(places: Sequence[Place], others: Iterable[Place]) -> Window:
    """Return the window that fits some places; a single one is shown with the nearest other one.

    It is not larger than the whole board.
    """
    if not places:
        return WHOLE_BOARD
    (left, top), (right, bottom) = (
        (combine(x for x, _ in places), combine(y for _, y in places)) for combine in (min, max)
    )
    size = max(right - left, bottom - top)
    if not size:
        size = 2 * min(max(abs(x - left), abs(y - top)) for x, y in others if (x, y) != (left, top))
    reach = min(BOARD_EDGE, size * BOARD_EDGE / (2 * FITTED_SHARE))
    x, y = (
        max(reach - BOARD_EDGE, min(BOARD_EDGE - reach, (low + high) / 2))
        for low, high in ((left, right), (top, bottom))
    )
    return Window(x - reach, y - reach, x + reach, y + reach)


def spell(move: Move) -> tuple[str, ...]:
    """Return the names of the points to click: a move's end, or both ends of the first move."""
    if isinstance(move, Claim):
        return ("claim",)
    return (move.start, move.end) if move.is_first else (move.end,)


def preview(state: PolygonGame, move: Move) -> Preview:
    """Return the preview of a move: its text, its segment and the crossings that it makes."""
    if isinstance(move, Claim):
        return Preview("claim that no segment is left, and lose")
    to_place, after = to_places(state), state.after(move)
    number = len(after.lines)
    crossed = [point for point, through in after.crossings.items() if number in through]
    ink = SEGMENT_COLORS[state.turn]
    discs = [
        Disc(to_place(point), DOT_RADIUS, stroke=ink, width=1.5, fixed=True) for point in crossed
    ]
    start, end = map(to_place, state.ends(move))
    arrow = Segment(start, end, ink, 3.0, 0.9, arrow=True)
    return Preview(_preview_text(state, move, after, len(crossed)), (arrow, *discs))


def highlight_move(state: PolygonGame, move: Move, color: str) -> Scene:
    """Return shapes that highlight a move, to be drawn over the position before or after it."""
    to_place = to_places(state)
    if isinstance(move, Claim):  # a claim is about the point `here`
        here = state.here and to_place(state.here)
        return highlights.highlight_point(here, CLAIM_RADIUS, color, fixed=True) if here else ()
    start, end = map(to_place, state.ends(move))
    strokes = tuple(_segment_strokes(start, end, state.turn))
    band = highlights.highlight_line(start, end, color, strokes)
    if color != highlights.LAST_MOVE_COLOR:  # the analysis sign at the end stays visible
        return band
    return (*band, *(Disc(at, DOT_RADIUS, palette.INK, fixed=True) for at in (start, end)))


def motion(state: PolygonGame, move: Move) -> tuple[Motion, ...]:
    """Return the animation of a move: its segment grows from its start."""
    if isinstance(move, Claim):
        return ()
    start, end = map(to_places(state), state.ends(move))
    return (Motion(tuple(_segment_strokes(start, end, state.turn)), scale=0.0, origin=start),)


def move_style(state: PolygonGame) -> MoveLook:
    """Return the style in which the browser draws a segment: highlighted, with dots at its ends."""
    origin = (0.0, 0.0)
    drawn = highlights.highlight_line(
        origin,
        origin,
        highlights.LAST_MOVE_COLOR,
        tuple(_segment_strokes(origin, origin, state.turn)),
    )
    strokes = tuple((each.stroke, each.width) for each in drawn if isinstance(each, Segment))
    dot = Disc(origin, DOT_RADIUS, palette.INK, fixed=True)
    start = None if state.here is None else to_places(state)(state.here)
    restart = NEIGHBOURS_TEXT if start is None else ""  # any other two corners may be joined
    return MoveLook(line=LineLook(strokes, dot, SEGMENT_COLORS[state.turn], start, restart))


def caption(state: PolygonGame) -> Caption:
    """Return the caption of a position: the player to move and the start, or the result."""
    seats = tuple(
        SeatLabel(name, ink, sign)
        for name, ink, sign in zip(SEAT_COLORS, SEGMENT_COLORS, SEGMENT_SYMBOLS, strict=True)
    )
    has_drawn = state.outcome is None and state.here is not None
    spoken = f"{SEAT_COLORS[state.turn]} draws a segment" if has_drawn else ""
    return Caption(_status_text(state), seats, scored=False, spoken=spoken)


# --- Words ----------------------------------------------------------------------------------------


def _status_text(state: PolygonGame) -> str:
    outcome, name = state.outcome, SEAT_COLORS[state.turn]
    if outcome is not None:
        who = "".join(f"{SEAT_COLORS[seat]} wins: " for seat in outcome.winners)
        if not who or state.here is None or state.segments or state.rules.claim:
            return f"{who}{outcome.reason}"
        place = point_text(state.name(state.here))
        return f"{who}{name} cannot draw a segment from {place}"
    if state.here is None:
        return f"{name} draws the first segment, between two corners that are not neighbours"
    return f"{name} draws a segment from {point_text(state.name(state.here))}"


def _preview_text(
    state: PolygonGame, move: Draw, next_state: PolygonGame, crossing_count: int
) -> str:
    parts, other = [describe_move(state, move)], SEAT_COLORS[next_state.turn]
    if crossing_count:
        parts.append(f"crosses segments at {count_text(crossing_count, 'point')}")
    if len(next_state.crossings) <= MAX_CROSSINGS_COUNTED:
        replies = len(next_state.segments)
        if replies or next_state.rules.claim:
            parts.append(f"{other} has {count_text(replies or 'no', 'reply', 'replies')}")
        else:
            parts.append(f"{other} has no reply: {SEAT_COLORS[state.turn]} wins")
    return ", ".join(parts)


# --- Shapes ---------------------------------------------------------------------------------------


def _draw_segments(lines: Sequence[Line]) -> Iterator[Segment]:
    """Yield the drawn segments, grouped by stroke style; those of seat 1 are double lines."""
    for seat in range(len(SEGMENT_COLORS)):
        strokes = [tuple(_segment_strokes(*line, seat)) for line in lines[seat::2]]
        for alike in zip(*strokes, strict=True):
            yield from alike


def _segment_strokes(start: Place, end: Place, seat: Seat) -> Iterator[Segment]:
    """Yield the strokes that draw a segment: one line, plus a white core for seat 1."""
    yield Segment(start, end, SEGMENT_COLORS[seat], SEGMENT_WIDTHS_PX[seat])
    if seat == 1:
        yield Segment(start, end, palette.PAPER, DOUBLE_LINE_CORE_PX)


def _draw_points(state: PolygonGame, to_place: Callable[[Point], Place]) -> Iterator[Primitive]:
    """Yield the points: plain ones first, so that click targets are on top.

    A crossing that is no target is a ring if its colours would let the mover end there, else a
    grey point.
    """
    rows: tuple[list[Primitive], ...] = ([], [], [], [])
    over = None if state.outcome is None else f"the game is over. {_status_text(state)}"
    for point in state.points:
        at = to_place(point)
        name, reason = state.name(point), over or state.why_no_target(point)
        if reason is None:
            rows[3].append(_draw_point(at, TARGET_RADIUS, palette.GREEN, name))
        elif point in state.dots:
            rows[2].append(_draw_point(at, DOT_RADIUS, palette.INK, name, reason))
        elif point in state.rules.vertex_numbers:
            rows[1].append(_draw_point(at, VERTEX_RADIUS, palette.GREY, name, reason))
        elif _is_open(state, point):
            rim = palette.GREY, 1.5
            rows[1].append(_draw_point(at, VERTEX_RADIUS, palette.PAPER, name, reason, *rim))
        else:
            rim = palette.PAPER, 1.0
            rows[0].append(_draw_point(at, CROSSING_RADIUS, palette.GREY, name, reason, *rim))
    for row in rows:
        yield from row
    if state.here is not None and state.outcome is None:
        at, ink = to_place(state.here), SEGMENT_COLORS[state.turn]
        yield Disc(at, CURRENT_POINT_RADIUS, stroke=ink, width=2.5, fixed=True)


def _is_open(state: PolygonGame, crossing: Point) -> bool:
    """Return True if the mover may end a segment at a crossing."""
    through = state.crossings[crossing]
    if len(through) > 2 and state.rules.concurrent == "strict":  # noqa: PLR2004 - only two may
        return False
    return state.rules.can_end_at(state.turn, through)


@lru_cache(maxsize=2048)
def _draw_point(
    center: Place,
    radius: float,
    fill: str,
    name: str,
    why_not: str = "",
    stroke: str | None = None,
    width: float = 1.0,
) -> Disc:
    """Draw a point; an equal one is the same object, so painters reuse its SVG."""
    label = f"{point_text(name)}: {why_not}" if why_not else point_text(name)
    return Disc(center, radius, fill, stroke, width, fixed=True, target=name, label=label)


def _draw_vertex_names(state: PolygonGame, corners: Sequence[Place]) -> Iterator[Text]:
    """Yield the names of the vertices, placed outside the polygon."""
    for point, (x, y) in zip(state.vertices, corners, strict=True):
        size = max(abs(x), abs(y), 1e-9)
        shift = (VERTEX_NAME_SHIFT * x / size, VERTEX_NAME_SHIFT * y / size)
        name = state.name(point)
        yield Text((x, y), name, VERTEX_NAME_HEIGHT, palette.INK, fixed=True, shift=shift)


# --- Names and numbers ----------------------------------------------------------------------------
# A crossing is named by the numbers of its two segments. Each name and number is shown from the
# zoom at which there is room for it.


def _draw_crossing_names(
    state: PolygonGame, to_place: Callable[[Point], Place], taken: _BoxIndex
) -> Iterator[Text]:
    """Yield the names of the crossings where the next segment may end, beside their points.

    Crossings at the ends of the last segment also get a name, because the status line and the last
    move name them. The names are added to the boxes that are taken.
    """
    targets = [point for point in state.targets if point in state.crossings]
    if state.outcome is not None or len(targets) > MAX_LABELLED_CROSSINGS:
        targets = []
    wanted = (*targets, *(point for point in state.path[-2:] if point in state.crossings))
    height = CROSSING_NAME_HEIGHT / 2
    for point in wanted:
        name, at = state.name(point), to_place(point)
        half = LETTER_ASPECT * CROSSING_NAME_HEIGHT * len(name) / 2
        radius = START_RING_RADIUS if point is state.here else TARGET_RADIUS
        right, down = (radius + CROSSING_NAME_GAP + size for size in (half, height))
        boxes = (_Box(at, (x * right, y * down), half, height) for x, y in NAME_DIRECTIONS)
        box = taken.find_free(boxes, MAX_LABEL_ZOOM)
        if box is not None:
            taken.add(box)
            yield _draw_label(box, display_name(name), palette.INK)


def display_name(name: str) -> str:
    """Return a crossing's name for display, with a multiplication sign.

    Examples
    --------
    >>> display_name("2x5")
    '2×5'
    """
    return name.replace("x", "×")


def _draw_segment_numbers(lines: Sequence[Line], taken: _BoxIndex) -> Iterator[Text]:
    """Yield the number of each segment in its player's colour, beside the segment."""
    max_zoom = MAX_LABEL_ZOOM if len(lines) <= MAX_LATE_NUMBERS else 1.0
    normals = [(line, _normal_form(line)) for line in lines]
    for number, line in enumerate(lines, start=1):
        others = [(other, normal) for other, normal in normals if other is not line]
        boxes = _number_boxes(line, len(str(number)), others, max_zoom)
        box = taken.find_free(boxes, max_zoom)
        if box is not None:
            taken.add(box)
            ink = SEGMENT_COLORS[(number - 1) % len(SEGMENT_COLORS)]
            yield replace(_draw_label(box, str(number), ink), bold=True, along=line)


def _number_boxes(
    line: Line, letter_count: int, others: Sequence[tuple[Line, _Normal]], max_zoom: float
) -> Iterator[_Box]:
    """Yield the boxes of a number beside a segment that keep clear of others, best first."""
    reach = SEGMENT_NUMBER_CLEARANCE + ROUNDING_MARGIN
    (x, y), (u, v) = line
    half = LETTER_ASPECT * SEGMENT_NUMBER_HEIGHT * letter_count / 2
    away, length = CROSSING_NAME_GAP + half + SEGMENT_NUMBER_HEIGHT / 2, dist(*line)
    for share in SEGMENT_NUMBER_POSITIONS:
        at = (x + share * (u - x), y + share * (v - y))
        for side in (away, -away):
            shift = (side * (y - v) / length, side * (u - x) / length)
            middle = (at[0] + shift[0], at[1] + shift[1])
            if max(map(abs, middle)) >= BOARD_EDGE - SEGMENT_NUMBER_HEIGHT:
                continue
            zoom = 0.0
            left, top = middle
            for other, (a, b, c) in others:
                if abs(a * left + b * top + c) > reach:  # most lines are further away
                    continue
                if distance_to_segment(middle, *other) <= SEGMENT_NUMBER_CLEARANCE:
                    gap = distance_to_segment(at, *other)
                    zoom = max(zoom, (SEGMENT_NUMBER_CLEARANCE + away) / gap if gap else inf)
                    if zoom >= max_zoom:
                        break
            else:
                yield _Box(at, shift, half, SEGMENT_NUMBER_HEIGHT / 2, zoom)


def _normal_form(line: Line) -> _Normal:
    """Return a, b and c such that a point is ``abs(a * x + b * y + c)`` away from a line."""
    (x, y), (u, v) = line
    length = dist(*line)
    a, b = (y - v) / length, (u - x) / length
    return a, b, -a * x - b * y


@dataclass(frozen=True, slots=True)
class _Box:
    """The bounding box of a point or label, which has the same size on the screen at any zoom."""

    at: Place
    """The point of the board."""
    shift: Place
    """The distance of the box's middle from the point on the screen."""
    half_width: float
    half_height: float
    min_zoom: float = 0.0
    """The zoom from which the label is shown."""

    @property
    def reach(self) -> Place:
        """The largest distance of the box's parts from its point, to either side and up or down."""
        return abs(self.shift[0]) + self.half_width, abs(self.shift[1]) + self.half_height

    def overlap_zoom(self, other: _Box) -> float:
        """Return the zoom from which two boxes are always apart; 0 if they always are.

        On the screen the distance of their middles is ``zoom * d + s``, with d for the points and
        s for the shifts. They overlap if it is less than the sum of their sizes, in x and in y.
        """
        low, high = max(1.0, other.min_zoom), inf
        for axis, size in (
            (0, self.half_width + other.half_width),
            (1, self.half_height + other.half_height),
        ):
            d, s = self.at[axis] - other.at[axis], self.shift[axis] - other.shift[axis]
            if abs(low * d + s) >= size and d * s >= 0:  # most boxes are further apart
                return 0.0
            if d:
                first, last = (-size - s) / d, (size - s) / d
                low, high = max(low, min(first, last)), min(high, max(first, last))
            if low >= high:
                return 0.0
        return high


class _BoxIndex:
    """The boxes of points and labels by the square of the board that contains their point."""

    def __init__(self, boxes: Iterable[_Box]) -> None:
        self._squares: dict[tuple[int, int], list[tuple[float, float, float, float, _Box]]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: _Box) -> None:
        """Add a box."""
        x, y = box.at
        square = floor(x / LABEL_REACH), floor(y / LABEL_REACH)
        self._squares.setdefault(square, []).append((x, y, *box.reach, box))

    def find_free(self, boxes: Iterable[_Box], max_zoom: float) -> _Box | None:
        """Return the first box that is free in the whole picture, or else at the least zoom.

        None if no box is free at a zoom below the maximum.
        """
        best: _Box | None = None
        for box in boxes:
            zoom = box.min_zoom
            for other in self._iter_near(box):
                if zoom >= max_zoom:
                    break
                zoom = max(zoom, box.overlap_zoom(other))
            if zoom < max_zoom:
                best, max_zoom = replace(box, min_zoom=zoom), zoom
            if not max_zoom:
                break
        return best

    def _iter_near(self, box: _Box) -> Iterator[_Box]:
        """Yield the boxes that may overlap with a box: their points are less than a square away."""
        (x, y), (width, height) = box.at, box.reach
        column, row = floor(x / LABEL_REACH), floor(y / LABEL_REACH)
        width, height = width + ROUNDING_MARGIN, height + ROUNDING_MARGIN
        for i in (column, column - 1, column + 1):
            for j in (row, row - 1, row + 1):
                for u, v, wide, high, other in self._squares.get((i, j), ()):
                    if abs(u - x) < wide + width and abs(v - y) < high + height:
                        yield other


def _occupied_boxes(picture: Iterable[Primitive]) -> list[_Box]:
    """Return the bounding boxes of the points and texts of a scene."""
    found = []
    for each in picture:
        if isinstance(each, Disc):
            found.append(_Box(each.center, (0.0, 0.0), TARGET_RADIUS, TARGET_RADIUS))
        elif isinstance(each, Text):
            half, shift = LETTER_ASPECT * each.size * len(each.text) / 2, each.shift or (0.0, 0.0)
            found.append(_Box(each.at, shift, half, each.size / 2, each.min_zoom or 0.0))
    return found


def _draw_label(box: _Box, text: str, ink: str) -> Text:
    return Text(
        box.at,
        text,
        2 * box.half_height,
        ink,
        fixed=True,
        halo=palette.PAPER,
        shift=box.shift,
        min_zoom=box.min_zoom or None,
    )
