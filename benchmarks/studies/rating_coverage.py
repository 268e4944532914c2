"""How often the 95% interval of a rating holds the true one: tournaments drawn from the model.

``python -m benchmarks.studies.rating_coverage [--tournaments N]``: each tournament has 4 players of
given strengths, who play so many pairs of games each. In half of the cases the two games of a pair
depend on each other, as games from one opening do: the opening favours one of the two players, on
either seat. Counted is, over all players, how often the interval of the difference to the mean
holds the true one.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from math import exp
from random import Random
from typing import Any

from benchmarks.lib import machine
from polygames.arena.davidson import ELO, rate
from polygames.arena.pair import Game
from polygames.arena.ratings import wilson
from polygames.runtime.parallel_map import Spread
from polygames.runtime.progress import progress

STRENGTHS = {"a": 0.6, "b": 0.2, "c": -0.2, "d": -0.6}
SEAT, TIES = 0.3, -0.7
PAIRS = (5, 10, 20, 50)
MANY = 20_000
"""Pairs of games for each two players that count as endless."""
SPREADS = (0.0, 1.0)
"""The standard deviation of what an opening does for one of two players."""


def games_of(rng: Random, pairs: int, spread: float) -> list[Game]:
    """Draw the games of a tournament."""
    games = []
    for one, other in combinations(STRENGTHS, 2):
        for pair in range(pairs):
            tilt = rng.gauss(0.0, spread)
            strengths = {one: STRENGTHS[one] + tilt / 2, other: STRENGTHS[other] - tilt / 2}
            for seats in ((one, other), (other, one)):
                won, lost = exp(strengths[seats[0]] + SEAT), exp(strengths[seats[1]])
                chances = won, exp(TIES) * (won * lost) ** 0.5, lost
                points = rng.choices([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)], chances)[0]
                games.append(Game(pair, seats, points, points, 1, ""))
    return games


def truth_of(spread: float) -> dict[str, float]:
    """Return the ratings that endless games would give.

    Openings make results even: where they favour somebody, these are not those of the strengths.
    """
    if not spread:
        return {name: ELO * strength for name, strength in STRENGTHS.items()}
    found = rate(list(STRENGTHS), games_of(Random("truth"), MANY, spread), resampled=0)
    return {name: rated.rating for name, rated in found.players.items()}


def held(case: tuple[int, float, int, dict[str, float]]) -> tuple[int, float]:
    """Return how many of the intervals of a tournament hold the truth, and their mean width."""
    pairs, spread, seed, truth = case
    found = rate(list(STRENGTHS), games_of(Random(f"{case[:3]}"), pairs, spread), seed=seed)
    rated = found.players
    inside = sum(rated[name].low <= truth[name] <= rated[name].high for name in STRENGTHS)
    return inside, sum(each.high - each.low for each in rated.values()) / len(rated)


def main() -> None:
    """Draw, count and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tournaments", type=int, default=500, help="of each kind")
    parser.add_argument("--workers", type=int, help="processes; what joblib says by default")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for spread in SPREADS:
        truth = truth_of(spread)
        for pairs in PAIRS:
            cases = [(pairs, spread, seed, truth) for seed in range(chosen.tournaments)]
            calls = iter(Spread(held, cases, workers=chosen.workers))
            title = f"{pairs} pairs, openings {spread:g}"
            found = [each for _, each in progress(calls, title, total=len(cases))]
            inside, number = sum(count for count, _ in found), len(STRENGTHS) * len(found)
            rows.append(
                {
                    "pairs": pairs,
                    "openings": spread,
                    "intervals": number,
                    "share": inside / number,
                    "interval": wilson(inside, number),
                    "width": sum(width for _, width in found) / len(found),
                }
            )
            print(rows[-1], flush=True)
    command = f"python -m benchmarks.studies.rating_coverage --tournaments {chosen.tournaments}"
    machine.write("rating_coverage", {"command": command, "rows": rows})


if __name__ == "__main__":
    main()
