"""Minimax on the protocol: alpha-beta, iterative deepening, a transposition table.

It plays any game, with dice or without (at a chance node it takes the mean, as expectimax does);
compiled searches do the same where speed matters. Alpha-beta is described by Knuth and Moore
(1975), *An analysis of alpha-beta pruning*; deepening with a table by Slate and Atkin (1977),
*Chess 4.5: the Northwestern University chess program*.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polygames.core.options import refuse_end
from polygames.core.protocol import CHANCE
from polygames.core.state import wording
from polygames.runtime.clock import OutOfTimeError, Thinker, width_of
from polygames.search.baseline_agents import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from random import Random

    from polygames.core.protocol import Evaluate, Outcome, Seat, State
    from polygames.runtime.clock import Clock, Progress

WIN_SCORE = 1e6
"""The value of a won game, far above every estimate; a win further away is worth a bit less."""

Candidates: TypeAlias = "Callable[[Any, int, Random], Sequence[Any]]"
"""Return the moves worth a look, the most promising first: all, or about so many."""


def spread(state: State[Any], n: int, rng: Random) -> Sequence[Any]:
    """Return all moves, or where they form a continuum about n spread over it."""
    return state.legal_moves.candidates(n, rng)


class TableEntry(NamedTuple):
    """What the transposition table holds of a position, from a search of some depth."""

    depth: int
    low: float
    """The value is at least this."""
    high: float
    """The value is at most this."""
    best: Any
    """The best move, or None."""


class MinimaxAgent(Thinker):
    """Looks as many moves ahead as time allows, and plays the best against the best replies.

    With more than two seats all others are taken to play against the one that thinks.

    Parameters
    ----------
    evaluate
        How good a state is for a seat, where the search ends; without it the game's own estimate,
        or its scores.
    seconds
        The time to think about a move; None thinks until `depth` is reached.
    depth
        How many plies to look ahead at most.
    width
        How many candidates to look at where the moves form a continuum.
    candidates
        The moves worth a look.
    on_progress
        Called after each depth with (depth, value, best move).

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
        candidates: Candidates = spread,
        on_progress: Progress | None = None,
    ) -> None:
        super().__init__(seconds, on_progress, depth=depth)
        self.evaluate, self.candidates, self.width = evaluate, candidates, width_of(width)

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the best move of the deepest search that came to an end; dice are rolled."""
        refuse_end(state)
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        search = _Search(self, state.turn, self.clock(), rng)
        best = search.moves(state)[0]
        try:
            for depth in range(1, (self.depth or 1000) + 1):
                search.cut_short = False
                value = search.value(state, depth, -inf, inf)
                best = search.table[state].best
                self.tell(depth, value, best)
                if not search.cut_short or abs(value) > WIN_SCORE / 2:  # deeper shows no more
                    break
        except OutOfTimeError:
            pass
        return best


class _Search:
    """One search: values are those for the seat that thinks."""

    def __init__(self, agent: MinimaxAgent, seat: Seat, clock: Clock, rng: Random) -> None:
        self.agent, self.seat, self.clock, self.rng = agent, seat, clock, rng
        self.table: dict[State[Any], TableEntry] = {}
        self.path: set[State[Any]] = set()
        self.listed: dict[tuple[State[Any], Hashable], Sequence[Any]] = {}
        self.cut_short = False
        """Whether the search met a position that it had to estimate."""

    def value(self, state: State[Any], depth: int, alpha: float, beta: float) -> float:
        """Return the value; where it is at most alpha or at least beta, only a bound."""
        if not self.clock:
            raise OutOfTimeError
        if state.outcome is not None:
            return self._outcome(state.outcome, depth)
        if state in self.path:
            return 0.0  # a repetition gains nothing for either side
        if depth == 0:
            self.cut_short = True
            return self.agent.evaluate(state, self.seat)
        if state.turn == CHANCE:
            return sum(
                float(chance) * self.value(state.play(move), depth - 1, -inf, inf)
                for move, chance in state.chance_outcomes()
            )
        entry = self.table.get(state)
        if entry and entry.depth == depth and (entry.low >= beta or entry.high <= alpha):
            return entry.low if entry.low >= beta else entry.high
        self.path.add(state)
        try:
            return self._best(state, depth, alpha, beta)
        finally:
            self.path.discard(state)

    def moves(self, state: State[Any]) -> Sequence[Any]:
        """Return the candidates of a state, the same at every visit."""
        key = state, wording(state)
        if key not in self.listed:
            self.listed[key] = self.agent.candidates(state, self.agent.width, self.rng)
        return self.listed[key]

    def _best(self, state: State[Any], depth: int, alpha: float, beta: float) -> float:
        """Try the moves, the best of the last search first, until no better one can matter."""
        entry, moves = self.table.get(state), self.moves(state)
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
        self.table[state] = TableEntry(depth, *bounds, best_move)
        return best

    def _outcome(self, outcome: Outcome, depth: int) -> float:
        if self.seat not in outcome.winners:
            return -WIN_SCORE - depth if outcome.winners else 0.0
        return WIN_SCORE + depth if len(outcome.winners) == 1 else 0.0
