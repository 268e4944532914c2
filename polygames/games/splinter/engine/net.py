"""A learned static evaluation of Splinter, compiled: a small neural net on whole numbers (NNUE).

A position activates some 60 of 2,200 features for each seat, each with a row of 32 weights. The
rows of a seat's active features are summed, clipped to the range 0 to `ONE`, and multiplied by the
output weights together with those of the other seat. The design is that of the nets of Nasu (2018,
*Efficiently updatable neural network based evaluation functions for computer shogi*), with the same
weights for both seats, from the perspective of each king. Four numbers are packed into a word of 64
bits and added at once (Lamport 1975, *Multiple byte processing with full-word instructions*), in
registers: that takes 0.3 microseconds instead of 4.

The weights were trained on values of a tree search in games against itself. The training program
is in the history of the repository, in the folder ``benchmarks/training``.
"""

from __future__ import annotations

from pathlib import Path

from polygames.games.splinter.engine.evaluation import BIT_COUNTS, distance
from polygames.games.splinter.engine.kernel import (
    COUNT,
    IS_CONNECTED,
    MAX_PIECES,
    PIECES_OFFSET,
    TURN,
    Ints,
    around,
)
from polygames.runtime.compiling import HAS_NUMBA, compiled, np, npt

Weights = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

WEIGHTS_FILE = Path(__file__).parent / "data" / "net.npz"

HIDDEN_UNITS = 32
ONE, OUT_ONE = 256, 1024
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
LOOSE, TIED, TAIL = range(3)
"""Kinds of pieces: neighbours connected without it, not connected, or at most two connected."""
KIND_BY_RING = np.array(
    [
        TIED if not connected else TAIL if bits <= 2 else LOOSE  # noqa: PLR2004 - a tail
        for connected, bits in zip(IS_CONNECTED, BIT_COUNTS, strict=True)
    ]
)
"""The kind of a piece by the 8-bit mask of the occupied squares around it."""
MOST, MIDDLE = 16, 24
"""The numbers of buckets for counts of pieces, and for distances in quarter steps."""
RING_ROWS = 2 * 3 * PLACE_COUNT
"""The first row of each kind of feature. Before this one are the seat and kind of a piece and its
place relative to the king. From here on: the neighbours of a piece; the numbers of pieces; the
pieces nearer to a king; the vector between the kings; the distances of the kings from the middle
of all pieces; the bias."""
COUNT_ROWS = RING_ROWS + 2 * 256
NEARER_ROWS = COUNT_ROWS + 2 * MOST
KING_ROWS = NEARER_ROWS + 4 * MOST
HEART_ROWS = KING_ROWS + PLACE_COUNT
BIAS_ROW = HEART_ROWS + 2 * MIDDLE
ROW_COUNT = BIAS_ROW + 1
MAX_ACTIVE_ROWS = 4 * MAX_PIECES + 16
"""Maximum number of active features of a position."""


@compiled
def place_from(square: int, king: int) -> int:
    """Return the index of a square relative to a king."""
    down, right = (square >> 5) - (king >> 5), (square & 31) - (king & 31)
    down, right = (
        max(-MAX_KING_STEPS, min(MAX_KING_STEPS, down)),
        max(-MAX_KING_STEPS, min(MAX_KING_STEPS, right)),
    )
    return (down + MAX_KING_STEPS) * PLACE_SPAN + right + MAX_KING_STEPS


@compiled
def light(a: Ints, lit: Ints) -> int:
    """Write the active features of a position to `lit`, one row a seat; return their number."""
    white, black = a[PIECES_OFFSET], a[PIECES_OFFSET + MAX_PIECES]
    n = rows = columns = 0
    for side in range(2):
        to_white = to_black = 0
        count = a[COUNT + side]
        for place in range(
            PIECES_OFFSET + MAX_PIECES * side, PIECES_OFFSET + MAX_PIECES * side + count
        ):
            square = a[place]
            ring = around(a, square)
            kind = KIND_BY_RING[ring]
            lit[0, n] = (3 * side + kind) * PLACE_COUNT + place_from(square, white)
            lit[1, n] = (3 * (1 - side) + kind) * PLACE_COUNT + place_from(square, black)
            lit[0, n + 1] = RING_ROWS + 256 * side + ring
            lit[1, n + 1] = RING_ROWS + 256 * (1 - side) + ring
            n += 2
            rows += square >> 5
            columns += square & 31
            nearer = distance(square, white) - distance(square, black)
            to_white += nearer < 0
            to_black += nearer > 0
        count, to_white, to_black = cap_count(count), cap_count(to_white), cap_count(to_black)
        lit[0, n], lit[1, n] = (
            COUNT_ROWS + MOST * side + count,
            COUNT_ROWS + MOST * (1 - side) + count,
        )
        lit[0, n + 1] = NEARER_ROWS + MOST * side + to_white
        lit[1, n + 1] = NEARER_ROWS + MOST * (1 - side) + to_black
        lit[0, n + 2] = NEARER_ROWS + MOST * (2 + side) + to_black
        lit[1, n + 2] = NEARER_ROWS + MOST * (3 - side) + to_white
        n += 3
    pieces = a[COUNT] + a[COUNT + 1]
    for seat in range(2):
        own, other = (white, black) if seat == 0 else (black, white)
        lit[seat, n] = KING_ROWS + place_from(other, own)
        lit[seat, n + 1] = HEART_ROWS + quarters(own, rows, columns, pieces)
        lit[seat, n + 2] = HEART_ROWS + MIDDLE + quarters(other, rows, columns, pieces)
        lit[seat, n + 3] = BIAS_ROW
    return n + 4


@compiled
def cap_count(number: int) -> int:
    """Return a number of pieces clamped to the last bucket."""
    return min(MOST - 1, number)


@compiled
def quarters(square: int, rows: int, columns: int, pieces: int) -> int:
    """Return the distance of a square from the middle in quarter steps, clamped.

    The middle is given by the sums of `pieces` rows and columns, so that it is exact.
    """
    down, right = pieces * (square >> 5) - rows, pieces * (square & 31) - columns
    return min(MIDDLE - 1, int(np.sqrt(16.0 * (down * down + right * right))) // pieces)


def words_of(rows: Weights) -> Words:
    """Return rows packed with four numbers in a word, each increased by `MAX_WEIGHT`."""
    lanes = (rows.astype(np.int64) + MAX_WEIGHT).astype(np.uint64)
    shifts = np.arange(NUMBERS_PER_WORD, dtype=np.uint64) * np.uint64(16)
    words: Words = (lanes.reshape(-1, HIDDEN_WORDS, NUMBERS_PER_WORD) << shifts).sum(
        axis=2, dtype=np.uint64
    )
    return words


@compiled
def add_up(lit: Ints, n: int, words: Words, sums: Words) -> None:
    """Sum the rows of the active features of each seat.

    The `HIDDEN_WORDS` sums are written out, so that they stay in registers, four numbers in each.
    """
    for seat in range(2):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = np.uint64(0)
        for i in range(n):
            row = np.uint32(lit[seat, i])  # unsigned, which saves a test
            s0, s1 = s0 + words[row, 0], s1 + words[row, 1]
            s2, s3 = s2 + words[row, 2], s3 + words[row, 3]
            s4, s5 = s4 + words[row, 4], s5 + words[row, 5]
            s6, s7 = s6 + words[row, 6], s7 + words[row, 7]
        to = sums[seat]
        to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = s0, s1, s2, s3, s4, s5, s6, s7


@compiled
def weigh(sums: Words, n: int, seat: int, out: Ints) -> float:
    """Return the output of the net for a seat: clipped hidden units times the output weights."""
    total = 0
    for side in range(2):
        for word in range(HIDDEN_WORDS):
            rest = sums[seat if side == 0 else 1 - seat, word]
            for lane in range(NUMBERS_PER_WORD):
                unit = int(rest & np.uint64(0xFFFF)) - n * MAX_WEIGHT
                rest >>= np.uint64(16)
                total += out[side * HIDDEN_UNITS + word * NUMBERS_PER_WORD + lane] * max(
                    0, min(ONE, unit)
                )
    return total / (ONE * OUT_ONE)


@compiled
def value_of(a: Ints, words: Words, out: Ints) -> float:
    """Return the evaluation of a position by given weights, from -1 to +1 for seat 0."""
    lit, sums = np.empty((2, MAX_ACTIVE_ROWS), np.int32), np.empty((2, HIDDEN_WORDS), np.uint64)
    n = light(a, lit)
    add_up(lit, n, words, sums)
    value = np.tanh(weigh(sums, n, a[TURN], out))
    return float(value if a[TURN] == 0 else -value)


if HAS_NUMBA:  # without numba the agent does not use the net
    with np.load(WEIGHTS_FILE) as stored:
        LEARNED, LEARNED_OUT = stored["rows"], stored["out"]
    LEARNED_WORDS = words_of(LEARNED)


@compiled
def estimate(a: Ints) -> float:
    """Return the evaluation of a position by the trained weights, from -1 to +1 for seat 0."""
    return value_of(a, LEARNED_WORDS, LEARNED_OUT)
