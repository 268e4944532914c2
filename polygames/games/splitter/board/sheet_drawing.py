"""The sheets of Splitter as primitives: layout, cells, dice, headings, points and legend.

Lengths are in cells of the large sheet, unless they are parts of a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import TYPE_CHECKING, Final

from polygames.games.splitter.scoring import DIE_NUMBERS, EMPTY_CELL
from polygames.scene import highlights, palette
from polygames.scene.model import Disc, Motion, Polygon, Segment, Text, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.core.protocol import Seat
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Fate, Group, Score
    from polygames.scene.model import Point, Primitive


DICE_ROW_HEIGHT = 1.9
"""The height of the strip above the sheet, which holds the dice."""
SCORE_ROW_HEIGHT = 2.0
"""The height of the points below the sheet."""
ROW_NUMBER_RIM = 0.25
"""The margin beside the sheet for row numbers; small, so that cells are large on a phone."""
TITLE_HEIGHT = 0.55
"""The height of the line above a small sheet."""
FINAL_TITLE_HEIGHT = 1.65
"""The height of the name, the points and the rating above a sheet after the game, in its cells."""
FINAL_SCORE_HEIGHT = 1.35
"""The height of the points below a sheet after the game, in its cells."""
FINAL_GAP = 0.7
"""The distance between sheets after the game, in their cells."""
MAX_SHARE_BELOW = 0.4
"""The largest size of a small sheet below the large one, as a share of that one."""
MIN_BOARD_COLUMNS = 8.0
"""The least width of a board in columns, so that the cells of a small pad do not grow too large."""


@dataclass(frozen=True)
class Frame:
    """The frame of a sheet: its top left corner and the size of a cell."""

    left: float
    top: float
    size: float = 1.0

    def to_scene(self, column: float, row: float) -> Point:
        """Return the scene coordinates of a column and row, which may be fractions."""
        return self.left + column * self.size, self.top + row * self.size

    def box_corners(
        self, column: float, row: float, width: float, height: float
    ) -> tuple[Point, ...]:
        """Return the scene coordinates of the corners of a rectangle given in columns and rows."""
        right, bottom = column + width, row + height
        return (
            *(self.to_scene(column, row), self.to_scene(right, row)),
            *(self.to_scene(right, bottom), self.to_scene(column, bottom)),
        )


@dataclass(frozen=True)
class Layout:
    """The layout of the board: one seat's sheet large, the other sheets small beside it.

    They are below it on a page that is higher than wide, where the cells would be too small for a
    finger. After the game, all sheets have the same size, in the same window.
    """

    pad: Pad
    seats: int
    seat: Seat
    """The seat with the large sheet."""
    is_over: bool = False
    is_upright: bool = False
    """Whether the page is higher than wide."""

    main_frame = Frame(0.0, 0.0)

    @property
    def are_sheets_equal(self) -> bool:
        """Whether all sheets have the same size: after a game of several players."""
        return self.is_over and self.seats > 1

    @property
    def frames(self) -> dict[Seat, Frame]:
        """The frame of each sheet, by seat."""
        if self.are_sheets_equal:
            return self._equal_frames
        return {**self.small_frames, self.seat: self.main_frame}

    @property
    def _equal_frames(self) -> dict[Seat, Frame]:
        """The frames of sheets side by side, in as many columns as make them largest."""
        window = self.window
        wide, high = window.right - window.left, window.bottom - window.top
        box_width = self.pad.width + FINAL_GAP
        box_height = FINAL_TITLE_HEIGHT + self.pad.height + FINAL_SCORE_HEIGHT + FINAL_GAP / 2
        grids = ((columns, ceil(self.seats / columns)) for columns in range(1, self.seats + 1))
        size, columns, rows = max(
            (min(1.0, wide / (c * box_width), high / (r * box_height)), c, r) for c, r in grids
        )
        left = window.left + (wide - size * columns * box_width + size * FINAL_GAP) / 2
        top = window.top + (high - size * rows * box_height) / 2 + size * FINAL_TITLE_HEIGHT
        return {
            seat: Frame(
                left + seat % columns * box_width * size,
                top + seat // columns * box_height * size,
                size,
            )
            for seat in range(self.seats)
        }

    @property
    def small_frames(self) -> dict[Seat, Frame]:
        """The frame of each small sheet, by seat."""
        seats = [seat for seat in range(self.seats) if seat != self.seat]
        if not seats:
            return {}
        if self.is_upright:
            return self._frames_below(seats)
        few, some = 2, 6
        columns = 1 if len(seats) <= few else 2 if len(seats) <= some else 3
        rows = ceil(len(seats) / columns)
        high = (DICE_ROW_HEIGHT + self.pad.height + SCORE_ROW_HEIGHT) / rows
        size = min(0.5, (high - TITLE_HEIGHT - ROW_NUMBER_RIM / 2) / self.pad.height)
        wide = self.pad.width * size + ROW_NUMBER_RIM
        left, top = (
            self.pad.width + spare_width(self.pad) + 2 * ROW_NUMBER_RIM,
            TITLE_HEIGHT - DICE_ROW_HEIGHT,
        )
        return {
            seat: Frame(left + at % columns * wide, top + at // columns * high, size)
            for at, seat in enumerate(seats)
        }

    def _frames_below(self, seats: list[Seat]) -> dict[Seat, Frame]:
        """Return the frames of small sheets in rows below the large sheet."""
        columns = max(2, ceil(len(seats) / 2))  # at most two rows
        spare = spare_width(self.pad)
        box_width = (self.pad.width + 2 * spare + ROW_NUMBER_RIM) / columns
        size = min(MAX_SHARE_BELOW, (box_width - ROW_NUMBER_RIM) / self.pad.width)
        box_height = TITLE_HEIGHT + self.pad.height * size + ROW_NUMBER_RIM
        top = self.pad.height + SCORE_ROW_HEIGHT + TITLE_HEIGHT
        return {
            seat: Frame(at % columns * box_width - spare, top + at // columns * box_height, size)
            for at, seat in enumerate(seats)
        }

    @property
    def window(self) -> Window:
        """The bounds of the whole board."""
        spare, pad = spare_width(self.pad), self.pad
        ends = [frame.to_scene(pad.width, pad.height) for frame in self.small_frames.values()]
        return Window(
            -ROW_NUMBER_RIM - spare,
            -DICE_ROW_HEIGHT,
            max([pad.width + spare, *(x for x, _ in ends)]) + ROW_NUMBER_RIM,
            max([pad.height + SCORE_ROW_HEIGHT, *(y + ROW_NUMBER_RIM for _, y in ends)]),
        )


def spare_width(pad: Pad) -> float:
    """Return the empty width on each side of a pad that is narrower than `MIN_BOARD_COLUMNS`."""
    return max(0.0, MIN_BOARD_COLUMNS - pad.width) / 2


# --- A sheet ------------------------------------------------------------------------------------


CELL_FILLS: Final[dict[Fate | None, str]] = {
    "scoring": palette.tint(palette.BLUE, 0.42),
    "possible": palette.tint(palette.SKY, 0.30),
    "dead": "#d2cdc5",
    None: palette.PAPER,
}
"""The fill of a cell by the state of its group; None is an empty cell."""

CELL_INKS: Final[dict[Fate, str]] = {
    "scoring": palette.INK,
    "possible": palette.INK,
    "dead": "#38342f",
}

GROUP_STATES: Final[dict[Fate, str]] = {
    "scoring": "scores",
    "possible": "can score",
    "dead": "cannot score",
}

SCORED_OUTLINE_COLOR = "#00456e"
"""The outline of a scoring group; not green, which marks legal moves."""

GRID_COLOR = "#b9b2a6"
HATCH_COLOR = "#b0a89b"
"""The hatching of cells that cannot score, so that they differ by more than colour."""
STAR_FILL = palette.tint(palette.ORANGE, 0.55)
STAR_PALE = palette.tint(palette.ORANGE, 0.30)
STAR_EDGE = "#7d5600"
HEART_FILL = palette.tint(palette.RED, 0.30)
DIGIT_HEIGHT = 0.56
CORNER_NUMBER_HEIGHT = 0.32
CELL_INSET = 0.08


def draw_sheet(
    frame: Frame, score: Score, *, live: bool, waiting: Sequence[Cell] = ()
) -> Iterator[Primitive]:
    """Draw a sheet: cells in the colours of their groups, marks, numbers and the centre line.

    Cells of a `live` sheet have labels, and the empty ones can be clicked. The numbers in `waiting`
    cells are pale: the other players have not written theirs yet.
    """
    pad = score.pad
    fates = {cell: group.state for group in score.groups for cell in group.cells}
    signs = dict.fromkeys(pad.stars, ", star") | dict.fromkeys(pad.hearts, ", heart")
    for cell, place in enumerate(pad.places):
        number, has = score.sheet[cell], signs.get(cell, "")
        yield _draw_cell(frame, place, number, fates.get(cell), has, live=live)
    for cell, fate in fates.items():
        if fate == "dead":
            yield from draw_hatching(frame, *pad.places[cell])
    yield from _draw_signs(frame, pad, frozenset(fates))
    yield from _draw_centre_line(frame, pad)
    yield from draw_group_borders(frame, pad, (g for g in score.groups if g.state == "scoring"))
    for fate in GROUP_STATES:  # numbers of one kind together: fewer font changes for the painter
        for cell in (cell for cell, found in fates.items() if found == fate):
            ink = palette.GREY if cell in waiting else None
            yield draw_number(frame, pad, cell, score.sheet[cell], fate, ink)


@lru_cache(maxsize=4096)
def _draw_cell(
    frame: Frame,
    place: tuple[int, int],
    number: int,
    fate: Fate | None,
    cell_mark: str,
    *,
    live: bool,
) -> Polygon:
    """Return a cell as a polygon, cached so that equal arguments give the same object."""
    row, column = place
    corners = frame.box_corners(column, row, 1, 1)
    if not live:
        return Polygon(corners, CELL_FILLS[fate], GRID_COLOR, 0.75)
    name = f"r{row}c{column}"
    what = f" is full: {number}, {GROUP_STATES[fate]}" if fate else ""
    label = f"row {row + 1}, column {column + 1}{cell_mark}{what}"
    return Polygon(
        corners, CELL_FILLS[fate], GRID_COLOR, 1.0, target=None if fate else name, label=label
    )


def draw_square(frame: Frame, pad: Pad, cell: Cell, **look: object) -> Polygon:
    """Return a cell as a polygon, with a given fill or stroke."""
    row, column = pad.places[cell]
    return Polygon(frame.box_corners(column, row, 1, 1), **look)  # type: ignore[arg-type]  # its fields


def draw_number(
    frame: Frame, pad: Pad, cell: Cell, number: int, fate: Fate, ink: str | None = None
) -> Text:
    """Return a number in a cell as text; bold if it scores."""
    row, column = pad.places[cell]
    at, bold = frame.to_scene(column + 0.5, row + 0.5), fate == "scoring"
    return Text(at, str(number), DIGIT_HEIGHT * frame.size, ink or CELL_INKS[fate], bold=bold)


def draw_corner_number(frame: Frame, pad: Pad, cell: Cell, number: int, ink: str) -> Text:
    """Return a small number in the corner of a cell, for a placement not yet played."""
    row, column = pad.places[cell]
    at = frame.to_scene(column + 0.34, row + 0.36)
    return Text(
        at, str(number), CORNER_NUMBER_HEIGHT * frame.size, ink, bold=True, halo=palette.PAPER
    )


def draw_outlines(frame: Frame, pad: Pad, cells: Iterable[Cell], color: str) -> Iterator[Primitive]:
    """Draw an outline inside the border of each cell."""
    for cell in cells:
        row, column = pad.places[cell]
        corners, wide = frame.box_corners(column, row, 1, 1), 1.0 if frame.size == 1 else 0.5
        yield from highlights.highlight_area(corners, color, CELL_INSET * frame.size, wide)


@lru_cache(maxsize=4096)
def draw_hatching(
    frame: Frame, row: float, column: float, size: float = 1.0
) -> tuple[Segment, ...]:
    """Return the hatching of a cell that cannot score, or of a square of the given size."""
    return tuple(
        Segment(
            frame.to_scene(column + size * x, row + size * y),
            frame.to_scene(column + size * u, row + size * v),
            HATCH_COLOR,
            1.0,
        )
        for (x, y), (u, v) in _HATCH_STROKES
    )


_HATCH_STROKES = (((0, 0.5), (0.5, 0)), ((0, 1), (1, 0)), ((0.5, 1), (1, 0.5)))


def draw_group_borders(frame: Frame, pad: Pad, groups: Iterable[Group]) -> Iterator[Segment]:
    """Draw the outline of each group."""
    width = 3.0 if frame.size == 1 else 1.5
    for group in groups:
        places = {pad.places[cell] for cell in group.cells}
        for row, column in sorted(places):
            for down, right, start, end in _CELL_SIDES:
                if (row + down, column + right) not in places:
                    a, b = (frame.to_scene(column + dx, row + dy) for dx, dy in (start, end))
                    yield Segment(a, b, SCORED_OUTLINE_COLOR, width)


_CELL_SIDES = (
    (-1, 0, (0, 0), (1, 0)),
    (1, 0, (0, 1), (1, 1)),
    (0, -1, (0, 0), (0, 1)),
    (0, 1, (1, 0), (1, 1)),
)


def draw_sign(frame: Frame, pad: Pad, cell: Cell, *, is_written: bool = False) -> Iterator[Polygon]:
    """Draw the star or heart of a cell, if it has one; a star is paler under a number."""
    width = 0.5 if is_written and frame.size < 1 else 1.0
    if cell in pad.stars:
        fill = STAR_PALE if is_written else STAR_FILL
        yield Polygon(_draw_star(frame, pad, cell), fill, STAR_EDGE, width)
    if cell in pad.hearts:
        yield Polygon(_heart_outline(frame, pad, cell), HEART_FILL, palette.RED, width)


@lru_cache(maxsize=64)
def _draw_signs(frame: Frame, pad: Pad, full: frozenset[Cell]) -> tuple[Polygon, ...]:
    return tuple(
        each
        for cell in (*pad.stars, *pad.hearts)
        for each in draw_sign(frame, pad, cell, is_written=cell in full)
    )


@lru_cache(maxsize=64)
def _draw_centre_line(frame: Frame, pad: Pad) -> tuple[Segment, ...]:
    x, dashes = pad.width / 2, 3
    width = 2.0 if frame.size == 1 else 1.0
    tops = (number / dashes for number in range(dashes * pad.height))
    return tuple(
        Segment(frame.to_scene(x, top), frame.to_scene(x, top + 0.6 / dashes), palette.BLUE, width)
        for top in tops
    )


def _draw_star(frame: Frame, pad: Pad, cell: Cell) -> tuple[Point, ...]:
    row, column = pad.places[cell]
    turns = [(k * pi / 5, 0.44 if k % 2 == 0 else 0.19) for k in range(10)]
    return tuple(
        frame.to_scene(column + 0.5 + r * sin(angle), row + 0.52 - r * cos(angle))
        for angle, r in turns
    )


def _heart_outline(frame: Frame, pad: Pad, cell: Cell) -> tuple[Point, ...]:
    """Return points on the outline of a heart, from a common parametric curve."""
    row, column = pad.places[cell]
    points = []
    for k in range(24):
        t = k * pi / 12
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append(frame.to_scene(column + 0.5 + x / 39, row + 0.47 - y / 39))
    return tuple(points)


# --- Above and below a sheet: dice, headings, points, the legend --------------------------------


DIE_SIZE = 1.2
DICE_GAP = 0.3
DICE_TOP = -0.25 - DIE_SIZE
BOLD_ASPECT = 0.67
"""The width of a bold letter as a share of its size; few letters are wider."""


def draw_dice(
    frame: Frame, pad: Pad, roll: tuple[int, int] | None, *, live: bool
) -> Iterator[Primitive]:
    """Draw the dice above the centre line; blank without a roll."""
    for number, column in zip(roll or (0, 0), _dice_columns(pad), strict=True):
        target = f"die{number}" if roll and live else None
        label = f"die: {number}" if roll else ""
        fill = palette.PAPER if roll else "#f3f1ed"
        box = frame.box_corners(column, DICE_TOP, DIE_SIZE, DIE_SIZE)
        yield Polygon(box, fill, palette.INK, 2.0, target=target, label=label)
    for number, column in zip(roll or (0, 0), _dice_columns(pad), strict=True):
        yield from _draw_pips(frame, column, number)


def dice_motion(frame: Frame, pad: Pad, roll: tuple[int, int]) -> Iterator[Motion]:
    """Return the animation of a roll: two falling dice with different rotations."""
    for number, column, turn in zip(roll, _dice_columns(pad), (-140.0, 110.0), strict=True):
        die = Polygon(
            frame.box_corners(column, DICE_TOP, DIE_SIZE, DIE_SIZE), palette.PAPER, palette.INK, 2.0
        )
        cover = Polygon(
            frame.box_corners(column - 0.05, DICE_TOP - 0.05, DIE_SIZE + 0.1, DIE_SIZE + 0.1),
            palette.PAPER,
        )
        middle = frame.to_scene(column + DIE_SIZE / 2, DICE_TOP + DIE_SIZE / 2)
        pips = tuple(_draw_pips(frame, column, number))
        yield Motion((die, *pips), (cover,), (0.0, -0.35), turn, 0.7, middle)


def _dice_columns(pad: Pad) -> tuple[float, float]:
    """Return the left edges of the two dice, measured in columns."""
    return pad.width / 2 - DIE_SIZE - DICE_GAP / 2, pad.width / 2 + DICE_GAP / 2


def _draw_pips(frame: Frame, column: float, number: int) -> Iterator[Disc]:
    for right, down in _DIE_PIPS[number]:
        at = frame.to_scene(
            column + DIE_SIZE * (0.5 + right * 0.27), DICE_TOP + DIE_SIZE * (0.5 + down * 0.27)
        )
        yield Disc(at, 0.095 * DIE_SIZE, palette.INK)


_DIE_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def fitted_size(size: float, text: str, plain_text: str) -> float:
    """Return a font size, at most `size`, at which a text is about as wide as `plain_text`."""
    return size * min(1.0, (len(plain_text) + 3) / max(1, len(text)))


def draw_heading(
    frame: Frame, pad: Pad, left_text: str, right_text: str, *, plain: str
) -> Iterator[Text]:
    """Draw a text on each side of the dice, smaller if the pad is narrow.

    The text on the left fits the space of `plain`.
    """
    y, spare = DICE_TOP + DIE_SIZE / 2, spare_width(pad)
    room = spare + _dice_columns(pad)[0] - DICE_GAP / 2
    size = 0.4 if pad.name or not right_text else min(0.4, room / (BOLD_ASPECT * len(plain)))
    yield Text(
        frame.to_scene(-spare, y),
        left_text,
        fitted_size(size, left_text, plain),
        palette.INK,
        "left",
        bold=True,
    )
    yield Text(frame.to_scene(pad.width + spare, y), right_text, 0.29, palette.GREY, "right")


def draw_final_title(frame: Frame, pad: Pad, title: str, rating: str) -> Iterator[Text]:
    """Draw the name and the points above a sheet after the game, and below them the rating."""
    for text, height, y, is_bold in ((title, 0.62, -1.15, True), (rating, 0.44, -0.5, False)):
        fitting = pad.width / (BOLD_ASPECT * max(1, len(text)))
        size = min(height, fitting) * frame.size
        ink = palette.INK if is_bold else palette.GREY
        yield Text(frame.to_scene(0.0, y), text, size, ink, "left", bold=is_bold)


def draw_sign_legend(frame: Frame, pad: Pad) -> Iterator[Text]:
    """Draw the explanation of stars and hearts beside the dice."""
    if not pad.name:
        return
    y, size = DICE_TOP + DIE_SIZE - 0.17, 0.29
    yield Text(frame.to_scene(0.0, y), "★ doubles", size, palette.GREY, "left")
    if pad.hearts:
        yield Text(frame.to_scene(pad.width, y), "♥♥♥ alike +5", size, palette.GREY, "right")


def draw_coordinates(frame: Frame, pad: Pad) -> Iterator[Text]:
    """Draw the row and column numbers, counted from 1 as in move descriptions."""
    size, away, above = 0.22, 0.05, 0.12  # close to the cells, inside the keyboard focus frame
    for row in range(pad.height):
        yield Text(frame.to_scene(-away, row + 0.5), f"{row + 1}", size, palette.GREY, "right")
    for column in range(pad.width):
        yield Text(frame.to_scene(column + 0.5, -above), f"{column + 1}", size, palette.GREY)


def draw_score_row(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Draw the row of points: one for each number (★ if doubled), the hearts and the total."""
    pad = score.pad
    doubled = {group.value for group in score.groups if group.points and group.has_star}
    entries = [
        (str(number), f"{score.by_number[number]}{'★' if number in doubled else ''}")
        for number in DIE_NUMBERS
    ]
    if pad.hearts:
        entries.append(("♥", str(score.hearts)))
    entries.append(("total", str(score.total)))
    wide, top, high = pad.width / len(entries), pad.height + 0.3, 0.45
    lefts = [at * wide for at in range(len(entries))]  # like shapes together: painted at once
    for left in lefts:
        yield Polygon(frame.box_corners(left, top, wide, high), "#efece6", GRID_COLOR, 1.0)
    for left in lefts:
        yield Polygon(
            frame.box_corners(left, top + high, wide, 0.6), palette.PAPER, GRID_COLOR, 1.0
        )
    for left, (head, _) in zip(lefts, entries, strict=True):
        size = min(0.3, wide * 0.34)
        at = frame.to_scene(left + wide / 2, top + high / 2)
        yield Text(at, head, size * frame.size, palette.GREY)
    for left, (head, points) in zip(lefts, entries, strict=True):
        at_points = frame.to_scene(left + wide / 2, top + high + 0.32)
        is_last = head == entries[-1][0]
        size = min(0.4, wide * 0.42) * frame.size
        yield Text(at_points, points, size, palette.INK, bold=is_last)


def draw_legend(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Draw the legend of the cell colours, and the highest total that is still possible."""
    pad = score.pad
    y, size = pad.height + 1.68, min(0.24, pad.width / 32)
    starts = (0.0, 0.165 * pad.width, 0.38 * pad.width)
    for left, fate in zip(starts, GROUP_STATES, strict=True):
        box = frame.box_corners(left, y - size / 2, size, size)
        rim, width = (SCORED_OUTLINE_COLOR, 2.0) if fate == "scoring" else (GRID_COLOR, 1.0)
        yield Polygon(box, CELL_FILLS[fate], rim, width)
    yield from draw_hatching(frame, y - size / 2, starts[-1], size)
    for left, text in zip(starts, GROUP_STATES.values(), strict=True):
        yield Text(frame.to_scene(left + size * 1.4, y), text, size, palette.GREY, "left")
    if EMPTY_CELL in score.sheet:
        text = f"at most {score.possible} in the end"
        yield Text(frame.to_scene(pad.width, y), text, size, palette.GREY, "right")
