"""When a search has to stop."""

from __future__ import annotations

from threading import Event, Timer
from time import monotonic
from typing import TYPE_CHECKING

from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    import numpy as np
    import numpy.typing as npt

__all__ = ["Clock", "StopFlag", "Watch"]


class StopFlag(Event):
    """The flag that ends the search of an agent; a copy of the agent has its own, not set.

    A plain event can be neither copied nor sent to another process, as a match does with agents.
    """

    def __reduce__(self) -> tuple[type[StopFlag], tuple[()]]:
        return type(self), ()


class Clock:
    """A deadline and a stop flag, looked at often.

    Parameters
    ----------
    seconds
        The time to think; None is no limit.
    stop
        Set it, from any thread, to end the search early with the best found so far.
    """

    def __init__(self, seconds: float | None, stop: Event | None = None) -> None:
        if seconds is not None and seconds <= 0:
            msg = f"the time to think is more than 0 seconds, not {seconds!r}"
            raise OptionError(msg)
        self.stop = stop or Event()
        self.end = None if seconds is None else monotonic() + seconds

    @property
    def left(self) -> float | None:
        """The seconds left; None without a limit."""
        return None if self.end is None else max(0.0, self.end - monotonic())

    def __bool__(self) -> bool:
        """Say whether there is time left."""
        return not self.stop.is_set() and (self.end is None or monotonic() < self.end)


class Watch:
    """Passes a clock on to compiled code, which cannot ask it: a thread sets a number.

    Parameters
    ----------
    clock
        The clock to watch while the ``with`` block runs.
    flag
        Its first number becomes 1 when the time is over or the search is stopped.
    """

    STEP = 0.02
    """How often, in seconds, the stop flag is looked at."""

    def __init__(self, clock: Clock, flag: npt.NDArray[np.uint8]) -> None:
        self.clock = clock
        self.flag = flag
        self.timer: Timer | None = None

    def __enter__(self) -> Self:
        self.flag[0] = 0
        self._look()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.timer is not None:
            self.timer.cancel()

    def _look(self) -> None:
        if not self.clock:
            self.flag[0] = 1
            return
        left = self.clock.left
        self.timer = Timer(self.STEP if left is None else min(self.STEP, left), self._look)
        self.timer.daemon = True
        self.timer.start()
