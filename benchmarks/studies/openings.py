"""How even ``openings="balanced"`` are, beside openings by chance alone.

``python -m benchmarks.studies.openings [GAME ...] [--openings N] [--games M]``: from each of N
openings of either kind, on other seeds than they were chosen with, the judge of the game plays M
games against itself, with a slip now and then. Counted is how far seat 0's share of their points is
from a half: the root of the mean square, without what M games miss by chance; how many openings are
won by one seat in at least nine games of ten; and how long it takes to find one.

Opening k of a kind depends on k only. The file is written after each few, and a run goes on after
what it has of as many games from each.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.openings import balance, judge, opened
from polygames.runtime.progress import progress
from polygames.runtime.workers import Spread

GAMES: dict[str, dict[str, Any]] = {"polygon": {"n": 7}, "splinter": {}, "split": {}}
"""In Territory the judge holds most boards to be decided before the first move."""
NAME = "openings"
COMMAND = "python -m benchmarks.studies.openings"
KINDS = ("by chance", "balanced")
PIECE = 2
"""After how many openings the file is written."""
PLIES = 4
LOST = 0.9
"""The share from which on an opening counts as won by one seat."""


class Case(NamedTuple):
    """An opening to look at."""

    game: str
    kind: str
    number: int
    games: int


def looked_at(case: Case) -> tuple[float, float]:
    """Return seat 0's share from an opening, and the CPU seconds that it took to find it."""
    start = pg.new(case.game, **GAMES[case.game])
    before = process_time()
    state = opened(start, PLIES, Random(f"{case.number}"), balanced=case.kind == "balanced")
    spent = process_time() - before
    return balance(state, f"fresh {case.number}", case.games), spent


def off_even(shares: list[float], games: int) -> float:
    """Return how far shares are from a half: what so many games miss by chance is taken off."""
    square = sum((share - 0.5) ** 2 for share in shares) / len(shares)
    noise = sum(share * (1 - share) for share in shares) / len(shares) / (games - 1)
    return sqrt(max(0.0, square - noise))


def more(row: dict[str, Any], game: str, kind: str, until: int, workers: int | None) -> None:
    """Look at some more openings of a game, and sum all up."""
    cases = [Case(game, kind, k, row["games"]) for k in range(len(row["shares"]), until)]
    found = list(Spread(looked_at, cases, workers=workers).in_order())
    shares = row["shares"] = [*row["shares"], *(share for share, _ in found)]
    spent = row.get("seconds", 0.0) * row.get("openings", 0) + sum(spent for _, spent in found)
    row |= {
        "openings": len(shares),
        "off": off_even(shares, row["games"]),
        "lost": sum(max(share, 1 - share) >= LOST for share in shares),
        "seconds": spent / len(shares),
    }


def main() -> None:
    """Play, count and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--openings", type=int, default=20)
    parser.add_argument("--games", type=int, default=20, help="from each")
    parser.add_argument("--workers", type=int, help="processes; what joblib says by default")
    chosen = parser.parse_args()
    rows = {(row["game"], row["kind"]): row for row in machine.read(NAME).get("rows", [])}
    for game in chosen.game or GAMES:
        for kind in KINDS:
            row = rows.get((game, kind), {})
            if row.get("games") != chosen.games:
                row = {"game": game, "kind": kind, "judge": judge(game)[0]}
                row |= {"games": chosen.games, "shares": []}
            rows[game, kind] = row
            goal = max(chosen.openings, len(row["shares"]))
            for done in progress(range(len(row["shares"]), goal, PIECE), f"{game}, {kind}"):
                more(row, game, kind, min(done + PIECE, goal), chosen.workers)
                known = [rows[key] for key in sorted(rows) if rows[key]["shares"]]
                machine.write(NAME, {"command": COMMAND, "rows": known})
            print(row, flush=True)


if __name__ == "__main__":
    main()
