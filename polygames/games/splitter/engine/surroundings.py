"""What the numbers around an empty cell make of it, as a code.

A code has two bits for each number from 1 to 6: how a group of it would change with that number in
the cell. 0: it does not occur around, 1: a group would grow, 2: be completed, 3: be spoiled.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from polygames.games.splitter.engine.layout import NEIGHBOUR_LIST
from polygames.games.splitter.engine.sheet import CELL, NEAR, ROOT, SIZE, size_with
from polygames.runtime.arrays import np
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.layout import Ints

FACES = 6
KINDS = 4


@lean
def kind_of(size: int, value: int) -> int:
    """Return what a cell more that makes a group so large does: grow, complete or spoil it."""
    return 1 if size < value else (2 if size == value else 3)


@lean
def around(a: Ints, p: Ints, cell: int) -> int:
    """Return which numbers would grow, complete or spoil a group in an empty cell, as a code."""
    sizes, seen = 0, 0
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
