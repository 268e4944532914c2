"""Moves as numbers and positions as lists of numbers: what programs that learn work with.

A game says in a file ``encoding.py`` how it does that, and names it in `GameEngine.encoding`. The
bridges to other frameworks (`polygames.bridges`) need nothing else of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.core.protocol import Seat, State


class Encoding:
    """How one game, with its options, is written in numbers.

    A number means the same move in every position of the game. Rolls of dice have none: they are
    numbered by their place in `State.chance_outcomes`.

    Examples
    --------
    >>> import polygames as pg
    >>> start = pg.new("splitter", pad=["*##*"])
    >>> encoding = pg.game("splitter").engine.encoding(start)
    >>> encoding.actions, encoding.longest, encoding.shape
    (4, 4, (36,))
    >>> rolled = start.play(start.parse("roll 4-1"))
    >>> {number: str(move) for number, move in encoding.moves(rolled).items()}
    {0: 'r0c0=4', 1: 'r0c1=4', 2: 'r0c2=4', 3: 'r0c3=4'}
    """

    actions: int
    """How many numbers there are: they run from 0."""

    longest: int
    """How many moves and rolls a game has at most."""

    shape: tuple[int, ...]
    """How the numbers that `observe` returns are laid out."""

    lowest: float = -1.0
    """The least that a game can bring: a defeat; in a game of one player, the lowest score."""

    highest: float = 1.0
    """The most that a game can bring: a win; in a game of one player, the highest score."""

    def number(self, state: Any, move: Any) -> int:
        """Return the number of a legal move."""
        raise NotImplementedError

    def observe(self, state: Any, seat: Seat) -> list[float]:
        """Return a position as a seat sees it, row after row, each number from -1 to 1."""
        raise NotImplementedError

    def moves(self, state: Any) -> dict[int, Any]:
        """Return the legal moves by their numbers, which rise.

        Raises
        ------
        OptionError
            While dice are due: rolls have no numbers here.

        Examples
        --------
        >>> import polygames as pg
        >>> start = pg.new("splitter")
        >>> pg.game("splitter").engine.encoding(start).moves(start)
        Traceback (most recent call last):
        ...
        polygames.core.errors.OptionError: dice are due: play one of state.chance_outcomes() first
        """
        if state.turn == CHANCE:
            msg = "dice are due: play one of state.chance_outcomes() first"
            raise OptionError(msg)
        found = ((self.number(state, move), move) for move in state.legal_moves)
        return dict(sorted(found, key=lambda each: each[0]))

    def nearest(self, state: Any, move: Any) -> int:
        """Return the number of a legal move; where moves form a continuum, of one close to it."""
        return self.number(state, move)

    def returns(self, state: State[Any]) -> list[float]:
        """Return what the game brought to each seat; 0 while it runs, and if it is left unfinished.

        Of two seats the winner has 1 and the loser -1; a single player has the score.

        Examples
        --------
        >>> import polygames as pg
        >>> apart = pg.new("splinter", board=["Ww..B", "....b"])
        >>> Encoding().returns(apart)
        [0.0, 0.0]
        """
        outcome = state.outcome
        if outcome is None:
            return [0.0] * state.seats
        if state.seats == 1:
            return [float(outcome.scores[0])]
        if len(outcome.winners) != 1:
            return [0.0] * state.seats
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(state.seats)]


def marks(cells: Iterable[Any], *signs: Any) -> list[float]:
    """Return a layer for each sign: 1 where a cell is that sign, and 0 elsewhere.

    Examples
    --------
    >>> marks("w.b", "w", "b")
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    row = list(cells)
    return [float(cell == sign) for sign in signs for cell in row]
