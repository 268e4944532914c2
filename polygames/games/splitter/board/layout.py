"""Where the sheets of Splitter lie on the board, and how large they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from polygames.scene.model import Window

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splitter.pads import Pad
    from polygames.scene.model import Point

TRAY = 1.9
"""The height of the strip above the sheet, which holds the dice."""
TABLE = 2.0
"""The height of the points below the sheet."""
RIM = 0.25
"""Beside the sheet, for the numbers of rows; the less it is, the larger a phone shows the cells."""
TITLE = 0.55
"""The height of the line above a small sheet."""
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
        left, top = self.pad.width + spare_room(self.pad) + 2 * RIM, TITLE - TRAY
        return {
            seat: Frame(left + at % columns * wide, top + at // columns * high, size)
            for at, seat in enumerate(seats)
        }

    @property
    def window(self) -> Window:
        """All of the board."""
        spare = spare_room(self.pad)
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


def spare_room(pad: Pad) -> float:
    """Return the room left and right of a pad that is narrower than a board."""
    return max(0.0, NARROWEST - pad.width) / 2
