"""Positions of random games, each with a move, its reply and the sentence that explains them."""

from random import Random

import polygames as pg
from polygames.core.descriptions import effect_reason


def reason_cases(game, count, *, seed=0, say=effect_reason, **options):
    """Yield `count` states, each with a line of one to three moves and its sentence."""
    rng, found = Random(seed), 0
    while found < count:
        state = pg.new(game, **options)
        while state.outcome is None and found < count:
            if state.turn >= 0:
                line = _line(state, rng)
                yield state, line, say(state, line)
                found += 1
            state = state.play(state.legal_moves.sample(rng))


def _line(state, rng):
    line = []
    for _ in range(rng.choice((1, 2, 3))):
        if state.outcome is not None or state.turn < 0:
            break
        line.append(state.legal_moves.sample(rng))
        state = state.play(line[-1])
    return line
