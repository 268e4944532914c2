"""How Splitter's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.scoring import total
from polygames.search.simple import GreedyAgent

if TYPE_CHECKING:
    from polygames.games.splitter.rules import Splitter

__all__ = ["evaluate", "greedy"]


def evaluate(state: Splitter, seat: int) -> float:
    """Estimate a position: the points on a seat's sheet, with what it wrote in secret."""
    return float(total(state.pad, state.sheet(seat)))


def greedy() -> GreedyAgent:
    """Return the agent that takes the most points at once."""
    return GreedyAgent(evaluate)
