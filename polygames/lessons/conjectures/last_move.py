"""Lesson 02b: for which numbers of points the second player wins the game of chords."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 120
"""Up to so many points."""


def try_to_break(conjecture: Any) -> None:
    """Look for a number of points of which a function says wrongly whether the second player wins.

    Examples
    --------
    >>> try_to_break(lambda n: n == 1)  # doctest: +ELLIPSIS
    Broken by n = 5: you say that the first player wins, and it is the second. Before ...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield the numbers of points from 1 on."""
    for n in range(1, LARGEST + 1):
        yield Case((n,), f"n = {n}", partial(_fault, n))


def _fault(n: int, said: Any) -> str:
    names = "first", "second"
    right = _worth(n) == 0
    if bool(said) == right:
        return ""
    return f"you say that the {names[bool(said)]} player wins, and it is the {names[right]}"


@cache
def _worth(n: int) -> int:
    """Return the Grundy value of n points; lesson 10 says what that is."""
    reached = {_worth(left) ^ _worth(n - 2 - left) for left in range(n - 1)}
    return next(k for k in range(len(reached) + 1) if k not in reached)
