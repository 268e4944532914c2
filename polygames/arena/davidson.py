"""Ratings from wins, ties and losses, with the advantage of a seat.

The model is Davidson's (1970, *On extending the Bradley-Terry model to accommodate ties in paired
comparison experiments*) with an advantage of seat 0 (Davidson and Beaver 1977): seat 0 wins, ties
and loses with chances in the ratio

    exp(x + s)  :  exp(t + (x + s + y) / 2)  :  exp(y)

where x and y are the strengths of the two players, s is the advantage of the seat and t says how
often equals tie. The likelihood has one maximum, which Newton's method finds.

Intervals are by bootstrap over pairs of games, since the two games of a pair share their opening
and are no two independent results. It is the Bayesian bootstrap (Rubin 1981): each pair gets a
random weight instead of being drawn so and so often, and so do the wins and losses that are added
as a prior. So an interval has some width even where every game had the same end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import inf, log, nan
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from polygames.runtime.optional_imports import Late

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from polygames.arena.pair import Game

    Floats = npt.NDArray[np.float64]
else:
    np = Late("numpy", "a rating")

__all__ = ["Rated", "Ratings", "fit", "rate"]

ELO = 400 / log(10)
"""Points of rating for a unit of strength."""
STEPS = 100
CLOSE = 1e-8
RESAMPLED = 200
"""How often the pairs get random weights for an interval."""

Pairs: TypeAlias = "dict[tuple[int, int], Counter[tuple[tuple[int, int], ...]]]"
"""For each two players, the pairs of games that they played: the seat of the first of the two and
how seat 0 fared (0 won, 1 tied, 2 lost), for each game."""
SWEEPS = ([(0, 0), (1, 2)], [(0, 2), (1, 0)])
"""A pair of games that the first of two players won, and one that the second won."""


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
    """Their mean is 0."""
    first_seat: Rated
    """By how much seat 0 makes a player stronger."""
    ties: float
    """The share of games between equals, seats included, that are tied."""


def rate(
    names: Sequence[str],
    games: Iterable[Game],
    *,
    prior: float = 1.0,
    resampled: int = RESAMPLED,
    seed: int = 0,
) -> Ratings:
    """Return the ratings of players, from all their games together.

    Parameters
    ----------
    names
        The players.
    games
        Their games. A game broken off counts as a tie.
    prior
        Wins and losses that are added for each two players who met, on both seats alike: they
        keep the ratings finite.
    resampled
        How often the pairs get other random weights, to find the 95% intervals; 0 finds none.
    seed
        Of these weights.

    Examples
    --------
    >>> import polygames as pg
    >>> cup = pg.tournament("polygon", ["random", "mobility"], games=40, progress=False)
    >>> found = rate(cup.names, cup.games)
    >>> found.players["mobility"].low < found.players["mobility"].rating
    True
    """
    places = {name: place for place, name in enumerate(names)}
    pairs = _pairs(places, games)
    if not pairs:
        return Ratings(dict.fromkeys(names, Rated(0.0, -inf, inf, inf)), Rated(0.0), 0.0)
    seats = [seats for meeting in pairs for seats in (meeting, meeting[::-1])]
    features, rng = _features(len(names), seats), Random(seed)
    found = _maximum(features, _tallies(pairs, prior))
    drawn = [_maximum(features, _tallies(pairs, prior, rng), found) for _ in range(resampled)]
    rated = _rated(found, drawn)
    return Ratings(
        dict(zip(names, rated, strict=False)), rated[len(names)], _tied(float(found[-1]))
    )


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
    return _maximum(_features(players, seats), np.array([one[2] for one in tallies], float))


def _features(players: int, seats: Sequence[tuple[int, int]]) -> Floats:
    """Return what each result speaks for: a row for seat 0 won, one for tied, one for lost."""
    found = np.zeros((len(seats), 3, players + 2))
    rows, (first, second) = np.arange(len(seats)), np.array(seats).T
    found[rows, 0, first] = found[rows, 2, second] = found[:, 0, players] = 1
    found[rows, 1, first] = found[rows, 1, second] = found[:, 1, players] = 0.5
    found[:, 1, players + 1] = 1
    return found


def _maximum(features: Floats, counts: Floats, start: Floats | None = None) -> Floats:
    """Return where the results that were counted are most likely."""
    size = features.shape[2]
    has_ties = bool(counts[:, 1].any())
    values = np.zeros(size) if start is None else np.where(np.isfinite(start), start, 0.0)
    if not has_ties:
        features, values[-1] = features[:, :, : size - 1], -inf
    free = features.shape[2]
    for _ in range(STEPS):
        step = _newton(features, counts, values[:free], has_ties=has_ties)
        values[:free] += step
        if np.abs(step).max() < CLOSE:
            break
    values[: size - 2] -= values[: size - 2].mean()
    return values


def _newton(features: Floats, counts: Floats, values: Floats, *, has_ties: bool) -> Floats:
    """Return a step towards the maximum; strengths that no game compares stay as they are."""
    scores = features @ values
    if not has_ties:
        scores[:, 1] = -inf
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    expected = counts.sum(axis=1, keepdims=True) * chances
    flat = features.reshape(-1, values.size)
    mean = (chances[:, None, :] @ features)[:, 0]
    slope = (counts - expected).ravel() @ flat
    curve = flat.T @ (flat * expected.reshape(-1, 1))
    curve -= mean.T @ (mean * counts.sum(axis=1)[:, None])
    step: Floats = np.linalg.lstsq(curve, slope, rcond=1e-12)[0]
    return np.clip(step, -2.0, 2.0)  # a long step from far away may lead too far


def _pairs(places: dict[str, int], games: Iterable[Game]) -> Pairs:
    """Return for each two players what came of their pairs of games, and how often."""
    found: dict[tuple[int, int], dict[int, list[tuple[int, int]]]] = defaultdict(dict)
    for game in games:
        seats = places[game.seats[0]], places[game.seats[1]]
        low, high = min(seats), max(seats)
        fared = 0 if game.points[0] > game.points[1] else 1 + (game.points[0] < game.points[1])
        found[low, high].setdefault(game.pair, []).append((seats.index(low), fared))
    return {
        meeting: Counter(tuple(sorted(pair)) for pair in found[meeting].values())
        for meeting in sorted(found)
    }


def _tallies(pairs: Pairs, prior: float, rng: Random | None = None) -> Floats:
    """Count the results of all pairs and of the prior, each pair with a random weight if asked.

    There is a row for each two players and who of them sits on seat 0.
    """
    found = np.zeros((len(pairs), 2, 3))
    for row, results in enumerate(pairs.values()):
        own = [(list(pair), float(count)) for pair, count in results.items()]
        own += [(pair, prior / 2) for pair in SWEEPS] if prior else []
        weights = [count for _, count in own]
        if rng is not None:  # the weights of many pairs alike add up to one of this kind
            drawn = [rng.gammavariate(count, 1.0) for count in weights]
            weights = [weight * sum(weights) / sum(drawn) for weight in drawn]
        for (pair, _), weight in zip(own, weights, strict=True):
            for seat, fared in pair:
                found[row, seat, fared] += weight
    return found.reshape(-1, 3)


def _rated(found: Floats, drawn: Sequence[Floats]) -> list[Rated]:
    """Return each strength as a rating, with an interval from those that were drawn."""
    ratings = ELO * found[:-1]
    if not drawn:
        return [Rated(float(rating)) for rating in ratings]
    others = ELO * np.array(drawn)[:, :-1]
    low, high = np.quantile(others, (0.025, 0.975), axis=0)
    error = others.std(axis=0)
    return [Rated(*map(float, each)) for each in zip(ratings, low, high, error, strict=True)]


def _tied(strength: float) -> float:
    """Return how often equals tie."""
    ratio = float(np.exp(strength))
    return ratio / (ratio + 2)
