"""Players of a match: agents by name, with options, or as objects; and their limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import count
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from polygames.arena.submissions import AgentFile, check_function
from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.options import check_duration, check_number, raise_option_error
from polygames.runtime.clock import StopFlag
from polygames.runtime.parallel_calls import as_exception

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent

Choose: TypeAlias = "Callable[[Any, Random], Any]"
Player: TypeAlias = "str | int | tuple[str, Mapping[str, Any]] | AgentFile | Agent | Choose"
"""A player: an agent's name, its name and options, a submitted file, an agent, or a function of
state and rng. A number is a level: 3 is ``"level 3"``.
"""


@dataclass(frozen=True)
class Limits:
    """The limits of an agent's time and memory; an agent with a limit runs in its own process."""

    seconds: float | None = None
    """The time for a move by the clock, in seconds; None for no limit."""
    memory: float | None = None
    """The memory of each of the agent's processes, in megabytes (on Linux); None for no limit."""

    def __bool__(self) -> bool:
        """Return True if time or memory is limited."""
        return self != Limits()

    def with_defaults(self, defaults: Limits) -> Limits:
        """Return a copy of these limits in which missing ones come from `defaults`."""
        seconds = defaults.seconds if self.seconds is None else self.seconds
        memory = defaults.memory if self.memory is None else self.memory
        return Limits(seconds, memory)


NO_LIMITS = Limits()
FILE_LIMITS = Limits(seconds=5.0, memory=1000.0)
"""The default limits of an agent submitted as a file."""


@dataclass(frozen=True)
class FunctionAgent:
    """An agent that calls a function with the state and a random number generator."""

    function: Choose

    @property
    def name(self) -> str:
        """The name of the function."""
        return getattr(self.function, "__name__", "function")

    def choose(self, state: Any, rng: Random, /) -> Any:
        """Return the move that the function returns."""
        return self.function(state, rng)


class ProcessAgent:
    """The base class of agents whose moves come from another process, which `close` ends."""

    def close(self) -> None:
        """End or release the process."""
        raise NotImplementedError


class FaultError(Exception):
    """Raised for an agent's fault, which loses the game.

    The message follows the agent's name, as in "Ada took too long".
    """


def check_limits(
    seconds: object, memory: object, seconds_label: str = "the option move_seconds"
) -> Limits:
    """Return the limits of time and memory. `seconds_label` names the time in an error message.

    Raise OptionError if one is invalid, or if memory is below the 100 MB that Python needs.
    """
    return Limits(
        None if seconds is None else check_duration(seconds_label, seconds),
        None if memory is None else check_number("the option memory", memory, 100),
    )


def check_player(player: Player, game: str) -> Player:
    """Return a copy of a valid player. Raise OptionError if it cannot play the game."""
    player = registry.game(game).player_name(player)
    if callable(player) and not hasattr(player, "choose") and not isinstance(player, type):
        player = FunctionAgent(player)
    if not _is_player(player):
        takes = (
            'must be the name of an agent, a name with options such as ("mcts", {"seconds": 0.1}),'
        )
        raise_option_error(
            "a player", f"{takes} a function of state and rng, or an object with choose", player
        )
    if isinstance(player, FunctionAgent):
        check_function(player.function, player.name)
    elif (choose := getattr(player, "choose", None)) is not None:
        check_function(choose, _player_name(player))
    if isinstance(player, tuple) and not player[1]:
        player = player[0]
    if isinstance(player, (str, tuple)):
        create_agent(player, game)
    # A `StopFlag` can be copied and sent to other processes, unlike a `threading.Event`.
    stop = getattr(player, "stop", None)
    flags: dict[int, Any] = {id(stop): StopFlag()} if isinstance(stop, Event) else {}
    try:
        return deepcopy(player, flags)
    except (Exception, SystemExit) as error:  # whatever the agent's own copying raises
        name, why = type(player).__name__, as_exception(error)
        msg = f"cannot copy the agent {name} for each game of a match: {why}"
        raise OptionError(msg) from error


def create_agent(player: Player, game: str) -> Agent:
    """Return a new agent for a player, to be used in one game."""
    match player:
        case AgentFile():
            return player.load_agent()
        case str():
            return registry.game(game).agent(player)
        case (name, options):
            return registry.game(game).agent(name, **options)
        case int():
            return registry.game(game).agent(player)
    return cast("Agent", deepcopy(player))


def distinct_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Return a different name for each player: its own, with a number if it is already used.

    Examples
    --------
    >>> distinct_names(["greedy", ("mcts", {"seconds": 0.1}), "greedy"])
    ('greedy', 'mcts seconds=0.1', 'greedy (3)')
    >>> distinct_names(["x (3)", "x", "x"])
    ('x (3)', 'x', 'x (4)')
    """
    raw = [_player_name(player) for player in players]
    names, taken = list[str](), set(raw)
    for place, name in enumerate(raw, 1):
        numbered = (f"{name} ({number})" for number in count(place))
        own = name if name not in names else next(one for one in numbered if one not in taken)
        taken.add(own)
        names.append(own)
    return tuple(names)


def is_agent(name: str, info: GameInfo) -> bool:
    """Return True if `distinct_names` could give this name to an agent or level of the game."""
    known = "|".join(map(re.escape, (*info.agents, *info.level_names)))
    return re.fullmatch(rf"({known})( \w+=.*)?( \(\d+\))?", name) is not None


def _player_name(player: Player) -> str:
    """Return the name of an agent with its options, or the name of an object or of its class."""
    if isinstance(player, str):
        return player
    if isinstance(player, tuple):
        options = " ".join(f"{key}={value}" for key, value in player[1].items())
        return f"{player[0]} {options}".strip()
    name = getattr(player, "name", None)
    return name if isinstance(name, str) and name.strip() else type(player).__name__


def _is_player(player: object) -> bool:
    match player:
        case str() | AgentFile():
            return True
        case (str(), Mapping() as options) if isinstance(player, tuple):
            return all(isinstance(name, str) for name in options)
    return callable(getattr(player, "choose", None)) and not isinstance(player, type)
