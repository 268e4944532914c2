"""How much narrower an interval is without the luck of the dice, and whether it is unbiased.

``python -m benchmarks.studies.luck [--games N] [--table T] [--known M]``. Two agents of Splitter
play N games each by itself, and T at one table, where both write the same rolls. Before that each
plays M games with other dice: so it is known by how many points one is the stronger. The lead
without luck must agree with the lead, and with that.
"""

from __future__ import annotations

import argparse
from math import hypot
from statistics import fmean, stdev
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.ratings import Z95
from polygames.games.splitter.engine.bench import play

AGENTS = "expectimax", "potential"
OTHER_DICE = 1_000_000
"""Seeds from here on are those of the games alone."""
WORKERS = 2


def alone(name: str, games: int) -> tuple[float, float]:
    """Return the mean total of an agent in games alone, and its standard error."""
    agent = pg.agent(name, game="splitter")
    seeds = range(OTHER_DICE, OTHER_DICE + games)
    totals = [float(play(agent, "A", seed)[-1].scores[0]) for seed in seeds]
    return fmean(totals), stdev(totals) / games**0.5


def known_lead(games: int) -> dict[str, Any]:
    """Return by how many points the first agent is the stronger, from games alone."""
    means = {name: alone(name, games) for name in AGENTS}
    (first, one), (second, other) = means.values()
    half = Z95 * hypot(one, other)
    lead = first - second
    return {"games": games, "lead": [lead, lead - half, lead + half]}


def played(games: int, *, alone: bool) -> dict[str, Any]:
    """Return what is seen of the lead with luck and without it."""
    found = pg.without_luck(
        "splitter", *AGENTS, games=games, alone=alone, workers=WORKERS, progress=False
    )
    means = {"lead": found.lead, "luck": found.luck, "without luck": found.adjusted}
    known = {name: list(mean) for name, mean in means.items()}
    return {"games": games} | known | {"narrower": found.narrower}


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--table", type=int, default=2_000)
    parser.add_argument("--known", type=int, default=1_000)
    given = parser.parse_args()
    figures = {
        "command": f"python -m benchmarks.studies.luck --games {given.games} --table {given.table} "
        f"--known {given.known}",
        "names": list(AGENTS),
        "known": known_lead(given.known),
        "each rolls alone": played(given.games, alone=True),
    }
    machine.write("luck", figures)
    machine.write("luck", figures | {"at one table": played(given.table, alone=False)})


if __name__ == "__main__":
    main()
