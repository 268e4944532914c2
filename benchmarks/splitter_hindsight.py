"""How often a sheet is found that meets the proved bound on given rolls, and how soon.

``python benchmarks/splitter_hindsight.py [--games N] [--seconds S] [PAD ...]``: seeded rolls, the
seeds 0, 1, 2 and so on. Times are CPU time of this process; an interrupt keeps what was done.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, median
from time import process_time

import machine

from polygames.core.progress import progress
from polygames.games.splitter import hindsight
from polygames.games.splitter.pads import PADS

TARGETS = {"met": 0.99, "median": 0.5, "95%": 5.0}


def rolls_of(seed: int) -> list[tuple[int, int]]:
    """Return the rolls of a game."""
    rng = Random(f"hindsight {seed}")
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(22)]


def measure(pad: str, games: int, seconds: float) -> None:
    """Look back at seeded games on one pad and write how it went."""
    hindsight(pad, rolls_of(-1), seconds=0.1)  # compiles
    times, bounds, still_open = [], [], []
    try:
        for seed in progress(range(games), f"pad {pad}"):
            start = process_time()
            found = hindsight(pad, rolls_of(seed), seconds=seconds, seed=seed)
            times.append(process_time() - start)
            bounds.append(found.bound)
            if not found.is_proved:
                still_open.append({"seed": seed, "total": found.total, "bound": found.bound})
    except KeyboardInterrupt:
        print(f"pad {pad}: interrupted after {len(times)} games")
    figures = machine.read("splitter_hindsight")
    pads = figures.get("pads", {})
    pads[pad] = {
        "games": len(times),
        "met": 1 - len(still_open) / len(times),
        "mean bound": round(fmean(bounds), 2),
        "median": round(median(times), 3),
        "95%": round(sorted(times)[int(0.95 * len(times))], 3),
        "longest": round(max(times), 2),
        "open": still_open,
        "bounds": bounds,
    }
    machine.write("splitter_hindsight", {"seconds": seconds, "targets": TARGETS, "pads": pads})
    print(f"pad {pad}:", {key: value for key, value in pads[pad].items() if key != "bounds"})


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pads", nargs="*", metavar="PAD")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0, help="most to look, per game")
    chosen = parser.parse_args()
    if unknown := set(chosen.pads) - set(PADS):
        parser.error(f"no such pad: {min(unknown)}")
    for pad in chosen.pads or PADS:
        measure(pad, chosen.games, chosen.seconds)


if __name__ == "__main__":
    main()
