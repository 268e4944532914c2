"""Live analysis: the position on the board is judged better and better while somebody looks."""

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
"""Seconds that a position stays on the board before it is looked at: walking costs nothing."""

MAX_LIVE_SECONDS: Final = 120.0
"""Seconds after which a position has been looked at long enough."""

SCRIPT_SECONDS: Final = 0.5
"""Seconds for a position where there is no event loop, in a script."""

PAGE_TIMEOUT_SECONDS: Final = 12.0
"""If no page has said a word for so many seconds, nobody looks any more."""

UPDATE_SECONDS: Final = 0.25
"""Seconds between two pictures at least: more cannot be read."""

ANALYSIS_CACHE_SIZE: Final = 64
"""How many positions are remembered."""


class Live:
    """Looks at one position at a time, beside whatever agents think.

    It works while it is switched on and a page shows the board. Pages say so from time to time; one
    that is closed, cleared or hidden says so too, or just falls silent.

    Parameters
    ----------
    show
        Takes each analysis, in the event loop.
    fail
        Takes the reason why there is none.
    changed
        Called when it begins or ends to think.
    prepare
        Called with each analysis where it was found, in the thread: what takes its time is done
        there.
    """

    def __init__(
        self,
        show: Callable[[Analysis], object],
        fail: Callable[[Exception], object],
        changed: Callable[[], object],
        prepare: Callable[[Analysis], object] = lambda _: None,
    ) -> None:
        self.is_on = False
        """Whether somebody has switched it on."""
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
        """Seconds after which a position has been looked at long enough."""

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way, or about to begin."""
        return self._timer is not None or self._worker.job is not None

    @property
    def is_compiling(self) -> bool:
        """Whether the search has to be compiled first: until it has given an answer of its own."""
        job = self._worker.job
        return job is not None and job.compiling and not self._is_answered

    @property
    def is_seen(self) -> bool:
        """Whether a page shows the board; one that was just asked for may still come."""
        last = max([self._heard, *self._pages.values()])
        return monotonic() - last < PAGE_TIMEOUT_SECONDS

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the position that is looked at."""
        return None if self._state is None else self.known(self._state)

    def known(self, state: State[Any]) -> Analysis | None:
        """Return what was found out about a position, if it is remembered."""
        found = self._known.get((state, wording(state)))
        return found[1] if found else None

    @with_owner
    def switch(self, *, on: bool) -> None:
        """Begin to look at positions, or stop."""
        self.is_on = on
        self._heard = monotonic()
        self._restart()

    @with_owner
    def follow(self, state: State[Any]) -> None:
        """Look at another position from now on, as far as the player to move may see it."""
        if state is not self._state:
            self._state = state
            self._restart()

    def see(self, page: str) -> None:
        """Hear that a page shows the board."""
        was_seen = self.is_seen
        self._pages[page] = monotonic()
        if not was_seen:
            self._restart()

    def lose(self, page: str) -> None:
        """Hear that a page does not show the board any more."""
        self._pages.pop(page, None)
        if not self._pages:
            self._heard = -PAGE_TIMEOUT_SECONDS
            self._rest()

    @with_owner
    def close(self) -> None:
        """Look at nothing any more."""
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
        """Remember an analysis, and show it unless a longer look at the position is shown."""
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
        """Show what is known of the position."""
        if self._pulse is not None:
            self._pulse.cancel()  # where the loop was busy it may still be due: it is shown now
        self._pulse, self._shown = None, monotonic()
        if (analysis := self.analysis) is not None:
            self._show(analysis)

    @with_owner
    def _rest_when_unseen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Rest as soon as nobody looks."""
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
    """Yield what a quick look says of a position, if the search is not ready, then what it says.

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
