"""Cooperative scheduling: clicks are handled before long searches.

Python's threads take turns. A thread that computes in Python yields after the *switch interval*,
5 ms, and then another computing thread may be next. A click that needs a few turns would wait for
tens of them. So during a search (`thinking`) the interval is a tenth of that. The handler of a
click announces itself (`answering`). A search polls its clock all the time, the clock calls
`go_on`, and there the search pauses for the handler. Compiled code needs no turns and continues.
Full garbage collections are suspended as well: with a search tree in memory one takes half a second
and blocks everything. Young objects are still collected.

Without threads, work is done in time slices. Within `time_sliced`, `go_on` pauses at the end of
each slice, deep in the search. The page is updated, clicks are handled, and the search continues
where it was, so it finds the same as in a thread. In a browser that cannot switch stacks there
is only one short slice, and the search ends with it as if its time were over.
"""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from functools import cache, wraps
from threading import Event, Lock, Thread, get_ident, local
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""The switch interval during searches; shorter ones cost a search more than they save."""

GC_DISABLED_THRESHOLD: Final = 10**9
"""The threshold for full garbage collections that practically disables them."""

MAX_YIELD_SECONDS: Final = 0.05
"""The maximum time in seconds that searches pause for one handler."""


class _Turns:
    """The running searches and handlers of this process."""

    lock = Lock()
    thinkers = 0
    usual = 0.005
    """The switch interval in seconds without searches."""
    thresholds = (700, 10, 10)
    """The garbage collection thresholds without searches."""
    answering: int | None = None
    """The thread identifier of the running handler, or None."""
    until = 0.0
    """The time at which searches continue although a handler is running."""
    is_free = Event()
    """Set while no handler is running."""


_Turns.is_free.set()


@contextmanager
def thinking() -> Iterator[None]:
    """Shorten the switch interval and suspend full garbage collections during a ``with`` block."""
    with _Turns.lock:
        if not _Turns.thinkers:
            _Turns.usual, _Turns.thresholds = sys.getswitchinterval(), gc.get_threshold()
            sys.setswitchinterval(min(SWITCH_INTERVAL_SECONDS, _Turns.usual))
            gc.set_threshold(*_Turns.thresholds[:2], GC_DISABLED_THRESHOLD)
        _Turns.thinkers += 1
    try:
        yield
    finally:
        with _Turns.lock:
            _Turns.thinkers -= 1
            if not _Turns.thinkers:
                sys.setswitchinterval(_Turns.usual)
                gc.set_threshold(*_Turns.thresholds)


@contextmanager
def answering() -> Iterator[None]:
    """Pause searches in other threads during a ``with`` block, which may be nested."""
    if _Turns.answering is not None:  # in this thread or in another one: searches pause already
        yield
        return
    _Turns.answering, _Turns.until = get_ident(), monotonic() + MAX_YIELD_SECONDS
    _Turns.is_free.clear()
    try:
        yield
    finally:
        _Turns.answering = None
        _Turns.is_free.set()


def stand_aside() -> None:
    """Wait while another thread handles a click, at most `MAX_YIELD_SECONDS`."""
    if not _Turns.is_free.is_set() and _Turns.answering != get_ident():
        _Turns.is_free.wait(max(0.0, _Turns.until - monotonic()))


SLICE_SECONDS: Final = 0.03
"""The length of a time slice: the maximum delay of a click."""

BLOCKING_SEARCH_SECONDS: Final = 0.3
"""The total time in seconds of a search that cannot pause."""

F = TypeVar("F", bound="Callable[..., Any]")


@cache
def has_threads() -> bool:
    """Return True if a thread can be started; in a page without a server none can."""
    try:
        Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True


class _Slice:
    """A time slice of running work."""

    def __init__(self, rest: Callable[[], object] | None) -> None:
        self.rest = rest
        self.end = monotonic() + (BLOCKING_SEARCH_SECONDS if rest is None else SLICE_SECONDS)


class _CurrentSlice(local):
    """The current time slice of each thread; None while it pauses."""

    slice: _Slice | None = None


_current = _CurrentSlice()


@contextmanager
def time_sliced(rest: Callable[[], object] | None) -> Iterator[None]:
    """Run the work of a ``with`` block in time slices.

    Parameters
    ----------
    rest
        Pauses the work until other tasks have run; None if that is impossible, for one short slice.

    Examples
    --------
    >>> rests = []
    >>> with time_sliced(lambda: rests.append("a click is answered")):
    ...     while not rests:
    ...         _ = go_on()
    >>> rests
    ['a click is answered']
    """
    _current.slice = _Slice(rest)
    try:
        yield
    finally:
        _current.slice = None


def go_on() -> bool:
    """Pause if a time slice is over; return False if the work has to end."""
    now = _current.slice
    if now is None:
        stand_aside()
        return True
    if monotonic() < now.end:
        return True
    if now.rest is None:
        return False
    _current.slice = None  # other tasks are not part of this work
    try:
        now.rest()
    finally:
        now.end = monotonic() + SLICE_SECONDS
        _current.slice = now
    return True


def resting(function: F) -> F:
    """Return a slow function, which polls no clock, with a possible pause before each call."""

    @wraps(function)
    def call(*args: Any) -> Any:
        go_on()
        return function(*args)

    return call  # type: ignore[return-value]  # it is called as the function is
