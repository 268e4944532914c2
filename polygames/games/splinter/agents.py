"""How Splinter's own agents think."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from polygames.core.lazy import Lazy
from polygames.games.splinter.engine.alphabeta import AlphaBeta
from polygames.games.splinter.engine.uct import Tuning, Uct
from polygames.search.baseline_agents import GreedyAgent

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter

__all__ = ["AlphaBeta", "evaluate", "greedy", "learned", "mcts"]

WIN_SCORE = 1000.0

TREE_TUNING = Tuning(explore=0.3, prior_visits=4.0, expand_after=8, blend=0.8, tie=0.0)
"""How the tree of `mcts` grows. Most of a value is the estimate: random games say little here,
where a careful player never does most of what they do."""
LEARNED_TREE = Tuning(explore=0.25, prior_visits=2.0, expand_after=12, blend=1.0, tie=0.0)
"""The same for `learned`. To expand a leaf costs most: the net has to look at some hundred
positions."""
COMPILED_ESTIMATE = Lazy("polygames.games.splinter.engine.evaluation:estimate")
LEARNED_ESTIMATE = Lazy("polygames.games.splinter.engine.net:estimate")
"""`static_value`, compiled; and what a small net has learned of positions."""


def evaluate(state: Splinter, seat: int) -> float:
    """Estimate a position: won or lost, else by how many pawns fewer the seat has lost."""
    other = 1 - seat
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return WIN_SCORE if seat in state.outcome.winners else -WIN_SCORE
    return float(state.lost[other] - state.lost[seat])


def greedy() -> GreedyAgent:
    """Return the agent that wins at once if it can, and else takes the most pawns."""
    return GreedyAgent(evaluate)


mcts: Final = partial(Uct, TREE_TUNING, COMPILED_ESTIMATE)
"""Makes the agent that grows a tree of moves and plays games from its leaves."""
learned: Final = partial(Uct, LEARNED_TREE, LEARNED_ESTIMATE)
"""Makes the one that grows a tree and asks a net what its leaves are worth: it plays no random
games; see `polygames.games.splinter.engine.net`."""
