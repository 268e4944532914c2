"""Whether the accuracy of a review puts players in order: random, the levels, the strongest.

``python -m benchmarks.studies.accuracy [GAME...] [--games N] [--seconds S]``. Each player meets
level 3 in so many games, half of them as the first seat (in Splitter it plays alone). All moves are
reviewed; the accuracy is that of the player's moves, `Review.accuracy`.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, stdev
from typing import Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import machine

PLAYERS = ("random", "level 1", "level 2", "level 3", "level 4", "level 5")
"""From the weakest to the strongest."""
OTHER = "level 3"

OPTIONS: dict[str, dict[str, Any]] = {
    "polygon": {"n": 8},
    "splinter": {},
    "split": {},
    "splitter": {},
    "territory": {"size": 8, "penalty": 0.5},
}
LONGEST = 60
"""After how many plies a game is broken off."""


def game_of(game: str, player: str, seat: int, rng: Random) -> pg.Record:
    """Play a game of a player, which has a seat, against level 3."""
    options = dict(OPTIONS[game])
    if game == "territory":
        options["seed"] = rng.randrange(10**6)
    record = pg.Record(pg.new(game, **options))
    agents = {s: pg.agent(player if s == seat else OTHER, game=game) for s in range(2)}
    while record.state.outcome is None and record.state.ply < LONGEST:
        state = record.state
        if state.turn == pg.CHANCE:
            record.push(state.legal_moves.sample(rng))
        else:
            record.push(agents[state.turn].choose(state.view(state.turn), rng))
    return record


def accuracies(game: str, player: str, games: int, seconds: float) -> list[float]:
    """Return the accuracy of a player in each of its games."""
    found = []
    for number in range(games):
        seat = number % pg.new(game, **OPTIONS[game]).seats
        record = game_of(game, player, seat, Random(f"{game} {number}"))
        accuracy = pg.review(record, seconds=seconds, progress=False).accuracy(seat)
        if accuracy is not None:
            found.append(accuracy)
    return found


def studied(game: str, games: int, seconds: float) -> dict[str, Any]:
    """Return the mean accuracy of each player of a game, and half of its interval of 95%."""
    means: dict[str, Any] = {}
    for player in tqdm(PLAYERS, desc=game):
        found = accuracies(game, player, games, seconds)
        half = 1.96 * stdev(found) / len(found) ** 0.5 if len(found) > 1 else None
        means[player] = {"games": len(found), "accuracy": fmean(found), "half interval": half}
    order = [means[player]["accuracy"] for player in PLAYERS]
    return {"seconds": seconds, "players": means, "in order": order == sorted(order)}


def main() -> None:
    """Play, review, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--games", type=int, default=40, dest="count", metavar="N")
    parser.add_argument("--seconds", type=float, default=0.1, help="a position")
    given = parser.parse_args()
    figures = machine.read("accuracy")
    for game in given.games or OPTIONS:
        figures[game] = studied(game, given.count, given.seconds)
        print(game, figures[game])
        machine.write("accuracy", figures)


if __name__ == "__main__":
    main()
