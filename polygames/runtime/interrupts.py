"""Hearing an interrupt (Ctrl-C, or Interrupt Kernel) while compiled code runs.

Python raises KeyboardInterrupt in the main thread only, and only between two steps of Python:
while the main thread sits in compiled code nothing happens. But as a signal comes Python writes
its number to a socket at once, if it is given one (`signal.set_wakeup_fd`). Who reads there, from
any thread, hears the interrupt in time and can tell the compiled code to end.
"""

from __future__ import annotations

import atexit
import os
from contextlib import contextmanager, suppress
from functools import cache
from signal import SIGINT, set_wakeup_fd
from socket import socketpair
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

NOWHERE = -1
"""What stands for no place to write signals to."""


class Line:
    """A line from Python's handler of signals to us, open to the end: Python may write any time.

    Attributes
    ----------
    end
        Where Python is to write.
    elsewhere
        Where it wrote before: that place gets all signals that are read here.
    interrupts
        The interrupts so far; to append to a list is safe in several threads.
    """

    def __init__(self) -> None:
        self._reader, self._writer = socketpair()
        for side in (self._reader, self._writer):
            side.settimeout(0)
        self.end = self._writer.fileno()
        self.elsewhere = NOWHERE
        self.interrupts: list[int] = []
        atexit.register(self.close)

    def read(self) -> int:
        """Read what has come, and return how many interrupts came so far."""
        with suppress(OSError):  # nothing has come, or nobody takes it there
            signals = self._reader.recv(4096)
            self.interrupts.extend(number for number in signals if number == SIGINT)
            if self.elsewhere != NOWHERE and os.name == "posix":  # an event loop waits for them
                os.write(self.elsewhere, signals)
        return len(self.interrupts)

    def close(self) -> None:
        """Close both ends; Python writes there no more."""
        with suppress(ValueError, OSError):  # not the main thread
            if (end := set_wakeup_fd(NOWHERE)) != self.end:
                set_wakeup_fd(end, warn_on_full_buffer=False)
        for side in (self._reader, self._writer):
            side.close()


@cache
def _line(process: int) -> Line:  # noqa: ARG001 - a copy of a process needs a line of its own
    return Line()


class Ear:
    """Hears interrupts during a ``with`` block of the main thread; in another it hears nothing."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._before = NOWHERE
        self._start = 0

    def __enter__(self) -> Self:
        with suppress(ValueError, OSError):  # not the main thread, or a system without sockets
            line = _line(os.getpid())
            self._before = set_wakeup_fd(line.end, warn_on_full_buffer=False)
            self._start = line.read()  # what came before the block does not count
            self._line = line
            if self._before != line.end:  # else this block is within another
                line.elsewhere = self._before
        return self

    def __exit__(self, *error: object) -> None:
        if self._line is not None:
            with suppress(ValueError, OSError):  # another thread ends it, or that place is gone
                set_wakeup_fd(self._before, warn_on_full_buffer=False)
            self._line.read()
            if self._before != self._line.end:
                self._line.elsewhere = NOWHERE

    @property
    def heard(self) -> bool:
        """Whether an interrupt came since the block began; any thread may ask."""
        return self._line is not None and self._line.read() > self._start


@contextmanager
def passed_on() -> Iterator[Ear]:
    """Raise KeyboardInterrupt at the end of a block in which something has kept one to itself.

    A solver ends at an interrupt and returns what it has. Who wanted to go on with that has to
    end too.
    """
    with Ear() as ear:
        yield ear
        interrupted = ear.heard
    if interrupted:
        raise KeyboardInterrupt
