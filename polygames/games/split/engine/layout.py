"""The array that the compiled functions of Split work on.

Layout: ``(AREAS + ROOM, WIDTH)`` numbers, float64. Row 0 is the head, line l has the row
``LINES + l`` and area k the row ``AREAS + k``. Every cut makes one line and one area, so the two
grow together and share their rows, in different columns:

=============== ================= =============================================================
row             columns           what they hold
=============== ================= =============================================================
0               TURN to LEAST     whose turn it is, what is due, how many areas there are and how
                                  many are open, the seat of red, the areas to choose from, both
                                  scores, and the options
LINES + l       COLOR to LENGTH   colour, both points, the two lines where it ends and the
                                  positions there, length
AREAS + k       OWNER to SIZE     seat or NOBODY, value, how many edges
AREAS + k       EDGE + STEP * i   edge i: its first corner (X, Y), its LINE, and the positions of
                + X to STOP       its ends on that line (START, STOP)
=============== ================= =============================================================

An area's edges stand in the same order as in rules.py. A move's code is a row of `CODE` numbers:
for a line (area, edge i, position on its line, edge j > i, position), else (area or colour, -1,
...).
"""

from __future__ import annotations

from polygames.games.split import rules
from polygames.runtime.arrays import np, npt

Floats = npt.NDArray[np.float64]

ROOM = 112
"""Areas in a new array. With the 2026 preset, whose pieces have at least 1, there are up to 100."""
EDGES = 16
"""Edges of an area in a new array."""

TURN, PHASE, COUNT, OPEN, RED, CHOICE, OTHER_CHOICE, SCORE, SCORE_1, LIMIT, SMALL, LEAST = range(12)
"""Columns of the head: LIMIT and LEAST are options, SMALL is the value below which an area is."""
HEAD = 12
LINE_DUE, COLOR_DUE, AREA_DUE = 0, 1, 2
"""What PHASE says."""

OWNER, VALUE, SIZE, COLOR, X0, Y0, X1, Y1, FROM, FROM_AT, TO, TO_AT, LENGTH, EDGE = range(14)
"""Columns of an area (OWNER to SIZE, and from EDGE on) and of a line (COLOR to LENGTH)."""
X, Y, LINE, START, STOP, STEP = range(6)
"""Columns within an edge; STEP is their number."""
NEUTRAL, RED_INK, BLUE_INK = 0, 1, 2
NOBODY = -1
LINES, AREAS = 1, 4
WIDTH = EDGE + EDGES * STEP
CODE = 5

SIDES = rules.SIDES
WIN = rules.TOTAL / 2 + rules.EPSILON
"""A player with more points than these has won [8]."""
