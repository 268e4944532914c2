"""Polygon's own agents: random, mobility, minimax and solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.options import check_not_over
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.runtime.clock import Clock, SearchAgent
from polygames.runtime.interrupts import reraise_interrupt
from polygames.search.baseline_agents import GreedyAgent
from polygames.search.minimax import MinimaxAgent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.games.polygon.rules import Move, PolygonGame
    from polygames.runtime.clock import Progress

WIN_SCORE = 1000.0


def evaluate(state: PolygonGame, seat: int) -> float:
    """Return the mover's number of legal segments, negated if `seat` is not the mover.

    A won game counts `WIN_SCORE`, a lost one minus that, an unfinished one 0. A player to move
    with few segments soon has none, and loses.
    """
    if state.outcome is not None:
        if not state.outcome.winners:
            return 0.0
        return WIN_SCORE if seat in state.outcome.winners else -WIN_SCORE
    choice = float(min(len(state.segments), WIN_SCORE - 1))
    return choice if seat == state.turn else -choice


def candidate_segments(state: PolygonGame, n: int, rng: Random) -> Sequence[Move]:
    """Return the legal segments, or the losing move `Claim` if there is no legal segment."""
    moves = state.legal_moves.candidates(n, rng)
    draws = [move for move in moves if not isinstance(move, Claim)]
    return draws or moves


class RandomDrawer:
    """An agent that draws random segments; it makes the losing move `Claim` only if it has to.

    Examples
    --------
    >>> from random import Random
    >>> str(pg.agent("random", game="polygon").choose(pg.new("polygon", n=6), Random(1)))
    'B-E'
    """

    def choose(self, state: PolygonGame, rng: Random, /) -> Move:
        """Return a random legal segment; all are equally likely."""
        check_not_over(state)
        return rng.choice(candidate_segments(state, 1, rng))


def mobility() -> GreedyAgent:
    """Return the greedy agent, which leaves its opponent as few replies as possible."""
    return GreedyAgent(evaluate)


def minimax(
    seconds: float | None = 1.0, depth: int | None = None, on_progress: Progress | None = None
) -> MinimaxAgent:
    """Return the minimax agent, which looks ahead for positions that leave few replies.

    Parameters
    ----------
    seconds, depth, on_progress
        See `MinimaxAgent`.
    """
    return MinimaxAgent(
        evaluate,
        seconds=seconds,
        depth=depth,
        candidates=candidate_segments,
        on_progress=on_progress,
    )


class SolverAgent(SearchAgent):
    """An agent that plays a proved win, or else the move that leaves the fewest replies.

    In a proved loss it plays the move that was hardest to refute. Without a proof it avoids moves
    that are proved to lose. The first compiled search takes some seconds longer, once, because it
    is compiled then.

    Parameters
    ----------
    seconds
        The time to think about a move; None thinks until there is a proof.
    nodes
        About how many positions to search: a limit that gives the same move on any machine.

    Examples
    --------
    >>> from random import Random
    >>> agent = pg.agent("solver", game="polygon", seconds=None)
    >>> str(agent.choose(pg.new("polygon", n=6), Random(1)))
    'A-D'
    """

    def __init__(self, seconds: float | None = 1.0, nodes: int | None = None) -> None:
        super().__init__(seconds, nodes=nodes)

    def choose(self, state: PolygonGame, rng: Random, /) -> Move:
        """Return the best move of a proof.

        Without a proof, return a move that leaves the opponent the fewest replies.
        """
        check_not_over(state)
        if not state.segments:
            return Claim()
        solver = Solver(state, Clock(self.seconds, self.stop), max_nodes=self.nodes)
        with reraise_interrupt():  # a solver catches an interrupt; a player has to end with it
            solver.run()
        if solver.winner is not None:
            return solver.best_move()
        lost = {move for move, value in solver.values().items() if value == 2 * state.turn - 1}
        replies = {
            move: len(state.with_segment(*segment).segments)
            for segment in state.segments
            if (move := state.draw(*segment)) not in lost
        }
        fewest = min(replies.values())
        return rng.choice([move for move, number in replies.items() if number == fewest])
