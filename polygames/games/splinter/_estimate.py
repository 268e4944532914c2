"""What a position of Splinter promises, compiled: a weighted sum of features, for search.

The weights are those of a least squares fit to the values that a tree search found in 20,000
positions (benchmarks/splinter_weights.py does it again).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splinter._kernel import (
    COUNT,
    OCCUPIED,
    PIECES,
    ROOM,
    RUNNING,
    OUTCOME,
    TOGETHER,
    TURN,
)
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splinter._kernel import Ints

    Floats = npt.NDArray[np.float64]

__all__ = ["FEATURES", "estimate", "features"]

FEATURES = (
    "tempo",
    "share",
    "pawns",
    "crowd",
    "ring",
    "heart",
    "loose",
    "tied",
    "tail",
    "alone",
)
WEIGHTS = np.array([0.024, 0.004, 0.044, 0.017, 0.050, 0.104, 0.024, 0.019, -0.017, -0.014])


@compiled
def around(a: Ints, square: int) -> int:
    """Return the occupied squares among the 8 around a square, as bits."""
    row, left = square >> 5, (square & 31) - 1
    above, under = a[OCCUPIED + row - 1] >> left & 7, a[OCCUPIED + row + 1] >> left & 7
    beside = a[OCCUPIED + row] >> left & 5
    return int(above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5)


@compiled
def distance(one: int, other: int) -> int:
    """Return how many steps a king needs from one square to another."""
    return max(abs((one >> 5) - (other >> 5)), abs((one & 31) - (other & 31)))


@compiled
def features(a: Ints, out: Floats) -> None:
    """Write the features, each as white's minus black's."""
    out[:] = 0.0
    out[0] = 1.0 if a[TURN] == 0 else -1.0
    rows = columns = 0
    total = a[COUNT] + a[COUNT + 1]
    kings = a[PIECES], a[PIECES + ROOM]
    for seat in range(2):
        sign = 1 - 2 * seat
        for place in range(PIECES + ROOM * seat, PIECES + ROOM * seat + a[COUNT + seat]):
            square = a[place]
            rows += square >> 5
            columns += square & 31
            near, far = distance(square, kings[0]), distance(square, kings[1])
            out[1] += int(near < far) - int(near > far)
            out[3] += int(near <= 2) - int(far <= 2)
            ring = around(a, square)
            if TOGETHER[ring]:
                out[6] += sign
            else:
                out[7] += sign
            out[8] += sign * (BITS[ring] <= 2)
            out[9] += sign * (BITS[ring] == 1)
    out[2] = a[COUNT] - a[COUNT + 1]
    out[4] = BITS[around(a, kings[0])] - BITS[around(a, kings[1])]
    for seat in range(2):
        down = (kings[seat] >> 5) - rows / total
        right = (kings[seat] & 31) - columns / total
        out[5] -= (1 - 2 * seat) * np.sqrt(down * down + right * right)


BITS = np.array([bits.bit_count() for bits in range(256)])


@compiled
def estimate(a: Ints) -> float:
    """Return how the game will end, from -1 to +1 for seat 0."""
    out = np.empty(len(WEIGHTS))
    features(a, out)
    return float(np.tanh(np.sum(out * WEIGHTS)))
