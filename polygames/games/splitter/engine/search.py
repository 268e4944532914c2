"""The search for the best placement: by static evaluation, or by expectimax one round ahead.

Expectimax uses the maximum at a player's choice and the mean at a roll (Michie, Game-playing and
game-learning automata, 1966). `w` has the weights of value_function.py. `codes` and `values` are
output arrays for the placements and their values; compiled_sheet.py defines the codes.

Delta evaluation: the change of the value by a roll in a slot is computed without a full sum. The
roll is written in place, the features near its two cells are evaluated again, and the roll is
undone. Terms that do not depend on the roll are computed once for each slot (`replaced_value`),
terms that do not depend on the slot once for each sheet (`slot_values`). They are in the float64
array `slots`, with N = `MAX_COMPILED_CELLS`:

==============  =====  ==========================================================
from            shape  holds
==============  =====  ==========================================================
0               N      for each empty cell the value of its slot
N               7      for each number the value of its unfinished groups
``LOST_VALUE``  7      for each number its loss if others are written in the slot
==============  =====  ==========================================================
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.compiled_sheet import (
    CELL_OFFSET,
    EMPTY,
    FIRST_OFFSET,
    HEART,
    MAX_COMPILED_CELLS,
    MIRROR_OFFSET,
    NEAR_OFFSET,
    NEED,
    NEIGHBOUR_BITS,
    NEIGHBOUR_LIST,
    OPEN,
    PART_OFFSET,
    ROOT_OFFSET,
    ROOTS,
    ROUNDS_LEFT,
    SAVED_ROOTS,
    SLOT_OFFSET,
    SLOTS,
    SURROUNDINGS_OFFSET,
    WEIGHT_OFFSET,
    cells_near_number,
    save_roots,
    surroundings_after,
    undo_cell,
    write_cell,
    write_roll,
)
from polygames.games.splitter.engine.value_function import (
    COARSE_PHASE,
    ROUND_CLASSES,
    empty_slot_cells_value,
    group_cells_value,
    group_index,
    hearts_index,
    number_value,
    slot_value,
    static_value,
    window_index,
)
from polygames.runtime.bits import lowest_bit
from polygames.runtime.jit import compiled, compiled_no_refcount, np

if TYPE_CHECKING:
    from polygames.games.splitter.engine.compiled_sheet import Ints
    from polygames.games.splitter.engine.value_function import Floats
    from polygames.runtime.jit import npt

    Doubles = npt.NDArray[np.float64]


LOST_VALUE = MAX_COMPILED_CELLS + 7


@compiled_no_refcount
def spots_delta(a: Ints, p: Ints, w: Floats, cell: int, entry: int, rounds: int) -> float:
    """Return the change in the positional values of cells after a number is written.

    `entry` is the start of the saved roots of `save_roots`: 0 or 4.
    """
    total = group_cells_value(a, p, w, cell, rounds)
    seen = 0
    for i in range(4):
        root = a[SAVED_ROOTS + entry + i]
        if root >= 0 and a[CELL_OFFSET + root] == a[CELL_OFFSET + cell] and not seen >> root & 1:
            seen |= 1 << root
            total -= group_cells_value(a, p, w, root, rounds)
    return total


@compiled_no_refcount
def adjacent_group_values(a: Ints, p: Ints, w: Floats, slot: int, rounds: int) -> float:
    """Return the sum of the values of the groups in and beside a slot (mirrored cells)."""
    total, seen = 0.0, 0
    for side in range(2):
        cell = p[SLOT_OFFSET + 2 * slot + side]
        if a[CELL_OFFSET + cell] and not seen >> a[ROOT_OFFSET + cell] & 1:
            seen |= 1 << a[ROOT_OFFSET + cell]
            total += w[group_index(a, p, a[ROOT_OFFSET + cell], rounds)]
        for i in range(4):
            other = p[NEIGHBOUR_LIST + 4 * cell + i]
            if other < 0:
                break
            if a[CELL_OFFSET + other] and not seen >> a[ROOT_OFFSET + other] & 1:
                seen |= 1 << a[ROOT_OFFSET + other]
                total += w[group_index(a, p, a[ROOT_OFFSET + other], rounds)]
    return total


@compiled_no_refcount
def pattern_values(a: Ints, p: Ints, w: Floats, slot: int, x: int, y: int, rounds: int) -> float:
    """Return the value of the window and heart patterns if x and y are written in a slot."""
    one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
    heart = a[HEART] + x * p[WEIGHT_OFFSET + one] + y * p[WEIGHT_OFFSET + two]
    total = float(w[hearts_index(heart, rounds)])
    if rounds:
        stage = COARSE_PHASE[rounds]
        for j in range(p[FIRST_OFFSET + slot], p[FIRST_OFFSET + slot + 1]):
            at = window_index(a, p, p[PART_OFFSET + 3 * j], stage)
            total += w[at + x * p[PART_OFFSET + 3 * j + 1] + y * p[PART_OFFSET + 3 * j + 2]]
    return total


@compiled
def slot_values(a: Ints, p: Ints, w: Floats, rounds: int) -> Doubles:
    """Return the terms of the value that are computed only once for each sheet, as an array.

    The part from `LOST_VALUE` on is zero; `replaced_value` fills it.
    """
    slots = np.zeros(LOST_VALUE + 7)
    for value in range(1, 7):
        if rounds:
            beside, joint = cells_near_number(a, value)
            slots[MAX_COMPILED_CELLS + value] = number_value(a, p, w, value, beside, joint, rounds)
    for slot in range(p[SLOTS]):
        one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
        if a[CELL_OFFSET + one] == 0:
            slots[one] = slot_value(
                p, w, one, a[SURROUNDINGS_OFFSET + one], a[SURROUNDINGS_OFFSET + two], rounds
            )
            slots[two] = slots[one]
    return slots


@partial(compiled_no_refcount, has_pauses=True)
def replaced_value(a: Ints, p: Ints, w: Floats, slots: Doubles, slot: int, rounds: int) -> float:
    """Return the part of a sheet's value that writing a roll in an empty slot replaces.

    Store in `slots` the loss of each number if others are written there.
    """
    one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
    total = adjacent_group_values(a, p, w, slot, rounds) + pattern_values(
        a, p, w, slot, 0, 0, rounds
    )
    total += float(slots[one]) + empty_slot_cells_value(p, w, one, rounds)
    for value in range(7):
        slots[LOST_VALUE + value] = 0.0
    if rounds:
        numbers = nearby_numbers(a, p, one) | nearby_numbers(a, p, two)
        a[EMPTY] &= ~(1 << one | 1 << two)  # full after any roll
        for value in range(2, 7):  # a 1 has no unfinished groups
            if numbers >> value & 1:
                beside, joint = cells_near_number(a, value)
                lost = float(slots[MAX_COMPILED_CELLS + value])
                lost -= number_value(a, p, w, value, beside, joint, rounds)
                slots[LOST_VALUE + value] = lost
                total += lost
        a[EMPTY] |= 1 << one | 1 << two
    return total


@compiled_no_refcount
def nearby_numbers(a: Ints, p: Ints, cell: int) -> int:
    """Return the numbers beside a cell or beside an empty neighbour of it, as bits."""
    cells = p[NEIGHBOUR_BITS + cell]
    behind = cells & a[EMPTY]
    while behind:
        cells |= p[NEIGHBOUR_BITS + lowest_bit(behind)]
        behind &= behind - 1
    numbers = 0
    while cells:
        numbers |= 1 << a[CELL_OFFSET + lowest_bit(cells)]
        cells &= cells - 1
    return numbers


@compiled_no_refcount
def slots_delta(
    a: Ints, p: Ints, w: Floats, slots: Doubles, slot: int, first: int, second: int, rounds: int
) -> float:
    """Return the change in value of the empty slots beside the groups of two new numbers.

    `first` and `second` are the bit sets of empty cells beside several groups of the left and of
    the right number in `slot`.
    """
    root, next_root = (
        a[ROOT_OFFSET + p[SLOT_OFFSET + 2 * slot]],
        a[ROOT_OFFSET + p[SLOT_OFFSET + 2 * slot + 1]],
    )
    cells = (a[NEAR_OFFSET + root] | a[NEAR_OFFSET + next_root]) & a[EMPTY]
    total = 0.0
    while cells:
        cell = lowest_bit(cells)
        other = p[MIRROR_OFFSET + cell]
        cells &= ~(1 << cell | 1 << other)
        here = surroundings_after(a, p, cell, root, first, a[SURROUNDINGS_OFFSET + cell])
        here = surroundings_after(a, p, cell, next_root, second, here)
        there = surroundings_after(a, p, other, root, first, a[SURROUNDINGS_OFFSET + other])
        there = surroundings_after(a, p, other, next_root, second, there)
        if here != a[SURROUNDINGS_OFFSET + cell] or there != a[SURROUNDINGS_OFFSET + other]:
            total += slot_value(p, w, cell, here, there, rounds) - float(slots[cell])
    return total


@compiled_no_refcount
def number_delta(
    a: Ints, p: Ints, w: Floats, slots: Doubles, value: int, adjacent: int, joint: int, rounds: int
) -> float:
    """Return the change in value of a number's unfinished groups after it is written."""
    after = number_value(a, p, w, value, adjacent, joint, rounds)
    return after - float(slots[MAX_COMPILED_CELLS + value]) + float(slots[LOST_VALUE + value])


@compiled_no_refcount
def placement_delta(
    a: Ints, p: Ints, w: Floats, slots: Doubles, slot: int, x: int, y: int, rounds: int
) -> float:
    """Return the change in a sheet's value if x and y fill an empty slot, plus `replaced_value`."""
    one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
    # Make and unmake: a copy of the array for each try would cost more than all the rest.
    need_x, open_x, roots_x = a[NEED + x], a[OPEN + x], a[ROOTS + x]
    need_y, open_y, roots_y = a[NEED + y], a[OPEN + y], a[ROOTS + y]
    change = pattern_values(a, p, w, slot, x, y, rounds)
    save_roots(a, p, one, 0)
    write_cell(a, p, one, x)
    if rounds:
        change += spots_delta(a, p, w, one, 0, rounds)
    save_roots(a, p, two, 4)
    write_cell(a, p, two, y)
    if rounds:
        change += spots_delta(a, p, w, two, 4, rounds)
    change += adjacent_group_values(a, p, w, slot, rounds)
    if rounds:
        beside, joint = cells_near_number(a, x)
        change += number_delta(a, p, w, slots, x, beside, joint, rounds)
        joint_y = joint
        if x != y:
            beside, joint_y = cells_near_number(a, y)
            change += number_delta(a, p, w, slots, y, beside, joint_y, rounds)
        change += slots_delta(a, p, w, slots, slot, joint, joint_y, rounds)
    undo_cell(a, two, 4)
    undo_cell(a, one, 0)
    a[NEED + x], a[OPEN + x], a[ROOTS + x] = need_x, open_x, roots_x
    a[NEED + y], a[OPEN + y], a[ROOTS + y] = need_y, open_y, roots_y
    return change


# --- The placements of a roll -------------------------------------------------------------------


@compiled
def rank_placements(
    a: Ints, p: Ints, w: Floats, x: int, y: int, codes: Ints, values: Doubles
) -> int:
    """Store codes and values of all placements of a roll, best first; return their number."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUND_CLASSES - 1)
    before, slots, gone = static_value(a, p, w, rounds), slot_values(a, p, w, rounds), 0.0
    n = 0
    for code in range(2 * p[SLOTS]):
        if a[CELL_OFFSET + p[SLOT_OFFSET + 2 * (code >> 1)]] or (x == y and code & 1):
            continue
        if code & 1 == 0:
            gone = replaced_value(a, p, w, slots, code >> 1, rounds)
        one, two = (y, x) if code & 1 else (x, y)
        value = before - gone + placement_delta(a, p, w, slots, code >> 1, one, two, rounds)
        insert_sorted(codes, values, n, code, value)
        n += 1
    return n


@compiled_no_refcount
def insert_sorted(codes: Ints, values: Doubles, n: int, code: int, value: float) -> None:
    """Insert a placement into arrays whose first `n` entries are sorted, the best first."""
    at = n
    while at > 0 and values[at - 1] < value:
        codes[at], values[at] = codes[at - 1], values[at - 1]
        at -= 1
    codes[at], values[at] = code, value


@compiled
def best_placement(a: Ints, p: Ints, w: Floats, x: int, y: int) -> tuple[int, float]:
    """Return the code of the best placement of a roll and the resulting change in value."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUND_CLASSES - 1)
    slots = slot_values(a, p, w, rounds)
    choice, most = -1, -1e9
    for slot in range(p[SLOTS]):
        if a[CELL_OFFSET + p[SLOT_OFFSET + 2 * slot]] == 0:
            gone = replaced_value(a, p, w, slots, slot, rounds)
            change = placement_delta(a, p, w, slots, slot, x, y, rounds) - gone
            if change > most:
                choice, most = 2 * slot, change
            if x != y:
                change = placement_delta(a, p, w, slots, slot, y, x, rounds) - gone
                if change > most:
                    choice, most = 2 * slot + 1, change
    return choice, most


@compiled
def mean_best_delta(a: Ints, p: Ints, w: Floats) -> float:
    """Return the change in value from the best placement, averaged over all rolls."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUND_CLASSES - 1)
    slots = slot_values(a, p, w, rounds)
    most = np.full((7, 7), -1e9)
    # Slots outside, rolls inside: terms that do not depend on the roll are computed once.
    for slot in range(p[SLOTS]):
        if a[CELL_OFFSET + p[SLOT_OFFSET + 2 * slot]] == 0:
            gone = replaced_value(a, p, w, slots, slot, rounds)
            for x in range(1, 7):
                for y in range(1, 7):
                    change = placement_delta(a, p, w, slots, slot, x, y, rounds) - gone
                    high, low = max(x, y), min(x, y)
                    most[high, low] = max(most[high, low], change)
    total = 0.0
    for x in range(1, 7):
        for y in range(1, x + 1):
            total += most[x, y] * (1 if x == y else 2)
    return total / 36


@compiled
def expected_value(a: Ints, p: Ints, w: Floats) -> float:
    """Return the mean value of a sheet after the next roll and its best placement."""
    if a[ROUNDS_LEFT] == 0:
        return static_value(a, p, w, 0)
    return static_value(a, p, w, a[ROUNDS_LEFT] - 1) + mean_best_delta(a, p, w)


@compiled
def totals_by_roll(a: Ints, p: Ints, w: Floats) -> Doubles:
    """Return the expected total after each of the 21 rolls, from 1-1 to 6-6, two rounds ahead.

    Each roll is placed by static evaluation, and the sheet after it is valued by
    `expected_value`.
    """
    found, n = np.zeros(21), 0
    for one in range(1, 7):
        for two in range(1, one + 1):
            sheet = a.copy()
            write_roll(sheet, p, best_placement(a, p, w, one, two)[0], one, two)
            found[n] = expected_value(sheet, p, w)
            n += 1
    return found


@compiled
def rank_by_expectimax(
    a: Ints, p: Ints, w: Floats, x: int, y: int, top: int, codes: Ints, values: Doubles
) -> int:
    """Store the `top` placements and their expectimax values, best first; return their number."""
    n = min(top, rank_placements(a, p, w, x, y, codes, values))
    if a[ROUNDS_LEFT] == 1:
        return n
    for i in range(n):
        after = a.copy()
        code = codes[i]
        write_roll(after, p, code, x, y)
        insert_sorted(codes, values, i, code, expected_value(after, p, w))
    return n
