"""How many points Splitter's agents make alone, over seeded games.

``python -m benchmarks.strength.splitter [--games N] [ROW ...]``. A row is an agent on a pad, like
``expectimax-A``; each is written as soon as it is over, and an interrupt keeps what was played.
Times are CPU time of this process. The agent ``strong`` plays by a fixed number of games played
on instead of by the clock, so that the totals can be had again. ``pure-A`` is the agent
``potential`` with compilation off (``NUMBA_DISABLE_JIT``), in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from time import process_time
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.splitter.engine.bench import play, series, summary

VISITS = 4000
AGENTS: dict[str, dict[str, Any]] = {
    "random": {},
    "greedy": {},
    "potential": {},
    "expectimax": {},
    "strong": {"seconds": None, "visits": VISITS},
}
TARGETS = {
    "expectimax-A": (37.2, 50),
    "expectimax-B": (39.5, 50),
    "strong-A": (40, 5000),
    "strong-B": (42, 5000),
    "pure-A": (35, None),
    "pure-B": (35, None),
}
"""The mean, and milliseconds a game, to be reached."""


def measure(row: str, games: int) -> None:
    """Play one row and write it."""
    agent, _, pad = row.partition("-")
    name = "potential" if agent == "pure" else agent
    player = pg.agent(name, game="splitter", **AGENTS[name])
    play(player, pad, -1)  # compiles, and loads the tables
    # Uncompiled, luck takes ten times as long as the game.
    totals, lucks, spent = series(
        player, pad, games, row, lucky=agent != "pure", clock=process_time
    )
    if len(totals) < games:
        print(f"{row}: interrupted after {len(totals)} games")
    spent *= 1000 / len(totals)
    mean, most = TARGETS.get(row, (None, None))
    figures = machine.read("splitter_agents")
    rows = figures.get("rows", {})
    rows[row] = summary(totals, lucks) | {
        "options": AGENTS[name],
        "CPU ms a game": round(spent, 1),
        "target": mean,
        "target ms": most,
        "command": f"python -m benchmarks.strength.splitter --games {games} {row}",
        "totals by seed": totals,
    }
    machine.write("splitter_agents", {"rows": rows})
    print(f"{row}: {rows[row]['mean']} {rows[row]['interval']} {spent:.1f} ms", flush=True)


def main() -> None:
    """Read the command line and measure."""
    rows = [f"{agent}-{pad}" for agent in (*AGENTS, "pure") for pad in "AB"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--games", type=int, default=500)
    chosen = parser.parse_args()
    if unknown := set(chosen.rows) - set(rows):
        parser.error(f"no such row: {min(unknown)}")
    for row in chosen.rows or rows:
        if row.startswith("pure") and "NUMBA_DISABLE_JIT" not in os.environ:
            command = [
                sys.executable,
                "-m",
                "benchmarks.strength.splitter",
                row,
                "--games",
                str(chosen.games),
            ]
            subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=True)  # noqa: S603 - this very Python
        else:
            measure(row, chosen.games)


if __name__ == "__main__":
    main()
