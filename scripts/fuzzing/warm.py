"""What is loaded and compiled once, in the process that all others are forked from."""

from __future__ import annotations

import inspect
from contextlib import suppress
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.calls import loaded
from fuzzing.material import pool, random_line
from polygames.core.lazy import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fuzzing.kinds import Attack

__all__ = ["warm_up"]

SMALL = {"seconds": 0.05, "visits": 4, "nodes": 50}
"""How little work is asked for."""


def warm_up(attacks: Iterable[Attack], seed: int) -> None:
    """Do once what the attacks do, so that it does not count in each process; errors are theirs."""
    table([])  # loads pandas
    for game in sorted({attack.game for attack in attacks}):
        pool(game, seed)
        for preset in (None, *pg.game(game).presets):
            start = pg.new(game, preset=preset)
            with suppress(Exception):
                pg.play(start, autosave=None).close()
            with suppress(Exception):
                pg.analyse(start, seconds=SMALL["seconds"])
            with suppress(Exception):
                pg.solve(start, seconds=SMALL["seconds"])
            for name in pg.game(game).agents:
                with suppress(Exception):
                    choose(start, name)


def choose(start: pg.State[Any], name: str) -> None:
    """Let an agent choose."""
    game, rng = start.game, Random(0)
    known = inspect.signature(loaded(pg.game(game).engine.agent_makers[name])).parameters
    options = {option: value for option, value in SMALL.items() if option in known}
    for _, state in islice(random_line(start, rng), 3):
        if state.outcome is None and state.turn != pg.CHANCE:
            pg.agent(name, game=game, **options).choose(state.view(state.turn), rng)
