"""How much any player of Splitter scores at most in the mean, without knowing the rolls to come.

Four things, for both pads:

1. a bound that is proved without drawing rolls: the best player of an easier game (`halves`,
   `stars`), found by dynamic programming;
2. the information relaxation (`penalised`) on seeded rolls, the seeds of `splitter_hindsight`, so
   that its bound and that in hindsight are of the same games;
3. the same with the learned values of a sheet as penalty, from below (`beam`): what no bound by
   these values can be less than;
4. pads of two and three rounds where everything is known (`small`).
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.lib import machine
from benchmarks.lib.without_foresight import beam, halves, stars
from benchmarks.lib.without_foresight.intervals import interval
from benchmarks.lib.without_foresight.penalised import Penalised, for_all_rolls
from benchmarks.lib.without_foresight.small import Solved, penalised, sequences
from benchmarks.strength.splitter_hindsight import rolls_of
from polygames.games.splitter.engine.evaluator import LearnedEvaluator
from polygames.games.splitter.pads import PADS, Pad
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    import argparse

NAME = "splitter_bound"
COMMAND = "python -m benchmarks.studies.bound splitter"
GAMES, BEAM, WIDTHS = 1000, 30, (1, 10, 100)
"""Games of each pad with the penalty, games from below, and the sheets of a beam."""
FEW = 2
"""Rounds for which all sheets of all rolls are tried with values that know the whole sheet."""
SMALL = (
    ("*##*",),
    ("*#..#*",),
    ("*##*", ".##."),
    ("#*##*#",),
    ("*hh*", ".h#."),
)
"""Pads of two and three rounds."""


def proved(pad: Pad) -> dict[str, Any]:
    """Return the bound that needs no rolls, and its parts."""
    start = process_time()
    found = for_all_rolls(pad)
    return {
        "proved": round(found, 3),
        "groups": round(halves.bound(pad.rounds), 3),
        "stars": round(stars.bound(pad.rounds), 3),
        "CPU seconds": round(process_time() - start, 1),
    }


def relaxed(pad: Pad, games: int) -> dict[str, Any]:
    """Return both bounds on seeded games."""
    start = process_time()
    less, hindsight = [], []
    for seed in progress(range(games), f"pad {pad.name}, penalised"):
        problem = Penalised(pad, rolls_of(seed))
        less.append(problem.bound())
        hindsight.append(float(problem.hindsight()))
    return {
        "games": games,
        "penalised": interval(less),
        "hindsight": interval(hindsight),
        "less by": interval([one - two for one, two in zip(hindsight, less, strict=True)]),
        "CPU seconds": round(process_time() - start, 1),
    }


def from_below(pad: Pad, games: int, width: int) -> dict[str, Any]:
    """Return what a beam finds for the penalised problem with the learned values."""
    beam.found(pad, rolls_of(-1), 2)  # compiles
    start = process_time()
    shown = progress(range(games), f"pad {pad.name}, beam {width}")
    found = [beam.found(pad, rolls_of(seed), width) for seed in shown]
    seconds = round((process_time() - start) / games, 2)
    return {"games": games, "found": interval(found), "CPU seconds a game": seconds}


def known(rows: tuple[str, ...]) -> dict[str, Any]:
    """Return the truth about a small pad, and what the bounds say of it."""
    pad = Pad(rows)
    start = process_time()
    solved, learned = Solved(pad), LearnedEvaluator(pad)
    values = {"by its values": solved.value, "learned": learned.value}
    sums = dict.fromkeys(("hindsight", "penalised", *(values if pad.rounds == FEW else ())), 0.0)
    for rolls, chance in sequences(pad):
        problem = Penalised(pad, rolls)
        sums["hindsight"] += chance * problem.hindsight()
        sums["penalised"] += chance * problem.bound()
        for name in sums.keys() & values.keys():
            sums[name] += chance * penalised(pad, rolls, values[name])
    return {
        "optimum": round(solved.optimum, 3),
        "proved": round(for_all_rolls(pad), 3),
        **{name: round(each, 3) for name, each in sums.items()},
        "CPU seconds": round(process_time() - start, 1),
    }


def study(chosen: argparse.Namespace) -> None:
    """Prove, draw, search, print and write."""
    games, below = (
        usual if given is None else given
        for given, usual in ((chosen.games, GAMES), (chosen.beam, BEAM))
    )
    figures = machine.read(NAME)
    figures |= {"command": COMMAND, "pads": figures.get("pads", {})}
    for name, pad in PADS.items():
        row = figures["pads"].setdefault(name, {})
        row |= proved(pad)
        if games:
            row["drawn"] = relaxed(pad, games)
        if below:
            row["beam"] = {str(w): from_below(pad, below, w) for w in chosen.widths or WIDTHS}
        print(name, row)
        machine.write(NAME, figures)
    figures["small"] = {"/".join(rows): known(rows) for rows in progress(SMALL, "small pads")}
    machine.write(NAME, figures)
