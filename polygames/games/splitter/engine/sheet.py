"""One sheet of Splitter compiled: its numbers and groups, kept while it fills.

A sheet is one int64 array, of which every part but the last has a fixed length. A number's part
has its own place for each of 1 to 6, and place 0 free. A group is known by its root, one of its
cells; every cell of a group holds its root (a union-find that is always flat).

================  ==========  ====================================================================
part              shape       holds
================  ==========  ====================================================================
``EMPTY``         1           the empty cells, as bits
``ROUNDS_LEFT``   1           how many rounds are left
``HEART``         1           the pattern of numbers in the hearts (layout.py: ``WEIGHT``)
``NEED``          8           for each number how many cells its unfinished groups lack
``OPEN``          8           for each number how many unfinished groups it has
``ROOTS``         8           for each number the roots of its groups, as bits
``CELL``          MOST_CELLS  the number in each cell; 0 is empty
``ROOT``          MOST_CELLS  the root of the group of each cell
``MASK``          MOST_CELLS  for each root the cells of its group, as bits
``NEAR``          MOST_CELLS  for each root the cells beside its group, as bits
``SIZE``          MOST_CELLS  for each root how many cells its group has
``SURROUNDINGS``  MOST_CELLS  for each empty cell the code of what is around it
``SAVED_ROOTS``   8           the roots around two cells, as `save_roots` saves them
``INDEX``         windows     which pattern each window shows
================  ==========  ====================================================================

`put` writes one number, `commit` a roll; `delta` of search.py tries a roll out. The code of a
placement is ``2 * slot + swapped``: swapped, the second number of the roll goes to the left.
Numbers in brackets: RULES.md's.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.layout import (
    CELLS,
    FIRST,
    MOST_CELLS,
    NEIGHBOUR_BITS,
    NEIGHBOUR_LIST,
    PART,
    SLOT,
    SLOTS,
    WEIGHT,
    WINDOWS,
)
from polygames.runtime.arrays import np
from polygames.runtime.bits import lowest
from polygames.runtime.compiling import compiled, lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.layout import Ints


EMPTY, ROUNDS_LEFT, HEART = 0, 1, 2
NEED, OPEN, ROOTS = 4, 12, 20
CELL = 28
ROOT = CELL + MOST_CELLS
MASK = ROOT + MOST_CELLS
NEAR = MASK + MOST_CELLS
SIZE = NEAR + MOST_CELLS
SURROUNDINGS = SIZE + MOST_CELLS
SAVED_ROOTS = SURROUNDINGS + MOST_CELLS
INDEX = SAVED_ROOTS + 8


def blank(p: Ints) -> Ints:
    """Return an empty sheet."""
    a: Ints = np.zeros(INDEX + p[WINDOWS], np.int64)
    a[EMPTY] = (1 << p[CELLS]) - 1
    a[ROUNDS_LEFT] = p[SLOTS]
    return a


# --- One number --------------------------------------------------------------------------------


@lean
def put(a: Ints, p: Ints, cell: int, value: int) -> None:
    """Write a number into an empty cell; its group gets this cell as its root."""
    a[EMPTY] &= ~(1 << cell)
    a[CELL + cell] = value
    mask, near, size = 1 << cell, p[NEIGHBOUR_BITS + cell], 1
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        if a[CELL + other] == value:
            root = a[ROOT + other]
            if not mask >> root & 1:  # a group that touches on two sides is joined once
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
    # The old roots keep their masks, so `undo` finds each group as it was before they were joined.
    label(a, mask, cell)


@lean
def label(a: Ints, mask: int, root: int) -> None:
    """Give all cells of a group their root."""
    while mask:
        a[ROOT + lowest(mask)] = root
        mask &= mask - 1


@lean
def save_roots(a: Ints, p: Ints, cell: int, at: int) -> None:
    """Note the roots around an empty cell, for `undo`."""
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        a[SAVED_ROOTS + at + i] = a[ROOT + other] if other >= 0 and a[CELL + other] else -1


@lean
def undo(a: Ints, cell: int, at: int) -> None:
    """Take a number back that was put after `save_roots`.

    What is kept by number (NEED, OPEN, ROOTS) is the caller's to mend.
    """
    value = a[CELL + cell]
    a[EMPTY] |= 1 << cell
    a[CELL + cell] = 0
    for i in range(4):
        root = a[SAVED_ROOTS + at + i]
        if root >= 0 and a[CELL + root] == value:
            label(a, a[MASK + root], root)


# --- The groups of a number --------------------------------------------------------------------


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
def near_number(a: Ints, value: int) -> tuple[int, int]:
    """Return the empty cells beside groups of a number, and those beside several, as bits."""
    beside, joint = 0, 0
    roots = a[ROOTS + value]
    while roots:
        near = a[NEAR + lowest(roots)]
        roots &= roots - 1
        joint |= beside & near
        beside |= near
    return int(beside & a[EMPTY]), int(joint & a[EMPTY])


@lean
def size_with(a: Ints, p: Ints, cell: int, value: int) -> int:
    """Return how large the group of a number in an empty cell would be."""
    size, seen = 1, 0
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        root = a[ROOT + other]
        if a[CELL + other] == value and not seen >> root & 1:
            seen |= 1 << root
            size += a[SIZE + root]
    return int(size)


# --- What is around an empty cell ---------------------------------------------------------------

# A code has two bits for each number from 1 to 6: how a group of it would change with that number
# in the cell. 0: it does not occur around, 1: a group would grow, 2: be completed, 3: be spoiled.


FACES = 6
KINDS = 4


@lean
def kind_of(size: int, value: int) -> int:
    """Return what a cell more that makes a group so large does: grow, complete or spoil it."""
    return 1 if size < value else (2 if size == value else 3)


@lean
def around(a: Ints, p: Ints, cell: int) -> int:
    """Return which numbers would grow, complete or spoil a group in an empty cell, as a code."""
    sizes, seen = 0, 0  # six sums in one number, eight bits each: no array is made
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        value, root = a[CELL + other], a[ROOT + other]
        if value and not seen >> root & 1:
            seen |= 1 << root
            sizes += a[SIZE + root] << (8 * value)
    code = 0
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        value = a[CELL + other]
        if value:
            size = 1 + (sizes >> (8 * value) & 0xFF)
            code |= kind_of(size, value) << (2 * (value - 1))
    return code


@lean
def around_after(a: Ints, p: Ints, cell: int, root: int, joint: int, code: int) -> int:
    """Return the code of an empty cell after a group has changed.

    `joint` has the cells beside several groups of its number, as bits.
    """
    if a[NEAR + root] >> cell & 1:
        value = a[CELL + root]
        size = size_with(a, p, cell, value) if joint >> cell & 1 else a[SIZE + root] + 1
        place = 2 * (value - 1)
        code = code & ~(3 << place) | kind_of(size, value) << place
    return int(code)


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


# --- A roll, and a whole sheet at once ----------------------------------------------------------


@compiled
def write(a: Ints, p: Ints, code: int, x: int, y: int) -> None:
    """Write a roll as a code says."""
    if code & 1:
        commit(a, p, code >> 1, y, x)
    else:
        commit(a, p, code >> 1, x, y)


@lean
def commit(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Write x and y in an empty slot."""
    one, two = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
    put(a, p, one, x)
    put(a, p, two, y)
    mark(a, p, slot, x, y)
    a[ROUNDS_LEFT] -= 1
    for cell in (one, two):  # what is around has changed beside the two groups alone
        root = a[ROOT + cell]
        _, joint = near_number(a, a[CELL + root])
        cells = a[NEAR + root] & a[EMPTY]
        while cells:
            near = lowest(cells)
            cells &= cells - 1
            a[SURROUNDINGS + near] = around_after(a, p, near, root, joint, a[SURROUNDINGS + near])


@lean
def read(a: Ints, p: Ints, numbers: Ints) -> None:
    """Fill an empty sheet with the numbers of its cells, 0 where one stays empty."""
    for cell in range(len(numbers)):
        if numbers[cell]:
            put(a, p, cell, numbers[cell])
    for slot in range(p[SLOTS]):
        left, right = p[SLOT + 2 * slot], p[SLOT + 2 * slot + 1]
        a[ROUNDS_LEFT] -= a[CELL + left] != 0
        mark(a, p, slot, a[CELL + left], a[CELL + right])
    for cell in range(p[CELLS]):
        if a[CELL + cell] == 0:
            a[SURROUNDINGS + cell] = around(a, p, cell)


@lean
def mark(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Add the numbers of a slot to the patterns of windows and hearts."""
    for j in range(p[FIRST + slot], p[FIRST + slot + 1]):
        a[INDEX + p[PART + 3 * j]] += x * p[PART + 3 * j + 1] + y * p[PART + 3 * j + 2]
    a[HEART] += x * p[WEIGHT + p[SLOT + 2 * slot]] + y * p[WEIGHT + p[SLOT + 2 * slot + 1]]
