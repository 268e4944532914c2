"""A game that is easier than Splitter and solved exactly: only the halves of the pad count.

The player says of each roll which number goes to the left half. In the end the cells of a number v
that can score are counted as in point 4 of `polygames.games.splitter.optimum.bound`: of l on the
left and r on the right, ``v * (l // v + r // v)``, and ``v * ((l + r) // v)`` as soon as a double
of v was rolled. That is never less than what the groups of a sheet score without the stars, however
the numbers stand in their half. What is lost, the *rest*, depends on l and r modulo v only:

* before a double of v, on l mod v and r mod v: v * v states;
* from then on, on (l + r) mod v: v states more.

All numbers together have 6 * 12 * 20 * 30 * 42 = 1,814,400 states (a 1 never leaves a rest), and
dynamic programming from the last roll back gives the best mean of all players, exactly up to the
rounding of its floats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUMBERS = range(1, 7)
SIZE = [v * v + v if v > 1 else 1 for v in (1, *NUMBERS)]
"""How many states each number has; 0 and 1 have one."""
WEIGHT = np.cumprod([1, *SIZE[:-1]])
"""The state of all numbers together is the sum of these times the states of each."""
STATES = int(WEIGHT[-1]) * SIZE[-1]
LEFT, RIGHT, BOTH = range(3)


def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how a state changes, by number and by what is written, and the rest it leaves."""
    change = np.zeros((7, 3, max(SIZE)), np.int64)
    rest = np.zeros((7, max(SIZE)), np.int64)
    for v in range(2, 7):
        for state in range(SIZE[v]):
            left, right = divmod(state, v)
            free = state >= v * v
            sums = state - v * v if free else left + right
            rest[v, state] = sums
            after = [
                v * v + (sums + 1) % v if free else (left + 1) % v * v + right,
                v * v + (sums + 1) % v if free else left * v + (right + 1) % v,
                v * v + (sums + 2) % v,
            ]
            change[v, :, state] = np.array(after) - state
    return change, rest


CHANGE, REST = _tables()


@compiled
def last_values(
    rest: NDArray[np.int64], size: NDArray[np.int64], cells: int
) -> NDArray[np.float32]:
    """Return how many cells can score in the end, for each state."""
    n = 1
    for v in range(2, 7):
        n *= size[v]
    values = np.empty(n, np.float32)
    for state in range(n):
        left, lost = state, 0
        for v in range(2, 7):
            lost += rest[v, left % size[v]]
            left //= size[v]
        values[state] = cells - lost
    return values


@compiled
def one_round_before(
    values: NDArray[np.float32],
    change: NDArray[np.int64],
    weight: NDArray[np.int64],
    size: NDArray[np.int64],
) -> NDArray[np.float32]:
    """Return the mean over the rolls of the better of two ways to write them."""
    means = np.empty(len(values), np.float32)
    by = np.zeros((7, 3), np.int64)
    for state in range(len(values)):
        left = state
        for v in range(2, 7):
            for way in range(3):
                by[v, way] = change[v, way, left % size[v]] * weight[v]
            left //= size[v]
        total = 0.0
        for x in range(1, 7):
            total += values[state + by[x, 2]]
            for y in range(1, x):
                one = values[state + by[x, 0] + by[y, 1]]
                total += 2 * max(one, values[state + by[x, 1] + by[y, 0]])
        means[state] = total / 36
    return means


@lru_cache(maxsize=2)
def values(rounds: int) -> tuple[NDArray[np.float32], ...]:
    """Return the values of all states by how many rounds are left, from 0 to all."""
    size = np.array(SIZE)
    found = [last_values(REST, size, 2 * rounds)]
    for _ in range(rounds):
        found.append(one_round_before(found[-1], CHANGE, WEIGHT, size))
    return tuple(found)


def written(state: int, left: int, right: int) -> int:
    """Return the state after a roll, the first number of which goes to the left."""
    if left == right:
        return state + _by(state, left, BOTH)
    return state + _by(state, left, LEFT) + _by(state, right, RIGHT)


def _by(state: int, v: int, way: int) -> int:
    here = state // int(WEIGHT[v]) % SIZE[v]
    return int(CHANGE[v, way, here] * WEIGHT[v])


def bound(rounds: int) -> float:
    """Return what the groups score at most in the mean, without the stars."""
    return float(values(rounds)[rounds][0])
