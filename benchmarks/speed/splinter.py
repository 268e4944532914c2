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

ROUNDS = 5
BATCH = 10_000
"""How many random games the kernel plays without Python's lock: short batches let one thread wait
for another that lost its processor while it had the lock."""
STARTS = 5
"""How many warm starts there are; the quickest counts, as other programs only slow them down."""
LOA, CHESS = "lines_of_action", "chess"
HAVANNAH, Y = "havannah(board_size=8)", "y(board_size=19)"
IN_CPP = (LOA, CHESS, HAVANNAH, Y)
IN_PYTHON, PLAIN = "python_splinter", "plain Python"
START = pg.new("splinter")
PLAIN_TREE = Tuning(exploration=0.7, prior_visits=4.0, expand_after=8, static_share=0.0, tie=0.0)

FIRST = """
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
STRANGERS = ("scipy", "coverage")
"""What numba loads where it finds it: OpenSpiel and the tests need it, polygames does not."""
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


def on_kernel(seconds: float, seed: int = 0) -> Part:
    """Play random games on the kernel."""
    root = kernel.encode(START)
    board, rng = root.copy(), make_stream(seed)
    count, start = 0, thread_time()
    while thread_time() - start < seconds:
        count += games(root, board, rng, BATCH)
    return Part(count, thread_time() - start)


def in_plain_python(seconds: float) -> Part:
    """Play random games as `playouts` does where numba is missing."""
    rng, count, start = random.Random(0), 0, thread_time()
    while thread_time() - start < seconds:
        count += play_random_game(START, rng)[0]
    return Part(count, thread_time() - start)


def in_rules(seconds: float) -> Part:
    """Play random games in rules.py, state by state."""
    rng, count, start = random.Random(0), 0, thread_time()
    while thread_time() - start < seconds:
        state = START
        while state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
        count += state.ply
    return Part(count, thread_time() - start)


# --- Tree search -------------------------------------------------------------------------------


def uct(seconds: float) -> Part:
    """Search the first position by the compiled UCT, each time with a new tree."""
    visits, count, start = 20_000, 0, thread_time()
    while thread_time() - start < seconds:
        agent = Uct(PLAIN_TREE, None, seconds=None, visits=visits, reuse=False)
        agent.choose(START, random.Random(count))
        count += visits
    return Part(count, thread_time() - start)


# --- Measuring ---------------------------------------------------------------------------------


def in_turns(engines: dict[str, Callable[[float], Part]], seconds: float) -> dict[str, float]:
    """Run engines in turns, and return the rate of each per CPU second."""
    for run in engines.values():
        run(0.01)
    parts: dict[str, list[Part]] = {name: [] for name in engines}
    for _ in range(ROUNDS):
        for name, run in engines.items():
            parts[name].append(run(seconds / ROUNDS))
    return {
        name: sum(part.count for part in own) / sum(part.seconds for part in own)
        for name, own in parts.items()
    }


def two_threads(seconds: float) -> dict[str, float]:
    """Return how much two threads do beside one, by the wall clock, which other programs disturb.

    Two other figures are hardly disturbed: what they do per CPU second of their own, where less
    than one thread does would mean that they wait for each other awake; and how often they gave
    their processor up by themselves, which is what waiting for each other asleep would be.
    """
    walls, rates, waits = [], [], []
    for _ in range(ROUNDS):
        one, two = _threads(1, seconds / ROUNDS), _threads(2, seconds / ROUNDS)
        walls.append(two.speed / one.speed)
        rates.append(two.rate / one.rate)
        waits.append(two.waits)
    return {
        "by the wall clock, median": median(walls),
        "per CPU second of each, median": median(rates),
        "waits per CPU second of each, median": median(waits),
    }


class Together(NamedTuple):
    """The result of several threads."""

    speed: float
    """Moves of all per second of the wall clock."""
    rate: float
    """Moves per CPU second of each."""
    waits: float
    """How often one waited, per CPU second."""


def _threads(n: int, seconds: float) -> Together:
    """Play random games in several threads at the same time."""
    parts: list[Part] = []
    waits: list[int] = []

    def run(seed: int) -> None:
        before = getrusage(RUSAGE_THREAD).ru_nvcsw
        parts.append(on_kernel(seconds, seed))
        waits.append(getrusage(RUSAGE_THREAD).ru_nvcsw - before)

    threads = [Thread(target=run, args=(seed,)) for seed in range(n)]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, cpu = perf_counter() - start, sum(part.seconds for part in parts)
    moves = sum(part.count for part in parts)
    return Together(moves / wall, moves / cpu, sum(waits) / cpu)


def first(what: str, cache: str, without: tuple[str, ...] = STRANGERS) -> dict[str, float]:
    """Return how long a new process takes from its start to the end of some first thing.

    It finds nothing of the packages that it is to do without.
    """
    reply = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", FIRST.format(without, what)],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    wall, cpu = map(float, reply.stdout.split())
    return {"seconds": wall, "CPU seconds": cpu}


def loading() -> dict[str, dict[str, dict[str, float]]]:
    """Return how long the first games and the agents' first moves take, compiled and kept."""
    times = {}
    for name, what in {"random games": FIRST_GAMES, "both agents": FIRST_MOVES}.items():
        with tempfile.TemporaryDirectory() as cache:
            times[name] = {"cold": first(what, cache)}
            for how, without in {"warm": STRANGERS, "warm, all": ()}.items():
                starts = [first(what, cache, without) for _ in range(STARTS)]
                times[name][how] = min(starts, key=lambda start: start["CPU seconds"])
    return times


def ratios(moves: dict[str, float], visits: dict[str, float]) -> list[dict[str, Any]]:
    """Return the targets and the measured ratios."""
    rows = [
        (f"random moves: kernel / {name}", moves["kernel"] / moves[name], target)
        for name, target in ((IN_PYTHON, 150), (LOA, 30), (CHESS, 30), (HAVANNAH, 3), (Y, 3))
    ]
    rows += [
        ("random moves: plain Python / python_splinter", moves[PLAIN] / moves[IN_PYTHON], 5),
        ("UCT / OpenSpiel's Python MCTS", visits["uct"] / visits[IN_PYTHON], 150),
        ("UCT / OpenSpiel's C++ MCTS, havannah", visits["uct"] / visits[HAVANNAH], 5),
    ]
    return [{"what": what, "ratio": ratio, "target": target} for what, ratio, target in rows]


PARTS = ("threads", "starts")


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds per engine")
    parser.add_argument(
        "--again", nargs="+", choices=PARTS, help="measure only these figures again"
    )
    given = parser.parse_args()
    figures = machine.read("splinter_speed") if given.again else speeds(given.seconds)
    parts = given.again or PARTS
    if "threads" in parts:
        figures["two threads"] = two_threads(given.seconds)
    if "starts" in parts:
        figures["first"] = loading()
    figures["load"] = os.getloadavg()[0]
    machine.write("splinter_speed", figures)
    print(machine.json.dumps(figures, indent=1))


def speeds(seconds: float) -> dict[str, Any]:
    """Return the rates of all engines per CPU second."""
    from benchmarks.peers import openspiel

    cpp = {name: openspiel.InCpp(name) for name in IN_CPP}
    movers = {"kernel": on_kernel, PLAIN: in_plain_python, "rules.py": in_rules}
    movers |= {IN_PYTHON: openspiel.in_python, **cpp}
    searchers = {"uct": uct, IN_PYTHON: openspiel.mcts_in_python}
    searchers |= {name: openspiel.mcts_in_cpp(name) for name in IN_CPP}
    moves, visits = in_turns(movers, seconds), in_turns(searchers, seconds)
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
