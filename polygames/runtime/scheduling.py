"""Cooperative scheduling: clicks are handled before long searches.

Python's threads take turns. A thread that computes in Python yields after the *switch interval*,
5 ms, and then another computing thread may be next. A click that needs a few turns would wait for
tens of them. So during a search (`search_running`) the interval is a tenth of that. The handler of
a click announces itself (`pause_searches`). A search polls its clock all the time, the clock calls
`pause_and_check`, and there the search pauses for the handler. Compiled code needs no turns and
continues. Full garbage collections are suspended as well: with a search tree in memory one takes
half a second and blocks everything. Young objects are still collected.

Without threads, work is done in time slices. Within `time_slices`, `pause_and_check` pauses at the
end of each slice, deep in the search. The page is updated, clicks are handled, and the search
continues where it was, so it finds the same as in a thread. In a browser that cannot switch stacks
there is only one short slice, and the search ends with it as if its time were over.
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


class _Activity:
    """The state of the searches and the click handler that are running in this process."""

    lock = Lock()
    search_count = 0
    normal_interval = 0.005
    """The switch interval in seconds without searches."""
    normal_thresholds = (700, 10, 10)
    """The garbage collection thresholds without searches."""
    handler_thread: int | None = None
    """The thread identifier of the running handler, or None."""
    pause_end = 0.0
    """The time at which searches continue although a handler is running."""
    no_handler = Event()
    """Set while no handler is running."""


_Activity.no_handler.set()


@contextmanager
def search_running() -> Iterator[None]:
    """Shorten the switch interval and suspend full garbage collections during a ``with`` block."""
    with _Activity.lock:
        if not _Activity.search_count:
            _Activity.normal_interval, _Activity.normal_thresholds = (
                sys.getswitchinterval(),
                gc.get_threshold(),
            )
            sys.setswitchinterval(min(SWITCH_INTERVAL_SECONDS, _Activity.normal_interval))
            gc.set_threshold(*_Activity.normal_thresholds[:2], GC_DISABLED_THRESHOLD)
        _Activity.search_count += 1
    try:
        yield
    finally:
        with _Activity.lock:
            _Activity.search_count -= 1
            if not _Activity.search_count:
                sys.setswitchinterval(_Activity.normal_interval)
                gc.set_threshold(*_Activity.normal_thresholds)


@contextmanager
def pause_searches() -> Iterator[None]:
    """Pause searches in other threads during a ``with`` block, which may be nested."""
    if (
        _Activity.handler_thread is not None
    ):  # in this thread or in another one: searches pause already
        yield
        return
    _Activity.handler_thread, _Activity.pause_end = get_ident(), monotonic() + MAX_YIELD_SECONDS
    _Activity.no_handler.clear()
    try:
        yield
    finally:
        _Activity.handler_thread = None
        _Activity.no_handler.set()


def yield_to_handler() -> None:
    """Wait while another thread handles a click, at most `MAX_YIELD_SECONDS`."""
    if not _Activity.no_handler.is_set() and _Activity.handler_thread != get_ident():
        _Activity.no_handler.wait(max(0.0, _Activity.pause_end - monotonic()))


SLICE_SECONDS: Final = 0.03
"""The length of a time slice: the maximum delay of a click."""

BLOCKING_SEARCH_SECONDS: Final = 0.3
"""The total time in seconds of a search that cannot pause."""

F = TypeVar("F", bound="Callable[..., Any]")


@cache
def has_threads() -> bool:
    """Return True if threads can be started; False in a browser page without a server."""
    try:
        Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True


class _Slice:
    """A time slice of running work."""

    def __init__(self, pause: Callable[[], object] | None) -> None:
        self.pause = pause
        self.deadline = monotonic() + (BLOCKING_SEARCH_SECONDS if pause is None else SLICE_SECONDS)


class _CurrentSlice(local):
    """The current time slice of each thread; None while it pauses."""

    slice: _Slice | None = None


_current = _CurrentSlice()


@contextmanager
def time_slices(pause: Callable[[], object] | None) -> Iterator[None]:
    """Run a ``with`` block in time slices, calling `pause` after each slice.

    Parameters
    ----------
    pause
        Pauses the work until other tasks have run; None if that is impossible, for one short slice.

    Examples
    --------
    >>> rests = []
    >>> with time_slices(lambda: rests.append("a click is answered")):
    ...     while not rests:
    ...         _ = pause_and_check()
    >>> rests
    ['a click is answered']
    """
    _current.slice = _Slice(pause)
    try:
        yield
    finally:
        _current.slice = None


def pause_and_check() -> bool:
    """Pause the search if its time slice is over; return True if it may continue."""
    now = _current.slice
    if now is None:
        yield_to_handler()
        return True
    if monotonic() < now.deadline:
        return True
    if now.pause is None:
        return False
    _current.slice = None  # other tasks are not part of this work
    try:
        now.pause()
    finally:
        now.deadline = monotonic() + SLICE_SECONDS
        _current.slice = now
    return True


def pausing(function: F) -> F:
    """Return a wrapper of a slow function that may pause before each call."""

    @wraps(function)
    def call(*args: Any) -> Any:
        pause_and_check()
        return function(*args)

    return call  # type: ignore[return-value]  # it is called as the function is
