"""What a sheet is worth: a sum of learned weights, the total that is to be expected at the end.

features.py says of what. `static_value` adds the weights up; `active_features` lists where they
stand, for learning. What the one adds the other lists, function by function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.features import (
    ROUNDS,
    STAGE,
    group_at,
    hearts_at,
    mates_at,
    number_at,
    one_at,
    outs_at,
    room_at,
    slot_at,
    spot_at,
    window_at,
)
from polygames.games.splitter.engine.layout import CELLS, MIRROR, NOWHERE, SPOT, WINDOWS
from polygames.games.splitter.engine.sheet import (
    CELL,
    HEART,
    MASK,
    ROOT,
    ROUNDS_LEFT,
    SIZE,
    SURROUNDINGS,
    near_number,
    unfinished,
)
from polygames.runtime.bits import lowest
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.layout import Ints


@lean
def number_value(
    a: Ints, p: Ints, w: Floats, value: int, beside: int, joint: int, rounds: int
) -> float:
    """Return the weights of the unfinished groups of a number, added up.

    `beside` has the empty cells beside its groups, `joint` those beside several, as bits.
    """
    total = float(w[number_at(a, value, rounds)])
    roots = unfinished(a, value)
    while roots:
        one = lowest(roots)
        roots &= roots - 1
        total += w[outs_at(a, p, one, joint, rounds)]
        total += w[room_at(a, p, one, beside, joint, rounds)]
        others = roots
        while others:
            total += w[mates_at(a, p, one, lowest(others), rounds)]
            others &= others - 1
    return total


@lean
def number_indices(a: Ints, p: Ints, value: int, rounds: int, out: Ints, n: int) -> int:
    """Write the indices of the unfinished groups of a number after n others; count all."""
    out[n] = number_at(a, value, rounds)
    n += 1
    beside, joint = near_number(a, value)
    roots = unfinished(a, value)
    while roots:
        one = lowest(roots)
        roots &= roots - 1
        out[n] = outs_at(a, p, one, joint, rounds)
        out[n + 1] = room_at(a, p, one, beside, joint, rounds)
        n += 2
        others = roots
        while others:
            out[n] = mates_at(a, p, one, lowest(others), rounds)
            n += 1
            others &= others - 1
    return n


@lean
def group_spots(a: Ints, p: Ints, w: Floats, root: int, rounds: int) -> float:
    """Return what the cells of a group are worth."""
    if p[SPOT] == NOWHERE:
        return 0.0
    value, size, mask = a[CELL + root], a[SIZE + root], a[MASK + root]
    total = 0.0
    while mask:
        total += w[spot_at(p, lowest(mask), value, size, rounds)]
        mask &= mask - 1
    return total


@lean
def slot_value(p: Ints, w: Floats, cell: int, one: int, other: int, rounds: int) -> float:
    """Return what an empty slot with such surroundings of its cells is worth."""
    return float(
        w[slot_at(p, cell, one, other, rounds)]
        + w[one_at(p, cell, one, rounds)]
        + w[one_at(p, p[MIRROR + cell], other, rounds)]
    )


@lean
def empty_spots_value(p: Ints, w: Floats, cell: int, rounds: int) -> float:
    """Return what an empty slot is worth for where it is."""
    if p[SPOT] == NOWHERE:
        return 0.0
    return float(w[spot_at(p, cell, 0, 0, rounds)] + w[spot_at(p, p[MIRROR + cell], 0, 0, rounds)])


@lean
def slot_indices(a: Ints, p: Ints, cell: int, rounds: int, out: Ints, n: int) -> int:
    """Write the indices of an empty slot after n others; count all.

    A cell with nothing around has none.
    """
    other = p[MIRROR + cell]
    one, two = a[SURROUNDINGS + cell], a[SURROUNDINGS + other]
    if one and two:
        out[n] = slot_at(p, cell, one, two, rounds)
        n += 1
    if one:
        out[n] = one_at(p, cell, one, rounds)
        n += 1
    if two:
        out[n] = one_at(p, other, two, rounds)
        n += 1
    return n


@lean
def active_features(a: Ints, p: Ints, out: Ints) -> int:
    """Write the indices of all weights that a sheet's value is the sum of, and count them."""
    rounds = min(a[ROUNDS_LEFT], ROUNDS - 1)
    stage = STAGE[rounds]
    n = 0
    for cell in range(p[CELLS]):
        if a[CELL + cell]:
            if a[ROOT + cell] == cell:
                out[n] = group_at(a, p, cell, rounds)
                n += 1
        elif cell < p[MIRROR + cell]:
            n = slot_indices(a, p, cell, rounds, out, n)
        if rounds and p[SPOT] != NOWHERE:
            size = a[SIZE + a[ROOT + cell]] if a[CELL + cell] else 0
            out[n] = spot_at(p, cell, a[CELL + cell], size, rounds)
            n += 1
    out[n] = hearts_at(a[HEART], rounds)
    n += 1
    if rounds:
        for value in range(1, 7):
            n = number_indices(a, p, value, rounds, out, n)
        for window in range(p[WINDOWS]):
            out[n] = window_at(a, p, window, stage)
            n += 1
    return n


@lean
def static_value(a: Ints, p: Ints, w: Floats, rounds: int) -> float:
    """Return the value of a sheet as if so many rounds were left."""
    rounds = min(rounds, ROUNDS - 1)
    stage = STAGE[rounds]
    total = float(w[hearts_at(a[HEART], rounds)])
    for cell in range(p[CELLS]):
        if a[CELL + cell]:
            if a[ROOT + cell] == cell:
                total += w[group_at(a, p, cell, rounds)]
                if rounds:
                    total += group_spots(a, p, w, cell, rounds)
        elif cell < p[MIRROR + cell]:
            total += slot_value(
                p, w, cell, a[SURROUNDINGS + cell], a[SURROUNDINGS + p[MIRROR + cell]], rounds
            )
            total += empty_spots_value(p, w, cell, rounds)
    if rounds:
        for value in range(1, 7):
            beside, joint = near_number(a, value)
            total += number_value(a, p, w, value, beside, joint, rounds)
        for window in range(p[WINDOWS]):
            total += w[window_at(a, p, window, stage)]
    return total
