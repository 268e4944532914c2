"""Smoothing: each answer of an analysis gives the mean of the last ones.

A search that looks one ply further sees the other player move last, and says more for it; the next
ply takes that back. What it says of a position so swings, and the best moves change places, though
nothing was found out. The mean of the last answers does not, and how far they are apart belongs
into the interval.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from polygames.core.analysis import Analysis, ranked
from polygames.search.analysis.readiness import is_quick_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import MoveValue

MANY = 5000
"""With more visits the answers of a tree are much the same, but for what it comes to see and takes
back again: no answer is nearer to the last one than the others."""
RECENT = 4
"""The last so many answers, beside as many before them, say whether values are on their way."""
SURE = 1.96
"""How many standard deviations make an interval of 95%."""


class SmoothedAnalyses:
    """Gives each move the mean of what the last `count` answers said of it; a proof counts at once.

    The interval holds that of the last answer, and that one around the mean; it is wider where the
    answers are farther apart. If it is proved to hold the value (`is_bound`) it stays as it is. For
    values that are on their way it is wider on either side, by `trend` times their `way`.

    Examples
    --------
    >>> from polygames.core.analysis import MoveValue
    >>> smoothed, state = SmoothedAnalyses(2), pg.new("polygon", n=5)
    >>> answers = (Analysis(state, (MoveValue("A-C", v, -1, 1),)) for v in (0.5, -0.1, 0.3))
    >>> [round(smoothed.add(each).value, 3) for each in answers]
    [0.5, 0.2, 0.1]
    """

    def __init__(self, count: int, *, is_bound: bool = False, trend: float = 0.0) -> None:
        self._count, self._is_bound, self._trend = count, is_bound, trend
        self._known: dict[Any, deque[MoveValue]] = {}

    def add(self, answer: Analysis) -> Analysis:
        """Return an answer with smoothed values; a quick look stays as it is."""
        if is_quick_look(answer):
            return answer
        moves = ranked(self._mean(answer, each) for each in answer.moves)
        return replace(answer, moves=moves)

    def _mean(self, answer: Analysis, each: MoveValue) -> MoveValue:
        if each.proved:
            self._known.pop(each.move, None)
            return each
        last = self._known.setdefault(each.move, deque(maxlen=self._count))
        last.append(each)
        values = [one.value for one in last]
        chances = [one.chance for one in last if one.chance is not None]
        weights = [_weight(one.visits) for one in last]  # a look at little counts for little
        value, (lowest, highest) = fmean(values, weights), answer.scale
        half = max((each.high - each.low) / 2, SURE * pstdev(values)) + self._trend * way(values)
        chance = fmean(chances, weights) if len(chances) == len(values) else each.chance
        low = max(lowest, min(each.low, value - half))
        high = min(highest, max(each.high, value + half))
        if self._is_bound:
            low, high = each.low, each.high
            value = max(low, min(high, value))
        return agreeing(replace(each, value=value, low=low, high=high, chance=chance))


def way(values: Sequence[float]) -> float:
    """Return how far values went of late: the last ones, beside as many before them."""
    count = min(RECENT, len(values) // 2)
    if not count:
        return 0.0
    return abs(fmean(values[-count:]) - fmean(values[-2 * count : -count]))


def _weight(visits: int) -> int:
    """Return how much an answer counts: as its visits, up to so many."""
    return min(MANY, max(1, visits))


def agreeing(each: MoveValue) -> MoveValue:
    """Return a lead whose chance to win does not contradict it: who leads is not behind.

    Lead and chance are told by two models, which part where a game is even.
    """
    if each.chance is None or each.proved or each.value * (each.chance - 0.5) >= 0:
        return each
    return replace(each, chance=0.5)
