"""Long work where no thread can be started: in slices, between which other things are done.

A search looks at its clock all the time, and the clock asks `go_on` here. Within `sliced` that
takes a rest whenever a slice is over, deep in the search: the page shows what it was sent, clicks
are answered, and then the search goes on where it was. So it finds what it would have found in a
thread. Where the browser cannot switch like this there is one slice only: it is short, and a search
ends with it as if its time were over.

Outside of `sliced`, and wherever there are threads, `go_on` only lets a click go first that is just
being answered (`polygames.runtime.priority`).
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache, wraps
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from polygames.runtime.priority import stand_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SLICE: Final = 0.03
"""Seconds from one rest to the next: a click waits no longer."""

SHORT: Final = 0.3
"""Seconds for all of a search that cannot pause."""

F = TypeVar("F", bound="Callable[..., Any]")


@cache
def has_threads() -> bool:
    """Say whether a thread can be started: in a page without a server none can.

    Examples
    --------
    >>> has_threads()
    True
    """
    try:
        Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True


class _Slice:
    """A slice of some work that is under way."""

    def __init__(self, rest: Callable[[], object] | None) -> None:
        self.rest = rest
        self.end = monotonic() + (SHORT if rest is None else SLICE)


class _Work:
    """What is done in slices at this moment; nothing while it rests."""

    slice: _Slice | None = None


@contextmanager
def sliced(rest: Callable[[], object] | None) -> Iterator[None]:
    """Do the work of a ``with`` block in slices.

    Parameters
    ----------
    rest
        Lets others do something, and returns; None where that cannot be: then the work is short.

    Examples
    --------
    >>> rests = []
    >>> with sliced(lambda: rests.append("a click is answered")):
    ...     while not rests:
    ...         _ = go_on()
    >>> rests
    ['a click is answered']
    """
    _Work.slice = _Slice(rest)
    try:
        yield
    finally:
        _Work.slice = None


def go_on() -> bool:
    """Rest if a slice is over; say whether the work has time for more.

    Examples
    --------
    >>> go_on()
    True
    """
    now = _Work.slice
    if now is None:
        stand_aside()
        return True
    if monotonic() < now.end:
        return True
    if now.rest is None:
        return False
    _Work.slice = None  # what is done meanwhile is no part of this work
    try:
        now.rest()
    finally:
        now.end = monotonic() + SLICE
        _Work.slice = now
    return True


def resting(function: F) -> F:
    """Let a function that takes a while, and asks no clock, rest before each call."""

    @wraps(function)
    def call(*args: Any) -> Any:
        go_on()
        return function(*args)

    return call  # type: ignore[return-value]  # it is called as the function is
