"""What a sheet is worth: a sum of learned numbers, the total that is to be expected at the end.

`features` says of what; `features` returns the places of the numbers, `base` adds them up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.features import (
    ROUNDS,
    STAGE,
    group_at,
    hearts_at,
    mates_at,
    near_number,
    number_at,
    one_at,
    outs_at,
    room_at,
    slot_at,
    spot_at,
    window_at,
)
from polygames.games.splitter.engine.kernel import (
    CELL,
    CELLS,
    HEART,
    LEFT,
    MASK,
    MIRROR,
    NOWHERE,
    ROOT,
    SIZE,
    SPOT,
    STATE,
    WINDOWS,
    unfinished,
)
from polygames.search.bits import lowest
from polygames.search.kernels import lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.kernel import Ints

__all__ = ["base", "features", "number_worth", "place_worth", "slot_worth", "spots"]


@lean
def number_worth(
    a: Ints, p: Ints, w: Floats, value: int, beside: int, joint: int, left: int
) -> float:
    """Return what the unfinished groups of a number are worth, beyond each of them.

    `beside` has the empty cells beside its groups, `joint` those beside several, as bits.
    """
    total = float(w[number_at(a, value, left)])
    roots = unfinished(a, value)
    while roots:
        one = lowest(roots)
        roots &= roots - 1
        total += w[outs_at(a, p, one, joint, left)]
        total += w[room_at(a, p, one, beside, joint, left)]
        others = roots
        while others:
            total += w[mates_at(a, p, one, lowest(others), left)]
            others &= others - 1
    return total


@lean
def number_features(a: Ints, p: Ints, value: int, left: int, out: Ints, n: int) -> int:
    """Write the places for the unfinished groups of a number after n others."""
    out[n] = number_at(a, value, left)
    n += 1
    beside, joint = near_number(a, value)
    roots = unfinished(a, value)
    while roots:
        one = lowest(roots)
        roots &= roots - 1
        out[n] = outs_at(a, p, one, joint, left)
        out[n + 1] = room_at(a, p, one, beside, joint, left)
        n += 2
        others = roots
        while others:
            out[n] = mates_at(a, p, one, lowest(others), left)
            n += 1
            others &= others - 1
    return n


@lean
def spots(a: Ints, p: Ints, w: Floats, root: int, left: int) -> float:
    """Return what the cells of a group are worth."""
    if p[SPOT] == NOWHERE:
        return 0.0
    value, size, mask = a[CELL + root], a[SIZE + root], a[MASK + root]
    total = 0.0
    while mask:
        total += w[spot_at(p, lowest(mask), value, size, left)]
        mask &= mask - 1
    return total


@lean
def slot_worth(p: Ints, w: Floats, cell: int, one: int, other: int, left: int) -> float:
    """Return what an empty slot with such surroundings of its cells is worth."""
    return float(
        w[slot_at(p, cell, one, other, left)]
        + w[one_at(p, cell, one, left)]
        + w[one_at(p, p[MIRROR + cell], other, left)]
    )


@lean
def place_worth(p: Ints, w: Floats, cell: int, left: int) -> float:
    """Return what an empty slot is worth for where it is."""
    if p[SPOT] == NOWHERE:
        return 0.0
    return float(w[spot_at(p, cell, 0, 0, left)] + w[spot_at(p, p[MIRROR + cell], 0, 0, left)])


@lean
def slot_features(a: Ints, p: Ints, cell: int, left: int, out: Ints, n: int) -> int:
    """Write the places for an empty slot after n others, but for cells with nothing around."""
    other = p[MIRROR + cell]
    one, two = a[STATE + cell], a[STATE + other]
    if one and two:
        out[n] = slot_at(p, cell, one, two, left)
        n += 1
    if one:
        out[n] = one_at(p, cell, one, left)
        n += 1
    if two:
        out[n] = one_at(p, other, two, left)
        n += 1
    return n


@lean
def features(a: Ints, p: Ints, out: Ints) -> int:
    """Write the places of all that a sheet's value is the sum of, and count them."""
    left = min(a[LEFT], ROUNDS - 1)
    stage = STAGE[left]
    n = 0
    for cell in range(p[CELLS]):
        if a[CELL + cell]:
            if a[ROOT + cell] == cell:
                out[n] = group_at(a, p, cell, left)
                n += 1
        elif cell < p[MIRROR + cell]:
            n = slot_features(a, p, cell, left, out, n)
        if left and p[SPOT] != NOWHERE:
            size = a[SIZE + a[ROOT + cell]] if a[CELL + cell] else 0
            out[n] = spot_at(p, cell, a[CELL + cell], size, left)
            n += 1
    out[n] = hearts_at(a[HEART], left)
    n += 1
    if left:
        for value in range(1, 7):
            n = number_features(a, p, value, left, out, n)
        for window in range(p[WINDOWS]):
            out[n] = window_at(a, p, window, stage)
            n += 1
    return n


@lean
def base(a: Ints, p: Ints, w: Floats, rounds: int) -> float:
    """Return the value of a sheet as if so many rounds were left."""
    left = min(rounds, ROUNDS - 1)
    stage = STAGE[left]
    total = float(w[hearts_at(a[HEART], left)])
    for cell in range(p[CELLS]):
        if a[CELL + cell]:
            if a[ROOT + cell] == cell:
                total += w[group_at(a, p, cell, left)]
                if left:
                    total += spots(a, p, w, cell, left)
        elif cell < p[MIRROR + cell]:
            total += slot_worth(p, w, cell, a[STATE + cell], a[STATE + p[MIRROR + cell]], left)
            total += place_worth(p, w, cell, left)
    if left:
        for value in range(1, 7):
            beside, joint = near_number(a, value)
            total += number_worth(a, p, w, value, beside, joint, left)
        for window in range(p[WINDOWS]):
            total += w[window_at(a, p, window, stage)]
    return total
