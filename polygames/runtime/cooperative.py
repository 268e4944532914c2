"""How long work lets what is quick go first: clicks come before thoughts.

Threads of Python take turns. One that thinks in Python gives up its turn after Python's *switch
interval*, 5 ms, and then another one that thinks may be next: a click that needs a few turns would
wait for tens of them. So while somebody thinks here (`thinking`) the turns are a tenth as long, and
who answers a click says so (`answering`): a search looks at its clock all the time, the clock asks
`go_on`, and there the search stands aside meanwhile. Compiled code needs no turns, and goes on. Nor
does Python look through all that there is for garbage meanwhile: with the tree of a search in
memory that takes half a second, in which nothing else runs. What is young it looks at all the same.

Where no thread can be started, work is done in slices. Within `time_sliced`, `go_on` takes a rest
whenever a slice is over, deep in the search: the page shows what it was sent, clicks are answered,
and then the search goes on where it was. So it finds what it would have found in a thread. Where
the browser cannot switch like this there is one slice only: it is short, and a search ends with it
as if its time were over.
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
"""Seconds of a turn while somebody thinks; shorter ones cost a search more than they give."""

GC_DISABLED_THRESHOLD: Final = 10**9
"""After so many collections of the middle generation Python looks through the oldest one."""

MAX_YIELD_SECONDS: Final = 0.05
"""Seconds for which searches stand aside for one answer: a long one has to take turns again."""


class _Turns:
    """Who thinks and who answers in this process."""

    lock = Lock()
    thinkers = 0
    usual = 0.005
    """The switch interval while nobody thinks ..."""
    thresholds = (700, 10, 10)
    """... and when garbage is collected."""
    answering: int | None = None
    """The thread that answers something."""
    until = 0.0
    """When searches go on even so."""
    is_free = Event()
    """Set while nobody answers anything."""


_Turns.is_free.set()


@contextmanager
def thinking() -> Iterator[None]:
    """Let all threads take short turns during a ``with`` block, and collect young garbage only."""
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
    """Let searches in other threads stand aside during a ``with`` block; one in another is fine."""
    if _Turns.answering is not None:  # in this thread or in another one: searches stand aside
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
    """Wait while another thread answers something, for a moment at most."""
    if not _Turns.is_free.is_set() and _Turns.answering != get_ident():
        _Turns.is_free.wait(max(0.0, _Turns.until - monotonic()))


SLICE_SECONDS: Final = 0.03
"""Seconds from one rest to the next: a click waits no longer."""

BLOCKING_SEARCH_SECONDS: Final = 0.3
"""Seconds for all of a search that cannot pause."""

F = TypeVar("F", bound="Callable[..., Any]")


@cache
def has_threads() -> bool:
    """Say whether a thread can be started: in a page without a server none can."""
    try:
        Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True


class _Slice:
    """A slice of some work that is under way."""

    def __init__(self, rest: Callable[[], object] | None) -> None:
        self.rest = rest
        self.end = monotonic() + (BLOCKING_SEARCH_SECONDS if rest is None else SLICE_SECONDS)


class _CurrentSlice(local):
    """What a thread does in slices at this moment; nothing while it rests."""

    slice: _Slice | None = None


_current = _CurrentSlice()


@contextmanager
def time_sliced(rest: Callable[[], object] | None) -> Iterator[None]:
    """Do the work of a ``with`` block in slices.

    Parameters
    ----------
    rest
        Lets others do something, and returns; None where that cannot be: then the work is short.

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
    """Rest if a slice is over; say whether the work has time for more."""
    now = _current.slice
    if now is None:
        stand_aside()
        return True
    if monotonic() < now.end:
        return True
    if now.rest is None:
        return False
    _current.slice = None  # what is done meanwhile is no part of this work
    try:
        now.rest()
    finally:
        now.end = monotonic() + SLICE_SECONDS
        _current.slice = now
    return True


def resting(function: F) -> F:
    """Let a function that takes a while, and asks no clock, rest before each call."""

    @wraps(function)
    def call(*args: Any) -> Any:
        go_on()
        return function(*args)

    return call  # type: ignore[return-value]  # it is called as the function is
