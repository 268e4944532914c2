"""How Splinter's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.search.mcts import MctsAgent
from polygames.search.simple import GreedyAgent
from polygames.search.uct import Uct

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter

__all__ = ["evaluate", "greedy", "mcts"]

WIN = 1000.0


def evaluate(state: Splinter, seat: int) -> float:
    """Estimate a position: won or lost, else by how many pawns fewer the seat has lost."""
    other = 1 - seat
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return WIN if seat in state.outcome.winners else -WIN
    return float(state.lost[other] - state.lost[seat])


def greedy() -> GreedyAgent:
    """Return the agent that wins at once if it can, and else takes the most pawns."""
    return GreedyAgent(evaluate)


def mcts(seconds: float | None = 1.0, visits: int | None = None, contempt: float = 0.5) -> Uct:
    """Return the agent that searches by random games and dislikes ties.

    Parameters
    ----------
    seconds, visits
        The time to think about a move, and how many games to play at most; None is no limit.
    contempt
        How bad a tie is, from 0, half a win, to 1, a loss: careful play would else stall.
    """
    return Uct(seconds=seconds, visits=visits, contempt=contempt, otherwise=MctsAgent)
