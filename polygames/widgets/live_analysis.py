"""Live analysis: an analysis of the current position that deepens while a page shows it."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.core.protocol import CHANCE
from polygames.core.state import wording
from polygames.runtime.owner import with_owner
from polygames.search.analysis.anytime import deepen
from polygames.widgets.tasks.worker import Worker, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Hashable, Iterator
    from random import Random

    from polygames.core.analysis import Analysis
    from polygames.core.protocol import State

DEBOUNCE_SECONDS: Final = 0.15
"""Seconds before a new position is analysed, so that stepping through a game costs nothing."""

MAX_LIVE_SECONDS: Final = 120.0
"""Largest time for the analysis of one position, in seconds."""

SCRIPT_SECONDS: Final = 0.5
"""Seconds of analysis for a position in a script, where there is no event loop."""

PAGE_TIMEOUT_SECONDS: Final = 12.0
"""Seconds without a message of a page after which the analysis stops."""

UPDATE_SECONDS: Final = 0.25
"""Minimum seconds between two displayed results. Nobody could read faster updates."""

ANALYSIS_CACHE_SIZE: Final = 64
"""The number of positions with a cached analysis."""


class Live:
    """The live analysis of a board, of one position at a time, in parallel to agents.

    It runs while it is switched on and a page shows the board. Pages send a heartbeat. A page that
    is closed, cleared or hidden sends a message, or its heartbeat stops.

    Parameters
    ----------
    show
        Called with each analysis, in the event loop.
    fail
        Called with the error if the analysis fails.
    changed
        Called when a search starts or ends.
    prepare
        Called with each analysis in the thread of the search, for slow computations.
    """

    def __init__(
        self,
        show: Callable[[Analysis], object],
        fail: Callable[[Exception], object],
        changed: Callable[[], object],
        prepare: Callable[[Analysis], object] = lambda _: None,
    ) -> None:
        self.is_on = False
        """Whether a person has switched it on."""
        self._show, self._fail, self._changed = show, fail, changed
        self._prepare = prepare
        self._worker = Worker()
        self._state: State[Any] | None = None
        self._pages: dict[str, float] = {}
        self._heard = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._pulse: asyncio.TimerHandle | None = None
        self._known: dict[tuple[State[Any], Hashable], tuple[float, Analysis]] = {}
        self._began = self._shown = 0.0
        self._is_answered = False
        self.longest = MAX_LIVE_SECONDS
        """Largest time for the analysis of one position, in seconds."""

    @property
    def is_thinking(self) -> bool:
        """Whether a search is running or scheduled."""
        return self._timer is not None or self._worker.job is not None

    @property
    def is_compiling(self) -> bool:
        """Whether the search is being compiled and has given no result of its own yet."""
        job = self._worker.job
        return job is not None and job.compiling and not self._is_answered

    @property
    def is_seen(self) -> bool:
        """Whether a page has shown the board recently, or is expected to do so."""
        last = max([self._heard, *self._pages.values()])
        return monotonic() - last < PAGE_TIMEOUT_SECONDS

    @property
    def analysis(self) -> Analysis | None:
        """The cached analysis of the current position; None if there is none."""
        return None if self._state is None else self.known(self._state)

    def known(self, state: State[Any]) -> Analysis | None:
        """Return the cached analysis of a state; None if there is none."""
        found = self._known.get((state, wording(state)))
        return found[1] if found else None

    @with_owner
    def switch(self, *, on: bool) -> None:
        """Switch the live analysis on or off."""
        self.is_on = on
        self._heard = monotonic()
        self._restart()

    @with_owner
    def follow(self, state: State[Any]) -> None:
        """Analyse another state from now on, as the player to move may see it."""
        if state is not self._state:
            self._state = state
            self._restart()

    def see(self, page: str) -> None:
        """Record the heartbeat of a page that shows the board."""
        was_seen = self.is_seen
        self._pages[page] = monotonic()
        if not was_seen:
            self._restart()

    def lose(self, page: str) -> None:
        """Remove a page that no longer shows the board; stop if it was the last one."""
        self._pages.pop(page, None)
        if not self._pages:
            self._heard = -PAGE_TIMEOUT_SECONDS
            self._rest()

    @with_owner
    def close(self) -> None:
        """Switch the analysis off, and clear its cache."""
        self.is_on = False
        self._rest()
        self._known.clear()

    def _restart(self) -> None:
        self._stop()
        state, loop = self._state, running_loop()
        if not self.is_on or state is None or state.outcome is not None or state.turn == CHANCE:
            self._changed()
            return
        if (known := self.known(state)) is not None:
            self._show(known)
        if loop is None:
            self._begin()
        elif self.is_seen:
            self._timer = loop.call_later(DEBOUNCE_SECONDS, self._begin)
            self._rest_when_unseen(loop)
        self._changed()

    @with_owner
    def _begin(self) -> None:
        self._timer = None
        state, stop = self._state, threading.Event()
        assert state is not None  # noqa: S101 - it was looked at before
        seconds = self.longest if self._worker.is_concurrent else SCRIPT_SECONDS
        self._began, self._shown, self._is_answered = monotonic(), 0.0, False
        answers = self._answers(deepen(state, seconds=seconds, stop=stop))
        self._worker.follow(
            answers,
            self._keep,
            self._fail,
            on_compiling=self._changed,
            on_end=self._changed,
            name="analysis",
            stop=stop,
        )

    def _answers(self, found: Iterator[Analysis]) -> Iterator[Analysis]:
        for analysis in found:
            self._prepare(analysis)
            yield analysis

    def _keep(self, analysis: Analysis) -> None:
        """Cache an analysis and show it, unless a longer one of the position is cached."""
        self._is_answered = self._is_answered or not analysis.is_quick_look
        now = monotonic()
        key = analysis.state, wording(analysis.state)
        spent, before = now - self._began, self._known.get(key)
        if before is not None and before[0] > spent and not analysis.is_proved:
            return
        self._known.pop(key, None)
        self._known[key] = (spent, analysis)
        while len(self._known) > ANALYSIS_CACHE_SIZE:
            self._known.pop(next(iter(self._known)))
        loop, wait = running_loop(), UPDATE_SECONDS - (now - self._shown)
        if loop is None or wait <= 0:
            self._tell()
        elif self._pulse is None:
            self._pulse = loop.call_later(wait, self._tell)

    @with_owner
    def _tell(self) -> None:
        """Show the cached analysis of the current position."""
        if self._pulse is not None:
            self._pulse.cancel()  # a busy loop may not have run it yet
        self._pulse, self._shown = None, monotonic()
        if (analysis := self.analysis) is not None:
            self._show(analysis)

    @with_owner
    def _rest_when_unseen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stop the search when no page shows the board; check again later."""
        if self._watch is not None:
            self._watch.cancel()
        self._watch = None
        if not self.is_thinking:
            return
        if self.is_seen:
            self._watch = loop.call_later(PAGE_TIMEOUT_SECONDS / 3, self._rest_when_unseen, loop)
        else:
            self._rest()

    def _rest(self) -> None:
        if self.is_thinking:
            self._stop()
            self._changed()

    def _stop(self) -> None:
        for timer in (self._timer, self._watch, self._pulse):
            if timer is not None:
                timer.cancel()
        self._timer = self._watch = self._pulse = None
        self._worker.stop()


def looks(
    seconds: float, state: State[Any], rng: Random, stop: threading.Event
) -> Iterator[Analysis]:
    """Yield a quick analysis if the search must be compiled first, then the final one.

    Examples
    --------
    >>> from random import Random
    >>> from threading import Event
    >>> *_, last = looks(1.0, pg.new("polygon", n=5), Random(0), Event())
    >>> last.is_proved
    True
    """
    found = None
    for found in deepen(state, seconds=seconds, seed=rng.getrandbits(31), stop=stop):
        if found.is_quick_look:
            yield found
    if found is not None and not found.is_quick_look:
        yield found
