"""How long it takes to open a thousand records, and to make a deck of twenty.

``python -m benchmarks.speed.study [--records N] [--deck N]``. Games of all kinds are played by weak
agents and written to a folder; then a fresh process opens them, and another one makes the deck.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from json import loads
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.playing import play_game

AGENTS = "level 1", "level 2"
WORKERS = 2
OPENED_IN, DECK_IN = 5.0, 60.0
"""The seconds that are the goals."""

TIMED = """
import json, os, sys
from time import perf_counter
import polygames as pg

start = perf_counter()
{what}
seconds = perf_counter() - start
used = os.times()
print(json.dumps({{"seconds": seconds, "CPU seconds": sum(used[:4]), "made": made}}))
"""
OPENED = """
games = pg.collection(sys.argv[1])
games.table()
names = sorted({entry.game for entry in games})
made = len(games)
for name in names:
    games.explorer(name).at()
"""
DECK = """
deck = pg.collection(sys.argv[1]).deck(sys.argv[2], keep=None, workers=2, progress=False)
made = len(deck)
"""


def written(folder: Path, name: str, number: int, agents: tuple[str, str]) -> None:
    """Play a game and save its record."""
    seeded = pg.game(name).seed_option
    start: Any = pg.new(name, **({} if seeded is None else {seeded: number}))
    line: list[Any] = []
    players = [pg.agent(agents[seat % 2], game=name) for seat in range(start.seats)]
    play_game(start, players, f"{number}", Random(number), line)
    record = pg.Record(start, players=tuple(f"player {seat}" for seat in range(start.seats)))
    for move in line:
        record.push(move)
    record.save(folder / f"{name}-{number}.txt")


def timed(what: str, *arguments: str) -> dict[str, Any]:
    """Return how long something takes in a fresh process, and what it made."""
    command = [sys.executable, "-c", TIMED.format(what=what), *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - this very Python
    found: dict[str, Any] = loads(done.stdout)
    return found | {"load": os.getloadavg()[0]}


def filled(folder: Path, count: int, agents: tuple[str, str]) -> None:
    """Write so many records, as many of each game."""
    folder.mkdir(parents=True, exist_ok=True)
    names = pg.games()
    for number in range(count):
        name = names[number % len(names)]
        if not (folder / f"{name}-{number}.txt").exists():
            written(folder, name, number, agents)


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--deck", type=int, default=20)
    parser.add_argument("--folder", type=Path, help="keep the records here; those there are used")
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = given.folder or Path(place)
        many, few = folder / "many", folder / "few"
        filled(many, given.records, ("random", "random"))
        filled(few, given.deck, AGENTS)
        opened = timed(OPENED, str(many))
        deck = timed(DECK, str(few), str(Path(place) / "deck.json"))
    machine.write(
        "study",
        {
            "command": f"python -m benchmarks.speed.study --records {given.records} "
            f"--deck {given.deck}",
            "records": given.records,
            "reviewed": given.deck,
            "workers": WORKERS,
            "opened": opened | {"goal": OPENED_IN},
            "deck": deck | {"goal": DECK_IN},
        },
    )


if __name__ == "__main__":
    main()
