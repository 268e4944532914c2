"""What a roll changes when it is written: tried out in place and taken back, or committed.

Only what lies near the two cells is counted anew. What does not depend on the roll is counted
once for each slot (`given_up`), what not on the slot once for the sheet (`slot_worths`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splitter.engine.features import (
    ROUNDS,
    STAGE,
    group_at,
    hearts_at,
    near_number,
    window_at,
)
from polygames.games.splitter.engine.kernel import (
    AROUND,
    BESIDE,
    CELL,
    EMPTY,
    FIRST,
    HEART,
    LEFT,
    MIRROR,
    NEAR,
    NEED,
    OLD,
    OPEN,
    PART,
    ROOM,
    ROOT,
    ROOTS,
    SIZE,
    SLOT,
    SLOTS,
    STATE,
    WEIGHT,
    kind_of,
    mark,
    put,
    remember,
    size_with,
    take,
)
from polygames.games.splitter.engine.values import number_worth, place_worth, slot_worth, spots
from polygames.search.bits import lowest
from polygames.search.kernels import compiled, lean

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.kernel import Ints

    Doubles = npt.NDArray[np.float64]

__all__ = ["best", "best_of_all", "commit", "given_up", "slot_worths", "trial"]

LOST = ROOM + 7
"""Where `given_up` notes what each number loses."""


@lean
def spots_gained(a: Ints, p: Ints, w: Floats, cell: int, at: int, left: int) -> float:
    """Return by how much the worth of cells changes with a number that has just been put."""
    total = spots(a, p, w, cell, left)
    seen = 0
    for i in range(4):
        root = a[OLD + at + i]
        if root >= 0 and a[CELL + root] == a[CELL + cell] and not seen >> root & 1:
            seen |= 1 << root
            total -= spots(a, p, w, root, left)
    return total


@lean
def groups_near(a: Ints, p: Ints, w: Floats, slot: int, left: int) -> float:
    """Return the values of the groups in and beside a slot."""
    total, seen = 0.0, 0
    for side in range(2):
        cell = p[SLOT + 2 * slot + side]
        if a[CELL + cell] and not seen >> a[ROOT + cell] & 1:
            seen |= 1 << a[ROOT + cell]
            total += w[group_at(a, p, a[ROOT + cell], left)]
        for i in range(4):
            other = p[BESIDE + 4 * cell + i]
            if other < 0:
                break
            if a[CELL + other] and not seen >> a[ROOT + other] & 1:
                seen |= 1 << a[ROOT + other]
                total += w[group_at(a, p, a[ROOT + other], left)]
    return total


@lean
def patterns(a: Ints, p: Ints, w: Floats, slot: int, x: int, y: int, left: int) -> float:
    """Return the values of the windows over a slot and of the hearts with x and y in it."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    heart = a[HEART] + x * p[WEIGHT + one] + y * p[WEIGHT + two]
    total = float(w[hearts_at(heart, left)])
    if left:
        stage = STAGE[left]
        for j in range(p[FIRST + slot], p[FIRST + slot + 1]):
            at = window_at(a, p, p[PART + 3 * j], stage)
            total += w[at + x * p[PART + 3 * j + 1] + y * p[PART + 3 * j + 2]]
    return total


@compiled
def slot_worths(a: Ints, p: Ints, w: Floats, left: int) -> Doubles:
    """Return for each empty cell what its slot is worth, then for each number what it is worth.

    There is room behind for what each number loses with a slot, see `given_up`.
    """
    worths = np.zeros(LOST + 7)
    for value in range(1, 7):
        if left:
            beside, joint = near_number(a, value)
            worths[ROOM + value] = number_worth(a, p, w, value, beside, joint, left)
    for slot in range(p[SLOTS]):
        one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
        if a[CELL + one] == 0:
            worths[one] = slot_worth(p, w, one, a[STATE + one], a[STATE + two], left)
            worths[two] = worths[one]
    return worths


@lean
def given_up(a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, left: int) -> float:
    """Return the values that a roll in an empty slot replaces, whatever the roll.

    It notes in `worths` what each number loses if others are written there.
    """
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    total = groups_near(a, p, w, slot, left) + patterns(a, p, w, slot, 0, 0, left)
    total += float(worths[one]) + place_worth(p, w, one, left)
    worths[LOST:] = 0
    if left:
        values = values_about(a, p, one) | values_about(a, p, two)
        a[EMPTY] &= ~(1 << one | 1 << two)
        for value in range(2, 7):
            if values >> value & 1:
                beside, joint = near_number(a, value)
                lost = float(worths[ROOM + value])
                lost -= number_worth(a, p, w, value, beside, joint, left)
                worths[LOST + value] = lost
                total += lost
        a[EMPTY] |= 1 << one | 1 << two
    return total


@lean
def values_about(a: Ints, p: Ints, cell: int) -> int:
    """Return the numbers beside a cell, and those with nothing but an empty cell between."""
    cells = p[AROUND + cell]
    behind = cells & a[EMPTY]
    while behind:
        cells |= p[AROUND + lowest(behind)]
        behind &= behind - 1
    values = 0
    while cells:
        values |= 1 << a[CELL + lowest(cells)]
        cells &= cells - 1
    return values


@lean
def state_near(a: Ints, p: Ints, cell: int, root: int, joint: int, state: int) -> int:
    """Return what the numbers around an empty cell make of it after a group has changed.

    `joint` has the cells beside several groups of its number, as bits.
    """
    if a[NEAR + root] >> cell & 1:
        value = a[CELL + root]
        size = size_with(a, p, cell, value) if joint >> cell & 1 else a[SIZE + root] + 1
        place = 2 * (value - 1)
        state = state & ~(3 << place) | kind_of(size, value) << place
    return int(state)


@lean
def slots_near(
    a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, one: int, two: int, left: int
) -> float:
    """Return by how much the values of the empty slots beside the groups of a slot change.

    `one` and `two` have the empty cells beside several groups of the one and the other number.
    """
    root, next_root = a[ROOT + p[SLOT + 2 * slot]], a[ROOT + p[SLOT + 2 * slot + 1]]
    cells = (a[NEAR + root] | a[NEAR + next_root]) & a[EMPTY]
    total = 0.0
    while cells:
        cell = lowest(cells)
        other = p[MIRROR + cell]
        cells &= ~(1 << cell | 1 << other)
        here = state_near(a, p, cell, root, one, a[STATE + cell])
        here = state_near(a, p, cell, next_root, two, here)
        there = state_near(a, p, other, root, one, a[STATE + other])
        there = state_near(a, p, other, next_root, two, there)
        if here != a[STATE + cell] or there != a[STATE + other]:
            total += slot_worth(p, w, cell, here, there, left) - float(worths[cell])
    return total


@lean
def number_gained(
    a: Ints, p: Ints, w: Floats, worths: Doubles, value: int, beside: int, joint: int, left: int
) -> float:
    """Return by how much a number just written is worth more than if others were in its place."""
    after = number_worth(a, p, w, value, beside, joint, left)
    return after - float(worths[ROOM + value]) + float(worths[LOST + value])


@lean
def trial(
    a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, x: int, y: int, left: int
) -> float:
    """Return by how much x and y in an empty slot change the value, but for `given_up`."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    need_x, open_x, roots_x = a[NEED + x], a[OPEN + x], a[ROOTS + x]
    need_y, open_y, roots_y = a[NEED + y], a[OPEN + y], a[ROOTS + y]
    change = patterns(a, p, w, slot, x, y, left)
    remember(a, p, one, 0)
    put(a, p, one, x)
    if left:
        change += spots_gained(a, p, w, one, 0, left)
    remember(a, p, two, 4)
    put(a, p, two, y)
    if left:
        change += spots_gained(a, p, w, two, 4, left)
    change += groups_near(a, p, w, slot, left)
    if left:
        beside, joint = near_number(a, x)
        change += number_gained(a, p, w, worths, x, beside, joint, left)
        joint_y = joint
        if x != y:
            beside, joint_y = near_number(a, y)
            change += number_gained(a, p, w, worths, y, beside, joint_y, left)
        change += slots_near(a, p, w, worths, slot, joint, joint_y, left)
    take(a, two, 4)
    take(a, one, 0)
    a[NEED + x], a[OPEN + x], a[ROOTS + x] = need_x, open_x, roots_x
    a[NEED + y], a[OPEN + y], a[ROOTS + y] = need_y, open_y, roots_y
    return change


@lean
def commit(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Write x and y in an empty slot."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    put(a, p, one, x)
    put(a, p, two, y)
    mark(a, p, slot, x, y)
    a[LEFT] -= 1
    for cell in (one, two):
        root = a[ROOT + cell]
        _, joint = near_number(a, a[CELL + root])
        cells = a[NEAR + root] & a[EMPTY]
        while cells:
            near = lowest(cells)
            cells &= cells - 1
            a[STATE + near] = state_near(a, p, near, root, joint, a[STATE + near])


@compiled
def best(a: Ints, p: Ints, w: Floats, x: int, y: int) -> tuple[int, float]:
    """Return where a roll is best written, ``2 * slot + swapped``, and how the value changes."""
    left = min(a[LEFT] - 1, ROUNDS - 1)
    worths = slot_worths(a, p, w, left)
    choice, most = -1, -1e9
    for slot in range(p[SLOTS]):
        if a[CELL + p[SLOT + 2 * slot]] == 0:
            gone = given_up(a, p, w, worths, slot, left)
            change = trial(a, p, w, worths, slot, x, y, left) - gone
            if change > most:
                choice, most = 2 * slot, change
            if x != y:
                change = trial(a, p, w, worths, slot, y, x, left) - gone
                if change > most:
                    choice, most = 2 * slot + 1, change
    return choice, most


@compiled
def best_of_all(a: Ints, p: Ints, w: Floats) -> float:
    """Return how the value changes if a roll is written best, in the mean of all rolls."""
    left = min(a[LEFT] - 1, ROUNDS - 1)
    worths = slot_worths(a, p, w, left)
    most = np.full((7, 7), -1e9)
    for slot in range(p[SLOTS]):
        if a[CELL + p[SLOT + 2 * slot]] == 0:
            gone = given_up(a, p, w, worths, slot, left)
            for x in range(1, 7):
                for y in range(1, 7):
                    change = trial(a, p, w, worths, slot, x, y, left) - gone
                    high, low = max(x, y), min(x, y)
                    most[high, low] = max(most[high, low], change)
    total = 0.0
    for x in range(1, 7):
        for y in range(1, x + 1):
            total += most[x, y] * (1 if x == y else 2)
    return total / 36
