"""The advantage in Split of choosing the colour *after* seeing the first line.

    python -m benchmarks.studies.split_chooser --lines 24 --games 6

`split_first_lines.py` measures the average over a whole kind of first lines. A chooser sees the
actual line. So here the lines are fixed. They are drawn once in each of three kinds: the narrow
strip, and two other kinds that were almost even. From each line, each agent plays itself many
times. Seat 1 takes blue, which moves next. The file stores all results in their order (``B`` blue
won, ``R`` red won, ``=`` a tie). A reader can therefore let the chooser learn from one half of the
games, and test it on the other half.

Agents have limits of nodes, not of time: the same arguments give the same file. ``deep`` is the
strongest agent, and plays fewer games. ``--agent deep`` plays only its games, and leaves the other
rows of the file unchanged.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import polygames as pg
from benchmarks.lib import lesson_data
from benchmarks.studies.split_first_lines import Cell, first_line
from polygames.arena.match import play_game
from polygames.runtime.parallel_calls import ParallelCalls
from polygames.runtime.progress import progress

RESULTS_NAME = "split_chooser"
NARROW_STRIP = Cell("opposite", 0, 0)
EVEN_CELLS = [Cell("corner", 1, 7), Cell("corner", 2, 3)]
AGENT_CELLS = {
    "oneply": [NARROW_STRIP],
    "minimax": [NARROW_STRIP, *EVEN_CELLS],
    "deep": [NARROW_STRIP],
}
"""The kinds of lines of each agent. The two even kinds are from the map of ``minimax``."""
CHOOSER_AGENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "oneply": ("oneply", {"places": 3}),
    "minimax": ("minimax", {"seconds": None, "depth": 3, "nodes": 3000}),
    "deep": ("minimax", {"seconds": None, "depth": 5, "nodes": 30_000}),
}
GAME_DIVISORS = {"oneply": 1, "minimax": 1, "deep": 3}
"""The factor by which an agent plays fewer games, because its games are slow."""

Line = tuple[tuple[float, float], tuple[float, float]]


def random_lines(cell: Cell, count: int, seed: int) -> list[Line]:
    """Return random lines of a kind, rounded to three decimal places."""
    rng = Random(f"{seed}:{cell}")
    found = [first_line(cell, rng) for _ in range(count)]
    return [((round(a, 3), round(b, 3)), (round(c, 3), round(d, 3))) for (a, b), (c, d) in found]


def play(agent: str, line: Line, seed: str) -> str:
    """Play one game and return the winner: ``B``, ``R`` or ``=``."""
    rng = Random(seed)
    state: Any = pg.new("split")
    state = state.play(state.draw(*line))
    state = state.play(state.parse("color blue"))
    name, options = CHOOSER_AGENTS[agent]
    players = [pg.agent(name, game="split", **options) for _ in range(state.seats)]
    end = play_game(state, players, seed, rng)
    winners = end.outcome.winners
    return "=" if len(winners) > 1 else end.seat_colors[min(winners)][0].upper()


def _play_call(game: tuple[str, Line, str]) -> str:
    return play(*game)


def rows(agent: str, count: int, games: int, seed: int, workers: int) -> list[dict[str, Any]]:
    """Play all games of an agent; return a row for each line."""
    jobs = [(cell, line) for cell in AGENT_CELLS[agent] for line in random_lines(cell, count, seed)]
    calls = [
        (agent, line, f"{seed}:{agent}:{line}:{number}")
        for _, line in jobs
        for number in range(games)
    ]
    results = ParallelCalls(_play_call, calls, workers=workers).iter_results()
    ended = list(progress(results, agent, total=len(calls)))
    return [
        {
            "agent": agent,
            "kind": cell.kind,
            "parts": [cell.first, cell.second],
            "line": line,
            "games": "".join(ended[k * games : (k + 1) * games]),
        }
        for k, (cell, line) in enumerate(jobs)
    ]


def write(command: str, table: list[dict[str, Any]]) -> None:
    """Save the table with its command."""
    order = list(CHOOSER_AGENTS)
    table.sort(key=lambda row: order.index(row["agent"]))
    played = [name for name in order if any(row["agent"] == name for row in table)]
    if played != order:
        command += "".join(f" --agent {name}" for name in played)
    lesson_data.write(
        RESULTS_NAME, command, agents={name: CHOOSER_AGENTS[name] for name in played}, lines=table
    )


def main() -> None:
    """Play the games of the command line, and save the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lines", type=int, default=24, help="lines of each kind")
    parser.add_argument("--games", type=int, default=6, help="games from every line")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--agent", choices=CHOOSER_AGENTS, action="append", help="by default all of them"
    )
    parser.add_argument(
        "--workers", type=int, default=1, help="number of processes; does not change the results"
    )
    chosen = parser.parse_args()
    agents = [agent for agent in CHOOSER_AGENTS if agent in (chosen.agent or CHOOSER_AGENTS)]
    table: list[dict[str, Any]] = []
    if len(agents) < len(CHOOSER_AGENTS):
        old = lesson_data.read(RESULTS_NAME).get("lines", [])
        table = [row for row in old if row["agent"] not in agents]
    command = lesson_data.command_of(RESULTS_NAME)
    command += f" --lines {chosen.lines} --games {chosen.games} --seed {chosen.seed}"
    for agent in agents:
        games = max(1, chosen.games // GAME_DIVISORS[agent])
        table += rows(agent, chosen.lines, games, chosen.seed, chosen.workers)
        write(command, table)


if __name__ == "__main__":
    main()
