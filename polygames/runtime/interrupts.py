"""Hearing an interrupt (Ctrl-C, or Interrupt Kernel) while compiled code runs.

Python raises KeyboardInterrupt in the main thread only, and only between two steps of Python:
while the main thread sits in compiled code nothing happens. But as a signal comes Python writes
its number to a socket at once, if it is given one (`signal.set_wakeup_fd`). Who reads there, from
any thread, hears the interrupt in time and can tell the compiled code to end.

KeyboardInterrupt is raised wherever Python happens to be, and is lost where that is a callback of
the garbage collector. Work that is to keep what it has found is told by a flag instead.
Such work is done in another thread, and the main one listens.
"""

from __future__ import annotations

import atexit
import os
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from contextvars import copy_context
from signal import SIGINT, default_int_handler, getsignal, set_wakeup_fd, signal
from socket import socketpair
from threading import Event, Lock, current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Final, Self, TypeVar

from polygames.runtime.once import once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

NO_WAKEUP_FD = -1
"""What stands for no place to write signals to."""

SECOND_INTERRUPT_SECONDS: Final = 2.0
"""Seconds within which a second interrupt is one for the program, too."""

JOIN_POLL_SECONDS: Final = 0.1
"""Seconds to wait for a thread at a time: some systems wake no waiting for a signal."""

_times: Final[list[float]] = []
"""When interrupts came that set a flag."""


class SignalPipe:
    """A pipe from Python's handler of signals to us, open to the end: Python may write any time.

    Python is to write to `end`. It wrote `elsewhere` before: that place gets all signals that are
    read here. Several threads may read: none asks while another has read and not yet counted.
    """

    def __init__(self) -> None:
        self._reader, self._writer = socketpair()
        for side in (self._reader, self._writer):
            side.settimeout(0)
        self.end = self._writer.fileno()
        self.elsewhere = NO_WAKEUP_FD
        self.interrupts: list[int] = []
        self._reading = Lock()
        atexit.register(self.close)

    def read(self) -> int:
        """Read what has come, and return how many interrupts came so far."""
        with self._reading, suppress(OSError):  # nothing has come, or nobody takes it there
            signals = self._reader.recv(4096)
            self.interrupts.extend(number for number in signals if number == SIGINT)
            if (
                self.elsewhere != NO_WAKEUP_FD and os.name == "posix"
            ):  # an event loop waits for them
                os.write(self.elsewhere, signals)
        return len(self.interrupts)

    def close(self) -> None:
        """Close both ends; Python writes there no more."""
        with suppress(ValueError, OSError):  # not the main thread
            if (end := set_wakeup_fd(NO_WAKEUP_FD)) != self.end:
                set_wakeup_fd(end, warn_on_full_buffer=False)
        for side in (self._reader, self._writer):
            side.close()


@once
def _pipe(process: int) -> SignalPipe:  # noqa: ARG001 - a copy of a process needs a pipe of its own
    return SignalPipe()


class InterruptListener:
    """Hears interrupts during a ``with`` block of the main thread; in another it hears nothing."""

    def __init__(self) -> None:
        self._pipe: SignalPipe | None = None
        self._before = NO_WAKEUP_FD
        self._start = 0

    def __enter__(self) -> Self:
        with suppress(ValueError, OSError):  # not the main thread, or a system without sockets
            pipe = _pipe(os.getpid())
            self._before = set_wakeup_fd(pipe.end, warn_on_full_buffer=False)
            self._start = pipe.read()  # what came before the block does not count
            self._pipe = pipe
            if self._before != pipe.end:  # else this block is within another
                pipe.elsewhere = self._before
        return self

    def __exit__(self, *error: object) -> None:
        if self._pipe is not None:
            with suppress(ValueError, OSError):  # another thread ends it, or that place is gone
                set_wakeup_fd(self._before, warn_on_full_buffer=False)
            self._pipe.read()
            if self._before != self._pipe.end:
                self._pipe.elsewhere = NO_WAKEUP_FD

    @property
    def heard(self) -> bool:
        """Whether an interrupt came since the block began; any thread may ask."""
        return self._pipe is not None and self._pipe.read() > self._start


@contextmanager
def passed_on() -> Iterator[InterruptListener]:
    """Raise KeyboardInterrupt at the end of a block in which something has kept one to itself.

    A solver ends at an interrupt and returns what it has. Who wanted to go on with that has to
    end too.
    """
    with InterruptListener() as listener:
        yield listener
        interrupted = listener.heard
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def set_instead(flag: Event) -> Iterator[Callable[[], bool]]:
    """Have interrupts set a flag, where Python would raise KeyboardInterrupt.

    Yields a function that says whether one came within two seconds after another: the first may
    have ended another work. A handler of signals that is not Python's own is left in place.
    """
    before = len(_times)

    def take(*_: object) -> None:
        _times.append(monotonic())
        flag.set()

    def is_second() -> bool:
        return len(_times) > max(before, 1) and _times[-1] - _times[-2] < SECOND_INTERRUPT_SECONDS

    is_ours = getsignal(SIGINT) is default_int_handler
    try:
        if is_ours:
            signal(SIGINT, take)
        yield is_second
    finally:
        if is_ours:
            signal(SIGINT, default_int_handler)


def interruptible(work: Callable[[], T], ended: Event) -> T:
    """Do some work, and return what it returns; an interrupt sets the flag `ended`.

    KeyboardInterrupt is raised at the end, if there were two within two seconds.
    """
    if current_thread() is not main_thread():
        return work()
    with set_instead(ended) as is_second:
        done = _in_background(work, ended)
    if is_second():
        raise KeyboardInterrupt
    return done


def _in_background(work: Callable[[], T], ended: Event) -> T:
    """Do some work in a thread and wait for it; without threads do it here.

    The flag is set if the waiting breaks off, by a handler of signals that is not ours.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        future = pool.submit(copy_context().run, work)
    except RuntimeError:  # no threads, as in a page without a server
        return work()
    try:
        while not future.done():
            wait([future], timeout=JOIN_POLL_SECONDS)
    finally:
        if not future.done():
            ended.set()
        pool.shutdown()
    return future.result()
