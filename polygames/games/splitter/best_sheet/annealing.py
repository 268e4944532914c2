"""Simulated annealing for a good full sheet with given rolls, compiled.

A step exchanges the rolls of two slots, or the two numbers of one. Its change of the value is
computed from the groups nearby only (delta evaluation): the stored groups before the step, and a
flood fill after it. A worse sheet is accepted with probability exp(change / temperature)
(Metropolis, Rosenbluth, Rosenbluth, Teller and Teller, Equation of state calculations by fast
computing machines, 1953; for search Kirkpatrick, Gelatt and Vecchi, Optimization by simulated
annealing, 1983). The temperature is constant: cooling and restarts are slower on the hardest rolls.

A sheet is one int64 array:

=========================  ==================  ===================================================
part                       shape               holds
=========================  ==================  ===================================================
``SCORE``                  1                   the current score
``BEST``                   1                   the best score so far
``NEW_GROUPS``             1                   the number of new groups
``HOLDS_OFFSET``           8                   for each number the cells with it, as bits
``HEART_OFFSET``           3                   the cells with hearts
``NEW_GROUP``              20                  the new groups of a step, as bits
``ANNEALING_CELL_OFFSET``  MAX_COMPILED_CELLS  the number in each cell
``GROUP_OFFSET``           MAX_COMPILED_CELLS  the group of each cell, as bits
``BEST_SHEET``             MAX_COMPILED_CELLS  the numbers of the sheet with the best score so far
=========================  ==================  ===================================================

`p` is the array of a pad from `pad_array` in engine/compiled_sheet.py.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.compiled_sheet import (
    CELLS,
    HEARTS,
    MAX_COMPILED_CELLS,
    NEIGHBOUR_BITS,
    SLOT_OFFSET,
    SLOTS,
    STAR,
    WEIGHT_OFFSET,
)
from polygames.runtime.bits import count_bits, lowest_bit
from polygames.runtime.jit import compiled, compiled_no_refcount
from polygames.runtime.random_numbers import random_below, random_uniform

if TYPE_CHECKING:
    from polygames.games.splitter.engine.compiled_sheet import Ints
    from polygames.runtime.random_numbers import Rng

SCORE, BEST, NEW_GROUPS = 0, 1, 2
HOLDS_OFFSET = 3
HEART_OFFSET = HOLDS_OFFSET + 8
NEW_GROUP = HEART_OFFSET + 3
ANNEALING_CELL_OFFSET = NEW_GROUP + 20
GROUP_OFFSET = ANNEALING_CELL_OFFSET + MAX_COMPILED_CELLS
BEST_SHEET = GROUP_OFFSET + MAX_COMPILED_CELLS

STORED_GROUPS, NEW_FLOOD_FILL = 0, 1
"""The groups that `value_around` counts: stored ones, or new ones by flood fill."""

START_TEMPERATURE = 0.65
"""The temperature in points: a loss of this size is accepted with probability 1/e."""
HEART_BONUS = 5
UNFINISHED_CELL_WEIGHT = 0.25
"""The factor of an unfinished group in the search value."""
HEART_PAIR_WEIGHT = 1.0
"""The search value of two hearts with the same number, in points."""


@compiled_no_refcount
def flood_group(s: Ints, p: Ints, cell: int) -> int:
    """Return the cells of the group that contains a cell, as a bit set."""
    holds = s[HOLDS_OFFSET + s[ANNEALING_CELL_OFFSET + cell]]
    group = new = 1 << cell
    while new:  # flood fill by whole rings of cells
        near = 0
        while new:
            near |= p[NEIGHBOUR_BITS + lowest_bit(new)]
            new &= new - 1
        new = near & holds & ~group
        group |= new
    return group


@compiled_no_refcount
def group_value(group: int, value: int, p: Ints) -> tuple[int, float]:
    """Return the points of a group and its search value, which also credits unfinished groups."""
    size = count_bits(group)
    times = 2 if group & p[STAR] else 1
    if size == value:
        return value * times, float(value * times)
    return 0, UNFINISHED_CELL_WEIGHT * times * size * size / value if size < value else 0.0


@compiled_no_refcount
def hearts_value(s: Ints, p: Ints) -> tuple[int, float]:
    """Return the points of the hearts and their search value, which also credits a pair."""
    if p[HEARTS] == 0:
        return 0, 0.0
    one, two, three = (
        s[ANNEALING_CELL_OFFSET + s[HEART_OFFSET]],
        s[ANNEALING_CELL_OFFSET + s[HEART_OFFSET + 1]],
        s[ANNEALING_CELL_OFFSET + s[HEART_OFFSET + 2]],
    )
    if one == two == three:
        return HEART_BONUS, float(HEART_BONUS)
    two_alike = one == two or one == three or two == three  # noqa: PLR1714 - numba
    return 0, HEART_PAIR_WEIGHT if two_alike else 0.0


@compiled_no_refcount
def cells_near(p: Ints, slot: int, other_slot: int) -> int:
    """Return the cells of two slots (mirrored cells) and their neighbours, as a bit set."""
    cells = 0
    for k in range(4):
        cell = p[SLOT_OFFSET + 2 * (slot if k & 1 else other_slot) + (k >> 1)]
        cells |= p[NEIGHBOUR_BITS + cell] | 1 << cell
    return int(cells)


@compiled_no_refcount
def value_around(s: Ints, p: Ints, cells: int, source: int) -> tuple[int, float]:
    """Return the points and search value of the hearts and of the groups that contain `cells`.

    `source` is `STORED_GROUPS` for the stored groups, or `NEW_FLOOD_FILL` for a flood fill, whose
    groups are saved for `store_groups`.
    """
    score, total = hearts_value(s, p)
    n = 0
    while cells:
        cell = lowest_bit(cells)
        group = s[GROUP_OFFSET + cell]
        if source == NEW_FLOOD_FILL:
            group = flood_group(s, p, cell)
            s[NEW_GROUP + n] = group
            n += 1
        cells &= ~group
        points, counts = group_value(group, s[ANNEALING_CELL_OFFSET + cell], p)
        score += points
        total += counts
    s[NEW_GROUPS] = n
    return score, total


@compiled_no_refcount
def store_groups(s: Ints) -> None:
    """Store the groups found in an accepted step as the current groups of their cells."""
    for i in range(s[NEW_GROUPS]):
        cells = s[NEW_GROUP + i]
        while cells:
            s[GROUP_OFFSET + lowest_bit(cells)] = s[NEW_GROUP + i]
            cells &= cells - 1


@compiled_no_refcount
def set_cell(s: Ints, cell: int, value: int) -> None:
    """Replace the number in a cell."""
    s[HOLDS_OFFSET + s[ANNEALING_CELL_OFFSET + cell]] &= ~(1 << cell)
    s[HOLDS_OFFSET + value] |= 1 << cell
    s[ANNEALING_CELL_OFFSET + cell] = value


@compiled_no_refcount
def swap_slots(s: Ints, p: Ints, slot: int, other_slot: int, reversed_slots: int) -> None:
    """Swap two slots, first reversing those whose bit is set in `reversed_slots`."""
    one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
    three, four = p[SLOT_OFFSET + 2 * other_slot], p[SLOT_OFFSET + 2 * other_slot + 1]
    v1, v2, v3, v4 = (
        s[ANNEALING_CELL_OFFSET + one],
        s[ANNEALING_CELL_OFFSET + two],
        s[ANNEALING_CELL_OFFSET + three],
        s[ANNEALING_CELL_OFFSET + four],
    )
    if reversed_slots & 1:
        v1, v2 = v2, v1
    if reversed_slots & 2:
        v3, v4 = v4, v3
    set_cell(s, one, v3)
    set_cell(s, two, v4)
    set_cell(s, three, v1)
    set_cell(s, four, v2)


@compiled
def fill_randomly(s: Ints, p: Ints, rolls: Ints, rng: Rng) -> None:
    """Place the rolls at random and store this sheet as the best so far."""
    for slot in range(p[SLOTS]):
        other = slot + random_below(rng, p[SLOTS] - slot)
        for side in range(2):
            rolls[slot, side], rolls[other, side] = rolls[other, side], rolls[slot, side]
    for i in range(len(s)):
        s[i] = 0
    for slot in range(p[SLOTS]):
        turn = random_below(rng, 2)
        for side in range(2):
            cell, value = p[SLOT_OFFSET + 2 * slot + side], rolls[slot, side ^ turn]
            s[ANNEALING_CELL_OFFSET + cell] = value
            s[HOLDS_OFFSET + value] |= 1 << cell
    n = 0
    for cell in range(p[CELLS]):
        s[GROUP_OFFSET + cell] = flood_group(s, p, cell)
        if p[WEIGHT_OFFSET + cell]:
            s[HEART_OFFSET + n] = cell
            n += 1
    s[SCORE] = value_around(s, p, (1 << p[CELLS]) - 1, STORED_GROUPS)[0]
    store_best_sheet(s, p)


@compiled
def store_best_sheet(s: Ints, p: Ints) -> None:
    """Store the sheet as the best so far."""
    s[BEST] = s[SCORE]
    for cell in range(p[CELLS]):
        s[BEST_SHEET + cell] = s[ANNEALING_CELL_OFFSET + cell]


@compiled
def random_slot(s: Ints, p: Ints, rng: Rng) -> int:
    """Return a random slot, preferring those with a number whose group does not score."""
    slot = random_below(rng, p[SLOTS])
    for side in range(2):
        cell = p[SLOT_OFFSET + 2 * slot + side]
        if count_bits(s[GROUP_OFFSET + cell]) != s[ANNEALING_CELL_OFFSET + cell]:
            return slot
    return random_below(rng, p[SLOTS])


@compiled
def anneal(s: Ints, p: Ints, rng: Rng, steps: int, goal: int) -> None:
    """Run up to `steps` steps of simulated annealing; stop if the best sheet has `goal` points."""
    for _ in range(steps):
        if s[BEST] >= goal:
            return
        slot, other = random_slot(s, p, rng), random_below(rng, p[SLOTS])
        sides = 1 if slot == other else random_below(rng, 4)
        cells = cells_near(p, slot, other)  # no group elsewhere changes
        score, before = value_around(s, p, cells, STORED_GROUPS)
        swap_slots(s, p, slot, other, sides)
        points, after = value_around(s, p, cells, NEW_FLOOD_FILL)
        if after >= before or random_uniform(rng) < exp((after - before) / START_TEMPERATURE):
            store_groups(s)
            s[SCORE] += points - score
            if s[SCORE] > s[BEST]:
                store_best_sheet(s, p)
        else:  # rejected: the inverse swap restores the numbers; the groups are unchanged
            back = sides if slot == other else (sides >> 1 | (sides & 1) << 1)
            swap_slots(s, p, slot, other, back)
