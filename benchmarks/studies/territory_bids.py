"""The fairness of two rules in Territory: a first move with a swap, or a bid for Blue.

    python -m benchmarks.studies.territory_bids --boards 200

On random boards (a tile of the other colour costs half its value), the script proves the value of
Blue's side with and without a swap of the first move by Red. Then two players estimate the value of
Blue, each with the mean of some random games of their own (``--games``). These estimates are their
bids.
"""

from __future__ import annotations

from random import Random
from typing import Any

import polygames as pg
from benchmarks.lib import lesson_data

SMALL_BOARD_OPTIONS = {"size": 5, "penalty": 0.5}


def main() -> None:
    """Solve the boards, and save their values and bids."""
    chosen, command = lesson_data.parse_options("territory_bids", __doc__, boards=200, games=20)
    boards = [measure_board(seed, chosen.games) for seed in range(chosen.boards)]
    lesson_data.write("territory_bids", command, rules=SMALL_BOARD_OPTIONS, boards=boards)


def measure_board(seed: int, games: int) -> dict[str, Any]:
    """Return the proved values of a board and the bids of two players."""
    board = pg.new("territory", seed=seed, **SMALL_BOARD_OPTIONS)
    swap_board = pg.new("territory", seed=seed, swap=True, **SMALL_BOARD_OPTIONS)
    bids = [estimate_value(board, Random(f"{seed}:{player}"), games) for player in ("one", "other")]
    return {
        "seed": seed,
        "value": pg.solve(board, seconds=None).value,
        "takeover": pg.solve(swap_board, seconds=None).value,
        "bids": bids,
    }


def estimate_value(state: Any, rng: Random, games: int) -> float:
    """Return Blue's average lead in random games."""
    total = 0.0
    for _ in range(games):
        end = state
        while end.outcome is None:
            end = end.play(end.legal_moves.sample(rng))
        total += end.scores[0] - end.scores[1]
    return round(total / games, 2)


if __name__ == "__main__":
    main()
