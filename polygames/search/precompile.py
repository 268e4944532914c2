"""Agents that choose once, and quickly: so all that they need is compiled."""

from __future__ import annotations

import inspect
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent, State

QUICK: Final = 0.05
"""Seconds to think for an agent that is only to be compiled."""


def use_once(info: GameInfo, name: str, start: State[Any]) -> None:
    """Let an agent or a level choose once, and quickly: so all that it needs is compiled."""
    state = start
    while state.turn == CHANCE and state.outcome is None:
        state = state.play(state.legal_moves.sample(Random(0)))
    if state.outcome is None:
        quick_agent(info, name).choose(state.view(state.turn), Random(0))


def quick_agent(info: GameInfo, name: str) -> Agent:
    """Return an agent, or that of a level, which thinks for a moment only.

    Examples
    --------
    >>> import polygames as pg
    >>> quick_agent(pg.game("split"), "level 5").seconds
    0.05
    """
    options: dict[str, Any] = {}
    if name in info.players_by_level:
        level = info.engine.levels[info.players_by_level.index(name)]
        name, options = level.agent, dict(level.options)
    maker: Any = info.engine.agent_makers[name]
    known = inspect.signature(getattr(maker, "load", lambda: maker)()).parameters
    return info.agent(name, **options | ({"seconds": QUICK} if "seconds" in known else {}))
