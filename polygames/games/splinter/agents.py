"""How Splinter's own agents think."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.lazy import Lazy
from polygames.games.splinter.engine.alphabeta import AlphaBeta
from polygames.games.splinter.engine.features import static_value, tie_likelihood
from polygames.games.splinter.engine.uct import Uct
from polygames.search.baseline_agents import GreedyAgent
from polygames.search.mcts import MctsAgent
from polygames.search.minimax import MinimaxAgent

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.splinter.rules import Splinter

WIN = 1000.0
CONTEMPT = 0.9
"""How bad a tie is for the agents that search, from 0, half a win, to 1, a loss. Two careful
players can repeat moves for ever; a player that minds looks for something else."""

EXPLORE, BLEND = 0.3, 0.8
"""The UCB constant of `mcts`, and the share of the estimate in its values: random games say
little here, where a careful player never does most of what they do."""
LEARNED_EXPLORE, LEARNED_PRIOR, LEARNED_EXPAND = 0.25, 2.0, 12
"""The UCB constant of `learned`, for how many visits its static values count, and with how many a
leaf is expanded. To expand costs most: the net has to look at some hundred positions."""

# `static_value` and `tie_likelihood`, compiled.
ESTIMATE = Lazy("polygames.games.splinter.engine.evaluation:estimate")
STALL = Lazy("polygames.games.splinter.engine.evaluation:stall")
# What a small net has learned of positions.
LEARNED = Lazy("polygames.games.splinter.engine.net:estimate")


def evaluate(state: Splinter, seat: int) -> float:
    """Estimate a position: won or lost, else by how many pawns fewer the seat has lost."""
    other = 1 - seat
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return WIN if seat in state.outcome.winners else -WIN
    return float(state.lost[other] - state.lost[seat])


def contemptuous_value(state: Splinter, seat: int, *, contempt: float) -> float:
    """Return the static value of a position for the seat that thinks, with its contempt for a tie.

    `minimax` goes by it where nothing is compiled.
    """
    value, tie = static_value(state, seat), tie_likelihood(state)
    return value + tie * (-contempt - value)


def greedy() -> GreedyAgent:
    """Return the agent that wins at once if it can, and else takes the most pawns."""
    return GreedyAgent(evaluate)


def mcts(
    *,
    seconds: float | None = 1.0,
    visits: int | None = None,
    contempt: float = CONTEMPT,
    reuse: bool = True,
    on_progress: Callable[[int, float, Any], None] | None = None,
) -> Uct:
    """Return the agent that grows a tree of moves and plays games from its leaves; see `Uct`."""
    limits = {"seconds": seconds, "visits": visits, "reuse": reuse, "on_progress": on_progress}
    return _uct(estimate=ESTIMATE, explore=EXPLORE, blend=BLEND, contempt=contempt, **limits)


def learned(
    *,
    seconds: float | None = 1.0,
    visits: int | None = None,
    contempt: float = CONTEMPT,
    reuse: bool = True,
    on_progress: Callable[[int, float, Any], None] | None = None,
) -> Uct:
    """Return the agent that grows a tree of moves and asks a net what its leaves are worth.

    It plays no random games; see `polygames.games.splinter.engine.net`.
    """
    limits = {"seconds": seconds, "visits": visits, "reuse": reuse, "on_progress": on_progress}
    return _uct(
        estimate=LEARNED,
        explore=LEARNED_EXPLORE,
        prior_visits=LEARNED_PRIOR,
        expand_after=LEARNED_EXPAND,
        blend=1.0,
        contempt=contempt,
        **limits,
    )


def _uct(**options: Any) -> Uct:
    """Return the search that both go by."""
    return Uct(stall=STALL, otherwise=MctsAgent, **options)


def minimax(
    *,
    seconds: float | None = 1.0,
    depth: int | None = None,
    nodes: int | None = None,
    contempt: float = CONTEMPT,
    on_progress: Callable[[int, float, Any], None] | None = None,
) -> AlphaBeta:
    """Return the agent that looks ahead as deep as time allows; see `AlphaBeta`."""
    return AlphaBeta(
        ESTIMATE,
        STALL,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        contempt=contempt,
        otherwise=partial(MinimaxAgent, partial(contemptuous_value, contempt=contempt)),
        on_progress=on_progress,
    )
