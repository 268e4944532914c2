"""The rules of Take It Easy; the numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from polygames.authoring import CHANCE, FiniteMoves, GameState, Lines, Outcome, fault, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CELLS", "LINES", "NUMBERS", "TILES", "Draw", "Place", "TakeItEasy", "from_text", "new"]

SIDE = 2
"""How many cells lie between the middle and the edge."""
PLACES = tuple(
    (across, down)
    for across in range(-SIDE, SIDE + 1)
    for down in range(SIDE, -SIDE - 1, -1)
    if abs(across + down) <= SIDE
)
"""Each cell: how many columns to the right of the middle, and how many of the falling lines below
the middle one; column by column, from the bottom [1]."""
CELLS = tuple(
    f"{'abcde'[across + SIDE]}{1 + sum(a == across and d > down for a, d in PLACES)}"
    for across, down in PLACES
)
"""The names of the cells [1]."""
NUMBERS = ((1, 5, 9), (2, 6, 7), (3, 4, 8))
"""The numbers by direction: vertical, rising, falling [1]."""
TILES = tuple(product(*NUMBERS))
"""The 27 tiles [1]."""


def _line(cell: tuple[int, int], direction: int) -> int:
    """Return which of the five lines of a direction a cell lies on."""
    across, down = cell
    return (across, -across - down, down)[direction] + SIDE


LINES = tuple(
    (direction, tuple(i for i, place in enumerate(PLACES) if _line(place, direction) == number))
    for direction in range(3)
    for number in range(2 * SIDE + 1)
)
"""The 15 lines: the direction, and the cells by their place in `CELLS` [3]."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile is drawn [2]."""

    tile: tuple[int, int, int]

    def __str__(self) -> str:
        """Write the three numbers: ``5-7-4``."""
        return "-".join(map(str, self.tile))


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the drawn tile on an empty cell [2]."""

    cell: str

    def __str__(self) -> str:
        """Write the cell."""
        return self.cell


DRAWS = tuple(map(Draw, TILES))
PLACINGS = tuple(map(Place, CELLS))


def score(tiles: Sequence[tuple[int, int, int] | None]) -> int:
    """Return what the complete lines score; a cell without a tile has None [3]."""
    total = 0
    for direction, cells in LINES:
        numbers = {tile and tile[direction] for tile in (tiles[cell] for cell in cells)}
        if len(numbers) == 1 and None not in numbers:
            total += len(cells) * (numbers.pop() or 0)
    return total


@dataclass(frozen=True)
class TakeItEasy(GameState):
    """A position of Take It Easy."""

    game: ClassVar[str] = "take_it_easy"
    seats: ClassVar[int] = 1

    laid: tuple[tuple[int, int, int] | None, ...] = (None,) * len(CELLS)
    """The tile on each cell."""
    drawn: tuple[int, int, int] | None = None
    """The tile to be laid; None when one is to be drawn."""

    @property
    def options(self) -> dict[str, object]:
        """The options of the game: none."""
        return {}

    @property
    def ply(self) -> int:
        """How many tiles were drawn and laid."""
        return 2 * sum(tile is not None for tile in self.laid) + (self.drawn is not None)

    @property
    def turn(self) -> int:
        """The player, or chance [2]."""
        return CHANCE if self.drawn is None else 0

    @cached_property
    def left(self) -> tuple[Draw, ...]:
        """The tiles that are still to be had."""
        gone = {*self.laid, self.drawn}
        return tuple(draw for draw in DRAWS if draw.tile not in gone)

    @property
    def legal_moves(self) -> FiniteMoves[Draw] | FiniteMoves[Place]:
        """The tiles that can be drawn, or the empty cells [2]."""
        if self.outcome is not None:
            return FiniteMoves[Draw](())
        if self.drawn is None:
            return FiniteMoves(self.left)
        free = (place for place, tile in zip(PLACINGS, self.laid, strict=True) if tile is None)
        return FiniteMoves(tuple(free))

    def chance_outcomes(self) -> Sequence[tuple[Draw, Fraction]]:
        """Return each tile that can be drawn, all as likely [2]."""
        if self.drawn is not None or self.outcome is not None:
            return ()
        return tuple((draw, Fraction(1, len(self.left))) for draw in self.left)

    @cached_property
    def scores(self) -> tuple[float]:
        """What the complete lines score [3]."""
        return (float(score(self.laid)),)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The score once the board is full [3]."""
        if None in self.laid:
            return None
        return Outcome(frozenset({0}), self.scores, "the board is full")

    def forbids(self, move: object) -> str | None:
        """Return why the rules forbid a move [2], or None."""
        if move in self.legal_moves:
            return None
        if self.drawn is None:
            return "a tile that is left is to be drawn"
        return f"{Draw(self.drawn)} is to be laid on an empty cell"

    def after(self, move: Draw | Place) -> TakeItEasy:
        """Return the position after a legal move."""
        if isinstance(move, Draw):
            return TakeItEasy(self.laid, move.tile)
        at = CELLS.index(move.cell)
        return TakeItEasy((*self.laid[:at], self.drawn, *self.laid[at + 1 :]))


def new() -> TakeItEasy:
    """Return the first position: an empty board, and a tile to be drawn [1]."""
    return TakeItEasy()


def read(laid: list[str], drawn: list[str]) -> TakeItEasy:
    """Return a position; ValueError if it is none."""
    known = {str(draw): draw.tile for draw in DRAWS}
    at: dict[str, tuple[int, int, int]] = {}
    for word in laid:
        cell, _, tile = word.partition("=")
        if one_of(dict.fromkeys(CELLS, cell), cell) in at:
            fault(f"expected no more than one tile on {cell}")
        at[cell] = one_of(known, tile)
    now = [one_of(known, word) for word in drawn]
    out = [*at.values(), *now]
    if len(now) > 1 or len(set(out)) < len(out) or (len(at) == len(CELLS) and now):
        fault("expected each tile once at most, and no more than one to be laid")
    return TakeItEasy(tuple(at.get(cell) for cell in CELLS), now[0] if now else None)


TEXT = Lines("take_it_easy", read, laid=str.split, drawn=str.split)
from_text = TEXT.read


def to_text(state: TakeItEasy) -> str:
    """Write a position: the tiles by their cells, and the one that is to be laid."""
    laid = (f"{cell}={Draw(tile)}" for cell, tile in zip(CELLS, state.laid, strict=True) if tile)
    return TEXT.write(laid=tuple(laid), drawn=(Draw(state.drawn),) if state.drawn else ())
