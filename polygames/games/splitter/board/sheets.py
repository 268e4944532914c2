"""What a sheet of Splitter is drawn from: cells in the colour of their group, marks, numbers."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from polygames.scene import marks, palette
from polygames.scene.model import Polygon, Segment, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.games.splitter.board.layout import Frame
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Fate, Group, Score
    from polygames.scene.model import Point, Primitive

FILLS: Final[dict[Fate | None, str]] = {
    "scoring": palette.tint(palette.BLUE, 0.42),
    "possible": palette.tint(palette.SKY, 0.30),
    "dead": "#d2cdc5",
    None: palette.PAPER,
}
"""The ground of a cell, by what becomes of its group; None is an empty cell."""

INKS: Final[dict[Fate, str]] = {
    "scoring": palette.INK,
    "possible": palette.INK,
    "dead": "#38342f",
}

FATES: Final[dict[Fate, str]] = {
    "scoring": "scores",
    "possible": "can score",
    "dead": "cannot score",
}

SCORED = "#00456e"
"""The line around a group that scores: green is for what can be chosen."""

GRID = "#b9b2a6"
HATCH = "#b0a89b"
"""Lines across cells that cannot score, which tells them from those that can without colour."""
STAR_FILL = palette.tint(palette.ORANGE, 0.55)
STAR_PALE = palette.tint(palette.ORANGE, 0.30)
STAR_EDGE = "#7d5600"
HEART_FILL = palette.tint(palette.VERMILION, 0.30)
NUMERAL = 0.56
CORNER = 0.32
INSET = 0.08


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
    signs = dict.fromkeys(pad.stars, ", star") | dict.fromkeys(pad.hearts, ", heart")
    for cell, place in enumerate(pad.places):
        number, has = score.sheet[cell], signs.get(cell, "")
        yield _field(frame, place, number, fates.get(cell), has, live=live)
    for cell, fate in fates.items():
        if fate == "dead":
            yield from hatch(frame, *pad.places[cell])
    yield from _signs(frame, pad, frozenset(fates))
    yield from _centre_line(frame, pad)
    yield from borders(frame, pad, (g for g in score.groups if g.state == "scoring"))
    for fate in FATES:  # numbers of one kind in a row: the painter changes its font less often
        for cell in (cell for cell, found in fates.items() if found == fate):
            yield numeral(frame, pad, cell, score.sheet[cell], fate)


@lru_cache(maxsize=4096)
def _field(
    frame: Frame, place: tuple[int, int], number: int, fate: Fate | None, has: str, *, live: bool
) -> Polygon:
    """Return a cell: the same one each time, so that it is put in its place but once."""
    row, column = place
    corners = frame.box(column, row, 1, 1)
    if not live:
        return Polygon(corners, FILLS[fate], GRID, 0.75)
    name = f"r{row}c{column}"
    what = f" is full: {number}, {FATES[fate]}" if fate else ""
    label = f"row {row + 1}, column {column + 1}{has}{what}"
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


def corner(frame: Frame, pad: Pad, cell: Cell, number: int, ink: str) -> Text:
    """Write a number that is not there yet small in the corner of a cell."""
    row, column = pad.places[cell]
    at = frame.at(column + 0.34, row + 0.36)
    return Text(at, str(number), CORNER * frame.size, ink, bold=True, halo=palette.PAPER)


def outlines(frame: Frame, pad: Pad, cells: Iterable[Cell], color: str) -> Iterator[Primitive]:
    """Mark cells inside their border."""
    for cell in cells:
        row, column = pad.places[cell]
        corners = frame.box(column, row, 1, 1)
        if frame.size == 1:
            yield from marks.around(corners, color, INSET)
        else:
            yield from marks.around(corners, color, INSET * frame.size, 0.5)


@lru_cache(maxsize=4096)
def hatch(frame: Frame, row: float, column: float, size: float = 1.0) -> tuple[Segment, ...]:
    """Draw the lines across a cell that cannot score, or across a square of another size."""
    return tuple(
        Segment(
            frame.at(column + size * x, row + size * y),
            frame.at(column + size * u, row + size * v),
            HATCH,
            1.0,
        )
        for (x, y), (u, v) in _STROKES
    )


_STROKES = (((0, 0.5), (0.5, 0)), ((0, 1), (1, 0)), ((0.5, 1), (1, 0.5)))


def borders(frame: Frame, pad: Pad, groups: Iterable[Group]) -> Iterator[Segment]:
    """Draw the line around each group."""
    width = 3.0 if frame.size == 1 else 1.5
    for group in groups:
        places = {pad.places[cell] for cell in group.cells}
        for row, column in sorted(places):
            for down, right, start, end in _SIDES:
                if (row + down, column + right) not in places:
                    a, b = (frame.at(column + dx, row + dy) for dx, dy in (start, end))
                    yield Segment(a, b, SCORED, width)


_SIDES = (
    (-1, 0, (0, 0), (1, 0)),
    (1, 0, (0, 1), (1, 1)),
    (0, -1, (0, 0), (0, 1)),
    (0, 1, (1, 0), (1, 1)),
)


def sign(frame: Frame, pad: Pad, cell: Cell, *, is_written: bool = False) -> Iterator[Polygon]:
    """Draw the star or heart of a cell, if it has one; paler under a number."""
    width = 0.5 if is_written and frame.size < 1 else 1.0
    if cell in pad.stars:
        fill = STAR_PALE if is_written else STAR_FILL
        yield Polygon(_star(frame, pad, cell), fill, STAR_EDGE, width)
    if cell in pad.hearts:
        yield Polygon(_heart(frame, pad, cell), HEART_FILL, palette.VERMILION, width)


@lru_cache(maxsize=64)
def _signs(frame: Frame, pad: Pad, full: frozenset[Cell]) -> tuple[Polygon, ...]:
    """Draw all stars and hearts of a pad."""
    return tuple(
        each
        for cell in (*pad.stars, *pad.hearts)
        for each in sign(frame, pad, cell, is_written=cell in full)
    )


@lru_cache(maxsize=64)
def _centre_line(frame: Frame, pad: Pad) -> tuple[Segment, ...]:
    """Draw a dashed line down the middle of the sheet."""
    x, dashes = pad.width / 2, 3
    width = 2.0 if frame.size == 1 else 1.0
    tops = (number / dashes for number in range(dashes * pad.height))
    return tuple(
        Segment(frame.at(x, top), frame.at(x, top + 0.6 / dashes), palette.BLUE, width)
        for top in tops
    )


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
