"""How fast Split's random moves are: compiled, in rules.py, and on shapely, in one run.

``python -m benchmarks.speed.split [--seconds S]``. All figures are per CPU second of this
process, taken in turns, so that a busy machine disturbs all of them alike.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from random import Random
from statistics import fmean
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import polygames as pg
from benchmarks.lib import machine
from benchmarks.peers import split_on_shapely
from polygames.games.split.engine import kernel
from polygames.runtime.random_numbers import seeded

if TYPE_CHECKING:
    from collections.abc import Callable

PRESET = "2026"
ROUNDS = 5
CHUNK = 50
FIRST_GAME = f"""
import time
wall, cpu = time.perf_counter(), time.process_time()
import polygames as pg
from benchmarks.peers import split_on_shapely
from polygames.search import playouts
playouts(pg.new("split", preset="{PRESET}"), games=1)
print(time.perf_counter() - wall, time.process_time() - cpu)
"""


def compiled(number: int) -> tuple[int, bool]:
    """Play one compiled game: its plies, and whether seat 0 won."""
    board = ROOT.copy()
    plies = kernel.rollout(board, seeded(1, number))
    return plies, kernel.result(board) > 0


def in_rules(number: int) -> tuple[int, bool]:
    """Play one game in rules.py."""
    state, rng = START, Random(number)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state.ply, state.outcome.winners == {0}


def on_shapely(number: int) -> tuple[int, bool]:
    """Play one game on shapely."""
    game = split_on_shapely.random_game(Random(number))
    return game.plies, game.scores[0] > game.scores[1]


START = pg.new("split", preset=PRESET)
ROOT = kernel.encode(START)
ENGINES: dict[str, Callable[[int], tuple[int, bool]]] = {
    "compiled": compiled,
    "rules.py": in_rules,
    "shapely.ops.split": on_shapely,
}


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """Let the engines take turns, and count moves, lengths and wins of seat 0."""
    for play in ENGINES.values():
        play(0)
    plies: dict[str, list[int]] = {name: [] for name in ENGINES}
    wins, spent = dict.fromkeys(ENGINES, 0), dict.fromkeys(ENGINES, 0.0)
    for _ in range(ROUNDS):
        for name, play in ENGINES.items():
            start = process_time()
            while process_time() - start < seconds / ROUNDS:
                for _ in range(CHUNK if name == "compiled" else 1):
                    length, won = play(len(plies[name]) + 1)
                    plies[name].append(length)
                    wins[name] += won
            spent[name] += process_time() - start
    return {
        name: {
            "games": len(plies[name]),
            "moves per CPU second": sum(plies[name]) / spent[name],
            "plies a game": fmean(plies[name]),
            "won by seat 0": wins[name] / len(plies[name]),
        }
        for name in ENGINES
    }


def first_game(cache: str) -> dict[str, float]:
    """Return how long a new process takes from its start to the end of its first game."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    reply = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", FIRST_GAME],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    wall, cpu = map(float, reply.stdout.split())
    return {"seconds": wall, "CPU seconds": cpu}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="CPU seconds per engine")
    start = perf_counter()
    engines = measure(parser.parse_args().seconds)
    rate = {name: row["moves per CPU second"] for name, row in engines.items()}
    ratios = {name: rate["compiled"] / rate[name] for name in ("shapely.ops.split", "rules.py")}
    with tempfile.TemporaryDirectory() as cache:
        loading = {"cold": first_game(cache), "warm": first_game(cache)}
    figures = {"preset": PRESET, "engines": engines, "ratios": ratios, "first game": loading}
    machine.write("split_speed", figures)
    print(figures, f"[{perf_counter() - start:.0f} s]")


if __name__ == "__main__":
    main()
