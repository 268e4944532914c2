"""How bad can it be to begin in Territory? Boards of up to 20 tiles on which it is worst.

    python -m benchmarks.studies.territory_worst [--tiles N ...] [--steps N] [--seed S]

As in `territory_first`, a coloured tile pays its claimer the square of its area (``penalty=-1``).
For each number of tiles and either ending a walk goes from board to board: it gives a cell to a
neighbouring tile, or makes a tile blue that was yellow or the other way round, and goes on from
what is worse for seat 0, or not much better (simulated annealing: Kirkpatrick, Gelatt and Vecchi,
1983). Each board on the way is solved exactly by the engine; the worst one of a walk is solved
again by `pg.solve`. *Share* is seat 0's share of all value with best play.

What comes out is a bound from one side: there are boards as bad as these; whether there are worse
ones is not said. One row is written at a time, and a run goes on after the file.
"""

from __future__ import annotations

import argparse
from math import exp
from random import Random
from string import ascii_uppercase
from time import process_time
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from benchmarks.studies.territory_first import ENDINGS, graph, random_board, state_of
from polygames.core.errors import OptionError
from polygames.games.territory.engine.mtd import engine_of, prove
from polygames.games.territory.engine.remaining import remaining_of
from polygames.runtime.progress import progress

NAME = "territory_worst"
COMMAND = "python -m benchmarks.studies.territory_worst"
TILES = (6, 8, 10, 12, 14, 16, 18, 20)
STEPS = 3000
WARM, COLD = 0.05, 0.002
"""How much better for seat 0 a board may be that the walk goes on from, at first and at last."""
SHAPE = {
    6: (3, 4),
    8: (4, 4),
    10: (4, 5),
    12: (5, 5),
    14: (5, 6),
    16: (6, 6),
    18: (6, 6),
    20: (6, 7),
}

Rows = tuple[str, ...]


def share(rows: Rows, blue: str, ending: str) -> float | None:
    """Return seat 0's share of all value with best play; None if it is no board, or empty."""
    total = sum(area**2 for letter, area in _areas(rows).items() if letter in blue)
    if not total:
        return None
    try:
        remaining = remaining_of(state_of(rows, blue, ending))
    except OptionError:
        return None
    value = prove(engine_of(remaining), remaining.start)
    return (remaining.difference(value, remaining.start.seat) / total + 1) / 2


def changed(rows: Rows, blue: str, rng: Random) -> tuple[Rows, str]:
    """Return a board that differs by one cell's tile, or by one tile's colour."""
    if rng.random() < 0.4:  # noqa: PLR2004 - a change of colour changes less
        letter = rng.choice(sorted({*"".join(rows)}))
        return rows, "".join(sorted({*blue} ^ {letter}))
    r, c = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    around = [
        rows[i][j]
        for i, j in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
        if 0 <= i < len(rows) and 0 <= j < len(rows[0])
    ]
    row = rows[r][:c] + rng.choice(around) + rows[r][c + 1 :]
    return (*rows[:r], row, *rows[r + 1 :]), blue


def _areas(rows: Rows) -> dict[str, int]:
    text = "".join(rows)
    return {letter: text.count(letter) for letter in text}


def walk(tiles: int, ending: str, steps: int, seed: int) -> dict[str, Any]:
    """Walk from a random board; return the worst for seat 0 that was met."""
    rng, start = Random(f"worst {tiles} {ending} {seed}"), process_time()
    rows, blue, now = (), "", None
    while now is None:
        rows = random_board(tiles, SHAPE[tiles], rng)
        blue = "".join(letter for letter in ascii_uppercase[:tiles] if rng.random() < 0.5)  # noqa: PLR2004 - one half
        now = share(rows, blue, ending)
    worst, solved = (now, rows, blue), 1
    for step in progress(range(steps), f"{ending} {tiles}"):
        other = changed(rows, blue, rng)
        if len({*"".join(other[0])}) < tiles or other == (rows, blue):
            continue
        found = share(*other, ending)
        if found is None:
            continue
        solved += 1
        heat = WARM * (COLD / WARM) ** (step / steps)
        if found <= now or rng.random() < exp((now - found) / heat):
            (rows, blue), now = other, found
        if now < worst[0]:
            worst = now, rows, blue
    return about(worst[1], worst[2], ending) | {
        "steps": steps,
        "solved": solved,
        "CPU seconds": round(process_time() - start, 1),
    }


def about(rows: Rows, blue: str, ending: str) -> dict[str, Any]:
    """Return what a board is, and its value by `pg.solve`."""
    total = sum(area**2 for letter, area in _areas(rows).items() if letter in blue)
    lead = pg.solve(state_of(rows, blue, ending), seconds=None).value
    near, _ = graph(rows)
    return {
        "rows": rows,
        "blue": blue,
        "lead": lead,
        "total": total,
        "share": round((lead / total + 1) / 2, 4),
        "neighbours": [mask.bit_count() for mask in near],
    }


def main() -> None:
    """Walk, solve again, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tiles", type=int, nargs="*", default=TILES, choices=TILES)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    figures.pop("machine", None)
    figures |= {"command": COMMAND, "rows": figures.get("rows", {})}
    for tiles in chosen.tiles:
        for ending in ENDINGS:
            rows = figures["rows"].setdefault(ending, {}).setdefault(str(tiles), {})
            if rows.get(str(chosen.seed), {}).get("steps", 0) >= chosen.steps:
                continue
            rows[str(chosen.seed)] = walk(tiles, ending, chosen.steps, chosen.seed)
            print(ending, tiles, rows[str(chosen.seed)], flush=True)
            machine.write(NAME, figures)


if __name__ == "__main__":
    main()
