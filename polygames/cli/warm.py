"""Compile what is compiled at first use, and make the cache of fonts."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import polygames as pg
from polygames.cli.listing import known
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""


def run(_: argparse.Namespace, say: Say) -> dict[str, float]:
    """Use each game once."""
    from polygames.plots.png import png
    from polygames.search.analysis.readiness import QUICK, use_once
    from polygames.search.kernel_adapter import kernel_of
    from polygames.search.playouts import playouts

    seconds = {}
    for name, info in known():
        start = perf_counter()
        state = info.new()
        if kernel_of(state) is not None:
            playouts(state, games=1)
        while state.turn == CHANCE:
            state = state.play(state.legal_moves.sample(Random(0)))
        for agent in info.agents:
            use_once(info, agent, state)
        pg.analyse(state, seconds=QUICK)
        png(state)  # reads the fonts of this machine
        seconds[name] = perf_counter() - start
        say(f"{name}: warm after {seconds[name]:.1f} s")
    return seconds
