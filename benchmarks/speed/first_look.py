"""Seconds until an analysis says something: with nothing compiled, and after.

``python -m benchmarks.speed.first_look [--games G ...]``. For each game in processes of their own,
from the start of the first analysis, the package imported: until the quick look is there, and until
the search itself has its first answer. First with an empty folder of compiled code, then with what
that process has left there; at last again in the same process. The times are those of the clock and
of the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

import polygames as pg
from benchmarks.lib import machine
from polygames.search import deepen
from polygames.search.analysis.readiness import is_quick_look

OPTIONS: Final[dict[str, dict[str, Any]]] = {"polygon": {"n": 10}, "territory": {"penalty": 0.5}}
PLIES: Final = 4


def position(game: str) -> pg.State[Any]:
    """Return a position in which a player is to move."""
    state, rng = pg.new(game, **OPTIONS.get(game, {})), Random(3)
    while state.ply < PLIES or state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    return state


def times(state: pg.State[Any]) -> dict[str, list[float]]:
    """Return the seconds, by the clock and of the processor, of the first look and the search."""
    wall, spent = perf_counter(), process_time()
    found: dict[str, list[float]] = {}
    for answer in deepen(state):
        now = [round(perf_counter() - wall, 3), round(process_time() - spent, 3)]
        found.setdefault("first look", now)
        if not is_quick_look(answer):
            found["search"] = now
            break
    return found


def in_own_process(game: str, folder: str) -> dict[str, dict[str, list[float]]]:
    """Measure twice in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.speed.first_look", "--one", game]
    env = os.environ | {"NUMBA_CACHE_DIR": folder}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - this very Python
    found: dict[str, dict[str, list[float]]] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=pg.games())
    parser.add_argument("--one")
    options = parser.parse_args()
    if options.one:
        state = position(options.one)
        print(json.dumps({"first": times(state), "again": times(state)}))
        return
    figures: dict[str, Any] = {}
    for game in options.games:
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = in_own_process(game, folder), in_own_process(game, folder)
        figures[game] = {
            "nothing compiled": cold["first"],
            "compiled": warm["first"],
            "again": warm["again"],
        }
        for when, row in figures[game].items():
            print(f"{game:10} {when:17} {row}", flush=True)
    machine.write("first_look", {"games": figures})


if __name__ == "__main__":
    main()
