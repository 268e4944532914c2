"""Exact values by exhaustive search of the rules.

Puzzles rest on these values. They use no game's own search, so that the games' solvers can serve
as independent checks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from polygames.core.plugs import ExactValue
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat, State

MAX_POSITIONS = 60_000
"""The maximum number of positions in a search."""
MAX_SEARCH_PLIES = 40
"""The maximum depth of a search, in plies."""


class TooLongError(Exception):
    """Raised when a search exceeds its position limit."""


def values_by_force(
    state: State[Any], plies: int | None = None, max_positions: int = MAX_POSITIONS
) -> dict[Any, ExactValue] | None:
    """Map each move to 1 if it forces a win, else to -1, in a finite game without dice.

    With `plies` the win has to come within that many plies. Without it every move must be decided,
    by iterative deepening: it wins, or the other seat wins after it. Return None if the search
    needs more than `max_positions` positions, or a move remains undecided.

    Examples
    --------
    >>> judged = values_by_force(pg.new("polygon", n=6))
    >>> sorted(str(move) for move, each in judged.items() if each.value == 1)
    ['A-D', 'B-E', 'C-F', 'D-A', 'E-B', 'F-C']
    """
    try:
        if plies is not None:
            mine = _ForcedWinSearch(state.turn, max_positions)
            return {m: mine.judge(state.play(m), plies - 1) for m in state.legal_moves}
        return _judge_by_deepening(state, max_positions)
    except TooLongError:
        return None


def _judge_by_deepening(state: State[Any], max_positions: int) -> dict[Any, ExactValue] | None:
    """Return the value of each move by iterative deepening; None if a move remains undecided."""
    seats, after = range(state.seats), {move: state.play(move) for move in state.legal_moves}
    found: dict[Any, ExactValue] = {}
    for plies in range(MAX_SEARCH_PLIES):
        forces = [_ForcedWinSearch(seat, max_positions) for seat in seats]
        for move in [each for each in after if each not in found]:
            for force in forces:
                if force.can_win(after[move], plies):
                    value = 1 if force.seat == state.turn else -1
                    found[move] = ExactValue(value, force.find_reply(after[move], plies))
        if len(found) == len(after):
            return {move: found[move] for move in after}
        max_positions -= sum(len(force.cache) for force in forces)
    return None


class _ForcedWinSearch:
    """A search for forced wins of one seat."""

    def __init__(self, seat: Seat, max_positions: int) -> None:
        self.seat, self.max_positions = seat, max_positions
        self.cache: dict[Any, bool] = {}

    def judge(self, next_state: State[Any], plies_left: int) -> ExactValue:
        """Return 1 if the seat can force a win after a move, else -1, with a reply as evidence."""
        wins = self.can_win(next_state, plies_left)
        return ExactValue(1 if wins else -1, self.find_reply(next_state, plies_left, is_win=wins))

    def find_reply(self, next_state: State[Any], plies_left: int, *, is_win: bool = True) -> Any:
        """Return a reply after which `can_win` returns `is_win`; None if there is none.

        Replies that end the game are preferred.
        """
        if next_state.outcome is not None or not plies_left:
            return None
        tried = [(move, next_state.play(move)) for move in next_state.legal_moves]
        first = sorted(tried, key=lambda each: each[1].outcome is None)
        return next((m for m, each in first if self.can_win(each, plies_left - 1) is is_win), None)

    def can_win(self, state: State[Any], plies_left: int) -> bool:
        """Return True if the seat wins by force within `plies_left` plies."""
        if state.outcome is not None:
            return state.outcome.winners == {self.seat}
        if plies_left == 0:
            return False
        key = (state, getattr(state, "history", None), plies_left)
        if key not in self.cache:
            if len(self.cache) >= self.max_positions:
                raise TooLongError
            choose: Callable[..., bool] = any if state.turn == self.seat else all
            after = map(state.play, state.legal_moves)
            self.cache[key] = choose(self.can_win(each, plies_left - 1) for each in after)
        return self.cache[key]


def values_in_points(
    state: State[Any], max_positions: int = MAX_POSITIONS
) -> dict[Any, ExactValue] | None:
    """Return the value of each move in points with best play.

    With two seats this is the lead at the end, with one the total; with dice, the mean.
    Return None if the search needs more than `max_positions` positions.

    Examples
    --------
    >>> state = pg.new("splitter", pad=["*##*"]).play(pg.new("splitter").parse("roll 2-1"))
    >>> {str(move): round(float(each.value), 3) for move, each in values_in_points(state).items()}
    {'r0c0=2': 3.167, 'r0c1=2': 2.639, 'r0c2=2': 2.639, 'r0c3=2': 3.167}
    """
    points = _PointSearch(max_positions)
    try:
        return {move: points.judge(state, state.play(move)) for move in state.legal_moves}
    except TooLongError:
        return None


class _PointSearch:
    """A search for exact values: the lead of seat 0 over seat 1, or the total of a single seat."""

    def __init__(self, max_positions: int) -> None:
        self.max_positions = max_positions
        self.cache: dict[Any, float | Fraction] = {}
        self.final_values: dict[Any, float] = {}

    def judge(self, state: State[Any], next_state: State[Any]) -> ExactValue:
        """Return the exact value of a move from the position after it, with the best reply."""
        value = self.sign(state) * self.value(next_state)
        if next_state.outcome is not None or next_state.turn in {CHANCE, state.turn}:
            return ExactValue(value)
        best = max(
            next_state.legal_moves,
            key=lambda move: self.sign(next_state) * self.value(next_state.play(move)),
        )
        return ExactValue(value, best)

    def sign(self, state: State[Any]) -> int:
        """Return 1 if the seat to move maximises the value, -1 if it minimises it."""
        return -1 if state.turn == 1 else 1

    def value(self, state: State[Any]) -> Any:
        """Return the exact value of a position."""
        if state in self.cache:
            return self.cache[state]
        if state in self.final_values:
            return self.final_values[state]
        if state.outcome is not None:  # checked last, as the outcome may cost more than a look-up
            self.final_values[state] = state.scores[0] - sum(state.scores[1:])
            return self.final_values[state]
        if len(self.cache) >= self.max_positions:
            raise TooLongError
        self.cache[state] = self._compute_value(state)
        return self.cache[state]

    def _compute_value(self, state: State[Any]) -> Any:
        if state.turn == CHANCE:
            rolls = state.chance_outcomes()
            return sum(
                (chance * self.value(state.play(roll)) for roll, chance in rolls), Fraction()
            )
        sign = self.sign(state)
        return sign * max(sign * self.value(state.play(move)) for move in state.legal_moves)
