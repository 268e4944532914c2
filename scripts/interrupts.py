"""Interrupt matches at any moment, on every backend of joblib; count what came of it.

    python scripts/interrupts.py                               # 100 times on each backend
    python scripts/interrupts.py --times 20 --only loky ray

A program plays one match after the other with a file, in a loop. It is sent the signal of Ctrl-C:
to its process alone, or, as by a terminal, to its group. Then the loop has to end with
`pg.Interrupted` (between two matches with KeyboardInterrupt), whose result says so and holds right
games only; the file has whole lines only; and the match goes on from it to the result that it has
without an interrupt. The exit code is 1 if something was otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from select import select
from subprocess import PIPE, Popen
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import joblib

import polygames as pg
from polygames.arena.playing import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKENDS = ("sequential", "threading", "loky", "dask", "ray")
OWN_GROUPS = {"dask", "ray"}
"""Backends whose workers are no children of a terminal: on a cluster they hear no Ctrl-C."""
PAIRS = 8
LONGEST = 1.5
"""Seconds from the beginning of a match to the interrupt, at most."""
PATIENCE = 300.0
"""Seconds to wait for an answer."""


RIGHT = ("seen, with right games, and gone on with", "seen, between two matches")
"""What is to come of an interrupt."""


class Slow:
    """Plays at random, and takes its time."""

    def choose(self, state: Any, rng: Random) -> Any:
        """Wait a little, and choose."""
        time.sleep(0.005)
        return state.legal_moves.sample(rng)


def main() -> int:
    """Interrupt, and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=100, help="on each backend (100)")
    parser.add_argument("--only", nargs="+", choices=BACKENDS, default=BACKENDS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--play", choices=BACKENDS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play(given.play, given.times)
        return 0
    wrong = 0
    for backend in given.only:
        counts = interrupted(backend, given.times, Random(given.seed))
        wrong += given.times - sum(counts[right] for right in RIGHT)
        print(f"{backend}: {dict(sorted(counts.items()))}", flush=True)
    return bool(wrong)


# --- Who interrupts -------------------------------------------------------------------------------


def interrupted(backend: str, times: int, rng: Random) -> Counter[str]:
    """Interrupt a program so often; count what it says each time."""
    command = [sys.executable, __file__, "--play", backend, "--times", str(times)]
    counts = Counter[str]()
    with Popen(command, stdout=PIPE, bufsize=0, start_new_session=True) as child:
        try:
            while (said := heard(child)) == "plays":
                time.sleep(rng.uniform(0, LONGEST))
                to_all = backend not in OWN_GROUPS and rng.random() < 1 / 2
                (os.killpg if to_all else os.kill)(child.pid, signal.SIGINT)
                counts["to the group" if to_all else "to the process"] += 1
                counts.update(json.loads(heard(child) or '["the program ended"]'))
        finally:
            if said != "":
                os.killpg(child.pid, signal.SIGKILL)
    counts[f"ended before its time, with exit code {child.poll()}"] += counts.total() == 0
    return +counts


def heard(child: Popen[bytes]) -> str:
    """Return the next line of a program that is an answer; empty at its end."""
    while child.stdout is not None and select([child.stdout], [], [], PATIENCE)[0]:
        said = child.stdout.readline().decode().strip()
        if said in {"plays", ""} or said.startswith("["):
            return said
    return '["no answer"]'


# --- Who is interrupted ---------------------------------------------------------------------------


def play(backend: str, times: int) -> None:
    """Play in a loop until an interrupt, so often; after each say what was found."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    warnings.simplefilter("ignore")  # clusters leave processes and sockets behind
    with ExitStack() as stack:
        stack.enter_context(cluster(backend))
        stack.enter_context(joblib.parallel_config(backend, n_jobs=2))
        whole = match()
        for _ in range(times):
            print(json.dumps(outcome(whole)), flush=True)


def match(file: Path | None = None) -> Any:
    """Play the match."""
    options: dict[str, Any] = {"n": 6, "progress": False, "pairs": PAIRS, "seed": 3}
    return pg.match("polygon", Slow(), "random", file=file, **options)


def outcome(whole: Any) -> list[str]:
    """Play until an interrupt comes; return what is to be counted."""
    file = Path(mkdtemp(prefix="interrupts-")) / "results.jsonl"
    said = "an interrupt without a result"
    result = None
    try:
        print("plays", flush=True)
        for again in range(10**6):
            match(file.with_stem(f"results {again}"))
    except pg.Interrupted as stopped:
        result, said = stopped.result, RIGHT[0]
    except KeyboardInterrupt as bare:
        if not any(module.startswith("polygames") for module in files_of(bare)):
            said = RIGHT[1]
        else:
            traceback.print_exception(bare)
    faults = []
    if result is not None:
        faults = [] if result.is_interrupted else ["the result does not say so"]
        right = {game.pair for game in result.games if isinstance(game, Game)}
        if result.games != tuple(game for game in whole.games if game.pair in right):
            faults.append("other games")
    for kept in file.parent.glob("*.jsonl"):
        lines = kept.read_bytes().split(b"\n")
        faults += ["half a line"] if lines[-1] else []
        if match(kept) != whole:
            faults.append("another result at last")
        kept.unlink()
    return faults or [said]


def files_of(error: BaseException) -> list[str]:
    """Return the modules that an exception came through, without this one."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return [name for each in frames if (name := each.f_globals["__name__"]) != __name__]


@contextmanager
def cluster(backend: str) -> Iterator[None]:
    """Make two workers of dask or ray."""
    if backend == "dask":
        from distributed import Client, LocalCluster

        options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
        with LocalCluster(**options) as workers, Client(workers):
            yield
    elif backend == "ray":
        import ray
        from ray.util.joblib import register_ray

        os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")  # on a busy machine
        register_ray()
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()
    else:
        yield


if __name__ == "__main__":
    sys.exit(main())
