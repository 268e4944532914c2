"""Who plays: agents by name, by name and options, or as they are."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from copy import deepcopy
from itertools import count
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.arena.limits import FILE_LIMITS, NO_LIMITS, Limits
from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.options import refuse
from polygames.runtime.clock import StopFlag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack

    from polygames.core.protocol import Agent

Player: TypeAlias = "str | tuple[str, Mapping[str, Any]] | AgentFile | Agent"
"""A player: an agent's name, its name and options, a file that was handed in, or an agent."""


def checked(player: Player, game: str) -> Player:
    """Return a copy of a player who can play a game, see `copied`.

    Raises
    ------
    OptionError
        If it is no player, if its name or an option is unknown, or if it cannot be copied.
    """
    if not _is_player(player):
        takes = 'is the name of an agent, a name with options as in ("mcts", {"seconds": 0.1}), or'
        refuse("a player", f"{takes} an object with choose", player)
    if isinstance(player, (str, tuple)):
        agent_of(player, game)
    return copied(player)


def agent_of(
    player: Player, game: str, limits: Limits = NO_LIMITS, apart: ExitStack | None = None
) -> Agent:
    """Return the agent that plays one game for a player.

    With `apart` an agent that has limits sits in a process of its own until that is closed; a file
    always has some.
    """
    if apart is not None and (limits or isinstance(player, AgentFile)):
        from polygames.arena.sandbox.agent import SandboxedAgent

        own = limits.over(FILE_LIMITS) if isinstance(player, AgentFile) else limits
        return apart.enter_context(closing(SandboxedAgent(player, game, own)))
    if isinstance(player, AgentFile):
        return player.agent()
    if isinstance(player, str):
        return registry.game(game).agent(player)
    if isinstance(player, tuple):
        name, options = player
        return registry.game(game).agent(name, **options)
    return deepcopy(player)


def copied(player: Player) -> Player:
    """Return a copy of an agent that can be copied again and sent to other processes.

    That needs another stop flag where it has a plain `threading.Event`.

    Raises
    ------
    OptionError
        If something else about the agent cannot be copied.
    """
    stop = getattr(player, "stop", None)
    flags: dict[int, Any] = {id(stop): StopFlag()} if isinstance(stop, Event) else {}
    try:
        return deepcopy(player, flags)
    except Exception as error:  # whatever the agent's own copying raises
        name = type(player).__name__
        msg = f"an agent is copied for every game of a match, and {name} cannot be: {error}"
        raise OptionError(msg) from error


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
