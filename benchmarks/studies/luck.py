"""How much narrower an interval is without the luck of the dice, and whether it is unbiased.

``python -m benchmarks.studies.luck [--games N] [--known M] [--only WAY] [--keep FOLDER]``. Two
agents of Splitter play N games at one table, where both write the same rolls, and N each by itself.
Before that each plays M games alone with other dice: so it is known by how many points one is the
stronger. The lead without luck must agree with the lead, and with that.

What was played is kept in the folder: broken off, the command goes on there; the figures are those
of the games that are over.
"""

from __future__ import annotations

import argparse
from math import hypot
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import polygames as pg
from benchmarks.lib import kept, machine
from polygames.arena.luck import LuckyGame, WithoutLuck
from polygames.arena.ratings import Z95
from polygames.games.splitter.engine.bench import play

AGENTS = "expectimax", "potential"
OTHER_DICE = 1_000_000
"""Seeds from here on are those of the games alone."""
AT_ONCE = 100
"""So many games are played and then written down; each such part has a seed of its own."""
WAYS = {"at one table": False, "each rolls alone": True}
"""Whether each agent plays a game of its own."""


def play_alone(folder: Path, wanted: int) -> None:
    """Let each agent play by itself, with other dice."""
    for name in AGENTS:
        path, agent = folder / f"known-{name}.jsonl", pg.agent(name, game="splitter")
        totals = kept.read(path)
        while len(totals) < wanted:
            first = OTHER_DICE + len(totals)
            seeds = range(first, first + min(AT_ONCE, wanted - len(totals)))
            totals += [float(play(agent, "A", seed)[-1].scores[0]) for seed in seeds]
            kept.write(path, totals)


def play_part(folder: Path, way: str, wanted: int, workers: int) -> bool:
    """Play the next games of a kind; whether there were any left to play."""
    path = folder / f"{way.replace(' ', '-')}.jsonl"
    rows = kept.read(path)
    if len(rows) >= wanted:
        return False
    found = pg.without_luck(
        "splitter",
        *AGENTS,
        games=min(AT_ONCE, wanted - len(rows)),
        alone=WAYS[way],
        seed=len(rows) // AT_ONCE,
        workers=workers,
        progress=False,
    )
    kept.write(path, [*rows, *(list(vars(each).values()) for each in found.games)])
    return True


def known_lead(folder: Path) -> dict[str, Any]:
    """Return by how many points the first agent is the stronger, from games alone."""
    first, second = (kept.read(folder / f"known-{name}.jsonl") for name in AGENTS)
    lead = fmean(first) - fmean(second)
    half = Z95 * hypot(*(stdev(each) / len(each) ** 0.5 for each in (first, second)))
    return {"games": len(first), "lead": [lead, lead - half, lead + half]}


def seen(folder: Path, way: str) -> dict[str, Any]:
    """Return what is seen of the lead with luck and without it."""
    rows = kept.read(folder / f"{way.replace(' ', '-')}.jsonl")
    games = tuple(LuckyGame(*row) for row in rows)
    found = WithoutLuck("splitter", AGENTS, 0, games)
    means = {"lead": found.lead, "luck": found.luck, "without luck": found.adjusted}
    gaps = [abs(each.lead - each.started - each.luck - each.skill) for each in games]
    known = {name: list(mean) for name, mean in means.items()}
    closing = {"largest gap of lead - start - luck - skill": max(gaps, default=0.0)}
    return {"games": len(games)} | known | {"narrower": found.narrower} | closing


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--known", type=int, default=4_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", choices=WAYS, help="play on in one way; the other stays as it is")
    parser.add_argument("--keep", type=Path, default=Path(".cache") / "luck")
    parser.add_argument("--figures", action="store_true", help="write those of what is kept")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    if not given.figures:
        play_alone(given.keep, given.known)
        ways = [given.only] if given.only else list(WAYS)
        while ways:  # in turn, so that each has some
            ways = [way for way in ways if play_part(given.keep, way, given.games, given.workers)]
    machine.write(
        "luck",
        {
            "command": f"python -m benchmarks.studies.luck --games {given.games} "
            f"--known {given.known}",
            "names": list(AGENTS),
            "known": known_lead(given.keep),
        }
        | {way: found for way in WAYS if (found := seen(given.keep, way))["games"] > 1},
    )


if __name__ == "__main__":
    main()
