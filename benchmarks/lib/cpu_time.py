"""What benchmarks measure, and CPU seconds as thinking times, which no other program changes."""

from __future__ import annotations

from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

if TYPE_CHECKING:
    from collections.abc import Iterator


class Part(NamedTuple):
    """What one turn of an engine came to."""

    count: float
    seconds: float


@contextmanager
def counted() -> Iterator[None]:
    """Count the CPU seconds of this process as thinking time during a ``with`` block.

    The searches think on one core; so a second of theirs is one of a core that has nothing else to
    do.

    Examples
    --------
    >>> from polygames.runtime.clock import Clock
    >>> from time import sleep
    >>> with counted():
    ...     clock = Clock(0.1)
    ...     sleep(0.2)
    ...     bool(clock)
    True
    """
    with patch("polygames.runtime.clock.monotonic", process_time):
        yield
