"""How often a 95% interval holds the truth, and a sequential test errs: games drawn by chance.

``python -m benchmarks.studies.rating_coverage [--tournaments N] [--matches N] [--tests N]``:

* tournaments drawn from Davidson's model, of players as far apart as 1,000 Elo, everyone against
  everyone or one against all. *Openings* is how much (the standard deviation, in the model's units)
  an opening favours one of two players, on either seat; *seats*, how much it favours a seat.
  Counted is how often the interval of a rating (the difference to the mean), and of the first
  seat, holds the true one;
* matches of two players whose pairs end with given chances: in one kind the opening decides both
  games, in another one it decides for a seat. Counted is how often the interval of the share holds
  the true one, and how often the sequential test says the other share.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache
from math import exp, log
from random import Random
from typing import Any

from benchmarks.lib import machine
from polygames.arena.davidson import ELO, Ratings, rate
from polygames.arena.pairs import pair_interval
from polygames.arena.playing import Game
from polygames.arena.ratings import SequentialTest, wilson
from polygames.arena.schedule import meetings
from polygames.runtime.progress import progress
from polygames.runtime.workers.parallel_map import Spread

SEAT, TIES = 0.35, -0.7
"""The advantage of the first seat, 61 Elo, and what says how often equals tie."""
MANY = 5_000
"""Pairs of games for each two players that count as endless."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of a pair, where games are won, tied or lost."""
MOST = 5_000
"""Pairs that a test may take."""


@dataclass(frozen=True)
class Field:
    """Players of a tournament, by their Elo, and what their games are like."""

    name: str
    elo: tuple[float, ...]
    pairs: tuple[int, ...] = (3, 10, 20)
    plan: str = "all"
    openings: float = 0.0
    seats: float = 0.0
    ties: float = TIES

    @property
    def strengths(self) -> dict[str, float]:
        """In the model's units, by name; their mean is 0."""
        mean = sum(self.elo) / len(self.elo)
        return {f"player {k}": (elo - mean) / ELO for k, elo in enumerate(self.elo)}


WIDE = (-500.0, -300.0, -100.0, 100.0, 300.0, 500.0)
FIELDS = (
    Field("1,000 Elo wide", WIDE, (3, 5, 10, 20)),
    Field("1,000 Elo wide, no ties", WIDE, ties=-50.0),
    Field("1,000 Elo wide, openings 1", WIDE, openings=1.0),
    Field("1,000 Elo wide, seats 2", WIDE, seats=2.0),
    Field("1,000 Elo wide, a gauntlet", (0.0, -500.0, -250.0, 250.0, 500.0), plan="gauntlet"),
    Field("one 400 Elo ahead, a gauntlet", (400.0, 100.0, 0.0, 0.0, -100.0), plan="gauntlet"),
    Field("240 Elo wide", (120.0, 40.0, -40.0, -120.0)),
    Field("240 Elo wide, openings 2", (120.0, 40.0, -40.0, -120.0), openings=2.0),
    Field("two, 400 Elo apart", (200.0, -200.0)),
    Field("two alike, openings 2", (20.0, -20.0), openings=2.0),
    Field("two alike, seats 3", (20.0, -20.0), seats=3.0),
)


def independent(share: float) -> tuple[float, ...]:
    """Return the chances of the shares of a pair: games without ties, of which none says more."""
    return (1 - share) ** 2, 0.0, 2 * share * (1 - share), 0.0, share**2


def tied(share: float) -> tuple[float, ...]:
    """Let two games in five be ties."""
    won, tie = share - 0.2, 0.4
    lost = 1 - tie - won
    return lost**2, 2 * lost * tie, tie**2 + 2 * won * lost, 2 * won * tie, won**2


def decided(share: float) -> tuple[float, ...]:
    """Let the opening decide both games for one player."""
    return 1 - share, 0.0, 0.0, 0.0, share


def half_decided(share: float) -> tuple[float, ...]:
    """Let half of the openings do so."""
    both = zip(independent(share), decided(share), strict=True)
    return tuple((one + other) / 2 for one, other in both)


def split(share: float) -> tuple[float, ...]:
    """Let a seat win both games of four pairs in five: one for each player."""
    rest = (share - 0.4) / 0.2
    return 0.2 * (1 - rest), 0.0, 0.8, 0.0, 0.2 * rest


KINDS = {
    "independent games": (independent, (0.5, 0.8, 0.95)),
    "two ties in five": (tied, (0.5, 0.7)),
    "the opening decides": (decided, (0.5, 0.8)),
    "half of the openings decide": (half_decided, (0.5, 0.8)),
    "the seat wins four in five": (split, (0.5, 0.58)),
}
TESTS = ((0.45, 0.55), (0.5, 0.6), (0.85, 0.95))


# --- Tournaments --------------------------------------------------------------------------------


def games_of(field: Field, rng: Random, pairs: int) -> list[Game]:
    """Draw the games of a tournament."""
    games, players = [], list(field.strengths.items())
    for one, other in meetings(field.plan, len(players)):
        for pair in range(pairs):
            ahead = players[one][1] - players[other][1] + rng.gauss(0.0, field.openings)
            seat = SEAT + rng.gauss(0.0, field.seats)
            for first, second, sign in ((one, other, 1), (other, one, -1)):
                half = exp((sign * ahead + seat) / 2)
                chances = half, exp(field.ties), 1 / half
                points = rng.choices([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)], chances)[0]
                games.append(Game(pair, (players[first][0], players[second][0]), points, (), 1, ""))
    return games


@cache
def truth_of(field: Field) -> dict[str, float]:
    """Return the ratings, and what the first seat is worth, that endless games would give.

    Openings make results even: where they favour somebody, these are not those of the strengths.
    """
    if not field.openings and not field.seats:
        return {name: ELO * one for name, one in field.strengths.items()} | {"": ELO * SEAT}
    found = rate(list(field.strengths), games_of(field, Random("truth"), MANY))
    return {name: one.rating for name, one in found.players.items()} | {"": found.first_seat.rating}


def rated(case: tuple[Field, int, int]) -> Ratings:
    """Return the ratings of a tournament that is drawn."""
    field, pairs, number = case
    return rate(
        list(field.strengths), games_of(field, Random(f"{field.name}, {pairs}, {number}"), pairs)
    )


def ratings_row(field: Field, pairs: int, number: int, workers: int | None) -> dict[str, Any]:
    """Return how often the intervals hold the truth."""
    truth = truth_of(field)
    cases = [(field, pairs, each) for each in range(number)]
    calls = iter(Spread(rated, cases, workers=workers))
    found = [each for _, each in progress(calls, f"{field.name}, {pairs} pairs", total=number)]
    inside = dict.fromkeys(truth, 0)
    off = dict.fromkeys(truth, 0.0)
    for each in found:
        for name, one in [*each.players.items(), ("", each.first_seat)]:
            inside[name] += one.low <= truth[name] <= one.high
            off[name] += (one.rating - truth[name]) / number
    widths = [one.high - one.low for each in found for one in each.players.values()]
    own = [count for name, count in inside.items() if name]
    return {
        "field": field.name,
        "pairs": pairs,
        "tournaments": number,
        "share": sum(own) / number / len(own),
        "interval": wilson(sum(own), number * len(own)),
        "least": min(own) / number,
        "off": max(abs(bias) for name, bias in off.items() if name),
        "first seat": inside[""] / number,
        "width": sum(widths) / len(widths),
    }


# --- Matches ------------------------------------------------------------------------------------


def match_row(kind: str, share: float, pairs: int, number: int) -> dict[str, Any]:
    """Return how often the interval of a share holds it; beside it Wilson's, of single games."""
    chances, rng = KINDS[kind][0](share), Random(f"{kind}, {share}, {pairs}")
    inside, single, width = 0, 0, 0.0
    for _ in range(number):
        won = rng.choices(SHARES, chances, k=pairs)
        low, high = pair_interval(sorted(won))
        inside += low <= share <= high
        width += (high - low) / number
        low, high = wilson(2 * sum(won), 2 * pairs)
        single += low <= share <= high
    return {
        "kind": kind,
        "truth": share,
        "pairs": pairs,
        "matches": number,
        "share": inside / number,
        "interval": wilson(inside, number),
        "width": width,
        "as single games": single / number,
    }


def ended(test: SequentialTest, chances: tuple[float, ...], rng: Random) -> tuple[str | None, int]:
    """Return what a test says, and after how many pairs."""
    won: list[float] = []
    # No pair can say more than this, so the first ones need not be asked.
    most = max(log(test.high / test.low), log((1 - test.low) / (1 - test.high)))
    least = log((1 - test.error) / test.error) / most
    while len(won) < MOST:
        won.append(rng.choices(SHARES, chances)[0])
        if len(won) >= least and (said := test.verdict_of_pairs(won)):
            return said, len(won)
    return None, MOST


def erred(case: tuple[tuple[float, float], str, str, int]) -> tuple[bool, bool, int]:
    """Return whether a test of a match errs by pairs, and by single games, and its pairs."""
    ends, kind, truth, _ = case
    test, share = SequentialTest(*ends), ends[truth == "high"]
    chances = KINDS[kind][0](share)
    said, pairs = ended(test, chances, Random(f"{case}"))
    rng, points, games, single = Random(f"{case}"), 0.0, 0, None
    while single is None and games < 2 * MOST:
        points, games = points + 2 * rng.choices(SHARES, chances)[0], games + 2
        single = test.verdict(points, games)
    return said != truth, single != truth, pairs


def test_row(
    ends: tuple[float, float], kind: str, number: int, workers: int | None
) -> dict[str, Any]:
    """Return how often the sequential test errs, half of the times at either of its shares."""
    cases = [(ends, kind, ("low", "high")[each % 2], each) for each in range(number)]
    calls = iter(Spread(erred, cases, workers=workers))
    found = [each for _, each in progress(calls, f"{ends}, {kind}", total=number)]
    errors = sum(wrong for wrong, _, _ in found)
    return {
        "test": ends,
        "kind": kind,
        "tests": number,
        "errors": errors / number,
        "interval": wilson(errors, number),
        "pairs": sum(pairs for _, _, pairs in found) / number,
        "as single games": sum(single for _, single, _ in found) / number,
    }


def fits(kind: str, ends: tuple[float, float]) -> bool:
    """Whether both shares of a test can be had with pairs of a kind."""
    return all(min(KINDS[kind][0](share)) >= 0 for share in ends)


def main() -> None:
    """Draw, count and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tournaments", type=int, default=100, help="of each kind")
    parser.add_argument("--matches", type=int, default=300, help="of each kind")
    parser.add_argument("--tests", type=int, default=200, help="of each kind")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    chosen = parser.parse_args()
    number, workers = chosen.tournaments, chosen.workers
    rows = [ratings_row(one, pairs, number, workers) for one in FIELDS for pairs in one.pairs]
    matches = [
        match_row(kind, share, pairs, chosen.matches)
        for kind, (_, shares) in KINDS.items()
        for share in shares
        for pairs in (3, 10, 20)
    ]
    tests = [
        test_row(ends, kind, chosen.tests, workers)
        for ends in TESTS
        for kind in KINDS
        if fits(kind, ends)
    ]
    command = (
        f"python -m benchmarks.studies.rating_coverage --tournaments {number}"
        f" --matches {chosen.matches} --tests {chosen.tests}"
    )
    found = {"command": command, "rows": rows, "matches": matches, "tests": tests}
    machine.write("rating_coverage", found)


if __name__ == "__main__":
    main()
