"""Does the winner of Polygon depend on the shape? Random convex polygons, each solved.

    python -m benchmarks.studies.polygon_shapes
    python -m benchmarks.studies.polygon_shapes different-8-wide --polygons 1000

A case is a colour rule, a number of corners and a family of polygons. *wide* ones have corners in
whole numbers up to 1000, and hardly ever three diagonals through one point. *narrow* ones have
corners on a grid so small that this is common, which changes what can be played.

Each polygon is solved (`polygames.games.polygon.solver`); with the colour rule *different* and up
to seven corners also each first move. Every `REPLAYED`-th proof, and the first of each result in a
case, is written down and replayed by rules.py with exact points; the others are the solver's word.
Where polygons of a case have different winners, the proof of one of the second kind is kept in
`notebooks/data/polygon_proofs`.

The results, `benchmarks/results/polygon_shapes.json`, keep for each polygon in its order ``+``
(seat 0 wins), ``-`` or ``?`` (not proved), and the first moves that win by how many sides they cut
off: ``2`` cuts off a triangle. A run goes on after what the file has. Polygon k of a case is
`polygon_of(case, k)`; nothing else is drawn, so that a run can be broken off. A polygon has 120
seconds of the processor, whatever else runs on the machine.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import atan2
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import polygames as pg
from benchmarks.lib import cpu_time, machine
from polygames.arena.ratings import wilson
from polygames.core.errors import OptionError
from polygames.games.polygon.proofs.proof import check_proof
from polygames.games.polygon.shapes import Corners, random_convex
from polygames.games.polygon.solver import Solver
from polygames.geometry.exact import convex, diagonal_crossings
from polygames.runtime.progress import progress

PROOFS = Path(__file__).parents[2] / "notebooks" / "data" / "polygon_proofs"
NAME = "polygon_shapes"
COMMAND = "python -m benchmarks.studies.polygon_shapes"
REPLAYED = 50
PIECE = 25
"""After how many polygons the file is written."""
GRID = {5: 3, 6: 4, 7: 5, 8: 6}
"""How far the corners of narrow polygons reach, by their number."""
EVERY_MOVE = 7
"""Up to how many corners each first move is solved."""
POLYGONS = {5: 1000, 6: 1000, 7: 300, 8: 60}
"""How many polygons of each case, by their corners."""
SIGNS = {1: "+", -1: "-", None: "?"}


class Case(NamedTuple):
    """A colour rule, a number of corners and a family of polygons."""

    colors: str
    n: int
    family: str

    def __str__(self) -> str:
        """Name the case."""
        return "-".join(map(str, self))


CASES = {
    str(case): case
    for case in (
        *(Case("different", n, family) for n in (5, 6, 7, 8) for family in ("wide", "narrow")),
        *(Case(colors, n, "wide") for colors in ("same", "mixed") for n in (5, 6)),
    )
}


def polygon_of(case: Case, number: int) -> Corners:
    """Return a random polygon of a family."""
    rng = Random(f"shapes {case.n} {case.family} {number}")
    return random_convex(case.n, rng) if case.family == "wide" else _narrow(case.n, rng)


def _narrow(n: int, rng: Random) -> Corners:
    """Return a strictly convex polygon on a small grid, each set of corners alike."""
    size = GRID[n]
    while True:
        corners = [(rng.randint(0, size), rng.randint(0, size)) for _ in range(n)]
        middle = [Fraction(sum(values), n) for values in zip(*corners, strict=True)]
        corners.sort(key=lambda at: atan2(at[1] - middle[1], at[0] - middle[0]))
        try:
            return convex(corners).corners
        except OptionError:
            continue


def meets(corners: Corners) -> bool:
    """Say whether three diagonals run through one point inside."""
    n = len(corners)
    return len(diagonal_crossings(corners)) < n * (n - 1) * (n - 2) * (n - 3) // 24


def winning(state: Any, values: dict[Any, float]) -> str:
    """Return by how many sides they cut off the first moves that win, once for each kind."""
    n, names = state.rules.n, "ABCDEFGH"
    kinds = set()
    for move, value in values.items():
        if value == 1:
            apart = abs(names.index(str(move)[0]) - names.index(str(move)[-1]))
            kinds.add(min(apart, n - apart))
    return "".join(map(str, sorted(kinds)))


class Solved(NamedTuple):
    """What came out for one polygon."""

    sign: str
    first: str | None
    """The kinds of first moves that win, where each was solved."""
    meets: bool
    positions: int
    """How many positions of the proof the rules replayed; 0 if they did not."""


def solve(case: Case, number: int, *, replay: bool, keep: str | None = None) -> Solved:
    """Solve one polygon; replay the proof by the rules if asked for, and keep it under a name."""
    corners = polygon_of(case, number)
    state: Any = pg.new("polygon", vertices=corners, colors=case.colors)
    every = case.colors == "different" and case.n <= EVERY_MOVE
    solver = Solver(state, 120.0)
    solver.search(every_move=every)
    value = None if solver.winner is None else 1 - 2 * solver.winner
    first = winning(state, solver.values()) if every and value == 1 else None
    positions = 0
    if replay and value is not None:
        solver.clock = type(solver.clock)(None)
        proof = solver.written()
        assert proof is not None  # noqa: S101 - there is no time limit
        positions = check_proof(proof)
        if keep:
            PROOFS.mkdir(exist_ok=True)
            proof.save(PROOFS / f"{keep}.proof")
    return Solved(SIGNS[value], first, meets(corners), positions)


def study(case: Case, polygons: int, row: dict[str, Any]) -> dict[str, Any]:
    """Solve some more polygons of a case and return its row."""
    values, firsts = row.get("values", ""), dict(row.get("first moves that win", {}))
    met, replayed, start = row.get("concurrent", 0), row.get("replayed", []), process_time()
    for number in progress(range(len(values), polygons), str(case)):
        found = solve(case, number, replay=number % REPLAYED == 0)
        if found.sign != "?" and found.sign not in values:  # the first of its result
            name = f"shape-{case}-{number}" if values.replace("?", "") else None
            found = solve(case, number, replay=True, keep=name)
        values += found.sign
        met += found.meets
        if found.first is not None:
            firsts[found.first] = firsts.get(found.first, 0) + 1
        if found.positions:
            replayed = [*replayed, number]
    return {
        "polygons": len(values),
        "seat 0 wins": values.count("+"),
        "interval": [round(end, 4) for end in wilson(values.count("+"), len(values))],
        "open": values.count("?"),
        "concurrent": met,
        "first moves that win": dict(sorted(firsts.items())),
        "CPU seconds": round(row.get("CPU seconds", 0) + process_time() - start, 1),
        "replayed": replayed,
        "values": values,
    }


def main() -> None:
    """Solve, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], metavar="CASE")
    parser.add_argument("--polygons", type=int, help="of each case; by default by their corners")
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    rows = figures.get("cases", {})
    for name in chosen.cases or CASES:
        most = chosen.polygons or POLYGONS[CASES[name].n]
        while (done := rows.get(name, {}).get("polygons", 0)) < most:
            with cpu_time.counted():
                rows[name] = study(CASES[name], min(done + PIECE, most), rows.get(name, {}))
            ordered = {key: rows[key] for key in CASES if key in rows}
            machine.write(NAME, {"command": COMMAND, "cases": ordered})
        print(name, {key: value for key, value in rows[name].items() if key != "values"})


if __name__ == "__main__":
    main()
