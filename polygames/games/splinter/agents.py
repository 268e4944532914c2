"""Splinter's own agents: minimax, greedy, mcts and learned."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from polygames.core.lazy_imports import Lazy
from polygames.games.splinter.engine.alphabeta import AlphaBeta
from polygames.games.splinter.engine.uct import Tuning, Uct
from polygames.search.baseline_agents import GreedyAgent

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter

__all__ = ["AlphaBeta", "evaluate", "greedy", "learned", "mcts"]

WIN_SCORE = 1000.0

TREE_TUNING = Tuning(exploration=0.3, prior_visits=4.0, expand_after=8, static_share=0.8, tie=0.0)
"""Parameters of the tree search of `mcts`. Leaves are valued mostly by the static evaluation, since
careful players rarely make the moves of random games."""
LEARNED_TREE = Tuning(
    exploration=0.25, prior_visits=2.0, expand_after=12, static_share=1.0, tie=0.0
)
"""Parameters of the tree search of `learned`. Expanding a leaf is its main cost: the net evaluates
some hundred positions."""
COMPILED_ESTIMATE = Lazy("polygames.games.splinter.engine.evaluation:estimate")
LEARNED_ESTIMATE = Lazy("polygames.games.splinter.engine.value_network:estimate")
"""`static_value`, compiled; and the value of a small net that was trained on positions."""


def evaluate(state: Splinter, seat: int) -> float:
    """Return a static evaluation for a seat: the opponent's lost pawns minus its own.

    A won game counts `WIN_SCORE`, a lost one minus that.
    """
    other = 1 - seat
    if state.outcome is not None and len(state.outcome.winners) == 1:
        return WIN_SCORE if seat in state.outcome.winners else -WIN_SCORE
    return float(state.lost[other] - state.lost[seat])


def greedy() -> GreedyAgent:
    """Return the greedy agent, which wins at once if it can or else captures the most pawns."""
    return GreedyAgent(evaluate)


mcts: Final = partial(Uct, TREE_TUNING, COMPILED_ESTIMATE)
"""Factory of the agent with a tree search and random games from the leaves."""
learned: Final = partial(Uct, LEARNED_TREE, LEARNED_ESTIMATE)
"""Factory of the agent with a tree search and a net that evaluates leaves, without random games;
see `polygames.games.splinter.engine.value_network`."""
