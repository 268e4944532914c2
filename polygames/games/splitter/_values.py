"""What a sheet is worth: a sum of learned numbers, kept up while dice are written.

The value estimates the total at the end, for a sheet with so many rounds left. It is a sum over

- the groups: number, size, open cells beside it, star within or beside, phase of the game;
- the numbers: how many cells their unfinished groups lack, how many these are, phase;
- the empty cells: which numbers would grow, complete or spoil groups there, star, phase;
- the empty slots: the same for both cells together, at the coarser stage of the game;
- the windows of `_layout`: the pattern of numbers in its cells, stage;
- the hearts: the pattern in them, phase.

With no round left the tables of groups and hearts hold what the rules say, the others nothing,
so that the value is the score. All tables lie in one array; mirrored things share a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splitter._kernel import (
    BESIDE,
    CELL,
    CELLS,
    EMPTY,
    FIRST,
    HEART,
    INDEX,
    LEFT,
    MASK,
    MIRROR,
    NEAR,
    NEED,
    OPEN,
    PART,
    RANK,
    ROOM,
    ROOT,
    SIZE,
    SLOT,
    SLOTS,
    SORTS,
    STAR,
    STATE,
    TABLES,
    WEIGHT,
    WINDOW,
    WINDOWS,
    around,
    count,
    lowest,
    mark,
    put,
    remember,
    take,
)
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splitter._kernel import Ints

    Doubles = npt.NDArray[np.float64]
    Floats = npt.NDArray[np.float32]

__all__ = [
    "base",
    "best",
    "best_of_all",
    "commit",
    "features",
    "given_up",
    "length",
    "slot_worths",
    "start",
    "trial",
]

ROUNDS = 23
"""Rounds left that are told apart, 0 included; more count as the most."""
FINE = np.array([0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11])
"""The phase of the game by rounds left, for all but pairs of cells and windows."""
FINES = 12
MOST_NEAR = 8
MOST_NEED = 16
MOST_OPEN = 5
STAGE = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3])
"""The stage of the game by rounds left, for slots and windows."""
STAGES = 4

GROUPS = 0
NUMBERS = GROUPS + FINES * 7 * 8 * MOST_NEAR * 3
TRIO = NUMBERS + FINES * 7 * MOST_NEED * MOST_OPEN
PLACES = TRIO + FINES * 7**3

PAIRS = SORTS * (SORTS + 1) // 2
ONES = PLACES + STAGES * 2 * PAIRS
PATTERNS = ONES + FINES * 2 * SORTS


def length(p: Ints) -> int:
    """Return how many numbers the tables of a pad hold."""
    return PATTERNS + STAGES * int(p[TABLES])


def start(p: Ints) -> Floats:
    """Return tables that know the rules only: what a sheet with no round left scores."""
    w: Floats = np.zeros(length(p), np.float32)
    groups = w[GROUPS:NUMBERS].reshape(FINES, 7, 8, MOST_NEAR, 3)
    for value in range(1, 7):
        groups[:, value, value] = value
        groups[:, value, value, :, 1] = 2 * value
    hearts = w[TRIO:PLACES].reshape(FINES, 7, 7, 7)
    for value in range(1, 7):
        hearts[:, value, value, value] = 5
    return w


# --- Places in the tables ----------------------------------------------------------------------


@compiled
def group_at(a: Ints, p: Ints, root: int, left: int) -> int:
    """Return the place of a group."""
    value = a[CELL + root]
    size = min(a[SIZE + root], value + 1)
    near = a[NEAR + root] & a[EMPTY]
    star = 0
    if a[MASK + root] & p[STAR]:
        star = 1
    elif near & p[STAR]:
        star = 2
    n = min(count(near), MOST_NEAR - 1)
    return int(GROUPS + (((FINE[left] * 7 + value) * 8 + size) * MOST_NEAR + n) * 3 + star)


@compiled
def number_at(a: Ints, value: int, left: int) -> int:
    """Return the place of what the unfinished groups of a number lack."""
    need, count = min(a[NEED + value], MOST_NEED - 1), min(a[OPEN + value], MOST_OPEN - 1)
    return int(NUMBERS + ((FINE[left] * 7 + value) * MOST_NEED + need) * MOST_OPEN + count)


@compiled
def slot_at(p: Ints, cell: int, one: int, other: int, stage: int) -> int:
    """Return the place of an empty slot with such surroundings of its cells."""
    high, low = max(one, other), min(one, other)
    star = p[STAR] >> cell & 1 | p[STAR] >> p[MIRROR + cell] & 1
    return int(PLACES + (stage * 2 + star) * PAIRS + high * (high + 1) // 2 + low)


@compiled
def one_at(p: Ints, cell: int, state: int, left: int) -> int:
    """Return the place of an empty cell with such surroundings."""
    star = p[STAR] >> cell & 1
    return int(ONES + (FINE[left] * 2 + star) * SORTS + state)


@compiled
def slot_worth(p: Ints, w: Floats, cell: int, one: int, other: int, left: int) -> float:
    """Return what an empty slot is worth."""
    return float(
        w[slot_at(p, cell, one, other, STAGE[left])]
        + w[one_at(p, cell, one, left)]
        + w[one_at(p, p[MIRROR + cell], other, left)]
    )


@compiled
def window_at(a: Ints, p: Ints, window: int, stage: int) -> int:
    """Return the place of a window's pattern."""
    return int(PATTERNS + stage * p[TABLES] + p[WINDOW + window] + a[INDEX + window])


@compiled
def slot_features(a: Ints, p: Ints, cell: int, left: int, out: Ints, n: int) -> int:
    """Write the places for an empty slot after n others, but for cells with nothing around."""
    other = p[MIRROR + cell]
    one, two = a[STATE + cell], a[STATE + other]
    if one and two:
        out[n] = slot_at(p, cell, one, two, STAGE[left])
        n += 1
    if one:
        out[n] = one_at(p, cell, one, left)
        n += 1
    if two:
        out[n] = one_at(p, other, two, left)
        n += 1
    return n


@compiled
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
    out[n] = TRIO + FINE[left] * 343 + a[HEART]
    n += 1
    if left:
        for value in range(1, 7):
            out[n] = number_at(a, value, left)
            n += 1
        for window in range(p[WINDOWS]):
            out[n] = window_at(a, p, window, stage)
            n += 1
    return n


@compiled
def base(a: Ints, p: Ints, w: Floats, rounds: int) -> float:
    """Return the value of a sheet as if so many rounds were left."""
    left = min(rounds, ROUNDS - 1)
    stage = STAGE[left]
    total = float(w[TRIO + FINE[left] * 343 + a[HEART]])
    for cell in range(p[CELLS]):
        if a[CELL + cell]:
            if a[ROOT + cell] == cell:
                total += w[group_at(a, p, cell, left)]
        elif cell < p[MIRROR + cell]:
            total += slot_worth(p, w, cell, a[STATE + cell], a[STATE + p[MIRROR + cell]], left)
    if left:
        for value in range(1, 7):
            total += w[number_at(a, value, left)]
        for window in range(p[WINDOWS]):
            total += w[window_at(a, p, window, stage)]
    return total


# --- Writing a roll ----------------------------------------------------------------------------


@compiled
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


@compiled
def patterns(a: Ints, p: Ints, w: Floats, slot: int, x: int, y: int, left: int) -> float:
    """Return the values of the windows over a slot and of the hearts with x and y in it."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    heart = a[HEART] + x * p[WEIGHT + one] + y * p[WEIGHT + two]
    total = float(w[TRIO + FINE[left] * 343 + heart])
    if left:
        stage = STAGE[left]
        for j in range(p[FIRST + slot], p[FIRST + slot + 1]):
            at = window_at(a, p, p[PART + 3 * j], stage)
            total += w[at + x * p[PART + 3 * j + 1] + y * p[PART + 3 * j + 2]]
    return total


@compiled
def slot_worths(a: Ints, p: Ints, w: Floats, left: int) -> Doubles:
    """Return for each empty cell what its slot is worth."""
    worths = np.empty(ROOM)
    for slot in range(p[SLOTS]):
        one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
        if a[CELL + one] == 0:
            worths[one] = slot_worth(p, w, one, a[STATE + one], a[STATE + two], left)
            worths[two] = worths[one]
    return worths


@compiled
def given_up(a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, left: int) -> float:
    """Return the values that a roll in an empty slot replaces, whatever the roll."""
    total = groups_near(a, p, w, slot, left) + patterns(a, p, w, slot, 0, 0, left)
    return total + float(worths[p[SLOT + 2 * slot]])


@compiled
def slots_near(a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, left: int) -> float:
    """Return by how much the values of the empty slots beside the groups of a slot change."""
    one, two = a[ROOT + p[SLOT + 2 * slot]], a[ROOT + p[SLOT + 2 * slot + 1]]
    cells = (a[NEAR + one] | a[NEAR + two]) & a[EMPTY]
    total = 0.0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        other = p[MIRROR + cell]
        there = a[STATE + other]
        if cells >> other & 1:
            cells &= ~(1 << other)
            there = RANK[around(a, p, other)]
        total += slot_worth(p, w, cell, RANK[around(a, p, cell)], there, left) - worths[cell]
    return total


@compiled
def trial(
    a: Ints, p: Ints, w: Floats, worths: Doubles, slot: int, x: int, y: int, left: int
) -> float:
    """Return by how much x and y in an empty slot change the value, but for `given_up`."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    need_x, open_x, need_y, open_y = a[NEED + x], a[OPEN + x], a[NEED + y], a[OPEN + y]
    change = patterns(a, p, w, slot, x, y, left)
    if left:
        change -= w[number_at(a, x, left)]
        if x != y:
            change -= w[number_at(a, y, left)]
    remember(a, p, one, 0)
    put(a, p, one, x)
    remember(a, p, two, 4)
    put(a, p, two, y)
    change += groups_near(a, p, w, slot, left) + slots_near(a, p, w, worths, slot, left)
    if left:
        change += w[number_at(a, x, left)]
        if x != y:
            change += w[number_at(a, y, left)]
    take(a, two, 4)
    take(a, one, 0)
    a[NEED + x], a[OPEN + x] = need_x, open_x
    a[NEED + y], a[OPEN + y] = need_y, open_y
    return change


@compiled
def commit(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Write x and y in an empty slot."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    put(a, p, one, x)
    put(a, p, two, y)
    mark(a, p, slot, x, y)
    a[LEFT] -= 1
    cells = (a[NEAR + a[ROOT + one]] | a[NEAR + a[ROOT + two]]) & a[EMPTY]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        a[STATE + cell] = RANK[around(a, p, cell)]


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
