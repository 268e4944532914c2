"""Measure the arrays of a collection of games: positions a second, and memory.

    python -m benchmarks.speed.arrays [--games N] [--game G]

Random games are written to files, and read again as arrays. The memory is the growth of the largest
memory of the process while they are read, so it shows whether the games stay in memory.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

import polygames as pg

OPTIONS = {"polygon": {"n": 6}, "splitter": {"players": 2}, "territory": {"seed": 1, "size": 6}}


def write_games(folder: Path, game: str, count: int) -> None:
    """Write random games to files."""
    rng = Random(1)
    start = pg.new(game, **OPTIONS.get(game, {}))
    for number in range(count):
        record = pg.Record(start)
        while record.state.outcome is None:
            record.push(record.state.legal_moves.sample(rng))
        (folder / f"{number:06}.txt").write_text(record.to_text())


def peak_megabytes() -> float:
    """Return the largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    """Run the command of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=pg.games(), default="polygon")
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_games(folder, given.game, given.games)
        next(pg.collection(folder).arrays(rows=1, progress=False))  # loads the modules
        before, began = peak_megabytes(), perf_counter()
        rows = sum(len(found.moves) for found in pg.collection(folder).arrays(progress=False))
        seconds = perf_counter() - began
    print(
        f"{given.games} games of {given.game}, {rows} positions: {seconds:.1f} s, "
        f"{rows / seconds:.0f} positions a second, {peak_megabytes() - before:.0f} MB more"
    )


if __name__ == "__main__":
    main()
