"""How much the penalised problem is worth with the learned values: found by search, from below.

With the learned values of a sheet as penalty the inner problem is to write known rolls in their
order so that the total, less the luck of each roll, is as large as can be. What it needs to know of
a sheet is all of it, so it cannot be solved exactly for 22 rounds. A beam search (Lowerre, 1976)
keeps the best sheets of each round. What it finds can be had, so the exact solution has as much at
least: *no* bound by these values is less than the mean of what the beam finds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splitter.engine.evaluation import static_value
from polygames.games.splitter.engine.evaluator import LearnedEvaluator
from polygames.games.splitter.engine.layout import MOST_CELLS
from polygames.games.splitter.engine.search import expected, placements
from polygames.games.splitter.engine.sheet import write
from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from polygames.games.splitter.pads import Pad


@compiled
def best_of_beam(
    empty: NDArray[np.int64],
    p: NDArray[np.int64],
    w: NDArray[np.float32],
    rolls: NDArray[np.int64],
    width: int,
    room: int,
) -> float:
    """Return the most that is found for the total less the luck of each roll."""
    sheets = np.empty((1, len(empty)), np.int64)
    sheets[0] = empty
    owed = np.zeros(1)
    codes, values = np.empty(room, np.int64), np.empty(room)
    for number in range(len(rolls)):
        x, y = rolls[number]
        n = len(sheets)
        keys = np.empty(n * room)
        parents, ways = np.empty(n * room, np.int64), np.empty(n * room, np.int64)
        lucks = np.empty(n)
        found = 0
        for i in range(n):
            mean = expected(sheets[i], p, w)
            moves = placements(sheets[i], p, w, x, y, codes, values)
            lucks[i] = owed[i] + values[0] - mean
            for k in range(moves):
                keys[found] = values[k] - lucks[i]
                parents[found], ways[found] = i, codes[k]
                found += 1
        order = np.argsort(-keys[:found])[:width]
        after, left = np.empty((len(order), len(empty)), np.int64), np.empty(len(order))
        for k in range(len(order)):
            i = parents[order[k]]
            after[k] = sheets[i]
            write(after[k], p, ways[order[k]], x, y)
            left[k] = lucks[i]
        sheets, owed = after, left
    most = -1e9
    for i in range(len(sheets)):
        most = max(most, static_value(sheets[i], p, w, 0) - owed[i])
    return most


def found(pad: Pad, rolls: Sequence[tuple[int, int]], width: int) -> float:
    """Return what a beam of so many sheets finds for a game's rolls."""
    evaluator = LearnedEvaluator(pad)
    dice = np.array([(max(roll), min(roll)) for roll in rolls], np.int64)
    empty = evaluator.sheet((0,) * len(pad.places))
    return float(best_of_beam(empty, evaluator.p, evaluator.w, dice, width, MOST_CELLS))
