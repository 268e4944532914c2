"""Who meets whom: all against all, one against all the others, or by the Swiss system."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from polygames.core.options import refuse, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

PLANS: Final = ("all", "gauntlet", "swiss")


def check_plan(plan: object, rounds: object, players: int) -> int:
    """Return how many rounds there are; OptionError if there is no such plan."""
    if plan not in PLANS:
        refuse("plan", f"must be one of {', '.join(PLANS)}", plan)
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


def swiss_round(points: Sequence[float], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return who meets whom next: players with like points who have not met yet.

    Where their number is odd, one of those with the fewest points sits out, nobody twice if that
    can be. Where all is played nobody is left to meet. `points` is what each player has, a round
    that it sat out included; `met` who has met, the lower number first; ``(k, k)`` if k sat out.

    Examples
    --------
    >>> swiss_round([1, 0, 1, 0], {(0, 1), (2, 3)})
    [(0, 2), (1, 3)]
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    if len(order) % 2:
        last_first = [*reversed(order)]
        for player in sorted(last_first, key=lambda player: (player, player) in met):
            found = _matched([one for one in order if one != player], met)
            if found is not None:
                return [*found, (player, player)]
        return []
    return _matched(order, met) or []


def _matched(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Return the first way to match all, from the top; None if there is none."""
    if not order:
        return []
    first, *others = order
    for other in others:
        meeting = min(first, other), max(first, other)
        if meeting not in met:
            rest = _matched([one for one in others if one != other], met)
            if rest is not None:
                return [meeting, *rest]
    return None
