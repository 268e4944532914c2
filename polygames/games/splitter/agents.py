"""Splitter's agents, each of which maximises its own total.

Placements of other seats do not change an agent's own sheet, so the agents ignore the other
sheets. They take no extra risk when they are behind. An agent sees only the information that its
seat may know (`Splitter.view`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.options import check_not_over, whole
from polygames.games.splitter.scoring import total_points
from polygames.runtime.clock import SearchAgent, check_limit, require_limit
from polygames.search.baseline_agents import GreedyAgent

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from polygames.games.splitter.engine.placement_ranking import Evaluator, RankedMoves
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.rules import Placement, Splitter
    from polygames.runtime.clock import Clock


def points(state: Splitter, seat: int) -> float:
    """Return the points on a seat's sheet, including its hidden placement of this round."""
    return float(total_points(state.pad, state.sheet(seat)))


def evaluate(state: Splitter, seat: int) -> float:
    """Return an estimate of a seat's final total: the learned value of its sheet."""
    return evaluator_for(state.pad).value(state.sheet(seat))


class SheetAgent(SearchAgent):
    """An agent that plays the placement ranked first by the function `rank`.

    The time limit is `seconds`; None means no limit.

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
        """Return the best placement, or a random roll if the dice are to be rolled."""
        check_not_over(state)
        if state.roll is None:
            return state.legal_moves.sample(rng)
        mine = state.view(state.turn)
        return self.rank(mine, self.start_clock(), rng)[0].move


def greedy() -> GreedyAgent:
    """Return the agent that maximises the points on its sheet after the move."""
    return GreedyAgent(points)


def potential() -> SheetAgent:
    """Return the agent that maximises the learned value of its sheet after the move."""
    return SheetAgent(partial(_rank_placements, "by_value"))


def expectimax(top: int = 8) -> SheetAgent:
    """Return the agent that searches one round ahead by expectimax, over all 21 rolls.

    Parameters
    ----------
    top
        The number of placements to search: those with the best static evaluation.
    """
    return SheetAgent(
        partial(_rank_placements, "by_expectimax", top=whole("the option top", top, 1))
    )


def strong(
    seconds: float | None = 0.2, top: int = 8, visits: int | None = None, rounds: int = 8
) -> SheetAgent:
    """Return the agent that ranks placements by rollouts, with the same dice for all of them.

    It stops early if one placement is clearly the best.

    Parameters
    ----------
    seconds
        The time for a move, in seconds; None for no limit, in which case `visits` is required.
    top
        The number of placements to start with: those with the best static evaluation.
    visits
        The largest number of rollouts, summed over all placements.
    rounds
        The length of a rollout in rounds; its last sheet gets its static evaluation. Rollouts to
        the end of a long game would add more noise than they remove error.
    """
    require_limit(seconds=seconds, visits=visits)
    limits: dict[str, Any] = {
        "top": whole("the option top", top, 1),
        "rounds": whole("the option rounds", rounds, 1),
        "visits": check_limit("visits", visits),
    }
    return SheetAgent(partial(_rank_by_rollouts, **limits), seconds)


def _rank_placements(
    method_name: str, state: Splitter, _clock: Clock, _rng: Random, **limits: int
) -> RankedMoves:
    """Rank the placements by a deterministic method of the evaluator, named by `method_name`."""
    ranked: RankedMoves = getattr(evaluator_for(state.pad), method_name)(state, **limits)
    return ranked


def _rank_by_rollouts(state: Splitter, clock: Clock, rng: Random, **limits: Any) -> RankedMoves:
    return evaluator_for(state.pad).by_rollouts(state, clock, rng, **limits)


def evaluator_for(pad: Pad) -> Evaluator:
    """Return the evaluator for sheets of a pad, importing numba on the first call."""
    from polygames.games.splitter.engine.placement_ranking import evaluator_of

    return evaluator_of(pad)
