"""Ratings with ties and seats: published figures, what defines the maximum, and simulated truth."""

from math import exp, inf, log10
from random import Random

import numpy as np
import pytest

from polygames.arena.davidson import ELO_PER_UNIT, fit_strengths, rate
from polygames.arena.game_pair import Game
from polygames.arena.schedule import schedule_meetings

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AT_HOME = """
43 42 43 61 42 60
33 42 43 60 61 43
25 43 24 43 42 60
33 51 25 43 42 61
51 25 33 42 52 60
25 33 34 43 42 24
25 15 16 24 16 34
"""
"""Baseball, American League East 1987 (Agresti, Categorical Data Analysis, 2002, section 10.6): for
each team the games that it won and lost at home against each of the others, in their order."""


PUDDINGS = """
1 2 19 22 16  1 3 16 19 12  2 3 19 19 10  1 4 18 23 13  2 4 23 19  9
3 4 19 20 15  1 5 13 19 18  2 5 16 20 12  3 5 16 15 17  4 5 17 14 16
1 6 18 21 12  2 6 22 20 12  3 6 13 18 10  4 6 14 19 18  5 6 11 21 12
"""
"""Davidson's own example (1970): of two brands of chocolate pudding, how often the first was liked
better, how often the second, and how often neither."""


def baseball():
    for home, line in enumerate(AT_HOME.split("\n")[1:8]):
        guests = [guest for guest in range(7) if guest != home]
        for guest, (won, lost) in zip(guests, line.split(), strict=True):
            yield home, guest, np.array([int(won), 0, int(lost)], float)


def drawn_game(rng, pair, first, second, seat, ties):
    """Return a game by the model, of players with a name and a strength."""
    a, b = exp(first[1] + seat), exp(second[1])
    t = exp(ties) * (a * b) ** 0.5
    points = rng.choices([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)], [a, t, b])[0]
    return Game(pair, (first[0], second[0]), points, points, 1, "")


def drawn_games(rng, strengths, pairs, seat=0.5, ties=-0.5):
    players = list(strengths.items())
    return [
        drawn_game(rng, pair, *order, seat, ties)
        for pair in range(pairs)
        for i, j in schedule_meetings("all", len(players))
        for order in ((players[i], players[j]), (players[j], players[i]))
    ]


def test_home_advantage_in_baseball_is_as_published():
    """The figures of BradleyTerry2 (Turner and Firth 2012, section 3.2), against Baltimore."""
    found = fit_strengths(7, list(baseball()))
    published = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0]
    assert found[:7] - found[6] == pytest.approx(published, abs=6e-5)
    assert found[7] == pytest.approx(0.3023, abs=5e-5)
    assert found[8] == -inf


def test_ties_are_as_in_the_example_that_davidson_published():
    """The worth of each brand and what says how often it is a tie, in four digits.

    No pudding has a seat: each comparison counts half on either one, which leaves no advantage.
    """
    numbers = list(map(int, PUDDINGS.split()))
    tallies = []
    for k in range(0, len(numbers), 5):
        first, second, won, lost, tied = numbers[k : k + 5]
        tallies.append((first - 1, second - 1, np.array([won, tied, lost]) / 2))
        tallies.append((second - 1, first - 1, np.array([lost, tied, won]) / 2))
    found = fit_strengths(6, tallies)
    worth = np.exp(found[:6]) / np.exp(found[:6]).sum()
    published = [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024]
    assert worth == pytest.approx(published, abs=6e-5)
    assert found[6] == pytest.approx(0, abs=1e-9)
    assert exp(found[7]) == pytest.approx(0.7468, abs=6e-5)


def test_at_the_maximum_points_ties_and_seats_are_those_that_were_seen():
    """That is what Davidson's likelihood equations say; its maximum is the only such place."""
    games = drawn_games(Random(1), {"a": 0.0, "b": 0.7, "c": -0.4}, 40)
    tallies = []
    for one, other in (("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")):
        points = [game.points[0] for game in games if game.seats == (one, other)]
        counts = [points.count(1), points.count(0.5), points.count(0)]
        tallies.append(("abc".index(one), "abc".index(other), np.array(counts, float)))
    found = fit_strengths(3, tallies)
    seen, expected = np.zeros(5), np.zeros(5)
    for first, second, counts in tallies:
        a, b = exp(found[first] + found[3]), exp(found[second])
        t = exp(found[4]) * (a * b) ** 0.5
        for total, (won, tied, lost) in (
            (seen, counts),
            (expected, counts.sum() * np.array([a, t, b]) / (a + t + b)),
        ):
            total[first] += won + tied / 2
            total[second] += lost + tied / 2
            total[3] += won + tied / 2
            total[4] += tied
    assert expected == pytest.approx(seen, abs=1e-6)


def test_the_rating_of_two_players_without_ties_is_that_of_their_points():
    games = [
        Game(pair, seats, (1.0, 0.0) if (pair < 30) == (seats[0] == "a") else (0.0, 1.0), (), 1, "")
        for pair in range(40)
        for seats in (("a", "b"), ("b", "a"))
    ]
    found = rate(["a", "b"], games, prior=0)
    assert found.players["a"].rating * 2 == pytest.approx(400 * log10(3))
    assert found.first_seat.rating == pytest.approx(0)


def test_what_the_model_made_is_found_again_within_its_intervals():
    truth = {"a": 0.0, "b": 0.6, "c": -0.6}
    found = rate(list(truth), drawn_games(Random(5), truth, 300))
    for name, strength in truth.items():
        rated = found.players[name]
        assert rated.low < rated.rating < rated.high
        assert abs(rated.rating - ELO_PER_UNIT * strength) < 4 * rated.error < 60
    assert abs(found.first_seat.rating - ELO_PER_UNIT * 0.5) < 4 * found.first_seat.error
    assert found.ties == pytest.approx(exp(-0.5) / (exp(-0.5) + 2), abs=0.05)


def test_an_interval_knows_that_the_games_of_a_pair_are_alike():
    """Two games that always end alike tell as much as one: the interval is that much wider."""
    rng, alone, twice = Random(2), [], []
    for pair in range(200):
        wins = [rng.random() < 0.6 for _ in range(2)]
        for games, results in ((alone, wins), (twice, wins[:1] * 2)):
            for seats, won in zip((("a", "b"), ("b", "a")), results, strict=True):
                points = (1.0, 0.0) if won == (seats[0] == "a") else (0.0, 1.0)
                games.append(Game(pair, seats, points, (), 1, ""))
    errors = [rate(["a", "b"], games).players["a"].error for games in (alone, twice)]
    assert errors[1] / errors[0] == pytest.approx(2**0.5, rel=0.2)


@pytest.mark.parametrize("points", [(1.0, 0.0), (0.5, 0.5)])
def test_where_all_games_end_alike_a_rating_is_finite_and_its_interval_has_a_width(points):
    games = [Game(pair, ("a", "b"), points, points, 1, "") for pair in range(10)]
    rated = rate(["a", "b"], games).players["a"]
    assert abs(rated.rating) < 2000
    assert rated.low < rated.high


def test_who_has_not_played_has_no_rating_to_speak_of():
    found = rate(["a", "b"], [])
    assert found.players["a"].error == inf
    assert rate([], []).players == {}
