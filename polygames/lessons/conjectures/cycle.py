"""Lesson 16: how often to play each of three agents that beat each other in turn."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST: Final = 8
"""The largest lead that is tried."""
NEAR: Final = 1e-9


def try_to_break(conjecture: Any) -> None:
    """Look for three leads with which somebody beats a mix.

    The conjecture is called with the leads of A over B, of B over C and of C over A, and returns
    the shares of A, B and C.

    Examples
    --------
    >>> try_to_break(lambda ab, bc, ca: (1 / 3, 1 / 3, 1 / 3))
    Broken by the leads 1, 1, 2: C beats this mix by 0.33. Before that it held in 1 case.
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield three leads, small ones first."""
    sizes = range(1, MOST + 1)
    for leads in sorted(product(sizes, sizes, sizes), key=sum):
        words = "the leads " + ", ".join(map(str, leads))
        yield Case(leads, words, partial(_fault, leads))


def _fault(leads: tuple[int, int, int], said: Any) -> str:
    a, b, c = said
    if min(said) < -NEAR or abs(a + b + c - 1) > NEAR:
        return f"{said} are no shares, which are at least 0 and add up to 1"
    ab, bc, ca = leads
    beaten = {"A": ab * b - ca * c, "B": bc * c - ab * a, "C": ca * a - bc * b}
    best = max(beaten, key=lambda name: beaten[name])
    return "" if beaten[best] <= NEAR else f"{best} beats this mix by {beaten[best]:.2f}"
