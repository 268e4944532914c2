"""Lesson 01: Nim in which whoever takes the last stone loses."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from polygames.lessons.conjectures.hunt import Case, search, value

if TYPE_CHECKING:
    from collections.abc import Iterator

Heaps = tuple[int, ...]


def try_to_break(conjecture: Any) -> None:
    """Look for heaps of which a function says wrongly whether the player to move wins.

    Examples
    --------
    >>> try_to_break(lambda heaps: sum(heaps) > 1)
    Broken by the heaps (1, 1, 1): you say N, and it is P. Before that it held in 3 cases.
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield up to four heaps of up to six stones, those with few stones first."""
    every = [h for k in (1, 2, 3, 4) for h in combinations_with_replacement(range(1, 7), k)]
    for heaps in sorted(every, key=lambda heaps: (sum(heaps), heaps)):
        yield Case((heaps,), f"the heaps {heaps}", partial(_fault, heaps))


def _fault(heaps: Heaps, said: Any) -> str:
    return value("N" if _is_won(heaps) else "P", "N" if said else "P")


@cache
def _is_won(heaps: Heaps) -> bool:
    """Say whether the player to move wins, where the last stone loses."""
    if not any(heaps):
        return True
    return any(
        not _is_won(tuple(sorted((*heaps[:k], left, *heaps[k + 1 :]))))
        for k, size in enumerate(heaps)
        for left in range(size)
    )
