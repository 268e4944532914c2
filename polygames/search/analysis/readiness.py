"""Which searches are ready: loaded in this process, and compiled.

Until then that takes seconds, and on a machine that has compiled nothing half a minute. So the
first answer of an analysis comes from what needs no compiling: a *quick look*, one move ahead.
"""

from __future__ import annotations

import inspect
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core import registry
from polygames.core.protocol import CHANCE
from polygames.runtime.compiling import HAS_NUMBA
from polygames.runtime.progress import PROGRESS_BAR_DELAY_SECONDS

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent, State

_ready: set[str] = set()


def is_ready(game: str) -> bool:
    """Say whether the search of a game's analysis is ready; where nothing is compiled it is."""
    return not HAS_NUMBA or game in _ready or not _has_compiled_search(game)


def _has_compiled_search(game: str) -> bool:
    engine = registry.game(game).engine
    return engine.deepen is not None or engine.kernel is not None


def note_ready(game: str) -> None:
    """Note that the search of a game's analysis is loaded and compiled."""
    _ready.add(game)


def title(game: str, what: str) -> tuple[str, float]:
    """Return what a bar says, and after how long: at once where it is to be compiled first."""
    return (
        (what, PROGRESS_BAR_DELAY_SECONDS) if is_ready(game) else (f"{what} (compiling first)", 0)
    )


WARM_UP_SECONDS: Final = 0.05
"""Seconds to think for an agent that is only to be compiled."""


def use_once(info: GameInfo, name: str, start: State[Any]) -> None:
    """Let an agent or a level choose once, and quickly: so all that it needs is compiled."""
    state = start
    while state.turn == CHANCE and state.outcome is None:
        state = state.play(state.legal_moves.sample(Random(0)))
    if state.outcome is None:
        quick_agent(info, name).choose(state.view(state.turn), Random(0))


def quick_agent(info: GameInfo, name: str) -> Agent:
    """Return an agent, or that of a level, which thinks for a moment only."""
    name, options = info.player(name), dict[str, Any]()
    if name in info.players_by_level:
        level = info.engine.levels[info.players_by_level.index(name)]
        name, options = level.agent, dict(level.options)
    maker: Any = info.engine.agent_makers[name]
    known = inspect.signature(getattr(maker, "load", lambda: maker)()).parameters
    return info.agent(
        name, **options | ({"seconds": WARM_UP_SECONDS} if "seconds" in known else {})
    )
