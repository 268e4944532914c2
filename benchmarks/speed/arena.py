"""What it costs to spread games over workers, and to play random games by the public function.

``python -m benchmarks.speed.arena [--games N] [--rounds R]`` measures, in turns within one process:

- random games of Splinter by `playouts`, against the kernel's own loop in compiled code, by CPU
  time (target: at least 95% of its rate);
- quick games of Splinter (broken off after 4 plies) in a match on dask's LocalCluster, against
  joblib's own processes, by the clock, on as many workers (target: at least 90%), as dask is set up
  and without its profiler, which looks at every worker 100 times a second;
- the same match on one worker and on two, by the clock (target: at least 1.8 times as fast).

The last two are fair only while nothing else runs. Beside them stands what the same games cost in
CPU seconds, of all processes together, which others disturb less: a share of 95% says that what is
measured against took 5% less. Needs the extra ``dask``.
"""

from __future__ import annotations

import argparse
import os
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import joblib

import polygames as pg
from benchmarks.lib import machine
from polygames.games.splinter.engine import kernel
from polygames.runtime.compiling import compiled
from polygames.runtime.random_numbers import seeded
from polygames.search import playouts

PLIES = 4
WORKERS = 2
FIRST = 200
"""Pairs that are played before the clock runs: workers load what they use."""


@compiled
def kernel_loop(root: Any, board: Any, rng: Any, games: int) -> int:
    """Play random games, and count their plies."""
    plies = 0
    for _ in range(games):
        board[:] = root
        plies += kernel.rollout(board, rng)
    return plies


def random_games(games: int, rounds: int) -> dict[str, Any]:
    """Compare `playouts` with the kernel's own loop, by CPU time for a ply."""
    state = pg.new("splinter")
    root = kernel.encode(state)
    board = root.copy()
    playouts(state, 1, workers=1)
    kernel_loop(root, board, seeded(0), 1)
    ratios, rates = [], []
    for number in range(rounds):
        start = process_time()
        plies = kernel_loop(root, board, seeded(number), games)
        own = (process_time() - start) / plies
        start = process_time()
        found = playouts(state, games, seed=number, workers=1)
        public = (process_time() - start) / sum(found.plies)
        ratios.append(own / public)
        rates.append(1 / public)
    return {"games": games, "plies a CPU second": round(median(rates)), "share": median(ratios)}


class Rates(NamedTuple):
    """How many games were played in a second."""

    clock: float
    cpu: float
    """In a second of a core, those of all processes together."""


def cpu_seconds() -> float:
    """Return how long this process has computed, and all that it started."""
    from psutil import Process  # dask brings it

    own = Process()
    times = [process.cpu_times() for process in (own, *own.children(recursive=True))]
    return sum(each.user + each.system for each in times)


def match(pairs: int, workers: int | None) -> Rates:
    """Return how many quick games a match plays in a second."""
    start, computed = perf_counter(), cpu_seconds()
    found = pg.match(
        *("splinter", "random", "random"),
        pairs=pairs,
        workers=workers,
        max_plies=PLIES,
        progress=False,
    )
    assert len(found.games) == 2 * pairs  # noqa: S101 - what is measured is what was played
    games = len(found.games)
    return Rates(games / (perf_counter() - start), games / (cpu_seconds() - computed))


def match_on_dask(pairs: int, *, profiler: bool = True) -> Rates:
    """Return the same of a LocalCluster, which is gone when the others are measured."""
    import dask
    from distributed import Client, LocalCluster

    options = {"n_workers": WORKERS, "threads_per_worker": 1, "dashboard_address": None}
    with (
        dask.config.set({"distributed.worker.profile.enabled": profiler}),
        LocalCluster(**options) as cluster,
        Client(cluster) as client,
        joblib.parallel_config("dask", client=client),
    ):
        match(FIRST, None)
        return match(pairs, None)


def spread_games(games: int, rounds: int) -> dict[str, Any]:
    """Compare dask with joblib's own processes, and two workers with one."""
    pairs = games // 2
    rates: dict[str, list[Rates]] = {
        name: [] for name in ("dask", "dask without its profiler", "loky", "one worker")
    }
    match(FIRST, WORKERS)
    for _ in range(rounds):
        rates["dask"].append(match_on_dask(pairs))
        rates["dask without its profiler"].append(match_on_dask(pairs, profiler=False))
        rates["loky"].append(match(pairs, WORKERS))
        rates["one worker"].append(match(pairs // WORKERS, 1))
    return {
        "games": games,
        "games a second": {
            name: round(median(one.clock for one in each)) for name, each in rates.items()
        },
        "dask to loky": ratio(rates["dask"], rates["loky"]),
        "dask without its profiler to loky": ratio(
            rates["dask without its profiler"], rates["loky"]
        ),
        "two workers to one": ratio(rates["loky"], rates["one worker"]),
        "load average": round(os.getloadavg()[0], 1),
    }


def ratio(ones: list[Rates], others: list[Rates]) -> dict[str, float]:
    """Return the median of the ratios, round by round, by the clock and by CPU time."""
    rounds = list(zip(ones, others, strict=True))
    return {
        "clock": median(one.clock / other.clock for one, other in rounds),
        "CPU": median(one.cpu / other.cpu for one, other in rounds),
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=["random", "spread"], help="a part")
    chosen = parser.parse_args()
    command = f"python -m benchmarks.speed.arena --games {chosen.games} --rounds {chosen.rounds}"
    figures = machine.read("arena_speed")
    figures.pop("machine", None)
    figures["command"] = command
    if chosen.only != "spread":
        figures["random games"] = random_games(chosen.games, chosen.rounds)
    if chosen.only != "random":
        figures["spread games"] = spread_games(chosen.games, chosen.rounds)
    machine.write("arena_speed", figures)
    print(machine.json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
