"""How the weights are learned: temporal differences over games of self-play.

Each sheet after a placement (an afterstate) is drawn towards the value of the next one, from the
last to the first, with a share of what came later still: TD(lambda) (Sutton, Learning to predict
by the methods of temporal differences, 1988), on an n-tuple network as Szubert and Jaskowski did
(Temporal difference learning of n-tuple networks for the game 2048, 2014).

Each weight has a variance, how unsure it is; a value's error is shared out by it, and what was seen
lessens it: a Kalman filter that keeps only the diagonal (Sutton, Gain adaptation beats least
squares?, 1992; Geist and Pietquin, Kalman temporal differences, 2010). So rare patterns learn fast
at any time, and what has been seen often holds still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from polygames.games.splitter.engine.evaluation import active_features, static_value
from polygames.games.splitter.engine.layout import CELLS, SLOTS, WINDOWS
from polygames.games.splitter.engine.search import best_placement
from polygames.games.splitter.engine.sheet import ROUNDS_LEFT, write
from polygames.runtime.compiling import compiled, np
from polygames.runtime.random_numbers import below

if TYPE_CHECKING:
    from polygames.games.splitter.engine.evaluation import Floats
    from polygames.games.splitter.engine.layout import Ints
    from polygames.runtime.random_numbers import Rng


LEAST = 2e-3
"""The least variance: the values go on to change, since better play changes them."""


class Learner(NamedTuple):
    """The weights and, for each, its variance, where at first it is 1."""

    weights: Floats
    variances: Floats


def new_learner(weights: Floats, variance: float = 1.0) -> Learner:
    """Return what learns on weights, in place."""
    return Learner(weights, np.full_like(weights, variance))


@compiled
def write_best(a: Ints, p: Ints, w: Floats, rng: Rng) -> None:
    """Roll the dice and write them where the value is best."""
    x, y = 1 + below(rng, 6), 1 + below(rng, 6)
    code, _ = best_placement(a, p, w, x, y)
    write(a, p, code, x, y)


@compiled
def update(learner: Learner, indices: Ints, error: float, noise: float) -> float:
    """Change some weights to lessen an error; return by how much they did.

    A weight that is there several times is changed each time. To count it by the square, as
    a Kalman filter does, was tried and learned more slowly.
    """
    w, variances = learner
    whole = noise
    for at in indices:
        whole += variances[at]
    moved = 0.0
    for at in indices:
        share = variances[at] / whole
        w[at] += share * error
        moved += share * error
        variances[at] = max(LEAST, variances[at] * (1 - share))
    return moved


@compiled
def learn_from_game(
    learner: Learner, indices: Ints, counts: Ints, trace: float, noise: float
) -> float:
    """Learn from the sheets of a game, the last one first; return the total."""
    last = len(counts) - 1
    total = 0.0
    for at in indices[last, : counts[last]]:
        total += learner.weights[at]
    later = target = total
    for back in range(1, last + 1):
        here = indices[last - back, : counts[last - back]]
        value = 0.0
        for at in here:
            value += learner.weights[at]
        target = (1 - trace) * later + trace * target
        later = value + update(learner, here, target - value, noise)
    return total


@compiled
def learn(
    empty: Ints, p: Ints, learner: Learner, rng: Rng, games: int, trace: float, noise: float
) -> float:
    """Play games and learn from each; return their mean total.

    `trace` is the lambda of TD(lambda): the share of what came later in the target, beside the
    next value. `noise` is the variance of the dice, against that of a weight at first: the higher,
    the slower it learns.
    """
    rounds = p[SLOTS]
    indices = np.empty((rounds, (6 + p[CELLS] // 4) * p[CELLS] + p[WINDOWS] + 8), np.int64)
    counts = np.empty(rounds, np.int64)
    total = 0.0
    for _ in range(games):
        a = empty.copy()
        for i in range(rounds):
            write_best(a, p, learner.weights, rng)
            counts[i] = active_features(a, p, indices[i])
        total += learn_from_game(learner, indices, counts, trace, noise)
    return total / games


@compiled
def self_play(empty: Ints, p: Ints, w: Floats, rng: Rng, totals: Floats) -> None:
    """Play games by the values, without learning; write the totals."""
    for i in range(len(totals)):
        a = empty.copy()
        while a[ROUNDS_LEFT]:
            write_best(a, p, w, rng)
        totals[i] = static_value(a, p, w, 0)
