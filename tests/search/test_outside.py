"""A game from outside with a kernel plays with the compiled searches: Nim, 1 to 3 from a heap."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from toys import NIM, Take, registered, start

from polygames.runtime.compiling import HAS_NUMBA, compiled
from polygames.runtime.random_numbers import below
from polygames.search.alphabeta import AlphaBeta
from polygames.search.uct import Uct

pytestmark = pytest.mark.skipif(not HAS_NUMBA, reason="there are no kernels without numba")

HEAP, TURN = range(2)


@compiled
def turn(a):
    return 0 + int(a[TURN])  # as wide as numba's whole numbers


@compiled
def legal(a, out):
    n = int(min(3, a[HEAP]))
    for i in range(n):
        out[i] = i + 1
    return n


@compiled
def play(a, code):
    a[HEAP] -= code
    a[TURN] = 1 - a[TURN]


@compiled
def result(a):
    return np.nan if a[HEAP] else 2.0 * a[TURN] - 1.0


@compiled
def rollout(a, rng):
    plies = 0
    while a[HEAP]:
        play(a, 1 + below(rng, int(min(3, a[HEAP]))))
        plies += 1
    return plies


KERNEL = SimpleNamespace(
    encode=lambda state: np.array([state.heap, state.turn], np.int32),
    decode=lambda code, _: Take(str(code)),
    moves=lambda: np.empty(3, np.int32),
    turn=turn,
    legal=legal,
    play=play,
    result=result,
    rollout=rollout,
)


@pytest.mark.parametrize(
    "agent",
    [AlphaBeta(seconds=None, depth=12), Uct(seconds=None, visits=2000)],
    ids=["alpha-beta", "uct"],
)
def test_it_leaves_a_multiple_of_four(agent):
    with registered(replace(NIM, kernel=KERNEL)):
        for heap in (5, 6, 7, 9):
            assert agent.choose(start(heap), Random(0)) == Take(str(heap % 4))
