"""Smoothing: the values of an analysis are averaged over its last answers.

A search with one more ply sees the other player move last and values the position higher; the
next ply reverses that. Values therefore oscillate, and the best moves change places without new
information. The mean of the last answers is stable.
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

FULL_WEIGHT_VISITS = 5000
"""The maximum weight of an answer, in visits. Beyond it the answers of a tree are much the same,
apart from lines it finds and drops again, and none is closer to the last one than the others.
"""
BEST_MOVE = "best"
"""The key of the best move's width, regardless of the move."""


class SmoothedAnalyses:
    """A moving average of each move's value over the last `count` analyses, except proved values.

    The interval of the last answer is shifted with the mean, except where it reaches the end of the
    scale, or is proved to contain the value (`is_bound`). Intervals of a move and of the best move
    never become wider again, since more thought must not lose information.

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
        self._recent_values: dict[Any, deque[MoveValue]] = {}
        self._widths: dict[Any, float] = {}

    def add(self, answer: Analysis) -> Analysis:
        """Add an analysis and return it with smoothed values; return a quick look unchanged."""
        if answer.is_quick_look or not answer.moves:
            return answer
        first, *others = sort_moves(self._smooth(answer, each) for each in answer.moves)
        if not (first.proved or self._is_bound):
            first = self._limit_width(BEST_MOVE, first)
        return replace(answer, moves=(first, *others))

    def _smooth(self, answer: Analysis, move_value: MoveValue) -> MoveValue:
        if move_value.proved:
            self._recent_values.pop(move_value.move, None)
            return move_value
        last = self._recent_values.setdefault(move_value.move, deque(maxlen=self._count))
        last.append(move_value)
        chances = [one.chance for one in last if one.chance is not None]
        # Answers with few visits get a small weight.
        weights = [min(FULL_WEIGHT_VISITS, max(1, one.visits)) for one in last]
        value = fmean((one.value for one in last), weights)
        chance = fmean(chances, weights) if len(chances) == len(last) else move_value.chance
        if self._is_bound:
            value = max(move_value.low, min(move_value.high, value))
            return limit_chance_by_lead(replace(move_value, value=value, chance=chance))
        (lowest, highest), moved = answer.scale, value - move_value.value
        low = max(lowest, move_value.low + moved) if move_value.low > lowest else lowest
        high = min(highest, move_value.high + moved) if move_value.high < highest else highest
        told = replace(move_value, value=value, low=low, high=high, chance=chance)
        return limit_chance_by_lead(self._limit_width(move_value.move, told))

    def _limit_width(self, key: Any, move_value: MoveValue) -> MoveValue:
        """Return a value with its interval no wider than the last interval stored under `key`."""
        width = self._widths[key] = min(
            self._widths.get(key, inf), move_value.high - move_value.low
        )
        low = max(move_value.low, min(move_value.value - width / 2, move_value.high - width))
        return replace(move_value, low=low, high=low + width)


def limit_chance_by_lead(move_value: MoveValue) -> MoveValue:
    """Return a value whose chance to win agrees with its lead: at least 50% if ahead.

    Lead and chance come from two models, which may disagree in an even game.
    """
    if (
        move_value.chance is None
        or move_value.proved
        or move_value.value * (move_value.chance - 0.5) >= 0
    ):
        return move_value
    return replace(move_value, chance=0.5)
