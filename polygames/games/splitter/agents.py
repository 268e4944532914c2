"""Splitter's agents: each plays for its own total, whoever else plays.

What others write does not touch one's own sheet, so a player of several seats has nothing better
to do than to make its total high; taking risks when behind is not among what these agents do.
They look at what their seat may know only (`Splitter.view`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.options import refuse_end, whole
from polygames.games.splitter.scoring import total
from polygames.runtime.clock import Thinker, at_most, require_limit
from polygames.search.baseline_agents import GreedyAgent

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from polygames.games.splitter.engine.evaluator import Evaluator, RankedMoves
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.rules import Placement, Splitter
    from polygames.runtime.clock import Clock


def points(state: Splitter, seat: int) -> float:
    """Count the points on a seat's sheet, with what it wrote in secret."""
    return float(total(state.pad, state.sheet(seat)))


def evaluate(state: Splitter, seat: int) -> float:
    """Estimate a seat's total at the end, by the learned values of its sheet."""
    return judge_of(state.pad).value(state.sheet(seat))


class SheetAgent(Thinker):
    """Plays the placement that `rank` puts first, within so many seconds; None is no limit.

    Examples
    --------
    >>> from random import Random
    >>> state = pg.new("splitter")
    >>> state = state.play(state.parse("roll 6-6"))
    >>> str(pg.agent("potential", game="splitter").choose(state, Random(1)))
    'r1c3=6'
    """

    def __init__(
        self, rank: Callable[[Splitter, Clock, Random], RankedMoves], seconds: float | None = None
    ) -> None:
        super().__init__(seconds)
        self.rank = rank

    def choose(self, state: Splitter, rng: Random, /) -> Placement | Any:
        """Return the best placement; at a chance node roll the dice."""
        refuse_end(state)
        if state.roll is None:
            return state.legal_moves.sample(rng)
        mine = state.view(state.turn)
        return self.rank(mine, self.clock(), rng)[0].move


def greedy() -> GreedyAgent:
    """Return the agent that takes the most points at once."""
    return GreedyAgent(points)


def potential() -> SheetAgent:
    """Return the agent that writes where the learned value of the sheet is best."""
    return SheetAgent(partial(_rank_placements, "by_value"))


def expectimax(top: int = 8) -> SheetAgent:
    """Return the agent that looks one round ahead, over all 21 rolls.

    Parameters
    ----------
    top
        How many of the most promising placements to look at.
    """
    return SheetAgent(partial(_rank_placements, "by_expectimax", top=whole("top", top, 1)))


def strong(
    seconds: float | None = 0.2, top: int = 8, visits: int | None = None, rounds: int = 8
) -> SheetAgent:
    """Return the agent that plays the game on many times, with the same dice for all placements.

    Where a placement is soon clearly the best it is played without more thought.

    Parameters
    ----------
    seconds
        The time to think about a move; None is no limit, and then `visits` is needed.
    top
        How many of the most promising placements to begin with.
    visits
        How many games to play on at most, all placements together.
    rounds
        How many rounds to play on; the sheets are then valued as they are. To play on to the end
        of a long game would add more noise than it takes error away.
    """
    require_limit(seconds=seconds, visits=visits)
    limits: dict[str, Any] = {
        "top": whole("top", top, 1),
        "rounds": whole("rounds", rounds, 1),
        "visits": at_most("visits", visits),
    }
    return SheetAgent(partial(_played_on, **limits), seconds)


def _rank_placements(
    way: str, state: Splitter, _clock: Clock, _rng: Random, **limits: int
) -> RankedMoves:
    """Rank the placements by their values, in a way of the evaluator that needs no chance."""
    ranked: RankedMoves = getattr(judge_of(state.pad), way)(state, **limits)
    return ranked


def _played_on(state: Splitter, clock: Clock, rng: Random, **limits: Any) -> RankedMoves:
    return judge_of(state.pad).by_rollouts(state, clock, rng, **limits)


def judge_of(pad: Pad) -> Evaluator:
    """Return how sheets of a pad are judged: numba loads here."""
    from polygames.games.splitter.engine.evaluator import evaluator_of

    return evaluator_of(pad)
