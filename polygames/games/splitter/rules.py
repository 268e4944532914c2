"""The rules of Splitter. Numbers in brackets refer to RULES.md.

A position has the pad, the sheet of each seat, the roll, and the hidden placements since the roll.
Pads and the score of a sheet are in the modules `pads` and `scoring`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.moveset import FiniteMoves
from polygames.core.protocol import CHANCE, Outcome, Seat
from polygames.core.state import GameState
from polygames.games.splitter.pads import Cell, Pad, find_pad
from polygames.games.splitter.scoring import (
    DIE_NUMBERS,
    EMPTY_CELL,
    Sheet,
    sheet_rows,
    solo_rating,
    total_points,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

MAX_PLAYERS = 12
"""The largest number of players [2]."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of two dice, the higher number first [2]."""

    high: int
    low: int

    @classmethod
    def of_dice(cls, first: int, second: int) -> Roll:
        """Return the roll of two dice, given in any order.

        Examples
        --------
        >>> Roll.of_dice(1, 4)
        Roll(high=4, low=1)
        """
        return cls(max(first, second), min(first, second))

    @property
    def is_double(self) -> bool:
        """True if both dice show the same number.

        Examples
        --------
        >>> Roll.of_dice(3, 3).is_double, Roll.of_dice(3, 4).is_double
        (True, False)
        """
        return self.high == self.low

    def __str__(self) -> str:
        """Return the notation, such as ``roll 4-1``."""
        return f"roll {self.high}-{self.low}"


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement of both numbers of the roll in two mirrored cells [2].

    It is identified by the cell of the higher number, or the left cell if the roll is a double.
    """

    row: int
    """The row, from 0 at the top."""
    column: int
    """The column, from 0 at the left."""
    number: int
    """The number in this cell: the higher one of the roll."""

    def __str__(self) -> str:
        """Return the notation, such as ``r2c0=4``."""
        return f"r{self.row}c{self.column}={self.number}"


Move: TypeAlias = Roll | Placement

ROLL_CHANCES: Final = tuple(
    (Roll(high, low), Fraction(1 if high == low else 2, 36))
    for high in DIE_NUMBERS
    for low in range(1, high + 1)
)
"""The 21 rolls of two dice, each with its probability."""


class Rolls(FiniteMoves[Roll]):
    """The 21 possible rolls of two dice: the legal moves when the dice are to be rolled."""

    __slots__ = ()

    def sample(self, rng: Random, /) -> Roll:
        """Return a random roll, with the probabilities of two dice."""
        return Roll.of_dice(rng.choice(DIE_NUMBERS), rng.choice(DIE_NUMBERS))


ALL_ROLLS: Final = Rolls(tuple(roll for roll, _ in ROLL_CHANCES))


@dataclass(frozen=True)
class Options(GameOptions, game="splitter"):
    """The options of `new`."""

    players: int = option(1, "Players", low=1, high=MAX_PLAYERS)
    pad: Any = option(  # noqa: RUF009 - a field
        "A",
        "Sheet",
        "The two printed sheets have different cells.",
        {"A": "Sheet A", "B": "Sheet B"},
        check=lambda _, pad: find_pad(pad),
        is_advanced=False,
    )


@with_options(Options)
def new(options: Options) -> Splitter:
    """Return the start of a game: empty sheets, before the first roll.

    A custom pad is given as rows of text [1].

    Raises
    ------
    OptionError
        If the pad or the number of players is invalid.

    Examples
    --------
    >>> state = new(pad=["*##*"]).play(Roll(4, 1))
    >>> state.play(Placement(0, 2, 4)).rows
    (('0140',),)
    """
    sheet = (EMPTY_CELL,) * len(options.pad.places)
    return Splitter(options.pad, (sheet,) * options.players)


@dataclass(frozen=True, repr=False)
class Splitter(GameState[Move]):
    """A position of Splitter: the pad, the sheets, the roll, the hidden placements."""

    game: ClassVar[str] = "splitter"

    pad: Pad
    sheets: tuple[Sheet, ...]
    """For each seat the number in each cell, 0 if it is empty."""
    roll: Roll | None = None
    """The roll, until all seats have placed it; None at a chance node."""
    pending: tuple[Placement | None, ...] = ()
    """The placements of the first seats since the roll [3]; None for one hidden by `view`."""

    @property
    def options(self) -> dict[str, object]:
        """The options of the game, as keyword arguments of `new`."""
        return {"players": self.seats, "pad": str(self.pad)}

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.sheets)

    @property
    def turn(self) -> Seat:
        """The seat that places the roll next, or `CHANCE` if the dice are to be rolled."""
        return CHANCE if self.roll is None else len(self.pending)

    @property
    def round(self) -> int:
        """The number of complete rounds.

        Examples
        --------
        >>> new().round
        0
        """
        return max(len(sheet) - sheet.count(EMPTY_CELL) for sheet in self.sheets) // 2

    @property
    def ply(self) -> int:
        """The number of rolls and placements so far."""
        begun = 0 if self.roll is None else 1 + len(self.pending)
        return self.round * (1 + self.seats) + begun

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of each sheet, without hidden placements [7]."""
        return tuple(total_points(self.pad, sheet) for sheet in self.sheets)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of each seat's sheet, in the format of `score_sheet`.

        Examples
        --------
        >>> new(pad=["*##*"]).rows
        (('0000',),)
        """
        return tuple(sheet_rows(self.pad, sheet) for sheet in self.sheets)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result if all sheets are full, else None [7, 8]."""
        if self.round < self.pad.rounds:
            return None
        alone = f": {self.rating}" if self.rating else ""
        return Outcome.highest(self.scores, f"{self.pad.rounds} rounds were played{alone}")

    @property
    def rating(self) -> str | None:
        """The rating of a solo game, such as ``"great"``; None on a custom pad [8]."""
        return solo_rating(self.scores[0]) if self.seats == 1 and self.pad.name else None

    @property
    def legal_moves(self) -> FiniteMoves[Roll] | FiniteMoves[Placement]:
        """All rolls if the dice are to be rolled, else the placements of the seat to move.

        Examples
        --------
        >>> len(new().legal_moves)
        21
        """
        if self.outcome is not None:
            return FiniteMoves[Roll](())
        return ALL_ROLLS if self.roll is None else FiniteMoves(self.placements)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The legal placements, in reading order of the higher number's cell [2].

        Examples
        --------
        >>> state = new(pad=["*##*"])
        >>> [str(move) for move in state.play(state.parse("roll 4-1")).placements]
        ['r0c0=4', 'r0c1=4', 'r0c2=4', 'r0c3=4']
        """
        if self.roll is None:
            return ()
        sheet, roll, mirror = self.sheets[self.turn], self.roll, self.pad.mirror
        return tuple(
            Placement(*place, roll.high)
            for cell, place in enumerate(self.pad.places)
            if sheet[cell] == EMPTY_CELL and (cell < mirror[cell] or not roll.is_double)
        )

    def chance_outcomes(self) -> Sequence[tuple[Roll, Fraction]]:
        """Return each roll with its probability; empty unless the dice are to be rolled.

        Examples
        --------
        >>> sum(probability for roll, probability in new().chance_outcomes())
        Fraction(1, 1)
        """
        return ROLL_CHANCES if self.turn == CHANCE and self.outcome is None else ()

    def placement(self, cell: Cell, number: int) -> Placement | None:
        """Return the placement with a number in a cell, or None if the number was not rolled."""
        roll = self.roll
        if roll is None or number not in (roll.high, roll.low):
            return None
        other = self.pad.mirror[cell]
        named = min(cell, other) if roll.is_double else cell if number == roll.high else other
        return Placement(*self.pad.places[named], roll.high)

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why a move is illegal, or None if it is legal [2]."""
        if self.roll is None:
            return None if move in self.legal_moves else "the dice must be rolled first"
        if not isinstance(move, Placement):
            return f"{self.roll} must be written in two mirrored cells"
        return self._placement_fault(move)

    def after(self, move: Move) -> Self:
        """Return the position after a roll or a placement [2, 3]."""
        if isinstance(move, Roll):
            return replace(self, roll=move)
        pending = (*self.pending, move)
        if len(pending) < self.seats:
            return replace(self, pending=pending)
        sheets = tuple(map(self._sheet_with, self.sheets, pending))
        return replace(self, sheets=sheets, roll=None, pending=())

    def sheet(self, seat: Seat) -> Sheet:
        """Return a seat's sheet with its placement of this round, unless `view` hides it."""
        mine = self.pending[seat] if seat in range(len(self.pending)) else None
        return self._sheet_with(self.sheets[seat], mine)

    def sheet_after(self, placement: Placement) -> Sheet:
        """Return the sheet of the seat to move after a placement [2]."""
        return self._sheet_with(self.sheets[self.turn], placement)

    def view(self, seat: Seat, /) -> Self:
        """Return the position as a seat sees it, without hidden placements of other seats [3].

        The game can continue from it; the sheets of the others then lack the hidden placements.
        """
        known = tuple(mine if at == seat else None for at, mine in enumerate(self.pending))
        return replace(self, pending=known)

    def turn_text(self) -> str:
        """Return a description of the position for error messages."""
        last = f"after {self.pad.rounds} rounds"
        if self.round == self.pad.rounds:
            return last
        due = "the dice to be rolled" if self.roll is None else f"{self.roll}, seat {self.turn}"
        return f"round {self.round + 1} of {self.pad.rounds}, {due}"

    def _placement_fault(self, move: Placement) -> str | None:
        """Return the reason why a placement is illegal, or None if it is legal [2]."""
        cell = self.pad.cells.get((move.row, move.column))
        if cell is None:
            return f"pad {self.pad} has no cell in row {move.row}, column {move.column}"
        if self.sheets[self.turn][cell] != EMPTY_CELL:
            return f"the cell holds a {self.sheets[self.turn][cell]}"
        known = self.placement(cell, move.number)
        if known is None:
            return f"{self.roll} has no {move.number}"
        return None if known == move else f"this placement is written {known}"

    def _sheet_with(self, sheet: Sheet, placement: Placement | None) -> Sheet:
        """Return a sheet with a placement of the roll; unchanged if the placement is None [2]."""
        if placement is None or self.roll is None:
            return sheet
        cell, numbers = self.pad.cells[placement.row, placement.column], list(sheet)
        numbers[cell], numbers[self.pad.mirror[cell]] = self.roll.high, self.roll.low
        return tuple(numbers)
