"""Lesson 07: three players, of whom each may beat the next one."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, claim, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    Die = tuple[int, ...]

TRIES: Final = 20_000
"""So many triples of dice are rolled together."""


def try_to_break(conjecture: Any) -> None:
    """Look for three dice for which a claim about their shares of the points is false.

    The claim is called with the share of A against B, of B against C, and of C against A.

    Examples
    --------
    >>> try_to_break(lambda ab, bc, ca: ab + bc + ca > 1.2)
    ... # doctest: +ELLIPSIS
    Broken by the dice ...: your claim is false there...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield triples of dice with numbers from 1 to 9, made by chance."""
    rng = Random(7)
    for _ in range(TRIES):
        a, b, c = (tuple(sorted(rng.choices(range(1, 10), k=6))) for _ in "abc")
        shares = _share(a, b), _share(b, c), _share(c, a)
        told = ", ".join(f"{share:.0%}" for share in shares)
        words = f"the dice {_sides(a)}, {_sides(b)}, {_sides(c)} with {told}"
        yield Case(shares, words, claim)


def _sides(die: Die) -> str:
    return "".join(map(str, die))


def _share(one: Die, other: Die) -> float:
    """Return the share of the points of a die against another; equal numbers are half a point."""
    return sum((a > b) + (a == b) / 2 for a, b in product(one, other)) / (len(one) * len(other))
