"""A kernel of trees that hashing grows, for compiled searches: rules nobody can guess.

A position is a number and a ply; a move leads to one of a few numbers, so that positions are met
again along other ways. Now and then the same seat moves twice, or the game is over.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from polygames.runtime.compiling import compiled

TURN, PLY, NUMBER, SEED = range(4)
WIDTH, NUMBERS = 5, 40


@compiled
def mix(a, salt):
    """Return a number from 0 to 2**31 that depends on the position and a salt."""
    x = a[NUMBER] * 7919 + a[PLY] * 104729 + a[SEED] * 1299709 + salt * 15485863 + 12345
    for _ in range(3):
        x = (x ^ (x >> 13)) * 1274126177 & 0x7FFFFFFF
    return x ^ (x >> 16)


@compiled
def turn(a):
    return 0 + int(a[TURN])


@compiled
def result(a):
    if a[PLY] > 1 and mix(a, 1) % 9 == 0:
        return float(mix(a, 2) % 3 - 1)
    return np.nan


@compiled
def legal(a, out):
    n = 0
    if np.isnan(result(a)):
        n = 1 + mix(a, 3) % WIDTH
        for i in range(n):
            out[n - 1 - i] = i
    return n


@compiled
def play(a, code):
    number, again = mix(a, 10 + code) % NUMBERS, mix(a, 20 + code) % 5 == 0
    a[NUMBER] = number
    a[PLY] += 1
    if not again:
        a[TURN] = 1 - a[TURN]


@compiled
def estimate(a):
    return mix(a, 4) / 2.0**31 * 2.0 - 1.0


@compiled
def rollout(a, rng):
    rng[0] += np.uint64(1)
    return 0 + int(a[PLY])


def root(seed, turn=0):
    """Return the first position of a tree."""
    return np.array([turn, 0, 0, seed], np.int32)


KERNEL = SimpleNamespace(turn=turn, legal=legal, play=play, result=result, rollout=rollout)
