"""How Territory's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.rules import Claim
from polygames.search.simple import GreedyAgent

if TYPE_CHECKING:
    from random import Random

    from polygames.games.territory.rules import Move, Territory

__all__ = ["Denial", "denial", "evaluate", "greedy"]


def evaluate(state: Territory, seat: int) -> float:
    """Estimate a position: the points by which a seat leads, or its total in solitaire."""
    if state.seats == 1:
        return state.scores[0]
    return state.scores[seat] - state.scores[1 - seat]


def greedy() -> GreedyAgent:
    """Return the agent that takes the most points at once."""
    return GreedyAgent(evaluate)


def denial() -> Denial:
    """Return the agent that also counts what a tile would have been worth to the other."""
    return Denial()


class Denial:
    """Claims the tile that is worth most to both together: what it gains, and what it denies."""

    def choose(self, state: Territory, rng: Random, /) -> Move:
        """Return the best move; equal ones are told apart by chance."""
        moves = tuple(state.legal_moves)
        worth = [self._worth(state, move) for move in moves]
        best = max(worth)
        return rng.choice([move for move, w in zip(moves, worth, strict=True) if w == best])

    @staticmethod
    def _worth(state: Territory, move: Move) -> float:
        """Return the gain and the denial of a claim, and the lead that a takeover wins over."""
        seat = state.turn
        if isinstance(move, Claim):
            tile = state.board.named[move]
            denied = state.value(tile, 1 - seat) if state.seats > 1 else 0.0
            return state.value(tile, seat) + denied
        return evaluate(state.play(move), seat) - evaluate(state, seat)
