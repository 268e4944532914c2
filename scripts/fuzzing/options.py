"""Unusual options for new games: each is refused or starts a complete game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED_INPUT
from fuzzing.nasty import nasty_value
from fuzzing.plugs import short_options
from fuzzing.texts import examine_state

if TYPE_CHECKING:
    from fuzzing.case import Run

__all__ = ["attack_options"]

OPTION_SETS = 10


def attack_options(run: Run) -> None:
    """Start games with unusual options."""
    for _ in range(OPTION_SETS):
        run.counts["inputs"] += 1
        given = draw_options(run)
        state = run.call("new", given, partial(pg.new, run.game, **given))
        if state is not REFUSED_INPUT:
            run.counts["accepted"] += 1
            examine_state(run, state, given)
            run.works("record", given, partial(reread_record, state))


def reread_record(state: pg.State[Any]) -> pg.Record:
    """Write a record that starts at a state, and return the record that is read back."""
    return pg.Record.from_text(pg.Record(state).to_text())


def draw_options(run: Run) -> dict[str, Any]:
    """Return one to three options with unusual values, sometimes beside valid ones."""
    rng, defaults = run.rng, pg.game(run.game).defaults
    good = short_options(run.game, rng)
    given = dict(good) if rng.random() < 1 / 2 else {}
    names = rng.sample(sorted(defaults), min(len(defaults), rng.choice((1, 1, 1, 2, 2, 3))))
    given |= {name: nasty_value(rng, good.get(name, defaults[name])) for name in names}
    if rng.random() < 1 / 20:
        given[rng.choice(("preset", "no such option"))] = nasty_value(rng, "A")
    return given
