"""What a board does a moment later: timers, and what may wait for others of its kind.

Later means in the event loop of the thread that asks, under the owner of the games
(`polygames.runtime.owner`); or in the loop that hears the pages, as that of the thread that asks
stands still while a cell runs. It may be the loop of a subshell, which ends with its page: what
waits there is never done, and counts as not asked for.
"""

from __future__ import annotations

from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, NamedTuple, Self

from polygames.runtime.owner import with_owner
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from contextvars import Context


class PageLoop(NamedTuple):
    """Where a page was heard: the event loop, and what belongs to the message.

    A kernel that has subshells sends what a page answers to the loop that has last told it
    something, by the message which that was an answer to. So a page that is told of a move of a
    running cell is told in the loop that heard it, and as an answer to it: its click is not sent
    to the loop that stands still.
    """

    loop: asyncio.AbstractEventLoop
    context: Context

    @classmethod
    def here(cls) -> Self | None:
        """Return where this is; None without an event loop."""
        loop = running_loop()
        return None if loop is None else cls(loop, copy_context())


class Timer:
    """Calls something once, some seconds after it was set; to set it again takes its place."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._call: Callable[[], object] | None = None  # only while it waits: it may hold its owner

    @property
    def is_set(self) -> bool:
        """Whether it will call something."""
        return self._call is not None and self._loop is not None and self._loop.is_running()

    def is_set_in(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether it will call something in a loop."""
        return self.is_set and self._loop is loop

    def set(
        self, loop: asyncio.AbstractEventLoop, seconds: float, call: Callable[[], object]
    ) -> None:
        """Call something later, in the loop that runs here."""
        self.cancel()
        self._loop, self._call = loop, call
        self._handle = loop.call_later(seconds, self._ring, call)

    def set_there(self, heard: PageLoop, seconds: float, call: Callable[[], object]) -> None:
        """Call something later where a page was heard, as if that page had asked for it."""
        self.cancel()
        self._loop, self._call = heard.loop, call
        with suppress(RuntimeError):  # it has just been closed: nobody waits
            heard.loop.call_soon_threadsafe(
                heard.loop.call_later, seconds, self._ring, call, context=heard.context.copy()
            )

    def cancel(self) -> None:
        """Call nothing."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle, self._call = None, None

    def now(self) -> None:
        """Do at once what waits, if anything does, also in a loop that is no more."""
        if (call := self._call) is not None:
            self.cancel()
            call()

    @with_owner
    def _ring(self, call: Callable[[], object]) -> None:
        if call is self._call:  # else another thread was sooner
            self.now()


class Debounce:
    """Does something some seconds after it was first asked for; without an event loop, at once.

    Parameters
    ----------
    seconds
        How long it may wait: what is asked for meanwhile is done with it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._timer = seconds, Timer()

    def ask(self, act: Callable[[], object], heard: PageLoop | None = None) -> None:
        """Have it done; where a page was heard, if that is elsewhere and there still."""
        loop = running_loop()
        if loop is None:
            self._timer.cancel()
            act()
            return
        if heard is None or heard.loop is loop or not heard.loop.is_running():
            if not self._timer.is_set_in(loop):
                self._timer.set(loop, self._seconds, act)
        elif not self._timer.is_set_in(heard.loop):
            self._timer.set_there(heard, self._seconds, act)

    def now(self) -> None:
        """Do now what still waits, if anything does."""
        self._timer.now()

    def cancel(self) -> None:
        """Do not do it."""
        self._timer.cancel()
