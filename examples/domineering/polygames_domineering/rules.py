"""The rules of Domineering; the numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from polygames.authoring import (
    FiniteMoves,
    GameState,
    Lines,
    Outcome,
    look_up_word,
    parse_count,
    raise_value_error,
    square_name,
    whole,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Place a domino on two neighbouring cells [2]."""

    cells: tuple[str, str]

    def __str__(self) -> str:
        """Write the move as text."""
        return "-".join(self.cells)


def all_placements(size: int, seat: int) -> list[Place]:
    """Return every domino of a seat that fits on an empty board: upright or lying [2]."""
    up, right = (1, 0) if seat == 0 else (0, 1)
    starts = ((row, column) for row in range(size - up) for column in range(size - right))
    return [
        Place((square_name(row, col), square_name(row + up, col + right))) for row, col in starts
    ]


@dataclass(frozen=True)
class Domineering(GameState):
    """A position of Domineering."""

    game: ClassVar[str] = "domineering"
    seats: ClassVar[int] = 2
    scores: ClassVar[tuple[float, float]] = (0.0, 0.0)

    size: int
    dominoes: frozenset[Place] = frozenset()

    @property
    def options(self) -> dict[str, object]:
        """The options of the game."""
        return {"size": self.size}

    @property
    def ply(self) -> int:
        """How many dominoes lie on the board."""
        return len(self.dominoes)

    @property
    def turn(self) -> int:
        """Who places the next one."""
        return self.ply % 2

    @property
    def covered_cells(self) -> set[str]:
        """The cells that are covered."""
        return {cell for move in self.dominoes for cell in move.cells}

    @property
    def legal_moves(self) -> FiniteMoves[Place]:
        """The dominoes that fit on free cells [2]."""
        taken = self.covered_cells
        return FiniteMoves(
            [m for m in all_placements(self.size, self.turn) if not taken & {*m.cells}]
        )

    @property
    def outcome(self) -> Outcome | None:
        """Who won [3], or None while the game runs."""
        if self.legal_moves:
            return None
        return Outcome(frozenset({1 - self.turn}), self.scores, "no domino fits")

    def after(self, move: Place) -> Domineering:
        """Return the position after a legal move."""
        return Domineering(self.size, self.dominoes | {move})


def new(size: int = 6) -> Domineering:
    """Return the first position [1]; OptionError if the board is too small or too large."""
    return Domineering(whole("the option size of domineering", size, 2, 12))


def build_position(size: int, placed: list[str]) -> Domineering:
    """Return a position; ValueError if the dominoes do not fit on the board."""
    upright, lying = ({str(m): m for m in all_placements(new(size).size, seat)} for seat in (0, 1))
    found = Domineering(size, frozenset(look_up_word(upright | lying, word) for word in placed))
    ahead = 2 * len(upright.keys() & set(placed)) - len(placed)
    if len(found.covered_cells) != 2 * len(placed) or ahead not in {0, 1}:
        raise_value_error("expected dominoes that do not overlap, upright and lying in turn")
    return found


POSITION_TEXT = Lines("domineering", build_position, size=parse_count, placed=str.split)
from_text = POSITION_TEXT.read


def to_text(state: Domineering) -> str:
    """Write a position."""
    return POSITION_TEXT.write(size=state.size, placed=sorted(map(str, state.dominoes)))
