"""Territory's agents: two greedy ones, and one that searches by iterative deepening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.options import check_not_over
from polygames.games.territory.rules import Claim, Stop, TakeOver
from polygames.runtime.clock import SearchAgent
from polygames.runtime.interrupts import reraise_interrupt
from polygames.runtime.jit import HAS_NUMBA
from polygames.search.baseline_agents import GreedyAgent
from polygames.search.minimax import MinimaxAgent

if TYPE_CHECKING:
    from random import Random

    from polygames.games.territory.rules import Move, Territory
    from polygames.runtime.clock import Progress


def evaluate(state: Territory, seat: int) -> float:
    """Return the static evaluation for a seat: its lead in points, or its total in solitaire."""
    if state.seats == 1:
        return state.scores[0]
    return state.scores[seat] - state.scores[1 - seat]


def greedy() -> GreedyAgent:
    """Return the agent that maximises `evaluate` after its move."""
    return GreedyAgent(evaluate)


class Denial:
    """An agent that maximises its own gain from a tile plus the gain denied to the other player.

    Examples
    --------
    >>> from random import Random
    >>> state = pg.new("territory", size=4, seed=1)
    >>> str(pg.agent("denial", game="territory").choose(state, Random(1)))
    'r0c1'
    """

    def choose(self, state: Territory, rng: Random, /) -> Move:
        """Return the best move; if several are equally good, a random one of them."""
        check_not_over(state)
        moves = tuple(state.legal_moves)
        gains = [self._claim_score(state, move) for move in moves]
        best = max(gains)
        return rng.choice([move for move, gain in zip(moves, gains, strict=True) if gain == best])

    @staticmethod
    def _claim_score(state: Territory, move: Move) -> float:
        """Return the gain of a claim plus the gain that it denies to the opponent.

        For other moves the change of the lead.
        """
        seat = state.turn
        if isinstance(move, Claim):
            tile = state.board.named[move]
            denied = state.value(tile, 1 - seat) if state.seats > 1 else 0.0
            return state.value(tile, seat) + denied
        return evaluate(state.play(move), seat) - evaluate(state, seat)


class Minimax(SearchAgent):
    """An agent that searches by alpha-beta, to the end of the game once about 30 tiles are free.

    It maximises the difference of the scores, which decides a match of two games. In the literal
    game (`penalty=1`, every tile claimed) all claims are equal, so it plays a random one. In
    solitaire it plays the best line that branch and bound finds within the time.

    Parameters
    ----------
    seconds, depth, on_progress
        See `MinimaxAgent`; values are leads in points.

    Examples
    --------
    >>> from random import Random
    >>> state = pg.new("territory", size=4, seed=1)
    >>> str(pg.agent("minimax", game="territory", depth=4).choose(state, Random(1)))
    'r0c1'
    """

    def __init__(
        self,
        seconds: float | None = 1.0,
        depth: int | None = None,
        on_progress: Progress | None = None,
    ) -> None:
        super().__init__(seconds, on_progress, depth=depth)

    def choose(self, state: Territory, rng: Random, /) -> Move:
        """Return the best move found within the time limit."""
        check_not_over(state)
        if state.rules.solitaire:
            return self._choose_in_solitaire(state, rng)
        if (fixed := state.fixed_difference) is not None:  # a takeover if that wins
            if state.may_take_over and fixed > 0:
                return TakeOver()
            return rng.choice([move for move in state.legal_moves if isinstance(move, Claim)])
        if not HAS_NUMBA:
            return self._choose_uncompiled(state, rng)
        # imports numba
        from polygames.games.territory.engine.iterative_deepening import IterativeDeepening

        try:
            search = IterativeDeepening(state)
        except OverflowError:  # too many tiles for the compiled search
            return self._choose_uncompiled(state, rng)
        deepen = search.deepen_before_swap if state.is_before_swap else search.deepen
        sign = 1 if state.turn == 0 else -1
        best: Move = Denial().choose(state, rng)
        for depth, lead, tile in deepen(self.start_clock(), self.depth):
            best = state.board.claims[tile]
            if state.may_take_over and sign * lead < 0:
                best = TakeOver()
            self.report_progress(depth, sign * lead, best)
        return best

    def _choose_uncompiled(self, state: Territory, rng: Random) -> Move:
        agent = MinimaxAgent(evaluate, seconds=self.seconds, depth=self.depth)
        agent.stop = self.stop
        move: Move = agent.choose(state, rng)
        return move

    def _choose_in_solitaire(self, state: Territory, rng: Random) -> Move:
        from polygames.games.territory.engine.solitaire import solve_solitaire

        with reraise_interrupt():
            solution = solve_solitaire(state, self.start_clock())
        return solution.best or (Stop() if state.may_stop else state.legal_moves.sample(rng))
