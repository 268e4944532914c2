"""The two simplest agents: a random move, and the move that looks best one ply ahead.

How a state looks is said here, too: by the estimate of its game, or by the scores.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from polygames.core.options import refuse_end
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.runtime.clock import width_of

if TYPE_CHECKING:
    from random import Random

    from polygames.core.protocol import Evaluate, Seat, State


def evaluate(state: State[Any], seat: Seat, /) -> float:
    """Return how good a state is for a seat; higher is better.

    It is the game's own estimate where it has one. Else a game that is over is won (inf), tied (0)
    or lost (-inf), and while it runs the seat's lead over the best of the others counts.

    Examples
    --------
    >>> evaluate(pg.new("polygon", n=5), 0)
    10.0
    """
    info = info_of(state)
    if info.engine.evaluate is not None:
        return info.engine.evaluate(state, seat)
    if state.outcome is not None:
        won = seat in state.outcome.winners
        return 0.0 if won and len(state.outcome.winners) > 1 else inf if won else -inf
    others = [score for other, score in enumerate(state.scores) if other != seat]
    return state.scores[seat] - max(others, default=0.0)


class RandomAgent:
    """Plays a random legal move.

    Examples
    --------
    >>> from random import Random
    >>> str(RandomAgent().choose(pg.new("polygon"), Random(1)))
    'B-E'
    """

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return `state.legal_moves.sample(rng)`."""
        refuse_end(state)
        return state.legal_moves.sample(rng)


class GreedyAgent:
    """Plays the move after which the state looks best, one ply ahead.

    Parameters
    ----------
    evaluate
        How good a state is for a seat; without it the game's own estimate, or its scores.
    width
        How many candidates to look at where the moves form a continuum.

    Examples
    --------
    >>> from random import Random
    >>> fewest = GreedyAgent(lambda state, seat: -len(state.legal_moves))
    >>> str(fewest.choose(pg.new("polygon", n=6), Random(1)))
    'B-E'
    """

    def __init__(self, evaluate: Evaluate = evaluate, width: int = 40) -> None:
        self.evaluate = evaluate
        self.width = width_of(width)

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the best candidate, a random one if several are equal. Dice are rolled."""
        refuse_end(state)
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        moves = state.legal_moves.candidates(self.width, rng)
        values = [self.evaluate(state.play(move), state.turn) for move in moves]
        best = max(values)
        return rng.choice([m for m, value in zip(moves, values, strict=True) if value == best])
