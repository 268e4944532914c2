"""Seeded solo games to compare agents: ``python -m polygames bench splitter``."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.registry import agent as make
from polygames.core.registry import new
from polygames.games.splitter.engine.placement_ranking import evaluator_of
from polygames.games.splitter.scoring import solo_rating
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.progress import progress as bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Agent
    from polygames.games.splitter.rules import Splitter

Z95 = 1.96
"""The number of standard errors for an interval of 95%."""


def play_game(player: Agent, pad: str, seed: int) -> list[Splitter]:
    """Play a solo game; return its states after each roll, and the final one.

    The dice depend on the seed only.
    """
    dice, rng = Random(f"dice {seed}"), Random(f"agent {seed}")
    state: Any = new("splitter", pad=pad)
    states: list[Splitter] = []
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(dice))
        states.append(state)
        state = state.play(player.choose(state, rng))
    return [*states, state]


def game_luck(states: list[Splitter]) -> float:
    """Return the luck of a game in points.

    The sum of the luck of its rolls, by the learned values.
    """
    evaluator = evaluator_of(states[0].pad)
    return sum(evaluator.luck(state) for state in states[:-1])


def summarize(totals: list[int], lucks: list[float]) -> dict[str, Any]:
    """Return the mean total, its 95% interval and the number of games with each rating.

    If the luck of each game is given, also return mean and interval of the totals less luck: the
    expected mean is the same, and its interval is much narrower.
    """
    mean, interval = mean_and_interval(totals)
    found: dict[str, Any] = {"games": len(totals), "mean": mean, "interval": interval}
    if lucks:
        mean, interval = mean_and_interval([a - b for a, b in zip(totals, lucks, strict=True)])
        found |= {"mean without luck": mean, "interval without luck": interval}
    steps: dict[str, int] = {}
    for total in sorted(totals):
        steps[solo_rating(total)] = steps.get(solo_rating(total), 0) + 1
    return found | {"least and most": [min(totals), max(totals)], "ratings": steps}


def mean_and_interval(values: Sequence[float]) -> tuple[float, list[float]]:
    """Return the mean and its 95% confidence interval, rounded to two digits."""
    mean = fmean(values)
    half = Z95 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return round(mean, 2), [round(mean - half, 2), round(mean + half, 2)]


def bench(
    out: str | Path | None = None,
    games: int = 200,
    agent: str = "expectimax",
    pad: str = "A",
    *,
    progress: bool = True,
    **options: Any,
) -> dict[str, Any]:
    """Play solo games with seeds 0, 1, 2 and so on; return and write their final scores.

    The totals of an agent are reproducible, unless it has a time limit (``strong`` has one;
    use ``seconds=None, visits=2000``).

    The file `out` is JSON without times; None writes no file. Other options go to the agent. The
    result also has the milliseconds per game. After an interrupt it covers the games played.
    """
    if games < 1:
        msg = f"the option games must be 1 or more, not {games}"
        raise OptionError(msg)
    player = make(agent, game="splitter", **options)
    totals: list[int] = []
    lucks: list[float] = []
    spent = 0.0
    try:
        for seed in bar(range(games), f"{agent}, pad {pad}", is_shown=progress):
            start = perf_counter()
            states = play_game(player, pad, seed)
            spent += perf_counter() - start
            if HAS_NUMBA:  # uncompiled, luck takes longer than most agents
                lucks.append(game_luck(states))
            totals.append(int(states[-1].scores[0]))
    except KeyboardInterrupt:
        if not totals:
            raise
        del lucks[len(totals) :]
    found = {
        "game": "splitter",
        "pad": pad,
        "agent": agent,
        "options": options,
        **summarize(totals, lucks),
        "totals by seed": totals,
    }
    if lucks:
        found["luck by seed"] = [round(each, 2) for each in lucks]
    if out is not None:
        Path(out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found | {"ms a game": round(1000 * spent / len(totals), 1)}
