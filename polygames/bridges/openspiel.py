"""The games as Python games of OpenSpiel, its bots as agents, and agents as its bots.

Install the extra in a copy of the repository: ``pip install '.[openspiel]'``. Then, for example::

    from polygames.bridges import openspiel
    game = openspiel.load("split", encoding={"points": 16})      # a pyspiel.Game
    pg.tournament("splinter", agents=["greedy", openspiel.MCTS(simulations=50)])

`register` registers the games with OpenSpiel: ``pyspiel.load_game("polygames_polygon(n=7)")``.
Split is played there on a grid of points (see `polygames.games.split.encoding`), and Splitter
by one player.

Bots must be written in Python. OpenSpiel's own in C++, such as ``pyspiel.MCTSBot``, terminate the
process on any game written in Python, even on its ``python_tic_tac_toe`` (seen with 2.0.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from urllib.parse import quote, unquote

from polygames.bridges.common import MAX_SEATS
from polygames.core import registry
from polygames.core.descriptions import count_text
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.lazy_imports import require_library
from polygames.core.protocol import CHANCE, State
from polygames.records.position_sources import (
    defaults_of,
    encoding_of,
    split_options,
    state_of,
)

require_library("pyspiel", "this bridge")

import numpy as np  # noqa: E402 - after the message on what to install
import pyspiel  # noqa: E402 - likewise
from open_spiel.python.algorithms import mcts  # noqa: E402 - likewise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.game_info import GameInfo
    from polygames.core.plugs import Encoding
    from polygames.core.protocol import Agent, Seat
    from polygames.records.position_sources import Position

__all__ = ["MCTS", "AgentBot", "BotAgent", "bridge_state", "load", "register"]

NAME_PREFIX = "polygames_"
"""The prefix of the names in OpenSpiel: ``polygames_split``."""


# --- For users --------------------------------------------------------------------------------


def register() -> tuple[str, ...]:
    """Register all games with OpenSpiel, if needed, and return their OpenSpiel names.

    Their parameters are the game's options that are numbers, strings or Booleans, `preset`,
    `position` (see `load`), and the options of the encoding, such as ``points`` in Split.
    """
    known = [name for name in registry.games() if registry.game(name).engine.encoding is not None]
    for name in known:
        if NAME_PREFIX + name not in pyspiel.registered_names():
            _register_game(registry.game(name))
    return tuple(NAME_PREFIX + name for name in known)


@checked_keywords
def load(game: Position, *, encoding: Mapping[str, Any] | None = None) -> BridgeGame:
    """Return an OpenSpiel game whose string form, ``str(game)``, includes the game's options.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one, from which games start.
    encoding
        Options of the game's encoding, such as ``{"points": 9}`` in Split.

    Raises
    ------
    OptionError
        If an option is unknown, or the game has hidden moves or another number of seats.
    """
    register()
    position = state_of(game)
    info = registry.info_of(position)
    encoding_of(position, **(encoding or {}))  # raises OptionError if one is unknown
    defaults = _parameters(info)
    parameters: dict[str, Any] = {
        name: value
        for name, value in position.options.items()
        if name in defaults and type(value) is type(defaults[name])  # OpenSpiel accepts no other
    }
    if position != info.new(**parameters):
        parameters = {"position": quote(position.to_text(), safe="")}
    parameters |= encoding or {}
    found: BridgeGame = pyspiel.load_game(NAME_PREFIX + position.game, parameters)
    return found


def bridge_state(game: BridgeGame, position: State[Any]) -> BridgeState:
    """Return a position as an OpenSpiel state with an empty history."""
    state = BridgeState(game)
    state.encoded_position = EncodedPosition(position, game.encoding)
    return state


# --- For OpenSpiel ----------------------------------------------------------------------------


class EncodedPosition:
    """An immutable position with its legal moves, shared by copies of an OpenSpiel state."""

    def __init__(self, position: State[Any], encoding: Encoding) -> None:
        self.position = position
        self.encoding = encoding

    @cached_property
    def moves(self) -> dict[int, Any]:
        """The legal moves, or the possible dice rolls, by their numbers."""
        if self.position.turn == CHANCE:
            return {k: roll for k, (roll, _) in enumerate(self.position.chance_outcomes())}
        return self.encoding.moves(self.position)

    def play_action(self, action: int) -> EncodedPosition:
        """Return the position after the move or roll with the number `action`."""
        return EncodedPosition(self.position.play(self.moves[action]), self.encoding)

    def __deepcopy__(self, memo: object) -> EncodedPosition:
        """Return the object itself, which is immutable."""
        return self


class BridgeGame(pyspiel.Game):
    """An OpenSpiel game with its options; `register` creates a subclass for each game."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        info = registry.game(self.name)
        numbering, given = split_options(info.engine.encoding, given)
        start = _start_position(info, given)
        self.encoding = encoding_of(start, **numbering)
        self.encoded_start = EncodedPosition(start, self.encoding)
        super().__init__(self.kind, _game_info(start, self.encoding), params or {})

    def new_initial_state(self) -> BridgeState:
        """Return the OpenSpiel state at the start of a game."""
        return BridgeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ARG002 - the interface of OpenSpiel
        """Return an observer, which encodes positions as arrays."""
        return Observer(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the data to pickle: the game's text, from which another process loads the game."""
        return _game_from_text, (str(self),)


class BridgeState(pyspiel.State):
    """An OpenSpiel state: a mutable object that contains an immutable position."""

    def __init__(self, game: BridgeGame) -> None:
        super().__init__(game)
        self.encoded_position: EncodedPosition = game.encoded_start

    @property
    def position(self) -> State[Any]:
        """The position as a polygames state."""
        return self.encoded_position.position

    def current_player(self) -> Any:
        """Return the seat to move, or OpenSpiel's id for a chance node or the end of the game."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        turn = self.position.turn
        return pyspiel.PlayerId.CHANCE if turn == CHANCE else turn

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """Return the final reward of each player."""
        return self.encoded_position.encoding.returns(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible dice rolls as pairs of number and probability."""
        rolls = self.position.chance_outcomes()
        return [(k, float(probability)) for k, (_, probability) in enumerate(rolls)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.encoded_position.moves) if player == self.position.turn else []

    def _apply_action(self, action: int) -> None:
        self.encoded_position = self.encoded_position.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - the interface of OpenSpiel
        return str(self.encoded_position.moves[action])

    def __str__(self) -> str:
        """Return the position as text."""
        return self.position.to_text()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the data to pickle: the game and the position, without the history."""
        return bridge_state, (self.get_game(), self.position)


class Observer:
    """An observer that encodes positions as arrays, from a player's point of view."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: BridgeState, player: int) -> None:
        """Write a player's observation of a state into the array `tensor`."""
        self.tensor[:] = self.encoding.observe(state.position, player)

    def string_from(self, state: BridgeState, player: int) -> str:
        """Return the position as text, as seen by a player."""
        return state.position.view(player).to_text()


def _game_from_text(text: str) -> BridgeGame:
    """Return the OpenSpiel game described by a string that ``str(game)`` has produced."""
    register()
    found: BridgeGame = pyspiel.load_game(text)
    return found


def _register_game(info: GameInfo) -> None:
    """Register one game with OpenSpiel."""
    start = info.new()
    kinds = pyspiel.GameType
    kind = kinds(
        short_name=NAME_PREFIX + info.name,
        long_name=f"{info.title} by polygames",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if start.turn == CHANCE
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if start.seats == MAX_SEATS else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=start.seats,
        min_num_players=start.seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(info),
    )
    pyspiel.register_game(kind, type(info.title, (BridgeGame,), {"name": info.name, "kind": kind}))


def _start_position(info: GameInfo, parameters: dict[str, Any]) -> State[Any]:
    """Return the start position for OpenSpiel parameters.

    Raise OptionError if the position belongs to another game or has another number of seats.
    """
    position = parameters.pop("position", "")
    preset = parameters.pop("preset", "") or None
    start = (
        registry.from_text(unquote(position)) if position else info.new(preset=preset, **parameters)
    )
    if start.game != info.name or start.seats != info.seats:
        here = f"{start.game} for {start.seats}"
        players = count_text(info.seats, "player")
        msg = f"expected a position of {info.name} for {players}, not of {here}"
        raise OptionError(msg)
    return start


def _parameters(info: GameInfo) -> dict[str, Any]:
    """Return the parameters of a game in OpenSpiel, with their defaults."""
    own = {
        k: value
        for k, value in info.defaults.items()
        if isinstance(value, bool | int | float | str)
    }
    return {"position": "", "preset": "", **own, **defaults_of(info.engine.encoding)}


def _game_info(start: State[Any], encoding: Encoding) -> Any:
    chance = 0 if start.turn != CHANCE else len(start.chance_outcomes())
    return pyspiel.GameInfo(
        num_distinct_actions=encoding.actions,
        max_chance_outcomes=chance,
        num_players=start.seats,
        min_utility=encoding.lowest,
        max_utility=encoding.highest,
        utility_sum=0.0 if start.seats == MAX_SEATS else None,
        max_game_length=encoding.longest,
    )


# --- Bots and agents -----------------------------------------------------------------------------


class BotMaker(Protocol):
    """A function that creates an OpenSpiel bot; it must be picklable for use in other processes."""

    def __call__(self, game: BridgeGame, player: Seat, seed: int, /) -> Any:
        """Return a new OpenSpiel bot for the seat `player`."""


@dataclass(frozen=True)
class BotAgent:
    """An agent that uses an OpenSpiel bot to choose moves; it creates a new bot for each move.

    In Split it is limited to the moves on the grid.
    """

    make: BotMaker

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the move of the bot, or a random roll at a chance node."""
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        game = _find_game(state.game, repr(sorted(state.options.items())), state)
        seen = bridge_state(game, state)
        bot = self.make(game, state.turn, rng.getrandbits(31))
        return seen.encoded_position.moves[bot.step(seen)]


@dataclass(frozen=True)
class MCTS:
    """An agent that uses OpenSpiel's Monte Carlo tree search, written in Python."""

    simulations: int = 100
    exploration: float = 1.4
    rollouts: int = 1

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the most visited move, or a random roll at a chance node."""
        return BotAgent(self._create_bot).choose(state, rng)

    def _create_bot(self, game: BridgeGame, player: Seat, seed: int, /) -> Any:
        del player  # the search asks the state
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(self.rollouts, chance)
        return mcts.MCTSBot(
            game, self.exploration, self.simulations, evaluator, random_state=chance
        )


class AgentBot(pyspiel.Bot):
    """An OpenSpiel bot that uses an agent to choose moves; it accepts the states of this module.

    Parameters
    ----------
    agent
        The name of an agent, or an agent. In Split its line is moved to the nearest one on the
        grid.
    player
        The seat of the bot.
    seed
        The seed of its random numbers.
    **options
        Options of an agent given by name.
    """

    def __init__(
        self, agent: str | Agent, player: Seat = 0, *, seed: int = 0, **options: Any
    ) -> None:
        pyspiel.Bot.__init__(self)
        self.agent, self.options = agent, options
        self.player, self.seed = player, seed
        self.rng = Random(seed)

    def player_id(self) -> Seat:
        """Return the seat of the bot."""
        return self.player

    def restart(self) -> None:
        """Reset the random number generator for a new game."""
        self.rng = Random(self.seed)

    def restart_at(self, state: BridgeState) -> None:
        """Reset the random number generator for a game that starts from this state.

        OpenSpiel's ``evaluate_bots`` calls this before each game.
        """
        del state  # `step` receives the current state
        self.restart()

    def step(self, state: BridgeState) -> int:
        """Return the action number of the move that the agent chooses in a state."""
        position = state.position
        if isinstance(self.agent, str):
            self.agent = registry.game(position.game).agent(self.agent, **self.options)
        move = self.agent.choose(position.view(position.turn), self.rng)
        return state.encoded_position.encoding.nearest(position, move)


def _find_game(name: str, options: str, state: State[Any]) -> BridgeGame:
    """Return the OpenSpiel game with the options of a state, cached."""
    key = name, options
    if key not in _game_cache:
        while len(_game_cache) >= CACHED_STATES:
            del _game_cache[next(iter(_game_cache))]
        _game_cache[key] = load(registry.new(name, **state.options))
    return _game_cache[key]


CACHED_STATES = 8
_game_cache: dict[tuple[str, str], BridgeGame] = {}
