"""The games as Python games of OpenSpiel, its bots as agents here, and agents as its bots.

Install the extra: ``pip install 'polygames-notebooks[openspiel]'``. Then, for example::

    from polygames.bridges import openspiel
    game = openspiel.load("split", preset="2026", points=16)      # a pyspiel.Game
    pg.tournament("splinter", agents=["greedy", openspiel.MCTS(simulations=50)])

`register` makes the games known to OpenSpiel: ``pyspiel.load_game("polygames_polygon(n=7)")``.
Split is played there on a grid of points (see `polygames.games.split.encoding`), and Splitter
alone.
"""

from polygames.bridges.needs import need

need("pyspiel", "openspiel")

from polygames.bridges.openspiel.bots import MCTS, AgentBot, BotAgent  # noqa: E402 - needs pyspiel
from polygames.bridges.openspiel.games import at, load, register  # noqa: E402 - likewise

__all__ = ["MCTS", "AgentBot", "BotAgent", "at", "load", "register"]
