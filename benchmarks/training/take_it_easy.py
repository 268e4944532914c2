"""Learn what the example Take It Easy goes by: the values of its agents, the penalty of its bound.

    python -m benchmarks.training.take_it_easy values [--games N] [--seed S] [--state FILE]
    python -m benchmarks.training.take_it_easy penalty [--games N] [--seed S]

*values* plays games and learns from them (`engine.learning`), and writes ``engine/values.npz``;
with ``--state FILE`` a run that is broken off goes on where it stood. *penalty* draws tiles and
follows the slope of the bound (`bound.relaxation`), and writes ``bound/penalty.npz``. The same
numbers give the same file. How it went is in ``benchmarks/results/take_it_easy_train.json``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from benchmarks.lib import machine
from benchmarks.lib.take_it_easy import part
from polygames.runtime.progress import progress
from polygames.runtime.random_numbers import seeded

NAME = "take_it_easy_train"
COMMAND = "python -m benchmarks.training.take_it_easy"
CHUNK = 20_000
"""Games between two looks at the bar and two states on the disk."""
CHECK = 20_000
"""Games, not learned from, that say how good the values are."""
SAVE = 5
"""Chunks between two states on the disk."""
TRACE, RATE = 0.9, 1.0
"""With a trace of 0.5 games of this length teach their first moves too slowly: 145 points after
1,600,000 games."""
SLOPE, STEPS = 0.1, 300
"""The rate at which factors of the penalty change, and how often prices do for each deal."""


def values(games: int, seed: int, state: Path | None) -> dict[str, Any]:
    """Learn values, and return how it went."""
    learning, board_values = part("engine.learning"), part("engine.values")
    learner, rng, played, spent = learning.new_learner(), seeded(seed), 0, 0.0
    if state and state.exists():
        with np.load(state) as kept:
            learner = learning.Learner(kept["weights"], kept["errors"], kept["sizes"])
            rng, played, spent = kept["rng"], int(kept["played"]), float(kept["spent"])
    curve = []
    begun, before = process_time(), spent
    for number in progress(range(played // CHUNK, games // CHUNK), "values"):
        mean = float(learning.learn(learner, rng, CHUNK, TRACE, RATE).mean())
        curve.append([(number + 1) * CHUNK, round(mean, 2)])
        spent = before + process_time() - begun
        if state and number % SAVE == 0:
            print(curve[-1], round(spent), flush=True)
            kept = learner._asdict() | {"rng": rng, "played": curve[-1][0], "spent": spent}
            np.savez(state.with_suffix(".new.npz"), **kept)
            state.with_suffix(".new.npz").replace(state)
    weights = learner.weights.astype(np.float16)
    np.savez_compressed(board_values.DATA, weights=weights)
    kept = learning.Learner(weights.astype(np.float32), *learner[1:])
    scores = learning.learn(kept, seeded(seed, 1), CHECK, TRACE, 0.0)
    return {
        "command": f"{COMMAND} values --games {games} --seed {seed}",
        "games": games,
        "CPU seconds": round(spent),
        "numbers learned": int(np.count_nonzero(learner.sizes)),
        "mean": round(float(scores.mean()), 2),
        "half": round(float(1.96 * scores.std() / CHECK**0.5), 2),
    }


def penalty(games: int, seed: int) -> dict[str, Any]:
    """Learn the penalty, and return how it went."""
    relaxation = part("bound.relaxation")
    factors, start = relaxation.Factors(), process_time()
    deals = [relaxation.deal(Random(f"learn {seed} {number}")) for number in range(games)]
    met = factors.learn(list(progress(deals, "penalty")), SLOPE, STEPS)
    np.savez_compressed(relaxation.DATA, values=factors.values.astype(np.float32))
    tenth = max(1, games // 10)
    return {
        "command": f"{COMMAND} penalty --games {games} --seed {seed}",
        "games": games,
        "CPU seconds": round(process_time() - start),
        "first tenth": round(fmean(met[:tenth]), 2),
        "last tenth": round(fmean(met[-tenth:]), 2),
    }


def main() -> None:
    """Learn, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("values", "penalty"))
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path, help="where the values are kept on the way")
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    if chosen.what == "values":
        figures["values"] = values(chosen.games or 4_000_000, chosen.seed, chosen.state)
    else:
        figures["penalty"] = penalty(chosen.games or 5000, chosen.seed)
    print(figures[chosen.what])
    machine.write(NAME, {k: v for k, v in figures.items() if k != "machine"})


if __name__ == "__main__":
    main()
