"""The strength of the learned agents with equal CPU time, from balanced openings.

``python -m benchmarks.strength.learned GAME [--pairs N] [--seconds S] [--seed K]`` plays pairs of
games between the learned agent and the best other agent. Both games of a pair start from the same
opening, with exchanged seats. S are CPU seconds per move. Pair i depends only on the seed and on i.
Its opening is the first random one that looks even to the other agent after a fixed number of
visits, so it is the same on every machine. The result is saved after every pair, and an interrupted
run continues.
"""

from __future__ import annotations

import argparse
from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import polygames as pg
from benchmarks.lib import cpu_time, machine
from polygames.arena.openings import random_opening
from polygames.arena.pairs import pair_interval
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from polygames.core.protocol import State

RESULTS_NAME = "learned"
MAX_OPENING_TRIES = 200
"""The maximum number of random openings that are tried for a pair."""


class Case(NamedTuple):
    """A learned agent and its opponent."""

    learned: str
    best: str
    plies: int
    """The number of random moves of an opening."""
    limit: dict[str, Any]
    """The options with which the best other agent judges an opening."""
    even: tuple[float, float]
    """The lowest and the highest value of a balanced opening, as the other agent reports it."""
    options: dict[str, Any]


LEARNED_CASES = {
    "splinter": Case(
        "learned", "mcts", 4, {"visits": 2000, "contempt": 0.0}, (0.48, 0.52), options={}
    ),
}


def opening(game: str, rng: Random) -> State[Any]:
    """Return the first random opening that looks even, or the last of `MAX_OPENING_TRIES`."""
    case, reports = LEARNED_CASES[game], list[float]()
    state = pg.new(game, **case.options)
    for _ in range(MAX_OPENING_TRIES):
        opened = random_opening(state, case.plies, rng)
        look = partial(_store_value, reports)
        pg.agent(case.best, game=game, seconds=None, on_progress=look, **case.limit).choose(
            opened, Random(0)
        )
        if case.even[0] <= reports[-1] <= case.even[1]:
            break
    return opened


def _store_value(reports: list[float], _: int, value: float, __: object) -> None:
    """Store the report of an agent on the position."""
    reports.append(value)


def points(game: str, start: State[Any], seat: int, seconds: float, rng: Random) -> float:
    """Return the points of the learned agent on a seat: 1, a half or 0."""
    case = LEARNED_CASES[game]
    names = (case.learned, case.best) if seat == 0 else (case.best, case.learned)
    agents = [pg.agent(name, game=game, seconds=seconds) for name in names]
    state = start
    while state.outcome is None:
        state = state.play(agents[state.turn].choose(state, rng))
    winners = state.outcome.winners
    return (seat in winners) / len(winners) if winners else 0.5


def pair(game: str, number: int, seed: int, seconds: float) -> list[float]:
    """Return the points of the learned agent in both games of a pair."""
    start = opening(game, Random(f"{game} {seed} {number}"))
    with cpu_time.count_cpu_time():
        return [
            points(game, start, seat, seconds, Random(f"{game} {seed} {number} {seat}"))
            for seat in range(2)
        ]


def row_of(
    game: str, chosen: argparse.Namespace, games: list[list[float]], spent: float
) -> dict[str, Any]:
    """Return the figures of a series."""
    case = LEARNED_CASES[game]
    shares = [sum(both) / 2 for both in games]
    each = [one for both in games for one in both]
    return {
        "game": game,
        "command": f"python -m benchmarks.strength.learned {game} --pairs {chosen.pairs}"
        f" --seconds {chosen.seconds:g} --seed {chosen.seed}",
        "learned": case.learned,
        "best": case.best,
        "seconds": chosen.seconds,
        "seed": chosen.seed,
        "pairs": len(games),
        "wins": [each.count(1.0), each.count(0.5), each.count(0.0)],
        "share": sum(shares) / len(shares),
        "interval": list(pair_interval(shares)),
        "CPU seconds": round(spent),
        "games": games,
    }


def main() -> None:
    """Play the missing pairs, and save the figures after each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=LEARNED_CASES)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game, rows = chosen.game, machine.read(RESULTS_NAME).get("rows", {})
    key = f"{game} {chosen.seconds:g} {chosen.seed}"
    row = rows.get(key, {"games": [], "CPU seconds": 0})
    games, before = row["games"], row["CPU seconds"] - process_time()
    for number in progress(range(len(games), chosen.pairs), f"{game}, pairs"):
        games.append(pair(game, number, chosen.seed, chosen.seconds))
        rows[key] = row_of(game, chosen, games, before + process_time())
        machine.write(RESULTS_NAME, {"rows": rows})
    print({name: value for name, value in rows[key].items() if name != "games"})


if __name__ == "__main__":
    main()
