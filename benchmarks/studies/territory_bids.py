"""What is fairer in Territory: a first move that may be taken over, or a bid for Blue.

    python -m benchmarks.studies.territory_bids --boards 200

For each random board (a tile of the other colour costs half its value) it is proved what Blue's
side is worth, and what it is worth where Red may take over the first move. Then two players guess
what Blue is worth, each by the mean of some random games of their own (``--games``): their bids.
"""

from __future__ import annotations

from random import Random
from typing import Any

import polygames as pg
from benchmarks.lib import lesson_data

RULES = {"size": 5, "penalty": 0.5}


def main() -> None:
    """Read the arguments, solve and write."""
    chosen, command = lesson_data.asked("territory_bids", __doc__, boards=200, games=20)
    boards = [look(seed, chosen.games) for seed in range(chosen.boards)]
    lesson_data.write("territory_bids", command, rules=RULES, boards=boards)


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
