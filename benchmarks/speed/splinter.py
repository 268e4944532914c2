"""The speed of Splinter: random moves and tree search, compared with plain Python and OpenSpiel.

``python -m benchmarks.speed.splinter [--seconds S]`` needs ``pip install open-spiel``. With
``--again threads starts`` (or one of them) it repeats only the figures that other programs disturb
most. All figures are per CPU second of the playing thread. The engines take turns, so a busy
machine disturbs all of them equally. OpenSpiel's C++ games use its C++ classes
`RandomRolloutEvaluator` and `MCTSBot`, without a step through Python. Splinter is also included as
a Python game of OpenSpiel (`peers/splinter_on_openspiel.py`).
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from importlib.metadata import version
from resource import RUSAGE_THREAD, getrusage
from statistics import median
from threading import Thread
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.cpu_time import Part
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.uct import Tuning, Uct
from polygames.runtime.jit import compiled
from polygames.runtime.random_numbers import make_stream
from polygames.search.playouts import play_random_game

if TYPE_CHECKING:
    from collections.abc import Callable

ROUND_COUNT = 5
GAMES_PER_BATCH = 10_000
"""The number of random games that the kernel plays without Python's lock. With short batches, one
thread would wait for another that lost its processor while it had the lock."""
WARM_START_COUNT = 5
"""The number of warm starts. The fastest counts, because other programs only slow them down."""
LOA, CHESS = "lines_of_action", "chess"
HAVANNAH, Y = "havannah(board_size=8)", "y(board_size=19)"
IN_CPP = (LOA, CHESS, HAVANNAH, Y)
IN_PYTHON, PLAIN_PYTHON = "python_splinter", "plain Python"
START_STATE = pg.new("splinter")
PLAIN_TREE = Tuning(exploration=0.7, prior_visits=4.0, expand_after=8, static_share=0.0, tie=0.0)

FIRST_CALL_SCRIPT = """
import sys, time
sys.modules |= dict.fromkeys({!r})
wall, cpu = time.perf_counter(), time.process_time()
import polygames as pg
from random import Random
from polygames.search import playouts
state = pg.new("splinter")
{}
print(time.perf_counter() - wall, time.process_time() - cpu)
"""
OPTIONAL_PACKAGES = ("scipy", "coverage")
"""Packages that numba loads if they are installed. OpenSpiel and the tests need them."""
FIRST_GAMES = "playouts(state, games=1)"
FIRST_MOVES = "\n".join(
    f'pg.agent("{name}", game="splinter", seconds=0.01).choose(state, Random(0))'
    for name in ("mcts", "minimax")
)


# --- Random moves ------------------------------------------------------------------------------


@compiled
def games(root: Any, board: Any, rng: Any, n: int) -> int:
    """Play random games on the kernel, and count the moves."""
    plies = 0
    for _ in range(n):
        for i in range(root.size):
            board[i] = root[i]
        plies += kernel.rollout(board, rng)
    return plies


def play_on_kernel(seconds: float, seed: int = 0) -> Part:
    """Play random games on the kernel."""
    root = kernel.encode(START_STATE)
    board, rng = root.copy(), make_stream(seed)
    count, start = 0, thread_time()
    while thread_time() - start < seconds:
        count += games(root, board, rng, GAMES_PER_BATCH)
    return Part(count, thread_time() - start)


def play_in_plain_python(seconds: float) -> Part:
    """Play random games as `playouts` does without numba."""
    rng, count, start = random.Random(0), 0, thread_time()
    while thread_time() - start < seconds:
        count += play_random_game(START_STATE, rng)[0]
    return Part(count, thread_time() - start)


def play_with_rules(seconds: float) -> Part:
    """Play random games in rules.py, state by state."""
    rng, count, start = random.Random(0), 0, thread_time()
    while thread_time() - start < seconds:
        state = START_STATE
        while state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
        count += state.ply
    return Part(count, thread_time() - start)


# --- Tree search -------------------------------------------------------------------------------


def search_with_uct(seconds: float) -> Part:
    """Search the first position by the compiled UCT, each time with a new tree."""
    visits, count, start = 20_000, 0, thread_time()
    while thread_time() - start < seconds:
        agent = Uct(PLAIN_TREE, None, seconds=None, visits=visits, reuse=False)
        agent.choose(START_STATE, random.Random(count))
        count += visits
    return Part(count, thread_time() - start)


# --- Measuring ---------------------------------------------------------------------------------


def measure_rates(engines: dict[str, Callable[[float], Part]], seconds: float) -> dict[str, float]:
    """Run engines in turns, and return the rate of each per CPU second."""
    for run in engines.values():
        run(0.01)
    parts: dict[str, list[Part]] = {name: [] for name in engines}
    for _ in range(ROUND_COUNT):
        for name, run in engines.items():
            parts[name].append(run(seconds / ROUND_COUNT))
    return {
        name: sum(part.count for part in own) / sum(part.seconds for part in own)
        for name, own in parts.items()
    }


def compare_threads(seconds: float) -> dict[str, float]:
    """Return the speed of two threads relative to one, and how often they wait for each other.

    Other programs disturb the speed by the wall clock, but hardly the other two figures. Moves per
    CPU second of each thread fall if the threads wait for each other in a loop. The number of times
    that a thread gives up its processor rises if they sleep while they wait.
    """
    walls, rates, waits = [], [], []
    for _ in range(ROUND_COUNT):
        one, two = _run_threads(1, seconds / ROUND_COUNT), _run_threads(2, seconds / ROUND_COUNT)
        walls.append(two.speed / one.speed)
        rates.append(two.rate / one.rate)
        waits.append(two.waits)
    return {
        "by the wall clock, median": median(walls),
        "per CPU second of each, median": median(rates),
        "waits per CPU second of each, median": median(waits),
    }


class ThreadFigures(NamedTuple):
    """The result of several threads."""

    speed: float
    """Moves of all per second of the wall clock."""
    rate: float
    """Moves per CPU second of each."""
    waits: float
    """The number of times that a thread waited, per CPU second."""


def _run_threads(n: int, seconds: float) -> ThreadFigures:
    """Play random games in several threads at the same time."""
    parts: list[Part] = []
    waits: list[int] = []

    def run(seed: int) -> None:
        before = getrusage(RUSAGE_THREAD).ru_nvcsw
        parts.append(play_on_kernel(seconds, seed))
        waits.append(getrusage(RUSAGE_THREAD).ru_nvcsw - before)

    threads = [Thread(target=run, args=(seed,)) for seed in range(n)]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, cpu = perf_counter() - start, sum(part.seconds for part in parts)
    moves = sum(part.count for part in parts)
    return ThreadFigures(moves / wall, moves / cpu, sum(waits) / cpu)


def time_first_call(
    call: str, cache: str, without: tuple[str, ...] = OPTIONAL_PACKAGES
) -> dict[str, float]:
    """Return the time of a new process from its start to the end of a first call.

    The packages in `without` cannot be imported there.
    """
    reply = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", FIRST_CALL_SCRIPT.format(without, call)],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    wall, cpu = map(float, reply.stdout.split())
    return {"seconds": wall, "CPU seconds": cpu}


def time_first_calls() -> dict[str, dict[str, dict[str, float]]]:
    """Return the times of the first games and first moves, without and with cached code."""
    times = {}
    for name, call in {"random games": FIRST_GAMES, "both agents": FIRST_MOVES}.items():
        with tempfile.TemporaryDirectory() as cache:
            times[name] = {"cold": time_first_call(call, cache)}
            for how, without in {"warm": OPTIONAL_PACKAGES, "warm, all": ()}.items():
                starts = [time_first_call(call, cache, without) for _ in range(WARM_START_COUNT)]
                times[name][how] = min(starts, key=lambda start: start["CPU seconds"])
    return times


def ratios(moves: dict[str, float], visits: dict[str, float]) -> list[dict[str, Any]]:
    """Return the targets and the measured ratios."""
    rows = [
        (f"random moves: kernel / {name}", moves["kernel"] / moves[name], target)
        for name, target in ((IN_PYTHON, 150), (LOA, 30), (CHESS, 30), (HAVANNAH, 3), (Y, 3))
    ]
    rows += [
        ("random moves: plain Python / python_splinter", moves[PLAIN_PYTHON] / moves[IN_PYTHON], 5),
        ("UCT / OpenSpiel's Python MCTS", visits["uct"] / visits[IN_PYTHON], 150),
        ("UCT / OpenSpiel's C++ MCTS, havannah", visits["uct"] / visits[HAVANNAH], 5),
    ]
    return [{"what": what, "ratio": ratio, "target": target} for what, ratio, target in rows]


REPEATABLE_FIGURES = ("threads", "starts")


def main() -> None:
    """Measure the speeds, print and save them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds per engine")
    parser.add_argument(
        "--again", nargs="+", choices=REPEATABLE_FIGURES, help="measure only these figures again"
    )
    given = parser.parse_args()
    figures = machine.read("splinter_speed") if given.again else measure_speeds(given.seconds)
    parts = given.again or REPEATABLE_FIGURES
    if "threads" in parts:
        figures["two threads"] = compare_threads(given.seconds)
    if "starts" in parts:
        figures["first"] = time_first_calls()
    figures["load"] = os.getloadavg()[0]
    machine.write("splinter_speed", figures)
    print(machine.json.dumps(figures, indent=1))


def measure_speeds(seconds: float) -> dict[str, Any]:
    """Return the rates of all engines per CPU second."""
    from benchmarks.peers import openspiel

    cpp = {name: openspiel.InCpp(name) for name in IN_CPP}
    movers = {
        "kernel": play_on_kernel,
        PLAIN_PYTHON: play_in_plain_python,
        "rules.py": play_with_rules,
    }
    movers |= {IN_PYTHON: openspiel.play_in_python, **cpp}
    searchers = {"uct": search_with_uct, IN_PYTHON: openspiel.mcts_in_python}
    searchers |= {name: openspiel.mcts_in_cpp(name) for name in IN_CPP}
    moves, visits = measure_rates(movers, seconds), measure_rates(searchers, seconds)
    return {
        "command": f"python -m benchmarks.speed.splinter --seconds {seconds:g}",
        "open-spiel": version("open-spiel"),
        "moves per CPU second": moves,
        "plies a game": {name: engine.plies for name, engine in cpp.items()},
        "visits per CPU second": visits,
        "ratios": ratios(moves, visits),
    }


if __name__ == "__main__":
    main()
