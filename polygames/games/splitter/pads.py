"""The pads of Splitter: their cells, marks and mirrored pairs.

A cell is identified by its index in reading order, so a sheet is a plain tuple of numbers.
Everything else about a pad is derived from its rows of text. Numbers in brackets refer to RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.options import check_rows as given
from polygames.core.options import option_label, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Cell: TypeAlias = int
"""The index of a cell, from 0, in reading order."""

Place: TypeAlias = tuple[int, int]
"""Row and column, both counted from 0 at the top left."""

GAP, PLAIN, STAR_SIGN, HEART_SIGN = ".#*h"

STARS, HEARTS = 2, 3
"""The number of stars of a pad, and of hearts if it has any [1]."""

PAD_OPTION = option_label("splitter", "pad")

MAX_PAD_SIZE: Final = 16
"""The largest number of rows or columns of a pad."""

PUBLISHED_PADS: Final = {
    "A": (
        "..####..",
        ".######.",
        "########",
        "*######*",
        "########",
        ".######.",
        "..####..",
    ),
    "B": (
        "###..#h#",
        "########",
        ".h#####.",
        ".##..##.",
        ".###h##.",
        "########",
        "#*#..#*#",
    ),
}
"""The two published pads [1]."""


@dataclass(frozen=True)
class Pad:
    """A pad, the form of a sheet: its cells, of which each round fills two mirrored ones [1].

    Parameters
    ----------
    rows
        Rows of text of equal, even length: ``#`` is a cell, ``*`` a cell with a star, ``h`` one
        with a heart, ``.`` no cell.

    Raises
    ------
    OptionError
        If the rows are not a valid pad; the message has the row and the reason.

    Examples
    --------
    >>> pad = Pad(("*##*", ".##."))
    >>> pad.slots
    ((0, 3), (1, 2), (4, 5))
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        """Raise OptionError if the rows are not a valid pad."""
        object.__setattr__(self, "rows", given(PAD_OPTION, self.rows, "'A', 'B' or rows of text"))
        if problem := next(_iter_problems(self.rows), None):
            msg = f"{PAD_OPTION}: {problem}"
            raise OptionError(msg)

    @property
    def name(self) -> str | None:
        """The name ``"A"`` or ``"B"``, or None for a custom pad.

        Examples
        --------
        >>> find_pad("A").name, find_pad(["*##*"]).name is None
        ('A', True)
        """
        return next((name for name, rows in PUBLISHED_PADS.items() if rows == self.rows), None)

    @property
    def width(self) -> int:
        """The number of columns.

        Examples
        --------
        >>> find_pad("A").width
        8
        """
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows.

        Examples
        --------
        >>> find_pad("A").height
        7
        """
        return len(self.rows)

    @property
    def rounds(self) -> int:
        """The number of rounds of a game, one for each pair of mirrored cells [2].

        Examples
        --------
        >>> find_pad("A").rounds, find_pad(["*##*"]).rounds
        (22, 2)
        """
        return len(self.slots)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The row and column of each cell."""
        found = ((r, c) for r in range(self.height) for c in range(self.width))
        return tuple((r, c) for r, c in found if self.rows[r][c] != GAP)

    @cached_property
    def cells(self) -> dict[Place, Cell]:
        """The index of each cell by its row and column."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def mirror(self) -> tuple[Cell, ...]:
        """The mirrored cell of each cell, across the centre line in the same row [1].

        Examples
        --------
        >>> find_pad(["*##*"]).mirror
        (3, 2, 1, 0)
        """
        return tuple(self.cells[r, self.width - 1 - c] for r, c in self.places)

    @cached_property
    def slots(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of mirrored cells, left before right, in reading order.

        Examples
        --------
        >>> find_pad(["*##*"]).slots
        ((0, 3), (1, 2))
        """
        return tuple((cell, other) for cell, other in enumerate(self.mirror) if cell < other)

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """The neighbours of each cell, which share a side with it [4].

        Examples
        --------
        >>> find_pad(["*##*"]).neighbours
        ((1,), (0, 2), (1, 3), (2,))
        """
        sides = ((-1, 0), (0, -1), (0, 1), (1, 0))
        around = (tuple((r + down, c + right) for down, right in sides) for r, c in self.places)
        return tuple(tuple(self.cells[p] for p in near if p in self.cells) for near in around)

    @cached_property
    def stars(self) -> tuple[Cell, ...]:
        """The two cells with a star, which doubles the points of a group [5].

        Examples
        --------
        >>> find_pad(["*##*"]).stars
        (0, 3)
        """
        return self._cells_with_mark(STAR_SIGN)

    @cached_property
    def hearts(self) -> tuple[Cell, ...]:
        """The cells with a heart: three, or none [6].

        Examples
        --------
        >>> len(find_pad("B").hearts), find_pad("A").hearts
        (3, ())
        """
        return self._cells_with_mark(HEART_SIGN)

    def _cells_with_mark(self, mark: str) -> tuple[Cell, ...]:
        return tuple(cell for (r, c), cell in self.cells.items() if self.rows[r][c] == mark)

    def __str__(self) -> str:
        """Return the name of a published pad, or the rows with ``/`` between them."""
        return self.name or "/".join(self.rows)


def find_pad(pad: str | Sequence[str] | Pad) -> Pad:
    """Return the pad for a name or for rows of text; a `Pad` is returned unchanged.

    Parameters
    ----------
    pad
        ``"A"``, ``"B"``, or rows: a sequence, or one string with spaces, line ends or ``/``
        between the rows.

    Raises
    ------
    OptionError
        If it is not a valid pad.

    Examples
    --------
    >>> find_pad("A") is find_pad("A")
    True
    >>> find_pad("C")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    match pad:
        case Pad():
            return pad
        case str() if pad in PADS:
            return PADS[pad]
        case str():
            return Pad(pad.replace("/", " "))  # type: ignore[arg-type]  # split there
    return Pad(pad)  # type: ignore[arg-type]  # made a tuple there


def _iter_problems(rows: tuple[str, ...]) -> Iterator[str]:
    """Yield the reasons why rows of text do not form a valid pad [1]."""
    yield from _shape_problem(rows)
    for number, row in enumerate(rows, start=1):
        cells = [mark == GAP for mark in row]
        if cells != cells[::-1]:
            yield f"row {number}, {short_repr(row)}, is not symmetrical about the centre line"
    text = "".join(rows)
    if (stars := text.count(STAR_SIGN)) != STARS:
        yield f"a pad must have {STARS} stars {STAR_SIGN!r}, not {stars}"
    if (hearts := text.count(HEART_SIGN)) not in (0, HEARTS):
        yield f"a pad must have either no heart {HEART_SIGN!r} or {HEARTS}, not {hearts}"


def _shape_problem(rows: tuple[str, ...]) -> Iterator[str]:
    width = len(rows[0])
    if len(rows) > MAX_PAD_SIZE:
        yield f"a pad must have at most {MAX_PAD_SIZE} rows, not {len(rows)}"
    if width % 2 or width not in range(2, MAX_PAD_SIZE + 1):
        row = short_repr(rows[0])
        yield f"a row must have an even number of columns, 2 to {MAX_PAD_SIZE}; {row} has {width}"
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            yield f"row {number}, {short_repr(row)}, has {len(row)} columns, row 1 has {width}"
        if strange := sorted(set(row) - {GAP, PLAIN, STAR_SIGN, HEART_SIGN}):
            where = f"row {number}, {short_repr(row)},"
            yield f"{where} holds {strange[0]!r}: expected only # * h and ."


PADS: Final = {name: Pad(rows) for name, rows in PUBLISHED_PADS.items()}
"""The published pads by name."""
