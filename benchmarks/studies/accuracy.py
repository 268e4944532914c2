"""Whether the accuracy of a review puts players in order: random, the levels, the strongest.

``python -m benchmarks.studies.accuracy [GAME...] [--games N] [--seconds S] [--keep FOLDER]``. Each
player meets level 3 in so many games, half of them as the first seat (in Splitter it plays alone).
All moves are reviewed; the accuracy is that of the player's moves, `Review.accuracy`. Games of the
same number have the same board; boards of Territory are balanced, so that no game is decided by
its board.

Seconds are those of one core: what else runs on the machine changes nothing. The players take
turns, and each game is kept in the folder with its review as comments: broken off, the command
goes on there. ``--figures`` writes those of what is kept, ``--minutes`` ends it after so many.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any

import polygames as pg
from benchmarks.lib import cpu_time, kept, machine
from polygames.arena.ratings import Z95
from polygames.search.review import annotate, read_review

PLAYERS = ("random", "level 1", "level 2", "level 3", "level 4", "level 5")
"""From the weakest to the strongest."""
SAME = {"polygon": {("random", "level 1")}}
"""Players that are one agent: none is to be the better one."""
OTHER = "level 3"

OPTIONS: dict[str, dict[str, Any]] = {
    "polygon": {"n": 8},
    "splinter": {},
    "split": {},
    "splitter": {},
    "territory": {"size": 8, "penalty": 0.5, "balanced": True},
}
LONGEST = 60
"""After how many plies a game is broken off."""
RESAMPLES = 2000
"""How often games are drawn anew to see how far a difference of means is due to chance."""


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


def reviewed(game: str, player: str, number: int, seconds: float) -> dict[str, Any]:
    """Play a game of a player, and return it with its review."""
    seat = number % pg.new(game, **OPTIONS[game]).seats
    record = game_of(game, player, seat, Random(f"{game} {number}"))
    review = pg.review(record, seconds=seconds, progress=False)
    annotate(review, record)
    return {"seat": seat, "seconds": seconds, "record": record.to_text()}


def path_of(folder: Path, game: str, player: str) -> Path:
    """Return where the games of a player are kept."""
    return folder / f"{game}-{player.replace(' ', '-')}.jsonl"


def study(
    games: list[str], count: int, seconds: float, folder: Path, minutes: float | None
) -> None:
    """Play and review so many games of each player, in turn; what is kept is not played again."""
    begun = monotonic()
    paths = {(game, player): path_of(folder, game, player) for game in games for player in PLAYERS}
    rows = {each: kept.read(path) for each, path in paths.items()}
    for number in range(count):
        for (game, player), path in paths.items():
            if number < len(rows[game, player]):
                continue
            if minutes is not None and monotonic() - begun > 60 * minutes:
                return
            rows[game, player].append(reviewed(game, player, number, seconds))
            kept.write(path, rows[game, player])


def accuracies(rows: list[dict[str, Any]]) -> dict[int, float]:
    """Return the accuracy of a player by the numbers of its games; none if there was no choice."""
    found = {}
    for number, row in enumerate(rows):
        review = read_review(pg.Record.from_text(row["record"]))
        accuracy = None if review is None else review.accuracy(row["seat"])
        if accuracy is not None:
            found[number] = accuracy
    return found


def half_of(weak: dict[int, float], strong: dict[int, float], rng: Random) -> float:
    """Return half of the interval of 95% of the difference of two means.

    Games of the same number have the same board and the same seat, so they are drawn together: a
    bootstrap over the numbers. What is due to the boards then does not count as doubt.
    """
    numbers, drawn = sorted(weak.keys() | strong.keys()), list[float]()
    while len(drawn) < RESAMPLES:
        some = rng.choices(numbers, k=len(numbers))
        means = [[each[n] for n in some if n in each] for each in (weak, strong)]
        if all(means):
            drawn.append(fmean(means[1]) - fmean(means[0]))
    return Z95 * stdev(drawn)


def figures_of(game: str, folder: Path) -> dict[str, Any]:
    """Return the mean accuracy of each player, and by how much the next one is the better."""
    rows = {player: kept.read(path_of(folder, game, player)) for player in PLAYERS}
    found = {player: accuracies(rows[player]) for player in PLAYERS}
    means = {player: fmean(each.values()) for player, each in found.items() if each}
    halves = {
        player: Z95 * stdev(each.values()) / len(each) ** 0.5
        for player, each in found.items()
        if len(each) > 1
    }
    steps = {
        f"{strong} over {weak}": [
            means[strong] - means[weak],
            half_of(found[weak], found[strong], Random(f"{game} {strong}")),
        ]
        for weak, strong in pairwise(PLAYERS)
        if (weak, strong) not in SAME.get(game, set()) and {weak, strong} <= halves.keys()
    }
    return {
        "seconds": max(row["seconds"] for row in rows[PLAYERS[0]]),
        "players": {
            player: {
                "games": len(found[player]),
                "accuracy": means.get(player),
                "half interval": halves.get(player),
            }
            for player in PLAYERS
        },
        "steps": steps,
        "in order": all(step > 0 for step, _ in steps.values()),
        "in order beyond doubt": all(step > half for step, half in steps.values()),
    }


def main() -> None:
    """Play, review, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--games", type=int, default=40, dest="count", metavar="N")
    parser.add_argument("--seconds", type=float, default=0.05, help="a position")
    parser.add_argument("--keep", type=Path, default=Path(".cache") / "accuracy")
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--figures", action="store_true", help="write those of what is kept")
    given = parser.parse_args()
    games = given.games or list(OPTIONS)
    if not given.figures:
        with cpu_time.counted():
            study(games, given.count, given.seconds, given.keep, given.minutes)
    figures = machine.read("accuracy")
    for game in games:
        if path_of(given.keep, game, PLAYERS[-1]).is_file():
            figures[game] = figures_of(game, given.keep)
            print(game, figures[game])
    machine.write("accuracy", figures)


if __name__ == "__main__":
    main()
