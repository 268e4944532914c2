"""How Splinter's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.search.simple import GreedyAgent

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter

__all__ = ["evaluate", "greedy"]

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
