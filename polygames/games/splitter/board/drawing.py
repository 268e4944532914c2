"""What a board of Splitter is drawn from: sheets of any size, dice, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING, Final

from polygames.games.splitter.scoring import EMPTY, NUMBERS, Score
from polygames.scene import palette
from polygames.scene.model import Disc, Polygon, Segment, Text, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.core.protocol import Seat
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Fate, Group
    from polygames.scene.model import Point, Primitive

__all__ = [
    "Frame",
    "Layout",
    "borders",
    "dice",
    "heading",
    "legend",
    "numeral",
    "outlines",
    "score_row",
    "sheet",
    "sign",
    "square",
]

FILLS: Final[dict[Fate | None, str]] = {
    "scoring": palette.tint(palette.GREEN, 0.42),
    "possible": palette.tint(palette.SKY, 0.30),
    "dead": "#e6e3de",
    None: palette.PAPER,
}
"""The ground of a cell, by what becomes of its group; None is an empty cell."""

INKS: Final[dict[Fate, str]] = {
    "scoring": palette.INK,
    "possible": palette.INK,
    "dead": "#6f6a63",
}

FATES: Final[dict[Fate, str]] = {
    "scoring": "scores",
    "possible": "can score",
    "dead": "cannot score",
}

GRID = "#b9b2a6"
STAR_FILL = palette.tint(palette.ORANGE, 0.55)
HEART_FILL = palette.tint(palette.VERMILION, 0.30)
NUMERAL = 0.56
TRAY = 1.9
"""The height of the strip above the sheet, which holds the dice."""
TABLE = 2.0
"""The height of the points below the sheet."""
RIM = 0.35
TITLE = 0.55
"""The height of the line above a small sheet."""
DIE = 1.2
NARROWEST = 8.0
"""How many columns a board is wide at least: on a small pad the cells stay handy."""


@dataclass(frozen=True)
class Frame:
    """Where something lies: its top left corner, and how large a cell is."""

    left: float
    top: float
    size: float = 1.0

    def at(self, column: float, row: float) -> Point:
        """Return the point at a column and row."""
        return self.left + column * self.size, self.top + row * self.size

    def box(self, column: float, row: float, width: float, height: float) -> tuple[Point, ...]:
        """Return the corners of a rectangle."""
        right, bottom = column + width, row + height
        return (
            *(self.at(column, row), self.at(right, row)),
            *(self.at(right, bottom), self.at(column, bottom)),
        )


@dataclass(frozen=True)
class Layout:
    """Where the sheets lie: that of one seat large, those of the others beside it."""

    pad: Pad
    seats: int
    seat: Seat
    """Whose sheet is the large one."""

    main = Frame(0.0, 0.0)

    @property
    def others(self) -> dict[Seat, Frame]:
        """The place of each small sheet."""
        seats = [seat for seat in range(self.seats) if seat != self.seat]
        if not seats:
            return {}
        columns = self._columns
        rows = ceil(len(seats) / columns)
        high = self._height / rows
        size = min(0.5, (high - TITLE - RIM / 2) / self.pad.height)
        wide = self.pad.width * size + RIM
        left, top = self.pad.width + _spare(self.pad) + 2 * RIM, TITLE - TRAY
        return {
            seat: Frame(left + at % columns * wide, top + at // columns * high, size)
            for at, seat in enumerate(seats)
        }

    @property
    def window(self) -> Window:
        """All of the board."""
        spare = _spare(self.pad)
        right = max(
            (frame.at(self.pad.width, 0)[0] for frame in self.others.values()),
            default=self.pad.width + spare,
        )
        return Window(-RIM - spare, -TRAY, right + RIM, self.pad.height + TABLE)

    @property
    def _height(self) -> float:
        return TRAY + self.pad.height + TABLE

    @property
    def _columns(self) -> int:
        few, some = 2, 6
        others = self.seats - 1
        return 1 if others <= few else 2 if others <= some else 3


def _spare(pad: Pad) -> float:
    """Return the room left and right of a pad that is narrower than a board."""
    return max(0.0, NARROWEST - pad.width) / 2


# --- Sheets -------------------------------------------------------------------------------------


def sheet(frame: Frame, score: Score, *, live: bool) -> Iterator[Primitive]:
    """Draw a sheet: cells in the colour of their group, marks, numbers, the centre line.

    Parameters
    ----------
    frame
        Where.
    score
        The sheet, with what becomes of its groups.
    live
        Whether the cells say what they are, and can be clicked where they are empty.
    """
    pad = score.pad
    fates = {cell: group.state for group in score.groups for cell in group.cells}
    for cell in range(len(pad.places)):
        yield _field(frame, score, cell, fates.get(cell), live=live)
    for cell in (*pad.stars, *pad.hearts):
        yield from sign(frame, pad, cell)
    yield from _centre_line(frame, pad)
    yield from borders(frame, pad, (g for g in score.groups if g.state == "scoring"))
    for fate in FATES:  # numbers of one kind in a row: the painter changes its font less often
        for cell in (cell for cell, found in fates.items() if found == fate):
            yield numeral(frame, pad, cell, score.sheet[cell], fate)


def _field(frame: Frame, score: Score, cell: Cell, fate: Fate | None, *, live: bool) -> Polygon:
    row, column = score.pad.places[cell]
    corners = frame.box(column, row, 1, 1)
    if not live:
        return Polygon(corners, FILLS[fate], GRID, 0.75)
    name = f"r{row}c{column}"
    marks = dict.fromkeys(score.pad.stars, ", star") | dict.fromkeys(score.pad.hearts, ", heart")
    what = f": {score.sheet[cell]}, {FATES[fate]}" if fate else ""
    label = f"row {row}, column {column}{marks.get(cell, '')}{what}"
    return Polygon(corners, FILLS[fate], GRID, 1.0, target=None if fate else name, label=label)


def square(frame: Frame, pad: Pad, cell: Cell, **look: object) -> Polygon:
    """Return the outline of a cell, or a cell in another colour."""
    row, column = pad.places[cell]
    return Polygon(frame.box(column, row, 1, 1), **look)  # type: ignore[arg-type]  # its fields


def numeral(
    frame: Frame, pad: Pad, cell: Cell, number: int, fate: Fate, ink: str | None = None
) -> Text:
    """Write a number in a cell; bold if it scores."""
    row, column = pad.places[cell]
    at, bold = frame.at(column + 0.5, row + 0.5), fate == "scoring"
    return Text(at, str(number), NUMERAL * frame.size, ink or INKS[fate], bold=bold)


def outlines(frame: Frame, pad: Pad, cells: Iterable[Cell], color: str) -> Iterator[Polygon]:
    """Mark cells by a rim."""
    width = 3.0 if frame.size == 1 else 1.5
    for cell in cells:
        yield square(frame, pad, cell, stroke=color, width=width)


def borders(frame: Frame, pad: Pad, groups: Iterable[Group]) -> Iterator[Segment]:
    """Draw the line around each group."""
    width = 3.0 if frame.size == 1 else 1.5
    for group in groups:
        places = {pad.places[cell] for cell in group.cells}
        for row, column in sorted(places):
            for down, right, start, end in _SIDES:
                if (row + down, column + right) not in places:
                    a, b = (frame.at(column + dx, row + dy) for dx, dy in (start, end))
                    yield Segment(a, b, palette.GREEN, width)


_SIDES = (
    (-1, 0, (0, 0), (1, 0)),
    (1, 0, (0, 1), (1, 1)),
    (0, -1, (0, 0), (0, 1)),
    (0, 1, (1, 0), (1, 1)),
)


def sign(frame: Frame, pad: Pad, cell: Cell) -> Iterator[Polygon]:
    """Draw the star or heart of a cell, if it has one."""
    if cell in pad.stars:
        yield Polygon(_star(frame, pad, cell), STAR_FILL, palette.ORANGE, 1.0)
    if cell in pad.hearts:
        yield Polygon(_heart(frame, pad, cell), HEART_FILL, palette.VERMILION, 1.0)


def _centre_line(frame: Frame, pad: Pad) -> Iterator[Segment]:
    """Draw a dashed line down the middle of the sheet."""
    x, dashes = pad.width / 2, 3
    width = 2.0 if frame.size == 1 else 1.0
    for number in range(dashes * pad.height):
        top = number / dashes
        yield Segment(frame.at(x, top), frame.at(x, top + 0.6 / dashes), palette.BLUE, width)


def _star(frame: Frame, pad: Pad, cell: Cell) -> tuple[Point, ...]:
    row, column = pad.places[cell]
    turns = [(k * pi / 5, 0.44 if k % 2 == 0 else 0.19) for k in range(10)]
    return tuple(
        frame.at(column + 0.5 + r * sin(angle), row + 0.52 - r * cos(angle)) for angle, r in turns
    )


def _heart(frame: Frame, pad: Pad, cell: Cell) -> tuple[Point, ...]:
    """Return a heart, as drawn by the well-known sums of sines and cosines."""
    row, column = pad.places[cell]
    points = []
    for k in range(24):
        t = k * pi / 12
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append(frame.at(column + 0.5 + x / 39, row + 0.47 - y / 39))
    return tuple(points)


# --- Beside the sheets --------------------------------------------------------------------------


def dice(
    frame: Frame, pad: Pad, roll: tuple[int, int] | None, *, live: bool
) -> Iterator[Primitive]:
    """Draw the dice above the centre line; without a roll they are blank."""
    gap, top = 0.3, -0.25 - DIE
    for number, left in zip(roll or (0, 0), (-DIE - gap / 2, gap / 2), strict=True):
        column = pad.width / 2 + left
        target = f"die{number}" if roll and live else None
        label = f"die: {number}" if roll else ""
        box = frame.box(column, top, DIE, DIE)
        fill = palette.PAPER if roll else "#f3f1ed"
        yield Polygon(box, fill, palette.INK, 2.0, target=target, label=label)
        for right, down in _PIPS[number]:
            at = frame.at(column + DIE * (0.5 + right * 0.27), top + DIE * (0.5 + down * 0.27))
            yield Disc(at, 0.095 * DIE, palette.INK)


_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def heading(frame: Frame, pad: Pad, left: str, right: str) -> Iterator[Text]:
    """Write to the left and right of the dice."""
    y, spare = -0.25 - DIE / 2, _spare(pad)
    yield Text(frame.at(-spare, y), left, 0.4, palette.INK, "left", bold=True)
    yield Text(frame.at(pad.width + spare, y), right, 0.29, palette.GREY, "right")


def score_row(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Draw the points by number, for the hearts, and in all; a star shows what it doubled."""
    pad = score.pad
    doubled = {group.value for group in score.groups if group.points and group.starred}
    entries = [
        (str(number), f"{score.by_number[number]}{'★' if number in doubled else ''}")
        for number in NUMBERS
    ]
    if pad.hearts:
        entries.append(("♥", str(score.hearts)))
    entries.append(("total", str(score.total)))
    wide, top, high = pad.width / len(entries), pad.height + 0.3, 0.45
    for at, (head, points) in enumerate(entries):
        left = at * wide
        last = at == len(entries) - 1
        yield Polygon(frame.box(left, top, wide, high), "#efece6", GRID, 1.0)
        yield Polygon(frame.box(left, top + high, wide, 0.6), palette.PAPER, GRID, 1.0)
        size = min(0.3, wide * 0.34)
        yield Text(frame.at(left + wide / 2, top + high / 2), head, size, palette.GREY)
        at_points = frame.at(left + wide / 2, top + high + 0.32)
        yield Text(at_points, points, min(0.4, wide * 0.42), palette.INK, bold=last)


def legend(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Say what the colours of the cells mean, and what the sheet can still come to."""
    pad = score.pad
    y, size = pad.height + 1.68, min(0.26, pad.width / 30)
    starts = (0.0, 0.19 * pad.width, 0.42 * pad.width)
    for left, (fate, text) in zip(starts, FATES.items(), strict=True):
        box = frame.box(left, y - size / 2, size, size)
        rim, width = (palette.GREEN, 2.0) if fate == "scoring" else (GRID, 1.0)
        yield Polygon(box, FILLS[fate], rim, width)
        yield Text(frame.at(left + size * 1.4, y), text, size, palette.GREY, "left")
    if EMPTY in score.sheet:
        text = f"at most {score.possible}"
        yield Text(frame.at(pad.width, y), text, size, palette.GREY, "right")
