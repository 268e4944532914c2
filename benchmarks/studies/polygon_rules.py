"""Which colour rule of Polygon is the most fun? What games are like under each, on 4 to 9 corners.

    python -m benchmarks.studies.polygon_rules [--games N] [--corners N ...] [--rules RULE ...]

Games on the regular polygon by the quick agent `mobility`, which makes a random move in ten, are
measured by `pg.measure`: the length, the choices, the first seat's share of the points, and the
share of decisions in which the moves differ by the evaluation (how many moves the next seat has).

Polygon's score is 0 until the end, so who leads is a matter of proof: with up to `LARGEST` corners
each position of the first `LOOKED` games is solved, `POSITIONS` positions of search at most, and a
*turn of fortune* is a move after which the other seat wins with best play, a mistake therefore.
Counted are games in which every position was solved; the figures say how many that are. With the
rules *mixed* (from six corners on) and *any* games need not end, which no solver here allows for.

Games are broken off after `PLIES` moves. Where crossings of all colours serve, most go on for ever,
and the time that a move takes grows with what was drawn.

Game k of a case depends on the case and on k only. Each case is written as soon as it is done, and
a run goes on after what the file has.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from statistics import fmean, stdev
from time import process_time
from typing import Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.polygon.solver import Solver
from polygames.runtime.progress import progress

NAME = "polygon_rules"
COMMAND = "python -m benchmarks.studies.polygon_rules"
RULES = ("different", "same", "mixed", "any")
CORNERS = (4, 5, 6, 7, 8, 9)
GAMES = 200
ENDLESS = {"mixed": 6, "any": 5}
"""The rules under which most games do not end, and from how many corners on."""
FEWER = 60
"""How many games there are of these."""
PLIES = {True: 40, False: 60}
"""After how many moves a game is broken off: of these, and of others."""
LOOKED = {4: 60, 5: 60, 6: 60, 7: 60, 8: 10}
"""How many of them are solved all through."""
LARGEST = {"different": 8, "same": 6, "mixed": 5, "any": 4}
"""Up to how many corners: beyond, proofs take minutes or need not exist."""
POSITIONS = 20_000
Z = 1.96


def winner(state: Any, known: dict[str, int | None]) -> int | None:
    """Return the seat that wins with best play, if it is proved."""
    if state.outcome is not None:  # nobody wins a game that is broken off
        return min(state.outcome.winners, default=None)
    text = state.to_text()
    if text not in known:
        solver = Solver(state, most=POSITIONS)
        solver.search()
        known[text] = solver.winner
    return known[text]


def is_endless(rule: str, corners: int) -> bool:
    """Say whether most games go on and on."""
    return corners >= ENDLESS.get(rule, max(CORNERS) + 1)


def turns(start: Any, line: str, known: dict[str, int | None]) -> int | None:
    """Return how often the winner by best play changed in a game; None if not all is proved."""
    state = start
    seats = [winner(state, known)]
    for text in line.split(";")[1:]:
        state = state.play(state.parse(text))
        seats.append(winner(state, known))
    if None in seats:
        return None
    return sum(one != two for one, two in pairwise(seats))


def row(rule: str, corners: int, games: int) -> dict[str, Any]:
    """Measure one rule on one polygon."""
    start, endless = process_time(), is_endless(rule, corners)
    options = {"n": corners, "colors": rule}
    found = pg.measure(
        "polygon",
        games=games,
        max_plies=PLIES[endless],
        workers=1,
        progress=False,
        seed=0,
        **options,
    )
    known: dict[str, int | None] = {}
    looked = found.games[: LOOKED[corners]] if corners <= LARGEST[rule] else ()
    shown = progress(looked, f"{rule} {corners}")
    each = [turns(pg.new("polygon", **options), game.line, known) for game in shown]
    proved = [float(times) for times in each if times is not None]
    half = Z * stdev(proved) / len(proved) ** 0.5 if len(proved) > 1 else None
    return {
        "games": games,
        "most moves": PLIES[endless],
        "distinct": found.distinct,
        "unfinished": sum(game.is_tie for game in found.games),
        **{name: found.rows()[name] for name in ("length", "branching", "first seat")},
        "decisions that matter": found.decisions,
        "turns": [fmean(proved), half] if proved else None,
        "turns, games": [len(proved), len(looked)],
        "CPU seconds": round(process_time() - start, 1),
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, help="of each case; by default by their corners")
    parser.add_argument("--corners", type=int, nargs="*", default=CORNERS, choices=CORNERS)
    parser.add_argument("--rules", nargs="*", default=RULES, choices=RULES)
    chosen = parser.parse_args()
    figures = machine.read(NAME)
    figures |= {"command": COMMAND, "cases": figures.get("cases", {})}
    for rule in chosen.rules:
        for corners in chosen.corners:
            key = f"{rule}-{corners}"
            endless = is_endless(rule, corners)
            games, done = (
                chosen.games or (FEWER if endless else GAMES),
                figures["cases"].get(key, {}),
            )
            if (done.get("games"), done.get("most moves")) == (games, PLIES[endless]):
                continue
            figures["cases"][key] = row(rule, corners, games)
            print(key, figures["cases"][key], flush=True)
            machine.write(NAME, figures)


if __name__ == "__main__":
    main()
