"""Compilation of the agents of a board, in a background thread.

Numba compiles the search once on each machine, which takes some seconds. The thread starts when
the board opens.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from polygames.runtime.compiling import HAS_NUMBA, when_compiling
from polygames.runtime.cooperative import has_threads, thinking
from polygames.search.analysis.readiness import use_once
from polygames.widgets.remote.carrier import REMOTE_PLAYER
from polygames.widgets.seats import HUMAN_SEAT
from polygames.widgets.tasks.worker import post, running_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

_begun: set[tuple[str, str]] = set()
"""The pairs of game and agent whose compilation has begun in this process."""


class Precompile:
    """The background compilation of the agents of a board."""

    def __init__(self) -> None:
        self.is_compiling = False

    def begin(
        self,
        info: GameInfo,
        players: Iterable[str],
        start: State[Any],
        changed: Callable[[], object],
    ) -> None:
        """Compile the agents of a board in a thread; do nothing without an event loop.

        Parameters
        ----------
        info, players, start
            The game, the players by name, and the position that the game starts from.
        changed
            Called in the event loop when a compilation begins, and when all are finished.
        """
        begun = {name for game, name in _begun if game == info.name}
        names = sorted({*players} - {HUMAN_SEAT, REMOTE_PLAYER} - begun)
        loop = running_loop()
        if info.engine.stand_in and names and HAS_NUMBA and loop is not None and has_threads():
            _begun.update((info.name, name) for name in names)
            work = (info, names, start, partial(post, loop, changed))
            Thread(target=self._run, args=work, name="polygames precompile", daemon=True).start()

    def _run(
        self, info: GameInfo, names: list[str], start: State[Any], tell: Callable[[], object]
    ) -> None:
        def note() -> None:
            if not self.is_compiling:
                self.is_compiling = True
                tell()

        with when_compiling(note), thinking():
            for name in names:
                with suppress(Exception):  # the board asks it again, and shows the error
                    use_once(info, name, start)
        if self.is_compiling:
            self.is_compiling = False
            tell()
