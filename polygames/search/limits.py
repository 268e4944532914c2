"""What limits a search: checked once, when an agent or a clock is made."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.options import refuse, whole

if TYPE_CHECKING:
    from collections.abc import Callable

Progress: TypeAlias = "Callable[[int, float, Any], None]"
"""Called as a search goes on with (how far it is, value, best move)."""

PLENTY = 2**62
"""No search counts so far; more has no room in the numbers of compiled code."""

WIDEST = 10_000
"""More candidates take minutes for one position."""


def at_most(what: str, value: object, high: float = inf) -> int | None:
    """Return how many, None for no limit; OptionError for less than 1 or what is no number.

    Examples
    --------
    >>> at_most("visits", 100), at_most("visits", None)
    (100, None)
    """
    return None if value is None else min(PLENTY, whole(what, value, 1, high))


def width_of(width: object) -> int:
    """Return how many candidates to look at where moves form a continuum, or OptionError.

    Examples
    --------
    >>> width_of(40)
    40
    """
    return whole("width", width, 1, WIDEST)


def require_limit(**limits: object) -> None:
    """Refuse limits that are all None: the search would never end.

    Examples
    --------
    >>> require_limit(seconds=1.0, visits=None)
    >>> require_limit(seconds=None, visits=None)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    if all(limit is None for limit in limits.values()):
        *others, last = (f"{name}=" for name in limits)
        msg = f"the search needs an end: give {', '.join(others)} or {last}"
        raise OptionError(msg)


def checked_callback(on_progress: Progress | None) -> Progress | None:
    """Return what is to be called as a search goes on, or None; OptionError for anything else.

    Examples
    --------
    >>> checked_callback(None) is None, checked_callback(print) is print
    (True, True)
    """
    if on_progress is not None and not callable(on_progress):
        refuse("on_progress", "must be a function or None", on_progress)
    return on_progress
