"""The fairness of first lines in Split: results of self-play from every kind of first line.

    python -m benchmarks.studies.split_first_lines --games 60 --fresh 200

With the symmetries of the square, there are two kinds of first line. *Corner* lines connect
neighbouring sides, at distances a and b from their common corner. *Opposite* lines connect opposite
sides, at places s and t. Each distance falls into one of eight equal parts of a side. Lines that
are equal by symmetry share a cell. From every cell, each agent plays itself. A game begins with a
random line of the cell. Seat 1 always takes blue, and blue moves next.

The most even cells (three for each agent) and the best cell for either colour are then played again
with fresh games, because the best of many cells has also been lucky. Agents have limits of nodes,
not of time, so the same arguments give the same tables. The file is saved after each round, and an
interrupted run leaves a table of fewer games. The games of different agents are independent:
``--agent oneply`` plays only its games, and leaves the other rows of the file unchanged.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.arena.match import play_game
from polygames.arena.ratings import wilson
from polygames.games.split.rules import ChooseColor
from polygames.runtime.parallel_calls import ParallelCalls
from polygames.runtime.progress import progress

RESULTS_NAME = "split_first_lines"
SQUARE_SIDE = 10.0
SIDE_PARTS = 8
ROUND_GAMES = 20
FIRST_LINE_AGENTS: dict[str, dict[str, Any]] = {
    "minimax": {"seconds": None, "depth": 3, "nodes": 3000},
    "oneply": {"places": 3},
}


class Cell(NamedTuple):
    """A class of first lines: their kind, and the parts of two sides on which they end."""

    kind: str
    first: int
    second: int


def cells() -> list[Cell]:
    """Return one cell of each class under the symmetries of the square."""
    parts = range(SIDE_PARTS)
    corner = {tuple(sorted((i, j))) for i in parts for j in parts}
    last = SIDE_PARTS - 1
    opposite = {min((i, j), (j, i), (last - i, last - j), (last - j, last - i)) for i, j in corner}
    return [
        *(Cell("corner", *pair) for pair in sorted(corner)),
        *(Cell("opposite", *pair) for pair in sorted(opposite)),
    ]


def first_line(cell: Cell, rng: Random) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a random line of a cell."""
    width = SQUARE_SIDE / SIDE_PARTS
    a, b = (width * (part + rng.uniform(0.01, 0.99)) for part in cell[1:])
    return ((a, 0.0), (0.0, b)) if cell.kind == "corner" else ((a, 0.0), (b, SQUARE_SIDE))


def play(game: tuple[str, Cell, str, str]) -> str:
    """Play an agent against itself from a cell, with a preset and a seed; return the winner.

    That is ``blue``, ``red`` or ``nobody``.
    """
    agent, cell, preset, seed = game
    rng = Random(seed)
    state: Any = pg.new("split", preset=preset)
    state = state.play(state.draw(*first_line(cell, rng))).play(ChooseColor("blue"))
    players = [
        pg.agent(agent, game="split", **FIRST_LINE_AGENTS[agent]) for _ in range(state.seats)
    ]
    end = play_game(state, players, seed, rng)
    winners = end.outcome.winners
    return end.seat_colors[min(winners)] if len(winners) == 1 else "nobody"


def rows(tallies: dict[Any, Counter[str]]) -> list[dict[str, Any]]:
    """Return the tallies as a table."""
    return [
        {
            "agent": agent,
            "kind": cell.kind,
            "parts": [cell.first, cell.second],
            "games": tally.total(),
            "blue": tally["blue"],
            "draws": tally["nobody"],
        }
        for (agent, cell), tally in tallies.items()
    ]


def blue_points(tally: Counter[str]) -> float:
    """Return blue's points: a draw is half a point."""
    return tally["blue"] + tally["nobody"] / 2


def extreme_cells(tallies: dict[Any, Counter[str]]) -> list[tuple[str, Cell]]:
    """Return each agent's cells nearest to even, best for blue and best for red."""
    found = []
    for agent in dict.fromkeys(agent for agent, _ in tallies):
        mine = [(blue_points(tally) / tally.total(), key) for key, tally in tallies.items()]
        mine = sorted((share, key) for share, key in mine if key[0] == agent)
        near = sorted(mine, key=lambda pair: (abs(pair[0] - 0.5), pair[1]))
        found += [key for _, key in (*near[:3], mine[-1], mine[0])]
    return list(dict.fromkeys(found))


class Study:
    """The tables of the study, which saves them after each round."""

    def __init__(self, agents: list[str], preset: str, seed: int, workers: int) -> None:
        self.preset, self.seed, self.workers = preset, seed, workers
        self.map: dict[Any, Counter[str]] = {(a, c): Counter() for a in agents for c in cells()}
        self.fresh: dict[Any, Counter[str]] = {}
        self.old_rows: dict[str, list[dict[str, Any]]] = {"map": [], "fresh": []}
        if len(agents) < len(FIRST_LINE_AGENTS):
            old = lesson_data.read(RESULTS_NAME)
            for name, table in self.old_rows.items():
                table += [row for row in old.get(name, []) if row["agent"] not in agents]

    def add(self, tallies: dict[Any, Counter[str]], title: str, games: int) -> None:
        """Play games from every cell of a table, and write their results."""
        for start in range(0, games, ROUND_GAMES):
            numbers = range(start, min(start + ROUND_GAMES, games))
            keys = [key for key in tallies for _ in numbers]
            jobs = [
                (*key, self.preset, f"{self.seed}:{title}:{key[0]}:{key[1]}:{number}")
                for key in tallies
                for number in numbers
            ]
            winners = ParallelCalls(play, jobs, workers=self.workers)
            for place, winner in progress(winners, title, total=len(jobs)):
                tallies[keys[place]][winner] += 1
            self.write()

    def write(self) -> None:
        """Save both tables with their command."""
        played = [max((t.total() for t in table.values()), default=0) for table in self.tables]
        command = lesson_data.command_of(RESULTS_NAME)
        command += f" --games {played[0]} --fresh {played[1]}"
        command += f" --preset {self.preset} --seed {self.seed}"
        tables = {name: [*table] for name, table in self.old_rows.items()}
        for name, tallies in zip(tables, self.tables, strict=True):
            tables[name] += rows(tallies)
            tables[name].sort(key=lambda row: list(FIRST_LINE_AGENTS).index(row["agent"]))
        facts = {"preset": self.preset, "parts": SIDE_PARTS, "agents": FIRST_LINE_AGENTS}
        lesson_data.write(RESULTS_NAME, command, **facts, **tables)

    @property
    def tables(self) -> tuple[dict[Any, Counter[str]], dict[Any, Counter[str]]]:
        """Both tables."""
        return self.map, self.fresh

    def report(self) -> None:
        """Print the fresh games."""
        for (agent, cell), tally in self.fresh.items():
            blue, games = blue_points(tally), tally.total()
            low, high = wilson(blue, games)
            old = self.map[agent, cell]
            print(
                f"{agent:8} {cell.kind:8} {cell.first} {cell.second}: blue won {blue / games:.1%} "
                f"({low:.1%} to {high:.1%}) of {games}; "
                f"{blue_points(old):g} of {old.total()} before"
            )


def main() -> None:
    """Play the games of the command line, print and save the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games from every cell by each agent")
    parser.add_argument(
        "--fresh", type=int, default=200, help="games from each cell that is played again"
    )
    parser.add_argument("--preset", default="seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--agent", choices=FIRST_LINE_AGENTS, action="append", help="by default all of them"
    )
    parser.add_argument(
        "--workers", type=int, default=1, help="number of processes; does not change the results"
    )
    chosen = parser.parse_args()
    agents = [agent for agent in FIRST_LINE_AGENTS if agent in (chosen.agent or FIRST_LINE_AGENTS)]
    study = Study(agents, chosen.preset, chosen.seed, chosen.workers)
    study.add(study.map, "map", chosen.games)
    if chosen.fresh:
        study.fresh = {key: Counter() for key in extreme_cells(study.map)}
        study.add(study.fresh, "fresh", chosen.fresh)
        study.report()


if __name__ == "__main__":
    main()
