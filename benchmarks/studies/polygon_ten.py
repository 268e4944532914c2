"""How large is what is left open on ten corners? Knuth's estimate of the trees after A-C and A-E.

    python -m benchmarks.studies.polygon_ten [--probes N]

On the regular decagon it is not known whether the first moves A-C and A-E win (A-D and A-F lose).
A probe plays at random from the position after such a move and multiplies the numbers of legal
moves on its way: in the mean over all probes that is how many ways there are to play so many plies
(Knuth, Estimating the efficiency of backtrack programs, 1975). A game that is over counts no
longer.

A proof need not look at all of them: for one move of the winner it has each answer. The product
over the turns of one seat's opponent alone is, in the mean, how many lines a proof for this seat
has at that depth if the seat chooses by chance; such a proof is right only if the choice was.

Intervals are of 95%, by the normal approximation; as a few probes make most of the sum, those of
great depth are too narrow, and a row says how much of the sum its largest probe has. Probe k
depends on the first move and on k only.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.runtime.progress import progress

NAME = "polygon_ten"
COMMAND = "python -m benchmarks.studies.polygon_ten"
FIRST = ("A-C", "A-E")
CORNERS = 10
DEPTHS = (5, 10, 15, 20, 25, 30)
PROBES = 1000
Z = 1.96
Widths = list[int]


def probe(start: Any, depth: int, rng: Random) -> Widths:
    """Return how many moves were legal at each ply of a random game, to a depth at most."""
    widths, state = [], start
    while state.outcome is None and len(widths) < depth:
        widths.append(len(state.legal_moves))
        state = state.play(state.legal_moves.sample(rng))
    return widths


def product(widths: Widths, depth: int, seat: int | None = None) -> float:
    """Return the product to a depth, 0 if the game was over before.

    With a seat only the turns of the other one count, the first ply being seat 1's.
    """
    if len(widths) < depth:
        return 0.0
    found = 1.0
    for ply, width in enumerate(widths[:depth], start=1):
        if seat is None or ply % 2 != seat:
            found *= width
    return found


def estimate(values: list[float]) -> dict[str, Any]:
    """Return a mean, half its interval, and the largest one's share of the sum."""
    total = sum(values)
    half = Z * stdev(values) / len(values) ** 0.5
    return {
        "mean": float(f"{fmean(values):.4g}"),
        "half": float(f"{half:.3g}"),
        "largest": round(max(values) / total, 4) if total else None,
    }


def rows(probes: list[Widths]) -> dict[str, Any]:
    """Return the estimates for each depth."""
    return {
        str(depth): {
            "over before": sum(len(each) < depth for each in probes) / len(probes),
            "lines": estimate([product(each, depth) for each in probes]),
            "seat 0": estimate([product(each, depth, 0) for each in probes]),
            "seat 1": estimate([product(each, depth, 1) for each in probes]),
        }
        for depth in DEPTHS
    }


def main() -> None:
    """Probe, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--probes", type=int, default=PROBES, help="for each first move")
    chosen = parser.parse_args()
    figures: dict[str, Any] = {"command": COMMAND, "cases": {}}
    for first in FIRST:
        state: Any = pg.new("polygon", n=CORNERS)
        start, began = state.play(state.parse(first)), process_time()
        probes = [
            probe(start, max(DEPTHS), Random(f"ten {first} {number}"))
            for number in progress(range(chosen.probes), first)
        ]
        figures["cases"][first] = {
            "probes": chosen.probes,
            "CPU seconds": round(process_time() - began, 1),
            "depths": rows(probes),
        }
        print(first, figures["cases"][first])
        machine.write(NAME, figures)


if __name__ == "__main__":
    main()
