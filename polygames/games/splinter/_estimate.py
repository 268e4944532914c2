"""What a position of Splinter promises, compiled: a weighted sum of features, for search.

The weights are those of a least squares fit to the values that a tree search gave 45,000
positions; of the variance in positions kept apart they explain 71%.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splinter._kernel import COUNT, OCCUPIED, PIECES, ROOM, TOGETHER, TURN
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splinter._kernel import Ints

    Floats = npt.NDArray[np.float64]

__all__ = ["WEIGHTS", "estimate", "features"]

# The features; each is white's number minus black's.
TEMPO = 0  # who is to move
SHARE = 1  # pieces nearer to this king than to the other: its group, if they are cut apart
PAWNS = 2
CROWD = 3  # pieces at most two steps from the king
RING = 4  # pieces next to the king
HEART = 5  # how near the king is to the middle of all pieces
LOOSE = 6  # own pieces whose neighbours hang together without them: they can leave at no risk
TIED = 7  # own pieces whose neighbours do not: to move one may cut
TAIL = 8  # own pieces with two neighbours or fewer: soon cut off
ALONE = 9  # own pieces with one neighbour
WEIGHTS = np.array([0.024, 0.004, 0.044, 0.017, 0.050, 0.104, 0.024, 0.019, -0.017, -0.014])

NEAR, FEW = 2, 2
BITS = np.array([bits.bit_count() for bits in range(256)])


@compiled
def estimate(a: Ints) -> float:
    """Return how the game will end, from -1 to +1 for seat 0."""
    out = np.zeros(len(WEIGHTS))
    features(a, out)
    return float(np.tanh(np.sum(out * WEIGHTS)))


@compiled
def features(a: Ints, out: Floats) -> None:
    """Add the features to an array of zeros."""
    out[TEMPO] = 1 - 2 * a[TURN]
    out[PAWNS] = a[COUNT] - a[COUNT + 1]
    white, black = a[PIECES], a[PIECES + ROOM]
    out[RING] = BITS[around(a, white)] - BITS[around(a, black)]
    rows = columns = 0
    for seat in range(2):
        sign, first = 1 - 2 * seat, PIECES + ROOM * seat
        for place in range(first, first + a[COUNT + seat]):
            square = a[place]
            rows += square >> 5
            columns += square & 31
            to_white, to_black = distance(square, white), distance(square, black)
            out[SHARE] += int(to_white < to_black) - int(to_white > to_black)
            out[CROWD] += int(to_white <= NEAR) - int(to_black <= NEAR)
            ring = around(a, square)
            out[LOOSE if TOGETHER[ring] else TIED] += sign
            out[TAIL] += sign * (BITS[ring] <= FEW)
            out[ALONE] += sign * (BITS[ring] == 1)
    pieces = a[COUNT] + a[COUNT + 1]
    row, column = rows / pieces, columns / pieces
    out[HEART] = away(black, row, column) - away(white, row, column)


@compiled
def around(a: Ints, square: int) -> int:
    """Return the occupied squares among the 8 around a square, as bits."""
    row, left = square >> 5, (square & 31) - 1
    above, under = a[OCCUPIED + row - 1] >> left & 7, a[OCCUPIED + row + 1] >> left & 7
    beside = a[OCCUPIED + row] >> left & 5
    return int(above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5)


@compiled
def distance(one: int, other: int) -> int:
    """Return how many steps lie between two squares."""
    return max(abs((one >> 5) - (other >> 5)), abs((one & 31) - (other & 31)))


@compiled
def away(square: int, row: float, column: float) -> float:
    """Return how far a square is from a point."""
    down, right = (square >> 5) - row, (square & 31) - column
    return float(np.sqrt(down * down + right * right))
