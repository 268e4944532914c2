"""The transposition table of the compiled alpha-beta.

A transposition table keeps what was found of a position, for when other moves lead to it again
(Greenblatt, Eastlake and Crocker, The Greenblatt chess program, 1967). It is a flat int64 array of
four words an entry: the position's three sets ``free``, ``mine`` and ``other``, and one word with

=========  =====================================================
bits       hold
=========  =====================================================
0 to 23    the lower bound of the value, plus `LIMIT`
24 to 47   the upper bound, plus `LIMIT`
48 to 54   the depth it was searched to; `DEEP` to the end
55 to 61   the best move plus 1; 0 is none
62         the seat to move
=========  =====================================================

The number of entries is a power of two, and a new entry replaces an old one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.runtime.arrays import np
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.territory.engine.node import Node
    from polygames.runtime.arrays import npt

    Ints = npt.NDArray[np.int64]

DEEP = 127
"""A depth that reaches the end."""
LIMIT = 1 << 23
"""All gains together are less: a bound has 24 bits."""
UNKNOWN = 1 << 40
"""An upper bound that says nothing."""

ENTRY = 4
BITS = 24
FIELD = (1 << BITS) - 1
SEVEN = 0x7F
AT_DEPTH, AT_MOVE, AT_SEAT = 2 * BITS, 2 * BITS + 7, 2 * BITS + 14

# Odd numbers with their bits well mixed, and shifts: they spread positions over the table.
HASH_1, HASH_2, HASH_3 = (
    np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
S29, S30, S32 = (np.uint64(bits) for bits in (29, 30, 32))


def empty_table(bits: int) -> Ints:
    """Return a table with room for 2**bits positions."""
    return np.zeros(ENTRY << bits, np.int64)


@lean
def entry_of(node: Node, table: Ints) -> int:
    """Return where in the table a position belongs."""
    h = np.uint64(node.free) * HASH_1
    h ^= h >> S29
    h = (h + np.uint64(node.mine)) * HASH_2
    h ^= h >> S32
    h = (h + np.uint64(node.other)) * HASH_3
    h ^= h >> S30
    return int(h & np.uint64(len(table) // ENTRY - 1)) * ENTRY


@lean
def packed(node: Node, table: Ints) -> int:
    """Return the last word of a position's entry, or 0 where it has none."""
    at = entry_of(node, table)
    if table[at] == node.free and table[at + 1] == node.mine and table[at + 2] == node.other:
        word = table[at + 3]
        if word >> AT_SEAT == node.seat:
            return int(word)
    return 0


@lean
def probe(node: Node, depth: int, low: int, high: int, table: Ints) -> tuple[int, int, int]:
    """Return bounds, narrowed by what the table holds, and the best move it holds or -1.

    Bounds count where they were found by a search at least as deep.
    """
    word = packed(node, table)
    if word >> AT_DEPTH & SEVEN >= depth:
        low = max(low, (word & FIELD) - LIMIT)
        high = min(high, (word >> BITS & FIELD) - LIMIT)
    return low, high, (word >> AT_MOVE & SEVEN) - 1


@lean
def upper_bound(node: Node, depth: int, table: Ints) -> int:
    """Return the upper bound that the table holds from a search so deep, or `UNKNOWN`."""
    word = packed(node, table)
    if word and word >> AT_DEPTH & SEVEN >= depth:
        return int((word >> BITS & FIELD) - LIMIT)
    return UNKNOWN


@lean
def best_move(node: Node, table: Ints) -> int:
    """Return the best move that the table holds for a position, or -1."""
    return int((packed(node, table) >> AT_MOVE & SEVEN) - 1)


@lean
def store(node: Node, depth: int, low: int, high: int, move: int, table: Ints) -> None:
    """Enter a position's bounds and best move, from a search of some depth."""
    at = entry_of(node, table)
    table[at], table[at + 1], table[at + 2] = node.free, node.mine, node.other
    table[at + 3] = (
        (low + LIMIT)
        | (high + LIMIT) << BITS
        | depth << AT_DEPTH
        | (move + 1) << AT_MOVE
        | node.seat << AT_SEAT
    )
