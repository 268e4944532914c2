"""The compiled rules of Splinter are those of rules.py."""

import numpy as np
import pytest

import polygames as pg
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.kernel import MAX_LEGAL_MOVES
from polygames.runtime.jit import compiled


@compiled
def count_two(array):
    """Return how many sequences of two moves there are."""
    first, second = np.empty(MAX_LEGAL_MOVES, np.int32), np.empty(MAX_LEGAL_MOVES, np.int32)
    total = 0
    for code in first[: kernel.legal(array, first)]:
        after = array.copy()
        kernel.play(after, code)
        total += kernel.legal(after, second)  # none once the game is over
    return total


@pytest.mark.parametrize(
    ("depth", "number"),
    [(3, 1_725_728), pytest.param(4, 206_704_800, marks=[pytest.mark.slow, pytest.mark.long])],
)
def test_perft_of_the_kernel_is_that_of_the_rules_and_what_others_count(depth, number):
    level = [pg.new("splinter")]
    for _ in range(depth - 2):
        level = (state.play(move) for state in level for move in state.legal_moves)
    assert sum(count_two(kernel.encode(state)) for state in level) == number
