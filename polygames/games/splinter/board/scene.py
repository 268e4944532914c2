"""Scenes of Splinter positions: pieces, click targets, previews and captions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from polygames.games.splinter.board.explanations import Effect, Place, move_label, result_text
from polygames.games.splinter.boards import (
    KINGS,
    PIECE_PATTERN,
    SEAT_COLORS,
    SEAT_PATTERNS,
    Push,
    find_squares,
)
from polygames.scene import highlights, palette
from polygames.scene.model import (
    Caption,
    Disc,
    Motion,
    MoveLook,
    Polygon,
    Preview,
    Primitive,
    PushLook,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.protocol import Seat
    from polygames.games.splinter.rules import Splinter
    from polygames.scene.model import Point


BOARD_RIM = 0.72
"""The width of the margin for letters and numbers, in squares."""
COORDINATE_HEIGHT = 0.36
"""The height of the letters and numbers, in squares."""
PIECE_RADIUS = 0.41
CROSS_SIZE = 0.24
MOVED_STRIP_HALF_WIDTH = 0.5
"""Half the width of the strip around the moved pieces, in squares."""
ARROW_REACH = 0.55
"""The length of an arrow, as a share of the way to the next square."""

ARROW_START_OFFSET, ARROW_TIP_OFFSET, ARROW_EMPTY_TIP_OFFSET = 0.33, 0.31, 0.1
"""The ends of a push's arrow: its start's distance from the middle of its piece, and its tip's from
the middle of an occupied and of an empty square. Crowns are not covered."""
JOINT_OFFSET = 0.36
"""Distance of a joining stroke from the middle of a piece."""
SQUARE_COLORS = ("#f4ecdd", "#ede3d0")
"""Two soft alternating tones, so that the eye can follow a diagonal."""
GRID_COLOR = "#dccfb8"
FRAME_COLOR = "#b7a587"
OUTSIDE_COLOR = "#fdf9ed"
"""The colour over the squares outside of the visible part, a warm white: in a dark theme it becomes
dark, as the squares do, while the white of the pieces stays (``js/shared/dark_board.css``)."""
PIECE_FILLS = {"w": "#fdfcf8", "b": "#2d2d30"}
PIECE_STROKES = {"w": "#55524c", "b": "#0c0c0d"}
PIECE_RING_COLORS = {"w": "#dedad0", "b": "#5d5d62"}
"""A ring within each piece."""
CROWN_OUTLINE = (
    *((-0.23, 0.17), (-0.29, -0.14), (-0.12, 0.0)),
    *((0.0, -0.23), (0.12, 0.0), (0.29, -0.14), (0.23, 0.17)),
)

PIECE_NAMES = {"w": "white pawn", "b": "black pawn", "W": "white king", "B": "black king"}
SIDE_COLORS = (palette.GREY, palette.INK)
SIDE_SYMBOLS = ("○", "●")


def scene(state: Splinter) -> Scene:
    """Return the scene of a position: the board, its letters and numbers, and the pieces."""
    rows, columns = state.shape
    cells, places = state.cells, state.grid.places
    drawn = [
        _cached_piece(places[at], cells[at]) for at in find_squares(PIECE_PATTERN, state.cells)
    ]
    parts = range(max(map(len, drawn), default=0))
    return (
        Window(-BOARD_RIM, -BOARD_RIM, columns + BOARD_RIM, rows + BOARD_RIM),
        *_draw_squares(state),
        Polygon(_rectangle(0, 0, columns, rows), stroke=FRAME_COLOR, width=2.0),
        *_draw_coordinates(rows, columns),
        # Part by part over all pieces: equal parts are painted together.
        *[shapes[part] for part in parts for shapes in drawn if part < len(shapes)],
    )


def spell(move: Push) -> tuple[str, ...]:
    """Return the squares to click for a move: where the piece stands, then where it goes."""
    return (move.start, move.end)


def preview(state: Splinter, move: Push) -> Preview:
    """Return the preview of a move: its text, the moved pieces and the lost ones."""
    effect = Effect.of_move(state, move)
    drawn = (
        _draw_square(effect.places[0]),
        *(p for at, kind in effect.moved for p in _iter_piece_shapes(at, kind, palette.FOREST)),
        _move_arrow(*effect.places[:2]),
        *(p for at, _ in effect.lost for p in _draw_cross(at)),
    )
    fading = tuple(p for at, kind in effect.lost for p in _iter_piece_shapes(at, kind))
    return Preview(move_label(move, effect), drawn, fading)


def highlight_move(state: Splinter, move: Push, color: str) -> Scene:
    """Return shapes that highlight a move, to be drawn over the position before or after it."""
    effect = Effect.of_move(state, move)
    first, second, last = *effect.places[:2], effect.moved[-1][0]
    is_made = color == highlights.LAST_MOVE_COLOR
    return (
        *(
            highlights.highlight_area(_strip_corners(first, last), color)
            if is_made
            else _push_arrow(first, second, color, is_taken=last != second)
        ),
        *(() if is_made else _join_pushed_pieces(effect.places[1:], color)),
        *(
            p
            for at, _ in effect.lost
            for p in highlights.draw_cross(_center(at), CROSS_SIZE, color)
        ),
    )


def motion(state: Splinter, move: Push) -> tuple[Motion, ...]:
    """Return the animation of a move: the pieces are pushed along."""
    effect = Effect.of_move(state, move)
    (r, c), (r1, c1) = effect.places[:2]
    pieces = tuple(part for at, kind in effect.moved for part in _iter_piece_shapes(at, kind))
    on_board = {*state.grid.places.values()}
    squares = (_draw_square(at, GRID_COLOR) for at in effect.places if at in on_board)
    return (Motion(pieces, tuple(squares), shift=(c - c1, r - r1)),)


def move_style(state: Splinter) -> MoveLook:
    """Return the style in which the browser draws pushed pieces."""
    cells, names = state.cells, state.grid.names
    pieces = {name: cells[at] for at, name in names.items() if cells[at] in PIECE_NAMES}
    return MoveLook(
        push=PushLook(
            pieces,
            _piece_shapes(),
            SQUARE_COLORS,
            GRID_COLOR,
            highlights.highlight_strokes(highlights.LAST_MOVE_COLOR),
        )
    )


@cache
def _piece_shapes() -> dict[str, Scene]:
    """Return the shapes of each kind of piece, centered on the origin."""
    return {kind: tuple(_draw_piece((0.0, 0.0), kind)) for kind in PIECE_NAMES}


def caption(state: Splinter) -> Caption:
    """Return the caption of a position: the player to move, or the result."""
    seats = (
        SeatLabel(color.capitalize(), ink, sign, count=_piece_count_text(state, seat))
        for seat, (color, ink, sign) in enumerate(
            zip(SEAT_COLORS, SIDE_COLORS, SIDE_SYMBOLS, strict=True)
        )
    )
    counted = "each player's pieces on the board"
    return Caption(_status_text(state), tuple(seats), counted=counted, unit="piece")


def _piece_count_text(state: Splinter, seat: Seat) -> str:
    """Return the number of a seat's pieces as text.

    If the kings are apart, the text has the size of its group and, if the groups are equal, its
    lost pawns.
    """
    if state.is_apart:
        is_equal = len({*state.scores}) == 1
        lost = f", {state.lost[seat]} lost" if is_equal else ""
        return f"group of {state.scores[seat]}{lost}"
    return f"{len(find_squares(SEAT_PATTERNS[seat], state.cells))} left"


def _status_text(state: Splinter) -> str:
    if state.outcome is None:
        return f"{SEAT_COLORS[state.turn].capitalize()} moves a piece"
    text = result_text(state, apart_text="the kings are apart")
    return text[0].upper() + text[1:]


# --- Shapes ---------------------------------------------------------------------------------------


def _center(place: Place) -> Point:
    row, column = place
    return column + 0.5, row + 0.5


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _strip_corners(first: Place, last: Place) -> tuple[Point, ...]:
    """Return the corners of a strip that covers the squares between two places."""
    (x, y), (u, v) = _center(first), _center(last)
    length = hypot(u - x, v - y)
    a, b = (MOVED_STRIP_HALF_WIDTH * (u - x) / length, MOVED_STRIP_HALF_WIDTH * (v - y) / length)
    return (
        *((x - a + b, y - b - a), (u + a + b, v + b - a)),
        *((u + a - b, v + b + a), (x - a - b, y - b + a)),
    )


def _draw_square(place: Place, rim: str | None = None) -> Polygon:
    row, column = place
    return Polygon(_rectangle(column, row, column + 1, row + 1), _square_color(place), rim)


def _square_color(place: Place) -> str:
    return SQUARE_COLORS[sum(place) % 2]


def _draw_squares(state: Splinter) -> list[Primitive]:
    """Return the squares and grid lines; on a whole board each grid line is one segment."""
    rows, columns = state.shape
    cells, names, places = state.cells, state.grid.names, state.grid.places
    is_whole = len(names) == rows * columns
    rim = None if is_whole else GRID_COLOR
    fields = [
        _draw_target_square(places[at], name, PIECE_NAMES.get(cells[at]), rim)
        for at, name in names.items()
    ]
    return [*fields, *_draw_grid_lines(rows, columns)] if is_whole else list(fields)


@cache
def _draw_target_square(place: Place, name: str, kind: str | None, rim: str | None) -> Polygon:
    """Return a square that can be clicked, as a cached polygon."""
    row, column = place
    corners = _rectangle(column, row, column + 1, row + 1)
    label = f"{name}: {kind or 'empty'}"
    return Polygon(corners, _square_color(place), rim, target=name, label=label)


@cache
def _draw_grid_lines(rows: int, columns: int) -> tuple[Segment, ...]:
    """Return the grid lines of a whole board."""
    across = (Segment((0, row), (columns, row), GRID_COLOR, 1.0) for row in range(1, rows))
    down = (Segment((column, 0), (column, rows), GRID_COLOR, 1.0) for column in range(1, columns))
    return (*across, *down)


@cache
def _draw_coordinates(rows: int, columns: int) -> tuple[Text, ...]:
    """Return the column letters and row numbers around the whole board, from a cache."""
    return tuple(_iter_coordinates(rows, BoardPart(0, 0, columns, rows)))


def _iter_coordinates(rows: int, part: BoardPart) -> Iterator[Text]:
    """Yield column letters above and below a part of the board, and row numbers on both sides."""
    for column in range(part.left, part.right):
        for y in (part.top - BOARD_RIM / 2, part.bottom + BOARD_RIM / 2):
            yield Text((column + 0.5, y), ascii_lowercase[column], COORDINATE_HEIGHT, palette.GREY)
    for row in range(part.top, part.bottom):
        for x in (part.left - BOARD_RIM / 2, part.right + BOARD_RIM / 2):
            yield Text((x, row + 0.5), str(rows - row), COORDINATE_HEIGHT, palette.GREY)


@cache
def _cached_piece(place: Place, kind: str) -> tuple[Primitive, ...]:
    """Return the shapes of a piece on a square, from a cache."""
    return tuple(_iter_piece_shapes(place, kind))


def _iter_piece_shapes(place: Place, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Yield the shapes of a piece on a square."""
    return _draw_piece(_center(place), kind, rim)


def _draw_piece(center: Point, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Yield the shapes of a piece: a disc with a ring, or with a crown for a king."""
    x, y = center
    color = kind.lower()
    yield Disc(
        center, PIECE_RADIUS, PIECE_FILLS[color], rim or PIECE_STROKES[color], 2.5 if rim else 1.5
    )
    if kind in KINGS:
        crown = tuple((x + dx, y + dy) for dx, dy in CROWN_OUTLINE)
        yield Polygon(crown, palette.ORANGE, PIECE_STROKES["b"], 1.2)
    elif not rim:
        yield Disc(center, PIECE_RADIUS * 0.66, stroke=PIECE_RING_COLORS[color], width=1.2)


def _push_arrow(first: Place, second: Place, color: str, *, is_taken: bool) -> Scene:
    """Return an arrow for a possible push that leaves the pieces at its ends uncovered."""
    start, end = _center(first), _center(second)
    return highlights.draw_arrow(
        _point_before(end, start, ARROW_START_OFFSET),
        _point_before(start, end, ARROW_TIP_OFFSET if is_taken else ARROW_EMPTY_TIP_OFFSET),
        color,
    )


def _join_pushed_pieces(places: Sequence[Place], color: str) -> Iterator[Segment]:
    """Yield strokes that join the pieces of a pushed row."""
    for one, other in pairwise(map(_center, places)):
        start, end = (
            _point_before(other, one, JOINT_OFFSET),
            _point_before(one, other, JOINT_OFFSET),
        )
        for ink, width in ((palette.PAPER, 5.0), (color, 2.6)):
            yield Segment(start, end, ink, width)


def _point_before(origin: Point, end: Point, gap: float) -> Point:
    """Return the point at a distance `gap` before the end of a line between two points."""
    (x, y), (u, v) = origin, end
    share = gap / hypot(u - x, v - y)
    return u + share * (x - u), v + share * (y - v)


def _move_arrow(start: Place, end: Place) -> Segment:
    """Return an arrow from a square to the piece in the next square."""
    (x, y), (x1, y1) = _center(start), _center(end)
    return Segment(
        (x, y),
        (x + ARROW_REACH * (x1 - x), y + ARROW_REACH * (y1 - y)),
        palette.FOREST,
        3.0,
        arrow=True,
    )


def _draw_cross(place: Place) -> Iterator[Segment]:
    x, y = _center(place)
    for color, width in ((palette.PAPER, 6.5), (palette.RED, 4.0)):  # visible on a black piece, too
        for d in (CROSS_SIZE, -CROSS_SIZE):
            yield Segment((x - CROSS_SIZE, y - d), (x + CROSS_SIZE, y + d), color, width)


# --- The part that is shown -----------------------------------------------------------------------

VIEW_MARGIN_SQUARES: Final = 4
"""The margin around the pieces when the part is chosen, in squares."""
MIN_VIEW_MARGIN_SQUARES: Final = 1
"""The part grows if a side has a smaller margin and the board goes on there. Each square then
becomes smaller and moves. With these two numbers that happened in 1 of 24 games of middling agents,
with 3 and 2 in 21 of them, most often between the fourth move and the thirteenth."""
OUTSIDE_FADE_SHARE: Final = 0.75
"""The opacity of the cover over the squares outside the part."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A rectangle of rows and columns, counted from the top left; the ends are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    def union(self, other: BoardPart) -> BoardPart:
        """Return the smallest part that contains this one and another."""
        return BoardPart(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def visible_part(state: Splinter, previous: BoardPart | None = None) -> BoardPart:
    """Return the part of the board to show; it grows if a piece comes near its edge.

    Examples
    --------
    >>> start = visible_part(pg.new("splinter"))
    >>> start
    BoardPart(left=1, top=2, right=14, bottom=16)
    >>> visible_part(pg.new("splinter"), start) == start
    True
    """
    places = list(map(state.grid.places.__getitem__, find_squares(PIECE_PATTERN, state.cells)))
    if (
        previous is not None
        and previous.union(_part_around(state, places, MIN_VIEW_MARGIN_SQUARES)) == previous
    ):
        return previous
    part = _part_around(state, places, VIEW_MARGIN_SQUARES)
    return part if previous is None else previous.union(part)


def window_of_part(state: Splinter, part: BoardPart) -> Window | None:
    """Return the window of a part with its margin, in the proportions of the whole board.

    None means the whole board.
    """
    rows, columns = state.shape
    whole = columns + 2 * BOARD_RIM, rows + 2 * BOARD_RIM
    wide, high = part.right - part.left + 2 * BOARD_RIM, part.bottom - part.top + 2 * BOARD_RIM
    share = max(wide / whole[0], high / whole[1])
    if share == 1:
        return None
    left, right = _stretch_interval(
        part.left - BOARD_RIM, part.right + BOARD_RIM, share * whole[0], columns
    )
    top, bottom = _stretch_interval(
        part.top - BOARD_RIM, part.bottom + BOARD_RIM, share * whole[1], rows
    )
    return Window(left, top, right, bottom)


def with_part_frame(picture: Scene, state: Splinter, part: BoardPart) -> Scene:
    """Return a scene with letters and numbers around a part of the board."""
    rim = _part_frame(state.shape, part)
    if not rim:
        return picture
    return (*[each for each in picture if not isinstance(each, Text)], *rim)


def _part_around(state: Splinter, places: list[tuple[int, int]], margin: int) -> BoardPart:
    """Return the smallest part of the board that contains some squares and a margin."""
    rows, columns = state.shape
    across, down = [column for _, column in places], [row for row, _ in places]
    if not places:
        return BoardPart(0, 0, columns, rows)
    return BoardPart(
        max(0, min(across) - margin),
        max(0, min(down) - margin),
        min(columns, max(across) + 1 + margin),
        min(rows, max(down) + 1 + margin),
    )


def _stretch_interval(
    low: float, high: float, length: float, board_length: int
) -> tuple[float, float]:
    """Return an interval extended to a length and shifted to lie within the board."""
    low -= (length - (high - low)) / 2
    low = min(max(low, -BOARD_RIM), board_length + BOARD_RIM - length)
    return low, low + length


@cache
def _part_frame(shape: tuple[int, int], part: BoardPart) -> Scene:
    """Return the cover, frame and letters around part of the board, cached."""
    return tuple(_draw_part_frame(shape, part))


def _draw_part_frame(shape: tuple[int, int], part: BoardPart) -> Iterator[Polygon | Segment | Text]:
    rows, columns = shape
    left, top, right, bottom = part.left, part.top, part.right, part.bottom
    if part == BoardPart(0, 0, columns, rows):
        return
    for x1, y1, x2, y2 in (
        (-BOARD_RIM, -BOARD_RIM, columns + BOARD_RIM, top),
        (-BOARD_RIM, bottom, columns + BOARD_RIM, rows + BOARD_RIM),
        (-BOARD_RIM, top, left, bottom),
        (right, top, columns + BOARD_RIM, bottom),
    ):
        yield Polygon(
            ((x1, y1), (x2, y1), (x2, y2), (x1, y2)), OUTSIDE_COLOR, alpha=OUTSIDE_FADE_SHARE
        )
    ends = (
        ((left, top), (right, top), top > 0),
        ((left, bottom), (right, bottom), bottom < rows),
        ((left, top), (left, bottom), left > 0),
        ((right, top), (right, bottom), right < columns),
    )
    for start, end, goes_on in ends:
        yield Segment(start, end, GRID_COLOR if goes_on else FRAME_COLOR, 1.0 if goes_on else 2.0)
    yield from _iter_coordinates(rows, part)
