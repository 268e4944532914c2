"""Lesson 10: the values of heaps from which one, three or four stones are taken."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, search, value

if TYPE_CHECKING:
    from collections.abc import Iterator

TAKEN: Final = (1, 3, 4)

LARGEST: Final = 200


def try_to_break(conjecture: Any) -> None:
    """Look for a heap whose Grundy value a function foretells wrongly.

    Examples
    --------
    >>> try_to_break(lambda n: 0 if n == 0 else 1)
    Broken by n = 2: you say 1, and it is 0. Before that it held in 2 cases.
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield the heaps from the empty one on."""
    for n in range(LARGEST + 1):
        yield Case((n,), f"n = {n}", partial(_fault, n))


def _fault(n: int, said: Any) -> str:
    return value(_worth(n), said)


@cache
def _worth(n: int) -> int:
    reached = {_worth(n - taken) for taken in TAKEN if taken <= n}
    return next(k for k in range(len(reached) + 1) if k not in reached)
