"""How soon an analysis says something, and how it settles.

``python -m benchmarks.speed.analyses [--positions N] [--seconds S]``. For some positions of random
games of each game, in a warm process: when the first answer of `deepen` is there, and how far the
best move and its value, after parts of the time, are those after all of it. The first picture of
Split's map of the border is timed, too.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.split.analysis import border_map
from polygames.search import deepen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.search import Analysis

OPTIONS: dict[str, dict[str, Any]] = {"territory": {"penalty": 0.5}, "polygon": {"n": 8}}
PARTS = (0.125, 0.25, 0.5, 1.0)
"""The parts of the time after which an analysis is looked at."""


def positions(game: str, number: int) -> Iterator[pg.State[Any]]:
    """Yield positions of random games, the first one at the start."""
    for k in range(number):
        rng, state = Random(k), pg.new(game, **OPTIONS.get(game, {}))
        for _ in range(4 * k):
            after = state.play(state.legal_moves.sample(rng))
            if after.outcome is not None:
                break
            state = after
        while state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
        yield state


def followed(state: pg.State[Any], seconds: float) -> list[tuple[float, float, Analysis]]:
    """Return the answers with the seconds until each came: by the clock, and of the processor."""
    wall, spent = perf_counter(), process_time()
    return [
        (perf_counter() - wall, process_time() - spent, found)
        for found in deepen(state, seconds=seconds)
    ]


def settled(answers: list[tuple[float, float, Analysis]], seconds: float) -> Iterator[Any]:
    """Yield for each part of the time: whether the best move is the last one, and how far off."""
    last = answers[-1][2]
    width = last.scale[1] - last.scale[0]
    for part in PARTS:
        found = answers[0][2]
        for time, _, found_then in answers:
            if time <= part * seconds:
                found = found_then
        same = found.best in {each.move for each in last.groups[0]}
        yield same, abs((found.value or 0) - (last.value or 0)) / width


def measured(game: str, number: int, seconds: float) -> dict[str, Any]:
    """Return the figures of a game."""
    next(deepen(pg.new(game, **OPTIONS.get(game, {})))) if game != "splitter" else None
    rows, firsts, spent = [], [], []
    for state in positions(game, number):
        answers = followed(state, seconds)
        firsts.append(answers[0][0])
        spent.append(answers[0][1])
        rows.append(list(settled(answers, seconds)))
    return {
        "positions": number,
        "first answer (ms)": 1000 * median(firsts),
        "slowest first answer (ms)": 1000 * max(firsts),
        "first answer (CPU ms)": 1000 * median(spent),
        "slowest first answer (CPU ms)": 1000 * max(spent),
        "settling": [
            {
                "seconds": part * seconds,
                "same best move": sum(row[k][0] for row in rows) / number,
                "off by, as a share of the scale": sum(row[k][1] for row in rows) / number,
            }
            for k, part in enumerate(PARTS)
        ],
    }


def mapped(number: int) -> dict[str, Any]:
    """Return how long the first picture of the border takes, and until it is looked at closer."""
    next(border_map(pg.new("split")))
    firsts, nexts = [], []
    for state in positions("split", number):
        if getattr(state, "phase", "") == "line":
            began, spent = perf_counter(), process_time()
            for found in border_map(state, seconds=20):
                if not firsts or len(firsts) == len(nexts):
                    firsts.append((perf_counter() - began, process_time() - spent))
                if found.depth:
                    nexts.append((perf_counter() - began, process_time() - spent))
                    break
    return {
        "points": 100,
        "first picture (ms)": 1000 * median(wall for wall, _ in firsts),
        "first picture (CPU ms)": 1000 * median(cpu for _, cpu in firsts),
        "every point searched (s)": median(wall for wall, _ in nexts) if nexts else None,
        "every point searched (CPU s)": median(cpu for _, cpu in nexts) if nexts else None,
    }


def main() -> None:
    """Measure all games and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    given = parser.parse_args()
    games = {}
    for game in pg.games():
        games[game] = measured(game, given.positions, given.seconds)
        print(game, games[game], flush=True)
    border = mapped(given.positions)
    print(border)
    command = "python -m benchmarks.speed.analyses"
    command += f" --positions {given.positions} --seconds {given.seconds:g}"
    machine.write("analyses", {"command": command, "games": games, "border map": border})


if __name__ == "__main__":
    main()
