"""Minimax on the protocol: alpha-beta, iterative deepening, a transposition table.

It plays any game, with dice or without; at a chance node it returns the mean, like expectimax.
Games use compiled searches of the same kind where speed matters. Alpha-beta is described by Knuth
and Moore (1975), *An analysis of alpha-beta pruning*; deepening with a table by Slate and Atkin
(1977), *Chess 4.5: the Northwestern University chess program*.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polygames.core.options import check_not_over
from polygames.core.protocol import CHANCE
from polygames.core.state import move_name_key
from polygames.runtime.clock import OutOfTimeError, SearchAgent, check_width
from polygames.search.baseline_agents import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from random import Random

    from polygames.core.protocol import Evaluate, Outcome, Seat, State
    from polygames.runtime.clock import Clock, Progress

WIN_SCORE = 1e6
"""The value of a won game, far above every evaluation; a later win is worth slightly less."""

Candidates: TypeAlias = "Callable[[Any, int, Random], Sequence[Any]]"
"""A function that returns the moves to search, the most promising first: all, or about a number."""


def spread_moves(state: State[Any], n: int, rng: Random) -> Sequence[Any]:
    """Return all legal moves, or about `n` spread over them if there are infinitely many."""
    return state.legal_moves.candidates(n, rng)


class TableEntry(NamedTuple):
    """The transposition table's entry for a position: bounds from a search of some depth."""

    depth: int
    low: float
    """The lower bound of the value."""
    high: float
    """The upper bound of the value."""
    best: Any
    """The best move, or None."""


class MinimaxAgent(SearchAgent):
    """An agent that searches as many plies ahead as time allows, by alpha-beta.

    With more than two seats, all others are assumed to play against the searching seat.

    Parameters
    ----------
    evaluate
        The static evaluation of a state for a seat, at the leaves; by default the game's own, or
        its scores.
    seconds
        The thinking time for a move; None for no limit other than `depth`.
    depth
        The maximum number of plies to look ahead.
    width
        The number of candidates if the moves form a continuum.
    candidates
        A function that returns the moves to search.
    on_progress
        A function called after each depth with (depth, value, best move).

    Examples
    --------
    >>> from random import Random
    >>> agent = MinimaxAgent(seconds=None, depth=3)
    >>> str(agent.choose(pg.new("polygon", n=6), Random(1)))
    'A-D'
    """

    def __init__(
        self,
        evaluate: Evaluate = evaluate,
        *,
        seconds: float | None = 1.0,
        depth: int | None = None,
        width: int = 12,
        candidates: Candidates = spread_moves,
        on_progress: Progress | None = None,
    ) -> None:
        super().__init__(seconds, on_progress, depth=depth)
        self.evaluate, self.candidates, self.width = evaluate, candidates, check_width(width)

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the best move of the deepest completed search; a random roll at a chance node."""
        check_not_over(state)
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        search = _Search(self, state.turn, self.start_clock(), rng)
        best = search.moves(state)[0]
        try:
            for depth in range(1, (self.depth or 1000) + 1):
                search.is_cut_short = False
                value = search.value(state, depth, -inf, inf)
                best = search.tt[state].best
                self.report_progress(depth, value, best)
                if not search.is_cut_short or abs(value) > WIN_SCORE / 2:  # it is final
                    break
        except OutOfTimeError:
            pass
        return best


class _Search:
    """One search of an agent. Values are those for the seat to move at the root."""

    def __init__(self, agent: MinimaxAgent, seat: Seat, clock: Clock, rng: Random) -> None:
        self.agent, self.seat, self.clock, self.rng = agent, seat, clock, rng
        self.tt: dict[State[Any], TableEntry] = {}
        self.path: set[State[Any]] = set()
        self.moves_by_state: dict[tuple[State[Any], Hashable], Sequence[Any]] = {}
        self.is_cut_short = False
        """Whether the search evaluated a leaf that was not the end of the game."""

    def value(self, state: State[Any], depth: int, alpha: float, beta: float) -> float:
        """Return the value of a state, or only a bound if it is outside (alpha, beta)."""
        if not self.clock:
            raise OutOfTimeError
        if state.outcome is not None:
            return self._outcome_value(state.outcome, depth)
        if state in self.path:
            return 0.0  # a repetition gains nothing for either side
        if depth == 0:
            self.is_cut_short = True
            return self.agent.evaluate(state, self.seat)
        if state.turn == CHANCE:
            return sum(
                float(chance) * self.value(state.play(move), depth - 1, -inf, inf)
                for move, chance in state.chance_outcomes()
            )
        entry = self.tt.get(state)
        if entry and entry.depth == depth and (entry.low >= beta or entry.high <= alpha):
            return entry.low if entry.low >= beta else entry.high
        self.path.add(state)
        try:
            return self._search_moves(state, depth, alpha, beta)
        finally:
            self.path.discard(state)

    def moves(self, state: State[Any]) -> Sequence[Any]:
        """Return the candidate moves of a state, cached so that every visit has the same ones."""
        key = state, move_name_key(state)
        if key not in self.moves_by_state:
            self.moves_by_state[key] = self.agent.candidates(state, self.agent.width, self.rng)
        return self.moves_by_state[key]

    def _search_moves(self, state: State[Any], depth: int, alpha: float, beta: float) -> float:
        """Return the value of a state by alpha-beta search, trying the table's best move first."""
        entry, moves = self.tt.get(state), self.moves(state)
        first = [entry.best] if entry and entry.best in moves else []
        sign = 1 if state.turn == self.seat else -1
        low, high = alpha, beta
        best, best_move = -inf * sign, None
        for move in (*first, *(move for move in moves if move not in first)):
            value = self.value(state.play(move), depth - 1, low, high)
            if sign * value > sign * best:
                best, best_move = value, move
            low, high = (max(low, best), high) if sign > 0 else (low, min(high, best))
            if low >= high:
                break
        bounds = (best if best > alpha else -inf, best if best < beta else inf)
        self.tt[state] = TableEntry(depth, *bounds, best_move)
        return best

    def _outcome_value(self, outcome: Outcome, depth: int) -> float:
        if self.seat not in outcome.winners:
            return -WIN_SCORE - depth if outcome.winners else 0.0
        return WIN_SCORE + depth if len(outcome.winners) == 1 else 0.0
