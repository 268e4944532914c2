"""Schedules of meetings: all against all, one against the others, or Swiss."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from polygames.core.options import raise_option_error, whole
from polygames.core.pairing import pair_players

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

SCHEDULE_KINDS: Final = ("all", "gauntlet", "swiss")


def parse_round_count(plan: object, rounds: object, players: int) -> int:
    """Return the number of rounds of a tournament. Raise OptionError if an argument is invalid."""
    if plan not in SCHEDULE_KINDS:
        raise_option_error("the option plan", f"must be one of {', '.join(SCHEDULE_KINDS)}", plan)
    if plan != "swiss":
        if rounds is not None:
            raise_option_error(
                "the option rounds", "must be None, except for the plan swiss", rounds
            )
        return 1
    if rounds is None:
        return max(1, (players - 1).bit_length()) if players > 1 else 0
    return whole("the option rounds", rounds, 0, max(0, players - 1))


def schedule_meetings(plan: str, players: int) -> list[tuple[int, int]]:
    """Return the pairs of players that meet in a tournament, as indices of players.

    Examples
    --------
    >>> schedule_meetings("all", 3)
    [(0, 1), (0, 2), (1, 2)]
    >>> schedule_meetings("gauntlet", 3)
    [(0, 1), (0, 2)]
    """
    if plan == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def pair_swiss_round(
    points: Sequence[float], earlier_pairs: AbstractSet[frozenset[int]]
) -> list[frozenset[int]]:
    """Pair players with similar points for the next Swiss round, without rematches.

    With an odd number of players, one of those with the fewest points sits out, if possible not for
    the second time. If no pairing without rematch exists, the result is empty. `points` has the
    points of each player, including a point for each round it sat out. `earlier_pairs` has the
    pairs that have met, and a set of one player for each round that it sat out.

    Examples
    --------
    >>> earlier_pairs = {frozenset({0, 1}), frozenset({2, 3})}
    >>> [sorted(pair) for pair in pair_swiss_round([1, 0, 1, 0], earlier_pairs)]
    [[0, 2], [1, 3]]
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = [frozenset[int]()]
    if len(order) % 2:
        resting = sorted(
            (frozenset({one}) for one in reversed(order)), key=earlier_pairs.__contains__
        )
    for out in resting:
        if (
            found := pair_players([one for one in order if one not in out], earlier_pairs)
        ) is not None:
            return [*map(frozenset, found), *filter(None, [out])]
    return []
