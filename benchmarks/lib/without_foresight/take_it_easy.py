"""How much any player of Take It Easy scores at most in the mean, and what our agents score.

Four things; the game, its agents and the method are in ``examples/take_it_easy``:

1. a bound that is proved without drawing tiles: each direction is a game of its own, solved by
   dynamic programming (`bound.directions`);
2. the information relaxation (`bound.relaxation`) on seeded tiles that the penalty was not learned
   from, with it and without: the latter bounds the best board in hindsight;
3. what the agent *learned* scores on seeded games;
4. what the agent *careful* scores, which looks at every next tile.

A run goes on after what the file has.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.take_it_easy import info, part
from benchmarks.lib.without_foresight.intervals import interval
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    import argparse

NAME = "take_it_easy"
COMMAND = "python -m benchmarks.studies.bound take_it_easy"
GAMES = 1000
PIECE = 50
"""After how many games the file is written."""
AGENTS = ("learned", "careful")
KINDS = (*AGENTS, "penalised", "hindsight")


def proved() -> dict[str, Any]:
    """Return the bound that needs no tiles, and its parts."""
    start = process_time()
    numbers = part("rules").NUMBERS
    each = [part("bound.directions").optimum(of) for of in numbers]
    return {
        "proved": round(sum(each), 3),
        "directions": {
            "-".join(map(str, of)): round(x, 3) for of, x in zip(numbers, each, strict=True)
        },
        "CPU seconds": round(process_time() - start, 1),
    }


def bound(kind: str, number: int) -> float:
    """Return the bound on one deal, with the penalty or in hindsight."""
    relaxation = part("bound.relaxation")
    factors = relaxation.learned() if kind == "penalised" else relaxation.without_penalty()
    found: float = factors.bound(relaxation.deal(Random(f"take it easy {number}")))
    return found


def play(kind: str, number: int) -> float:
    """Return what an agent scores on one deal."""
    rules, relaxation = part("rules"), part("bound.relaxation")
    if "take_it_easy" not in pg.games():
        pg.register(info())
    state, agent = rules.new(), pg.agent(kind, game="take_it_easy")
    rng = Random(number)
    for tile in relaxation.deal(Random(f"take it easy {number}")):
        state = state.play(rules.DRAWS[tile])
        state = state.play(agent.choose(state, rng))
    return float(state.scores[0])


def drawn(kind: str, games: int, figures: dict[str, Any]) -> None:
    """Draw tiles up to so many games, bound or play each, and write what came out."""
    rows = figures["drawn"]
    call = play if kind in AGENTS else bound
    call(kind, -1)  # compiles
    while len(found := rows.get(kind, {}).get("each", [])) < games:
        start = process_time()
        numbers = range(len(found), min(len(found) + PIECE, games))
        found = [*found, *(round(call(kind, number), 2) for number in progress(numbers, kind))]
        spent = rows.get(kind, {}).get("CPU seconds", 0) + process_time() - start
        mean = interval(found)
        rows[kind] = {
            "games": len(found),
            "mean": mean,
            "CPU seconds": round(spent, 1),
            "each": found,
        }
        machine.write(NAME, figures)
    print(kind, rows[kind]["games"], rows[kind]["mean"], flush=True)


def study(chosen: argparse.Namespace) -> None:
    """Prove, draw, play, print and write."""
    games = GAMES if chosen.games is None else chosen.games
    figures = machine.read(NAME)
    figures |= {"command": COMMAND, "drawn": figures.get("drawn", {})}
    figures.pop("machine", None)
    if "proved" not in figures:
        figures |= proved()
        print(figures["proved"], flush=True)
    for kind in chosen.kinds:
        drawn(kind, games, figures)
