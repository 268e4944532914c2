"""The static evaluation of Splinter, compiled: the twin of `features`.

A search calls `estimate` here or in `value_network`, and adjusts it for ties (`blend_with_tie`).
"""

from __future__ import annotations

from polygames.games.splinter.engine.features import (
    DRAWN_NEIGHBOUR_PAIRS,
    FEATURE_WEIGHTS,
    KING_AREA_STEPS,
    TAIL_NEIGHBOURS,
)
from polygames.games.splinter.engine.kernel import (
    IS_CONNECTED,
    MAX_PIECES,
    OCCUPIED_OFFSET,
    PIECE_COUNTS,
    PIECES_OFFSET,
    ROWS,
    TURN,
    Ints,
    neighbour_mask,
)
from polygames.runtime.jit import compiled, np, npt

Floats = npt.NDArray[np.float64]

TEMPO, SHARE, PAWNS, CROWD, RING, HEART, LOOSE, TIED, TAIL, ALONE = range(len(FEATURE_WEIGHTS))
WEIGHTS = np.array(FEATURE_WEIGHTS)
BIT_COUNTS = np.array([bits.bit_count() for bits in range(256)])


@compiled
def estimate(a: Ints) -> float:
    """Return the static evaluation: the expected result, from -1 to +1 for seat 0."""
    out = np.zeros(len(FEATURE_WEIGHTS))
    add_features(a, out)
    return float(np.tanh(np.sum(out * WEIGHTS)))


@compiled
def tie_likelihood(a: Ints) -> float:
    """Return the likelihood of a tie, from 0 to 1."""
    pairs = 0
    for row in range(OCCUPIED_OFFSET + 1, OCCUPIED_OFFSET + 1 + a[ROWS]):
        here, under = a[row], a[row + 1]
        pairs += count_bits(here & here >> 1) + count_bits(here & under)
        pairs += count_bits(here & under >> 1) + count_bits(here >> 1 & under)
    return float(min(1.0, pairs / DRAWN_NEIGHBOUR_PAIRS))


@compiled
def blend_with_tie(value: float, a: Ints, tie: float) -> float:
    """Return an evaluation for seat 0, blended with the value `tie` by the likelihood of a tie."""
    return float(value + tie_likelihood(a) * (tie - value))


@compiled
def count_bits(bits: int) -> int:
    """Return the number of set bits of a number of at most 32 bits."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@compiled
def add_features(a: Ints, out: Floats) -> None:
    """Add the features of a position to `out`, an array of zeros in the order of `Features`."""
    out[TEMPO] = 1 - 2 * a[TURN]
    out[PAWNS] = a[PIECE_COUNTS] - a[PIECE_COUNTS + 1]
    white, black = a[PIECES_OFFSET], a[PIECES_OFFSET + MAX_PIECES]
    out[RING] = BIT_COUNTS[neighbour_mask(a, white)] - BIT_COUNTS[neighbour_mask(a, black)]
    rows = columns = 0
    for seat in range(2):
        sign, first = 1 - 2 * seat, PIECES_OFFSET + MAX_PIECES * seat
        for place in range(first, first + a[PIECE_COUNTS + seat]):
            square = a[place]
            rows += square >> 5
            columns += square & 31
            to_white, to_black = step_distance(square, white), step_distance(square, black)
            out[SHARE] += int(to_white < to_black) - int(to_white > to_black)
            out[CROWD] += int(to_white <= KING_AREA_STEPS) - int(to_black <= KING_AREA_STEPS)
            ring = neighbour_mask(a, square)
            out[LOOSE if IS_CONNECTED[ring] else TIED] += sign
            out[TAIL] += sign * (BIT_COUNTS[ring] <= TAIL_NEIGHBOURS)
            out[ALONE] += sign * (BIT_COUNTS[ring] == 1)
    pieces = a[PIECE_COUNTS] + a[PIECE_COUNTS + 1]
    row, column = rows / pieces, columns / pieces
    out[HEART] = distance_to_point(black, row, column) - distance_to_point(white, row, column)


@compiled
def step_distance(first: int, second: int) -> int:
    """Return the number of steps between two squares (Chebyshev distance)."""
    return max(abs((first >> 5) - (second >> 5)), abs((first & 31) - (second & 31)))


@compiled
def distance_to_point(square: int, row: float, column: float) -> float:
    """Return the Euclidean distance of a square from a point."""
    down, right = (square >> 5) - row, (square & 31) - column
    return float(np.sqrt(down * down + right * right))
