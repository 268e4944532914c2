"""Pairs of players who have not met yet, for tournaments and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

MAX_PAIRING_TRIES: Final = 20_000
"""The limit of attempts to pair a Swiss round without a rematch."""

Player = TypeVar("Player", bound="Hashable")


def pair_players(
    order: Sequence[Player],
    earlier_pairs: AbstractSet[frozenset[Player]],
    max_tries: Iterator[int] | None = None,
) -> list[tuple[Player, Player]] | None:
    """Return pairs without rematches, in which each player gets the next possible opponent.

    Return None if there are none, or `MAX_PAIRING_TRIES` attempts have found none.

    Examples
    --------
    >>> pair_players("abcd", {frozenset("ab"), frozenset("cd")})
    [('a', 'c'), ('b', 'd')]
    """
    if not order:
        return []
    max_tries = max_tries or iter(range(MAX_PAIRING_TRIES))
    first, *others = order
    for other in others:
        if next(max_tries, None) is None:
            return None
        if frozenset((first, other)) not in earlier_pairs:
            rest = pair_players([one for one in others if one != other], earlier_pairs, max_tries)
            if rest is not None:
                return [(first, other), *rest]
    return None
