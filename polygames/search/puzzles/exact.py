"""Exact values by the rules alone: every way to play on is tried.

This is what a puzzle rests on. No search of the games is used here, so that their solvers can
be asked as second witnesses.
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
"""How many positions are looked at, at most."""
MAX_DEPTH = 40
"""How many plies ahead, at most."""


class TooLongError(Exception):
    """The ways to play on are too many."""


def by_force(
    state: State[Any], plies: int | None = None, most: int = MAX_NODES
) -> dict[Any, JudgedMove] | None:
    """Say of each move whether it wins by force, 1, or not, -1: in a finite game without dice.

    With `plies` the win has to come within so many. Without it every move has to be settled: it
    wins, or the other seat wins after it; it is looked further and further ahead. None is returned
    if more than `most` positions have to be looked at, or a move cannot be settled.

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
    """Judge all moves, each by a win of one seat or the other, looking ever further ahead."""
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
    """A search for wins of one seat."""

    def __init__(self, seat: Seat, most: int) -> None:
        self.seat, self.most = seat, most
        self.known: dict[Any, bool] = {}

    def judged(self, after: State[Any], left: int) -> JudgedMove:
        """Judge a move of the seat by the position it led to, so many plies before the end."""
        wins = self.wins(after, left)
        return JudgedMove(1 if wins else -1, self.reply(after, left, wins=wins))

    def reply(self, after: State[Any], left: int, *, wins: bool = True) -> Any:
        """Return a move after which the seat still wins, or does not; one that ends it is first."""
        if after.outcome is not None or not left:
            return None
        tried = [(move, after.play(move)) for move in after.legal_moves]
        first = sorted(tried, key=lambda each: each[1].outcome is None)
        return next((m for m, each in first if self.wins(each, left - 1) is wins), None)

    def wins(self, state: State[Any], left: int) -> bool:
        """Whether the seat wins by force within so many plies."""
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
    """Say of each move what it leads to with best play, in points.

    With two seats it is the lead at the end, with one the total; where dice decide, the mean.
    None is returned if more than so many positions have to be looked at.

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
    """A search for the value of positions to seat 0, or its lead over seat 1."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.known: dict[Any, float | Fraction] = {}
        self.ends: dict[Any, float] = {}

    def judged(self, before: State[Any], after: State[Any]) -> JudgedMove:
        """Judge a move by the position it led to."""
        value = self.sign(before) * self.value(after)
        if after.outcome is not None or after.turn in {CHANCE, before.turn}:
            return JudgedMove(value)
        best = max(
            after.legal_moves, key=lambda move: self.sign(after) * self.value(after.play(move))
        )
        return JudgedMove(value, best)

    def sign(self, state: State[Any]) -> int:
        """Return whether the seat to move wants much or little."""
        return -1 if state.turn == 1 else 1

    def value(self, state: State[Any]) -> Any:
        """Return the value of a position."""
        if state in self.known:
            return self.known[state]
        if state in self.ends:
            return self.ends[state]
        if state.outcome is not None:  # to see this may take longer than to find it again
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
