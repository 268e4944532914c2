"""Previews that are found while nobody waits for them, in slices of the event loop."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from polygames.runtime.owner import owned
from polygames.widgets.worker import PAUSE, running_loop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Iterator

WAIT: Final = 0.05
"""Seconds before the first slice: what was sent before is shown first."""

SLICE: Final = 0.004
"""Seconds that a slice takes at least; a click in between waits for the end of one."""


class Ahead:
    """Finds one thing after the other, and tells all of them together at the end.

    Without an event loop it finds nothing: whoever needs one of them asks for it.
    """

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def find(self, finds: Iterable[Any], tell: Callable[[list[Any]], object]) -> None:
        """Begin anew; what was looked for before is given up."""
        self.stop()
        if (loop := running_loop()) is not None:
            self._timer = loop.call_later(WAIT, self._slice, loop, iter(finds), [], tell)

    def stop(self) -> None:
        """Find nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @owned
    def _slice(
        self,
        loop: asyncio.AbstractEventLoop,
        finds: Iterator[Any],
        found: list[Any],
        tell: Callable[[list[Any]], object],
    ) -> None:
        end = perf_counter() + SLICE
        for each in finds:
            found.append(each)
            if perf_counter() > end:
                self._timer = loop.call_later(PAUSE, self._slice, loop, finds, found, tell)
                return
        self._timer = None
        tell(found)
