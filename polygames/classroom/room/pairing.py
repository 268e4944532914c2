"""Who plays whom in the next round: at random, by Swiss rounds, or on a ladder.

Each function takes ids and returns the groups that sit down together, and who is left over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from random import Random

    Groups: TypeAlias = list[tuple[str, ...]]

MOST_TRIES = 20_000
"""After so many tries for a Swiss round without a rematch, one is allowed."""


def at_random(people: Sequence[str], size: int, rng: Random) -> tuple[Groups, list[str]]:
    """Return groups of a size, mixed anew.

    Examples
    --------
    >>> from random import Random
    >>> groups, left = at_random(["a", "b", "c"], 2, Random(1))
    >>> len(groups), len(left)
    (1, 1)
    """
    mixed = list(people)
    rng.shuffle(mixed)
    full = len(mixed) - len(mixed) % size
    return [tuple(mixed[at : at + size]) for at in range(0, full, size)], mixed[full:]


def swiss(
    people: Sequence[str],
    points: Mapping[str, float],
    met: AbstractSet[frozenset[str]],
    rested: AbstractSet[str] = frozenset(),
) -> tuple[Groups, list[str]]:
    """Return pairs of equal points, as far as that goes without a rematch.

    With an odd number the last one rests who has not rested yet.

    Examples
    --------
    >>> swiss(["a", "b", "c", "d"], {"a": 1, "c": 1}, {frozenset("ab"), frozenset("cd")})
    ([('a', 'c'), ('b', 'd')], [])
    """
    order = sorted(people, key=lambda who: -points.get(who, 0.0))
    resting: list[str] = []
    if len(order) % 2:
        last = next((who for who in reversed(order) if who not in rested), order[-1])
        order.remove(last)
        resting = [last]
    tries = [MOST_TRIES]
    found = _without_rematch(order, met, tries)
    return found if found is not None else _neighbours(order), resting


def ladder(order: Sequence[str], round_number: int) -> tuple[Groups, list[str]]:
    """Return neighbours on a ladder: 1 and 2, 3 and 4; in the next round 2 and 3, 4 and 5.

    Examples
    --------
    >>> ladder("abcde", 0), ladder("abcde", 1)
    (([('a', 'b'), ('c', 'd')], ['e']), ([('b', 'c'), ('d', 'e')], ['a']))
    """
    first = round_number % 2
    pairs = _neighbours(order[first:])
    paired = {who for pair in pairs for who in pair}
    return pairs, [who for who in order if who not in paired]


def climbed(order: Sequence[str], won: Sequence[tuple[str, str]]) -> list[str]:
    """Return a ladder after games, each given as winner and loser: who beats a higher one swaps.

    Examples
    --------
    >>> climbed(["a", "b", "c"], [("c", "b")])
    ['a', 'c', 'b']
    """
    found = list(order)
    for winner, loser in won:
        if winner in found and loser in found and found.index(winner) > found.index(loser):
            up, down = found.index(loser), found.index(winner)
            found[up], found[down] = winner, loser
    return found


def _neighbours(order: Sequence[str]) -> Groups:
    return [(order[at], order[at + 1]) for at in range(0, len(order) - 1, 2)]


def _without_rematch(
    order: Sequence[str], met: AbstractSet[frozenset[str]], tries: list[int]
) -> Groups | None:
    """Pair the first with the next best whom it has not met, such that the rest can be paired."""
    if not order:
        return []
    first, *rest = order
    for other in rest:
        tries[0] -= 1
        if tries[0] < 0:
            return None
        if frozenset((first, other)) in met:
            continue
        left = _without_rematch([who for who in rest if who != other], met, tries)
        if left is not None:
            return [(first, other), *left]
    return None
