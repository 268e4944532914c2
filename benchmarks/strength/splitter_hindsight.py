"""How often a sheet is found that meets the proved bound on given rolls, and how soon.

``python -m benchmarks.strength.splitter_hindsight [--games N] [--seconds S] [--exact S]
[PAD ...]``: seeded rolls, the seeds 0, 1, 2 and so on. With ``--exact`` OR-tools then
settles what is still open. Times are CPU time of this process; an interrupt keeps what was done.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, median
from time import process_time

from benchmarks.lib import machine
from polygames.games.splitter import hindsight
from polygames.games.splitter.optimum.exact import settle
from polygames.games.splitter.pads import PADS
from polygames.games.splitter.scoring import read_sheet
from polygames.runtime.clock import Clock
from polygames.runtime.progress import progress

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
        "settled": [],
        "bounds": bounds,
    }
    machine.write("splitter_hindsight", {"seconds": seconds, "targets": TARGETS, "pads": pads})
    print(f"pad {pad}:", {key: value for key, value in pads[pad].items() if key != "bounds"})


def settle_open(pad: str, seconds: float, exact: float) -> None:
    """Let OR-tools settle the games that the search left open, and write which it did.

    Those that are nearest to it come first, and each is written as soon as it is done.
    """
    figures = machine.read("splitter_hindsight")
    row = figures["pads"][pad]
    row["settled"] = []
    nearest = sorted(row["open"], key=lambda game: int(game["bound"] - game["total"]))
    for game in progress(nearest, f"pad {pad}, open games"):
        rolls = rolls_of(game["seed"])
        found = hindsight(pad, rolls, seconds=seconds, seed=game["seed"])
        start = process_time()
        sheet = read_sheet(PADS[pad], found.sheet)
        total, _, bound = settle(PADS[pad], tuple(rolls), sheet, found.total, Clock(exact))
        spent = round(process_time() - start)
        print(f"pad {pad}, seed {game['seed']}: {total} to {bound}, {spent} CPU s")
        if total == bound:
            row["settled"].append({"seed": game["seed"], "total": total, "CPU seconds": spent})
        machine.write("splitter_hindsight", figures)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pads", nargs="*", metavar="PAD")
    parser.add_argument("--games", type=int, default=200, help="0: those of before")
    parser.add_argument("--seconds", type=float, default=30.0, help="most to look, per game")
    parser.add_argument("--exact", type=float, help="seconds for OR-tools, per open game")
    chosen = parser.parse_args()
    if unknown := set(chosen.pads) - set(PADS):
        parser.error(f"no such pad: {min(unknown)}")
    for pad in chosen.pads or PADS:
        if chosen.games:
            measure(pad, chosen.games, chosen.seconds)
        if chosen.exact:
            settle_open(pad, chosen.seconds, chosen.exact)


if __name__ == "__main__":
    main()
