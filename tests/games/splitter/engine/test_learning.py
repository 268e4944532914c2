"""Learning learns, and what was learned is there."""

import numpy as np
import pytest

from polygames.games.splitter.engine import evaluation, learning
from polygames.games.splitter.engine.evaluator import learned_weights
from polygames.games.splitter.engine.layout import layout
from polygames.games.splitter.engine.sheet import blank
from polygames.games.splitter.pads import PADS
from polygames.runtime.random_numbers import seeded


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("A", marks=pytest.mark.long), "B"])
def test_learning_lifts_the_totals_and_is_the_same_for_the_same_seed(name):
    p = layout(PADS[name])
    learned = []
    for _ in range(2):
        w = evaluation.start(p)
        learner = learning.new_learner(w)
        first = learning.learn(blank(p), p, learner, seeded(1), 50, 0.3, 100.0)
        for _ in range(3):
            last = learning.learn(blank(p), p, learner, seeded(2), 300, 0.3, 100.0)
        learned.append(w)
        assert last > first + 3
    assert np.array_equal(*learned)


@pytest.mark.parametrize("name", [*PADS, "any"])
def test_the_tables_of_both_pads_and_of_any_other_are_there(name):
    p = layout(PADS[name]) if name in PADS else layout(PADS["A"], ())
    w = learned_weights(name)
    assert len(w) == evaluation.length(p)
    assert np.count_nonzero(w) > 10_000
    assert np.isfinite(w).all()
