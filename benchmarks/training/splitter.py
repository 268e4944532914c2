"""Learn the values by which Splitter's agents play, from games against oneself.

``python -m benchmarks.training.splitter --pad A [--games N] [--seed S]`` writes
``polygames/games/splitter/engine/data/A.npz``; the same numbers give the same file. ``--pad any``
learns on both pads in turns, without windows: weights for a pad of one's own.

Several pads, ``--pad A B any``, are learned each by itself, on as many workers as ``--workers`` or
`joblib.parallel_config` says; each comes out as if it were alone. Learning on one pad is one
sequence: every game is played with what the games before have taught.

With ``--state FILE`` a run that is broken off goes on where it stood when the same command is
given again, to the same end; without, an interrupt keeps what was learned. Of several pads each has
a file of its own, with the name of the pad.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.lib import machine
from polygames.games.splitter.engine import evaluator
from polygames.games.splitter.engine.evaluation import start
from polygames.games.splitter.engine.layout import SHAPES, layout
from polygames.games.splitter.engine.learning import Learner, learn, new_learner, self_play
from polygames.games.splitter.engine.sheet import blank
from polygames.games.splitter.pads import PADS
from polygames.runtime.progress import progress
from polygames.runtime.random_numbers import seeded
from polygames.runtime.workers import Spread

if TYPE_CHECKING:
    from polygames.runtime.random_numbers import Rng

DATA = Path(evaluator.__file__).parent / "data"
CHUNK = 500
"""Games between two looks at the noise and the bar."""
SAVE = 5000
"""Games between two states on the disk."""
STEADY = 0.8
"""The share of the games before the values are made to settle."""
CHECK = 4000
"""Games, not learned from, that say how good the values are."""


@dataclass
class Run:
    """How far the learning has come."""

    learner: Learner
    rng: Rng
    played: int = 0
    spent: float = 0.0

    def save(self, path: Path) -> None:
        """Write it, or leave the file as it was."""
        new = path.with_suffix(".new.npz")
        np.savez(new, **vars(self) | self.learner._asdict() | {"learner": 0})
        new.replace(path)

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read what `save` wrote."""
        with np.load(path) as kept:
            learner = Learner(kept["weights"], kept["variances"])
            return cls(learner, kept["rng"], int(kept["played"]), float(kept["spent"]))


def run_on(run: Run, chosen: argparse.Namespace) -> None:
    """Play and learn until all games are played, or an interrupt."""
    layouts = layouts_of(chosen.pad)
    begun, before = process_time(), run.spent
    try:
        for number in progress(range(run.played // CHUNK, chosen.games // CHUNK), chosen.pad):
            noise = noise_at(run.played / chosen.games, chosen.noise, chosen.last_noise)
            p = layouts[number % len(layouts)]
            learn(blank(p), p, run.learner, run.rng, CHUNK, chosen.mix, noise)
            run.played += CHUNK
            run.spent = before + process_time() - begun
            if chosen.state and run.played % SAVE == 0:
                run.save(chosen.state)
    except KeyboardInterrupt:
        print(f"interrupted after {run.played} games")


def noise_at(share: float, first: float, last: float) -> float:
    """Return the noise when such a share of the games is played: it rises at the end only.

    What is held still too early stays wrong: values rest on those of later sheets.
    """
    return first * (last / first) ** max(0.0, (share - STEADY) / (1 - STEADY))


def layouts_of(name: str) -> list[np.ndarray]:
    """Return the pads to learn on; without windows where it is for any pad."""
    shapes = () if name == "any" else SHAPES
    return [layout(pad, shapes) for key, pad in PADS.items() if name in ("any", key)]


def write(run: Run, chosen: argparse.Namespace) -> None:
    """Write the tables, and how good they are."""
    weights = run.learner.weights
    np.savez_compressed(DATA / f"{chosen.pad}.npz", weights=weights.astype(np.float16))
    figures = machine.read("splitter_train")
    figures.pop("machine", None)
    learned = {
        "command": f"python -m benchmarks.training.splitter --pad {chosen.pad} "
        f"--games {run.played} --seed {chosen.seed} "
        f"--noise {chosen.noise:g} --last-noise {chosen.last_noise:g} --mix {chosen.mix:g}",
        "games": run.played,
        "CPU seconds": round(run.spent),
        "numbers learned": int(np.count_nonzero(weights)),
    }
    pads = list(PADS) if chosen.pad == "any" else [chosen.pad]
    for pad, p in zip(pads, layouts_of(chosen.pad), strict=True):
        totals = np.zeros(CHECK, np.float32)
        self_play(blank(p), p, weights, seeded(chosen.seed + 1), totals)
        learned[f"mean on {pad}"] = round(float(totals.mean()), 2)
    print(learned)
    machine.write("splitter_train", figures | {chosen.pad: learned})


def main() -> None:
    """Read the command line, learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pad", nargs="+", choices=[*PADS, "any"], default=["A"])
    parser.add_argument("--games", type=int, default=7_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, default=100.0, help="of the dice")
    parser.add_argument("--last-noise", type=float, default=3000.0, help="at last, to settle")
    parser.add_argument("--mix", type=float, default=0.3, help="share of the later values")
    parser.add_argument("--state", type=Path, help="where to keep how far it has come")
    parser.add_argument("--workers", type=int, help="pads at a time; what joblib says by default")
    chosen = parser.parse_args()
    jobs = [job_of(chosen, pad) for pad in chosen.pad]
    for place, run in Spread(learned, jobs, workers=chosen.workers):
        write(run, jobs[place])


def job_of(chosen: argparse.Namespace, pad: str) -> argparse.Namespace:
    """Return what is asked for one pad."""
    state = chosen.state
    if state is not None and len(chosen.pad) > 1:
        state = state.with_stem(f"{state.stem}-{pad}")
    return argparse.Namespace(**vars(chosen) | {"pad": pad, "state": state})


def learned(chosen: argparse.Namespace) -> Run:
    """Learn on a pad, from the start or from where the state stands."""
    if chosen.state and chosen.state.exists():
        run = Run.load(chosen.state)
    else:
        run = Run(new_learner(start(layouts_of(chosen.pad)[0])), seeded(chosen.seed))
    run_on(run, chosen)
    return run


if __name__ == "__main__":
    main()
