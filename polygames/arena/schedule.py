"""Who meets whom: all against all, one against all the others, or by the Swiss system."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeVar

from polygames.core.options import refuse, whole

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

SCHEDULE_KINDS: Final = ("all", "gauntlet", "swiss")
MOST_TRIES: Final = 20_000
"""After so many tries for a Swiss round without a rematch there is none."""

Player = TypeVar("Player", bound="Hashable")


def check_plan(plan: object, rounds: object, players: int) -> int:
    """Return how many rounds there are; OptionError if there is no such plan."""
    if plan not in SCHEDULE_KINDS:
        refuse("plan", f"must be one of {', '.join(SCHEDULE_KINDS)}", plan)
    if plan != "swiss":
        if rounds is not None:
            refuse("rounds", "is for the plan swiss", rounds)
        return 1
    if rounds is None:
        return max(1, (players - 1).bit_length()) if players > 1 else 0
    return whole("rounds", rounds, 0, max(0, players - 1))


def meetings(plan: str, players: int) -> list[tuple[int, int]]:
    """Return who meets whom, by the numbers of the players.

    Examples
    --------
    >>> meetings("all", 3)
    [(0, 1), (0, 2), (1, 2)]
    >>> meetings("gauntlet", 3)
    [(0, 1), (0, 2)]
    """
    if plan == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def swiss_round(points: Sequence[float], met: AbstractSet[frozenset[int]]) -> list[frozenset[int]]:
    """Return who meets whom next: players with like points who have not met yet.

    Where their number is odd, one of those with the fewest points sits out, nobody twice if that
    can be. Where all is played nobody is left to meet. `points` is what each player has, a round
    that it sat out included; `met` who has met, and alone who sat out.

    Examples
    --------
    >>> [sorted(pair) for pair in swiss_round([1, 0, 1, 0], {frozenset({0, 1}), frozenset({2, 3})})]
    [[0, 2], [1, 3]]
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = [frozenset[int]()]
    if len(order) % 2:
        resting = sorted((frozenset({one}) for one in reversed(order)), key=met.__contains__)
    for out in resting:
        if (found := pair_players([one for one in order if one not in out], met)) is not None:
            return [*map(frozenset, found), *filter(None, [out])]
    return []


def pair_players(
    order: Sequence[Player], met: AbstractSet[frozenset[Player]], tries: Iterator[int] | None = None
) -> list[tuple[Player, Player]] | None:
    """Return pairs of who has not met, the first with the next best who lets the rest be paired.

    None if there are none, or `MOST_TRIES` have found none.

    Examples
    --------
    >>> pair_players("abcd", {frozenset("ab"), frozenset("cd")})
    [('a', 'c'), ('b', 'd')]
    """
    if not order:
        return []
    tries = tries or iter(range(MOST_TRIES))
    first, *others = order
    for other in others:
        if next(tries, None) is None:
            return None
        if frozenset((first, other)) not in met:
            rest = pair_players([one for one in others if one != other], met, tries)
            if rest is not None:
                return [(first, other), *rest]
    return None
