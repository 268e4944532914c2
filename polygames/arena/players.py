"""Who plays: agents by name, by name and options, or as they are; and what they may use."""

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
from polygames.core.options import number, refuse
from polygames.runtime.clock import StopFlag
from polygames.runtime.workers import as_exception

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent

Choose: TypeAlias = "Callable[[Any, Random], Any]"
Player: TypeAlias = "str | int | tuple[str, Mapping[str, Any]] | AgentFile | Agent | Choose"
"""A player: an agent's name, its name and options, a file that was handed in, an agent, or a
function of state and rng; a number is a level: 3 is ``"level 3"``."""


@dataclass(frozen=True)
class Limits:
    """What an agent may use; with any limit it plays in a process of its own."""

    seconds: float | None = None
    """For a move, by the clock."""
    memory: float | None = None
    """In megabytes, for all processes of the agent together; on Linux."""

    def __bool__(self) -> bool:
        """Whether there is a limit."""
        return self != Limits()

    def over(self, other: Limits) -> Limits:
        """Return these limits, with another's where there is none here."""
        seconds = other.seconds if self.seconds is None else self.seconds
        memory = other.memory if self.memory is None else self.memory
        return Limits(seconds, memory)


NO_LIMITS = Limits()
FILE_LIMITS = Limits(seconds=5.0, memory=1000.0)
"""The limits of an agent that was handed in as a file, where nothing else is said."""


@dataclass(frozen=True)
class FunctionAgent:
    """A function of state and rng as an agent."""

    function: Choose

    @property
    def name(self) -> str:
        """What the function is called."""
        return getattr(self.function, "__name__", "function")

    def choose(self, state: Any, rng: Random, /) -> Any:
        """Return the move of the function."""
        return self.function(state, rng)


class FaultError(Exception):
    """An agent did something by which it loses; the text goes on from its name."""


def checked_limits(move_seconds: object, memory: object) -> Limits:
    """Return the limits that are asked for; Python itself does with no less than 100 MB."""
    return Limits(
        None if move_seconds is None else number("move_seconds", move_seconds, above=0),
        None if memory is None else number("memory", memory, 100),
    )


def check_player(player: Player, game: str) -> Player:
    """Return a copy of a player who can play a game; OptionError if there is none such."""
    player = registry.game(game).player(player)
    if callable(player) and not hasattr(player, "choose") and not isinstance(player, type):
        player = FunctionAgent(player)
    if not _is_player(player):
        takes = 'is the name of an agent, a name with options as in ("mcts", {"seconds": 0.1}),'
        refuse("a player", f"{takes} a function of state and rng, or an object with choose", player)
    if isinstance(player, FunctionAgent):
        check_function(player.function, player.name)
    elif (choose := getattr(player, "choose", None)) is not None:
        check_function(choose, _name(player))
    if isinstance(player, tuple) and not player[1]:
        player = player[0]
    if isinstance(player, (str, tuple)):
        agent_of(player, game)
    # It can be copied again and sent to other processes, which a plain `threading.Event` cannot.
    stop = getattr(player, "stop", None)
    flags: dict[int, Any] = {id(stop): StopFlag()} if isinstance(stop, Event) else {}
    try:
        return deepcopy(player, flags)
    except (Exception, SystemExit) as error:  # whatever the agent's own copying raises
        name, why = type(player).__name__, as_exception(error)
        msg = f"an agent is copied for every game of a match, and {name} cannot be: {why}"
        raise OptionError(msg) from error


def agent_of(player: Player, game: str) -> Agent:
    """Return the agent that plays one game for a player."""
    match player:
        case AgentFile():
            return player.agent()
        case str():
            return registry.game(game).agent(player)
        case (name, options):
            return registry.game(game).agent(name, **options)
        case int():
            return registry.game(game).agent(player)
    return cast("Agent", deepcopy(player))


def names_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Return what to call the players, each by another name; objects may have a `name`.

    Examples
    --------
    >>> names_of(["greedy", ("mcts", {"seconds": 0.1}), "greedy"])
    ('greedy', 'mcts seconds=0.1', 'greedy (3)')
    >>> names_of(["x (3)", "x", "x"])
    ('x (3)', 'x', 'x (4)')
    """
    raw = [_name(player) for player in players]
    names, taken = list[str](), set(raw)
    for place, name in enumerate(raw, 1):
        numbered = (f"{name} ({number})" for number in count(place))
        own = name if name not in names else next(one for one in numbered if one not in taken)
        taken.add(own)
        names.append(own)
    return tuple(names)


def is_agent(name: str, info: GameInfo) -> bool:
    """Whether `names_of` calls an agent or a level of a game so; "greedy Ada" is a person."""
    known = "|".join(map(re.escape, (*info.agents, *info.players_by_level)))
    return re.fullmatch(rf"({known})( \w+=.*)?( \(\d+\))?", name) is not None


def _name(player: Player) -> str:
    """Return what a player calls itself, or what it is."""
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
