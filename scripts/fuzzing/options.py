"""Options with values that nobody should give: refused, or good for a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.nasty import nasty
from fuzzing.plugs import short_options
from fuzzing.texts import examine

if TYPE_CHECKING:
    from fuzzing.case import Run

__all__ = ["options"]

INPUTS = 10


def options(run: Run) -> None:
    """Set up games with nasty options."""
    for _ in range(INPUTS):
        run.counts["inputs"] += 1
        given = drawn(run)
        state = run.call("new", given, partial(pg.new, run.game, **given))
        if state is not REFUSED:
            run.counts["accepted"] += 1
            examine(run, state, given)
            run.works("record", given, partial(written, state))


def written(state: pg.State[Any]) -> pg.Record:
    """Write a record that begins with a state, and read it."""
    return pg.Record.from_text(pg.Record(state).to_text())


def drawn(run: Run) -> dict[str, Any]:
    """Return options: one to three nasty ones, at times among good ones."""
    rng, defaults = run.rng, pg.game(run.game).defaults
    good = short_options(run.game, rng)
    given = dict(good) if rng.random() < 1 / 2 else {}
    names = rng.sample(sorted(defaults), min(len(defaults), rng.choice((1, 1, 1, 2, 2, 3))))
    given |= {name: nasty(rng, good.get(name, defaults[name])) for name in names}
    if rng.random() < 1 / 20:
        given[rng.choice(("preset", "no such option"))] = nasty(rng, "A")
    return given
