"""A decorator for functions that run once per process, in whichever thread calls first."""

from __future__ import annotations

from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


def once(function: Callable[..., T]) -> Callable[..., T]:
    """Return a wrapper that calls a function once per set of arguments and caches the result.

    `functools.cache` runs a function again in each thread that calls it before the first result
    is available. Here the other threads wait for that result. An error is raised to the caller
    and is not cached: the next call runs the function again.

    Examples
    --------
    >>> opened = []
    >>> open_door = once(opened.append)
    >>> open_door("front"), open_door("front"), opened
    (None, None, ['front'])
    """
    results: dict[tuple[Hashable, ...], T] = {}
    lock = RLock()  # the function may call itself with other arguments

    @wraps(function)
    def call(*arguments: Any) -> T:
        if arguments not in results:
            with lock:
                if arguments not in results:
                    results[arguments] = function(*arguments)
        return results[arguments]

    return call
