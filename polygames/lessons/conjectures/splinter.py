"""Lesson 04: how many holders a group of pieces can have."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, claim, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    Place = tuple[int, int]

GROUPS: Final = 600
"""So many groups are grown at random."""

LARGEST: Final = 12
"""So many pieces the largest has."""


def try_to_break(conjecture: Any) -> None:
    """Look for a group of which a claim about pieces, pairs and holders is false.

    Examples
    --------
    >>> try_to_break(lambda pieces, pairs, holders: pairs == pieces - 1)
    ... # doctest: +ELLIPSIS
    Broken by 3 pieces on a1, b1, a2, 3 pairs, 0 holders: your claim is false there...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield groups grown at random, small ones first: pieces, pairs that touch, holders."""
    rng = Random(1)
    grown = {_grow(2 + k % (LARGEST - 1), rng) for k in range(GROUPS)}
    for group in sorted(grown, key=lambda group: (len(group), sorted(group))):
        pairs = sum(_touch(a, b) for a, b in combinations(group, 2))
        holders = sum(not _is_one(group - {place}) for place in group)
        names = ", ".join("abcdefghijkl"[c] + str(r + 1) for r, c in sorted(group))
        words = f"{len(group)} pieces on {names}, {pairs} pairs, {holders} holders"
        yield Case((len(group), pairs, holders), words, claim)


def _touch(a: Place, b: Place) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def _grow(size: int, rng: Random) -> frozenset[Place]:
    """Return a group that grew piece by piece, moved into the corner of the board."""
    group = [(0, 0)]
    while len(group) < size:
        r, c = rng.choice(group)
        place = r + rng.choice((-1, 0, 1)), c + rng.choice((-1, 0, 1))
        if place not in group:
            group.append(place)
    top, left = min(r for r, _ in group), min(c for _, c in group)
    return frozenset((r - top, c - left) for r, c in group)


def _is_one(places: frozenset[Place]) -> bool:
    """Say whether places hang together; no place does."""
    dry = set(places)
    spreading = [dry.pop()]
    while spreading:
        near = {place for place in dry if _touch(spreading[-1], place)}
        dry -= near
        spreading = [*spreading[:-1], *near]
    return not dry
