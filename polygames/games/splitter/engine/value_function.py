"""The static evaluation of a sheet: a sum of learned weights, the expected final total.

The value function is linear in binary features, most of them patterns of a few cells: an n-tuple
network (Bledsoe and Browning, Pattern recognition and reading by machine, 1959; for games Lucas,
Learning to play Othello with n-tuple systems, 2008). All its tables are concatenated in one float32
array; a function ``..._index`` returns the index of one weight. N is `MAX_COMPILED_CELLS`:

=================  ====================================================  =====================
table              features                                              shape after the phase
=================  ====================================================  =====================
`GROUPS_OFFSET`    groups: number, size, open cells beside it, star      7, SIZE_CLASSES, 8, 3
                   within beside
`NUMBERS_OFFSET`   numbers: how many cells their unfinished groups       7, 16, 5
                   lack, how many such groups
`TRIOS_OFFSET`     the pattern in the hearts                             343
`BOTH_OFFSET`      empty slots: star, surroundings of both cells, in     2, CLASS_PAIRS
                   coarse classes
`ONES_OFFSET`      empty cells: star, which numbers would grow,          2, AROUND_RANKS
                   complete or spoil groups there
`MATES_OFFSET`     two unfinished groups of a number: number, how many   7, 6, 6, LINK_KINDS
                   cells each lacks, how near they are
`OUTS_OFFSET`      unfinished groups: number, how many cells they lack,  7, 6, 7, 7, 2, 2
                   how many after one more cell at the best place and
                   at the second best, whether there are more places,
                   whether some would spoil it
`SPOTS_OFFSET`     cells: index up to symmetry, number, size of group    N, 7, SIZE_CLASSES
`ROOMS_OFFSET`     unfinished groups: number, how many cells they lack,  7, 6, 4, 6
                   empty cells beside them, and behind those
`PATTERNS_OFFSET`  windows of compiled_sheet.py: the numbers in their    the pad's ``TABLES``
                   cells
=================  ====================================================  =====================

The weights were learned by temporal differences from self-play (TD(lambda): Sutton, Learning to
predict by the methods of temporal differences, 1988; on n-tuple networks Szubert and Jaskowski,
Temporal difference learning of n-tuple networks for the game 2048, 2014), each weight with a step
size by its uncertainty (Geist and Pietquin, Kalman temporal differences, 2010). The training
program is in the history of the repository, in the folder ``benchmarks/training``.

The first axis of each table is the phase of the game, by rounds left: `FINE_PHASES` of them, and
`COARSE_PHASES` for windows. With no round left the tables of groups and hearts have the points of
the rules and the others zeros, so that the value is the score. Mirror images share a weight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.compiled_sheet import (
    AROUND_CLASS,
    AROUND_CLASSES,
    AROUND_RANK,
    AROUND_RANKS,
    CELL_OFFSET,
    CELLS,
    EMPTY,
    HEART,
    INDEX_OFFSET,
    MASK_OFFSET,
    MAX_COMPILED_CELLS,
    MIRROR_OFFSET,
    NEAR_OFFSET,
    NEED,
    NEIGHBOUR_BITS,
    NO_CELL,
    OPEN,
    ROOT_OFFSET,
    SIZE_OFFSET,
    SPOT_OFFSET,
    STAR,
    SURROUNDINGS_OFFSET,
    TABLES,
    WINDOW_OFFSET,
    WINDOWS,
    cells_near_number,
    group_size_with,
    unfinished_roots,
)
from polygames.runtime.bits import count_bits, lowest_bit
from polygames.runtime.jit import compiled_no_refcount, np

if TYPE_CHECKING:
    from polygames.games.splitter.engine.compiled_sheet import Ints
    from polygames.runtime.jit import npt

    Floats = npt.NDArray[np.float32]


ROUND_CLASSES = 23
"""The number of classes of rounds left, from 0 on; the last class has all larger numbers."""
FINE_PHASE = np.array([0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11])
"""The phase of the game by rounds left, for all tables but windows."""
FINE_PHASES = 12
COARSE_PHASE = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3])
"""The phase of the game by rounds left, for windows (``stage``)."""
COARSE_PHASES = 4

# Larger counts are clipped to these.
MAX_NEAR, MAX_NEED, MAX_OPEN, MAX_OUTS, MAX_BEHIND = 7, 15, 4, 3, 5
NO_EXTENSION = 6
"""The code for "no place for one more cell", instead of the cells that a group would lack."""
LINK_KINDS = 4
"""The classes of distance of two groups: far, two cells apart, one, one in several ways."""
SIZE_CLASSES = 8
"""The classes of group sizes: 0 for an empty cell, one class for all above the number."""
CLASS_PAIRS = AROUND_CLASSES * (AROUND_CLASSES + 1) // 2

# The start of each table.
GROUPS_OFFSET = 0
NUMBERS_OFFSET = GROUPS_OFFSET + FINE_PHASES * 7 * SIZE_CLASSES * (MAX_NEAR + 1) * 3
TRIOS_OFFSET = NUMBERS_OFFSET + FINE_PHASES * 7 * (MAX_NEED + 1) * (MAX_OPEN + 1)
BOTH_OFFSET = TRIOS_OFFSET + FINE_PHASES * 7**3
ONES_OFFSET = BOTH_OFFSET + FINE_PHASES * 2 * CLASS_PAIRS
MATES_OFFSET = ONES_OFFSET + FINE_PHASES * 2 * AROUND_RANKS
OUTS_OFFSET = MATES_OFFSET + FINE_PHASES * 7 * 6 * 6 * LINK_KINDS
SPOTS_OFFSET = OUTS_OFFSET + FINE_PHASES * 7 * 6 * 7 * 7 * 4
ROOMS_OFFSET = SPOTS_OFFSET + FINE_PHASES * MAX_COMPILED_CELLS * 7 * SIZE_CLASSES
PATTERNS_OFFSET = ROOMS_OFFSET + FINE_PHASES * 7 * 6 * (MAX_OUTS + 1) * (MAX_BEHIND + 1)


@compiled_no_refcount
def group_index(a: Ints, p: Ints, root: int, rounds: int) -> int:
    """Return the index of a group's weight, by its number, size, free neighbours and star."""
    value = a[CELL_OFFSET + root]
    size = min(a[SIZE_OFFSET + root], value + 1)
    near = a[NEAR_OFFSET + root] & a[EMPTY]
    star = 0
    if a[MASK_OFFSET + root] & p[STAR]:
        star = 1
    elif near & p[STAR]:
        star = 2
    index = (FINE_PHASE[rounds] * 7 + value) * SIZE_CLASSES + size
    index = index * (MAX_NEAR + 1) + min(count_bits(near), MAX_NEAR)
    return int(GROUPS_OFFSET + 3 * index + star)


@compiled_no_refcount
def number_index(a: Ints, value: int, rounds: int) -> int:
    """Return the index of a number's weight, by its unfinished groups and the cells they lack."""
    index = (FINE_PHASE[rounds] * 7 + value) * (MAX_NEED + 1) + min(a[NEED + value], MAX_NEED)
    return int(NUMBERS_OFFSET + index * (MAX_OPEN + 1) + min(a[OPEN + value], MAX_OPEN))


@compiled_no_refcount
def hearts_index(pattern: int, rounds: int) -> int:
    """Return the index of the weight for a pattern of numbers in the hearts."""
    return int(TRIOS_OFFSET + FINE_PHASE[rounds] * 7**3 + pattern)


@compiled_no_refcount
def extensions_index(a: Ints, p: Ints, root: int, joint: int, rounds: int) -> int:
    """Return the index of an unfinished group's weight, by the best cells to extend it.

    `joint` is the bit set of empty cells beside several groups of the number.
    """
    value = a[CELL_OFFSET + root]
    lack = value - a[SIZE_OFFSET + root]
    near = a[NEAR_OFFSET + root] & a[EMPTY]
    outs, joint = count_bits(near & ~joint), near & joint
    first = lack - 1 if outs else NO_EXTENSION
    second = lack - 1 if outs > 1 else NO_EXTENSION
    spoils = 0
    while joint:
        after = value - group_size_with(a, p, lowest_bit(joint), value)
        joint &= joint - 1
        if after < 0:
            spoils = 1
            continue
        outs += 1
        if after < first:
            first, second = after, first
        elif after < second:
            second = after
    index = (((FINE_PHASE[rounds] * 7 + value) * 6 + lack) * 7 + first) * 7 + second
    more = int(outs > 2)  # noqa: PLR2004 - the two best are told apart
    return int(OUTS_OFFSET + 4 * index + 2 * more + spoils)


@compiled_no_refcount
def room_index(a: Ints, p: Ints, root: int, adjacent: int, joint: int, rounds: int) -> int:
    """Return the index of an unfinished group's weight, by the empty cells one and two steps away.

    `adjacent` is the bit set of empty cells beside groups of the number, `joint` beside several.
    """
    value = a[CELL_OFFSET + root]
    lack = value - a[SIZE_OFFSET + root]
    near, behind = a[NEAR_OFFSET + root] & a[EMPTY] & ~joint, 0
    outs = min(count_bits(near), MAX_OUTS)
    while near:
        behind |= p[NEIGHBOUR_BITS + lowest_bit(near)]
        near &= near - 1
    behind = min(count_bits(behind & a[EMPTY] & ~adjacent), MAX_BEHIND)
    index = ((FINE_PHASE[rounds] * 7 + value) * 6 + lack) * (MAX_OUTS + 1) + outs
    return int(ROOMS_OFFSET + index * (MAX_BEHIND + 1) + behind)


@compiled_no_refcount
def group_pair_index(a: Ints, p: Ints, first: int, second: int, rounds: int) -> int:
    """Return the index of the weight of two unfinished groups, by their sizes and distance."""
    value = a[CELL_OFFSET + first]
    lack, other = value - a[SIZE_OFFSET + first], value - a[SIZE_OFFSET + second]
    near, there = a[NEAR_OFFSET + first] & a[EMPTY], a[NEAR_OFFSET + second] & a[EMPTY]
    link = min(2, count_bits(near & there))
    if link:
        link += 1
    while near and not link:
        if p[NEIGHBOUR_BITS + lowest_bit(near)] & there:
            link = 1
        near &= near - 1
    index = ((FINE_PHASE[rounds] * 7 + value) * 6 + max(lack, other)) * 6 + min(lack, other)
    return int(MATES_OFFSET + index * LINK_KINDS + link)


@compiled_no_refcount
def cell_index(p: Ints, cell: int, value: int, size: int, rounds: int) -> int:
    """Return the index of a cell's positional weight, by number (0 if empty) and group size."""
    index = (FINE_PHASE[rounds] * MAX_COMPILED_CELLS + p[SPOT_OFFSET + cell]) * 7 + value
    return int(SPOTS_OFFSET + index * SIZE_CLASSES + min(size, value + 1))


@compiled_no_refcount
def empty_slot_index(p: Ints, cell: int, first: int, second: int, rounds: int) -> int:
    """Return the index of an empty slot's weight, by the `surroundings` codes of its cells."""
    first, second = AROUND_CLASS[first], AROUND_CLASS[second]
    high, low = max(first, second), min(first, second)
    star = p[STAR] >> cell & 1 | p[STAR] >> p[MIRROR_OFFSET + cell] & 1
    return int(
        BOTH_OFFSET + (FINE_PHASE[rounds] * 2 + star) * CLASS_PAIRS + high * (high + 1) // 2 + low
    )


@compiled_no_refcount
def empty_cell_index(p: Ints, cell: int, state: int, rounds: int) -> int:
    """Return the index of an empty cell's weight, by its `surroundings` code."""
    star = p[STAR] >> cell & 1
    return int(ONES_OFFSET + (FINE_PHASE[rounds] * 2 + star) * AROUND_RANKS + AROUND_RANK[state])


@compiled_no_refcount
def window_index(a: Ints, p: Ints, window: int, stage: int) -> int:
    """Return the index of the weight of the pattern in a window (a few adjacent cells)."""
    return int(
        PATTERNS_OFFSET + stage * p[TABLES] + p[WINDOW_OFFSET + window] + a[INDEX_OFFSET + window]
    )


# --- The value ----------------------------------------------------------------------------------


@compiled_no_refcount
def number_value(
    a: Ints, p: Ints, w: Floats, value: int, adjacent: int, joint: int, rounds: int
) -> float:
    """Return the sum of the weights of the unfinished groups of a number.

    `adjacent` is the bit set of empty cells beside its groups, `joint` of those beside several.
    """
    total = float(w[number_index(a, value, rounds)])
    roots = unfinished_roots(a, value)
    while roots:
        one = lowest_bit(roots)
        roots &= roots - 1
        total += w[extensions_index(a, p, one, joint, rounds)]
        total += w[room_index(a, p, one, adjacent, joint, rounds)]
        others = roots  # each pair of groups counts once
        while others:
            total += w[group_pair_index(a, p, one, lowest_bit(others), rounds)]
            others &= others - 1
    return total


@compiled_no_refcount
def group_cells_value(a: Ints, p: Ints, w: Floats, root: int, rounds: int) -> float:
    """Return the sum of the positional weights of a group's cells; 0 if the pad has none."""
    if p[SPOT_OFFSET] == NO_CELL:
        return 0.0
    value, size, mask = a[CELL_OFFSET + root], a[SIZE_OFFSET + root], a[MASK_OFFSET + root]
    total = 0.0
    while mask:
        total += w[cell_index(p, lowest_bit(mask), value, size, rounds)]
        mask &= mask - 1
    return total


@compiled_no_refcount
def slot_value(p: Ints, w: Floats, cell: int, first: int, second: int, rounds: int) -> float:
    """Return the value of an empty slot, given the `surroundings` codes of its two cells."""
    return float(
        w[empty_slot_index(p, cell, first, second, rounds)]
        + w[empty_cell_index(p, cell, first, rounds)]
        + w[empty_cell_index(p, p[MIRROR_OFFSET + cell], second, rounds)]
    )


@compiled_no_refcount
def empty_slot_cells_value(p: Ints, w: Floats, cell: int, rounds: int) -> float:
    """Return the sum of the positional weights of an empty slot's cells; 0 if the pad has none."""
    if p[SPOT_OFFSET] == NO_CELL:
        return 0.0
    return float(
        w[cell_index(p, cell, 0, 0, rounds)]
        + w[cell_index(p, p[MIRROR_OFFSET + cell], 0, 0, rounds)]
    )


@compiled_no_refcount
def static_value(a: Ints, p: Ints, w: Floats, rounds: int) -> float:
    """Return the expected final total of a sheet, with the weights for `rounds` rounds left."""
    rounds = min(rounds, ROUND_CLASSES - 1)
    stage = COARSE_PHASE[rounds]
    total = float(w[hearts_index(a[HEART], rounds)])
    for cell in range(p[CELLS]):
        if a[CELL_OFFSET + cell]:
            if a[ROOT_OFFSET + cell] == cell:
                total += w[group_index(a, p, cell, rounds)]
                if rounds:
                    total += group_cells_value(a, p, w, cell, rounds)
        elif cell < p[MIRROR_OFFSET + cell]:
            total += slot_value(
                p,
                w,
                cell,
                a[SURROUNDINGS_OFFSET + cell],
                a[SURROUNDINGS_OFFSET + p[MIRROR_OFFSET + cell]],
                rounds,
            )
            total += empty_slot_cells_value(p, w, cell, rounds)
    if rounds:
        for value in range(1, 7):
            beside, joint = cells_near_number(a, value)
            total += number_value(a, p, w, value, beside, joint, rounds)
        for window in range(p[WINDOWS]):
            total += w[window_index(a, p, window, stage)]
    return total
