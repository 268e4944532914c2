"""Ratings from wins, ties and losses, with the advantage of a seat.

The model is Davidson's (1970, *On extending the Bradley-Terry model to accommodate ties in paired
comparison experiments*) with an advantage of seat 0 (Davidson and Beaver 1977): seat 0 wins, ties
and loses with chances in the ratio

    exp(x + s)  :  exp(t + (x + s + y) / 2)  :  exp(y)

where x and y are the strengths of the two players, s is the advantage of the seat and t says how
often equals tie. The likelihood has one maximum, which Newton's method finds.

No result fixes the rating of a player who won every game, or none. So each player is also taken to
have played half a game against one of mean strength, half won and half lost, and so is the first
seat. A prior for each player is the practice of BayesElo and Ordo, and of regularised regression.
One for each two who met, however far apart they are, would pull a wide field together: in a field
of 1,000 Elo by more than the width of an interval.

Intervals are the rating and 1.96 standard errors to either side, by the curvature of the
likelihood. The two games of a pair share their opening and are no two independent results: how
alike their residuals are, all pairs together, makes the variance of strengths larger or smaller
(the design effect 1 + r of samples that were drawn in clusters; Kish 1965, *Survey Sampling*), and
that of the seat's advantage smaller or larger by as much (1 - r). The pairs of two players weigh
no more together than the games among them that differ.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import inf, log, nan
from typing import TYPE_CHECKING, NamedTuple

from polygames.arena.pairs import independent, pairs_of
from polygames.arena.ratings import Z95
from polygames.core.lazy import LazyModule
from polygames.core.options import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from polygames.arena.playing import Game

    Floats = npt.NDArray[np.float64]
else:
    np = LazyModule("numpy", "a rating")

ELO_PER_UNIT = 400 / log(10)
"""Points of rating for a unit of strength."""
MAX_ITERATIONS = 100
CONVERGENCE_TOLERANCE = 1e-8
PRIOR_GAMES = 0.5
"""Games that each player is taken to have half won and half lost against one of mean strength."""
PRIOR_PAIRS = 3.0
"""Pairs of games that do not depend on each other, added to those that say how far they do: a few
pairs may be alike by chance."""
SEAT_0_POINTS = (1.0, 0.5, 0.0)
"""What seat 0 gets for a win, a tie and a loss."""


class Meeting(NamedTuple):
    """The pairs of games of two players."""

    players: tuple[int, int]
    """The lower place first."""
    pairs: list[list[tuple[int, int]]]
    """The seat of the first of them and how seat 0 fared (0 won, 1 tied, 2 lost), for each game."""
    weight: float
    """What each pair counts: less than 1 where games were repeated."""


@dataclass(frozen=True)
class Rated:
    """A rating on the Elo scale and its interval; an interval of nan is not known."""

    rating: float
    low: float = nan
    high: float = nan
    error: float = nan
    """The standard error."""


@dataclass(frozen=True)
class Ratings:
    """What the results of many games say of the players."""

    players: dict[str, Rated]
    """The mean of those who played is 0."""
    first_seat: Rated
    """By how much seat 0 makes a player stronger."""
    ties: float
    """The share of games between equals, seats included, that are tied."""


UNKNOWN_RATING = Rated(0.0, -inf, inf, inf)
"""The rating of who has not played."""


def rate(names: Sequence[str], games: Iterable[Game], *, prior: float = PRIOR_GAMES) -> Ratings:
    """Return the ratings of players, from all their games together, with 95% intervals.

    Parameters
    ----------
    names
        The players. The mean of those who played is 0; nothing is known of the others.
    games
        Their games. A game broken off counts as a tie.
    prior
        How many games each player is taken to have half won and half lost against one of mean
        strength, and seat 0 against seat 1: they keep the ratings finite. With 0 one who has won
        all games has no finite rating.

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
    prior, played = number("prior", prior, 0), list(games)
    present = {name for game in played for name in game.seats}
    places = {name: place for place, name in enumerate(one for one in names if one in present)}
    players = dict.fromkeys(names, UNKNOWN_RATING)
    if not played:
        return Ratings(players, Rated(0.0), 0.0)
    meetings = list(_meetings(places, played))
    features, counts = _tallies(len(places), meetings, prior)
    found = _maximum(features, counts)
    rated = _to_ratings(found, _covariance(features, counts, found), _alike(meetings, found))
    players |= dict(zip(places, rated, strict=False))
    return Ratings(players, rated[-1], _tie_share(float(found[-1])))


def fit(players: int, tallies: Sequence[tuple[int, int, Sequence[float]]]) -> Floats:
    """Return the strengths of the players, of the seat, and what says how often equals tie.

    Parameters
    ----------
    players
        How many there are.
    tallies
        Who sat on seat 0, who on seat 1, and how often seat 0 won, tied and lost.
    """
    seats = [(first, second) for first, second, _ in tallies]
    found = _maximum(_features(players, seats), np.array([one[2] for one in tallies], float))
    found[:players] -= found[:players].mean()
    return found


def _features(players: int, seats: Sequence[tuple[int, int]]) -> Floats:
    """Return what each result speaks for: a row for seat 0 won, one for tied, one for lost."""
    found = np.zeros((len(seats), 3, players + 2))
    rows, (first, second) = np.arange(len(seats)), np.array(seats).T
    found[rows, 0, first] = found[rows, 2, second] = found[:, 0, players] = 1
    found[rows, 1, first] = found[rows, 1, second] = found[:, 1, players] = 0.5
    found[:, 1, players + 1] = 1
    return found


def _maximum(features: Floats, counts: Floats) -> Floats:
    """Return where the results that were counted are most likely; without ties the last is -inf."""
    found = np.zeros(features.shape[2])
    if not counts[:, 1].any():
        found[-1] = -inf
    for _ in range(MAX_ITERATIONS):
        step = _newton(features, counts, found)
        found += step
        if np.abs(step).max() < CONVERGENCE_TOLERANCE:
            break
    return found


def _newton(features: Floats, counts: Floats, values: Floats) -> Floats:
    """Return a step towards the maximum; strengths that no game compares stay as they are."""
    chances = _chances(features, values)
    expected = counts.sum(axis=1, keepdims=True) * chances
    slope = (counts - expected).ravel() @ features.reshape(-1, values.size)
    curve = _curvature(features, counts, chances)
    step: Floats = np.linalg.lstsq(curve, slope, rcond=1e-12)[0]
    return np.clip(step, -2.0, 2.0)  # a long step from far away may lead too far


def _chances(features: Floats, values: Floats) -> Floats:
    """Return how likely each result is."""
    scores = features @ np.where(np.isfinite(values), values, 0.0)
    if not np.isfinite(values[-1]):
        scores[:, 1] = -inf
    chances: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def _curvature(features: Floats, counts: Floats, chances: Floats) -> Floats:
    """Return how sharp the maximum is: the information in the games."""
    totals = counts.sum(axis=1)
    flat = features.reshape(-1, features.shape[2])
    mean = (chances[:, None, :] @ features)[:, 0]
    curve: Floats = flat.T @ (flat * (totals[:, None] * chances).reshape(-1, 1))
    curve -= mean.T @ (mean * totals[:, None])
    return curve


def _meetings(places: Mapping[str, int], games: Iterable[Game]) -> Iterator[Meeting]:
    """Yield for each two players what came of their pairs of games."""
    met: dict[tuple[int, int], list[Game]] = defaultdict(list)
    for game in games:
        first, second = places[game.seats[0]], places[game.seats[1]]
        met[min(first, second), max(first, second)].append(game)
    for players, own in sorted(met.items()):
        pairs = pairs_of(own)
        fared = [
            [(int(places[game.seats[0]] != players[0]), result_index_of(game)) for game in pair]
            for pair in pairs
        ]
        yield Meeting(players, fared, independent(own) / len(pairs))


def result_index_of(game: Game) -> int:
    """Return how seat 0 fared: 0 won, 1 tied, 2 lost."""
    return 0 if game.points[0] > game.points[1] else 1 + (game.points[0] < game.points[1])


def _tallies(players: int, meetings: Sequence[Meeting], prior: float) -> tuple[Floats, Floats]:
    """Return what each result speaks for, and how often it came; the games of the prior are last.

    There is a row for each two players and who of them sits on seat 0.
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


def _alike(meetings: Sequence[Meeting], found: Floats) -> float:
    """Return how alike the two games of a pair are, from -1 to 1; 0 if they are independent.

    It is the correlation of what the first player of a pair won in either game beyond what was
    expected of it. What all pairs have in common was fitted, so their residuals are too small by
    as many degrees of freedom.
    """
    players = len(found) - 2
    points, both, across, variance = np.array(SEAT_0_POINTS), 0.0, 0.0, 0.0
    for meeting in meetings:
        seats = [meeting.players, meeting.players[::-1]]
        chances = _chances(_features(players, seats), found)
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


def _covariance(features: Floats, counts: Floats, found: Floats) -> Floats:
    """Return the covariance of strengths and of the seat, were all games independent."""
    curve = _curvature(features, counts, _chances(features, found))
    covariance: Floats = np.linalg.pinv(curve, rcond=1e-12).astype(np.float64)
    return covariance[:-1, :-1]


def _to_ratings(found: Floats, covariance: Floats, alike: float) -> list[Rated]:
    """Return each strength, beyond their mean, and the seat's, as ratings with intervals."""
    size = len(found) - 1
    shown = np.eye(size)
    shown[:-1, :-1] -= 1 / (size - 1)
    effects = np.full(size, 1 + alike)
    effects[-1] = 1 - alike
    ratings = ELO_PER_UNIT * (shown @ found[:-1])
    variances = np.einsum("ij,jk,ik->i", shown, covariance, shown) * effects
    errors = ELO_PER_UNIT * np.sqrt(np.maximum(variances, 0.0))
    return [
        Rated(rating, rating - Z95 * error, rating + Z95 * error, error)
        for rating, error in zip(map(float, ratings), map(float, errors), strict=True)
    ]


def _tie_share(strength: float) -> float:
    """Return how often equals tie."""
    ratio = float(np.exp(strength))
    return ratio / (ratio + 2)
