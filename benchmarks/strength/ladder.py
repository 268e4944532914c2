"""The strength of a game's agents: pairs of games with exchanged seats.

``python -m benchmarks.strength.ladder GAME [ROW ...] [--seconds S] [--workers N]`` plays rows of
the game's ladder in `tables.py`, by default all of them, each for at most S seconds. It continues
earlier runs, and saves the result after every pair. The play of an agent with a time limit depends
on the machine and on other programs.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.boards import pair_start
from benchmarks.strength.tables import GAME_LADDERS, Row
from polygames.arena.ratings import SequentialTest, wilson
from polygames.runtime.parallel_calls import ParallelCalls

if TYPE_CHECKING:
    from polygames.arena.match import Match


def play(game: str, name: str, seconds: float, workers: int) -> None:
    """Play pairs of a row until it is complete or the time is over, and save each of them."""
    rows, start = GAME_LADDERS[game].rows, perf_counter()
    figures = machine.read(f"{game}_ladder")
    matches = figures.get("matches", {})
    tally = matches.get(name) or new_tally(rows[name])
    spent = tally["seconds"]
    while not is_over(tally, rows[name]) and perf_counter() - start < seconds:
        first = tally["games"] // 2
        numbers = range(first, min(first + workers, rows[name].pairs))
        for match in ParallelCalls(
            partial(pair, game, name), numbers, workers=workers
        ).iter_results():
            add_match(tally, rows[name], match)
        tally["seconds"] = round(spent + perf_counter() - start)
        matches[name] = tally | {"machine": machine.machine()}
        write(game, matches)
    print(f"{name}: {tally}", flush=True)


def pair(game: str, name: str, number: int) -> Match:
    """Play one pair of a row, with a seed that depends on its number."""
    ladder = GAME_LADDERS[game]
    row = ladder.rows[name]
    seed = ladder.seed + number
    start = pair_start(game, seed, 0, ladder.options | row.options)
    common: dict[str, Any] = {"games": 2, "openings": row.opening, "workers": 1}
    return pg.match(start, row.first, row.second, seed=seed, progress=False, **common)


def write(game: str, matches: dict[str, Any]) -> None:
    """Write the matches that were played, in the order of the ladder."""
    ladder = GAME_LADDERS[game]
    command = f"python -m benchmarks.strength.ladder {game}"
    in_order = {name: matches[name] for name in ladder.rows if name in matches}
    figures = {"command": command, "options": ladder.options, "matches": in_order}
    machine.write(f"{game}_ladder", figures)


def new_tally(row: Row) -> dict[str, Any]:
    """Return the figures of a row before its first game."""
    about = {"names": None, "options": row.options, "opening": row.opening, "pairs": row.pairs}
    about |= {"target": row.target, "test": row.test, "verdict": None}
    about |= {"equals": row.equals, "counted": row.counted}
    sums = dict.fromkeys(("games", "first seat", "plies", "lead", "seconds"), 0)
    return about | sums | {"wins": [0, 0, 0], "matches": [0, 0, 0]}


def add_match(tally: dict[str, Any], row: Row, match: Match) -> None:
    """Add the two games of a pair to a row's figures."""
    lead = 0.0
    for game in match.games:
        seat = game.seats.index(match.names[0])
        lead += game.scores[seat] - game.scores[1 - seat]
    tally["names"] = match.names
    tally["games"] += len(match.games)
    tally["wins"] = [a + b for a, b in zip(tally["wins"], match.wins, strict=True)]
    tally["matches"][0 if lead > 0 else 2 if lead < 0 else 1] += 1
    tally["first seat"] += sum(game.points[0] for game in match.games)
    tally["lead"] += lead
    tally["plies"] += sum(game.plies for game in match.games)
    won, tied, lost = tally["wins" if row.counted == "games" else "matches"]
    points, number = won + tied / 2, won + tied + lost
    tally["share"], tally["interval"] = points / number, wilson(points, number)
    if row.test is not None:
        tally["verdict"] = SequentialTest(*row.test).verdict(points, number)


def is_over(tally: dict[str, Any], row: Row) -> bool:
    """Return True if a row needs no more games."""
    return tally["games"] >= 2 * row.pairs or tally["verdict"] is not None


def main() -> None:
    """Play the rows of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAME_LADDERS)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time limit for a row")
    parser.add_argument("--workers", type=int, default=1, help="number of parallel pairs")
    chosen = parser.parse_args()
    rows = GAME_LADDERS[chosen.game].rows
    if unknown := set(chosen.rows) - set(rows):
        parser.error(f"no such row: {min(unknown)}; there are {', '.join(rows)}")
    for name in chosen.rows or rows:
        play(chosen.game, name, chosen.seconds, chosen.workers)


if __name__ == "__main__":
    main()
