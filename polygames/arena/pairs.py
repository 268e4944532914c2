"""Statistics of paired games: distinct games, intervals of a share of the points, evidence.

The two games of a pair have the same start and are not independent; the pairs are. If a game has
three outcomes, a pair has five: 0, 0.5, 1, 1.5 or 2 points (engine testers call this the
pentanomial model). Here they are shares, from 0 to 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from math import atan, exp, inf, log, log1p, pi, sin, sqrt
from typing import TYPE_CHECKING

from polygames.core.errors import OptionError
from polygames.core.options import check_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from polygames.arena.game_pair import Game

PSEUDO_PAIRS = 0.5
"""The weight of prior pairs with the worst or the best result, since outcomes missing from a few
pairs may still occur.
"""
TAIL_PROBABILITY = 0.025
"""The probability that the true value is below (or above) a 95% interval."""
CANTELLI_SIGMAS = sqrt(1 / TAIL_PROBABILITY)
"""The number of standard errors beyond which a value has at most this probability (Cantelli)."""
INTEGRATION_STEP, MIN_TERM_SIZE = 0.1, 1e-10
"""The step of a numerical integral, and the size below which its terms are ignored."""


def group_by_pair(games: Iterable[Game]) -> list[list[Game]]:
    """Return the games in groups with the same two players and the same pair number.

    Examples
    --------
    >>> cup = pg.tournament("polygon", ["random"] * 3, games=4, progress=False)
    >>> [len(pair) for pair in group_by_pair(cup.games)]
    [2, 2, 2, 2, 2, 2]
    """
    found: dict[tuple[frozenset[str], int], list[Game]] = defaultdict(list)
    for game in games:
        found[frozenset(game.seats), game.pair].append(game)
    return list(found.values())


def pair_shares(name: str, games: Iterable[Game]) -> list[float]:
    """Return a player's share of the points in each pair of games, from 0 to 1.

    Examples
    --------
    >>> found = pg.match("splinter", "greedy", "random", games=6, seed=1, progress=False)
    >>> pair_shares("greedy", found.games)
    [1.0, 1.0, 1.0]
    """
    own = group_by_pair(game for game in games if name in game.seats)
    return [sum(one.points[one.seats.index(name)] for one in pair) / len(pair) for pair in own]


def count_distinct_games(games: Iterable[Game]) -> int:
    """Return the number of games that differ in seats, start or moves.

    Games with unknown moves, from a file of an earlier version, all count as distinct.

    Examples
    --------
    >>> sure = "minimax", {"depth": 1, "seconds": None}
    >>> found = pg.match(pg.new("polygon", n=5), sure, sure, games=8, progress=False)
    >>> count_distinct_games(found.games)
    2
    """
    seen = Counter((game.seats, game.line) for game in games)
    return sum(1 if line else count for (_, line), count in seen.items())


def effective_pairs(games: Iterable[Game]) -> float:
    """Return the effective number of independent pairs of games: half of the distinct games.

    A repeated game adds no information if the agents are deterministic; otherwise this estimate is
    conservative. With several pairs of players, each meeting's error is weighted by its share of
    the games.

    Examples
    --------
    >>> effective_pairs(pg.match("splinter", "greedy", "random", games=6, progress=False).games)
    3.0
    """
    met: dict[frozenset[str], list[list[Game]]] = defaultdict(list)
    for pair in group_by_pair(games):
        met[frozenset(pair[0].seats)].append(pair)
    if not met:
        return 0.0
    errors = (len(pairs) ** 2 / _effective_pairs_of_meeting(pairs) for pairs in met.values())
    return float(sum(map(len, met.values())) ** 2 / sum(errors))


def _effective_pairs_of_meeting(pairs: Sequence[Sequence[Game]]) -> float:
    games = [game for pair in pairs for game in pair]
    return len(pairs) * count_distinct_games(games) / len(games)


def pair_interval(shares: Sequence[float], pairs: float | None = None) -> tuple[float, float]:
    """Return the 95% interval (low, high) of a mean share, from the shares of independent pairs.

    Each share gets a random weight, as in the Bayesian bootstrap (Rubin 1981). The lower bound
    includes half a pair with the share 0, the upper bound half a pair with the share 1, as in the
    bounds of Gaffke (2005, *Three test statistics for a nonparametric one-sided hypothesis on the
    mean of a nonnegative variable*), which add a whole one. If pairs are only won or lost, those
    are the bounds of Clopper and Pearson. The interval therefore always has a width, even if all
    pairs ended alike, and stays between 0 and 1. The bounds are computed, not sampled.

    Parameters
    ----------
    shares
        The share of the points in each pair, from 0 to 1.
    pairs
        The number of independent pairs they are worth, if fewer (see `effective_pairs`).

    Raises
    ------
    OptionError
        If a share is not from 0 to 1, or `pairs` is not above 0 and at most the number of shares.

    Examples
    --------
    >>> [round(bound, 3) for bound in pair_interval([1.0, 0.5, 0.5, 0.75] * 5)]
    [0.574, 0.787]
    >>> [round(bound, 3) for bound in pair_interval([0.5] * 20)]
    [0.44, 0.56]
    >>> pair_interval([])
    (0.0, 1.0)
    """
    counts = _count_shares(shares, pairs)
    if not counts:
        return 0.0, 1.0
    mean = sum(shares) / len(shares)
    mirrored = {1 - share: count for share, count in counts.items()}
    low, high = (_lower_bound(tuple(sorted(each.items()))) for each in (counts, mirrored))
    return min(mean, low), max(mean, 1 - high)


def log_likelihood_ratio(
    shares: Sequence[float], low: float, high: float, pairs: float | None = None
) -> float:
    """Return the log-likelihood ratio of two mean shares; positive values favour `high`.

    The ratio is a generalised one: for each of both shares, the probabilities of a pair's outcomes
    maximise the likelihood of the results among all with this mean. Fishtest and fastchess stop
    their matches by it: Li, Liu and Ying (2014), *Generalized sequential probability ratio test for
    separate families of hypotheses*, with the maximum by Van den Bergh,
    hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1. For many pairs, and
    shares near each other, it is about ``n (high - low) (2 mean - low - high) / (2 s)`` with the
    mean and the variance s of the pairs, but it needs no variance, which few pairs do not
    determine. Half a lost pair and half a won pair are added, so that a few equal results give no
    certainty.

    Parameters
    ----------
    shares, pairs
        As for `pair_interval`.
    low, high
        The two shares, 0 < low < high < 1.

    Examples
    --------
    >>> round(log_likelihood_ratio([0.5, 1.0, 0.75] * 10, 0.5, 0.6), 2)
    5.21
    >>> abs(log_likelihood_ratio([0.5] * 10, 0.45, 0.55)) < 1e-9
    True
    """
    counts = _count_shares(shares, pairs)
    if not counts:
        return 0.0
    for end in (0.0, 1.0):
        counts[end] = counts.get(end, 0.0) + PSEUDO_PAIRS
    less, more = (_find_tilt(counts, mean) for mean in (low, high))
    return sum(
        count * log((1 + less * (share - low)) / (1 + more * (share - high)))
        for share, count in counts.items()
    )


def _count_shares(shares: Sequence[float], pairs: float | None) -> dict[float, float]:
    """Return the number of pairs with each share of the points, scaled to a total of `pairs`."""
    total = len(shares)
    worth = total if pairs is None else check_number("the option pairs", pairs, 0)
    if worth > total or (total and not worth):
        msg = f"the option pairs must be greater than 0 and at most {total}, not {worth!r}"
        raise OptionError(msg)
    found = Counter(shares)
    return {
        check_number("a share of a pair", share, 0, 1): count * worth / total
        for share, count in found.items()
    }


def _find_tilt(counts: Mapping[float, float], mean: float) -> float:
    """Return the tilt of the most likely distribution of shares that has a given mean.

    The probability of a share x is its part of the counts over 1 + tilt (x - mean) (Owen 1988,
    *Empirical likelihood ratio confidence intervals for a single functional*).
    """
    return _find_root(
        lambda tilt: sum(
            count * (share - mean) / (1 + tilt * (share - mean)) for share, count in counts.items()
        ),
        -1 / (max(counts) - mean),
        1 / (mean - min(counts)),
    )


@lru_cache(maxsize=1024)
def _lower_bound(counts: tuple[tuple[float, float], ...]) -> float:
    """Return the 2.5% quantile of the mean share under random weights (Bayesian bootstrap)."""
    weights = dict(counts)
    weights[0.0] = weights.get(0.0, 0.0) + PSEUDO_PAIRS
    total = sum(weights.values())
    center = sum(share * weight for share, weight in weights.items()) / total
    squares = sum((share - center) ** 2 * weight for share, weight in weights.items())
    error = sqrt(squares / total / (total + 1))
    # Cantelli: at most 1 / (1 + k^2) of a distribution is k standard errors off, to one side.
    least, most = center - CANTELLI_SIGMAS * error, center + error / CANTELLI_SIGMAS
    return max(
        0.0, _find_root(lambda mean: TAIL_PROBABILITY - _chance_below(mean, weights), least, most)
    )


def _chance_below(mean: float, weights: Mapping[float, float]) -> float:
    """Return the probability that the mean of randomly weighted shares is below `mean`.

    The weights are gamma variables. This is therefore the probability that a sum of gamma variables
    with positive and negative factors is below 0, by Imhof's formula (1961, *Computing the
    distribution of quadratic forms in normal variables*). The integral is taken over the logarithm
    of its variable, for which the trapezoidal rule is accurate to many digits.
    """
    factors = [(share - mean, shape) for share, shape in weights.items() if share != mean]
    if not any(factor > 0 for factor, _ in factors):
        return 1.0
    if not any(factor < 0 for factor, _ in factors):
        return 0.0
    total, at = (
        0.0,
        log(MIN_TERM_SIZE) - log(max(abs(factor) * max(1.0, n) for factor, n in factors)),
    )
    size = inf
    while size > MIN_TERM_SIZE:
        u = exp(at)
        turn = sum(shape * atan(factor * u) for factor, shape in factors)
        size = exp(-sum(shape * log1p((factor * u) ** 2) for factor, shape in factors) / 2)
        total += size * sin(turn)
        at += INTEGRATION_STEP
    return 0.5 - total * INTEGRATION_STEP / pi


def _find_root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of a decreasing function between two bounds, found by bisection."""
    for _ in range(50):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
