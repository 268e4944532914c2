"""Work that an interrupt ends in good order: it stops, and what it has found is returned.

KeyboardInterrupt is raised wherever Python happens to be, and is lost where that is a callback of
the garbage collector. So it is not raised at all while the work runs: the signal is noted,
and the work asked to end. As Python takes signals in the main thread only, and not while compiled
code runs there, the work is done in another thread.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import copy_context
from signal import SIGINT, default_int_handler, getsignal, signal
from threading import Event, current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from polygames.runtime.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

STEP: Final = 0.1
"""Seconds to wait for a thread at a time: some systems wake no waiting for a signal."""

AGAIN: Final = 2.0
"""Seconds within which a second interrupt is one for the program, too."""

_times: Final[list[float]] = []
"""When interrupts came."""


class Until(Clock):
    """A clock that ends also when a second flag is set, which belongs to the work."""

    def __init__(self, clock: Clock, ended: Event) -> None:
        self.clock, self.ended = clock, ended
        self.stop = clock.stop

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has set a flag; no time limit counts."""
        return self.ended.is_set() or self.stop.is_set()

    @property
    def left(self) -> float | None:
        """The seconds left; None without a limit."""
        return self.clock.left

    def __bool__(self) -> bool:
        """Say whether there is time left."""
        return not self.ended.is_set() and bool(self.clock)


def interruptible(work: Callable[[], T], ended: Event) -> T:
    """Do some work, and return what it returns; an interrupt sets the flag `ended`.

    Raises
    ------
    KeyboardInterrupt
        When the work has ended, if there were two interrupts within two seconds.
    """
    if current_thread() is not main_thread():
        return work()
    before = len(_times)
    with _signals_noted(ended):
        done = _in_background(work, ended)
    if len(_times) > max(before, 1) and _times[-1] - _times[-2] < AGAIN:
        raise KeyboardInterrupt
    return done


@contextmanager
def _signals_noted(ended: Event) -> Iterator[None]:
    """Note interrupts and set a flag, where Python would raise KeyboardInterrupt."""

    def take(*_: object) -> None:
        _times.append(monotonic())
        ended.set()

    is_ours = getsignal(SIGINT) is default_int_handler
    try:
        if is_ours:
            signal(SIGINT, take)
        yield
    finally:
        if is_ours:
            signal(SIGINT, default_int_handler)


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
            wait([future], timeout=STEP)
    finally:
        if not future.done():
            ended.set()
        pool.shutdown()
    return future.result()


def left_running(work: Callable[[], object], until: Until) -> bool:
    """Do some work that cannot be stopped; say whether it is done.

    If a flag is set before it is, the work goes on alone, and the program waits for it at its end.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    while not (future.done() or until.is_stopped):
        wait([future], timeout=STEP / 2)
    if future.done():
        future.result()
    return future.done()
