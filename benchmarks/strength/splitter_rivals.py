"""What Splitter's agent strong could still gain: its placements against their rivals.

``python -m benchmarks.strength.splitter_rivals [--decisions N] [--deals N] [PAD ...]``. Decisions
come from seeded games of expectimax, one in six of their rounds by chance. Strong ranks the
placements, as in `strength/splitter.py`; those little behind the one it chooses are its
rivals. From each of them the game goes on to its end, with the same dice for all, played by
expectimax, which plays better than what strong itself plays its games on with.

By how much the best rival beats strong's choice lies between two figures: *at most*, where the
same games say which is the best and how good it is, so that luck counts for it; *at least*, where
the games of each deal are judged by what the other deals say. An interrupt keeps what was done.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

import polygames as pg
from benchmarks.lib import machine
from benchmarks.strength.splitter import AGENTS
from polygames.games.splitter.engine.bench import Z, play
from polygames.games.splitter.engine.evaluator import evaluator_of
from polygames.games.splitter.engine.layout import MOST_CELLS
from polygames.games.splitter.engine.rollouts import GAMES, deal
from polygames.games.splitter.engine.search import expected, expectimax
from polygames.games.splitter.engine.sheet import ROUNDS_LEFT, write
from polygames.games.splitter.pads import PADS
from polygames.runtime.clock import Clock
from polygames.runtime.compiling import compiled
from polygames.runtime.progress import progress
from polygames.runtime.random_numbers import seeded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.splitter.engine.evaluation import Floats
    from polygames.games.splitter.engine.evaluator import LearnedEvaluator
    from polygames.games.splitter.engine.layout import Ints
    from polygames.games.splitter.engine.search import Doubles
    from polygames.games.splitter.rules import Splitter
    from polygames.runtime.random_numbers import Rng

CLOSE = 0.35
"""How many points behind strong's choice a rival is, at most."""
RIVALS = 3
"""How many there are, at most."""
TOP = 3
"""How many placements expectimax looks at when it plays on."""
SHARE = 6
"""One round of so many is looked at."""


@compiled
def play_out(a: Ints, p: Ints, w: Floats, dice: Ints, codes: Ints, values: Doubles) -> float:
    """Play a game on by expectimax; return the mean total over its last roll."""
    for i in range(len(dice)):
        x, y = dice[i, 0], dice[i, 1]
        expectimax(a, p, w, x, y, TOP, codes, values)
        write(a, p, codes[0], x, y)
    return expected(a, p, w)


@compiled
def judge(sheets: Ints, p: Ints, w: Floats, rng: Rng, means: Doubles) -> None:
    """Play all sheets on with the same dice; write the mean of each for each deal."""
    dice = np.empty((GAMES, sheets[0, ROUNDS_LEFT] - 1, 2), np.int64)
    codes, values = np.empty(MOST_CELLS, np.int64), np.empty(MOST_CELLS)
    for block in range(len(means)):
        deal(dice, rng)
        for game in range(GAMES):
            for i in range(len(sheets)):
                means[block, i] += play_out(sheets[i].copy(), p, w, dice[game], codes, values)
    means /= GAMES


def decisions(pad: str) -> Iterator[tuple[int, Splitter]]:
    """Yield rolls to be written, with a number for each."""
    player, rng, seed = pg.agent("expectimax", game="splitter"), Random("rivals"), 0
    while True:
        for state in play(player, pad, 10_000 + seed)[:-2]:  # the last round is no choice
            if rng.randrange(SHARE) == 0:
                yield rng.getrandbits(31), state
        seed += 1


def gains(
    evaluator: LearnedEvaluator, state: Splitter, number: int, deals: int
) -> tuple[float, float] | None:
    """Return how much the best rival is better, at least and at most; None without a rival."""
    strong = pg.agent("strong", game="splitter", **AGENTS["strong"])
    first, *others = strong.rank(state, Clock(None), Random(number))
    rivals = [each for each in others if first.value - each.value < CLOSE][:RIVALS]
    if not rivals:
        return None
    after = [state.play(each.move).sheets[0] for each in (first, *rivals)]
    sheets = np.stack([evaluator.sheet(sheet) for sheet in after])
    means = np.zeros((deals, len(sheets)))
    judge(sheets, evaluator.p, evaluator.w, seeded(number), means)
    means -= means[:, :1]
    total = means.sum(axis=0)
    least = [row[np.argmax(total - row)] for row in means]
    return float(np.mean(least)), float(total.max() / deals)


def measure(pad: str, number: int, deals: int) -> None:
    """Judge decisions on one pad and write what they could gain."""
    evaluator = evaluator_of(PADS[pad])
    start = process_time()
    found: list[tuple[float, float] | None] = []
    try:
        for _, (seed, state) in zip(
            progress(range(number), f"pad {pad}"), decisions(pad), strict=False
        ):
            found.append(gains(evaluator, state, seed, deals))
    except KeyboardInterrupt:
        print(f"pad {pad}: interrupted after {len(found)} decisions")
    rounds = PADS[pad].rounds - 1
    by_game = rounds * np.array([each or (0.0, 0.0) for each in found])
    errors = Z * by_game.std(axis=0, ddof=1) / len(by_game) ** 0.5
    figures = machine.read("splitter_rivals")
    pads = figures.get("pads", {})
    pads[pad] = {
        "decisions": len(found),
        "with rivals": sum(each is not None for each in found),
        "games of each": deals * GAMES,
        "at least": [round(float(x), 2) for x in (by_game.mean(axis=0)[0], errors[0])],
        "at most": [round(float(x), 2) for x in (by_game.mean(axis=0)[1], errors[1])],
        "CPU seconds": round(process_time() - start),
    }
    machine.write("splitter_rivals", {"pads": pads})
    print(f"pad {pad}: {pads[pad]}")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pads", nargs="*", metavar="PAD")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--deals", type=int, default=14)
    chosen = parser.parse_args()
    if unknown := set(chosen.pads) - set(PADS):
        parser.error(f"no such pad: {min(unknown)}")
    for pad in chosen.pads or PADS:
        measure(pad, chosen.decisions, chosen.deals)


if __name__ == "__main__":
    main()
