"""How Polygon's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.state import refuse_end
from polygames.games.polygon.rules import Claim
from polygames.search.minimax import MinimaxAgent
from polygames.search.simple import GreedyAgent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from polygames.games.polygon.rules import Move, PolygonGame

__all__ = ["RandomDrawer", "evaluate", "minimax", "mobility", "segments_first"]

WIN = 1000.0


def evaluate(state: PolygonGame, seat: int) -> float:
    """Estimate a position: won or lost, else how many segments the one to move can choose from.

    Who has few of them soon has none, and loses.
    """
    if state.outcome is not None:
        if not state.outcome.winners:
            return 0.0
        return WIN if seat in state.outcome.winners else -WIN
    choice = float(min(len(state.segments), WIN - 1))
    return choice if seat == state.turn else -choice


def segments_first(state: PolygonGame, n: int, rng: Random) -> Sequence[Move]:
    """Return the moves worth a look: a claim, which loses, only where there is nothing else."""
    moves = state.legal_moves.candidates(n, rng)
    draws = [move for move in moves if not isinstance(move, Claim)]
    return draws or moves


class RandomDrawer:
    """Plays a random segment; it claims only when there is none."""

    def choose(self, state: PolygonGame, rng: Random, /) -> Move:
        """Return any segment that can be drawn, each with the same probability."""
        refuse_end(state)
        return rng.choice(segments_first(state, 1, rng))


def mobility() -> GreedyAgent:
    """Return the agent that leaves its opponent the fewest replies."""
    return GreedyAgent(evaluate)


def minimax(
    seconds: float | None = 1.0,
    depth: int | None = None,
    on_progress: Callable[[int, float, Move], None] | None = None,
) -> MinimaxAgent:
    """Return the agent that looks ahead for a position where its opponent has few replies.

    Parameters
    ----------
    seconds, depth, on_progress
        See `MinimaxAgent`.
    """
    return MinimaxAgent(
        evaluate,
        seconds=seconds,
        depth=depth,
        candidates=segments_first,
        on_progress=on_progress,
    )
