"""Play many random games of Split and check the map at every ply.

    python -m benchmarks.studies.split_random_games --games 10000

Half of the games have the preset "seed", half "2026". At every ply the areas must add up to 100
within 1e-9; every so many games all lines and the last map are judged by shapely too. The
table goes to benchmarks/results/, the same for the same arguments.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import machine
from tests.oracles.split_by_shapely import area_error, check_game

if TYPE_CHECKING:
    from polygames.games.split.rules import Split

PRESETS = ("seed", "2026")
RESULTS = machine.RESULTS / "split_random_games.json"
MOST_ERROR = 1e-9


@dataclass
class Tally:
    """What came of the games of one preset."""

    preset: str
    plies: list[int] = field(default_factory=list)
    areas: list[int] = field(default_factory=list)
    winners: Counter[str] = field(default_factory=Counter)
    area_error: float = 0.0
    smallest_area: float = 100.0
    games_by_shapely: int = 0
    lines_by_shapely: int = 0
    shapely_difference: float = 0.0

    def add(self, states: list[Split]) -> None:
        """Count a game."""
        end = states[-1]
        worst = max(map(area_error, states))
        if worst > MOST_ERROR:
            message = f"the areas of {end.to_text()} miss 100 by {worst}"
            raise AssertionError(message)
        self.area_error = max(self.area_error, worst)
        self.plies.append(end.ply)
        self.areas.append(len(end.areas))
        self.smallest_area = min(self.smallest_area, *(area.value for area in end.areas))
        self.winners[winner(end)] += 1

    def add_by_shapely(self, states: list[Split]) -> None:
        """Have shapely judge a game."""
        lines, difference = check_game(states)
        self.games_by_shapely += 1
        self.lines_by_shapely += lines
        self.shapely_difference = max(self.shapely_difference, difference)

    def row(self) -> dict[str, Any]:
        """Return the figures."""
        games = len(self.plies)
        return {
            "preset": self.preset,
            "games": games,
            "wins_of_red": self.winners["red"],
            "wins_of_blue": self.winners["blue"],
            "draws": self.winners["draw"],
            "plies": sum(self.plies),
            "mean_plies": round(fmean(self.plies), 2),
            "longest_game": max(self.plies),
            "most_areas": max(self.areas),
            "smallest_area": self.smallest_area,
            "worst_area_error": self.area_error,
            "games_judged_by_shapely": self.games_by_shapely,
            "lines_judged_by_shapely": self.lines_by_shapely,
            "worst_difference_to_shapely": self.shapely_difference,
        }


def winner(end: Split) -> str:
    """Return the colour that won, or ``draw``."""
    if end.outcome is None or end.seat_colors is None or len(end.outcome.winners) > 1:
        return "draw"
    return end.seat_colors[min(end.outcome.winners)]


def play(preset: str, seed: int, number: int) -> list[Split]:
    """Return the states of a random game."""
    rng = Random(f"{seed}:{number}")
    states: list[Any] = [pg.new("split", preset=preset)]
    while states[-1].outcome is None:
        states.append(states[-1].play(states[-1].legal_moves.sample(rng)))
    return states


def run(games: int, seed: int, every: int, *, show: bool = True) -> list[dict[str, Any]]:
    """Play the games, half of them with each preset, and return the table."""
    rows = []
    for preset in PRESETS:
        tally = Tally(preset)
        for number in tqdm(range(games // 2), desc=preset, disable=not show):
            states = play(preset, seed, number)
            tally.add(states)
            if number % every == 0:
                tally.add_by_shapely(states)
        rows.append(tally.row())
    return rows


def main() -> None:
    """Read the arguments, play, print the table and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="of both presets together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=10, help="how seldom shapely judges a game")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    rows = run(chosen.games, chosen.seed, chosen.every)
    command = f"python -m benchmarks.studies.split_random_games --games {chosen.games}"
    command += f" --seed {chosen.seed} --every {chosen.every}"
    for row in rows:
        print(*(f"{name}: {value}" for name, value in row.items()), sep="\n", end="\n\n")
    text = json.dumps({"command": command, "table": rows}, indent=2)
    chosen.results.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
