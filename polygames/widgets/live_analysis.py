"""Live analysis: an analysis of the current position that deepens while a page shows it."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.core.protocol import CHANCE
from polygames.core.state import move_name_key
from polygames.runtime.game_lock import with_game_lock
from polygames.search.analysis.anytime import deepen
from polygames.widgets.tasks.worker import Worker, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Hashable, Iterator
    from random import Random

    from polygames.core.analysis import Analysis
    from polygames.core.protocol import Agent, State

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


class LiveAnalysis:
    """A background analysis of the position on a board, which deepens while a page shows it.

    It runs while it is switched on and a page shows the board. Pages send a heartbeat. A page that
    is closed, cleared or hidden sends a message, or its heartbeat stops.

    Parameters
    ----------
    on_analysis
        Called with each analysis, in the event loop.
    on_error
        Called with the error if the analysis fails.
    on_change
        Called when a search starts or ends.
    prepare
        Called with each analysis in the thread of the search, for slow computations.
    """

    def __init__(
        self,
        on_analysis: Callable[[Analysis], object],
        on_error: Callable[[Exception], object],
        on_change: Callable[[], object],
        prepare: Callable[[Analysis], object] = lambda _: None,
    ) -> None:
        self.is_on = False
        """Whether a person has switched it on."""
        self._on_analysis, self._on_error, self._on_change = on_analysis, on_error, on_change
        self._prepare = prepare
        self._worker = Worker()
        self._state: State[Any] | None = None
        self._pages: dict[str, float] = {}
        self._last_activity = 0.0
        self._start_timer: asyncio.TimerHandle | None = None
        self._visibility_timer: asyncio.TimerHandle | None = None
        self._update_timer: asyncio.TimerHandle | None = None
        self._cache: dict[tuple[State[Any], Hashable], tuple[float, Analysis]] = {}
        self._started_at = self._shown_at = 0.0
        self._has_result = False
        self.max_seconds = MAX_LIVE_SECONDS
        """Largest time for the analysis of one position, in seconds."""

    @property
    def is_thinking(self) -> bool:
        """Whether a search is running or scheduled."""
        return self._start_timer is not None or self._worker.job is not None

    @property
    def is_compiling(self) -> bool:
        """Whether the search is being compiled, and has at most a quick first result."""
        job = self._worker.job
        return job is not None and job.is_compiling and not self._has_result

    @property
    def is_displayed(self) -> bool:
        """Whether a page has sent a heartbeat recently, or the analysis was just switched on."""
        last = max([self._last_activity, *self._pages.values()])
        return monotonic() - last < PAGE_TIMEOUT_SECONDS

    @property
    def analysis(self) -> Analysis | None:
        """The cached analysis of the current position; None if there is none."""
        return None if self._state is None else self.cached_analysis(self._state)

    def cached_analysis(self, state: State[Any]) -> Analysis | None:
        """Return the cached analysis of a state; None if there is none."""
        found = self._cache.get((state, move_name_key(state)))
        return found[1] if found else None

    @with_game_lock
    def switch(self, *, on: bool) -> None:
        """Switch the live analysis on or off."""
        self.is_on = on
        self._last_activity = monotonic()
        self._restart()

    @with_game_lock
    def set_state(self, state: State[Any]) -> None:
        """Switch to analysing another state, given as the player to move sees it."""
        if state is not self._state:
            self._state = state
            self._restart()

    def record_heartbeat(self, page: str) -> None:
        """Record a heartbeat, the message that a page showing the board sends regularly."""
        was_seen = self.is_displayed
        self._pages[page] = monotonic()
        if not was_seen:
            self._restart()

    def remove_page(self, page: str) -> None:
        """Remove a page that no longer shows the board; stop the search if no page remains."""
        self._pages.pop(page, None)
        if not self._pages:
            self._last_activity = -PAGE_TIMEOUT_SECONDS
            self._stop_and_notify()

    @with_game_lock
    def close(self) -> None:
        """Switch the analysis off, and clear its cache."""
        self.is_on = False
        self._stop_and_notify()
        self._cache.clear()

    def _restart(self) -> None:
        self._stop()
        state, loop = self._state, running_loop()
        if not self.is_on or state is None or state.outcome is not None or state.turn == CHANCE:
            self._on_change()
            return
        if (known := self.cached_analysis(state)) is not None:
            self._on_analysis(known)
        if loop is None:
            self._start_search()
        elif self.is_displayed:
            self._start_timer = loop.call_later(DEBOUNCE_SECONDS, self._start_search)
            self._stop_when_hidden(loop)
        self._on_change()

    @with_game_lock
    def _start_search(self) -> None:
        self._start_timer = None
        state, stop = self._state, threading.Event()
        assert state is not None  # noqa: S101 - it was looked at before
        seconds = self.max_seconds if self._worker.is_concurrent else SCRIPT_SECONDS
        self._started_at, self._shown_at, self._has_result = monotonic(), 0.0, False
        answers = self._iter_analyses(deepen(state, seconds=seconds, stop=stop))
        self._worker.submit_iterator(
            answers,
            self._store_analysis,
            self._on_error,
            on_compiling=self._on_change,
            on_end=self._on_change,
            name="analysis",
            stop=stop,
        )

    def _iter_analyses(self, analyses: Iterator[Analysis]) -> Iterator[Analysis]:
        for analysis in analyses:
            self._prepare(analysis)
            yield analysis

    def _store_analysis(self, analysis: Analysis) -> None:
        """Cache and show an analysis, unless it is unproved and a longer one is cached."""
        self._has_result = self._has_result or not analysis.is_quick_look
        now = monotonic()
        key = analysis.state, move_name_key(analysis.state)
        spent, before = now - self._started_at, self._cache.get(key)
        if before is not None and before[0] > spent and not analysis.is_proved:
            return
        self._cache.pop(key, None)
        self._cache[key] = (spent, analysis)
        while len(self._cache) > ANALYSIS_CACHE_SIZE:
            self._cache.pop(next(iter(self._cache)))
        loop, wait = running_loop(), UPDATE_SECONDS - (now - self._shown_at)
        if loop is None or wait <= 0:
            self._show_current()
        elif self._update_timer is None:
            self._update_timer = loop.call_later(wait, self._show_current)

    @with_game_lock
    def _show_current(self) -> None:
        """Show the cached analysis of the current position."""
        if self._update_timer is not None:
            self._update_timer.cancel()  # a busy loop may not have run it yet
        self._update_timer, self._shown_at = None, monotonic()
        if (analysis := self.analysis) is not None:
            self._on_analysis(analysis)

    @with_game_lock
    def _stop_when_hidden(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stop the search if no page shows the board; otherwise check again later."""
        if self._visibility_timer is not None:
            self._visibility_timer.cancel()
        self._visibility_timer = None
        if not self.is_thinking:
            return
        if self.is_displayed:
            self._visibility_timer = loop.call_later(
                PAGE_TIMEOUT_SECONDS / 3, self._stop_when_hidden, loop
            )
        else:
            self._stop_and_notify()

    def _stop_and_notify(self) -> None:
        if self.is_thinking:
            self._stop()
            self._on_change()

    def _stop(self) -> None:
        for timer in (self._start_timer, self._visibility_timer, self._update_timer):
            if timer is not None:
                timer.cancel()
        self._start_timer = self._visibility_timer = self._update_timer = None
        self._worker.stop()


def iter_hint_analyses(
    seconds: float,
    state: State[Any],
    rng: Random,
    stop: threading.Event,
    *,
    agent: Agent | None = None,
) -> Iterator[Analysis]:
    """Yield the analyses for a hint: a quick one while the search is compiled, then the final one.

    With an agent it judges the moves in place of the game's own analysis.

    Examples
    --------
    >>> from random import Random
    >>> from threading import Event
    >>> *_, last = iter_hint_analyses(1.0, pg.new("polygon", n=5), Random(0), Event())
    >>> last.is_proved
    True
    """
    found = None
    for found in deepen(state, seconds=seconds, seed=rng.getrandbits(31), stop=stop, agent=agent):
        if found.is_quick_look:
            yield found
    if found is not None and not found.is_quick_look:
        yield found
