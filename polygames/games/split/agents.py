"""Split's own agents: greedy, one-ply, Monte Carlo tree search and minimax."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING

from polygames.core.options import check_not_over, raise_option_error, whole
from polygames.games.split.engine.one_ply import OnePlyAgent
from polygames.runtime.clock import UNLIMITED_STEPS, Clock, SearchAgent
from polygames.search.baseline_agents import GreedyAgent
from polygames.search.mcts import MctsAgent

if TYPE_CHECKING:
    from random import Random

    from polygames.games.split.rules import Move, Split
    from polygames.runtime.clock import Progress

__all__ = ["OnePlyAgent", "SplitMinimax", "best_candidates", "evaluate", "greedy", "mcts"]

POINTS_PER_LOGIT = 12.0
"""The lead in points that wins about three games in four."""
PLIES_PER_ESTIMATE = 3
"""Levels of memory for a static evaluation: a choice, its answer, and the next line."""


def evaluate(state: Split, seat: int) -> float:
    """Return a static evaluation for a seat: its lead in points, including a pending choice.

    The opponent leaves the smaller of two areas to the seat that cut them, so a pending
    choice counts as the smaller one.
    """
    lead = state.scores[seat] - state.scores[1 - seat]
    if state.choice is None:
        return lead
    gain = min(state.areas[k].value for k in state.choice)
    return lead + (gain if state.turn != seat else -gain)


def greedy(width: int = 40) -> GreedyAgent:
    """Return the greedy agent, which gains the most points at once among `width` candidates."""
    return GreedyAgent(evaluate, width)


def best_candidates(state: Split, n: int, rng: Random) -> Sequence[Move]:
    """Return up to n candidate moves, ranked by static evaluation, best first."""
    from polygames.games.split.engine.iterative_deepening import DeepeningSearch

    try:
        return DeepeningSearch(state, Clock(None), (n,), None, rng, levels=1).ranked_moves
    except OverflowError:
        return state.legal_moves.candidates(n, rng)


def expected_rewards(state: Split, rng: Random) -> tuple[float, float]:
    """Return each seat's expected result, from 0 to 1, based on a static evaluation."""
    from polygames.games.split.engine.iterative_deepening import DeepeningSearch

    try:
        lead = DeepeningSearch(state, Clock(None), (1,), None, rng, levels=PLIES_PER_ESTIMATE).value
    except OverflowError:
        lead = evaluate(state, state.turn)
    share = 1 / (1 + exp(-max(-300.0, min(300.0, lead)) / POINTS_PER_LOGIT))
    return (share, 1 - share) if state.turn == 0 else (1 - share, share)


class SplitMinimax(SearchAgent):
    """An agent by alpha-beta search with iterative deepening, compiled.

    It searches only the best candidates of each position by their static evaluation (forward
    pruning). If a position has more areas or edges than the kernel holds, the one-ply agent plays.

    Parameters
    ----------
    seconds, depth, on_progress
        See `MinimaxAgent`; a ply is a line or a fill, and a value is in points.
    nodes
        Maximum number of candidates to evaluate: a limit that gives the same move on any machine.
    widths
        The number of candidates to search, ply by ply; the last number is for all deeper plies.

    Examples
    --------
    >>> from random import Random
    >>> from polygames.core.descriptions import move_text
    >>> agent, state = pg.agent("minimax", game="split", seconds=None, depth=1), pg.new("split")
    >>> move_text(state, agent.choose(state, Random(1)))
    'cuts 100 into 50 + 50, left to right'
    """

    def __init__(
        self,
        seconds: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        widths: tuple[int, ...] = (60, 16, 10, 8),
        on_progress: Progress | None = None,
    ) -> None:
        super().__init__(seconds, on_progress, depth=depth, nodes=nodes)
        self.widths = _check_widths(widths)

    def choose(self, state: Split, rng: Random, /) -> Move:
        """Return the best move found within the limits."""
        check_not_over(state)
        from polygames.games.split.engine.iterative_deepening import DeepeningSearch  # loads numba

        try:
            search = DeepeningSearch(state, self.start_clock(), self.widths, self.nodes, rng)
        except OverflowError:
            return OnePlyAgent().choose(state, rng)
        for depth, value, move in search.deepen(self.depth):
            self.report_progress(depth, value, move)
        return search.best_move


def _check_widths(widths: object) -> tuple[int, ...]:
    if not isinstance(widths, Sequence) or isinstance(widths, str) or not widths:
        raise_option_error(
            "the option widths", "must be a list of whole numbers, one for each ply", widths
        )
    return tuple(min(UNLIMITED_STEPS, whole("each of widths", width, 1)) for width in widths)


def mcts(
    seconds: float | None = 1.0,
    visits: int | None = None,
    width: int = 40,
    on_progress: Progress | None = None,
) -> MctsAgent:
    """Return an agent that runs a compiled Monte Carlo tree search on candidate lines.

    Candidates of a position are added one by one as it gets more visits (progressive widening:
    Coulom 2007, *Computing Elo ratings of move patterns in the game of Go*; `growth` is the rate).
    `explore` is the UCB constant (Kocsis and Szepesvári 2006, *Bandit based Monte-Carlo
    planning*).

    Parameters
    ----------
    seconds, visits, on_progress
        See `MctsAgent`.
    width
        The number of candidates of a position.
    """
    return MctsAgent(
        seconds=seconds,
        visits=visits,
        width=width,
        growth=1.0,
        explore=0.3,
        candidates=best_candidates,
        estimate=expected_rewards,
        on_progress=on_progress,
    )
