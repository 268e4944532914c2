"""The games as Python games of OpenSpiel, its bots as agents here, and agents as its bots.

Install the extra in a copy of the repository: ``pip install '.[openspiel]'``. Then, for example::

    from polygames.bridges import openspiel
    game = openspiel.load("split", preset="2026", points=16)      # a pyspiel.Game
    pg.tournament("splinter", agents=["greedy", openspiel.MCTS(simulations=50)])

`register` makes the games known to OpenSpiel: ``pyspiel.load_game("polygames_polygon(n=7)")``.
Split is played there on a grid of points (see `polygames.games.split.encoding`), and Splitter
alone.

The bots must be those written in Python. OpenSpiel's own in C++, such as ``pyspiel.MCTSBot``, end
the process on any game written in Python, its ``python_tic_tac_toe`` too (seen with 2.0.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from urllib.parse import quote, unquote

from polygames.bridges.needs import MOST_SEATS
from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.lazy import require_library
from polygames.core.protocol import CHANCE, State
from polygames.records.position import defaults_of, encoding_of, numbered_start, split_options

require_library("pyspiel", "this bridge")

import numpy as np  # noqa: E402 - after the message on what to install
import pyspiel  # noqa: E402 - likewise
from open_spiel.python.algorithms import mcts  # noqa: E402 - likewise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.game_info import GameInfo
    from polygames.core.plugs import Encoding
    from polygames.core.protocol import Agent, Seat
    from polygames.records.position import Options, Position

__all__ = ["MCTS", "AgentBot", "BotAgent", "bridge_state", "load", "register"]

NAME_PREFIX = "polygames_"
"""What the names in OpenSpiel begin with: ``polygames_split``."""


# --- For people -------------------------------------------------------------------------------


def register() -> tuple[str, ...]:
    """Make the games known to OpenSpiel, once, and return their names there.

    Their parameters are the options of the game that are numbers, words or truth values, `preset`,
    `position` (see `load`), and the options of the encoding, such as ``points`` in Split.
    """
    known = [name for name in registry.games() if registry.game(name).engine.encoding is not None]
    for name in known:
        if NAME_PREFIX + name not in pyspiel.registered_names():
            _register(registry.game(name))
    return tuple(NAME_PREFIX + name for name in known)


def load(game: Position, *, options: Options = None, **more: Any) -> BridgeGame:
    """Return a game as one of OpenSpiel; its name there tells the options, ``str(game)``.

    Parameters
    ----------
    game
        The name of a game, a state, a record or a file of one: games begin there.
    options, **more
        Options of a game that is named; see `polygames.records.position.Options`. Beside them may
        stand those of its encoding.

    Raises
    ------
    OptionError
        If an option is unknown, or the game has hidden moves or another number of seats.
    """
    register()
    start, numbering = numbered_start(game, options, more, load)
    position, known = start.state(), _parameters(registry.game(start.game))
    parameters = dict(start.options)
    if start.given is not None or not all(_fits(known, *each) for each in parameters.items()):
        parameters = {"position": quote(position.to_text(), safe="")}
    found: BridgeGame = pyspiel.load_game(NAME_PREFIX + start.game, {**parameters, **numbering})
    return found


def _fits(known: Mapping[str, Any], name: str, value: Any) -> bool:
    """Say whether OpenSpiel can be given an option: one of the kind of its default."""
    return name in known and type(value) is type(known[name])


def bridge_state(game: BridgeGame, position: State[Any]) -> BridgeState:
    """Return a position of a game as a state of OpenSpiel; its history there begins with it."""
    state = BridgeState(game)
    state.encoded = EncodedPosition(position, game.encoding)
    return state


# --- For OpenSpiel ----------------------------------------------------------------------------


class EncodedPosition:
    """A position with its legal moves by number; states of OpenSpiel share it when copied."""

    def __init__(self, position: State[Any], encoding: Encoding) -> None:
        self.position = position
        self.encoding = encoding

    @cached_property
    def moves(self) -> dict[int, Any]:
        """The moves of whoever is to move, the dice included, by their numbers."""
        if self.position.turn == CHANCE:
            return {k: roll for k, (roll, _) in enumerate(self.position.chance_outcomes())}
        return self.encoding.moves(self.position)

    def after(self, action: int) -> EncodedPosition:
        """Return the position after a move."""
        return EncodedPosition(self.position.play(self.moves[action]), self.encoding)

    def __deepcopy__(self, memo: object) -> EncodedPosition:
        """Return the object itself: nothing can change it."""
        return self


class BridgeGame(pyspiel.Game):
    """A game of ours with its options; `register` makes a class of it for each game."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        info = registry.game(self.name)
        numbering, given = split_options(info.engine.encoding, given)
        start = _start(info, given)
        self.encoding = encoding_of(start, **numbering)
        self.encoded = EncodedPosition(start, self.encoding)
        super().__init__(self.kind, _game_info(start, self.encoding), params or {})

    def new_initial_state(self) -> BridgeState:
        """Return the start."""
        return BridgeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ARG002 - the interface of OpenSpiel
        """Return what writes positions as arrays."""
        return Observer(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes as text: the class is made in each."""
        return _game_from_text, (str(self),)


class BridgeState(pyspiel.State):
    """A position: OpenSpiel changes its states in place, so each holds one of ours."""

    def __init__(self, game: BridgeGame) -> None:
        super().__init__(game)
        self.encoded: EncodedPosition = game.encoded

    @property
    def position(self) -> State[Any]:
        """The position as one of ours."""
        return self.encoded.position

    def current_player(self) -> Any:
        """Return who is to move."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        turn = self.position.turn
        return pyspiel.PlayerId.CHANCE if turn == CHANCE else turn

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """Return what the game brought to each player."""
        return self.encoded.encoding.returns(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the rolls by number with their probabilities."""
        rolls = self.position.chance_outcomes()
        return [(k, float(probability)) for k, (_, probability) in enumerate(rolls)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.encoded.moves) if player == self.position.turn else []

    def _apply_action(self, action: int) -> None:
        self.encoded = self.encoded.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - the interface of OpenSpiel
        return str(self.encoded.moves[action])

    def __str__(self) -> str:
        """Return the position as text."""
        return self.position.to_text()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes as the position; the history stays behind."""
        return bridge_state, (self.get_game(), self.position)


class Observer:
    """Writes a position into an array, as a player sees it."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: BridgeState, player: int) -> None:
        """Write a position."""
        self.tensor[:] = self.encoding.observe(state.position, player)

    def string_from(self, state: BridgeState, player: int) -> str:
        """Return a position as text."""
        return state.position.view(player).to_text()


def _game_from_text(text: str) -> BridgeGame:
    """Return the game that a text of OpenSpiel's names."""
    register()
    found: BridgeGame = pyspiel.load_game(text)
    return found


def _register(info: GameInfo) -> None:
    """Tell OpenSpiel of one game."""
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
        utility=kinds.Utility.ZERO_SUM if start.seats == MOST_SEATS else kinds.Utility.GENERAL_SUM,
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


def _start(info: GameInfo, given: dict[str, Any]) -> State[Any]:
    """Return the first position of a game with these parameters."""
    position = given.pop("position", "")
    preset = given.pop("preset", "") or None
    start = registry.from_text(unquote(position)) if position else info.new(preset=preset, **given)
    if start.game != info.name or start.seats != info.seats:
        msg = (
            f"in OpenSpiel {info.name} is a game of {info.seats}, not {start.game} of {start.seats}"
        )
        raise OptionError(msg)
    return start


def _parameters(info: GameInfo) -> dict[str, Any]:
    """Return what OpenSpiel can be given for a game, with the defaults."""
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
        utility_sum=0.0 if start.seats == MOST_SEATS else None,
        max_game_length=encoding.longest,
    )


# --- Bots and agents -----------------------------------------------------------------------------


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
        seen = bridge_state(game, state)
        bot = self.make(game, state.turn, rng.getrandbits(31))
        return seen.encoded.moves[bot.step(seen)]


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
        return state.encoded.encoding.nearest(position, move)


def _game_of(name: str, options: str, state: State[Any]) -> BridgeGame:
    """Return the game that a position belongs to; the last few are kept."""
    key = name, options
    if key not in _games:
        while len(_games) >= CACHED_STATES:
            del _games[next(iter(_games))]
        _games[key] = load(registry.new(name, **state.options))
    return _games[key]


CACHED_STATES = 8
_games: dict[tuple[str, str], BridgeGame] = {}
