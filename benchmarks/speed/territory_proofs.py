"""How long proofs take in Territory, by the number of tiles: the start of games on seeded boards.

``python -m benchmarks.speed.territory_proofs [KIND ...] [--tiles 16 18 ...] [--boards N]
[--cap S]``.
Figures are written kind by kind and size by size, with the processor, and a run adds to those there
are. All seconds are of the CPU.
"""

from __future__ import annotations

import argparse
from itertools import count
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import cpu_time, machine
from polygames.games.territory.engine.alphabeta import NumbaAlphaBeta
from polygames.games.territory.engine.mtd import PythonAlphaBeta, prove
from polygames.games.territory.engine.remaining import remaining_of
from polygames.runtime.clock import Clock, OutOfTimeError, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.territory.engine.mtd import NullWindowSearch
    from polygames.games.territory.rules import Territory

KINDS: dict[str, dict[str, Any]] = {
    "penalty 0.5": {"penalty": 0.5},
    "penalty 0": {"penalty": 0},
    "penalty -1": {"penalty": -1},
    "stuck, penalty 1": {"penalty": 1, "ending": "stuck"},
    "stuck, penalty 0.5": {"penalty": 0.5, "ending": "stuck"},
    "stuck, penalty 0": {"penalty": 0, "ending": "stuck"},
    "stuck, penalty -1": {"penalty": -1, "ending": "stuck"},
}
TILES = (16, 18, 20, 22, 24, 26, 28, 30, 32)
TARGETS = {24: 0.5, 26: 2.0, 28: 15.0, 36: 15.0}
PURE = 16


def boards(tiles: int, number: int, options: dict[str, Any]) -> Iterator[Territory]:
    """Yield the first boards with so many tiles, by seed, of the size that mostly has as many."""
    size = round((4.0 * tiles) ** 0.5)
    for seed in count():
        state = pg.new("territory", size=size, seed=seed, **options)
        if len(state.board.areas) == tiles:
            yield state
            number -= 1
            if not number:
                return


def value_time(
    state: Territory, cap: float, kind: type[NullWindowSearch]
) -> tuple[float, int] | None:
    """Return the CPU seconds to the proved value, and the nodes; None if the time was over."""
    start = process_time()
    engine = kind(remaining_of(state))
    try:
        with Watch.for_flag(Clock(cap), engine.flag):
            prove(engine, engine.remaining.start)
    except OutOfTimeError:
        return None
    return process_time() - start, engine.nodes


def measure(
    options: dict[str, Any], tiles: int, number: int, cap: float, kind: type[NullWindowSearch]
) -> dict[str, Any]:
    """Prove the values of so many boards; a board that is not proved counts with the cap."""
    found = [value_time(state, cap, kind) for state in boards(tiles, number, options)]
    seconds = [cap if one is None else one[0] for one in found]
    return {
        "boards": number,
        "proved": number - found.count(None),
        "median": median(seconds),
        "largest": max(seconds),
        "median nodes": median(one[1] for one in found if one) if any(found) else None,
    }


def all_moves(tiles: int, number: int) -> float:
    """Return the median CPU seconds of `pg.solve`: value, line, and the value of every move."""
    seconds = []
    for state in boards(tiles, number, KINDS["penalty 0.5"]):
        start = process_time()
        solution = pg.solve(state, seconds=60)
        assert len(solution.values) == tiles  # noqa: S101 - it had time
        seconds.append(process_time() - start)
    return median(seconds)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = [*KINDS, "pure", "moves"]
    parser.add_argument("kinds", nargs="*", choices=[*kinds, []], metavar="KIND")
    parser.add_argument("--tiles", type=int, nargs="+", default=TILES)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--cap", type=float, default=30.0, help="CPU seconds for a board")
    chosen = parser.parse_args()
    figures = machine.read("territory_solver")
    rows, pure = figures.get("rows", {}), figures.get("pure", {})
    moves = figures.get("moves", {})
    for row in (row for sizes in rows.values() for row in sizes.values()):
        row.setdefault("cpu", figures["machine"]["cpu"])
    rest = figures.get("cpu of the rest", figures.get("machine", machine.machine())["cpu"])
    warm = pg.new("territory", size=4, penalty=0, ending="stuck")
    NumbaAlphaBeta(remaining_of(warm))
    for kind in chosen.kinds or kinds:
        for tiles in chosen.tiles:
            if kind == "moves":
                moves[str(tiles)] = row = all_moves(tiles, chosen.boards)
            elif kind == "pure":
                row = measure(
                    KINDS["penalty 0.5"], tiles, chosen.boards, chosen.cap, PythonAlphaBeta
                )
                stuck = KINDS["stuck, penalty 0.5"]
                other = measure(stuck, tiles, chosen.boards, chosen.cap, PythonAlphaBeta)
                pure[str(tiles)] = row = {"all": row, "stuck": other}
            else:
                with cpu_time.counted():
                    row = measure(KINDS[kind], tiles, chosen.boards, chosen.cap, NumbaAlphaBeta)
                row |= {"cap": chosen.cap, "cpu": machine.machine()["cpu"]}
                rows.setdefault(kind, {})[str(tiles)] = row
            if kind in ("moves", "pure"):
                rest = machine.machine()["cpu"]
            print(kind, tiles, row, flush=True)
            figures = {
                "command": "python -m benchmarks.speed.territory_proofs",
                "targets": TARGETS,
                "rows": rows,
                "pure": pure,
                "moves": moves,
                "cpu of the rest": rest,
            }
            machine.write("territory_solver", figures)


if __name__ == "__main__":
    main()
