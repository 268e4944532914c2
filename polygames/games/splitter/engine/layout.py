"""A pad as one array: neighbours, mirrored pairs, and the windows whose patterns are learned.

The array is int64. A *slot* is a pair of mirrored cells. A *window* is a square, a row or a column
of a few cells, one n-tuple of the network that evaluation.py describes. A room of `MOST_CELLS` is
kept for what goes by cell or by window.

==================  ==================  =========================================================
part                shape               holds
==================  ==================  =========================================================
head                6                   how many ``CELLS`` and ``SLOTS`` there are; the cells with
                                        a ``STAR``, as bits; how many ``HEARTS`` and ``WINDOWS``,
                                        and the length of all ``TABLES`` of windows together
``SLOT``            MOST_CELLS / 2, 2   the left and the right cell of each slot
``MIRROR``          MOST_CELLS          the mirrored cell of each cell
``NEIGHBOUR_BITS``  MOST_CELLS          the neighbours of each cell, as bits
``NEIGHBOUR_LIST``  MOST_CELLS, 4       the same one by one, then -1
``WEIGHT``          MOST_CELLS          1, 7 or 49 for a cell with a heart, else 0: a pattern of the
                                        hearts is the sum of weight times number
``SPOT``            MOST_CELLS          which cells are alike by symmetry; `NOWHERE` in all where
                                        values are not learned place by place
``WINDOW``          4 * MOST_CELLS      where the table of each window begins
``FIRST``           MOST_CELLS / 2 + 1  where the parts of each slot begin, and end
``PART``            parts, 3            a window that lies over the slot, and the weights there of
                                        its left and of its right cell
==================  ==================  =========================================================
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from polygames.runtime.compiling import np

if TYPE_CHECKING:
    from polygames.games.splitter.pads import Pad
    from polygames.runtime.compiling import npt

    Ints = npt.NDArray[np.int64]

Shape: TypeAlias = tuple[tuple[int, int], ...]
Window: TypeAlias = tuple[int, ...]

MOST_CELLS = 62
"""Most cells of a pad here: they are bits of one number."""

CELLS, SLOTS, STAR, HEARTS, WINDOWS, TABLES = range(6)
SLOT = 8
MIRROR = SLOT + MOST_CELLS
NEIGHBOUR_BITS = MIRROR + MOST_CELLS
NEIGHBOUR_LIST = NEIGHBOUR_BITS + MOST_CELLS
WEIGHT = NEIGHBOUR_LIST + 4 * MOST_CELLS
SPOT = WEIGHT + MOST_CELLS
WINDOW = SPOT + MOST_CELLS
FIRST = WINDOW + 4 * MOST_CELLS
PART = FIRST + MOST_CELLS // 2 + 1
NOWHERE = -1

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
ROW = ((0, 0), (0, 1), (0, 2))
COLUMN = ((0, 0), (1, 0), (2, 0))
SHAPES: tuple[Shape, ...] = (SQUARE, ROW, COLUMN)
"""The windows whose patterns are learned: 2 x 2, 1 x 3 and 3 x 1 cells."""
BASE = 7
"""What a cell of a window can hold: 1 to 6, or nothing."""


@lru_cache(maxsize=32)
def layout(pad: Pad, shapes: tuple[Shape, ...] = SHAPES) -> Ints:
    """Return a pad as an array; OverflowError if it has more cells than `MOST_CELLS`.

    Without shapes it has no windows, and no cell a spot: that fits values for any pad.
    """
    size = len(pad.places)
    if size > MOST_CELLS:
        msg = f"{size} cells: a sheet of splitter has room for {MOST_CELLS}"
        raise OverflowError(msg)
    windows, starts = _windows(pad, shapes)
    parts, first = _parts(pad, windows)
    p: Ints = np.zeros(PART + len(parts), np.int64)
    p[CELLS], p[SLOTS], p[HEARTS] = size, pad.rounds, len(pad.hearts)
    p[STAR] = sum(1 << cell for cell in pad.stars)
    p[WINDOWS], p[TABLES] = len(windows), starts[-1]
    p[SLOT : SLOT + size] = [cell for slot in pad.slots for cell in slot]
    p[MIRROR : MIRROR + size] = pad.mirror
    p[NEIGHBOUR_BITS : NEIGHBOUR_BITS + size] = [
        sum(1 << cell for cell in near) for near in pad.neighbours
    ]
    p[NEIGHBOUR_LIST : NEIGHBOUR_LIST + 4 * size] = [
        each for near in pad.neighbours for each in (*near, -1, -1, -1, -1)[:4]
    ]
    for place, cell in enumerate(pad.hearts):
        p[WEIGHT + cell] = BASE**place
    spots = [min(alike) for alike in zip(*_symmetries(pad), strict=True)]
    p[SPOT : SPOT + size] = spots if shapes else [NOWHERE] * size
    p[WINDOW : WINDOW + len(starts)] = starts
    p[FIRST : FIRST + len(first)] = first
    p[PART:] = parts
    return p


def _windows(pad: Pad, shapes: tuple[Shape, ...]) -> tuple[list[Window], list[int]]:
    """Return the cells of each window, and where its table begins; last where the tables end.

    Windows that a symmetry of the pad carries into one another share a table: the second of them
    has its cells in the order of the first.
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
                end += BASE ** len(window)
            window, begin = seen[frozenset(window)]
            windows.append(window)
            starts.append(begin)
    return windows, [*starts, end]


def _symmetries(pad: Pad) -> list[tuple[int, ...]]:
    """Return where each cell goes if the pad is left as it is, mirrored, or turned upside down."""
    same = tuple(range(len(pad.places)))
    flip = tuple(pad.cells.get((pad.height - 1 - r, c), -1) for r, c in pad.places)
    kept = [same, pad.mirror]
    marked = (set(pad.stars), set(pad.hearts))
    if -1 not in flip and marked == tuple({flip[cell] for cell in cells} for cells in marked):
        kept += [flip, tuple(flip[cell] for cell in pad.mirror)]
    return kept


def _parts(pad: Pad, windows: list[Window]) -> tuple[list[int], list[int]]:
    """Return what the two cells of each slot add to which windows, and where each slot begins."""
    parts: list[int] = []
    first = [0]
    for left, right in pad.slots:
        for number, window in enumerate(windows):
            if left in window or right in window:
                weight = {cell: BASE**place for place, cell in enumerate(window)}
                parts += (number, weight.get(left, 0), weight.get(right, 0))
        first.append(len(parts) // 3)
    return parts, first
