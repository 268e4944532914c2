"""The board of Splinter: its squares, the pieces on them, and the steps between squares.

Numbers in brackets are those of RULES.md. A board is stored as one string: its rows from top to
bottom, with a wall ``#`` around them and between one row and the next. A square is an index into
that string and a direction is a number to add, so a step off the board meets the wall and needs
no other test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Square: TypeAlias = int
Step: TypeAlias = int

EMPTY, WALL = ".", "#"
PAWNS, KINGS = "wb", "WB"
"""The pieces of seat 0 and seat 1."""
PIECE_SIGNS = PAWNS + KINGS
PIECE_PATTERN: Final = re.compile(f"[{PIECE_SIGNS}]")
SEAT_PATTERNS: Final = (re.compile("[wW]"), re.compile("[bB]"))
SEAT_COLORS: Final[tuple[Literal["white"], Literal["black"]]] = ("white", "black")
"""The colour of each seat [2]."""
MAX_BOARD_ROWS = 99
"""Maximum number of rows of a board [9]; 26 columns have letters."""
START_ROWS = (
    *["." * 15] * 6,
    ".....bwbwb.....",
    ".....wbwbw.....",
    ".....bwBwb.....",
    ".....wbWbw.....",
    ".....bwbwb.....",
    ".....wbwbw.....",
    *["." * 15] * 6,
)
"""The board at the start [1]."""


@dataclass(frozen=True, slots=True)
class Push:
    """The move of a piece by one step, which pushes the pieces ahead of it along [3]."""

    start: str
    """The square of the piece: column letter, and row number from the bottom."""
    end: str

    def __str__(self) -> str:
        """Return both squares as text, as in ``h9-h10``."""
        return f"{self.start}-{self.end}"


class Grid:
    """The squares of boards of one size: their names, and the steps between them."""

    def __init__(self, rows: int, columns: int) -> None:
        self.down_step = stride = columns + 1
        """The step from a square to the one below it."""
        self.wall = WALL * (columns + 2)
        """The wall above the first row, and below the last."""
        self.steps = tuple(
            down * stride + right for down, right in product((-1, 0, 1), repeat=2) if down or right
        )
        self.names: dict[Square, str] = {
            len(self.wall) + r * stride + c: f"{ascii_lowercase[c]}{rows - r}"
            for r, c in product(range(rows), range(columns))
        }
        self.pushes: dict[tuple[Square, Step], Push] = {
            (at, step): Push(name, self.names[at + step])
            for at, name in self.names.items()
            for step in self.steps
            if at + step in self.names
        }
        self.squares = {name: at for at, name in self.names.items()}
        self.places = {at: self.to_row_and_column(at) for at in self.names}
        self.steps_by_push = {push: way for way, push in self.pushes.items()}

    def to_row_and_column(self, square: Square) -> tuple[int, int]:
        """Return the row and column of a square, both counted from 0 at the top left."""
        return divmod(square - len(self.wall), len(self.wall) - 1)

    def to_cells(self, rows: Sequence[str]) -> str:
        """Join rows of text to one string, with walls around them and between rows."""
        return self.wall + WALL.join(rows) + self.wall

    def to_rows(self, cells: str) -> tuple[str, ...]:
        """Split a string with walls into rows of text."""
        return tuple(cells[len(self.wall) : -len(self.wall)].split(WALL))


@lru_cache(maxsize=8)
def grid(rows: int, columns: int) -> Grid:
    """Return the cached `Grid` for boards with these numbers of rows and columns."""
    return Grid(rows, columns)


def find_squares(kind: re.Pattern[str], cells: str) -> list[Square]:
    """Return the squares that match a pattern: `PIECE_PATTERN`, or one of `SEAT_PATTERNS`."""
    return [found.start() for found in kind.finditer(cells)]


def count_pieces(cells: str) -> int:
    """Count the pieces on a board."""
    return sum(map(cells.count, PIECE_SIGNS))


def board_problem(rows: Sequence[str]) -> str | None:
    """Return the reason why rows of text do not form a board, or None if they do [9].

    Examples
    --------
    >>> board_problem(["WB"]) is None
    True
    >>> board_problem([])
    'expected rows of text'
    """
    if not rows or not all(isinstance(row, str) for row in rows):
        return "expected rows of text"
    if len(rows) > MAX_BOARD_ROWS:
        return f"a board must have 1 to {MAX_BOARD_ROWS} rows, not {len(rows)}"
    columns = len(rows[0])
    if columns not in range(1, len(ascii_lowercase) + 1):
        return f"a row must have 1 to {len(ascii_lowercase)} squares, not {columns}"
    for number, row in enumerate(rows, start=1):
        if len(row) != columns:
            return f"row {number} has {len(row)} squares, row 1 has {columns}"
        if strange := set(row) - set(EMPTY + PIECE_SIGNS):
            return f"row {number} holds {min(strange)!r}, expected only {EMPTY + PIECE_SIGNS}"
    return None


def kings_problem(rows: Sequence[str]) -> str | None:
    """Return a message about a wrong number of kings, or None if each colour has one [9].

    Examples
    --------
    >>> kings_problem(["W."])
    'there must be one black king B, not 0'
    >>> kings_problem(["WB"]) is None
    True
    """
    for color, king in zip(SEAT_COLORS, KINGS, strict=True):
        if (kings := "".join(rows).count(king)) != 1:
            return f"there must be one {color} king {king}, not {kings}"
    return None
