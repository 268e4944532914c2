"""Compilation of the agents of a board, in a background thread.

Numba compiles the search once on each machine, which takes some seconds. The thread starts when
the board opens.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from polygames.runtime.compile_listeners import listening_to_compiler
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.scheduling import has_threads, search_running
from polygames.search.analysis.readiness import warm_up_agent
from polygames.widgets.board_options import HUMAN_SEAT, REMOTE_PLAYER
from polygames.widgets.tasks.worker import post_to_loop, running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

_STARTED_PAIRS: set[tuple[str, str]] = set()
"""The pairs of game and agent whose compilation has begun in this process."""


class Precompiler:
    """The background compilation of the agents of a board."""

    def __init__(self) -> None:
        self.is_compiling = False

    def start(
        self,
        info: GameInfo,
        players: Iterable[str],
        first_state: State[Any],
        on_change: Callable[[], object],
    ) -> None:
        """Compile the agents of a board in a thread; do nothing without an event loop.

        Parameters
        ----------
        info, players, first_state
            The game, the players by name, and the position that the game starts from.
        on_change
            Called in the event loop when a compilation begins, and when all are finished.
        """
        begun = {name for game, name in _STARTED_PAIRS if game == info.name}
        names = sorted({*players} - {HUMAN_SEAT, REMOTE_PLAYER} - begun)
        loop = running_loop()
        if (
            info.engine.fallback_agent
            and names
            and HAS_NUMBA
            and loop is not None
            and has_threads()
        ):
            _STARTED_PAIRS.update((info.name, name) for name in names)
            work = (info, names, first_state, partial(post_to_loop, loop, on_change))
            Thread(target=self._run, args=work, name="polygames precompile", daemon=True).start()

    def _run(
        self, info: GameInfo, names: list[str], start: State[Any], on_change: Callable[[], object]
    ) -> None:
        def note() -> None:
            if not self.is_compiling:
                self.is_compiling = True
                on_change()

        with listening_to_compiler(note), search_running():
            for name in names:
                with suppress(Exception):  # the board asks it again, and shows the error
                    warm_up_agent(info, name, start)
        if self.is_compiling:
            self.is_compiling = False
            on_change()
