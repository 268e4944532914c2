"""Another easy game, solved exactly: when to write a roll where the stars are.

Two mirrored stars hold the two numbers of one roll. A number x there is doubled only if there are x
of it in the end, and 2x for two stars with x. In the easy game nothing else hinders: the player
says of one roll "here", and gets x + y points if the numbers come often enough. How often each
number was rolled, up to twice itself, is all that counts: 3 * 5 * 7 * 9 * 11 * 13 = 135,135 states.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NUMBERS = range(1, 7)
WEIGHT = np.cumprod([1, 1, *(2 * v + 1 for v in range(1, 6))])
"""The state is the sum of these times the counts of the numbers; the first has no number."""
STATES = int(WEIGHT[-1]) * 13


@lru_cache(maxsize=2)
def chances(rounds: int) -> NDArray[np.float64]:
    """Return the chance that so many rolls show a number so often at least."""
    most = 13
    found = np.zeros((rounds + 1, most))
    for left in range(rounds + 1):
        dice = 2 * left
        for times in range(min(most, dice + 1)):
            ways = sum(comb(dice, k) * 5 ** (dice - k) for k in range(times, dice + 1))
            found[left, times] = ways / 6**dice
    return found


@compiled
def worth(
    counts: NDArray[np.int64], x: int, y: int, rounds: int, chance: NDArray[np.float64]
) -> float:
    """Return what numbers in the stars are worth in the mean, by what was rolled so far."""
    if x == y:
        once = chance[rounds, max(0, x - counts[x])]
        return x * (once + chance[rounds, max(0, 2 * x - counts[x])])
    one, two = max(0, x - counts[x]), max(0, y - counts[y])
    return x * chance[rounds, one] + y * chance[rounds, two]


@compiled
def one_round_before(
    values: NDArray[np.float64],
    rounds: int,
    chance: NDArray[np.float64],
    weight: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the mean over the rolls of the better of writing one here and waiting."""
    means = np.empty(len(values))
    counts, after = np.zeros(7, np.int64), np.zeros(7, np.int64)
    for state in range(len(values)):
        left = state
        for v in range(1, 7):
            counts[v] = left % (2 * v + 1)
            left //= 2 * v + 1
        total = 0.0
        for x in range(1, 7):
            for y in range(1, x + 1):
                then = state
                after[:] = counts
                for v in (x, y):
                    if after[v] < 2 * v:
                        after[v] += 1
                        then += weight[v]
                here = worth(after, x, y, rounds, chance)
                total += (1 if x == y else 2) * max(here, values[then])
        means[state] = total / 36
    return means


@lru_cache(maxsize=2)
def values(rounds: int) -> tuple[NDArray[np.float64], ...]:
    """Return the values while the stars are empty, by how many rounds are left."""
    found = [np.zeros(STATES)]
    for left in range(rounds):
        found.append(one_round_before(found[-1], left, chances(rounds), WEIGHT))
    return tuple(found)


def state_of(counts: Sequence[int]) -> int:
    """Return the state with so many of each number; the first count has no number."""
    return sum(int(WEIGHT[v]) * min(counts[v], 2 * v) for v in NUMBERS)


def bound(rounds: int) -> float:
    """Return what two mirrored stars add at most in the mean."""
    return float(values(rounds)[rounds][0])
