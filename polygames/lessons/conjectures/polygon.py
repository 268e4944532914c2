"""Lesson 02: in how many points the diagonals of a regular polygon cross."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.geometry.exact import diagonal_crossings
from polygames.lessons.conjectures.hunt import Case, search, value

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 18
"""Up to so many corners."""


def try_to_break(conjecture: Any) -> None:
    """Look for a regular polygon whose crossings a function foretells wrongly.

    Examples
    --------
    >>> try_to_break(lambda n: (n - 3) ** 2)
    Broken by n = 5: you say 4, and it is 5. Before that it held in 2 cases.
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield the regular polygons from the triangle on."""
    for n in range(3, LARGEST + 1):
        yield Case((n,), f"n = {n}", partial(_fault, n))


def _fault(n: int, said: Any) -> str:
    return value(len(diagonal_crossings(n)), said)
