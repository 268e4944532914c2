"""The search for a good full sheet with given rolls: simulated annealing, compiled.

A sheet is one array: for each number the cells that hold it, as bits, then the number of each
cell, and for each slot which roll is written there. Two slots change their rolls, or one its
sides; what that changes is counted over the groups around.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from polygames.games.splitter._kernel import (
    AROUND,
    CELLS,
    HEARTS,
    ROOM,
    SLOT,
    SLOTS,
    STAR,
    WEIGHT,
)
from polygames.search.bits import lowest
from polygames.search.kernels import below, compiled, lean, uniform

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from polygames.games.splitter._kernel import Ints
    from polygames.search.kernels import Rng

    Doubles = npt.NDArray[np.float64]

__all__ = ["BEST", "SCORE", "anneal", "fill"]

SCORE, BEST = 0, 1
"""The score now, and the best one so far."""
HOLDS = 2
CELL = HOLDS + 8
KEPT = CELL + ROOM
"""The sheet with the best score so far."""

BONUS = 5
SMALL = 0.25
"""What a cell counts in a group that may still grow, as a share of what a scoring one counts."""
PAIR = 1.0
"""What counts if two of the hearts hold the same number."""


@lean
def group_of(s: Ints, p: Ints, cell: int) -> int:
    """Return the cells of the group of a cell, as bits."""
    holds = s[HOLDS + s[CELL + cell]]
    group = new = 1 << cell
    while new:
        near = 0
        while new:
            near |= p[AROUND + lowest(new)]
            new &= new - 1
        new = near & holds & ~group
        group |= new
    return group


@lean
def worth(group: int, value: int, p: Ints) -> tuple[int, float]:
    """Return what a group scores, and what it counts in the search."""
    size, rest = 0, group
    while rest and size <= value:
        rest &= rest - 1
        size += 1
    times = 2 if group & p[STAR] else 1
    if size == value:
        return value * times, float(value * times)
    return 0, SMALL * times * size * size / value if size < value else 0.0


@lean
def hearts(s: Ints, p: Ints) -> tuple[int, float]:
    """Return what the hearts score, and what they count in the search."""
    if p[HEARTS] == 0:
        return 0, 0.0
    one = two = three = 0
    for cell in range(p[CELLS]):
        if p[WEIGHT + cell] == 1:
            one = s[CELL + cell]
        elif p[WEIGHT + cell] == 7:  # noqa: PLR2004 - the weights are 1, 7 and 49
            two = s[CELL + cell]
        elif p[WEIGHT + cell]:
            three = s[CELL + cell]
    if one == two == three:
        return BONUS, float(BONUS)
    two_alike = one == two or one == three or two == three  # noqa: PLR1714 - numba
    return 0, PAIR if two_alike else 0.0


@lean
def near(s: Ints, p: Ints, slot: int, other: int) -> tuple[int, float]:
    """Return what the groups in and beside two slots score and count."""
    score, count = 0, 0.0
    seen = 0
    for k in range(4):
        cell = p[SLOT + 2 * (slot if k & 1 else other) + (k >> 1)]
        around = p[AROUND + cell] | 1 << cell
        around &= ~seen
        while around:
            group = group_of(s, p, lowest(around))
            seen |= group
            around &= ~group
            points, counts = worth(group, s[CELL + lowest(group)], p)
            score += points
            count += counts
    points, counts = hearts(s, p)
    return score + points, count + counts


@lean
def set_cell(s: Ints, cell: int, value: int) -> None:
    """Write a number over another."""
    s[HOLDS + s[CELL + cell]] &= ~(1 << cell)
    s[HOLDS + value] |= 1 << cell
    s[CELL + cell] = value


@lean
def swap(s: Ints, p: Ints, slot: int, other: int, sides: int) -> None:
    """Let two slots change their numbers; the bits of `sides` say which of them turn over."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    three, four = p[SLOT + 2 * other], p[SLOT + 2 * other + 1]
    v1, v2, v3, v4 = s[CELL + one], s[CELL + two], s[CELL + three], s[CELL + four]
    if sides & 1:
        v1, v2 = v2, v1
    if sides & 2:
        v3, v4 = v4, v3
    set_cell(s, one, v3)
    set_cell(s, two, v4)
    set_cell(s, three, v1)
    set_cell(s, four, v2)


@compiled
def fill(s: Ints, p: Ints, rolls: Ints, rng: Rng) -> None:
    """Write the rolls at random; the best score begins with this one's."""
    for slot in range(p[SLOTS]):
        other = slot + below(rng, p[SLOTS] - slot)
        for side in range(2):
            rolls[slot, side], rolls[other, side] = rolls[other, side], rolls[slot, side]
    s[:] = 0
    for slot in range(p[SLOTS]):
        turn = below(rng, 2)
        for side in range(2):
            cell, value = p[SLOT + 2 * slot + side], rolls[slot, side ^ turn]
            s[CELL + cell] = value
            s[HOLDS + value] |= 1 << cell
    seen = 0
    for cell in range(p[CELLS]):
        if not seen >> cell & 1:
            group = group_of(s, p, cell)
            seen |= group
            s[SCORE] += worth(group, s[CELL + cell], p)[0]
    s[SCORE] += hearts(s, p)[0]
    keep(s, p)


@compiled
def keep(s: Ints, p: Ints) -> None:
    """Keep the sheet as the best so far."""
    s[BEST] = s[SCORE]
    for cell in range(p[CELLS]):
        s[KEPT + cell] = s[CELL + cell]


@compiled
def anneal(s: Ints, p: Ints, rng: Rng, steps: int, hot: float, cold: float, goal: int) -> None:
    """Change the sheet, ever less willing to lose, until the goal is reached or the steps end."""
    slots = p[SLOTS]
    for step in range(steps):
        if s[BEST] >= goal:
            return
        heat = hot * (cold / hot) ** (step / steps)
        slot, other = below(rng, slots), below(rng, slots)
        sides = below(rng, 4)
        if slot == other:
            sides = 1
        score, count = near(s, p, slot, other)
        swap(s, p, slot, other, sides)
        points, counts = near(s, p, slot, other)
        if counts >= count or uniform(rng) < exp((counts - count) / heat):
            s[SCORE] += points - score
            if s[SCORE] > s[BEST]:
                keep(s, p)
        else:
            back = sides if slot == other else (sides >> 1 | (sides & 1) << 1)
            swap(s, p, slot, other, back)
