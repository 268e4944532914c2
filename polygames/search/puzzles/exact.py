"""Exact values by exhaustive search of the rules.

Puzzles rest on these values. They use no game's own search, so that the games' solvers can serve
as independent checks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from polygames.core.plugs import JudgedMove
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat, State

MAX_NODES = 60_000
"""The maximum number of positions in a search."""
MAX_DEPTH = 40
"""The maximum depth of a search, in plies."""


class TooLongError(Exception):
    """Raised when a search exceeds its position limit."""


def by_force(
    state: State[Any], plies: int | None = None, most: int = MAX_NODES
) -> dict[Any, JudgedMove] | None:
    """Return for each move 1 if it wins by force and -1 if not, in a finite game without dice.

    With `plies` the win has to come within that many plies. Without it every move must be decided,
    by iterative deepening: it wins, or the other seat wins after it. Return None if the search
    needs more than `most` positions, or a move remains undecided.

    Examples
    --------
    >>> judged = by_force(pg.new("polygon", n=6))
    >>> sorted(str(move) for move, each in judged.items() if each.value == 1)
    ['A-D', 'B-E', 'C-F', 'D-A', 'E-B', 'F-C']
    """
    try:
        if plies is not None:
            mine = _Force(state.turn, most)
            return {m: mine.judged(state.play(m), plies - 1) for m in state.legal_moves}
        return _judged_by_wins(state, most)
    except TooLongError:
        return None


def _judged_by_wins(state: State[Any], most: int) -> dict[Any, JudgedMove] | None:
    """Judge all moves by iterative deepening; return None if a move remains undecided."""
    seats, after = range(state.seats), {move: state.play(move) for move in state.legal_moves}
    found: dict[Any, JudgedMove] = {}
    for plies in range(MAX_DEPTH):
        forces = [_Force(seat, most) for seat in seats]
        for move in [each for each in after if each not in found]:
            for force in forces:
                if force.wins(after[move], plies):
                    value = 1 if force.seat == state.turn else -1
                    found[move] = JudgedMove(value, force.reply(after[move], plies))
        if len(found) == len(after):
            return {move: found[move] for move in after}
        most -= sum(len(force.known) for force in forces)
    return None


class _Force:
    """A search for forced wins of one seat."""

    def __init__(self, seat: Seat, most: int) -> None:
        self.seat, self.most = seat, most
        self.known: dict[Any, bool] = {}

    def judged(self, after: State[Any], left: int) -> JudgedMove:
        """Return the verdict on a move by the position after it, searched for `left` plies."""
        wins = self.wins(after, left)
        return JudgedMove(1 if wins else -1, self.reply(after, left, wins=wins))

    def reply(self, after: State[Any], left: int, *, wins: bool = True) -> Any:
        """Return a reply after which the seat wins (or not), preferably one that ends the game."""
        if after.outcome is not None or not left:
            return None
        tried = [(move, after.play(move)) for move in after.legal_moves]
        first = sorted(tried, key=lambda each: each[1].outcome is None)
        return next((m for m, each in first if self.wins(each, left - 1) is wins), None)

    def wins(self, state: State[Any], left: int) -> bool:
        """Return True if the seat wins by force within `left` plies."""
        if state.outcome is not None:
            return state.outcome.winners == {self.seat}
        if left == 0:
            return False
        key = (state, getattr(state, "history", None), left)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLongError
            choose: Callable[..., bool] = any if state.turn == self.seat else all
            after = map(state.play, state.legal_moves)
            self.known[key] = choose(self.wins(each, left - 1) for each in after)
        return self.known[key]


def by_points(state: State[Any], most: int = MAX_NODES) -> dict[Any, JudgedMove] | None:
    """Return the value of each move in points with best play.

    With two seats this is the lead at the end, with one the total; with dice, the mean.
    Return None if the search needs more than `most` positions.

    Examples
    --------
    >>> state = pg.new("splitter", pad=["*##*"]).play(pg.new("splitter").parse("roll 2-1"))
    >>> {str(move): round(float(each.value), 3) for move, each in by_points(state).items()}
    {'r0c0=2': 3.167, 'r0c1=2': 2.639, 'r0c2=2': 2.639, 'r0c3=2': 3.167}
    """
    points = _Points(most)
    try:
        return {move: points.judged(state, state.play(move)) for move in state.legal_moves}
    except TooLongError:
        return None


class _Points:
    """A search for exact values: the lead of seat 0 over seat 1, or the total of a single seat."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.known: dict[Any, float | Fraction] = {}
        self.ends: dict[Any, float] = {}

    def judged(self, before: State[Any], after: State[Any]) -> JudgedMove:
        """Return the verdict on a move by the position after it."""
        value = self.sign(before) * self.value(after)
        if after.outcome is not None or after.turn in {CHANCE, before.turn}:
            return JudgedMove(value)
        best = max(
            after.legal_moves, key=lambda move: self.sign(after) * self.value(after.play(move))
        )
        return JudgedMove(value, best)

    def sign(self, state: State[Any]) -> int:
        """Return 1 if the seat to move maximises the value, -1 if it minimises it."""
        return -1 if state.turn == 1 else 1

    def value(self, state: State[Any]) -> Any:
        """Return the exact value of a position."""
        if state in self.known:
            return self.known[state]
        if state in self.ends:
            return self.ends[state]
        if state.outcome is not None:  # checked last, as the outcome may cost more than a look-up
            self.ends[state] = state.scores[0] - sum(state.scores[1:])
            return self.ends[state]
        if len(self.known) >= self.most:
            raise TooLongError
        self.known[state] = self._found(state)
        return self.known[state]

    def _found(self, state: State[Any]) -> Any:
        if state.turn == CHANCE:
            rolls = state.chance_outcomes()
            return sum(
                (chance * self.value(state.play(roll)) for roll, chance in rolls), Fraction()
            )
        sign = self.sign(state)
        return sign * max(sign * self.value(state.play(move)) for move in state.legal_moves)
