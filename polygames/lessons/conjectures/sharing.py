"""Lesson 11: who envies whom after the moving knife."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, claim, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    Cake = tuple[int, ...]
    Place = int | Fraction

CAKES: Final = 400
"""So many cakes are shared among three people whose tastes are made by chance."""


def try_to_break(conjecture: Any) -> None:
    """Look for a cake after which a claim about envy is false.

    The claim is called with the order in which people left, and the set of pairs (who, whom).

    Examples
    --------
    >>> try_to_break(lambda order, envy: len(envy) == 0)
    ... # doctest: +ELLIPSIS
    Broken by the tastes ...: your claim is false there...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield the order and the envy of three people with six slices."""
    rng = Random(3)
    for _ in range(CAKES):
        cakes = [tuple(rng.choices(range(1, 5), k=6)) for _ in "abc"]
        order, envy = _shared(cakes)
        tastes = ", ".join("".join(map(str, cake)) for cake in cakes)
        words = f"the tastes {tastes} (they leave in the order {order}, envy {sorted(envy)})"
        yield Case(([*order], {*envy}), words, claim)


def _shared(cakes: list[Cake]) -> tuple[list[int], set[tuple[int, int]]]:
    """Let the knife move; return in which order people left, and who envies whom."""
    order: list[int] = []
    left: Place = 0
    parts: dict[int, tuple[Place, Place]] = {}
    while len(order) < len(cakes) - 1:
        waiting = [p for p in range(len(cakes)) if p not in order]
        stops = {p: _stop(cakes[p], left) for p in waiting}
        first = min(waiting, key=lambda p: stops[p])
        parts[first], left = (left, stops[first]), stops[first]
        order.append(first)
    last = next(p for p in range(len(cakes)) if p not in order)
    parts[last] = left, len(cakes[last])
    worth = {(p, q): _worth(cakes[p], *parts[q]) for p in parts for q in parts}
    return [*order, last], {(p, q) for p, q in worth if worth[p, q] > worth[p, p]}


def _stop(cake: Cake, left: Place) -> Place:
    """Return where a person calls stop: at a third of the whole cake."""
    amount: Place = Fraction(sum(cake), 3)
    for k, each in enumerate(cake):
        begin = max(k, left)
        there = each * max(0, k + 1 - begin)
        if amount <= there:
            return begin + Fraction(amount) / each
        amount -= there
    return len(cake)


def _worth(cake: Cake, left: Place, right: Place) -> Place:
    return sum((w * max(0, min(k + 1, right) - max(k, left)) for k, w in enumerate(cake)), 0)
