"""The compiled sheet of Splitter and its pad: numbers and groups, updated with each placement.

A sheet is one int64 array; every part but the last has a fixed length. A part that is indexed by
number has an entry for each of 1 to 6; entry 0 is unused. A group is identified by its root, one
of its cells; every cell of a group stores its root (a union-find that is always flat). N is
`MAX_COMPILED_CELLS`:

=======================  =======  ==============================================================
part                     shape    holds
=======================  =======  ==============================================================
``EMPTY``                1        the empty cells, as bits
``ROUNDS_LEFT``          1        the number of rounds left
``HEART``                1        the pattern of numbers in the hearts (see ``WEIGHT_OFFSET``)
``NEED``                 8        for each number the cells that its unfinished groups lack
``OPEN``                 8        for each number the number of its unfinished groups
``ROOTS``                8        for each number the roots of its groups, as bits
``CELL_OFFSET``          N        the number in each cell; 0 is empty
``ROOT_OFFSET``          N        the root of the group of each cell
``MASK_OFFSET``          N        for each root the cells of its group, as bits
``NEAR_OFFSET``          N        for each root the cells beside its group, as bits
``SIZE_OFFSET``          N        for each root the size of its group
``SURROUNDINGS_OFFSET``  N        for each empty cell its surroundings code (see `surroundings`)
``SAVED_ROOTS``          8        the roots around two cells, as `save_roots` saves them
``INDEX_OFFSET``         windows  the index of the pattern in each window
=======================  =======  ==============================================================

`write_cell` writes one number and `write_slot` a roll; `placement_delta` of search.py tries a roll
out. The code of a placement is ``2 * slot + swapped``: if swapped is 1, the second number of the
roll goes to the left cell.

The pad
-------
A pad is one array, int64: neighbours, mirrored pairs, and the windows whose patterns are learned.
A *slot* is a pair of mirrored cells. A *window* is a square, a row or a column of a few cells, one
n-tuple of the network that value_function.py describes. Parts that are indexed by cell or window
have their full length on every pad.

==================  =========  ============================================================
part                shape      holds
==================  =========  ============================================================
head                6          the number of ``CELLS`` and ``SLOTS``; the cells with a
                               ``STAR``, as bits; the number of ``HEARTS`` and
                               ``WINDOWS``; the total length of the ``TABLES`` of windows
``SLOT_OFFSET``     N / 2, 2   the left and the right cell of each slot
``MIRROR_OFFSET``   N          the mirrored cell of each cell
``NEIGHBOUR_BITS``  N          the neighbours of each cell, as bits
``NEIGHBOUR_LIST``  N, 4       the neighbours of each cell, filled up with -1
``WEIGHT_OFFSET``   N          1, 7 or 49 for a cell with a heart, else 0: a pattern of the
                               hearts is the sum of weight times number
``SPOT_OFFSET``     N          the first cell that is equivalent by symmetry; `NO_CELL` in
                               all if there are no positional weights
``WINDOW_OFFSET``   4 * N      the start of the table of each window
``FIRST_OFFSET``    N / 2 + 1  the start of the parts of each slot, then the end of all
``PART_OFFSET``     parts, 3   a window over the slot, and the weights in it of the slot's
                               left and right cell
==================  =========  ============================================================
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from polygames.runtime.bits import lowest_bit
from polygames.runtime.jit import compiled, compiled_no_refcount, np

if TYPE_CHECKING:
    from polygames.games.splitter.pads import Pad
    from polygames.runtime.jit import npt

    Ints = npt.NDArray[np.int64]

Shape: TypeAlias = tuple[tuple[int, int], ...]
Window: TypeAlias = tuple[int, ...]

MAX_COMPILED_CELLS = 62
"""The largest number of cells of a compiled pad: they are the bits of one int64."""

CELLS, SLOTS, STAR, HEARTS, WINDOWS, TABLES = range(6)
SLOT_OFFSET = 8
MIRROR_OFFSET = SLOT_OFFSET + MAX_COMPILED_CELLS
NEIGHBOUR_BITS = MIRROR_OFFSET + MAX_COMPILED_CELLS
NEIGHBOUR_LIST = NEIGHBOUR_BITS + MAX_COMPILED_CELLS
WEIGHT_OFFSET = NEIGHBOUR_LIST + 4 * MAX_COMPILED_CELLS
SPOT_OFFSET = WEIGHT_OFFSET + MAX_COMPILED_CELLS
WINDOW_OFFSET = SPOT_OFFSET + MAX_COMPILED_CELLS
FIRST_OFFSET = WINDOW_OFFSET + 4 * MAX_COMPILED_CELLS
PART_OFFSET = FIRST_OFFSET + MAX_COMPILED_CELLS // 2 + 1
NO_CELL = -1

SQUARE_WINDOW = ((0, 0), (0, 1), (1, 0), (1, 1))
ROW_WINDOW = ((0, 0), (0, 1), (0, 2))
COLUMN_WINDOW = ((0, 0), (1, 0), (2, 0))
WINDOW_SHAPES: tuple[Shape, ...] = (SQUARE_WINDOW, ROW_WINDOW, COLUMN_WINDOW)
"""The shapes of the windows with learned patterns: 2 x 2, 1 x 3 and 3 x 1 cells."""
CELL_VALUES = 7
"""The number of states of a cell in a window: 1 to 6, or empty."""


@lru_cache(maxsize=32)
def pad_array(pad: Pad, shapes: tuple[Shape, ...] = WINDOW_SHAPES) -> Ints:
    """Return a pad as an array; raise OverflowError if it has too many cells.

    Without shapes it has no windows and no positional weights, as the weights for any pad need.
    """
    size = len(pad.places)
    if size > MAX_COMPILED_CELLS:
        msg = f"{size} cells: the limit of the kernel of splitter is {MAX_COMPILED_CELLS}"
        raise OverflowError(msg)
    windows, starts = _list_windows(pad, shapes)
    parts, first = _slot_parts(pad, windows)
    p: Ints = np.zeros(PART_OFFSET + len(parts), np.int64)
    p[CELLS], p[SLOTS], p[HEARTS] = size, pad.rounds, len(pad.hearts)
    p[STAR] = sum(1 << cell for cell in pad.stars)
    p[WINDOWS], p[TABLES] = len(windows), starts[-1]
    p[SLOT_OFFSET : SLOT_OFFSET + size] = [cell for slot in pad.slots for cell in slot]
    p[MIRROR_OFFSET : MIRROR_OFFSET + size] = pad.mirror
    p[NEIGHBOUR_BITS : NEIGHBOUR_BITS + size] = [
        sum(1 << cell for cell in near) for near in pad.neighbours
    ]
    p[NEIGHBOUR_LIST : NEIGHBOUR_LIST + 4 * size] = [
        each for near in pad.neighbours for each in (*near, -1, -1, -1, -1)[:4]
    ]
    for place, cell in enumerate(pad.hearts):
        p[WEIGHT_OFFSET + cell] = CELL_VALUES**place
    spots = [min(alike) for alike in zip(*_symmetries(pad), strict=True)]
    p[SPOT_OFFSET : SPOT_OFFSET + size] = spots if shapes else [NO_CELL] * size
    p[WINDOW_OFFSET : WINDOW_OFFSET + len(starts)] = starts
    p[FIRST_OFFSET : FIRST_OFFSET + len(first)] = first
    p[PART_OFFSET:] = parts
    return p


def _list_windows(pad: Pad, shapes: tuple[Shape, ...]) -> tuple[list[Window], list[int]]:
    """Return the cells of each window, and the start of each table followed by the total length.

    Windows that a symmetry of the pad maps to one another share a table. The cells of each image
    have the order of the first window.
    """
    symmetries = _symmetries(pad)
    windows: list[Window] = []
    starts, end = [], 0
    seen: dict[frozenset[int], tuple[Window, int]] = {}
    for shape in shapes:
        for r, c in product(range(pad.height), range(pad.width)):
            places = [(r + down, c + right) for down, right in shape]
            if not all(place in pad.cells for place in places):
                continue
            window = tuple(pad.cells[place] for place in places)
            if frozenset(window) not in seen:
                for carry in symmetries:
                    image = tuple(carry[cell] for cell in window)
                    seen.setdefault(frozenset(image), (image, end))
                end += CELL_VALUES ** len(window)
            window, begin = seen[frozenset(window)]
            windows.append(window)
            starts.append(begin)
    return windows, [*starts, end]


def _symmetries(pad: Pad) -> list[tuple[int, ...]]:
    """Return the symmetries of the pad as permutations of cells: identity, mirror, flips."""
    same = tuple(range(len(pad.places)))
    flip = tuple(pad.cells.get((pad.height - 1 - r, c), -1) for r, c in pad.places)
    kept = [same, pad.mirror]
    marked = (set(pad.stars), set(pad.hearts))
    if -1 not in flip and marked == tuple({flip[cell] for cell in cells} for cells in marked):
        kept += [flip, tuple(flip[cell] for cell in pad.mirror)]
    return kept


def _slot_parts(pad: Pad, windows: list[Window]) -> tuple[list[int], list[int]]:
    """Return (window, left weight, right weight) for all slots as a flat list, and the starts."""
    parts: list[int] = []
    first = [0]
    for left, right in pad.slots:
        for number, window in enumerate(windows):
            if left in window or right in window:
                weight = {cell: CELL_VALUES**place for place, cell in enumerate(window)}
                parts += (number, weight.get(left, 0), weight.get(right, 0))
        first.append(len(parts) // 3)
    return parts, first


EMPTY, ROUNDS_LEFT, HEART = 0, 1, 2
NEED, OPEN, ROOTS = 4, 12, 20
CELL_OFFSET = 28
ROOT_OFFSET = CELL_OFFSET + MAX_COMPILED_CELLS
MASK_OFFSET = ROOT_OFFSET + MAX_COMPILED_CELLS
NEAR_OFFSET = MASK_OFFSET + MAX_COMPILED_CELLS
SIZE_OFFSET = NEAR_OFFSET + MAX_COMPILED_CELLS
SURROUNDINGS_OFFSET = SIZE_OFFSET + MAX_COMPILED_CELLS
SAVED_ROOTS = SURROUNDINGS_OFFSET + MAX_COMPILED_CELLS
INDEX_OFFSET = SAVED_ROOTS + 8


def empty_sheet(p: Ints) -> Ints:
    """Return an empty sheet for a pad."""
    a: Ints = np.zeros(INDEX_OFFSET + p[WINDOWS], np.int64)
    a[EMPTY] = (1 << p[CELLS]) - 1
    a[ROUNDS_LEFT] = p[SLOTS]
    return a


# --- One number --------------------------------------------------------------------------------


@compiled_no_refcount
def write_cell(a: Ints, p: Ints, cell: int, value: int) -> None:
    """Write a number into an empty cell, which becomes the root of its group."""
    a[EMPTY] &= ~(1 << cell)
    a[CELL_OFFSET + cell] = value
    mask, near, size = 1 << cell, p[NEIGHBOUR_BITS + cell], 1
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        if a[CELL_OFFSET + other] == value:
            root = a[ROOT_OFFSET + other]
            if not mask >> root & 1:  # a group that touches on two sides is merged once
                a[ROOTS + value] &= ~(1 << root)
                mask |= a[MASK_OFFSET + root]
                near |= a[NEAR_OFFSET + root]
                size += a[SIZE_OFFSET + root]
                if a[SIZE_OFFSET + root] < value:
                    a[NEED + value] -= value - a[SIZE_OFFSET + root]
                    a[OPEN + value] -= 1
    if size < value:
        a[NEED + value] += value - size
        a[OPEN + value] += 1
    a[ROOTS + value] |= 1 << cell
    a[MASK_OFFSET + cell], a[NEAR_OFFSET + cell], a[SIZE_OFFSET + cell] = mask, near, size
    # The old roots keep their masks, so `undo_cell` can restore each group from before the merge.
    set_group_root(a, mask, cell)


@compiled_no_refcount
def set_group_root(a: Ints, mask: int, root: int) -> None:
    """Set the root of all cells in a group, which is given as a bit mask."""
    while mask:
        a[ROOT_OFFSET + lowest_bit(mask)] = root
        mask &= mask - 1


@compiled_no_refcount
def save_roots(a: Ints, p: Ints, cell: int, entry: int) -> None:
    """Save the roots of the groups around an empty cell for `undo_cell`, at entry 0 or 4."""
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        a[SAVED_ROOTS + entry + i] = (
            a[ROOT_OFFSET + other] if other >= 0 and a[CELL_OFFSET + other] else -1
        )


@compiled_no_refcount
def undo_cell(a: Ints, cell: int, entry: int) -> None:
    """Undo `write_cell`, using the roots of groups that `save_roots` saved.

    The caller has to restore the parts by number: NEED, OPEN and ROOTS.
    """
    value = a[CELL_OFFSET + cell]
    a[EMPTY] |= 1 << cell
    a[CELL_OFFSET + cell] = 0
    for i in range(4):
        root = a[SAVED_ROOTS + entry + i]
        if root >= 0 and a[CELL_OFFSET + root] == value:
            set_group_root(a, a[MASK_OFFSET + root], root)


# --- The groups of a number --------------------------------------------------------------------


@compiled_no_refcount
def unfinished_roots(a: Ints, value: int) -> int:
    """Return the roots of the unfinished groups of a number, as bits."""
    roots, found = a[ROOTS + value], 0
    while roots:
        root = roots & -roots
        roots &= roots - 1
        if a[SIZE_OFFSET + lowest_bit(root)] < value:
            found |= root
    return found


@compiled_no_refcount
def cells_near_number(a: Ints, value: int) -> tuple[int, int]:
    """Return the empty cells beside a group of a number, and those beside several, as bit sets."""
    beside, joint = 0, 0
    roots = a[ROOTS + value]
    while roots:
        near = a[NEAR_OFFSET + lowest_bit(roots)]
        roots &= roots - 1
        joint |= beside & near
        beside |= near
    return int(beside & a[EMPTY]), int(joint & a[EMPTY])


@compiled_no_refcount
def group_size_with(a: Ints, p: Ints, cell: int, value: int) -> int:
    """Return the size of the group that would result if a number were written in an empty cell."""
    size, seen = 1, 0
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        root = a[ROOT_OFFSET + other]
        if a[CELL_OFFSET + other] == value and not seen >> root & 1:
            seen |= 1 << root
            size += a[SIZE_OFFSET + root]
    return int(size)


# --- What is around an empty cell ---------------------------------------------------------------

# A surroundings code has two bits for each number from 1 to 6, for the effect of writing it in the
# cell. 0: no group of it is beside the cell; 1: a group would grow, 2: be completed, 3: be spoiled.


DIE_FACES = 6
KIND_COUNT = 4


@compiled_no_refcount
def cell_effect(size: int, value: int) -> int:
    """Return the effect of growing a group to `size`: 1 unfinished, 2 complete, 3 too large."""
    return 1 if size < value else (2 if size == value else 3)


@compiled_no_refcount
def surroundings(a: Ints, p: Ints, cell: int) -> int:
    """Return a code for the numbers around an empty cell: two bits for each number from 1 to 6."""
    sizes, seen = 0, 0  # six sums of eight bits in one integer: no array is allocated
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        value, root = a[CELL_OFFSET + other], a[ROOT_OFFSET + other]
        if value and not seen >> root & 1:
            seen |= 1 << root
            sizes += a[SIZE_OFFSET + root] << (8 * value)
    code = 0
    for i in range(4):
        other = p[NEIGHBOUR_LIST + 4 * cell + i]
        if other < 0:
            break
        value = a[CELL_OFFSET + other]
        if value:
            size = 1 + (sizes >> (8 * value) & 0xFF)
            code |= cell_effect(size, value) << (2 * (value - 1))
    return code


@compiled_no_refcount
def surroundings_after(a: Ints, p: Ints, cell: int, root: int, joint: int, code: int) -> int:
    """Return the code of `surroundings` for an empty cell after a group beside it has changed.

    `joint` is the bit set of cells beside several groups of its number.
    """
    if a[NEAR_OFFSET + root] >> cell & 1:
        value = a[CELL_OFFSET + root]
        size = (
            group_size_with(a, p, cell, value) if joint >> cell & 1 else a[SIZE_OFFSET + root] + 1
        )
        place = 2 * (value - 1)
        code = code & ~(3 << place) | cell_effect(size, value) << place
    return int(code)


def _surroundings_ranks() -> Ints:
    """Return the rank of each possible `surroundings` code, or -1 for impossible ones."""
    rank = np.full(4**DIE_FACES, -1)
    n = 0
    kinds = [[0, 3], [0, 2, 3], *[[0, 1, 2, 3]] * 4]
    for chosen in product(*kinds):
        if sum(map(bool, chosen)) <= 4:  # noqa: PLR2004 - a cell has four neighbours
            rank[sum(kind << (2 * place) for place, kind in enumerate(chosen))] = n
            n += 1
    return rank


AROUND_RANK = _surroundings_ranks()
"""The index of each code of `surroundings`; -1 for one that cannot occur."""
AROUND_RANKS = int(AROUND_RANK.max()) + 1


def _surroundings_classes() -> Ints:
    """Return each code's class: the highest numbers to grow and to complete, and any to spoil."""
    classes: Ints = np.zeros(4**DIE_FACES, np.int64)
    for code in range(4**DIE_FACES):
        highest = [0] * KIND_COUNT
        for number in range(1, DIE_FACES + 1):
            highest[code >> (2 * (number - 1)) & 3] = number
        _, grow, complete, spoil = highest
        classes[code] = (7 * grow + complete) * 2 + (spoil > 0)
    return classes


AROUND_CLASS = _surroundings_classes()
"""The class of each code of `surroundings`, coarser than its index."""
AROUND_CLASSES = 2 * 7**2


# --- A roll, and a whole sheet at once ----------------------------------------------------------


@compiled
def write_roll(a: Ints, p: Ints, code: int, x: int, y: int) -> None:
    """Write x and y into the slot, and in the order, that a placement code specifies."""
    if code & 1:
        write_slot(a, p, code >> 1, y, x)
    else:
        write_slot(a, p, code >> 1, x, y)


@compiled_no_refcount
def write_slot(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Write x and y into the two cells of an empty slot and update all parts of the sheet array."""
    one, two = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
    write_cell(a, p, one, x)
    write_cell(a, p, two, y)
    update_patterns(a, p, slot, x, y)
    a[ROUNDS_LEFT] -= 1
    for cell in (one, two):  # only cells beside the two groups have new surroundings
        root = a[ROOT_OFFSET + cell]
        _, joint = cells_near_number(a, a[CELL_OFFSET + root])
        cells = a[NEAR_OFFSET + root] & a[EMPTY]
        while cells:
            near = lowest_bit(cells)
            cells &= cells - 1
            a[SURROUNDINGS_OFFSET + near] = surroundings_after(
                a, p, near, root, joint, a[SURROUNDINGS_OFFSET + near]
            )


@compiled_no_refcount
def fill_sheet(a: Ints, p: Ints, numbers: Ints) -> None:
    """Write the given numbers into an empty sheet; 0 leaves a cell empty."""
    for cell in range(len(numbers)):
        if numbers[cell]:
            write_cell(a, p, cell, numbers[cell])
    for slot in range(p[SLOTS]):
        left, right = p[SLOT_OFFSET + 2 * slot], p[SLOT_OFFSET + 2 * slot + 1]
        a[ROUNDS_LEFT] -= a[CELL_OFFSET + left] != 0
        update_patterns(a, p, slot, a[CELL_OFFSET + left], a[CELL_OFFSET + right])
    for cell in range(p[CELLS]):
        if a[CELL_OFFSET + cell] == 0:
            a[SURROUNDINGS_OFFSET + cell] = surroundings(a, p, cell)


@compiled_no_refcount
def update_patterns(a: Ints, p: Ints, slot: int, x: int, y: int) -> None:
    """Update the pattern indices of windows and hearts for the numbers written in a slot."""
    for j in range(p[FIRST_OFFSET + slot], p[FIRST_OFFSET + slot + 1]):
        a[INDEX_OFFSET + p[PART_OFFSET + 3 * j]] += (
            x * p[PART_OFFSET + 3 * j + 1] + y * p[PART_OFFSET + 3 * j + 2]
        )
    a[HEART] += (
        x * p[WEIGHT_OFFSET + p[SLOT_OFFSET + 2 * slot]]
        + y * p[WEIGHT_OFFSET + p[SLOT_OFFSET + 2 * slot + 1]]
    )
