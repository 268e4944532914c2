"""Work in a thread that an interrupt ends in good order: what it has found is returned.

Python takes signals in the main thread only, and not while compiled code runs there. So the work
is done in another thread, and the main one listens.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Final, TypeVar

from polygames.runtime.clock import Clock
from polygames.runtime.interrupts import set_instead

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

STEP: Final = 0.1
"""Seconds to wait for a thread at a time: some systems wake no waiting for a signal."""


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
