"""What beginning is worth in Territory, and the right to take over; how rare rule 3's moves are.

``python -m benchmarks.studies.territory_advantage [proved|played|random ...] [--boards N]
[--sizes ...]``.
*proved*: exact values of small boards; *played*: games of `minimax` with itself; *random*: random
games. All with penalty 0.5 on boards by seed.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.territory.agents import Minimax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.territory.rules import Territory

PENALTY = 0.5
SIZES = {"proved": (6, 8, 9), "played": (10, 15, 20), "random": (10, 15, 20, 25)}
BOARDS = {"proved": 40, "played": 20, "random": 200}
SECONDS = 0.05
"""How long `minimax` thinks about a move."""
PATIENCE = 60.0
"""How long a proof may take."""
Z95 = 1.959964


def start(size: int, seed: int, *, swap: bool) -> Territory:
    """Return a board, the same with and without the right to take over."""
    state: Territory = pg.new("territory", size=size, seed=seed, penalty=PENALTY, swap=swap)
    return state


def settled(state: Territory) -> float:
    """Return the part of seat 0's lead that the board decides, whatever is played."""
    board = state.board
    values = [board.squares(board.all, color) for color in (0, 1)]
    return (1 + PENALTY) / 2 * (values[0] - values[1])


def mean(numbers: Sequence[float]) -> dict[str, float]:
    """Return a mean with its 95% interval."""
    center = fmean(numbers)
    half = Z95 * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("nan")
    return {"mean": center, "low": center - half, "high": center + half}


def row(plain: list[float], fair: list[float], board: list[float]) -> dict[str, Any]:
    """Sum up seat 0's leads without and with the right to take over, and what boards decide."""
    net = [lead - fixed for lead, fixed in zip(plain, board, strict=True)]
    return {
        "boards": len(plain),
        "advantage": mean(net),
        "ahead": sum(lead > 0 for lead in net) / len(net),
        "behind": sum(lead < 0 for lead in net) / len(net),
        "size of the lead": mean([abs(lead) for lead in plain]),
        "lead with swap": mean(fair),
        "size of the lead with swap": mean([abs(lead) for lead in fair]),
        "worth of the right": mean([a - b for a, b in zip(plain, fair, strict=True)]),
    }


def proved(size: int, boards: int) -> dict[str, Any]:
    """Prove the values of boards with and without the right to take over."""
    plain, fair, board = list[float](), list[float](), list[float]()
    for seed in range(boards):
        values = [
            pg.solve(start(size, seed, swap=swap), seconds=PATIENCE).value for swap in (False, True)
        ]
        if None not in values:
            plain.append(values[0])
            fair.append(values[1])
            board.append(settled(start(size, seed, swap=False)))
    return row(plain, fair, board)


def played(size: int, boards: int) -> dict[str, Any]:
    """Let `minimax` play itself with and without the right to take over."""
    leads: dict[bool, list[float]] = {False: [], True: []}
    claims = exceptional = 0
    for seed in range(boards):
        for swap, found in leads.items():
            state = start(size, seed, swap=swap)
            agent, rng = Minimax(SECONDS), Random(seed)
            while state.outcome is None:
                exceptional += state.is_exceptional
                claims += 1
                state = state.play(agent.choose(state, rng))
            found.append(state.scores[0] - state.scores[1])
    board = [settled(start(size, seed, swap=False)) for seed in range(boards)]
    return row(leads[False], leads[True], board) | {
        "moves": claims,
        "exceptional": exceptional / claims,
    }


def random(size: int, boards: int) -> dict[str, Any]:
    """Play random games and count the exceptional moves."""
    claims = exceptional = games = 0
    net = []
    for seed in range(boards):
        state = start(size, seed, swap=False)
        fixed, rng, before = settled(state), Random(seed), claims
        while state.outcome is None:
            exceptional += state.is_exceptional
            claims += 1
            state = state.play(state.legal_moves.sample(rng))
        games += claims > before
        net.append(state.scores[0] - state.scores[1] - fixed)
    return {
        "boards": games,
        "advantage": mean(net),
        "moves": claims,
        "exceptional": exceptional / claims,
    }


WAYS = {"proved": proved, "played": played, "random": random}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="*", choices=[*WAYS, []], metavar="WAY")
    parser.add_argument("--boards", type=int, help="for each size")
    parser.add_argument("--sizes", type=int, nargs="+")
    chosen = parser.parse_args()
    figures = machine.read("territory_advantage")
    for way in chosen.ways or WAYS:
        for size in chosen.sizes or SIZES[way]:
            found = WAYS[way](size, chosen.boards or BOARDS[way])
            figures.setdefault(way, {})[str(size)] = found
            print(way, size, found, flush=True)
            command = "python -m benchmarks.studies.territory_advantage"
            figures |= {"command": command, "penalty": PENALTY, "seconds": SECONDS}
            machine.write(
                "territory_advantage", {k: v for k, v in figures.items() if k != "machine"}
            )


if __name__ == "__main__":
    main()
