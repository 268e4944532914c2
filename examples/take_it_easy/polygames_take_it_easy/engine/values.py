"""What a board is worth beyond its points: the sum of what was learned of its parts.

An n-tuple network (Bledsoe and Browning, 1959; Szubert and Jaskowski, 2014, for a game of tiles and
chance): each part below looks up one number in a table, and the value is their sum.

* a line: its number, how many tiles it needs, how many with that number are left, the round; an
  empty line: how many of each number are left;
* the five lines of a direction together: how each stands and what it needs;
* an empty cell: how its three lines stand, and how many tiles that are left suit all of them;
* a number: how many tiles its lines need together, how many are left, the round.

Half a turn of the board changes no value: parts that it exchanges share their entries.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.bits import count
from polygames.runtime.compiling import compiled
from polygames_take_it_easy.engine.board import (
    CLASS,
    COUNT,
    DECK_AT,
    EMPTY,
    FILLED,
    LAID,
    LEFT,
    LENGTH,
    LINE_OF,
    MASK,
    STATUS,
    lay,
    take,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]

DATA = Path(__file__).with_name("values.npz")

WAYS = 9, 12, 15, 12, 9
"""In how many ways the lines of a direction can stand."""
TOGETHER = 9 * 12 * 15 * 12 * 9
STANDS = 11
"""In how many ways a line can stand, seen from a cell: empty, dead, a number and a need up to 3."""
NEED = 9
"""How many tiles the lines of a number need together: from 0 to 8, or more."""
MANY = np.array([0, 1, 2, 3, 3, *[4] * 5, *[5] * 18])
"""How many tiles suit a cell, as far as is told apart."""
SUITS = 6
LINE = 0
EMPTY_LINE = LINE + 3 * 9 * 5 * 10 * 20
DIRECTION = EMPTY_LINE + 3 * 3 * 1000
CELL = DIRECTION + 3 * TOGETHER
DEMAND = CELL + 10 * STANDS**3 * SUITS
WEIGHTS = DEMAND + 9 * NEED * 10 * 20
"""How many numbers are learned."""
MOST = 15 + 3 + COUNT + 9
"""How many parts a board has at most."""


@compiled
def _stand(a: Ints, line: int) -> int:
    """Say how a line stands, among its direction."""
    status = a[STATUS + line]
    if status >= EMPTY:
        return int(status - EMPTY)
    return int(3 + status * (LENGTH[line] - 1) + LENGTH[line] - a[FILLED + line] - 1)


@compiled
def _lines(a: Ints, out: Ints, n: int) -> int:
    rounds = a[LAID]
    for line in range(15):
        d, kind, status = line // 5, LENGTH[line] - 3, a[STATUS + line]
        if status == EMPTY:
            left = a[LEFT + 3 * d] * 100 + a[LEFT + 3 * d + 1] * 10 + a[LEFT + 3 * d + 2]
            out[n] = EMPTY_LINE + (kind * 3 + d) * 1000 + left
            n += 1
        elif status < EMPTY:
            number = 3 * d + status
            need = LENGTH[line] - a[FILLED + line]
            at = ((kind * 9 + number) * 5 + need) * 10 + a[LEFT + number]
            out[n] = LINE + at * 20 + rounds
            n += 1
    return n


@compiled
def _directions(a: Ints, out: Ints, n: int) -> int:
    for d in range(3):
        one = other = 0
        for i in range(5):
            one = one * WAYS[i] + _stand(a, 5 * d + i)
            other = other * WAYS[i] + _stand(a, 5 * d + 4 - i)
        out[n] = DIRECTION + d * TOGETHER + min(one, other)
        n += 1
    return n


@compiled
def _cells(a: Ints, out: Ints, n: int) -> int:
    for cell in range(COUNT):
        if a[cell] >= 0:
            continue
        stands, suits = 0, a[DECK_AT]
        for d in range(3):
            line = LINE_OF[cell, d]
            status = a[STATUS + line]
            here = status - EMPTY
            if status < EMPTY:
                here = 2 + 3 * status + min(LENGTH[line] - a[FILLED + line], 3) - 1
                suits &= MASK[d, status]
            stands = stands * STANDS + here
        out[n] = CELL + (CLASS[cell] * STANDS**3 + stands) * SUITS + MANY[count(suits)]
        n += 1
    return n


@compiled
def _demands(a: Ints, out: Ints, n: int) -> int:
    for number in range(9):
        need = 0
        for line in range(5 * (number // 3), 5 * (number // 3) + 5):
            if a[STATUS + line] == number % 3:
                need += LENGTH[line] - a[FILLED + line]
        at = (number * NEED + min(need, NEED - 1)) * 10 + a[LEFT + number]
        out[n] = DEMAND + at * 20 + a[LAID]
        n += 1
    return n


@compiled
def parts(a: Ints, out: Ints) -> int:
    """Write the entries of a board's parts, and return how many there are."""
    n = _lines(a, out, 0)
    n = _directions(a, out, n)
    n = _cells(a, out, n)
    return _demands(a, out, n)


@compiled
def value(a: Ints, weights: Floats, room: Ints) -> float:
    """Return what a board is worth beyond its points."""
    if a[LAID] == COUNT:
        return 0.0
    total = 0.0
    for i in range(parts(a, room)):
        total += weights[room[i]]
    return total


@compiled
def best(a: Ints, tile: int, weights: Floats, trial: Ints, room: Ints) -> float:
    """Return the most that laying a tile, which is taken, brings: points and value."""
    most = -1e9
    for cell in range(COUNT):
        if a[cell] < 0:
            trial[:] = a
            gain = lay(trial, cell, tile)
            most = max(most, gain + value(trial, weights, room))
    return most


@compiled
def expected(a: Ints, weights: Floats, next_board: Ints, trial: Ints, room: Ints) -> float:
    """Return what a board is worth, looked at with every tile that can come."""
    if a[LAID] == COUNT:
        return 0.0
    total, many = 0.0, 0
    for tile in range(27):
        if a[DECK_AT] >> tile & 1:
            next_board[:] = a
            take(next_board, tile)
            total += best(next_board, tile, weights, trial, room)
            many += 1
    return total / many


@compiled
def cell_values(a: Ints, tile: int, weights: Floats, ahead: int, out: NDArray[np.float64]) -> None:
    """Write what a tile, which is taken, brings on each cell; `ahead`: by the tile after it."""
    here, then, trial = a.copy(), a.copy(), a.copy()
    room = np.empty(MOST, np.int64)
    for cell in range(COUNT):
        out[cell] = -1e9
        if a[cell] < 0:
            here[:] = a
            gain = lay(here, cell, tile)
            if ahead:
                out[cell] = gain + expected(here, weights, then, trial, room)
            else:
                out[cell] = gain + value(here, weights, room)


@cache
def learned() -> Floats:
    """Return the numbers that were learned."""
    with np.load(DATA) as kept:
        weights: Floats = kept["weights"].astype(np.float32)
    return weights
