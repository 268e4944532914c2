"""How the values are learned: games against oneself, each value drawn towards the next one.

Temporal differences on the sheets after a placement, from the last to the first. Each number of
the tables has a variance, how unsure it is; a value's error is shared out by it, and what was
seen lessens it (a Kalman filter that keeps only the diagonal). So rare patterns learn fast at
any time, and what has been seen often holds still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.games.splitter.engine.delta import best, commit
from polygames.games.splitter.engine.kernel import CELLS, LEFT, SLOTS, WINDOWS
from polygames.games.splitter.engine.values import base, features
from polygames.search.kernels import below, compiled

if TYPE_CHECKING:
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.kernel import Ints
    from polygames.search.kernels import Rng

__all__ = ["Learner", "learn", "learner", "self_play"]


LEAST = 2e-3
"""The least variance: the values go on to change, since better play changes them."""


class Learner(NamedTuple):
    """The tables and, for each number, its variance, where at first it is 1."""

    weights: Floats
    variances: Floats


def learner(weights: Floats, variance: float = 1.0) -> Learner:
    """Return what learns on tables, in place."""
    return Learner(weights, np.full_like(weights, variance))


@compiled
def write_best(a: Ints, p: Ints, w: Floats, rng: Rng) -> None:
    """Roll the dice and write them where the value is best."""
    x, y = 1 + below(rng, 6), 1 + below(rng, 6)
    choice, _ = best(a, p, w, x, y)
    if choice & 1:
        x, y = y, x
    commit(a, p, choice >> 1, x, y)


@compiled
def draw(known: Learner, places: Ints, error: float, noise: float) -> float:
    """Change the numbers at some places to lessen an error; return by how much they did.

    A number that stands there several times is changed each time. To count it by the square, as
    a Kalman filter does, was tried and learned more slowly.
    """
    w, variances = known
    whole = noise
    for at in places:
        whole += variances[at]
    moved = 0.0
    for at in places:
        share = variances[at] / whole
        w[at] += share * error
        moved += share * error
        variances[at] = max(LEAST, variances[at] * (1 - share))
    return moved


@compiled
def learn_back(known: Learner, places: Ints, counts: Ints, mix: float, noise: float) -> float:
    """Learn from the sheets of a game, the last one first; return the total."""
    last = len(counts) - 1
    total = 0.0
    for at in places[last, : counts[last]]:
        total += known.weights[at]
    later = target = total
    for back in range(1, last + 1):
        here = places[last - back, : counts[last - back]]
        value = 0.0
        for at in here:
            value += known.weights[at]
        target = (1 - mix) * later + mix * target
        later = value + draw(known, here, target - value, noise)
    return total


@compiled
def learn(
    empty: Ints, p: Ints, known: Learner, rng: Rng, games: int, mix: float, noise: float
) -> float:
    """Play games and learn from each; return their mean total.

    `mix` is the share of what came later in the target, beside the next value. `noise` is the
    variance of the dice, against that of a number at first: the higher, the slower it learns.
    """
    rounds = p[SLOTS]
    places = np.empty((rounds, (6 + p[CELLS] // 4) * p[CELLS] + p[WINDOWS] + 8), np.int64)
    counts = np.empty(rounds, np.int64)
    total = 0.0
    for _ in range(games):
        a = empty.copy()
        for i in range(rounds):
            write_best(a, p, known.weights, rng)
            counts[i] = features(a, p, places[i])
        total += learn_back(known, places, counts, mix, noise)
    return total / games


@compiled
def self_play(empty: Ints, p: Ints, w: Floats, rng: Rng, totals: Floats) -> None:
    """Play games by the values, without learning; write the totals."""
    for i in range(len(totals)):
        a = empty.copy()
        while a[LEFT]:
            write_best(a, p, w, rng)
        totals[i] = base(a, p, w, 0)
