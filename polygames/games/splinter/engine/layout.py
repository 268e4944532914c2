"""The array that the compiled functions of Splinter work on.

Layout: one row of whole numbers, int32, in five parts; R is the number of rows of the board. A
square is ``32 * row + column``, both counted from 1.

======== ================== ===================================================================
from     length             what it holds
======== ================== ===================================================================
0        OCCUPIED           the head: whose turn it is, options, the outcome; and for each seat how
                            many pieces it has LOST and has (COUNT), and the step it may not make
OCCUPIED STRIDE             for each row the bits of its occupied squares; three empty rows lie
                            before it and behind it, for `groups.window`
FILL     STRIDE             room to flood those rows
PIECES   2 * ROOM           where the pieces of each seat stand, the king first
BOARD    STRIDE * (R + 2)   for each square the place of its piece in that list plus 1, 0 where
                            it is empty, and WALL around
======== ================== ===================================================================

A move's code is ``8 * square + direction``.
"""

from __future__ import annotations

from itertools import product

from polygames.runtime.arrays import np, npt

Ints = npt.NDArray[np.int32]

MOST_ROWS = 30
STRIDE = 32
ROOM = 64
"""Most pieces of a seat."""

TURN, PLY, MAX_PLIES, REMOVES, NO_RETURN, ROWS, COLUMNS, OUTCOME = range(8)
LOST, COUNT, BAR_FROM, BAR_TO = 8, 10, 12, 14
"""Where the head has one number for each seat."""
OCCUPIED = 20
FILL = OCCUPIED + STRIDE + 4
PIECES = FILL + STRIDE
BOARD = PIECES + 2 * ROOM

WALL = -1
NOWHERE = -1
RUNNING = 2
"""What OUTCOME holds until it is +1, 0 or -1."""

WAYS = tuple(way for way in product((-1, 0, 1), repeat=2) if any(way))
"""Down and right in each of the 8 directions, and the 8 squares around a square."""
STEPS = np.array([STRIDE * down + right for down, right in WAYS])
