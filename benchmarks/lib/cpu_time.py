"""CPU time for benchmarks, and thinking times in CPU seconds, independent of other programs."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from polygames.runtime.jit import HAS_NUMBA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


class Part(NamedTuple):
    """The result of one turn of an engine."""

    count: float
    seconds: float


class ThinkingTime:
    """The CPU seconds of this process without compiling; a listener of numba's events."""

    def __init__(self) -> None:
        self._compiled = self._since = 0.0
        self._depth = 0

    def __call__(self) -> float:
        """Return the CPU seconds without those of compiling."""
        return (self._since if self._depth else process_time()) - self._compiled

    def notify(self, event: Any) -> None:
        """Stop the clock while a function is compiled. Compilations may be nested."""
        if event.is_start and not self._depth:
            self._since = process_time()
        elif event.is_end and self._depth == 1:  # first, so that no thread sees a time too late
            self._compiled += process_time() - self._since
        self._depth += 1 if event.is_start else -1

    def listen(self) -> AbstractContextManager[object]:
        """Return a context in which numba reports the start and end of compiling."""
        if not HAS_NUMBA:
            return nullcontext()
        from numba.core.event import Listener, install_listener

        Listener.register(ThinkingTime)
        return install_listener("numba:compile", self)


@contextmanager
def count_cpu_time() -> Iterator[None]:
    """Count the CPU seconds of this process as thinking time during a ``with`` block.

    The searches use one core, so their result is the same as on an idle machine. Compiling does not
    count, so a first run has the same result as later runs.

    Examples
    --------
    >>> from polygames.runtime.clock import Clock
    >>> from time import sleep
    >>> with count_cpu_time():
    ...     clock = Clock(0.1)
    ...     sleep(0.2)
    ...     bool(clock)
    True
    """
    time = ThinkingTime()
    with patch("polygames.runtime.clock.monotonic", time), time.listen():
        yield
