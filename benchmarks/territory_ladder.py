"""Who beats whom in Territory: pairs of games on one board, each player beginning once.

``python benchmarks/territory_ladder.py [ROW ...] [--minutes M]``. Pairs are written as they are
played, and a row goes on where it stopped.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import machine

import polygames as pg
from polygames.arena.ratings import SequentialTest, wilson

GAME = {"size": 15, "penalty": 0.5}
SEED = 7


@dataclass(frozen=True)
class Row:
    """Two players and how they meet."""

    second: str
    seconds: float
    pairs: int
    balanced: bool = False
    target: float | None = None
    test: tuple[float, float] | None = None
    """The two shares of a sequential test that may end the row early."""


ROWS = {
    "denial": Row("denial", 0.1, 200, target=0.95),
    "random": Row("random", 0.1, 200, target=0.99),
    "denial-balanced": Row("denial", 0.1, 50, balanced=True, target=0.95),
    "denial-1s": Row("denial", 1.0, 40, balanced=True, target=0.95, test=(0.85, 0.95)),
    "random-1s": Row("random", 1.0, 40, balanced=True, target=0.99, test=(0.93, 0.99)),
    "greedy": Row("greedy", 0.1, 50),
}


def pair(row: Row, number: int) -> dict[str, Any]:
    """Play a pair: the points of the first player in each game, and by how much it led in both."""
    first = ("minimax", {"seconds": row.seconds})
    options = GAME | {"balanced": row.balanced}
    seed = SEED * 10_000 + number
    result = pg.match("territory", first, row.second, pairs=1, seed=seed, progress=False, **options)
    seats = [game.seats.index(result.names[0]) for game in result.games]
    games = list(zip(result.games, seats, strict=True))
    return {
        "points": [game.points[seat] for game, seat in games],
        "lead": sum(game.scores[seat] - game.scores[1 - seat] for game, seat in games),
        "first seat": sum(game.points[0] for game in result.games),
    }


def summary(row: Row, pairs: list[dict[str, Any]]) -> dict[str, Any]:
    """Count the games, and the matches: a pair is won by who leads in both games together."""
    games = [points for one in pairs for points in one["points"]]
    leads = [one["lead"] for one in pairs]
    matches = [0.5 * (1 + (lead > 0) - (lead < 0)) for lead in leads]
    counted = games if row.balanced else matches
    test = None if row.test is None else SequentialTest(*row.test)
    return {
        "counted": "games" if row.balanced else "matches",
        "share": sum(counted) / len(counted),
        "interval": wilson(sum(counted), len(counted)),
        "games": [games.count(1.0), games.count(0.5), games.count(0.0)],
        "matches": [matches.count(1.0), matches.count(0.5), matches.count(0.0)],
        "first seat": sum(one["first seat"] for one in pairs) / len(games),
        "mean lead": sum(leads) / len(leads) / 2,
        "target": row.target,
        "test": row.test,
        "verdict": test and test.verdict(sum(counted), len(counted)),
    }


def play(name: str, until: float) -> None:
    """Play on in one row until it is complete, or time is over."""
    row = ROWS[name]
    figures = machine.read("territory_ladder")
    rows = figures.get("rows", {})
    known = rows.get(name, {"pairs": []})
    pairs = known["pairs"]
    while perf_counter() < until and len(pairs) < row.pairs and not known.get("verdict"):
        pairs.append(pair(row, len(pairs)))
        settings = {"second": row.second, "seconds": row.seconds, "balanced": row.balanced}
        known = rows[name] = settings | summary(row, pairs) | {"pairs": pairs}
        command = "python benchmarks/territory_ladder.py"
        machine.write("territory_ladder", {"command": command, "game": GAME, "rows": rows})
    print(f"{name}: {len(pairs)} pairs, {known.get('share')}", flush=True)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    chosen = parser.parse_args()
    until = perf_counter() + 60 * chosen.minutes
    for name in chosen.rows or ROWS:
        play(name, until)


if __name__ == "__main__":
    main()
