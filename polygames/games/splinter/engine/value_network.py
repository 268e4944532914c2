"""A learned static evaluation of Splinter, compiled: a small neural net on whole numbers (NNUE).

A position activates some 60 of 2,200 features for each seat, each with a row of 32 weights. The
rows of a seat's active features are summed, clipped to the range 0 to `HIDDEN_UNIT_SCALE`, and
multiplied by the output weights together with those of the other seat. The design is that of the
nets of Nasu (2018, *Efficiently updatable neural network based evaluation functions for computer
shogi*), with the same weights for both seats, from the perspective of each king. Four numbers are
packed into a word of 64 bits and added at once (Lamport 1975, *Multiple byte processing with
full-word instructions*), in registers: that takes 0.3 microseconds instead of 4.

The weights were trained on values of a tree search in games against itself. The training program
is in the history of the repository, in the folder ``benchmarks/training``.
"""

from __future__ import annotations

from pathlib import Path

from polygames.games.splinter.engine.evaluation import BIT_COUNTS, step_distance
from polygames.games.splinter.engine.kernel import (
    IS_CONNECTED,
    MAX_PIECES,
    PIECE_COUNTS,
    PIECES_OFFSET,
    TURN,
    Ints,
    neighbour_mask,
)
from polygames.runtime.jit import HAS_NUMBA, compiled, np, npt

Weights = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

WEIGHTS_FILE = Path(__file__).parent / "data" / "net.npz"

HIDDEN_UNITS = 32
HIDDEN_UNIT_SCALE, OUTPUT_SCALE = 256, 1024
"""The fixed-point units of the hidden layer, which is clipped there, and of the output."""
MAX_WEIGHT = 120
"""The largest weight. It is added to each weight in a word: so none is negative, and the sum of
`MAX_ACTIVE_ROWS` rows stays below the 65,536 of its 16 bits."""
NUMBERS_PER_WORD = 4
HIDDEN_WORDS = HIDDEN_UNITS // NUMBERS_PER_WORD
MAX_KING_STEPS = 7
"""Distance from a king, in rows or columns, beyond which places are clamped."""
PLACE_SPAN = 2 * MAX_KING_STEPS + 1
PLACE_COUNT = PLACE_SPAN * PLACE_SPAN
LOOSE_KIND, TIED_KIND, TAIL_KIND = range(3)
"""Kinds of pieces: neighbours connected without it, not connected, or at most two connected."""
KIND_BY_RING = np.array(
    [
        TIED_KIND if not connected else TAIL_KIND if bits <= 2 else LOOSE_KIND  # noqa: PLR2004 - a tail
        for connected, bits in zip(IS_CONNECTED, BIT_COUNTS, strict=True)
    ]
)
"""The kind of a piece by the 8-bit mask of the occupied squares around it."""
COUNT_BUCKETS, DISTANCE_BUCKETS = 16, 24
"""The numbers of buckets for counts of pieces, and for distances in quarter steps."""
RING_ROWS = 2 * 3 * PLACE_COUNT
"""The first row of each kind of feature. Before this one are the seat and kind of a piece and its
place relative to the king. From here on: the neighbours of a piece; the numbers of pieces; the
pieces nearer to a king; the vector between the kings; the distances of the kings from the middle
of all pieces; the bias."""
COUNT_ROWS = RING_ROWS + 2 * 256
NEARER_ROWS = COUNT_ROWS + 2 * COUNT_BUCKETS
KING_ROWS = NEARER_ROWS + 4 * COUNT_BUCKETS
HEART_ROWS = KING_ROWS + PLACE_COUNT
BIAS_ROW = HEART_ROWS + 2 * DISTANCE_BUCKETS
ROW_COUNT = BIAS_ROW + 1
MAX_ACTIVE_ROWS = 4 * MAX_PIECES + 16
"""Maximum number of active features of a position."""


@compiled
def relative_place(square: int, king: int) -> int:
    """Return an index for the place of a square relative to a king."""
    down, right = (square >> 5) - (king >> 5), (square & 31) - (king & 31)
    down, right = (
        max(-MAX_KING_STEPS, min(MAX_KING_STEPS, down)),
        max(-MAX_KING_STEPS, min(MAX_KING_STEPS, right)),
    )
    return (down + MAX_KING_STEPS) * PLACE_SPAN + right + MAX_KING_STEPS


@compiled
def write_active_features(a: Ints, active: Ints) -> int:
    """Write each seat's active features to a row of `active`, and return their number."""
    white, black = a[PIECES_OFFSET], a[PIECES_OFFSET + MAX_PIECES]
    n = rows = columns = 0
    for side in range(2):
        to_white = to_black = 0
        count = a[PIECE_COUNTS + side]
        for place in range(
            PIECES_OFFSET + MAX_PIECES * side, PIECES_OFFSET + MAX_PIECES * side + count
        ):
            square = a[place]
            ring = neighbour_mask(a, square)
            kind = KIND_BY_RING[ring]
            active[0, n] = (3 * side + kind) * PLACE_COUNT + relative_place(square, white)
            active[1, n] = (3 * (1 - side) + kind) * PLACE_COUNT + relative_place(square, black)
            active[0, n + 1] = RING_ROWS + 256 * side + ring
            active[1, n + 1] = RING_ROWS + 256 * (1 - side) + ring
            n += 2
            rows += square >> 5
            columns += square & 31
            nearer = step_distance(square, white) - step_distance(square, black)
            to_white += nearer < 0
            to_black += nearer > 0
        count, to_white, to_black = cap_count(count), cap_count(to_white), cap_count(to_black)
        active[0, n], active[1, n] = (
            COUNT_ROWS + COUNT_BUCKETS * side + count,
            COUNT_ROWS + COUNT_BUCKETS * (1 - side) + count,
        )
        active[0, n + 1] = NEARER_ROWS + COUNT_BUCKETS * side + to_white
        active[1, n + 1] = NEARER_ROWS + COUNT_BUCKETS * (1 - side) + to_black
        active[0, n + 2] = NEARER_ROWS + COUNT_BUCKETS * (2 + side) + to_black
        active[1, n + 2] = NEARER_ROWS + COUNT_BUCKETS * (3 - side) + to_white
        n += 3
    pieces = a[PIECE_COUNTS] + a[PIECE_COUNTS + 1]
    for seat in range(2):
        own, other = (white, black) if seat == 0 else (black, white)
        active[seat, n] = KING_ROWS + relative_place(other, own)
        active[seat, n + 1] = HEART_ROWS + middle_distance(own, rows, columns, pieces)
        active[seat, n + 2] = (
            HEART_ROWS + DISTANCE_BUCKETS + middle_distance(other, rows, columns, pieces)
        )
        active[seat, n + 3] = BIAS_ROW
    return n + 4


@compiled
def cap_count(number: int) -> int:
    """Return the bucket of a number of pieces: the number itself, up to the last bucket."""
    return min(COUNT_BUCKETS - 1, number)


@compiled
def middle_distance(square: int, rows: int, columns: int, pieces: int) -> int:
    """Return the distance of a square from the middle of all pieces, in quarter steps.

    Large distances are clamped to the last bucket.

    The middle is given by the sums of `pieces` rows and columns, so that it is exact.
    """
    down, right = pieces * (square >> 5) - rows, pieces * (square & 31) - columns
    return min(DISTANCE_BUCKETS - 1, int(np.sqrt(16.0 * (down * down + right * right))) // pieces)


def pack_rows(rows: Weights) -> Words:
    """Pack rows of weights, each increased by `MAX_WEIGHT`, four to a word."""
    lanes = (rows.astype(np.int64) + MAX_WEIGHT).astype(np.uint64)
    shifts = np.arange(NUMBERS_PER_WORD, dtype=np.uint64) * np.uint64(16)
    words: Words = (lanes.reshape(-1, HIDDEN_WORDS, NUMBERS_PER_WORD) << shifts).sum(
        axis=2, dtype=np.uint64
    )
    return words


@compiled
def sum_active_rows(active: Ints, n: int, words: Words, sums: Words) -> None:
    """Sum the weight rows of each seat's active features into `sums`.

    The `HIDDEN_WORDS` sums are written out, so that they stay in registers, four numbers in each.
    """
    for seat in range(2):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = np.uint64(0)
        for i in range(n):
            row = np.uint32(active[seat, i])  # unsigned, which saves a test
            s0, s1 = s0 + words[row, 0], s1 + words[row, 1]
            s2, s3 = s2 + words[row, 2], s3 + words[row, 3]
            s4, s5 = s4 + words[row, 4], s5 + words[row, 5]
            s6, s7 = s6 + words[row, 6], s7 + words[row, 7]
        to = sums[seat]
        to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = s0, s1, s2, s3, s4, s5, s6, s7


@compiled
def network_output(sums: Words, n: int, seat: int, out: Ints) -> float:
    """Return the output of the net for a seat: clipped hidden units times the output weights."""
    total = 0
    for side in range(2):
        for word in range(HIDDEN_WORDS):
            rest = sums[seat if side == 0 else 1 - seat, word]
            for lane in range(NUMBERS_PER_WORD):
                unit = int(rest & np.uint64(0xFFFF)) - n * MAX_WEIGHT
                rest >>= np.uint64(16)
                total += out[side * HIDDEN_UNITS + word * NUMBERS_PER_WORD + lane] * max(
                    0, min(HIDDEN_UNIT_SCALE, unit)
                )
    return total / (HIDDEN_UNIT_SCALE * OUTPUT_SCALE)


@compiled
def evaluate_with(a: Ints, words: Words, out: Ints) -> float:
    """Return a position's evaluation with given weights, from -1 to +1 for seat 0."""
    lit, sums = np.empty((2, MAX_ACTIVE_ROWS), np.int32), np.empty((2, HIDDEN_WORDS), np.uint64)
    n = write_active_features(a, lit)
    sum_active_rows(lit, n, words, sums)
    value = np.tanh(network_output(sums, n, a[TURN], out))
    return float(value if a[TURN] == 0 else -value)


if HAS_NUMBA:  # without numba the agent does not use the net
    with np.load(WEIGHTS_FILE) as stored:
        LEARNED, LEARNED_OUT = stored["rows"], stored["out"]
    LEARNED_WORDS = pack_rows(LEARNED)


@compiled
def estimate(a: Ints) -> float:
    """Return a position's evaluation with the trained weights, from -1 to +1 for seat 0."""
    return evaluate_with(a, LEARNED_WORDS, LEARNED_OUT)
