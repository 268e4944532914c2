"""How a position of Splinter looks, what can be clicked in it, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from polygames.games.splinter.board.words import Effect, Place, ending, label
from polygames.games.splinter.boards import (
    KINGS,
    PIECE_PATTERN,
    SEAT_COLORS,
    SEAT_PATTERNS,
    Push,
    squares,
)
from polygames.scene import marks, palette
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
"""The width of the rim around the board, which holds letters and numbers."""
COORDINATE_HEIGHT = 0.36
"""The size of the letters and numbers."""
PIECE_RADIUS = 0.41
CROSS_SIZE = 0.24
MOVED_STRIP_HALF_WIDTH = 0.5
"""Half the width of the strip around all that moved."""
ARROW_REACH = 0.55
"""How far an arrow goes on its way to the next square."""

FROM, UP_TO, INTO = 0.33, 0.31, 0.1
"""How far from the middle of its piece the arrow of a push begins, and how far from the middle of
the square its tip is, where a piece stands and where none does: a crown is not covered."""
JOINT_OFFSET = 0.36
"""How far from the middle of a piece the stroke begins that joins it to the next one."""
SQUARE_COLORS = ("#f4ecdd", "#ede3d0")
"""Two soft tones in turn, so that the eye can follow a diagonal."""
GRID_COLOR = "#dccfb8"
FRAME_COLOR = "#b7a587"
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
    """Draw a position: the board with its letters and numbers, and the pieces."""
    rows, columns = state.shape
    cells, places = state.cells, state.grid.places
    drawn = [_standing(places[at], cells[at]) for at in squares(PIECE_PATTERN, state.cells)]
    parts = range(max(map(len, drawn), default=0))
    return (
        Window(-BOARD_RIM, -BOARD_RIM, columns + BOARD_RIM, rows + BOARD_RIM),
        *_fields(state),
        Polygon(_rectangle(0, 0, columns, rows), stroke=FRAME_COLOR, width=2.0),
        *_coordinates(rows, columns),
        # Part by part over all pieces: like parts are painted in one go.
        *(shapes[part] for part in parts for shapes in drawn if part < len(shapes)),
    )


def spell(move: Push) -> tuple[str, ...]:
    """Name what to click for a move: the piece, then the square it enters."""
    return (move.start, move.end)


def preview(state: Splinter, move: Push) -> Preview:
    """Say and draw what a move would do: where the pieces go, and which are lost."""
    effect = Effect.of(state, move)
    drawn = (
        _square(effect.places[0]),
        *(p for at, kind in effect.moved for p in _piece(at, kind, palette.FOREST)),
        _arrow(*effect.places[:2]),
        *(p for at, _ in effect.lost for p in _cross(at)),
    )
    fading = tuple(p for at, kind in effect.lost for p in _piece(at, kind))
    return Preview(label(move, effect), drawn, fading)


def mark(state: Splinter, move: Push, color: str) -> Scene:
    """Draw a move over the position it leads to, or could lead to."""
    effect = Effect.of(state, move)
    first, second, last = *effect.places[:2], effect.moved[-1][0]
    is_made = color == marks.LAST_MOVE_COLOR
    return (
        *(
            marks.around(_strip(first, last), color)
            if is_made
            else _pushing(first, second, color, is_taken=last != second)
        ),
        *(() if is_made else _pushed_on(effect.places[1:], color)),
        *(p for at, _ in effect.lost for p in marks.cross_mark(_center(at), CROSS_SIZE, color)),
    )


def motion(state: Splinter, move: Push) -> tuple[Motion, ...]:
    """Push the pieces to where they go."""
    effect = Effect.of(state, move)
    (r, c), (r1, c1) = effect.places[:2]
    pieces = tuple(part for at, kind in effect.moved for part in _piece(at, kind))
    on_board = {*state.grid.places.values()}
    squares = (_square(at, GRID_COLOR) for at in effect.places if at in on_board)
    return (Motion(pieces, tuple(squares), shift=(c - c1, r - r1)),)


def look(state: Splinter) -> MoveLook:
    """Say how pieces look that are pushed to where they go."""
    names = list(state.grid.names)
    pieces = {
        state.grid.names[at]: state.cells[at] for at in names if state.cells[at] in PIECE_NAMES
    }
    return MoveLook(
        push=PushLook(
            pieces, _shapes(), SQUARE_COLORS, GRID_COLOR, marks.bands(marks.LAST_MOVE_COLOR)
        )
    )


@cache
def _shapes() -> dict[str, Scene]:
    """Return each kind of piece about the origin."""
    return {kind: tuple(_draw_piece((0.0, 0.0), kind)) for kind in PIECE_NAMES}


def caption(state: Splinter) -> Caption:
    """Say who is to move, or how the game ended."""
    seats = (
        SeatLabel(color.capitalize(), ink, sign, count=_count(state, seat))
        for seat, (color, ink, sign) in enumerate(
            zip(SEAT_COLORS, SIDE_COLORS, SIDE_SYMBOLS, strict=True)
        )
    )
    counted = "the pieces that each player has left and has lost"
    return Caption(_status(state), tuple(seats), counted=counted)


def _count(state: Splinter, seat: Seat) -> str:
    """Say how many pieces a seat has left and has lost; once the kings are apart, its group."""
    left = len(squares(SEAT_PATTERNS[seat], state.cells))
    has = f"group of {state.scores[seat]}" if state.is_apart else f"{left} left"
    return f"{has}, {state.lost[seat]} lost"


def _status(state: Splinter) -> str:
    if state.outcome is None:
        return f"{SEAT_COLORS[state.turn].capitalize()} moves a piece"
    text = ending(state, apart="the kings are apart")
    return text[0].upper() + text[1:]


# --- Shapes ---------------------------------------------------------------------------------------


def _center(place: Place) -> Point:
    row, column = place
    return column + 0.5, row + 0.5


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _strip(first: Place, last: Place) -> tuple[Point, ...]:
    """Return the strip around the squares in a line, from the first to another."""
    (x, y), (u, v) = _center(first), _center(last)
    length = hypot(u - x, v - y)
    a, b = (MOVED_STRIP_HALF_WIDTH * (u - x) / length, MOVED_STRIP_HALF_WIDTH * (v - y) / length)
    return (
        *((x - a + b, y - b - a), (u + a + b, v + b - a)),
        *((u + a - b, v + b + a), (x - a - b, y - b + a)),
    )


def _square(place: Place, rim: str | None = None) -> Polygon:
    row, column = place
    return Polygon(_rectangle(column, row, column + 1, row + 1), _tone(place), rim)


def _tone(place: Place) -> str:
    return SQUARE_COLORS[sum(place) % 2]


def _fields(state: Splinter) -> list[Primitive]:
    """Draw the squares, and the lines between them: on a whole board with as few as there are."""
    rows, columns = state.shape
    cells, names, places = state.cells, state.grid.names, state.grid.places
    is_whole = len(names) == rows * columns
    rim = None if is_whole else GRID_COLOR
    fields = [
        _field(places[at], name, PIECE_NAMES.get(cells[at]), rim) for at, name in names.items()
    ]
    return [*fields, *_lines(rows, columns)] if is_whole else list(fields)


@cache
def _field(place: Place, name: str, kind: str | None, rim: str | None) -> Polygon:
    """Return a square: the same one each time, so that it is put in its place but once."""
    row, column = place
    corners = _rectangle(column, row, column + 1, row + 1)
    label = f"{name}: {kind or 'empty'}"
    return Polygon(corners, _tone(place), rim, target=name, label=label)


@cache
def _lines(rows: int, columns: int) -> tuple[Segment, ...]:
    """Return the lines between the squares of a whole board."""
    across = (Segment((0, row), (columns, row), GRID_COLOR, 1.0) for row in range(1, rows))
    down = (Segment((column, 0), (column, rows), GRID_COLOR, 1.0) for column in range(1, columns))
    return (*across, *down)


@cache
def _coordinates(rows: int, columns: int) -> tuple[Text, ...]:
    """Return the letters and numbers around the whole board: the same ones each time."""
    return tuple(_letters(rows, Part(0, 0, columns, rows)))


def _letters(rows: int, part: Part) -> Iterator[Text]:
    """Letter the columns above and below a part, and number its rows on both sides."""
    for column in range(part.left, part.right):
        for y in (part.top - BOARD_RIM / 2, part.bottom + BOARD_RIM / 2):
            yield Text((column + 0.5, y), ascii_lowercase[column], COORDINATE_HEIGHT, palette.GREY)
    for row in range(part.top, part.bottom):
        for x in (part.left - BOARD_RIM / 2, part.right + BOARD_RIM / 2):
            yield Text((x, row + 0.5), str(rows - row), COORDINATE_HEIGHT, palette.GREY)


@cache
def _standing(place: Place, kind: str) -> tuple[Primitive, ...]:
    """Return the piece of a square: the same one each time, as `_field` does."""
    return tuple(_piece(place, kind))


def _piece(place: Place, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Draw the piece of a square."""
    return _draw_piece(_center(place), kind, rim)


def _draw_piece(at: Point, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Draw a piece: a disc with a ring within, or with a crown for a king."""
    x, y = at
    color = kind.lower()
    yield Disc(
        at, PIECE_RADIUS, PIECE_FILLS[color], rim or PIECE_STROKES[color], 2.5 if rim else 1.5
    )
    if kind in KINGS:
        crown = tuple((x + dx, y + dy) for dx, dy in CROWN_OUTLINE)
        yield Polygon(crown, palette.ORANGE, PIECE_STROKES["b"], 1.2)
    elif not rim:
        yield Disc(at, PIECE_RADIUS * 0.66, stroke=PIECE_RING_COLORS[color], width=1.2)


def _pushing(first: Place, second: Place, color: str, *, is_taken: bool) -> Scene:
    """Draw a push that could be made as an arrow, from piece to piece: both stay to be seen."""
    start, end = _center(first), _center(second)
    return marks.arrow(
        _short_of(end, start, FROM), _short_of(start, end, UP_TO if is_taken else INTO), color
    )


def _pushed_on(places: Sequence[Place], color: str) -> Iterator[Segment]:
    """Draw how far the row of pieces goes that is pushed: a stroke between any two of them."""
    for one, other in pairwise(map(_center, places)):
        start, end = _short_of(other, one, JOINT_OFFSET), _short_of(one, other, JOINT_OFFSET)
        for ink, width in ((palette.PAPER, 5.0), (color, 2.6)):
            yield Segment(start, end, ink, width)


def _short_of(origin: Point, end: Point, gap: float) -> Point:
    """Return the place on the way to a point that is still so far from it."""
    (x, y), (u, v) = origin, end
    share = gap / hypot(u - x, v - y)
    return u + share * (x - u), v + share * (y - v)


def _arrow(start: Place, end: Place) -> Segment:
    """Draw an arrow out of a square, up to the piece that stands in the next one."""
    (x, y), (x1, y1) = _center(start), _center(end)
    return Segment(
        (x, y),
        (x + ARROW_REACH * (x1 - x), y + ARROW_REACH * (y1 - y)),
        palette.FOREST,
        3.0,
        arrow=True,
    )


def _cross(place: Place) -> Iterator[Segment]:
    x, y = _center(place)
    for color, width in ((palette.PAPER, 6.5), (palette.RED, 4.0)):  # seen on a black piece, too
        for d in (CROSS_SIZE, -CROSS_SIZE):
            yield Segment((x - CROSS_SIZE, y - d), (x + CROSS_SIZE, y + d), color, width)


# --- The part that is shown -----------------------------------------------------------------------

VIEW_MARGIN_SQUARES: Final = 4
"""So many squares are shown around the pieces when the part is chosen, ..."""
MIN_VIEW_MARGIN_SQUARES: Final = 1
"""... and when fewer are left on a side, where the board goes on, it grows: each square is then
drawn smaller, and elsewhere. With these two numbers it did in 1 of 24 games of middling agents,
with 3 and 2 in 21 of them, most often between the fourth move and the thirteenth."""
OUTSIDE_FADE_SHARE: Final = 0.75
"""How much of the squares beyond the part its rim hides."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows and columns of a board, counted from the top left; the ends are not in it."""

    left: int
    top: int
    right: int
    bottom: int

    def grown(self, other: Part) -> Part:
        """Return the smallest part with this one and another."""
        return Part(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def part_of(state: Splinter, before: Part | None = None) -> Part:
    """Return the part to show; the one from before as long as the pieces keep off its edge.

    Examples
    --------
    >>> start = part_of(pg.new("splinter"))
    >>> start
    Part(left=1, top=2, right=14, bottom=16)
    >>> part_of(pg.new("splinter"), start) == start
    True
    """
    places = [state.grid.places[at] for at in squares(PIECE_PATTERN, state.cells)]
    if (
        before is not None
        and before.grown(_around(state, places, MIN_VIEW_MARGIN_SQUARES)) == before
    ):
        return before
    part = _around(state, places, VIEW_MARGIN_SQUARES)
    return part if before is None else before.grown(part)


def window_of_part(state: Splinter, part: Part) -> Window | None:
    """Return what is seen of the board: the part with its rim, of the shape of the whole board.

    None stands for the whole board.
    """
    rows, columns = state.shape
    whole = columns + 2 * BOARD_RIM, rows + 2 * BOARD_RIM
    wide, high = part.right - part.left + 2 * BOARD_RIM, part.bottom - part.top + 2 * BOARD_RIM
    share = max(wide / whole[0], high / whole[1])
    if share == 1:
        return None
    left, right = _stretch(part.left - BOARD_RIM, part.right + BOARD_RIM, share * whole[0], columns)
    top, bottom = _stretch(part.top - BOARD_RIM, part.bottom + BOARD_RIM, share * whole[1], rows)
    return Window(left, top, right, bottom)


def with_rim(picture: Scene, state: Splinter, part: Part) -> Scene:
    """Return the picture of a position with letters and numbers around a part of it."""
    rim = _rim(state.shape, part)
    if not rim:
        return picture
    return (*[each for each in picture if not isinstance(each, Text)], *rim)


def _around(state: Splinter, places: list[tuple[int, int]], margin: int) -> Part:
    """Return what is on the board of the rectangle around some places, with a margin."""
    rows, columns = state.shape
    across, down = [column for _, column in places], [row for row, _ in places]
    if not places:
        return Part(0, 0, columns, rows)
    return Part(
        max(0, min(across) - margin),
        max(0, min(down) - margin),
        min(columns, max(across) + 1 + margin),
        min(rows, max(down) + 1 + margin),
    )


def _stretch(low: float, high: float, length: float, most: int) -> tuple[float, float]:
    """Return an interval of a length around another one, within that of the whole board."""
    low -= (length - (high - low)) / 2
    low = min(max(low, -BOARD_RIM), most + BOARD_RIM - length)
    return low, low + length


@cache
def _rim(shape: tuple[int, int], part: Part) -> Scene:
    """Return what stands around a part; the same primitives each time, so they are placed once."""
    return tuple(_drawn_rim(shape, part))


def _drawn_rim(shape: tuple[int, int], part: Part) -> Iterator[Polygon | Segment | Text]:
    rows, columns = shape
    left, top, right, bottom = part.left, part.top, part.right, part.bottom
    if part == Part(0, 0, columns, rows):
        return
    for x1, y1, x2, y2 in (
        (-BOARD_RIM, -BOARD_RIM, columns + BOARD_RIM, top),
        (-BOARD_RIM, bottom, columns + BOARD_RIM, rows + BOARD_RIM),
        (-BOARD_RIM, top, left, bottom),
        (right, top, columns + BOARD_RIM, bottom),
    ):
        yield Polygon(
            ((x1, y1), (x2, y1), (x2, y2), (x1, y2)), palette.PAPER, alpha=OUTSIDE_FADE_SHARE
        )
    ends = (
        ((left, top), (right, top), top > 0),
        ((left, bottom), (right, bottom), bottom < rows),
        ((left, top), (left, bottom), left > 0),
        ((right, top), (right, bottom), right < columns),
    )
    for start, end, goes_on in ends:
        yield Segment(start, end, GRID_COLOR if goes_on else FRAME_COLOR, 1.0 if goes_on else 2.0)
    yield from _letters(rows, part)
