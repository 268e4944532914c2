"""Loading and compiling in the parent process, before the workers are forked."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.material import AGENT_LIMITS, quick_agent, random_line, sample_pool
from fuzzing.play import Compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fuzzing.kinds import Attack

__all__ = ["warm_up"]


def warm_up(attacks: Iterable[Attack], seed: int) -> None:
    """Load and compile the code of the attacks once; ignore errors, which they report."""
    for game in sorted({attack.game for attack in attacks}):
        sample_pool(game, seed)
        for preset in (None, *pg.game(game).presets):
            start = pg.new(game, preset=preset)
            calls: tuple[Callable[..., object], ...] = (
                lambda start: pg.play(start, autosave=None).close(),
                partial(pg.analyse, seconds=AGENT_LIMITS["seconds"]),
                partial(pg.solve, seconds=AGENT_LIMITS["seconds"]),
                ask_kernel,
                *(partial(choose, name=name) for name in pg.game(game).agents),
            )
            for call in calls:
                with suppress(Exception):
                    call(start)


def ask_kernel(start: pg.State[Any]) -> None:
    """Play a move on the kernel, so that its functions are compiled."""
    if (kernel := Compiled.from_state(start)) is not None:
        kernel.agree(start)
        kernel.play(start.legal_moves.sample(Random(0)))


def choose(start: pg.State[Any], name: str) -> None:
    """Choose a few moves with an agent, so that it is compiled."""
    game, rng = start.game, Random(0)
    for _, state in islice(random_line(start, rng), 3):
        if state.outcome is None and state.turn != pg.CHANCE:
            quick_agent(game, name).choose(state.view(state.turn), rng)
