"""The readiness of searches: whether they are loaded in this process and compiled.

That takes seconds, or half a minute with an empty compile cache. Until then the first answer of
an analysis comes from code that needs no compiling: a *quick look*, a move or two ahead.
"""

from __future__ import annotations

import inspect
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core import registry
from polygames.core.protocol import CHANCE
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.progress import PROGRESS_BAR_DELAY_SECONDS

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import Agent, State

_ready_games: set[str] = set()


def is_ready(game: str) -> bool:
    """Return True if a game's analysis is loaded and compiled, or needs no compiling."""
    return not HAS_NUMBA or game in _ready_games or not _has_compiled_search(game)


def _has_compiled_search(game: str) -> bool:
    engine = registry.game(game).engine
    return engine.deepen is not None or engine.kernel is not None


def mark_ready(game: str) -> None:
    """Mark the search of a game's analysis as loaded and compiled."""
    _ready_games.add(game)


def progress_title(game: str, label: str) -> tuple[str, float]:
    """Return a progress bar's label and its delay in seconds, which is 0 if code must compile."""
    return (
        (label, PROGRESS_BAR_DELAY_SECONDS) if is_ready(game) else (f"{label} (compiling first)", 0)
    )


WARM_UP_SECONDS: Final = 0.05
"""The thinking time of an agent that runs only to be compiled, in seconds."""


def warm_up_agent(info: GameInfo, name: str, start: State[Any]) -> None:
    """Run one quick search of an agent or a level, so that its code is compiled."""
    state = start
    while state.turn == CHANCE and state.outcome is None:
        state = state.play(state.legal_moves.sample(Random(0)))
    if state.outcome is None:
        quick_agent(info, name).choose(state.view(state.turn), Random(0))


def quick_agent(info: GameInfo, name: str) -> Agent:
    """Return the agent of this name or level, with a minimal thinking time."""
    name, options = info.player_name(name), dict[str, Any]()
    if name in info.level_names:
        level = info.engine.levels[info.level_names.index(name)]
        name, options = level.agent, dict(level.options)
    maker: Any = info.engine.agent_makers[name]
    known = inspect.signature(getattr(maker, "load", lambda: maker)()).parameters
    return info.agent(
        name, **options | ({"seconds": WARM_UP_SECONDS} if "seconds" in known else {})
    )
