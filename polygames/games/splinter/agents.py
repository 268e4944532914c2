"""How Splinter's own agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.lazy import Lazy
from polygames.games.splinter.engine.alphabeta import AlphaBeta
from polygames.games.splinter.engine.features import CONTEMPT
from polygames.games.splinter.engine.uct import Tuning, Uct
from polygames.search.baseline_agents import GreedyAgent

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.splinter.rules import Splinter

__all__ = ["AlphaBeta", "evaluate", "greedy", "learned", "mcts"]

WIN = 1000.0

TREE = Tuning(explore=0.3, prior_visits=4.0, expand_after=8, blend=0.8, tie=0.0)
"""How the tree of `mcts` grows. Most of a value is the estimate: random games say little here,
where a careful player never does most of what they do."""
LEARNED_TREE = Tuning(explore=0.25, prior_visits=2.0, expand_after=12, blend=1.0, tie=0.0)
"""The same for `learned`. To expand a leaf costs most: the net has to look at some hundred
positions."""
ESTIMATE = Lazy("polygames.games.splinter.engine.evaluation:estimate")
LEARNED = Lazy("polygames.games.splinter.engine.net:estimate")
"""`static_value`, compiled; and what a small net has learned of positions."""


def evaluate(state: Splinter, seat: int) -> float:
    """Estimate a position: won or lost, else by how many pawns fewer the seat has lost."""
    other = 1 - seat
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return WIN if seat in state.outcome.winners else -WIN
    return float(state.lost[other] - state.lost[seat])


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
    limits: dict[str, Any] = {
        "seconds": seconds,
        "visits": visits,
        "reuse": reuse,
        "on_progress": on_progress,
    }
    return Uct(TREE, ESTIMATE, contempt=contempt, **limits)


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
    limits: dict[str, Any] = {
        "seconds": seconds,
        "visits": visits,
        "reuse": reuse,
        "on_progress": on_progress,
    }
    return Uct(LEARNED_TREE, LEARNED, contempt=contempt, **limits)
