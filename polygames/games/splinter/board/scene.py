"""How a position of Splinter looks, what can be clicked in it, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from polygames.games.splinter.board.words import Effect, Place, ending, label
from polygames.games.splinter.boards import COLORS, KINGS, OWN, PIECE, Push, squares
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


RIM = 0.72
"""The width of the rim around the board, which holds letters and numbers."""
SIZE = 0.36
"""The size of the letters and numbers."""
RADIUS = 0.41
CROSS = 0.24
STRIP = 0.5
"""Half the width of the strip around all that moved."""
REACH = 0.55
"""How far an arrow goes on its way to the next square."""

FROM, UP_TO, INTO = 0.33, 0.31, 0.1
"""How far from the middle of its piece the arrow of a push begins, and how far from the middle of
the square its tip is, where a piece stands and where none does: a crown is not covered."""
BETWEEN = 0.36
"""How far from the middle of a piece the stroke begins that joins it to the next one."""
FIELDS = ("#f4ecdd", "#ede3d0")
"""Two soft tones in turn, so that the eye can follow a diagonal."""
GRID = "#dccfb8"
FRAME = "#b7a587"
FILLS = {"w": "#fdfcf8", "b": "#2d2d30"}
STROKES = {"w": "#55524c", "b": "#0c0c0d"}
GLOSS = {"w": "#dedad0", "b": "#5d5d62"}
"""A ring within each piece."""
CROWN = (
    *((-0.23, 0.17), (-0.29, -0.14), (-0.12, 0.0)),
    *((0.0, -0.23), (0.12, 0.0), (0.29, -0.14), (0.23, 0.17)),
)

NAMES = {"w": "white pawn", "b": "black pawn", "W": "white king", "B": "black king"}
INKS = (palette.GREY, palette.INK)
MARKS = ("○", "●")


def scene(state: Splinter) -> Scene:
    """Draw a position: the board with its letters and numbers, and the pieces."""
    rows, columns = state.shape
    cells, places = state.cells, state.grid.places
    drawn = [_standing(places[at], cells[at]) for at in squares(PIECE, state.cells)]
    parts = range(max(map(len, drawn), default=0))
    return (
        Window(-RIM, -RIM, columns + RIM, rows + RIM),
        *_fields(state),
        Polygon(_rectangle(0, 0, columns, rows), stroke=FRAME, width=2.0),
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
    is_made = color == marks.LAST
    return (
        *(
            marks.around(_strip(first, last), color)
            if is_made
            else _pushing(first, second, color, is_taken=last != second)
        ),
        *(() if is_made else _pushed_on(effect.places[1:], color)),
        *(p for at, _ in effect.lost for p in marks.crossed(_center(at), CROSS, color)),
    )


def motion(state: Splinter, move: Push) -> tuple[Motion, ...]:
    """Push the pieces to where they go."""
    effect = Effect.of(state, move)
    (r, c), (r1, c1) = effect.places[:2]
    pieces = tuple(part for at, kind in effect.moved for part in _piece(at, kind))
    on_board = {*state.grid.places.values()}
    squares = (_square(at, GRID) for at in effect.places if at in on_board)
    return (Motion(pieces, tuple(squares), shift=(c - c1, r - r1)),)


def look(state: Splinter) -> MoveLook:
    """Say how pieces look that are pushed to where they go."""
    names = list(state.grid.names)
    pieces = {state.grid.names[at]: state.cells[at] for at in names if state.cells[at] in NAMES}
    return MoveLook(push=PushLook(pieces, _shapes(), FIELDS, GRID, marks.bands(marks.LAST)))


@cache
def _shapes() -> dict[str, Scene]:
    """Return each kind of piece about the origin."""
    return {kind: tuple(_drawn((0.0, 0.0), kind)) for kind in NAMES}


def caption(state: Splinter) -> Caption:
    """Say who is to move, or how the game ended."""
    seats = (
        SeatLabel(color.capitalize(), ink, sign, count=_count(state, seat))
        for seat, (color, ink, sign) in enumerate(zip(COLORS, INKS, MARKS, strict=True))
    )
    counted = "the pieces that each player has left and has lost"
    return Caption(_status(state), tuple(seats), counted=counted)


def _count(state: Splinter, seat: Seat) -> str:
    """Say how many pieces a seat has left and has lost; once the kings are apart, its group."""
    left = len(squares(OWN[seat], state.cells))
    has = f"group of {state.scores[seat]}" if state.is_apart else f"{left} left"
    return f"{has}, {state.lost[seat]} lost"


def _status(state: Splinter) -> str:
    if state.outcome is None:
        return f"{COLORS[state.turn].capitalize()} moves a piece"
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
    a, b = (STRIP * (u - x) / length, STRIP * (v - y) / length)
    return (
        *((x - a + b, y - b - a), (u + a + b, v + b - a)),
        *((u + a - b, v + b + a), (x - a - b, y - b + a)),
    )


def _square(place: Place, rim: str | None = None) -> Polygon:
    row, column = place
    return Polygon(_rectangle(column, row, column + 1, row + 1), _tone(place), rim)


def _tone(place: Place) -> str:
    return FIELDS[sum(place) % 2]


def _fields(state: Splinter) -> list[Primitive]:
    """Draw the squares, and the lines between them: on a whole board with as few as there are."""
    rows, columns = state.shape
    cells, names, places = state.cells, state.grid.names, state.grid.places
    is_whole = len(names) == rows * columns
    rim = None if is_whole else GRID
    fields = [_field(places[at], name, NAMES.get(cells[at]), rim) for at, name in names.items()]
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
    across = (Segment((0, row), (columns, row), GRID, 1.0) for row in range(1, rows))
    down = (Segment((column, 0), (column, rows), GRID, 1.0) for column in range(1, columns))
    return (*across, *down)


@cache
def _coordinates(rows: int, columns: int) -> tuple[Text, ...]:
    """Return the letters and numbers around the whole board: the same ones each time."""
    return tuple(_letters(rows, Part(0, 0, columns, rows)))


def _letters(rows: int, part: Part) -> Iterator[Text]:
    """Letter the columns above and below a part, and number its rows on both sides."""
    for column in range(part.left, part.right):
        for y in (part.top - RIM / 2, part.bottom + RIM / 2):
            yield Text((column + 0.5, y), ascii_lowercase[column], SIZE, palette.GREY)
    for row in range(part.top, part.bottom):
        for x in (part.left - RIM / 2, part.right + RIM / 2):
            yield Text((x, row + 0.5), str(rows - row), SIZE, palette.GREY)


@cache
def _standing(place: Place, kind: str) -> tuple[Primitive, ...]:
    """Return the piece of a square: the same one each time, as `_field` does."""
    return tuple(_piece(place, kind))


def _piece(place: Place, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Draw the piece of a square."""
    return _drawn(_center(place), kind, rim)


def _drawn(at: Point, kind: str, rim: str | None = None) -> Iterator[Primitive]:
    """Draw a piece: a disc with a ring within, or with a crown for a king."""
    x, y = at
    color = kind.lower()
    yield Disc(at, RADIUS, FILLS[color], rim or STROKES[color], 2.5 if rim else 1.5)
    if kind in KINGS:
        crown = tuple((x + dx, y + dy) for dx, dy in CROWN)
        yield Polygon(crown, palette.ORANGE, STROKES["b"], 1.2)
    elif not rim:
        yield Disc(at, RADIUS * 0.66, stroke=GLOSS[color], width=1.2)


def _pushing(first: Place, second: Place, color: str, *, is_taken: bool) -> Scene:
    """Draw a push that could be made as an arrow, from piece to piece: both stay to be seen."""
    start, end = _center(first), _center(second)
    return marks.arrow(
        _short_of(end, start, FROM), _short_of(start, end, UP_TO if is_taken else INTO), color
    )


def _pushed_on(places: Sequence[Place], color: str) -> Iterator[Segment]:
    """Draw how far the row of pieces goes that is pushed: a stroke between any two of them."""
    for one, other in pairwise(map(_center, places)):
        start, end = _short_of(other, one, BETWEEN), _short_of(one, other, BETWEEN)
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
        (x, y), (x + REACH * (x1 - x), y + REACH * (y1 - y)), palette.FOREST, 3.0, arrow=True
    )


def _cross(place: Place) -> Iterator[Segment]:
    x, y = _center(place)
    for color, width in ((palette.PAPER, 6.5), (palette.RED, 4.0)):  # seen on a black piece, too
        for d in (CROSS, -CROSS):
            yield Segment((x - CROSS, y - d), (x + CROSS, y + d), color, width)


# --- The part that is shown -----------------------------------------------------------------------

MARGIN: Final = 4
"""So many squares are shown around the pieces when the part is chosen, ..."""
LEAST: Final = 1
"""... and when fewer are left on a side, where the board goes on, it grows: each square is then
drawn smaller, and elsewhere. With these two numbers it did in 1 of 24 games of middling agents,
with 3 and 2 in 21 of them, most often between the fourth move and the thirteenth."""
PALER: Final = 0.75
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
    places = [state.grid.places[at] for at in squares(PIECE, state.cells)]
    if before is not None and before.grown(_around(state, places, LEAST)) == before:
        return before
    part = _around(state, places, MARGIN)
    return part if before is None else before.grown(part)


def window_of_part(state: Splinter, part: Part) -> Window | None:
    """Return what is seen of the board: the part with its rim, of the shape of the whole board.

    None stands for the whole board.
    """
    rows, columns = state.shape
    whole = columns + 2 * RIM, rows + 2 * RIM
    wide, high = part.right - part.left + 2 * RIM, part.bottom - part.top + 2 * RIM
    share = max(wide / whole[0], high / whole[1])
    if share == 1:
        return None
    left, right = _stretch(part.left - RIM, part.right + RIM, share * whole[0], columns)
    top, bottom = _stretch(part.top - RIM, part.bottom + RIM, share * whole[1], rows)
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
    low = min(max(low, -RIM), most + RIM - length)
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
        (-RIM, -RIM, columns + RIM, top),
        (-RIM, bottom, columns + RIM, rows + RIM),
        (-RIM, top, left, bottom),
        (right, top, columns + RIM, bottom),
    ):
        yield Polygon(((x1, y1), (x2, y1), (x2, y2), (x1, y2)), palette.PAPER, alpha=PALER)
    ends = (
        ((left, top), (right, top), top > 0),
        ((left, bottom), (right, bottom), bottom < rows),
        ((left, top), (left, bottom), left > 0),
        ((right, top), (right, bottom), right < columns),
    )
    for start, end, goes_on in ends:
        yield Segment(start, end, GRID if goes_on else FRAME, 1.0 if goes_on else 2.0)
    yield from _letters(rows, part)
