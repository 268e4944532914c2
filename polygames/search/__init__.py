"""Search and play by the protocol only: nothing here knows a game."""

from polygames.search.mcts import MctsAgent
from polygames.search.minimax import MinimaxAgent
from polygames.search.perft import perft
from polygames.search.playouts import Playouts, playouts
from polygames.search.simple import GreedyAgent, RandomAgent

__all__ = [
    "GreedyAgent",
    "MctsAgent",
    "MinimaxAgent",
    "Playouts",
    "RandomAgent",
    "perft",
    "playouts",
]
