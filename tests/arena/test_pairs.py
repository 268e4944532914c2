"""Pairs of games: an interval and evidence that know of them, and games that are repeated."""

from dataclasses import asdict, replace
from itertools import product
from math import comb, inf, log
from random import Random

import pytest

import polygames as pg
from polygames.arena.davidson import ELO_PER_UNIT, rate
from polygames.arena.game_pair import Game
from polygames.arena.match import Match
from polygames.arena.pairs import (
    count_distinct_games,
    effective_pairs,
    group_by_pair,
    log_likelihood_ratio,
    pair_interval,
)
from polygames.arena.ratings import SequentialTest, wilson
from polygames.core.errors import OptionError

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
DECIDED = (0.5, 0.0, 0.0, 0.0, 0.5)
"""The chances of the shares of a pair where its opening decides both games."""
SURE = ("minimax", {"depth": 1, "seconds": None})
"""An agent of Polygon that leaves nothing to chance."""


def won_pairs(*points, lines=None, seats=("a", "b")):
    """Return pairs of games in which seat 0 won so many points, one and the other."""
    orders = seats, seats[::-1]
    return [
        Game(
            place // 2, orders[place % 2], (one, 1 - one), (), 1, "", line=(lines or "")[place:][:1]
        )
        for place, one in enumerate(points)
    ]


# --- The interval -------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "pairs"), [(3, 10), (0, 7), (12, 12)])
def test_where_pairs_are_only_won_or_lost_the_bounds_are_quantiles_of_beta(won, pairs):
    """With half a pair added; checked against drawn gamma variables."""
    low, high = pair_interval([1.0] * won + [0.0] * (pairs - won))
    rng, lost = Random(1), pairs - won
    for bound, a, b in ((low, won, lost + 0.5), (high, won + 0.5, lost)):
        if a and b:
            below = sum(rng.betavariate(a, b) < bound for _ in range(20_000)) / 20_000
            assert below == pytest.approx(0.025 if bound == low else 0.975, abs=0.005)
    assert (low == 0) == (won == 0)
    assert (high == 1) == (won == pairs)


def test_an_interval_of_all_five_outcomes_is_that_of_random_weights():
    counts, rng = (2, 1, 4, 3, 6), Random(2)
    shares = [share for share, count in zip(SHARES, counts, strict=True) for _ in range(count)]
    means = []
    for _ in range(20_000):
        drawn = [rng.gammavariate(n, 1) for n in (2.5, *counts[1:])]
        means.append(sum(map(float.__mul__, SHARES, drawn)) / sum(drawn))
    low, _ = pair_interval(shares)
    assert sum(mean < low for mean in means) / len(means) == pytest.approx(0.025, abs=0.005)


MIXED = (0.1, 0.2, 0.3, 0.3, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chances", "pairs"), [*product([DECIDED, MIXED, (0.02, 0, 0.1, 0, 0.88)], [5, 20])]
)
def test_an_interval_holds_the_truth_about_as_often_as_it_says(chances, pairs):
    truth = sum(share * chance for share, chance in zip(SHARES, chances, strict=True))
    rng, held = Random(f"{chances}{pairs}"), 0
    for _ in range(200):
        low, high = pair_interval(sorted(rng.choices(SHARES, chances, k=pairs)))
        held += low <= truth <= high
    assert held / 200 > 0.92


def test_single_games_would_be_surer_than_pairs_that_openings_decide():
    low, high = wilson(20, 40)
    by_pairs = pair_interval([0.0, 1.0] * 10)
    assert by_pairs[0] < low < high < by_pairs[1]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("pairs", [1, 2, 20])
def test_pairs_that_all_ended_alike_are_no_certainty(share, pairs):
    low, high = pair_interval([share] * pairs)
    assert 0 <= low <= share <= high <= 1
    assert high - low > 1 / (pairs + 10)


def test_many_pairs_give_the_interval_of_the_normal_distribution():
    low, high = pair_interval([0.5, 1.0] * 5000)
    assert (low, high) == pytest.approx((0.75 - 0.0049, 0.75 + 0.0049), abs=1e-4)


@pytest.mark.parametrize(
    ("shares", "pairs"),
    [([1.5], None), ([-0.1], None), ([float("nan")], None), ([1.0], 2), ([1.0], 0), ([], 1)],
)
def test_shares_that_cannot_be_are_refused(shares, pairs):
    with pytest.raises(OptionError):
        pair_interval(shares, pairs)


# --- The sequential test ------------------------------------------------------------------------


def test_evidence_of_pairs_won_or_lost_is_that_of_wald():
    """With half a pair won and half a pair lost, as documented."""
    shares, low, high = [1.0] * 13 + [0.0] * 6, 0.4, 0.6
    expected = 13.5 * log(high / low) + 6.5 * log((1 - high) / (1 - low))
    assert log_likelihood_ratio(shares, low, high) == pytest.approx(expected)


def test_evidence_of_many_pairs_is_near_the_formula_for_the_normal_distribution():
    """That of engine testers: n (high - low) (2 mean - low - high) / (2 variance)."""
    rng = Random(3)
    shares = rng.choices(SHARES, (0.1, 0.2, 0.35, 0.2, 0.15), k=4000)
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / len(shares)
    expected = len(shares) * 0.01 * (2 * mean - 0.51 - 0.52) / (2 * variance)
    assert log_likelihood_ratio(shares, 0.51, 0.52) == pytest.approx(expected, rel=0.03, abs=0.02)


def errors_of(judge, chances_of, ends, tests=200):
    """Return how often a test says the other share."""
    errors = 0
    for number in range(tests):
        rng, shares, said, truth = Random(number), [], None, number % 2
        while said is None:
            shares.append(rng.choices(SHARES, chances_of(ends[truth]))[0])
            said = judge(shares)
        errors += said != ("low", "high")[truth]
    return errors / tests


@pytest.mark.slow
def test_where_openings_decide_a_test_of_pairs_keeps_its_word_and_one_of_games_does_not():
    ends = 0.4, 0.6
    test = SequentialTest(*ends)

    def decided(share):
        return 1 - share, 0, 0, 0, share

    assert errors_of(test.verdict_of_pairs, decided, ends) <= 0.06
    single = errors_of(lambda won: test.verdict(2 * sum(won), 2 * len(won)), decided, ends)
    assert single > 0.08


def test_a_few_pairs_that_ended_alike_end_no_test():
    test = SequentialTest(0.45, 0.55)
    for share in SHARES:
        assert test.verdict_of_pairs([share] * 5) is None
    assert test.verdict_of_pairs([]) is None


# --- Repeated games -----------------------------------------------------------------------------


def test_games_that_are_repeated_move_for_move_are_counted_and_said():
    found = pg.match(pg.new("polygon", n=6), SURE, SURE, games=40, progress=False)
    assert found.distinct == found.to_dict()["distinct"] == 2
    assert "; only 2 of the 40 games differ; both games of each pair ended alike" in str(found)
    low, high = found.interval
    alone = pg.match(pg.new("polygon", n=6), SURE, SURE, games=2, progress=False)
    assert high - low >= alone.interval[1] - alone.interval[0] - 1e-6
    assert "differ" not in str(alone)


def test_who_sits_where_the_start_and_each_move_tell_games_apart():
    opened = pg.match(pg.new("polygon", n=8), SURE, SURE, games=12, openings=3, progress=False)
    assert opened.distinct == len(opened.games)
    first, second = opened.games[:2]
    assert first.line
    assert count_distinct_games([first, first, replace(first, seats=first.seats[::-1])]) == 2
    assert count_distinct_games([first, second, first]) == 2


def test_games_of_which_nothing_is_known_all_count():
    games = won_pairs(1.0, 0.0, 1.0, 0.0)
    assert count_distinct_games(games) == 4
    assert effective_pairs(games) == 2
    old = asdict(games[0])
    del old["line"]
    assert Game(**old) == games[0], "as in a file of an earlier version"


def test_no_number_of_repeats_makes_an_interval_narrow_or_ends_a_test():
    shares = [0.75] * 400
    assert pair_interval(shares, 1) == pytest.approx(pair_interval([0.75]))
    assert SequentialTest(0.5, 0.7).verdict_of_pairs(shares) == "high"
    assert SequentialTest(0.5, 0.7).verdict_of_pairs(shares, 1) is None


def test_a_meeting_of_repeats_leaves_its_part_of_the_points_unsure():
    """Half of all pairs are one pair again and again: that half is as unsure as one pair."""
    repeated = won_pairs(*[1.0, 0.0] * 20, lines="xy" * 20)
    fresh = won_pairs(*[1.0, 0.0] * 20, seats=("a", "c"))
    assert effective_pairs(repeated) == 1
    assert effective_pairs([*repeated, *fresh]) == pytest.approx(40**2 / (20**2 / 1 + 20**2 / 20))
    assert len(group_by_pair([*repeated, *fresh])) == 40


def test_repeats_do_not_make_ratings_sure():
    won = [1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]
    once = rate(["a", "b"], won_pairs(*won))
    many = rate(["a", "b"], won_pairs(*won * 20, lines="12345678" * 20))
    fresh = rate(["a", "b"], won_pairs(*won * 20))
    assert many.players["a"].error == pytest.approx(once.players["a"].error, rel=0.3)
    assert fresh.players["a"].error < many.players["a"].error / 2


def test_a_tournament_says_how_many_games_differ():
    cup = pg.tournament(pg.new("polygon", n=5), [SURE, SURE, "random"], games=6, progress=False)
    assert cup.distinct < len(cup.games) == 18
    said = f"only {cup.distinct} of the 18 games differ"
    assert said in str(cup)
    assert said in cup._repr_html_()
    assert cup.to_dict()["distinct"] == cup.distinct


def test_a_match_without_games_knows_nothing():
    assert Match("polygon", ("a", "b"), 0, ()).interval == (0.0, 1.0)
    assert effective_pairs([]) == 0
    assert rate(["a"], []).players["a"].high == inf


# --- Ratings of a wide field --------------------------------------------------------------------


def test_the_ends_of_a_wide_field_are_not_pulled_together():
    """Six players over 1,000 Elo, ten pairs each: games as the model expects them, not drawn."""
    elo = {f"p{k}": 200.0 * k - 500 for k in range(6)}
    games = []
    for one, a in elo.items():
        for other, b in elo.items():
            if one < other:
                share = 1 / (1 + 10 ** ((b - a) / 400))
                won = sorted(range(20), key=lambda k: k * 7 % 20)[: round(20 * share)]
                points = [float((place in won) == (place % 2 == 0)) for place in range(20)]
                games += won_pairs(*points, seats=(one, other))
    found = rate(list(elo), games)
    for name, truth in elo.items():
        rated = found.players[name]
        assert rated.low < truth < rated.high
        assert abs(rated.rating - truth) < 40
    pulled = rate(list(elo), games, prior=5)
    assert pulled.players["p5"].rating < found.players["p5"].rating - 40


@pytest.mark.parametrize("seat", [0.0, 0.6])
def test_ratings_and_the_seat_of_a_wide_field_are_held_by_their_intervals(seat):
    """It held the ends in some 60% of the tournaments, and the seat in 40 to 93%."""
    strengths = {f"p{k}": (200.0 * k - 500) / ELO_PER_UNIT for k in range(6)}
    held, seats, number = 0, 0, 60
    for seed in range(number):
        rng, games = Random(seed), []
        for one, x in strengths.items():
            for other, y in strengths.items():
                if one < other:
                    points = [
                        float(rng.random() < 1 / (1 + 2.718281828 ** -(sign * (x - y) + seat)))
                        for _ in range(10)
                        for sign in (1, -1)
                    ]
                    games += won_pairs(*points, seats=(one, other))
        found = rate(list(strengths), games)
        ends = [(found.players[name], ELO_PER_UNIT * strengths[name]) for name in ("p0", "p5")]
        held += sum(one.low <= truth <= one.high for one, truth in ends)
        seats += found.first_seat.low <= ELO_PER_UNIT * seat <= found.first_seat.high
    assert held / 2 / number >= 0.9
    assert seats / number >= 0.88


def test_who_did_not_play_does_not_widen_the_intervals_of_others():
    games = won_pairs(1.0, 0.0, 1.0, 1.0, 0.0, 0.0)
    alone, beside = rate(["a", "b"], games), rate(["a", "b", "absent"], games)
    assert beside.players["a"] == alone.players["a"]
    assert beside.players["absent"].error == inf


def test_a_prior_below_nothing_is_refused():
    with pytest.raises(OptionError, match="prior"):
        rate(["a", "b"], won_pairs(1.0, 0.0), prior=-1)


def test_the_chance_of_a_binomial_is_what_the_interval_excludes():
    """Its lower bound excludes no more than Clopper and Pearson's, which add a whole pair."""
    low, _ = pair_interval([1.0] * 8 + [0.0] * 2)
    tail = sum(comb(10, k) * low**k * (1 - low) ** (10 - k) for k in range(8, 11))
    assert 0.025 < tail < 0.06
