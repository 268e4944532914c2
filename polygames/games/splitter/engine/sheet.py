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
``SURROUNDINGS``  MOST_CELLS  for each empty cell the code of what is around (surroundings.py)
``SAVED_ROOTS``   8           the roots around two cells, as `save_roots` saves them
``INDEX``         windows     which pattern each window shows
================  ==========  ====================================================================

`put` writes one number, `commit` of writing.py a roll, and `delta` of delta.py tries a roll out.
Numbers in brackets: RULES.md's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.layout import (
    CELLS,
    HEARTS,
    MOST_CELLS,
    NEIGHBOUR_BITS,
    NEIGHBOUR_LIST,
    SLOTS,
    STAR,
    WINDOWS,
)
from polygames.runtime.arrays import np
from polygames.runtime.bits import lowest
from polygames.runtime.compiling import lean

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


# --- The score ---------------------------------------------------------------------------------


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
