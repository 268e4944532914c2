"""The compiled score of a sheet against `rules.py`'s, on random sheets.

``python -m benchmarks.speed.splitter [--sheets N]`` compares totals on both pads, sheets full and
half empty, of few numbers (large groups) and of all, and writes how long each way takes.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time

import numpy as np

from benchmarks.lib import machine
from polygames.games.splitter.engine.layout import layout
from polygames.games.splitter.engine.sheet import blank, read, score
from polygames.games.splitter.pads import PADS
from polygames.games.splitter.scoring import Sheet, total
from polygames.runtime.progress import progress


def random_sheet(rng: Random, cells: int) -> Sheet:
    """Return a sheet that is filled more or less, with up to six numbers."""
    share, numbers = rng.choice((0.5, 0.9, 1.0)), rng.choice((range(1, 7), (1, 2), (5, 6)))
    return tuple(rng.choice(numbers) if rng.random() < share else 0 for _ in range(cells))


def main() -> None:
    """Compare, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=20_000)
    sheets = parser.parse_args().sheets
    rng = Random(2026)
    spent = {"kernel": 0.0, "rules": 0.0}
    different = 0
    for pad in PADS.values():
        p = layout(pad, ())
        score(blank(p), p)
        read(blank(p), p, np.zeros(len(pad.places), np.int64))
        for _ in progress(range(sheets // len(PADS)), f"pad {pad}"):
            sheet = random_sheet(rng, len(pad.places))
            a, numbers = blank(p), np.array(sheet)
            start = process_time()
            read(a, p, numbers)
            one = score(a, p)
            middle = process_time()
            other = total(pad, sheet)
            spent["kernel"] += middle - start
            spent["rules"] += process_time() - middle
            different += one != other
    micro = {name: round(1e6 * time / sheets, 2) for name, time in spent.items()}
    figures = {"sheets": sheets, "different": different, "microseconds a sheet": micro}
    machine.write("splitter_kernel", figures)
    print(figures)
    if different:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
