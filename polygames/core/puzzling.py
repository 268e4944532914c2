"""What a game's module of puzzles offers: positions to look at, and what their moves are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.protocol import State


class Judged(NamedTuple):
    """What a move is worth to the seat that makes it, exactly."""

    value: float
    answer: Any = None
    """The best move of the next seat, where there is one."""


class Puzzling(Protocol):
    """The module of a game that knows its puzzles. Values are those for the seat to move."""

    HORIZONS: Sequence[int | None]
    """Within how many plies a win is looked for, one after the other; None is without a limit."""
    MARGIN: float
    """By how much the best move has to be better than the next one."""
    SHARE: float
    """The largest share of puzzles with one theme."""
    HINTS: Mapping[str, str]
    """A sentence for each theme, which a hint says; a game without them need not have it."""

    def positions(self, rng: Random, /) -> Iterator[State[Any]]:
        """Yield positions of a seeded game in which to look for a puzzle."""

    def judged(self, state: Any, plies: int | None, /) -> dict[Any, Judged] | None:
        """Say by the rules what each move is worth, exactly; None if that takes too long."""

    def proved(self, state: Any, plies: int | None, /) -> dict[Any, float]:
        """Return what the solver of the game proves of moves: a second witness."""

    def images(self, state: Any, /) -> set[Any]:
        """Return the position as each symmetry of the game shows it."""

    def words(self, state: Any, plies: int | None, judged: dict[Any, Judged], /) -> tuple[str, str]:
        """Return what is asked in a position, and its theme."""

    def is_right(self, state: Any, move: Any, /) -> bool:
        """Say of a move of a continuum whether it is as good as the solution.

        Only asked where moves are not finite; a game without such moves need not have it.
        """

    def answer(self, state: Any, move: Any, /) -> Any:
        """Return the answer to a wrong move of a continuum, or None; see `is_right`."""

    def tries(self, state: Any, /) -> Iterable[Any]:
        """Yield moves of a continuum that a check has to try, beside random ones."""
