"""The search for a good full sheet with given rolls: swaps by Metropolis's rule, compiled.

A sheet is one array: for each number the cells that hold it, as bits, and by cell its number and
the cells of its group, as bits. Two slots change their rolls, or one its sides; what that changes
is counted over the groups around, as they are kept before, and found anew after. A change for the
worse is taken the more rarely the worse it is, always by the same measure: to cool down, and to
begin anew, takes longer on the hardest rolls.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.kernel import (
    AROUND,
    CELLS,
    HEARTS,
    ROOM,
    SLOT,
    SLOTS,
    STAR,
    WEIGHT,
)
from polygames.search.bits import count, lowest
from polygames.search.kernels import below, compiled, lean, uniform

if TYPE_CHECKING:
    from polygames.games.splitter.engine.kernel import Ints
    from polygames.search.kernels import Rng

__all__ = ["BEST", "KEPT", "SCORE", "fill", "swap_on"]

SCORE, BEST = 0, 1
"""The score now, and the best one so far."""
FOUNDS = 2
"""How many groups were found anew."""
HOLDS = 3
HEART = HOLDS + 8
"""The cells with hearts."""
FOUND = HEART + 3
CELL = FOUND + 20
GROUP = CELL + ROOM
KEPT = GROUP + ROOM
"""The sheet with the best score so far."""

HEAT = 0.65
"""How willing the search is to lose points."""
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
    size = count(group)
    times = 2 if group & p[STAR] else 1
    if size == value:
        return value * times, float(value * times)
    return 0, SMALL * times * size * size / value if size < value else 0.0


@lean
def hearts(s: Ints, p: Ints) -> tuple[int, float]:
    """Return what the hearts score, and what they count in the search."""
    if p[HEARTS] == 0:
        return 0, 0.0
    one, two, three = s[CELL + s[HEART]], s[CELL + s[HEART + 1]], s[CELL + s[HEART + 2]]
    if one == two == three:
        return BONUS, float(BONUS)
    two_alike = one == two or one == three or two == three  # noqa: PLR1714 - numba
    return 0, PAIR if two_alike else 0.0


@lean
def cells_near(p: Ints, slot: int, other: int) -> int:
    """Return the cells in and beside two slots, as bits."""
    cells = 0
    for k in range(4):
        cell = p[SLOT + 2 * (slot if k & 1 else other) + (k >> 1)]
        cells |= p[AROUND + cell] | 1 << cell
    return int(cells)


@lean
def known(s: Ints, p: Ints, cells: int) -> tuple[int, float]:
    """Return what the groups of some cells and the hearts score and count."""
    score, total = hearts(s, p)
    while cells:
        cell = lowest(cells)
        cells &= ~s[GROUP + cell]
        points, counts = worth(s[GROUP + cell], s[CELL + cell], p)
        score += points
        total += counts
    return score, total


@lean
def found(s: Ints, p: Ints, cells: int) -> tuple[int, float]:
    """Return the same of groups found anew; they are noted, for `enter`."""
    score, total = hearts(s, p)
    n = 0
    while cells:
        cell = lowest(cells)
        group = group_of(s, p, cell)
        s[FOUND + n] = group
        n += 1
        cells &= ~group
        points, counts = worth(group, s[CELL + cell], p)
        score += points
        total += counts
    s[FOUNDS] = n
    return score, total


@lean
def enter(s: Ints) -> None:
    """Keep the groups that were found anew."""
    for i in range(s[FOUNDS]):
        cells = s[FOUND + i]
        while cells:
            s[GROUP + lowest(cells)] = s[FOUND + i]
            cells &= cells - 1


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
    n = 0
    for cell in range(p[CELLS]):
        s[GROUP + cell] = group_of(s, p, cell)
        if p[WEIGHT + cell]:
            s[HEART + n] = cell
            n += 1
    s[SCORE] = known(s, p, (1 << p[CELLS]) - 1)[0]
    keep(s, p)


@compiled
def keep(s: Ints, p: Ints) -> None:
    """Keep the sheet as the best so far."""
    s[BEST] = s[SCORE]
    for cell in range(p[CELLS]):
        s[KEPT + cell] = s[CELL + cell]


@compiled
def picked(s: Ints, p: Ints, rng: Rng) -> int:
    """Return a slot at random, rather one with a number that scores nothing."""
    slot = below(rng, p[SLOTS])
    for side in range(2):
        cell = p[SLOT + 2 * slot + side]
        if count(s[GROUP + cell]) != s[CELL + cell]:
            return slot
    return below(rng, p[SLOTS])


@compiled
def swap_on(s: Ints, p: Ints, rng: Rng, steps: int, goal: int) -> None:
    """Change the sheet until it has reached the goal or the steps end."""
    for _ in range(steps):
        if s[BEST] >= goal:
            return
        slot, other = picked(s, p, rng), below(rng, p[SLOTS])
        sides = 1 if slot == other else below(rng, 4)
        cells = cells_near(p, slot, other)
        score, before = known(s, p, cells)
        swap(s, p, slot, other, sides)
        points, after = found(s, p, cells)
        if after >= before or uniform(rng) < exp((after - before) / HEAT):
            enter(s)
            s[SCORE] += points - score
            if s[SCORE] > s[BEST]:
                keep(s, p)
        else:
            back = sides if slot == other else (sides >> 1 | (sides & 1) << 1)
            swap(s, p, slot, other, back)
