"""What is fairer in Territory: a first move that may be taken over, or a bid for Blue.

    python -m benchmarks.studies.territory_bids --boards 200

For each random board (a tile of the other colour costs half its value) it is proved what Blue's
side is worth, and what it is worth where Red may take over the first move. Then two players guess
what Blue is worth, each by the mean of some random games of their own: their bids.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import polygames as pg
from benchmarks.lib.machine import machine

RESULTS = Path(__file__).parents[2] / "notebooks" / "data" / "territory_bids.json"
RULES = {"size": 5, "penalty": 0.5}


def main() -> None:
    """Read the arguments, solve and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--games", type=int, default=20, help="random games behind a bid")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    command = f"python -m benchmarks.studies.territory_bids --boards {chosen.boards}"
    facts = {"command": f"{command} --games {chosen.games}", "machine": machine(), "rules": RULES}
    boards = [look(seed, chosen.games) for seed in range(chosen.boards)]
    lines = ",\n".join(f"  {json.dumps(row)}" for row in boards)
    head = json.dumps(facts, indent=1).removesuffix("\n}")
    chosen.results.write_text(f'{head},\n "boards": [\n{lines}\n ]\n}}\n', encoding="utf-8")


def look(seed: int, games: int) -> dict[str, Any]:
    """Return what is proved of a board, and what two players bid."""
    board = pg.new("territory", seed=seed, **RULES)
    taken = pg.new("territory", seed=seed, swap=True, **RULES)
    bids = [guess(board, Random(f"{seed}:{player}"), games) for player in ("one", "other")]
    return {
        "seed": seed,
        "value": pg.solve(board, seconds=None).value,
        "takeover": pg.solve(taken, seconds=None).value,
        "bids": bids,
    }


def guess(state: Any, rng: Random, games: int) -> float:
    """Return by how much Blue leads on average, in random games."""
    total = 0.0
    for _ in range(games):
        end = state
        while end.outcome is None:
            end = end.play(end.legal_moves.sample(rng))
        total += end.scores[0] - end.scores[1]
    return round(total / games, 2)


if __name__ == "__main__":
    main()
