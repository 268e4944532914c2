"""Where the learned numbers stand: tables in one array, and the places in them for a sheet.

There are tables for

- the groups: number, size, open cells beside it, star within or beside, phase of the game;
- the numbers: how many cells their unfinished groups lack, how many these are, phase;
- the unfinished groups: number, how many cells they lack, how many after a cell more at the best
  place and at the next, whether there are more places, whether some would spoil it, phase;
- the same by the room they have: empty cells beside them, and behind those, phase;
- the cells: which by symmetry, number, size of the group, phase;
- two unfinished groups of a number: number, how many cells each lacks, how near they are, phase;
- the empty cells: which numbers would grow, complete or spoil groups there, star, phase;
- the empty slots: the same for both cells together, less finely;
- the windows of `layout`: the pattern of numbers in its cells, stage;
- the hearts: the pattern in them, phase.

With no round left the tables of groups and hearts hold what the rules say, the others nothing,
so that the value is the score. Mirrored things share a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splitter.engine.kernel import (
    AROUND,
    CELL,
    CLASS,
    CLASSES,
    EMPTY,
    INDEX,
    MASK,
    MIRROR,
    NEAR,
    NEED,
    OPEN,
    RANK,
    ROOM,
    ROOTS,
    SIZE,
    SORTS,
    SPOT,
    STAR,
    TABLES,
    WINDOW,
    size_with,
)
from polygames.search.bits import count, lowest
from polygames.search.kernels import lean

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splitter.engine.kernel import Ints

    Floats = npt.NDArray[np.float32]

__all__ = [
    "ROUNDS",
    "group_at",
    "hearts_at",
    "length",
    "mates_at",
    "near_number",
    "number_at",
    "one_at",
    "outs_at",
    "room_at",
    "slot_at",
    "spot_at",
    "start",
    "window_at",
]

ROUNDS = 23
"""Rounds left that are told apart, 0 included; more count as the most."""
FINE = np.array([0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11])
"""The phase of the game by rounds left, for all but windows."""
FINES = 12
STAGE = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3])
"""The stage of the game by rounds left, for windows."""
STAGES = 4

# Counts from these on are not told apart.
MOST_NEAR, MOST_NEED, MOST_OPEN, MOST_OUTS, MOST_BEHIND = 7, 15, 4, 3, 5
NONE = 6
"""Stands for what a group lacks after a cell more, where there is no place for one."""
LINKS = 4
"""How near two groups of a number are: far, by two cells, by one, by one in several ways."""
SIZES = 8
"""Sizes of groups, where all above the number are one; 0 in an empty cell."""
PAIRS = CLASSES * (CLASSES + 1) // 2

# Where each table begins; the phase is its first axis, the others follow as told above.
GROUPS = 0
NUMBERS = GROUPS + FINES * 7 * SIZES * (MOST_NEAR + 1) * 3
TRIOS = NUMBERS + FINES * 7 * (MOST_NEED + 1) * (MOST_OPEN + 1)
BOTH = TRIOS + FINES * 7**3
ONES = BOTH + FINES * 2 * PAIRS
MATES = ONES + FINES * 2 * SORTS
OUTS = MATES + FINES * 7 * 6 * 6 * LINKS
SPOTS = OUTS + FINES * 7 * 6 * 7 * 7 * 4
ROOMS = SPOTS + FINES * ROOM * 7 * SIZES
PATTERNS = ROOMS + FINES * 7 * 6 * (MOST_OUTS + 1) * (MOST_BEHIND + 1)


def length(p: Ints) -> int:
    """Return how many numbers the tables of a pad hold."""
    return PATTERNS + STAGES * int(p[TABLES])


def start(p: Ints) -> Floats:
    """Return tables that know the rules only: what a sheet with no round left scores."""
    w: Floats = np.zeros(length(p), np.float32)
    groups = w[GROUPS:NUMBERS].reshape(FINES, 7, SIZES, MOST_NEAR + 1, 3)
    for value in range(1, 7):
        groups[:, value, value] = value
        groups[:, value, value, :, 1] = 2 * value
    hearts = w[TRIOS:BOTH].reshape(FINES, 7, 7, 7)
    for value in range(1, 7):
        hearts[:, value, value, value] = 5
    return w


@lean
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
    place = (FINE[left] * 7 + value) * SIZES + size
    place = place * (MOST_NEAR + 1) + min(count(near), MOST_NEAR)
    return int(GROUPS + 3 * place + star)


@lean
def number_at(a: Ints, value: int, left: int) -> int:
    """Return the place of what the unfinished groups of a number lack."""
    place = (FINE[left] * 7 + value) * (MOST_NEED + 1) + min(a[NEED + value], MOST_NEED)
    return int(NUMBERS + place * (MOST_OPEN + 1) + min(a[OPEN + value], MOST_OPEN))


@lean
def hearts_at(pattern: int, left: int) -> int:
    """Return the place of a pattern of the hearts."""
    return int(TRIOS + FINE[left] * 7**3 + pattern)


@lean
def outs_at(a: Ints, p: Ints, root: int, joint: int, left: int) -> int:
    """Return the place of an unfinished group by what a cell more makes of it.

    `joint` has the empty cells beside several groups of the number, as bits.
    """
    value = a[CELL + root]
    lack = value - a[SIZE + root]
    near = a[NEAR + root] & a[EMPTY]
    outs, joint = count(near & ~joint), near & joint
    first = lack - 1 if outs else NONE
    second = lack - 1 if outs > 1 else NONE
    spoils = 0
    while joint:
        after = value - size_with(a, p, lowest(joint), value)
        joint &= joint - 1
        if after < 0:
            spoils = 1
            continue
        outs += 1
        if after < first:
            first, second = after, first
        elif after < second:
            second = after
    place = (((FINE[left] * 7 + value) * 6 + lack) * 7 + first) * 7 + second
    more = int(outs > 2)  # noqa: PLR2004 - the two best are told apart
    return int(OUTS + 4 * place + 2 * more + spoils)


@lean
def room_at(a: Ints, p: Ints, root: int, beside: int, joint: int, left: int) -> int:
    """Return the place of an unfinished group by the empty cells beside it and behind those.

    `beside` has the empty cells beside groups of the number, `joint` those beside several.
    """
    value = a[CELL + root]
    lack = value - a[SIZE + root]
    near, behind = a[NEAR + root] & a[EMPTY] & ~joint, 0
    outs = min(count(near), MOST_OUTS)
    while near:
        behind |= p[AROUND + lowest(near)]
        near &= near - 1
    behind = min(count(behind & a[EMPTY] & ~beside), MOST_BEHIND)
    place = ((FINE[left] * 7 + value) * 6 + lack) * (MOST_OUTS + 1) + outs
    return int(ROOMS + place * (MOST_BEHIND + 1) + behind)


@lean
def mates_at(a: Ints, p: Ints, one: int, two: int, left: int) -> int:
    """Return the place of two unfinished groups of a number."""
    value = a[CELL + one]
    lack, other = value - a[SIZE + one], value - a[SIZE + two]
    near, there = a[NEAR + one] & a[EMPTY], a[NEAR + two] & a[EMPTY]
    link = min(2, count(near & there))
    if link:
        link += 1
    while near and not link:
        if p[AROUND + lowest(near)] & there:
            link = 1
        near &= near - 1
    place = ((FINE[left] * 7 + value) * 6 + max(lack, other)) * 6 + min(lack, other)
    return int(MATES + place * LINKS + link)


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
def spot_at(p: Ints, cell: int, value: int, size: int, left: int) -> int:
    """Return the place of a cell with a number, or none, in a group of some size."""
    place = (FINE[left] * ROOM + p[SPOT + cell]) * 7 + value
    return int(SPOTS + place * SIZES + min(size, value + 1))


@lean
def slot_at(p: Ints, cell: int, one: int, other: int, left: int) -> int:
    """Return the place of an empty slot with such surroundings of its cells."""
    one, other = CLASS[one], CLASS[other]
    high, low = max(one, other), min(one, other)
    star = p[STAR] >> cell & 1 | p[STAR] >> p[MIRROR + cell] & 1
    return int(BOTH + (FINE[left] * 2 + star) * PAIRS + high * (high + 1) // 2 + low)


@lean
def one_at(p: Ints, cell: int, state: int, left: int) -> int:
    """Return the place of an empty cell with such surroundings."""
    star = p[STAR] >> cell & 1
    return int(ONES + (FINE[left] * 2 + star) * SORTS + RANK[state])


@lean
def window_at(a: Ints, p: Ints, window: int, stage: int) -> int:
    """Return the place of a window's pattern."""
    return int(PATTERNS + stage * p[TABLES] + p[WINDOW + window] + a[INDEX + window])
