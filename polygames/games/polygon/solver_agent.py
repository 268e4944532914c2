"""The agent that plays what is proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.state import refuse_end
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.search.clock import StopFlag
from polygames.search.interrupt import passed_on
from polygames.search.limits import thinking_time

if TYPE_CHECKING:
    from random import Random

    from polygames.games.polygon.rules import Move, PolygonGame

__all__ = ["SolverAgent"]


class SolverAgent:
    """Plays a winning move if it finds a proof in time, else what leaves the fewest replies.

    In a position that is proved lost it plays the move that was the hardest to refute, and
    without a proof none that is proved to lose. The first compiled search takes some seconds
    more, once: it is compiled then.

    Parameters
    ----------
    seconds
        The time to think about a move; None thinks until there is a proof.

    Attributes
    ----------
    stop : threading.Event
        Set it, from any thread, to make `choose` return with what is known.
    """

    def __init__(self, seconds: float | None = 1.0) -> None:
        self.seconds = thinking_time(seconds)
        self.stop = StopFlag()

    def choose(self, state: PolygonGame, rng: Random, /) -> Move:
        """Return the best move that is known."""
        refuse_end(state)
        if not state.segments:
            return Claim()
        solver = Solver(state, self.seconds, self.stop)
        with passed_on():  # a solver keeps an interrupt to itself; who plays ends with it
            solver.run()
        if solver.winner is not None:
            return solver.best_move()
        lost = {move for move, value in solver.values().items() if value == 2 * state.turn - 1}
        replies = {
            move: len(state.joined(*segment).segments)
            for segment in state.segments
            if (move := state.draw(*segment)) not in lost
        }
        fewest = min(replies.values())
        return rng.choice([move for move, number in replies.items() if number == fewest])
