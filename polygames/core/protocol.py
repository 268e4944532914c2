"""The protocol of all games: states, moves, outcomes and agents.

The same loop plays every game::

    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from fractions import Fraction
    from random import Random

Seat: TypeAlias = int
"""A player's place, counted from 0. It stays the same when a rule swaps the colours."""

CHANCE: Final[Seat] = -1
"""The ``turn`` of a chance node, where dice are rolled next."""

M = TypeVar("M", bound="Hashable")
M_co = TypeVar("M_co", bound="Hashable", covariant=True)

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    Move = TypeVarWithDefault("Move", bound="Hashable", default=Any)
else:
    Move = TypeVar("Move")
"""The type of the moves of a result; for type checkers, `Analysis` alone means `Analysis[Any]`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: winners, scores and reason.

    Examples
    --------
    >>> print(Outcome(frozenset({1}), (49.63, 50.13), "more than 50 points"))
    seat 1 wins, 49.63 - 50.13 (more than 50 points)
    >>> print(Outcome(frozenset({0, 1}), (3.0, 3.0), "no move left"))
    tie of seats 0 and 1, 3 - 3 (no move left)
    >>> print(Outcome(frozenset(), (0.0, 0.0), "500 plies"))
    unfinished, 0 - 0 (500 plies)
    """

    winners: frozenset[Seat]
    """The winners' seats, several in a tie; empty only if a move limit ended the game."""

    scores: tuple[float, ...]
    """Area, points or group size, one per seat."""

    reason: str
    """The reason for the end, in a few words: ``"more than 50 points"``."""

    @classmethod
    def highest(cls, scores: tuple[float, ...], reason: str) -> Self:
        """Return the outcome of a game in which the highest score wins and equal scores tie.

        Examples
        --------
        >>> print(Outcome.highest((3, 5, 5), "all tiles are taken"))
        tie of seats 1 and 2, 3 - 5 - 5 (all tiles are taken)
        """
        best = max(scores)
        winners = frozenset(seat for seat, score in enumerate(scores) if score == best)
        return cls(winners, scores, reason)

    def __str__(self) -> str:
        """Return the winners, the scores and the reason, on one line."""
        scores = " - ".join(f"{score:g}" for score in (round(score, 2) for score in self.scores))
        return f"{self._headline()}, {scores} ({self.reason})"

    def _headline(self) -> str:
        if not self.winners:
            return "unfinished"
        seats = " and ".join(str(seat) for seat in sorted(self.winners))
        return f"seat {seats} wins" if len(self.winners) == 1 else f"tie of seats {seats}"


@runtime_checkable
class MoveSet(Protocol[M_co]):
    """A lazy view of the legal moves of one state.

    Examples
    --------
    >>> moves = pg.new("polygon", n=5).legal_moves
    >>> isinstance(moves, MoveSet), moves.finite, len(moves)
    (True, True, 10)
    >>> bool(pg.new("polygon", n=3).legal_moves)
    False
    """

    @property
    def finite(self) -> bool:
        """True if the moves can be listed; False for a continuum, such as the lines in Split."""

    def __bool__(self) -> bool: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __len__(self) -> int:
        """Return the number of moves; raise TypeError on a continuum."""

    def __iter__(self) -> Iterator[M_co]:
        """Yield the moves in a fixed order; raise TypeError on a continuum."""

    def sample(self, rng: Random, /) -> M_co:
        """Return a random legal move; at a chance node, a dice roll drawn by its probability."""

    def candidates(self, n: int, rng: Random, /) -> Sequence[M_co]:
        """Return all moves of a finite set, else about n moves spread over the continuum."""


class State(Protocol[M]):
    """One position of a game: a frozen, hashable value.

    Two states are equal if their *positions* are equal; ``ply`` and the like do not count. If equal
    states can write their moves differently, they have different wordings: see
    `polygames.core.state`.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> state.game, state.seats, state.turn, state.ply, state.outcome
    ('polygon', 2, 0, 0, None)
    >>> state = state.play(state.parse("A-C"))
    >>> state.turn, list(map(str, state.legal_moves))
    (1, ['C-E'])
    """

    @property
    def game(self) -> str:
        """The name of the game, as registered in `polygames.game`."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def turn(self) -> Seat:
        """The seat to move, or `CHANCE`. After the end, the seat that would move next."""

    @property
    def ply(self) -> int:
        """The number of moves played since the start."""

    @property
    def legal_moves(self) -> MoveSet[M]:
        """The legal moves; empty if and only if the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it runs."""

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores so far, one per seat."""

    @property
    def options(self) -> Mapping[str, object]:
        """The keyword options of `new` that recreate the starting position of this game."""

    def chance_outcomes(self) -> Sequence[tuple[M, Fraction]]:
        """Return each possible dice roll with its probability; empty if a seat is to move."""

    def play(self, move: M, /) -> Self:
        """Return the state after a move; raise IllegalMoveError if the move is not legal."""

    def view(self, seat: Seat, /) -> Self:
        """Return the state without information that is hidden from a seat.

        If nothing is hidden, it is the same state.
        """

    def parse(self, text: str, /) -> M:
        """Parse a legal move, or raise InvalidMoveError or IllegalMoveError."""

    def to_text(self) -> str:
        """Return the position as text that `polygames.from_text` can read."""


class Agent(Protocol):
    """A player that chooses one of the legal moves.

    An agent that thinks for a long time has an attribute ``stop``, a `threading.Event`. Set it from
    another thread to end the search early with the best move found so far.

    Examples
    --------
    >>> from random import Random
    >>> class First:
    ...     def choose(self, state, rng):
    ...         return next(iter(state.legal_moves))
    >>> pg.match("polygon", First(), "random", games=2, progress=False).names
    ('First', 'random')
    """

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return a legal move or dice roll; raise IllegalMoveError if the game is over."""


class Evaluate(Protocol):
    """A function that estimates the value of a state for a seat; higher is better."""

    def __call__(self, state: Any, seat: Seat, /) -> float:
        """Return the estimated value of a state for a seat."""
