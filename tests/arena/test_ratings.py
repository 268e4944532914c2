"""Intervals and the sequential test say what the books say."""

from math import inf, nan
from random import Random

import pytest

import polygames as pg
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


@pytest.mark.parametrize("games", [1, 3, 7, 20, 29, 1000, 12345])
def test_an_interval_holds_its_share_also_where_all_was_won_or_lost(games):
    for points in (0, 0.5, games / 3, games):
        low, high = wilson(points, games)
        assert 0 <= low <= points / games <= high <= 1
    assert wilson(0, games)[0] == 0
    assert wilson(games, games)[1] == 1


@pytest.mark.parametrize(
    ("points", "games"), [(nan, 4), (-1, 4), (5, 4), (1, 0), (1, -1), (1, 2.5), ("1", 2), (inf, 4)]
)
def test_points_that_no_games_give_are_refused(points, games):
    for judge in (wilson, SequentialTest(0.4, 0.6).verdict):
        with pytest.raises(
            pg.OptionError, match=r"^the (points of \d games|option games) must be a "
        ):
            judge(points, games)


@pytest.mark.parametrize("error", [0, 0.5, 1, nan, "x"])
def test_the_chance_of_an_error_is_less_than_a_half(error):
    with pytest.raises(pg.OptionError, match=r"^the option error must be "):
        SequentialTest(0.4, 0.6, error)


@pytest.mark.parametrize("z", [0, -1, nan])
def test_an_interval_has_a_width(z):
    with pytest.raises(pg.OptionError, match=r"^the option z must be a number greater than 0"):
        wilson(1, 2, z)


def test_a_test_of_no_games_settles_nothing():
    assert SequentialTest(0.4, 0.6).verdict(0, 0) is None
