"""What can wait for a moment, and is then done once, however often it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.widgets.worker import running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable


class Later:
    """Does something some seconds after it was first asked for; without an event loop, at once.

    Parameters
    ----------
    seconds
        How long it may wait: what is asked for meanwhile is done with it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._act: Callable[[], object] | None = None  # only while it waits: it may hold its owner
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, act: Callable[[], object]) -> None:
        """Have it done."""
        loop = running_loop()
        if loop is None:
            act()
        elif self._timer is None:
            self._act = act
            self._timer = loop.call_later(self._seconds, self.now)

    def now(self) -> None:
        """Do now what still waits, if anything does."""
        if self._timer is not None and self._act is not None:
            self._timer.cancel()
            act, self._act, self._timer = self._act, None, None
            act()
