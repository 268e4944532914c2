"""Seeded games alone, to compare agents: ``python -m polygames bench splitter``."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.progress import progress as bar
from polygames.core.registry import agent as make
from polygames.core.registry import new
from polygames.games.splitter.scoring import rating

if TYPE_CHECKING:
    from polygames.core.protocol import Agent

__all__ = ["bench", "play", "summary"]

Z = 1.96
"""For an interval of 95%."""


def play(player: Agent, pad: str, seed: int) -> int:
    """Play a game alone and return the total; the dice depend on the seed only."""
    dice, rng = Random(f"dice {seed}"), Random(f"agent {seed}")
    state = new("splitter", pad=pad)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(dice))
        state = state.play(player.choose(state, rng))
    return int(state.scores[0])


def summary(totals: list[int]) -> dict[str, Any]:
    """Return mean, interval of 95% and how many games came to each step of the rating table."""
    mean = fmean(totals)
    half = Z * stdev(totals) / len(totals) ** 0.5 if len(totals) > 1 else 0.0
    steps: dict[str, int] = {}
    for total in sorted(totals):
        steps[rating(total)] = steps.get(rating(total), 0) + 1
    return {
        "games": len(totals),
        "mean": round(mean, 2),
        "interval": [round(mean - half, 2), round(mean + half, 2)],
        "least and most": [min(totals), max(totals)],
        "ratings": steps,
    }


def bench(
    out: str | Path | None = None,
    games: int = 200,
    agent: str = "expectimax",
    pad: str = "A",
    *,
    progress: bool = True,
    **options: Any,
) -> dict[str, Any]:
    """Play seeded games alone, the seeds 0, 1, 2 and so on, and write seeds and totals.

    The same agent gets the same totals again, unless it thinks by the clock (``strong`` does;
    give it ``seconds=None, visits=2000``).

    Parameters
    ----------
    out
        The file to write, as JSON; None writes none. It holds no times.
    games
        How many games to play.
    agent
        The name of the agent.
    pad
        The pad.
    progress
        Whether to show a bar.
    **options
        Options of the agent.

    Returns
    -------
    dict
        What the file holds, and milliseconds a game. An interrupt keeps what was played.
    """
    if games < 1:
        msg = f"bench plays one game or more, not {games}"
        raise OptionError(msg)
    player = make(agent, game="splitter", **options)
    totals: list[int] = []
    start = perf_counter()
    try:
        for seed in bar(range(games), f"{agent}, pad {pad}", show=progress):
            totals.append(play(player, pad, seed))  # noqa: PERF401 - an interrupt keeps them
    except KeyboardInterrupt:
        if not totals:
            raise
    spent = perf_counter() - start
    found = {
        "game": "splitter",
        "pad": pad,
        "agent": agent,
        "options": options,
        **summary(totals),
        "totals by seed": totals,
    }
    if out is not None:
        Path(out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return found | {"ms a game": round(1000 * spent / len(totals), 1)}
