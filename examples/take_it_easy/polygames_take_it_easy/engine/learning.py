"""How the values are learned: temporal differences over games against nobody but chance.

The board after each tile is drawn towards what the next board brought, from the last to the first,
with a share of what came later still: TD(lambda) (Sutton, 1988). Each entry has a rate of its own,
how far its errors agree: temporal coherence (Beal and Smith, 1999; Jaskowski, 2018, for n-tuples).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.runtime.compiling import compiled
from polygames.runtime.random_numbers import below
from polygames_take_it_easy.engine.board import COUNT, DECK, blank, lay, take
from polygames_take_it_easy.engine.values import DIRECTION, EMPTY_LINE, MOST, WEIGHTS, parts, value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from polygames.runtime.random_numbers import Rng

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]

HOPE = 3.0
"""What an empty line is worth at first: it makes the first games keep lines open."""


class Learner(NamedTuple):
    """The weights, and for each the sum of its errors, with and without their signs."""

    weights: Floats
    errors: Floats
    sizes: Floats


def new_learner() -> Learner:
    """Return what knows nothing yet."""
    weights = np.zeros(WEIGHTS, np.float32)
    weights[EMPTY_LINE:DIRECTION] = HOPE
    return Learner(weights, np.zeros_like(weights), np.zeros_like(weights))


def learn(learner: Learner, rng: Rng, games: int, trace: float, rate: float) -> NDArray[np.float64]:
    """Play games and learn from them; return their scores. With the rate 0 nothing is learned."""
    scores = np.empty(games)
    play(blank(), *learner, rng, trace, rate, scores)
    return scores


@compiled
def play(
    empty: Ints,
    weights: Floats,
    errors: Floats,
    sizes: Floats,
    rng: Rng,
    trace: float,
    rate: float,
    scores: NDArray[np.float64],
) -> None:
    """Play as many games as there is room for scores."""
    a, trial, room = empty.copy(), empty.copy(), np.empty(MOST, np.int64)
    entries, many = np.empty((COUNT, MOST), np.int64), np.empty(COUNT, np.int64)
    values, gains = np.zeros(COUNT), np.zeros(COUNT)
    deck = np.arange(DECK)
    for game in range(len(scores)):
        a[:] = empty
        total = 0
        for t in range(COUNT):
            other = t + below(rng, DECK - t)
            deck[t], deck[other] = deck[other], deck[t]
            tile = deck[t]
            take(a, tile)
            most, at = -1e9, -1
            for cell in range(COUNT):
                if a[cell] < 0:
                    trial[:] = a
                    gain = lay(trial, cell, tile)
                    worth = value(trial, weights, room)
                    if gain + worth > most:
                        most, at = gain + worth, cell
                        values[t] = worth
            gains[t] = lay(a, at, tile)
            total += gains[t]
            many[t] = parts(a, entries[t])
        scores[game] = total
        if rate > 0:
            target = 0.0
            for t in range(COUNT - 2, -1, -1):
                target = gains[t + 1] + (1 - trace) * values[t + 1] + trace * target
                error = target - values[t]
                for i in range(many[t]):
                    k = entries[t, i]
                    own = abs(errors[k]) / sizes[k] if sizes[k] > 0 else 1.0
                    weights[k] += own * rate * error / many[t]
                    errors[k] += error
                    sizes[k] += abs(error)
