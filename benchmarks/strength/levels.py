"""The distance between a game's levels: each level plays pairs of games with the level below.

``python -m benchmarks.strength.levels [GAME ...] [--pairs N] [--seconds S] [--ends]`` plays up to N
pairs between neighbouring levels, for at most S seconds each. It continues earlier runs unless the
levels have changed. With ``--ends``, the highest and the lowest level play each other instead.
Splitter's levels play alone with the same dice, and their totals are compared game by game. The
results are saved after every pair. The levels do the same work on every machine, so they play the
same games. If they also have a time limit, it is in CPU seconds.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from itertools import pairwise
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

import polygames as pg
from benchmarks.lib import cpu_time, machine
from benchmarks.lib.boards import pair_start
from polygames.arena.ratings import wilson
from polygames.core.protocol import CHANCE

FIRST_SEED = 18
LEVEL_OPTIONS: dict[str, dict[str, Any]] = {
    # The default hexagon does not separate the levels: most games are too short. Some games never
    # end, hence the limit of plies.
    "polygon": {"n": 7, "max_plies": 40},
    "splinter": {},
    "split": {},
    "territory": {"preset": "half", "balanced": True},
}
SOLO_GAMES = ("splitter",)


def main() -> None:
    """Play the games of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=[*LEVEL_OPTIONS, *SOLO_GAMES])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="for each pair of levels"
    )
    parser.add_argument(
        "--ends", action="store_true", help="play the highest level against the lowest"
    )
    chosen = parser.parse_args()
    for name in chosen.games:
        levels = pg.game(name).level_names
        if name in SOLO_GAMES:
            for level in levels:
                play_alone(name, level, chosen.pairs, chosen.seconds)
            continue
        for low, high in [(levels[0], levels[-1])] if chosen.ends else pairwise(levels):
            with cpu_time.count_cpu_time():
                compare(name, high, low, chosen.pairs, chosen.seconds)


def compare(name: str, high: str, low: str, pairs: int, seconds: float) -> None:
    """Play two levels against each other, and save the result."""
    players, start = {level: level_data(name, level) for level in (high, low)}, perf_counter()
    row = read(name, f"{high} against {low}")
    if row.get("players") != players:
        row = {"players": players, "options": LEVEL_OPTIONS[name], "pairs": 0, "wins": [0, 0, 0]}
    while row["pairs"] < pairs and perf_counter() - start < seconds:
        seed = FIRST_SEED + row["pairs"]
        board = pair_start(name, seed, 0, LEVEL_OPTIONS[name])
        found = pg.match(board, high, low, games=2, seed=seed, workers=1, progress=False)
        row["pairs"] += 1
        row["wins"] = [a + b for a, b in zip(row["wins"], found.wins, strict=True)]
        points = row["wins"][0] + row["wins"][1] / 2
        row["share"], row["interval"] = points / sum(row["wins"]), wilson(points, sum(row["wins"]))
        write(name, f"{high} against {low}", row)
    print(name, high, low, row["pairs"], row.get("share"), row.get("interval"), flush=True)


def play_alone(name: str, level: str, games: int, seconds: float) -> None:
    """Play a level alone with the dice of the other levels, and save its totals."""
    row, start = read(name, level), perf_counter()
    if row.get("player") != level_data(name, level) or "totals" not in row:
        row = {"player": level_data(name, level), "totals": []}
    while len(row["totals"]) < games and perf_counter() - start < seconds:
        row["totals"].append(play_total(name, level, len(row["totals"])))
        row["mean"] = fmean(row["totals"])
        levels = pg.game(name).level_names
        if at := levels.index(level):
            row |= compare_totals(row["totals"], read(name, levels[at - 1])["totals"])
        write(name, level, row)
    print(name, level, len(row["totals"]), row["mean"], flush=True)


def compare_totals(high: list[float], low: list[float]) -> dict[str, Any]:
    """Return the share of games in which a level beats the level below it, with equal dice."""
    points = [(b > a) + (b == a) / 2 for a, b in zip(low, high, strict=False)]
    share = sum(points) / len(points)
    return {"better": share, "interval": wilson(sum(points), len(points))}


def play_total(name: str, level: str, number: int) -> float:
    """Return the total of a game with dice of its own."""
    dice, rng, player = Random(f"dice {number}"), Random(number), pg.agent(level, game=name)
    state = pg.new(name)
    while state.outcome is None:
        rolls = state.turn == CHANCE
        state = state.play(state.legal_moves.sample(dice) if rolls else player.choose(state, rng))
    return float(state.scores[0])


def level_data(name: str, level: str) -> dict[str, Any]:
    """Return the definition of a level as JSON data."""
    info = pg.game(name)
    return asdict(info.engine.levels[info.level_names.index(level)])


def read(name: str, row: str) -> dict[str, Any]:
    """Return the saved result of a row."""
    found: dict[str, Any] = machine.read(f"{name}_levels").get("rows", {}).get(row, {})
    return found


def write(name: str, row: str, figures: dict[str, Any]) -> None:
    """Write a row beside the others of its game."""
    rows = machine.read(f"{name}_levels").get("rows", {}) | {row: figures}
    command = f"python -m benchmarks.strength.levels {name}"
    machine.write(f"{name}_levels", {"command": command, "seed": FIRST_SEED, "rows": rows})


if __name__ == "__main__":
    main()
