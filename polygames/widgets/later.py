"""What can wait for a moment, and is then done once, however often it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.widgets.background import running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

__all__ = ["Later"]


class Later:
    """Does something some seconds after it was first asked for; without an event loop, at once.

    Parameters
    ----------
    act
        What is done.
    seconds
        How long it may wait: what is asked for meanwhile is done with it.
    """

    def __init__(self, act: Callable[[], object], seconds: float) -> None:
        self._act, self._seconds = act, seconds
        self._timer: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Have it done."""
        loop = running_loop()
        if loop is None:
            self._act()
        elif self._timer is None:
            self._timer = loop.call_later(self._seconds, self.now)

    def now(self) -> None:
        """Do now what still waits, if anything does."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._act()
