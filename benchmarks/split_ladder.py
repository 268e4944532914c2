"""How strong Split's agents are: paired games with seats swapped, preset 2026.

``python benchmarks/split_ladder.py [--workers N] [ROW ...]`` plays the rows of the ladder (all
of them if none is named). Each match is written as soon as it is over; an interrupt keeps it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import machine

import polygames as pg

PRESET = "2026"
SEED = 2026
FAST, SLOW = {"seconds": 0.1}, {"seconds": 1.0}


@dataclass(frozen=True)
class Row:
    """One match of the ladder."""

    first: Any
    second: Any
    pairs: int
    target: float | None = None
    """The share of the points that the first player should reach."""
    test: tuple[float, float] | None = None
    """The two shares of a sequential test that may end the match early."""


ROWS = {
    "oneply-random": Row("oneply", "random", 60, target=0.95),
    "oneply-greedy": Row("oneply", "greedy", 100, target=0.85),
    "minimax-oneply": Row(("minimax", FAST), "oneply", 100, target=0.90),
    "minimax-greedy": Row(("minimax", FAST), "greedy", 100, target=0.95),
    "minimax-random": Row(("minimax", FAST), "random", 100, target=0.99),
    "minimax-greedy-1s": Row(("minimax", SLOW), "greedy", 40, 0.95, test=(0.85, 0.95)),
    "minimax-random-1s": Row(("minimax", SLOW), "random", 40, 0.99, test=(0.93, 0.99)),
    "minimax-minimax": Row(("minimax", FAST), ("minimax", FAST), 30),
    "mcts-random": Row(("mcts", FAST), "random", 50),
    "mcts-greedy": Row(("mcts", FAST), "greedy", 50),
    "mcts-oneply": Row(("mcts", FAST), "oneply", 50),
    "minimax-mcts": Row(("minimax", FAST), ("mcts", FAST), 50),
}


def play(name: str, workers: int) -> None:
    """Play one row and write it."""
    row = ROWS[name]
    start = perf_counter()
    options = {"pairs": row.pairs, "seed": SEED, "test": row.test, "workers": workers}
    result = pg.match("split", row.first, row.second, preset=PRESET, **options)
    print(f"{name}: {result} [{perf_counter() - start:.0f} s]", flush=True)
    figures = machine.read("split_ladder")
    matches = figures.get("matches", {})
    for earlier in matches.values():
        earlier.setdefault("machine", figures["machine"])
    matches[name] = result.to_dict() | {
        "machine": machine.machine(),
        "games": len(result.games),
        "pairs": row.pairs,
        "target": row.target,
        "test": row.test,
        "seconds": round(perf_counter() - start),
    }
    in_order = {row: matches[row] for row in ROWS if row in matches}
    machine.write("split_ladder", {"preset": PRESET, "matches": in_order})


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.rows or ROWS:
        play(name, chosen.workers)


if __name__ == "__main__":
    main()
