"""Writing on a sheet: the roll of a round, or a whole sheet at once.

The code of a placement is ``2 * slot + swapped``: swapped, the second number of the roll goes to
the left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.layout import CELLS, FIRST, PART, SLOT, SLOTS, WEIGHT
from polygames.games.splitter.engine.sheet import (
    CELL,
    EMPTY,
    HEART,
    INDEX,
    NEAR,
    ROOT,
    ROUNDS_LEFT,
    SURROUNDINGS,
    near_number,
    put,
)
from polygames.games.splitter.engine.surroundings import around, around_after
from polygames.runtime.bits import lowest
from polygames.runtime.compiling import compiled, lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.layout import Ints


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
    for cell in (one, two):
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
