"""How long a proof takes in Polygon: regular polygons, the rule of different colours.

    python -m benchmarks.speed.polygon_proofs

CPU seconds of one core, the least of some runs, for the value of the game, the value of every
first move, a proof written down and the same proof replayed by rules.py. What compiling takes, once
on a machine, or to load what is compiled, once in a process, is not counted; `first` says what the
first proof of this process took with it.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.polygon import solver
from polygames.games.polygon.proofs.proof import check_proof
from polygames.games.polygon.solver import proof_of, solve

if TYPE_CHECKING:
    from collections.abc import Callable

TARGETS = {"8": 5.0, "9": 900.0}
"""CPU seconds for the value."""
PLAIN = 7
"""The largest polygon that is solved by rules.py alone, too."""


def timed(task: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds that a task takes, and what it returns."""
    start = process_time()
    found = task()
    return process_time() - start, found


def row(n: int, runs: int) -> dict[str, Any]:
    """Measure one polygon."""
    state = pg.new("polygon", n=n)
    values = [timed(lambda: solve(state, seconds=None)) for _ in range(runs)]
    moves = [timed(lambda: solve(state, seconds=None, every_move=True)) for _ in range(runs)]
    proofs = [timed(lambda: proof_of(state)) for _ in range(runs)]
    checks = [timed(lambda: check_proof(proofs[0][1])) for _ in range(min(runs, 2))]
    return {
        "value": values[0][1].value,
        "nodes": values[0][1].nodes,
        "seconds": min(values, key=lambda pair: pair[0])[0],
        "seconds for every move": min(moves, key=lambda pair: pair[0])[0],
        "seconds with the proof": min(proofs, key=lambda pair: pair[0])[0],
        "bytes": len(proofs[0][1].choices),
        "positions": checks[0][1],
        "seconds to check": min(checks)[0],
    }


def plain(n: int) -> float:
    """Return the CPU seconds for a value without compiled functions."""
    solver.HAS_NUMBA = False
    try:
        return timed(lambda: solve(pg.new("polygon", n=n), seconds=None))[0]
    finally:
        solver.HAS_NUMBA = True


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=range(4, 10))
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    first = timed(lambda: solve(pg.new("polygon", n=7), seconds=None))[0]
    figures: dict[str, Any] = {
        "command": "python -m benchmarks.speed.polygon_proofs",
        "targets": TARGETS,
        "first": first,
        "rows": {},
        "plain": {},
    }
    for n in chosen.sizes:
        figures["rows"][str(n)] = row(n, chosen.runs)
        if n <= PLAIN:
            figures["plain"][str(n)] = plain(n)
        print(n, figures["rows"][str(n)], figures["plain"].get(str(n)), flush=True)
    machine.write("polygon_solver", figures)


if __name__ == "__main__":
    main()
