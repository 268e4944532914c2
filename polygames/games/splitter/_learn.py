"""How the values are learned: games against oneself, each value drawn towards the next one.

Temporal differences on the sheets after a placement, from the last to the first, with a step
for each number of the tables that shrinks as its errors cancel out (temporal coherence).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.games.splitter._kernel import (
    CELLS,
    LEFT,
    SLOTS,
    WINDOWS,
)
from polygames.games.splitter._values import base, best, commit, features
from polygames.search.kernels import below, compiled

if TYPE_CHECKING:
    from polygames.games.splitter._kernel import Ints
    from polygames.games.splitter._values import Floats
    from polygames.search.kernels import Rng

__all__ = ["Learner", "learn", "self_play"]


class Learner(NamedTuple):
    """The tables and, for each number, its errors so far: their sum, and that of their sizes."""

    weights: Floats
    errors: Floats
    sizes: Floats


@compiled
def game(
    a: Ints, p: Ints, learner: Learner, rng: Rng, places: Ints, counts: Ints, mix: float, step: float
) -> float:
    """Play a game on an empty sheet and learn from it; return the total."""
    w, errors, sizes = learner
    rounds = a[LEFT]
    for i in range(rounds):
        x, y = 1 + below(rng, 6), 1 + below(rng, 6)
        choice, _ = best(a, p, w, x, y)
        if choice & 1:
            x, y = y, x
        commit(a, p, choice >> 1, x, y)
        counts[i] = features(a, p, places[i])
    total = 0.0
    for k in range(counts[rounds - 1]):
        total += w[places[rounds - 1, k]]
    later = target = total
    for back in range(1, rounds):
        i = rounds - 1 - back
        n = counts[i]
        value = 0.0
        for k in range(n):
            value += w[places[i, k]]
        target = (1 - mix) * later + mix * target
        error = target - value
        later = value
        for k in range(n):
            at = places[i, k]
            rate = abs(errors[at]) / sizes[at] if sizes[at] > 0 else 1.0
            change = step * rate * error / n
            w[at] += change
            later += change
            errors[at] += error
            sizes[at] += abs(error)
    return total


@compiled
def learn(
    empty: Ints, p: Ints, learner: Learner, rng: Rng, games: int, mix: float, step: float
) -> float:
    """Play games and learn from each; return their mean total."""
    rounds = p[SLOTS]
    places = np.empty((rounds, 2 * p[CELLS] + p[WINDOWS] + 8), np.int64)
    counts = np.empty(rounds, np.int64)
    total = 0.0
    for _ in range(games):
        total += game(empty.copy(), p, learner, rng, places, counts, mix, step)
    return total / games


@compiled
def self_play(empty: Ints, p: Ints, w: Floats, rng: Rng, totals: Floats) -> None:
    """Play games by the values, without learning; write the totals."""
    for i in range(len(totals)):
        a = empty.copy()
        while a[LEFT]:
            x, y = 1 + below(rng, 6), 1 + below(rng, 6)
            choice, _ = best(a, p, w, x, y)
            if choice & 1:
                x, y = y, x
            commit(a, p, choice >> 1, x, y)
        totals[i] = base(a, p, w, 0)
