"""One sheet of Splitter compiled: groups, open cells and local patterns, kept while it fills.

A sheet is one array of numbers with parts. The head has the empty cells as bits and how many
rounds are left. NEED and OPEN have for each number how many cells its unfinished groups lack and
how many such groups there are, ROOTS the roots of all its groups as bits. By cell: CELL has its
number (0 = empty), ROOT the cell that stands for its group, STATE what the numbers around an
empty cell make of it (see `around`). By root: MASK has the cells of the group as bits, NEAR those
beside them, SIZE how many they are. OLD has the roots that `remember` notes, INDEX for each
window of `layout` which pattern it shows.

`put` writes one number, `trial` and `commit` of `delta` a roll. Numbers in brackets: RULES.md's.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from polygames.search.bits import lowest
from polygames.search.kernels import lean

if TYPE_CHECKING:
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

__all__ = ["EMPTY", "LEFT", "ROOM", "around", "blank", "put", "read", "score"]

ROOM = 62
"""Most cells of a pad here: they are bits of one number."""
FACES = 6

# The parts of the array.
EMPTY, LEFT, HEART = 0, 1, 2
NEED, OPEN, ROOTS = 4, 12, 20
CELL = 28
ROOT = CELL + ROOM
MASK = ROOT + ROOM
NEAR = MASK + ROOM
SIZE = NEAR + ROOM
STATE = SIZE + ROOM
OLD = STATE + ROOM
INDEX = OLD + 8

# The parts of the array of a pad.
CELLS, SLOTS, STAR, HEARTS, WINDOWS, TABLES = range(6)
SLOT = 8
MIRROR = SLOT + ROOM
AROUND = MIRROR + ROOM
BESIDE = AROUND + ROOM
WEIGHT = BESIDE + 4 * ROOM
SPOT = WEIGHT + ROOM
WINDOW = SPOT + ROOM
FIRST = WINDOW + 4 * ROOM
PART = FIRST + ROOM // 2 + 1
NOWHERE = -1
"""The spot of each cell where values are not learned place by place."""


# --- One number --------------------------------------------------------------------------------


@lean
def put(a: Ints, p: Ints, cell: int, value: int) -> None:
    """Write a number into an empty cell; its group gets this cell as its root."""
    a[EMPTY] &= ~(1 << cell)
    a[CELL + cell] = value
    mask, near, size = 1 << cell, p[AROUND + cell], 1
    for i in range(4):
        other = p[BESIDE + 4 * cell + i]
        if other < 0:
            break
        if a[CELL + other] == value:
            root = a[ROOT + other]
            if not mask >> root & 1:
                a[ROOTS + value] &= ~(1 << root)
                mask |= a[MASK + root]
                near |= a[NEAR + root]
                size += a[SIZE + root]
                if a[SIZE + root] < value:
                    a[NEED + value] -= value - a[SIZE + root]
                    a[OPEN + value] -= 1
    if size < value:
        a[NEED + value] += value - size
        a[OPEN + value] += 1
    a[ROOTS + value] |= 1 << cell
    a[MASK + cell], a[NEAR + cell], a[SIZE + cell] = mask, near, size
    label(a, mask, cell)


@lean
def label(a: Ints, mask: int, root: int) -> None:
    """Give all cells of a group their root."""
    while mask:
        a[ROOT + lowest(mask)] = root
        mask &= mask - 1


@lean
def remember(a: Ints, p: Ints, cell: int, at: int) -> None:
    """Note the roots around an empty cell, for `take`."""
    for i in range(4):
        other = p[BESIDE + 4 * cell + i]
        a[OLD + at + i] = a[ROOT + other] if other >= 0 and a[CELL + other] else -1


@lean
def take(a: Ints, cell: int, at: int) -> None:
    """Take a number back that was put after `remember`.

    What is kept by number (NEED, OPEN, ROOTS) is the caller's to mend.
    """
    value = a[CELL + cell]
    a[EMPTY] |= 1 << cell
    a[CELL + cell] = 0
    for i in range(4):
        root = a[OLD + at + i]
        if root >= 0 and a[CELL + root] == value:
            label(a, a[MASK + root], root)


# --- What the numbers around an empty cell make of it ------------------------------------------

KINDS = 4
"""A number beside an empty cell does not occur, or there it would grow, complete or spoil."""


@lean
def kind_of(size: int, value: int) -> int:
    """Return what a cell more that makes a group so large does: grow, complete or spoil it."""
    return 1 if size < value else (2 if size == value else 3)


@lean
def around(a: Ints, p: Ints, cell: int) -> int:
    """Return which numbers would grow, complete or spoil a group in an empty cell, as a code."""
    sizes, seen = 0, 0
    for i in range(4):
        other = p[BESIDE + 4 * cell + i]
        if other < 0:
            break
        value, root = a[CELL + other], a[ROOT + other]
        if value and not seen >> root & 1:
            seen |= 1 << root
            sizes += a[SIZE + root] << (8 * value)
    code = 0
    for i in range(4):
        other = p[BESIDE + 4 * cell + i]
        if other < 0:
            break
        value = a[CELL + other]
        if value:
            size = 1 + (sizes >> (8 * value) & 0xFF)
            code |= kind_of(size, value) << (2 * (value - 1))
    return code


@lean
def unfinished(a: Ints, value: int) -> int:
    """Return the roots of the unfinished groups of a number, as bits."""
    roots, found = a[ROOTS + value], 0
    while roots:
        root = roots & -roots
        roots &= roots - 1
        if a[SIZE + lowest(root)] < value:
            found |= root
    return found


@lean
def size_with(a: Ints, p: Ints, cell: int, value: int) -> int:
    """Return how large the group of a number in an empty cell would be."""
    size, seen = 1, 0
    for i in range(4):
        other = p[BESIDE + 4 * cell + i]
        if other < 0:
            break
        root = a[ROOT + other]
        if a[CELL + other] == value and not seen >> root & 1:
            seen |= 1 << root
            size += a[SIZE + root]
    return int(size)


def _ranks() -> Ints:
    """Return a number for each code of `around` that occurs: at most four kinds of neighbour."""
    rank = np.full(4**FACES, -1)
    n = 0
    kinds = [[0, 3], [0, 2, 3], *[[0, 1, 2, 3]] * 4]
    for chosen in product(*kinds):
        if sum(map(bool, chosen)) <= 4:  # noqa: PLR2004 - a cell has four neighbours
            rank[sum(kind << (2 * place) for place, kind in enumerate(chosen))] = n
            n += 1
    return rank


RANK = _ranks()
"""The codes of `around`, numbered."""
SORTS = int(RANK.max()) + 1


def _classes() -> Ints:
    """Return for each code the highest numbers to grow and to complete, and if any would spoil."""
    classes: Ints = np.zeros(4**FACES, np.int64)
    for code in range(4**FACES):
        highest = [0] * KINDS
        for number in range(1, FACES + 1):
            highest[code >> (2 * (number - 1)) & 3] = number
        _, grow, complete, spoil = highest
        classes[code] = (7 * grow + complete) * 2 + (spoil > 0)
    return classes


CLASS = _classes()
"""The codes of `around`, told apart less finely."""
CLASSES = 2 * 7**2


# --- Sheets and scores -------------------------------------------------------------------------


def blank(p: Ints) -> Ints:
    """Return an empty sheet."""
    a: Ints = np.zeros(INDEX + p[WINDOWS], np.int64)
    a[EMPTY] = (1 << p[CELLS]) - 1
    a[LEFT] = p[SLOTS]
    return a


@lean
def score(a: Ints, p: Ints) -> int:
    """Return the score of a sheet, full or not [3]."""
    total = 0
    for cell in range(p[CELLS]):
        value = a[CELL + cell]
        if value and a[ROOT + cell] == cell and a[SIZE + cell] == value:
            total += 2 * value if a[MASK + cell] & p[STAR] else value
    return total + heart_bonus(a, p)


@lean
def heart_bonus(a: Ints, p: Ints) -> int:
    """Return 5 if all hearts hold the same number, else 0 [3]."""
    pattern = a[HEART]
    return 5 if p[HEARTS] and pattern and pattern % 57 == 0 else 0  # 57 = 1 + 7 + 49


@lean
def read(a: Ints, p: Ints, numbers: Ints) -> None:
    """Fill an empty sheet with the numbers of its cells, 0 where one stays empty."""
    for cell in range(len(numbers)):
        if numbers[cell]:
            put(a, p, cell, numbers[cell])
    for slot in range(p[SLOTS]):
        left, right = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
        a[LEFT] -= a[CELL + left] != 0
        mark(a, p, slot, a[CELL + left], a[CELL + right])
    for cell in range(p[CELLS]):
        if a[CELL + cell] == 0:
            a[STATE + cell] = around(a, p, cell)


@lean
def mark(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Enter the numbers of a slot in the patterns of windows and hearts."""
    for j in range(p[FIRST + slot], p[FIRST + slot + 1]):
        a[INDEX + p[PART + 3 * j]] += x * p[PART + 3 * j + 1] + y * p[PART + 3 * j + 2]
    a[HEART] += x * p[WEIGHT + p[SLOT + 2 * slot]] + y * p[WEIGHT + p[SLOT + 2 * slot + 1]]
