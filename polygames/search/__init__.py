"""Search, analysis and agents that use only the game protocol, so that they work for any game."""

from polygames.core.analysis import Analysis, MoveValue, Solution
from polygames.search.analysis.anytime import deepen
from polygames.search.baseline_agents import GreedyAgent, RandomAgent
from polygames.search.mcts import MctsAgent
from polygames.search.minimax import MinimaxAgent
from polygames.search.playouts import Playouts, perft, playouts
from polygames.search.solve import prove, solve

__all__ = [
    "Analysis",
    "GreedyAgent",
    "MctsAgent",
    "MinimaxAgent",
    "MoveValue",
    "Playouts",
    "RandomAgent",
    "Solution",
    "deepen",
    "perft",
    "playouts",
    "prove",
    "solve",
]
