"""The two simplest agents, and `evaluate`, the default static evaluation of a state.

One plays a random move, the other the move with the best evaluation one ply ahead.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from polygames.core.options import check_not_over
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.runtime.clock import check_width

if TYPE_CHECKING:
    from random import Random

    from polygames.core.protocol import Evaluate, Seat, State


def evaluate(state: State[Any], seat: Seat, /) -> float:
    """Return the static evaluation of a state for a seat; higher is better.

    The game's own evaluation is used if it has one. Otherwise a finished game is inf for a win, 0
    for a tie and -inf for a loss, and an unfinished one the lead over the best other seat.

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
    """An agent that plays a random legal move.

    Examples
    --------
    >>> from random import Random
    >>> str(RandomAgent().choose(pg.new("polygon"), Random(1)))
    'B-E'
    """

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return a random legal move, drawn with `rng`."""
        check_not_over(state)
        return state.legal_moves.sample(rng)


class GreedyAgent:
    """An agent that plays the move with the best evaluation one ply ahead.

    Parameters
    ----------
    evaluate
        The static evaluation of a state for a seat; by default the game's own, or its scores.
    width
        The number of candidates if the moves form a continuum.

    Examples
    --------
    >>> from random import Random
    >>> fewest = GreedyAgent(lambda state, seat: -len(state.legal_moves))
    >>> str(fewest.choose(pg.new("polygon", n=6), Random(1)))
    'B-E'
    """

    def __init__(self, evaluate: Evaluate = evaluate, width: int = 40) -> None:
        self.evaluate = evaluate
        self.width = check_width(width)

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the best candidate, breaking ties at random; a random roll at a chance node."""
        check_not_over(state)
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        moves = state.legal_moves.candidates(self.width, rng)
        values = [self.evaluate(state.play(move), state.turn) for move in moves]
        best = max(values)
        return rng.choice([m for m, value in zip(moves, values, strict=True) if value == best])
