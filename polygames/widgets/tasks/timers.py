"""Timers of a board, and a debounce that merges repeated requests.

A call holds the game lock (`polygames.runtime.game_lock`) and runs in the event loop of the thread
that schedules it. While a cell runs, that loop is blocked: then the call runs in the loop
that receives the messages of the page. This may be the loop of a subshell, which ends with its
page. A call that waits in such a loop is dropped, and its timer counts as not set.
"""

from __future__ import annotations

from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, NamedTuple, Self

from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from contextvars import Context


class PageLoop(NamedTuple):
    """The event loop and the context in which a message of a page was handled.

    A kernel with subshells routes the messages of a page to the loop that last sent something to
    it, found by the parent message of that update. So a move that a running cell makes is sent to
    the page from the loop that handled its last message, as a reply to that message. Otherwise the
    next click of the page would go to the blocked loop of the cell.
    """

    loop: asyncio.AbstractEventLoop
    context: Context

    @classmethod
    def current(cls) -> Self | None:
        """Return the running event loop and a copy of the context; None without a loop."""
        loop = running_loop()
        return None if loop is None else cls(loop, copy_context())


class Timer:
    """A timer that calls a function once; setting it again replaces the earlier call."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._call: Callable[[], object] | None = None  # dropped early: it may hold a board

    @property
    def is_set(self) -> bool:
        """Whether a call is scheduled in a loop that still runs."""
        return self._call is not None and self._loop is not None and self._loop.is_running()

    def is_set_in(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Return True if a call is scheduled in this loop."""
        return self.is_set and self._loop is loop

    def set(
        self, loop: asyncio.AbstractEventLoop, seconds: float, call: Callable[[], object]
    ) -> None:
        """Schedule a call after some seconds, in the event loop of this thread."""
        self.cancel()
        self._loop, self._call = loop, call
        self._handle = loop.call_later(seconds, self._run_call, call)

    def set_on_page(self, page_loop: PageLoop, seconds: float, call: Callable[[], object]) -> None:
        """Schedule a call in the event loop of a page, in the context of its last message."""
        self.cancel()
        self._loop, self._call = page_loop.loop, call
        with suppress(RuntimeError):  # the loop has just been closed
            page_loop.loop.call_soon_threadsafe(
                page_loop.loop.call_later,
                seconds,
                self._run_call,
                call,
                context=page_loop.context.copy(),
            )

    def cancel(self) -> None:
        """Cancel the scheduled call, if there is one."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle, self._call = None, None

    def run_now(self) -> None:
        """Run the scheduled call at once, if there is one, even if its loop has ended."""
        if (call := self._call) is not None:
            self.cancel()
            call()

    @with_game_lock
    def _run_call(self, call: Callable[[], object]) -> None:
        if call is self._call:  # else another thread ran or replaced it first
            self.run_now()


class Debounce:
    """A timer that merges several requests within some seconds into one call.

    Without an event loop every request is run at once.

    Parameters
    ----------
    seconds
        Seconds from the first request to the call. Further requests in this time are merged.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._timer = seconds, Timer()

    def schedule(self, call: Callable[[], object], page_loop: PageLoop | None = None) -> None:
        """Schedule a call, unless one is scheduled already.

        It runs in the event loop of the page if one is given that still runs.
        """
        loop = running_loop()
        if loop is None:
            self._timer.cancel()
            call()
            return
        if page_loop is None or page_loop.loop is loop or not page_loop.loop.is_running():
            if not self._timer.is_set_in(loop):
                self._timer.set(loop, self._seconds, call)
        elif not self._timer.is_set_in(page_loop.loop):
            self._timer.set_on_page(page_loop, self._seconds, call)

    def run_now(self) -> None:
        """Run the waiting call at once, if there is one."""
        self._timer.run_now()

    def cancel(self) -> None:
        """Cancel the waiting call, if there is one."""
        self._timer.cancel()
