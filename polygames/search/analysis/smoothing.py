"""Smoothing: each answer of an analysis gives the mean of the last ones.

A search that looks one ply further sees the other player move last, and says more for it; the next
ply takes that back. What it says of a position so swings, and the best moves change places, though
nothing was found out. The mean of the last answers does not.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any

from polygames.core.analysis import Analysis, sort_moves

if TYPE_CHECKING:
    from polygames.core.analysis import MoveValue

MANY_VISITS = 5000
"""With more visits the answers of a tree are much the same, but for what it comes to see and takes
back again: no answer is nearer to the last one than the others."""
BEST_MOVE = "best"
"""Stands for the best move, whichever it is."""


class SmoothedAnalyses:
    """Gives each move the mean of what the last `count` answers said of it; a proof counts at once.

    The interval of the last answer moves with the mean, but where it ends with the scale, and
    unless it is proved to hold the value (`is_bound`). Neither that of a move nor that of the best
    one becomes wider again: more thought does not say less. The first one is wide enough for that,
    as `benchmarks.studies.first_interval` shows.

    Examples
    --------
    >>> from polygames.core.analysis import MoveValue
    >>> smoothed, state = SmoothedAnalyses(2), pg.new("polygon", n=5)
    >>> answers = (Analysis(state, (MoveValue("A-C", v, -1, 1),)) for v in (0.5, -0.1, 0.3))
    >>> [round(smoothed.add(each).value, 3) for each in answers]
    [0.5, 0.2, 0.1]
    """

    def __init__(self, count: int, *, is_bound: bool = False) -> None:
        self._count, self._is_bound = count, is_bound
        self._known: dict[Any, deque[MoveValue]] = {}
        self._widths: dict[Any, float] = {}

    def add(self, answer: Analysis) -> Analysis:
        """Return an answer with smoothed values; a quick look stays as it is."""
        if answer.is_quick_look or not answer.moves:
            return answer
        first, *others = sort_moves(self._mean(answer, each) for each in answer.moves)
        if not (first.proved or self._is_bound):
            first = self._no_wider(BEST_MOVE, first)
        return replace(answer, moves=(first, *others))

    def _mean(self, answer: Analysis, each: MoveValue) -> MoveValue:
        if each.proved:
            self._known.pop(each.move, None)
            return each
        last = self._known.setdefault(each.move, deque(maxlen=self._count))
        last.append(each)
        chances = [one.chance for one in last if one.chance is not None]
        # A look at little counts for little.
        weights = [min(MANY_VISITS, max(1, one.visits)) for one in last]
        value = fmean((one.value for one in last), weights)
        chance = fmean(chances, weights) if len(chances) == len(last) else each.chance
        if self._is_bound:
            value = max(each.low, min(each.high, value))
            return agreeing(replace(each, value=value, chance=chance))
        (lowest, highest), moved = answer.scale, value - each.value
        low = max(lowest, each.low + moved) if each.low > lowest else lowest
        high = min(highest, each.high + moved) if each.high < highest else highest
        told = replace(each, value=value, low=low, high=high, chance=chance)
        return agreeing(self._no_wider(each.move, told))

    def _no_wider(self, key: Any, each: MoveValue) -> MoveValue:
        """Return a value with no wider an interval than before under a key: more is known now."""
        width = self._widths[key] = min(self._widths.get(key, inf), each.high - each.low)
        low = max(each.low, min(each.value - width / 2, each.high - width))
        return replace(each, low=low, high=low + width)


def agreeing(each: MoveValue) -> MoveValue:
    """Return a lead whose chance to win does not contradict it: who leads is not behind.

    Lead and chance are told by two models, which part where a game is even.
    """
    if each.chance is None or each.proved or each.value * (each.chance - 0.5) >= 0:
        return each
    return replace(each, chance=0.5)
