"""Scenes of Polygon positions: segments, click targets, previews and captions.

All coordinates are computed relative to a `View` as fractions and become floats at the end. So a
view may be arbitrarily small: at a scale of 10^30 lines are straight and points apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from polygames.core.descriptions import count_text
from polygames.games.polygon.board.explanations import (
    MAX_CROSSINGS_COUNTED,
    describe_move,
    point_text,
)
from polygames.games.polygon.rules import SEAT_COLORS, Claim, Draw, Move, PolygonGame
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
from polygames.scene.viewport import clip_polygon, clip_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.core.protocol import Seat
    from polygames.geometry.exact import Point
    from polygames.scene.model import Point as Place


Exact: TypeAlias = tuple[Fraction, Fraction]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
LABEL_RIM: Final = 0.17
"""The margin around the polygon, for the names of its vertices."""
CLIP_WINDOW: Final = Window(-4, -4, 4, 4)
"""Lines are clipped here; whole numbers, so that clipping does not round."""
EXTRA_BITS: Final = 44
"""Binary places of coordinates beyond the resolution of a view."""
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
"""The radii of points on the screen, in units of the whole view."""
VERTEX_NAME_HEIGHT = 0.085


@dataclass(frozen=True, slots=True)
class View:
    """A view of the plane at a scale: a point p is shown at ``(p - center) * scale``.

    y points down on the screen. The window shows coordinates from -1 to 1, and a margin.
    """

    center: Exact
    scale: Fraction

    @classmethod
    def of_polygon(cls, state: PolygonGame) -> View:
        """Return the view that shows the whole polygon."""
        corners = state.rules.vertices
        if corners is None:
            return cls((Fraction(0), Fraction(0)), Fraction(1))
        sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
        x, y = (Fraction(low + high) / 2 for low, high in sides)
        return cls((x, y), Fraction(2) / max(high - low for low, high in sides))

    @property
    def bits(self) -> int:
        """The number of binary places computed for coordinates at this scale."""
        ratio = self.scale.numerator.bit_length() - self.scale.denominator.bit_length()
        return ratio + EXTRA_BITS

    def to_exact(self, point: Point) -> Exact:
        """Return a point's coordinates in the view as fractions, to `bits` binary places."""
        x, y = point.approximate(self.bits)
        return (x - self.center[0]) * self.scale, (self.center[1] - y) * self.scale

    def to_view(self, point: Point) -> Place | None:
        """Return a point's coordinates in the view as floats, or None if it is far outside."""
        at = self.to_exact(point)
        return (float(at[0]), float(at[1])) if _is_in_clip_window(at) else None

    def clip_segment(self, start: Point, end: Point) -> tuple[Place, Place] | None:
        """Return the ends of a segment in the view, clipped to `CLIP_WINDOW`.

        None if the segment is outside.
        """
        ends = self.to_exact(start), self.to_exact(end)
        if not all(map(_is_in_clip_window, ends)):
            # Clipping does not round fractions: it only adds whole numbers to them.
            cut = clip_segment(*cast("tuple[Place, Place]", ends), CLIP_WINDOW)
            if cut is None:
                return None
            ends = cast("tuple[Exact, Exact]", cut)
        (x, y), (u, v) = ends
        return (float(x), float(y)), (float(u), float(v))

    def clip_polygon(self, points: Iterable[Point]) -> tuple[Place, ...]:
        """Return the corners of a polygon in the view, clipped to `CLIP_WINDOW`."""
        corners: Sequence[Exact] = [self.to_exact(point) for point in points]
        if not all(map(_is_in_clip_window, corners)):
            cut = clip_polygon(cast("Sequence[Place]", corners), CLIP_WINDOW)
            corners = cast("Sequence[Exact]", cut)
        return tuple((float(x), float(y)) for x, y in corners)


def scene(state: PolygonGame, view: View | None = None) -> Scene:
    """Return the drawing of a position in a view, by default of the whole polygon."""
    view = view or View.of_polygon(state)
    edge = 1 + LABEL_RIM
    corners = view.clip_polygon(state.vertices)
    board = [Polygon(corners, POLYGON_FILL, palette.GREY, 1.6)] if corners else []
    return (
        Window(-edge, -edge, edge, edge),
        *board,
        *_draw_segments(state, view),
        *_draw_points(state, view),
        *_draw_vertex_names(state, view),
    )


def spell(move: Move) -> tuple[str, ...]:
    """Return the names of the points to click: a move's end, or both ends of the first move."""
    if isinstance(move, Claim):
        return ("claim",)
    return (move.start, move.end) if move.is_first else (move.end,)


def preview(state: PolygonGame, move: Move, view: View | None = None) -> Preview:
    """Return the preview of a move: its text, its segment and the crossings that it makes."""
    if isinstance(move, Claim):
        return Preview("claim that no segment is left, and lose")
    view = view or View.of_polygon(state)
    after = state.after(move)
    number = len(after.lines)
    crossed = [point for point, through in after.crossings.items() if number in through]
    places = (view.to_view(point) for point in crossed)
    ink = SEGMENT_COLORS[state.turn]
    discs = [Disc(at, DOT_RADIUS, stroke=ink, width=1.5, fixed=True) for at in places if at]
    return Preview(
        _preview_text(state, move, after, len(crossed)),
        (*draw_preview_arrow(state, move, view), *discs),
    )


def draw_preview_arrow(state: PolygonGame, move: Move, view: View) -> Scene:
    """Return an arrow along the segment of a move; empty if it is outside the view."""
    line = _visible_segment(state, move, view)
    return (Segment(*line, SEGMENT_COLORS[state.turn], 3.0, 0.9, arrow=True),) if line else ()


def _visible_segment(state: PolygonGame, move: Move, view: View) -> tuple[Place, Place] | None:
    if isinstance(move, Claim):
        return None
    return view.clip_segment(*state.ends(move))


def highlight_move(state: PolygonGame, move: Move, color: str, view: View | None = None) -> Scene:
    """Return shapes that highlight a move, to be drawn over the position before or after it."""
    view = view or View.of_polygon(state)
    if isinstance(move, Claim):  # a claim is about the point `here`
        at = state.here and view.to_view(state.here)
        return highlights.highlight_point(at, CLAIM_RADIUS, color, fixed=True) if at else ()
    line = view.clip_segment(*state.ends(move))
    band = (
        ()
        if line is None
        else highlights.highlight_line(*line, color, tuple(_segment_strokes(*line, state.turn)))
    )
    if color != highlights.LAST_MOVE_COLOR:  # the analysis sign at the end stays visible
        return band
    points = map(view.to_view, state.ends(move))
    dots = (Disc(at, DOT_RADIUS, palette.INK, fixed=True) for at in points if at)
    return (*band, *dots)


def motion(state: PolygonGame, move: Move, view: View | None = None) -> tuple[Motion, ...]:
    """Return the animation of a move: its segment grows from its start."""
    line = _visible_segment(state, move, view or View.of_polygon(state))
    if line is None:
        return ()
    return (Motion(tuple(_segment_strokes(*line, state.turn)), scale=0.0, origin=line[0]),)


def move_style(state: PolygonGame) -> MoveLook:
    """Return the style in which the browser draws a segment: highlighted, with dots at its ends."""
    here = (0.0, 0.0)
    drawn = highlights.highlight_line(
        here, here, highlights.LAST_MOVE_COLOR, tuple(_segment_strokes(here, here, state.turn))
    )
    strokes = tuple((each.stroke, each.width) for each in drawn if isinstance(each, Segment))
    return MoveLook(line=LineLook(strokes, Disc(here, DOT_RADIUS, palette.INK, fixed=True)))


def caption(state: PolygonGame) -> Caption:
    """Return the caption of a position: the player to move and the start, or the result."""
    seats = tuple(
        SeatLabel(name, ink, sign)
        for name, ink, sign in zip(SEAT_COLORS, SEGMENT_COLORS, SEGMENT_SYMBOLS, strict=True)
    )
    return Caption(_status_text(state), seats, scored=False)


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


def _draw_segments(state: PolygonGame, view: View) -> Iterator[Segment]:
    """Yield the drawn segments, grouped by stroke style; those of seat 1 are double lines."""
    drawn = [view.clip_segment(p, q) for p, q in pairwise(state.path)]
    for seat in range(len(SEGMENT_COLORS)):
        strokes = [
            tuple(_segment_strokes(*line, seat)) for line in drawn[seat::2] if line is not None
        ]
        for alike in zip(*strokes, strict=True):
            yield from alike


def _segment_strokes(start: Place, end: Place, seat: Seat) -> Iterator[Segment]:
    """Yield the strokes that draw a segment: one line, plus a white core for seat 1."""
    yield Segment(start, end, SEGMENT_COLORS[seat], SEGMENT_WIDTHS_PX[seat])
    if seat == 1:
        yield Segment(start, end, palette.PAPER, DOUBLE_LINE_CORE_PX)


def _draw_points(state: PolygonGame, view: View) -> Iterator[Primitive]:
    """Yield the points in view: plain ones first, so that click targets are on top.

    A crossing that is no target is a ring if its colours would let the mover end there, else a
    grey point.
    """
    shown = [(point, at) for point in state.points if (at := view.to_view(point))]
    rows: tuple[list[Primitive], ...] = ([], [], [], [])
    over = None if state.outcome is None else f"the game is over. {_status_text(state)}"
    for point, at in shown:
        name, reason = state.name(point), over or state.why_no_target(point)
        if reason is None:
            rows[3].append(_draw_point(at, TARGET_RADIUS, palette.GREEN, name))
        elif point in state.dots:
            rows[2].append(_draw_point(at, DOT_RADIUS, palette.INK, name, reason))
        elif point in state.rules.vertex_numbers:
            rows[1].append(_draw_point(at, VERTEX_RADIUS, palette.GREY, name, reason))
        elif _is_open(state, point):
            ring = _draw_point(at, VERTEX_RADIUS, palette.PAPER, name, reason)
            rows[1].append(replace(ring, stroke=palette.GREY, width=1.5))
        else:
            dot = _draw_point(at, CROSSING_RADIUS, palette.GREY, name, reason)
            rows[0].append(replace(dot, stroke=palette.PAPER, width=1.0))
    for row in rows:
        yield from row
    if state.here is not None and state.outcome is None and (at := view.to_view(state.here)):
        yield Disc(
            at, CURRENT_POINT_RADIUS, stroke=SEGMENT_COLORS[state.turn], width=2.5, fixed=True
        )


def _is_open(state: PolygonGame, crossing: Point) -> bool:
    """Return True if the mover may end a segment at a crossing."""
    through = state.crossings[crossing]
    if len(through) > 2 and state.rules.concurrent == "strict":  # noqa: PLR2004 - only two may
        return False
    return state.rules.can_end_at(state.turn, through)


def _draw_point(center: Place, radius: float, fill: str, name: str, why_not: str = "") -> Disc:
    label = f"{point_text(name)}: {why_not}" if why_not else point_text(name)
    return Disc(center, radius, fill, fixed=True, target=name, label=label)


def _draw_vertex_names(state: PolygonGame, view: View) -> Iterator[Text]:
    """Yield the names of the vertices, placed outside the polygon."""
    whole = View.of_polygon(state)
    for point in state.vertices:
        at, out = view.to_view(point), whole.to_view(point)
        if at is None or out is None:
            continue
        x, y = at
        size = max(abs(out[0]), abs(out[1]), 1e-9)
        dx, dy = (0.1 * value / size for value in out)
        yield Text((x + dx, y + dy), state.name(point), VERTEX_NAME_HEIGHT, palette.INK, fixed=True)


def _is_in_clip_window(point: Exact) -> bool:
    return abs(point[0]) < CLIP_WINDOW.right and abs(point[1]) < CLIP_WINDOW.bottom


# --- Names and numbers ----------------------------------------------------------------------------
# A crossing is named by the numbers of its two segments. Segment numbers and names are shown where
# there is room.

CROSSING_NAME_HEIGHT: Final = 0.052
"""The height of letters, in units of the whole view."""
LETTER_ASPECT: Final = 0.6
"""The width of a letter divided by its height."""
CROSSING_NAME_GAP: Final = 0.012
MAX_LABELLED_CROSSINGS: Final = 40
"""With more crossings to choose from, names are shown only under the pointer."""
SEGMENT_NUMBER_HEIGHT: Final = 0.056
"""The height of a segment's number, in units of the whole view."""
SEGMENT_NUMBER_CLEARANCE: Final = 0.045
"""Least distance of a number from other segments."""
SEGMENT_NUMBER_POSITIONS: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88)
"""Positions for a number along its segment, as shares of its length, best first."""
NAME_DIRECTIONS: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Directions for a name from its point, best first."""


def crossing_names(state: PolygonGame, picture: Scene) -> Iterator[Text]:
    """Yield the names of the crossings where the next segment may end, placed without overlaps."""
    places = {
        each.target: each.center for each in picture if isinstance(each, Disc) and each.target
    }
    wanted = [state.name(point) for point in state.targets if point in state.crossings]
    if state.outcome is not None or len(wanted) > MAX_LABELLED_CROSSINGS:
        return
    taken = _occupied_boxes(picture)
    for name in wanted:
        at = (
            _find_name_position(
                places[name], LETTER_ASPECT * CROSSING_NAME_HEIGHT * len(name) / 2, taken
            )
            if name in places
            else None
        )
        if at is not None:
            taken.append(
                _box_around(
                    at,
                    LETTER_ASPECT * CROSSING_NAME_HEIGHT * len(name) / 2,
                    CROSSING_NAME_HEIGHT / 2,
                )
            )
            yield Text(
                at,
                display_name(name),
                CROSSING_NAME_HEIGHT,
                palette.INK,
                fixed=True,
                halo=palette.PAPER,
            )


def display_name(name: str) -> str:
    """Return a crossing's name for display, with a multiplication sign.

    Examples
    --------
    >>> display_name("2x5")
    '2×5'
    """
    return name.replace("x", "×")


def segment_numbers(state: PolygonGame, view: View, picture: Scene) -> Iterator[Text]:
    """Yield the number of each segment in its player's colour, placed without overlaps."""
    lines = [view.clip_segment(p, q) for p, q in pairwise(state.path)]
    taken = _occupied_boxes(picture)
    for number, line in enumerate(lines, start=1):
        half = LETTER_ASPECT * SEGMENT_NUMBER_HEIGHT * len(str(number)) / 2
        others = [other for other in lines if other is not None and other is not line]
        at = None if line is None else _find_number_position(line, half, others, taken)
        if at is not None:
            taken.append(_box_around(at, half, SEGMENT_NUMBER_HEIGHT / 2))
            ink = SEGMENT_COLORS[(number - 1) % len(SEGMENT_COLORS)]
            yield Text(
                at,
                str(number),
                SEGMENT_NUMBER_HEIGHT,
                ink,
                bold=True,
                fixed=True,
                halo=palette.PAPER,
            )


def _occupied_boxes(picture: Scene) -> list[Box]:
    """Return the bounding boxes of the points and texts of a scene."""
    points = [
        _box_around(each.center, TARGET_RADIUS, TARGET_RADIUS)
        for each in picture
        if isinstance(each, Disc)
    ]
    texts = (each for each in picture if isinstance(each, Text))
    return points + [
        _box_around(each.at, LETTER_ASPECT * each.size * len(each.text) / 2, each.size / 2)
        for each in texts
    ]


def _find_number_position(
    line: tuple[Place, Place],
    half_width: float,
    others: Sequence[tuple[Place, Place]],
    occupied: Sequence[Box],
) -> Place | None:
    """Return a free position for a number beside a segment, or None if there is no room."""
    (x, y), (u, v) = line
    length = hypot(u - x, v - y)
    if not length:
        return None
    away = CROSSING_NAME_GAP + half_width + SEGMENT_NUMBER_HEIGHT / 2
    nx, ny = away * (y - v) / length, away * (u - x) / length
    edge = 1 + LABEL_RIM
    for share in SEGMENT_NUMBER_POSITIONS:
        for side in (1, -1):
            at = (x + share * (u - x) + side * nx, y + share * (v - y) + side * ny)
            box = _box_around(at, half_width, SEGMENT_NUMBER_HEIGHT / 2)
            is_seen = max(abs(at[0]), abs(at[1])) < edge - SEGMENT_NUMBER_HEIGHT
            if (
                is_seen
                and all(
                    distance_to_segment(at, *other) > SEGMENT_NUMBER_CLEARANCE for other in others
                )
                and not any(_boxes_overlap(box, other) for other in occupied)
            ):
                return at
    return None


def _find_name_position(point: Place, half_width: float, occupied: Sequence[Box]) -> Place | None:
    """Return a free position for a name beside a point, or None if there is no room."""
    for right, down in NAME_DIRECTIONS:
        x = point[0] + right * (TARGET_RADIUS + CROSSING_NAME_GAP + half_width)
        y = point[1] + down * (TARGET_RADIUS + CROSSING_NAME_GAP + CROSSING_NAME_HEIGHT / 2)
        box = _box_around((x, y), half_width, CROSSING_NAME_HEIGHT / 2)
        if not any(_boxes_overlap(box, other) for other in occupied):
            return x, y
    return None


def _box_around(center: Place, half_width: float, half_height: float) -> Box:
    x, y = center
    return x - half_width, y - half_height, x + half_width, y + half_height


def _boxes_overlap(first: Box, second: Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )
