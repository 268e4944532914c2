"""Interrupts (Ctrl-C, or Interrupt Kernel) during compiled code.

Python raises KeyboardInterrupt in the main thread only, and only between two bytecodes: nothing
happens while the main thread runs compiled code. But Python can write the number of a signal to a
socket at once (`signal.set_wakeup_fd`). A thread that reads this socket notices the interrupt in
time and can stop the compiled code.

KeyboardInterrupt is raised at any point of the code, and is lost in a callback of the garbage
collector. So work that must preserve its partial result is stopped by a flag instead. It runs in
another thread, and the main thread handles the signal.
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
"""The value of `signal.set_wakeup_fd` for no file descriptor."""

SECOND_INTERRUPT_SECONDS: Final = 2.0
"""The time in seconds within which a second interrupt also raises KeyboardInterrupt."""

JOIN_POLL_SECONDS: Final = 0.1
"""The timeout in seconds of each wait for a thread: some systems wake no wait for a signal."""

_interrupt_times: Final[list[float]] = []
"""The times of interrupts that set a flag."""


class SignalPipe:
    """A socket pair to which Python writes the numbers of signals; it remains open until exit.

    Python writes to `write_fd`. The previous wakeup descriptor, `previous_fd`, gets a copy of all
    signals read here. Several threads may read: a lock makes reading and counting one step.
    """

    def __init__(self) -> None:
        self._reader, self._writer = socketpair()
        for side in (self._reader, self._writer):
            side.settimeout(0)
        self.write_fd = self._writer.fileno()
        self.previous_fd = NO_WAKEUP_FD
        self.interrupts: list[int] = []
        self._read_lock = Lock()
        atexit.register(self.close)

    def read(self) -> int:
        """Read the pending signals, and return the number of interrupts so far."""
        with self._read_lock, suppress(OSError):  # nothing is pending, or the other end is closed
            signals = self._reader.recv(4096)
            self.interrupts.extend(number for number in signals if number == SIGINT)
            if (
                self.previous_fd != NO_WAKEUP_FD and os.name == "posix"
            ):  # an event loop waits for them
                os.write(self.previous_fd, signals)
        return len(self.interrupts)

    def close(self) -> None:
        """Close both ends, and remove the wakeup descriptor from Python."""
        with suppress(ValueError, OSError):  # not the main thread
            if (end := set_wakeup_fd(NO_WAKEUP_FD)) != self.write_fd:
                set_wakeup_fd(end, warn_on_full_buffer=False)
        for side in (self._reader, self._writer):
            side.close()


@once
def _signal_pipe(process_id: int) -> SignalPipe:  # noqa: ARG001 - a copy of a process needs a pipe of its own
    return SignalPipe()


class InterruptListener:
    """A context manager that detects interrupts in its block; only in the main thread."""

    def __init__(self) -> None:
        self._pipe: SignalPipe | None = None
        self._previous_fd = NO_WAKEUP_FD
        self._count_at_start = 0

    def __enter__(self) -> Self:
        with suppress(ValueError, OSError):  # not the main thread, or a system without sockets
            pipe = _signal_pipe(os.getpid())
            self._previous_fd = set_wakeup_fd(pipe.write_fd, warn_on_full_buffer=False)
            self._count_at_start = pipe.read()  # earlier signals do not count
            self._pipe = pipe
            if self._previous_fd != pipe.write_fd:  # else this block is nested in another one
                pipe.previous_fd = self._previous_fd
        return self

    def __exit__(self, *error: object) -> None:
        if self._pipe is not None:
            with suppress(ValueError, OSError):  # another thread, or the descriptor is closed
                set_wakeup_fd(self._previous_fd, warn_on_full_buffer=False)
            self._pipe.read()
            if self._previous_fd != self._pipe.write_fd:
                self._pipe.previous_fd = NO_WAKEUP_FD

    @property
    def was_interrupted(self) -> bool:
        """Whether an interrupt has occurred since the block began; readable from any thread."""
        return self._pipe is not None and self._pipe.read() > self._count_at_start


@contextmanager
def reraise_interrupt() -> Iterator[InterruptListener]:
    """Raise KeyboardInterrupt at the end of a ``with`` block if an interrupt occurred in it.

    A solver ends at an interrupt and returns its partial result. Its caller has to end, too.
    """
    with InterruptListener() as listener:
        yield listener
        interrupted = listener.was_interrupted
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def redirect_interrupts(flag: Event) -> Iterator[Callable[[], bool]]:
    """Make interrupts set a flag instead of raising KeyboardInterrupt.

    Yield a function that returns True if an interrupt came within two seconds after another. The
    first one may have ended other work. A signal handler that is not Python's default is not
    replaced.
    """
    before = len(_interrupt_times)

    def take(*_: object) -> None:
        _interrupt_times.append(monotonic())
        flag.set()

    def is_second() -> bool:
        return (
            len(_interrupt_times) > max(before, 1)
            and _interrupt_times[-1] - _interrupt_times[-2] < SECOND_INTERRUPT_SECONDS
        )

    is_ours = getsignal(SIGINT) is default_int_handler
    try:
        if is_ours:
            signal(SIGINT, take)
        yield is_second
    finally:
        if is_ours:
            signal(SIGINT, default_int_handler)


def run_interruptible(function: Callable[[], T], stop_flag: Event) -> T:
    """Call a function and return its result; an interrupt (Ctrl-C) only sets the event `stop_flag`.

    Raise KeyboardInterrupt at the end if there were two interrupts within two seconds.
    """
    if current_thread() is not main_thread():
        return function()
    with redirect_interrupts(stop_flag) as is_second:
        done = _run_in_background(function, stop_flag)
    if is_second():
        raise KeyboardInterrupt
    return done


def _run_in_background(function: Callable[[], T], stop_flag: Event) -> T:
    """Call a function in a thread and wait for its result; without threads, call it directly.

    The flag is set if another signal handler ends the wait by an exception.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        future = pool.submit(copy_context().run, function)
    except RuntimeError:  # no threads, as in a page without a server
        return function()
    try:
        while not future.done():
            wait([future], timeout=JOIN_POLL_SECONDS)
    finally:
        if not future.done():
            stop_flag.set()
        pool.shutdown()
    return future.result()
