"""Ratings from wins, ties and losses, with the advantage of a seat.

The model is Davidson's (1970, *On extending the Bradley-Terry model to accommodate ties in paired
comparison experiments*) with an advantage of seat 0 (Davidson and Beaver 1977). The chances that
seat 0 wins, ties and loses are in the ratio

    exp(x + s)  :  exp(t + (x + s + y) / 2)  :  exp(y)

where x and y are the strengths of the two players, s is the advantage of the seat and t
determines how often equals tie. The likelihood has one maximum, which Newton's method finds.

Results alone give no finite rating to a player who won every game or none. Each player therefore
gets half a game against a player of mean strength as a prior, half won and half lost, and so does
seat 0. A prior for each player is common in BayesElo, Ordo and regularised regression. A prior
for each two players who met would pull a wide field together: in a field of 1,000 Elo by more
than the width of an interval.

Intervals are the rating and 1.96 standard errors to either side, by the curvature of the
likelihood. The two games of a pair share their opening and are not independent. The correlation of
their residuals, over all pairs, scales the variance of strengths (the design effect 1 + r of
cluster samples; Kish 1965, *Survey Sampling*), and that of the seat's advantage by 1 - r. The
pairs of two players together weigh no more than the number of their distinct games.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import inf, log, nan
from typing import TYPE_CHECKING, NamedTuple

from polygames.arena.pairs import effective_pairs, group_by_pair
from polygames.arena.ratings import Z95
from polygames.core.lazy_imports import LazyModule
from polygames.core.options import check_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from polygames.arena.game_pair import Game

    Floats = npt.NDArray[np.float64]
else:
    np = LazyModule("numpy", "a rating")

ELO_PER_UNIT = 400 / log(10)
"""Elo points for one unit of strength."""
MAX_ITERATIONS = 100
CONVERGENCE_TOLERANCE = 1e-8
PRIOR_GAMES = 0.5
"""Prior games of each player against one of mean strength, half won and half lost."""
PRIOR_PAIRS = 3.0
"""Independent prior pairs for the correlation, since a few pairs may agree by chance."""
SEAT_0_POINTS = (1.0, 0.5, 0.0)
"""The points of seat 0 for a win, a tie and a loss."""


class Meeting(NamedTuple):
    """All games between two players, grouped in pairs."""

    players: tuple[int, int]
    """The indices of the players, the lower one first."""
    pairs: list[list[tuple[int, int]]]
    """For each game, the first player's seat and seat 0's result (0 won, 1 tied, 2 lost)."""
    weight: float
    """The weight of each pair: less than 1 if games were repeated."""


@dataclass(frozen=True)
class RatingEstimate:
    """A rating on the Elo scale with its 95% interval; the bounds are nan if unknown."""

    rating: float
    low: float = nan
    high: float = nan
    error: float = nan
    """The standard error, in Elo points."""


@dataclass(frozen=True)
class Ratings:
    """The Elo ratings of the players, the advantage of seat 0, and the share of ties."""

    players: dict[str, RatingEstimate]
    """The ratings by name; their mean over the players with games is 0."""
    first_seat: RatingEstimate
    """The advantage of seat 0."""
    ties: float
    """The share of ties in games between equals, including the seat's advantage."""


UNKNOWN_RATING = RatingEstimate(0.0, -inf, inf, inf)
"""The rating of a player without games."""


def rate(names: Sequence[str], games: Iterable[Game], *, prior: float = PRIOR_GAMES) -> Ratings:
    """Return Elo ratings with 95% intervals, fitted jointly to the games of all players.

    Parameters
    ----------
    names
        The players. The mean of those with games is 0; the others have no rating.
    games
        The games. An unfinished game counts as a tie.
    prior
        The number of prior games of each player against one of mean strength, half won and half
        lost, and of seat 0 against seat 1. They keep ratings finite: with 0, a player who won all
        games has no finite rating.

    Raises
    ------
    OptionError
        If the prior is below 0.

    Examples
    --------
    >>> cup = pg.tournament("polygon", ["random", "mobility"], games=40, progress=False)
    >>> found = rate(cup.names, cup.games)
    >>> found.players["mobility"].low < found.players["mobility"].rating
    True
    """
    prior, played = check_number("the option prior", prior, 0), list(games)
    present = {name for game in played for name in game.seats}
    places = {name: place for place, name in enumerate(one for one in names if one in present)}
    players = dict.fromkeys(names, UNKNOWN_RATING)
    if not played:
        return Ratings(players, RatingEstimate(0.0), 0.0)
    meetings = list(_group_meetings(places, played))
    features, counts = _count_results(len(places), meetings, prior)
    found = _maximize_likelihood(features, counts)
    rated = _to_ratings(
        found, _covariance(features, counts, found), _pair_correlation(meetings, found)
    )
    players |= dict(zip(places, rated, strict=False))
    return Ratings(players, rated[-1], _tie_share(float(found[-1])))


def fit_strengths(players: int, tallies: Sequence[tuple[int, int, Sequence[float]]]) -> Floats:
    """Return an array: each player's strength, then the advantage of seat 0 and the tie parameter.

    Parameters
    ----------
    players
        The number of players.
    tallies
        The players on seat 0 and seat 1, and how often seat 0 won, tied and lost.
    """
    seats = [(first, second) for first, second, _ in tallies]
    found = _maximize_likelihood(
        _features(players, seats), np.array([one[2] for one in tallies], float)
    )
    found[:players] -= found[:players].mean()
    return found


def _features(players: int, seats: Sequence[tuple[int, int]]) -> Floats:
    """Return the design array of shape (meetings, 3, players + 2): rows for won, tied and lost."""
    found = np.zeros((len(seats), 3, players + 2))
    rows, (first, second) = np.arange(len(seats)), np.array(seats).T
    found[rows, 0, first] = found[rows, 2, second] = found[:, 0, players] = 1
    found[rows, 1, first] = found[rows, 1, second] = found[:, 1, players] = 0.5
    found[:, 1, players + 1] = 1
    return found


def _maximize_likelihood(features: Floats, counts: Floats) -> Floats:
    """Return the maximum-likelihood parameters; the tie parameter is -inf if no game was tied."""
    found = np.zeros(features.shape[2])
    if not counts[:, 1].any():
        found[-1] = -inf
    for _ in range(MAX_ITERATIONS):
        step = _newton_step(features, counts, found)
        found += step
        if np.abs(step).max() < CONVERGENCE_TOLERANCE:
            break
    return found


def _newton_step(features: Floats, counts: Floats, parameters: Floats) -> Floats:
    """Return a Newton step, at most 2 in each parameter; undetermined strengths do not change."""
    chances = _result_probabilities(features, parameters)
    expected = counts.sum(axis=1, keepdims=True) * chances
    slope = (counts - expected).ravel() @ features.reshape(-1, parameters.size)
    curve = _fisher_information(features, counts, chances)
    step: Floats = np.linalg.lstsq(curve, slope, rcond=1e-12)[0]
    return np.clip(step, -2.0, 2.0)  # limits the step, since it may overshoot


def _result_probabilities(features: Floats, parameters: Floats) -> Floats:
    """Return the probabilities of a win, a tie and a loss for each meeting in `features`."""
    scores = features @ np.where(np.isfinite(parameters), parameters, 0.0)
    if not np.isfinite(parameters[-1]):
        scores[:, 1] = -inf
    chances: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def _fisher_information(features: Floats, counts: Floats, chances: Floats) -> Floats:
    """Return the Fisher information matrix of the parameters, from the counts of games."""
    totals = counts.sum(axis=1)
    flat = features.reshape(-1, features.shape[2])
    mean = (chances[:, None, :] @ features)[:, 0]
    curve: Floats = flat.T @ (flat * (totals[:, None] * chances).reshape(-1, 1))
    curve -= mean.T @ (mean * totals[:, None])
    return curve


def _group_meetings(indices: Mapping[str, int], games: Iterable[Game]) -> Iterator[Meeting]:
    """Yield a `Meeting` for each pair of players who have played each other."""
    met: dict[tuple[int, int], list[Game]] = defaultdict(list)
    for game in games:
        first, second = indices[game.seats[0]], indices[game.seats[1]]
        met[min(first, second), max(first, second)].append(game)
    for players, own in sorted(met.items()):
        pairs = group_by_pair(own)
        fared = [
            [(int(indices[game.seats[0]] != players[0]), result_index_of(game)) for game in pair]
            for pair in pairs
        ]
        yield Meeting(players, fared, effective_pairs(own) / len(pairs))


def result_index_of(game: Game) -> int:
    """Return the result of a game for seat 0 as an index: 0 won, 1 tied, 2 lost."""
    return 0 if game.points[0] > game.points[1] else 1 + (game.points[0] < game.points[1])


def _count_results(
    players: int, meetings: Sequence[Meeting], prior: float
) -> tuple[Floats, Floats]:
    """Return the design array and weighted counts of wins, ties, losses; prior games are last.

    There is a row for each two players in each order of seats.
    """
    seats = [both for one in meetings for both in (one.players, one.players[::-1])]
    found = np.zeros((len(meetings), 2, 3))
    for row, meeting in enumerate(meetings):
        for pair in meeting.pairs:
            for seat, fared in pair:
                found[row, seat, fared] += meeting.weight
    features, counts = _features(players, seats), found.reshape(-1, 3)
    if not prior:
        return features, counts
    supposed = np.zeros((players + 1, 3, players + 2))
    rows = np.arange(players + 1)
    supposed[rows, 0, rows], supposed[rows, 1, rows], supposed[:, 1, -1] = 1, 0.5, 1
    halves = np.tile(np.array([prior / 2, 0.0, prior / 2]), (players + 1, 1))
    return np.concatenate([features, supposed]), np.concatenate([counts, halves])


def _pair_correlation(meetings: Sequence[Meeting], parameters: Floats) -> float:
    """Return the correlation between the two games of a pair, from -1 to 1.

    It compares the residuals of the first player's points in both games. The fit makes residuals
    too small, which is corrected by its degrees of freedom.
    """
    players = len(parameters) - 2
    points, both, across, variance = np.array(SEAT_0_POINTS), 0.0, 0.0, 0.0
    for meeting in meetings:
        seats = [meeting.players, meeting.players[::-1]]
        chances = _result_probabilities(_features(players, seats), parameters)
        mean = chances @ points
        spread = chances @ points**2 - mean**2
        for pair in meeting.pairs:
            beyond = [(1 - 2 * seat) * (SEAT_0_POINTS[fared] - mean[seat]) for seat, fared in pair]
            seated = [(1 - 2 * seat) * own for (seat, _), own in zip(pair, beyond, strict=True)]
            both += meeting.weight * sum(beyond) ** 2
            across += meeting.weight * sum(seated) ** 2
            variance += meeting.weight * sum(spread[seat] for seat, _ in pair)
    pairs = sum(meeting.weight * len(meeting.pairs) for meeting in meetings)
    both *= pairs / max(1.0, pairs - min(players - 1, pairs - 1))
    across *= pairs / max(1.0, pairs - 1)
    expected = 2 * PRIOR_PAIRS * variance / pairs
    return float((both - across) / (both + across + expected))


def _covariance(features: Floats, counts: Floats, parameters: Floats) -> Floats:
    """Return the covariance of strengths and seat advantage for independent games."""
    curve = _fisher_information(features, counts, _result_probabilities(features, parameters))
    covariance: Floats = np.linalg.pinv(curve, rcond=1e-12).astype(np.float64)
    return covariance[:-1, :-1]


def _to_ratings(parameters: Floats, covariance: Floats, correlation: float) -> list[RatingEstimate]:
    """Return the Elo ratings of the players, then of the seat's advantage, with 95% intervals."""
    size = len(parameters) - 1
    shown = np.eye(size)
    shown[:-1, :-1] -= 1 / (size - 1)
    effects = np.full(size, 1 + correlation)
    effects[-1] = 1 - correlation
    ratings = ELO_PER_UNIT * (shown @ parameters[:-1])
    variances = np.einsum("ij,jk,ik->i", shown, covariance, shown) * effects
    errors = ELO_PER_UNIT * np.sqrt(np.maximum(variances, 0.0))
    return [
        RatingEstimate(rating, rating - Z95 * error, rating + Z95 * error, error)
        for rating, error in zip(map(float, ratings), map(float, errors), strict=True)
    ]


def _tie_share(strength: float) -> float:
    """Return the share of tied games between equal players for a given tie parameter."""
    ratio = float(np.exp(strength))
    return ratio / (ratio + 2)
