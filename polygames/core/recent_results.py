"""A cache for functions of a state, such as its caption, that several pages ask for in a row."""

from __future__ import annotations

from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate

MAX_RECENT_RESULTS: Final = 32

Key = ParamSpec("Key")
Result = TypeVar("Result")


def cache_recent(
    function: Callable[Concatenate[Any, Key], Result],
) -> Callable[Concatenate[Any, Key], Result]:
    """Return a function that caches its recent results by the identity of its first argument.

    States are equal if their positions are, but their histories and texts may differ. So
    `functools.lru_cache` would return the result of another state. The other arguments must be
    hashable.

    Examples
    --------
    >>> text_of = cache_recent(lambda state, sign: print("computing") or f"{state}{sign}")
    >>> state = [1]
    >>> text_of(state, "!"), text_of(state, "!")
    computing
    ('[1]!', '[1]!')
    """
    recent: dict[tuple[Any, ...], tuple[Any, Result]] = {}
    changing = Lock()

    @wraps(function)
    def call(state: Any, /, *args: Key.args, **kwargs: Key.kwargs) -> Result:
        key = (id(state), *args, *kwargs.items())
        if (found := recent.get(key)) is None:  # the cache holds the state, so its id is unique
            found = state, function(state, *args, **kwargs)
            with changing:
                if len(recent) >= MAX_RECENT_RESULTS:
                    del recent[next(iter(recent))]  # the oldest
                recent[key] = found
        return found[1]

    return call
