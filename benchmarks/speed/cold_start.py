"""CPU seconds of a process without compiled code, until the first move or hint of a game.

``python -m benchmarks.speed.cold_start`` starts a process for each game with each of the levels 1
to 3, and one for the first finished hint. Each has an empty folder for compiled code. A game begins
as on a board. The figures include the start of Python and all imports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from resource import RUSAGE_CHILDREN, getrusage

import polygames as pg
from benchmarks.lib import machine

ANSWERS = ("level 1", "level 2", "level 3", "hint")
TARGET_CPU_SECONDS = 4

PROGRAM = """
import sys
from random import Random
import polygames as pg
from polygames.search import deepen
game, answer = sys.argv[1:]
state = pg.new(game, preset=pg.game(game).board.default_preset)
while state.turn == pg.CHANCE:
    state = state.play(state.legal_moves.sample(Random(0)))
if answer == "hint":
    next(each for each in deepen(state, seconds=60) if not each.is_quick_look)
else:
    pg.agent(answer, game=game).choose(state.view(state.turn), Random(0))
"""


def measure_start(game: str, answer: str) -> float:
    """Return the CPU seconds of a process that gives an answer in a game."""
    before = getrusage(RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, game, answer]
        variables = os.environ | {"NUMBA_CACHE_DIR": folder}
        subprocess.run(command, env=variables, check=True)  # noqa: S603 - this very Python
    after = getrusage(RUSAGE_CHILDREN)
    return round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)


def main() -> None:
    """Measure all starts, and save the CPU seconds with the target."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    load = os.getloadavg()[0]
    games = {game: {each: measure_start(game, each) for each in ANSWERS} for game in pg.games()}
    figures = {"target": TARGET_CPU_SECONDS, "load before": round(load, 1), "CPU seconds": games}
    machine.write("cold_start", {"command": "python -m benchmarks.speed.cold_start"} | figures)
    print(machine.json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
