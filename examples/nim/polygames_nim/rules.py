"""The rules of Nim; the numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from polygames.authoring import (
    FiniteMoves,
    GameOptions,
    GameState,
    Outcome,
    check_items,
    option,
    whole,
    with_options,
)

__all__ = ["Nim", "Take", "new"]

HEAP_LETTERS = "abcdefghijkl"
"""The names of the heaps."""

MAX_HEAPS = 12
"""The most heaps, and the most stones in one."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take some stones from a heap [2]."""

    heap: int
    count: int

    def __str__(self) -> str:
        """Write the move as text."""
        return f"{HEAP_LETTERS[self.heap]}{self.count}"


@dataclass(frozen=True)
class Nim(GameState):
    """A position of Nim."""

    game: ClassVar[str] = "nim"
    seats: ClassVar[int] = 2

    heaps: tuple[int, ...]
    turn: int
    start: tuple[int, ...]
    ply: int = field(default=0, compare=False)

    @property
    def options(self) -> dict[str, object]:
        """The options of the game."""
        return {"heaps": self.start}

    @property
    def legal_moves(self) -> FiniteMoves[Take]:
        """Any number of stones from any heap [2]."""
        return FiniteMoves(
            [
                Take(heap, count)
                for heap, stones in enumerate(self.heaps)
                for count in range(1, stones + 1)
            ]
        )

    @property
    def scores(self) -> tuple[float, float]:
        """One point for who took the last stone [3]."""
        won = None if any(self.heaps) else 1 - self.turn
        return float(won == 0), float(won == 1)

    @property
    def outcome(self) -> Outcome | None:
        """Who took the last stone [3], or None while there is one."""
        if any(self.heaps):
            return None
        return Outcome(frozenset({1 - self.turn}), self.scores, "the last stone is taken")

    def why_forbidden(self, move: object) -> str | None:
        """Return why the rules forbid a move [2], or None."""
        if move in self.legal_moves:
            return None
        return "take 1 stone or more from one heap, no more than it has"

    def after(self, move: Take) -> Nim:
        """Return the position after a legal move."""
        heaps = list(self.heaps)
        heaps[move.heap] -= move.count
        return Nim(tuple(heaps), 1 - self.turn, self.start, self.ply + 1)


def check_heaps(label: str, heaps: object) -> tuple[int, ...]:
    """Return heaps; OptionError if there are too many heaps or stones."""
    given = check_items(label, "must be a list of numbers such as (3, 4, 5)", heaps)
    whole("the number of heaps of nim", len(given), 1, MAX_HEAPS)
    return tuple(whole(label, stones, 1, MAX_HEAPS) for stones in given)


@dataclass(frozen=True)
class Options(GameOptions, game="nim"):
    """The options of `new`."""

    heaps: tuple[int, ...] = option(
        (3, 4, 5), "Heaps", "The stones of each heap.", check=check_heaps
    )


@with_options(Options)
def new(options: Options) -> Nim:
    """Return the first position [1]."""
    return Nim(options.heaps, 0, options.heaps)
