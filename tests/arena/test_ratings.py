"""Intervals and the sequential test say what the books say."""

from random import Random

import pytest

from polygames.arena.ratings import SequentialTest, wilson


def test_wilson_gives_published_figures():
    """Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605)}
    published |= {(0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for counts, interval in published.items():
        assert wilson(*counts) == pytest.approx(interval, abs=5e-5)


def test_sequential_test_errs_as_rarely_as_promised():
    test, rng, errors = SequentialTest(0.7, 0.85), Random(1), 0
    for number in range(400):
        share = (0.7, 0.85)[number % 2]
        points, games, verdict = 0, 0, None
        while verdict is None:
            points, games = points + (rng.random() < share), games + 1
            verdict = test.verdict(points, games)
        errors += verdict != ("low", "high")[number % 2]
    assert errors / 400 < 0.075


@pytest.mark.parametrize(("low", "high"), [(0.9, 0.8), (0.0, 0.5), (0.5, 1.0)])
def test_sequential_test_refuses_what_it_cannot_tell_apart(low, high):
    with pytest.raises(ValueError, match="0 < low < high < 1"):
        SequentialTest(low, high)
