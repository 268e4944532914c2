"""Bots of OpenSpiel as agents here, and agents as its bots.

The bots must be those written in Python. OpenSpiel's own in C++, such as ``pyspiel.MCTSBot``, end
the process on any game written in Python, its ``python_tic_tac_toe`` too (seen with 2.0.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from polygames.bridges.openspiel.games import BridgeGame, BridgeState, at, load
from polygames.core import registry
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from polygames.core.protocol import Agent, Seat, State


class BotMaker(Protocol):
    """Makes a bot of OpenSpiel; to reach other processes it is a function with a name."""

    def __call__(self, game: BridgeGame, player: Seat, seed: int, /) -> Any:
        """Return a bot that plays for a player."""


@dataclass(frozen=True)
class BotAgent:
    """A bot of OpenSpiel as an agent; for each move a new bot is made.

    In Split it sees the grid only, and its moves lie on it.
    """

    make: BotMaker

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the move of the bot, or roll the dice."""
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        game = _game_of(state.game, repr(sorted(state.options.items())), state)
        seen = at(game, state)
        bot = self.make(game, state.turn, rng.getrandbits(31))
        return seen.place.moves[bot.step(seen)]


@dataclass(frozen=True)
class MCTS:
    """OpenSpiel's Monte-Carlo tree search, written in Python, as an agent."""

    simulations: int = 100
    exploration: float = 1.4
    rollouts: int = 1

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the move that was looked at most often, or roll the dice."""
        return BotAgent(self._bot).choose(state, rng)

    def _bot(self, game: BridgeGame, player: Seat, seed: int, /) -> Any:
        del player  # the search asks the state
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(self.rollouts, chance)
        return mcts.MCTSBot(
            game, self.exploration, self.simulations, evaluator, random_state=chance
        )


class AgentBot(pyspiel.Bot):
    """One of our agents as a bot of OpenSpiel, for the states of these bridges.

    Parameters
    ----------
    agent
        The name of an agent, or an agent. In Split its line is moved to the nearest of the grid.
    player
        The seat that it plays for.
    seed
        Of its chance.
    **options
        Options of an agent that is given by name.
    """

    def __init__(
        self, agent: str | Agent, player: Seat = 0, *, seed: int = 0, **options: Any
    ) -> None:
        pyspiel.Bot.__init__(self)
        self.agent, self.options = agent, options
        self.player, self.seed = player, seed
        self.rng = Random(seed)

    def player_id(self) -> Seat:
        """Return the seat that it plays for."""
        return self.player

    def restart(self) -> None:
        """Begin a new game, with the chance of the first."""
        self.rng = Random(self.seed)

    def restart_at(self, state: BridgeState) -> None:
        """Begin at a state, with the chance of the first game: an agent keeps nothing of the past.

        OpenSpiel's ``evaluate_bots`` asks for it before each game.
        """
        del state  # `step` is given the one to move in
        self.restart()

    def step(self, state: BridgeState) -> int:
        """Return the number of its move."""
        position = state.position
        if isinstance(self.agent, str):
            self.agent = registry.game(position.game).agent(self.agent, **self.options)
        move = self.agent.choose(position.view(position.turn), self.rng)
        return state.place.encoding.nearest(position, move)


def _game_of(name: str, options: str, state: State[Any]) -> BridgeGame:
    """Return the game that a position belongs to; the last few are kept."""
    key = name, options
    if key not in _games:
        while len(_games) >= KEPT:
            del _games[next(iter(_games))]
        _games[key] = load(registry.new(name, **state.options))
    return _games[key]


KEPT = 8
_games: dict[tuple[str, str], BridgeGame] = {}
