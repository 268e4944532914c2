"""The part of the board that is shown: the pieces, and a few squares around them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from polygames.games.splinter.board.scene import FRAME, GRID, RIM, SIZE, letter
from polygames.games.splinter.boards import PIECE, squares
from polygames.scene import palette
from polygames.scene.model import Polygon, Segment, Text, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.splinter.rules import Splinter
    from polygames.scene.model import Scene

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
    >>> import polygames as pg
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
    for column in range(left, right):
        for y in (top - RIM / 2, bottom + RIM / 2):
            yield Text((column + 0.5, y), letter(column), SIZE, palette.GREY)
    for row in range(top, bottom):
        for x in (left - RIM / 2, right + RIM / 2):
            yield Text((x, row + 0.5), str(rows - row), SIZE, palette.GREY)
