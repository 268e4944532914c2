"""Learn the values by which Splitter's agents play, from games against oneself.

``python benchmarks/splitter_train.py --pad A [--games N] [--seed S]`` writes
``polygames/games/splitter/data/A.npz``; the same numbers give the same file. ``--pad any`` learns
on both pads in turns, without windows: tables for a pad of one's own. An interrupt keeps what was
learned, and ``--resume`` goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

import machine
import numpy as np

from polygames.core.progress import progress
from polygames.games.splitter import _thinking
from polygames.games.splitter._kernel import blank
from polygames.games.splitter._layout import layout
from polygames.games.splitter._learn import learn, learner, self_play
from polygames.games.splitter._thinking import tables
from polygames.games.splitter._values import length, start
from polygames.games.splitter.pads import PADS
from polygames.search.kernels import seeded

DATA = Path(_thinking.__file__).parent / "data"
CHUNK = 500
"""Games between two looks at the step and the bar."""
CHECK = 4000
"""Games, not learned from, that say how good the values are."""


def main() -> None:
    """Read the command line, learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pad", choices=[*PADS, "any"], default="A")
    parser.add_argument("--games", type=int, default=350_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-step", type=float, default=1.0)
    parser.add_argument("--last-step", type=float, default=0.3)
    parser.add_argument("--mix", type=float, default=0.3, help="share of the later values")
    parser.add_argument("--resume", action="store_true", help="go on from the file there is")
    chosen = parser.parse_args()
    shapes = () if chosen.pad == "any" else None
    pads = [PADS[name] for name in (PADS if chosen.pad == "any" else [chosen.pad])]
    layouts = [layout(pad) if shapes is None else layout(pad, shapes) for pad in pads]
    weights = tables(chosen.pad, length(layouts[0])) if chosen.resume else start(layouts[0])
    known = learner(weights)
    rng = seeded(chosen.seed)
    begun, played = process_time(), 0
    ratio = chosen.last_step / chosen.first_step
    try:
        for number in progress(range(chosen.games // CHUNK), f"pad {chosen.pad}"):
            step = chosen.first_step * ratio ** (number * CHUNK / chosen.games)
            p = layouts[number % len(layouts)]
            learn(blank(p), p, known, rng, CHUNK, chosen.mix, step)
            played += CHUNK
    except KeyboardInterrupt:
        print(f"interrupted after {played} games")
    spent = process_time() - begun
    np.savez_compressed(DATA / f"{chosen.pad}.npz", weights=weights.astype(np.float16))
    figures = machine.read("splitter_train")
    figures.pop("machine", None)
    before = figures.get(chosen.pad, {}).get("runs", []) if chosen.resume else []
    run = vars(chosen) | {"games": played, "CPU seconds": round(spent)}
    figures[chosen.pad] = {"runs": [*before, run]}
    for pad, p in zip(pads, layouts, strict=True):
        totals = np.zeros(CHECK, np.float32)
        self_play(blank(p), p, weights, seeded(chosen.seed + 1), totals)
        print(f"pad {pad}: {totals.mean():.2f} after {played} games, {spent:.0f} CPU seconds")
        figures[chosen.pad][f"mean on {pad}"] = round(float(totals.mean()), 2)
    figures[chosen.pad]["numbers learned"] = int(np.count_nonzero(weights))
    machine.write("splitter_train", figures)


if __name__ == "__main__":
    main()
