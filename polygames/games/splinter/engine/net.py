"""A learned value of a position of Splinter, compiled: a small net on whole numbers.

A position lights some 60 of 2,200 rows for each seat, each a vector of 32 whole numbers; the rows
a seat lights are added up, cut off below 0 and above `ONE`, and weighed together with those of the
other seat. It is built as the nets of Nasu (2018, *Efficiently updatable neural network based
evaluation functions for computer shogi*), with the same weights for both seats, seen from each king
in turn. Four numbers lie in one word of 64 bits and are added at once (Lamport 1975, *Multiple byte
processing with full-word instructions*), in registers: 0.3 microseconds for what took 4.

The weights were learned from values that a tree search gave in games against itself;
CONTRIBUTING says which commit has the program.
"""

from __future__ import annotations

from pathlib import Path

from polygames.games.splinter.engine.evaluation import BITS, distance
from polygames.games.splinter.engine.kernel import (
    COUNT,
    IS_CONNECTED,
    PIECES,
    ROOM,
    TURN,
    Ints,
    around,
)
from polygames.runtime.compiling import HAS_NUMBA, compiled, np, npt

Weights = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

DATA = Path(__file__).parent / "data" / "net.npz"

HIDDEN = 32
ONE, OUT_ONE = 256, 1024
"""What stands for 1 in the rows, and where a hidden unit is cut off; and in what is weighed."""
LARGEST = 120
"""The largest number in a row. So much is added to each in a word: none is negative there, and the
sum of `LIT` rows stays below the 65,536 of its 16 bits."""
LANES = 4
WORDS = HIDDEN // LANES
FAR = 7
"""Steps from a king beyond which places are no longer told apart, in either direction."""
SPAN = 2 * FAR + 1
PLACES = SPAN * SPAN
LOOSE, TIED, TAIL = range(3)
"""Kinds of pieces: neighbours connected without it, or not, or at most two that are."""
KIND = np.array(
    [
        TIED if not connected else TAIL if bits <= 2 else LOOSE  # noqa: PLR2004 - a tail
        for connected, bits in zip(IS_CONNECTED, BITS, strict=True)
    ]
)
"""For each set of occupied squares around a piece its kind."""
MOST, MIDDLE = 16, 24
"""Numbers of pieces, and quarter steps from the middle, that are told apart."""
RINGS = 2 * 3 * PLACES
"""The rows: for a piece of either seat its kind and its place seen from the king; from here on for
its neighbours; for how many pieces there are; for how many are nearer to a king; for the way from
king to king; for how far the kings are from the middle of all pieces; one for every position."""
COUNTS = RINGS + 2 * 256
NEARER = COUNTS + 2 * MOST
KINGS = NEARER + 4 * MOST
HEARTS = KINGS + PLACES
ALWAYS = HEARTS + 2 * MIDDLE
ROWS = ALWAYS + 1
LIT = 4 * ROOM + 16
"""Room for the rows that a position lights."""


@compiled
def place_from(square: int, king: int) -> int:
    """Return the number of a place as seen from a king."""
    down, right = (square >> 5) - (king >> 5), (square & 31) - (king & 31)
    down, right = max(-FAR, min(FAR, down)), max(-FAR, min(FAR, right))
    return (down + FAR) * SPAN + right + FAR


@compiled
def light(a: Ints, lit: Ints) -> int:
    """Write which rows a position lights, for each seat those seen from its king; count them."""
    white, black = a[PIECES], a[PIECES + ROOM]
    n = rows = columns = 0
    for side in range(2):
        to_white = to_black = 0
        count = a[COUNT + side]
        for place in range(PIECES + ROOM * side, PIECES + ROOM * side + count):
            square = a[place]
            ring = around(a, square)
            kind = KIND[ring]
            lit[0, n] = (3 * side + kind) * PLACES + place_from(square, white)
            lit[1, n] = (3 * (1 - side) + kind) * PLACES + place_from(square, black)
            lit[0, n + 1] = RINGS + 256 * side + ring
            lit[1, n + 1] = RINGS + 256 * (1 - side) + ring
            n += 2
            rows += square >> 5
            columns += square & 31
            nearer = distance(square, white) - distance(square, black)
            to_white += nearer < 0
            to_black += nearer > 0
        count, to_white, to_black = capped(count), capped(to_white), capped(to_black)
        lit[0, n], lit[1, n] = COUNTS + MOST * side + count, COUNTS + MOST * (1 - side) + count
        lit[0, n + 1] = NEARER + MOST * side + to_white
        lit[1, n + 1] = NEARER + MOST * (1 - side) + to_black
        lit[0, n + 2] = NEARER + MOST * (2 + side) + to_black
        lit[1, n + 2] = NEARER + MOST * (3 - side) + to_white
        n += 3
    pieces = a[COUNT] + a[COUNT + 1]
    for seat in range(2):
        own, other = (white, black) if seat == 0 else (black, white)
        lit[seat, n] = KINGS + place_from(other, own)
        lit[seat, n + 1] = HEARTS + quarters(own, rows, columns, pieces)
        lit[seat, n + 2] = HEARTS + MIDDLE + quarters(other, rows, columns, pieces)
        lit[seat, n + 3] = ALWAYS
    return n + 4


@compiled
def capped(number: int) -> int:
    """Return a number of pieces as far as they are told apart."""
    return min(MOST - 1, number)


@compiled
def quarters(square: int, rows: int, columns: int, pieces: int) -> int:
    """Return how many quarter steps a square is from the middle, as far as they are told apart.

    The middle is given by sums over so many pieces: whole numbers are exact.
    """
    down, right = pieces * (square >> 5) - rows, pieces * (square & 31) - columns
    return min(MIDDLE - 1, int(np.sqrt(16.0 * (down * down + right * right))) // pieces)


def words_of(rows: Weights) -> Words:
    """Return rows with four numbers in a word, each as so much more than -`LARGEST`."""
    lanes = (rows.astype(np.int64) + LARGEST).astype(np.uint64)
    shifts = np.arange(LANES, dtype=np.uint64) * np.uint64(16)
    words: Words = (lanes.reshape(-1, WORDS, LANES) << shifts).sum(axis=2, dtype=np.uint64)
    return words


@compiled
def add_up(lit: Ints, n: int, words: Words, sums: Words) -> None:
    """Add up the rows that each seat lights.

    The `WORDS` sums are written one by one: so they stay in registers, four to one of them.
    """
    for seat in range(2):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = np.uint64(0)
        for i in range(n):
            row = np.uint32(lit[seat, i])  # a number that cannot be below 0 saves a test
            s0, s1 = s0 + words[row, 0], s1 + words[row, 1]
            s2, s3 = s2 + words[row, 2], s3 + words[row, 3]
            s4, s5 = s4 + words[row, 4], s5 + words[row, 5]
            s6, s7 = s6 + words[row, 6], s7 + words[row, 7]
        to = sums[seat]
        to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = s0, s1, s2, s3, s4, s5, s6, s7


@compiled
def weigh(sums: Words, n: int, seat: int, out: Ints) -> float:
    """Return what the units of the seat to move and of the other weigh together."""
    total = 0
    for side in range(2):
        for word in range(WORDS):
            rest = sums[seat if side == 0 else 1 - seat, word]
            for lane in range(LANES):
                unit = int(rest & np.uint64(0xFFFF)) - n * LARGEST
                rest >>= np.uint64(16)
                total += out[side * HIDDEN + word * LANES + lane] * max(0, min(ONE, unit))
    return total / (ONE * OUT_ONE)


@compiled
def value_of(a: Ints, words: Words, out: Ints) -> float:
    """Return how the game will end by such weights, from -1 to +1 for seat 0."""
    lit, sums = np.empty((2, LIT), np.int32), np.empty((2, WORDS), np.uint64)
    n = light(a, lit)
    add_up(lit, n, words, sums)
    value = np.tanh(weigh(sums, n, a[TURN], out))
    return float(value if a[TURN] == 0 else -value)


if HAS_NUMBA:  # without it the agent grows its tree in another way, and asks no net
    with np.load(DATA) as stored:
        LEARNED, LEARNED_OUT = stored["rows"], stored["out"]
    LEARNED_WORDS = words_of(LEARNED)


@compiled
def estimate(a: Ints) -> float:
    """Return how the game will end by the weights that were learned, from -1 to +1 for seat 0."""
    return value_of(a, LEARNED_WORDS, LEARNED_OUT)
