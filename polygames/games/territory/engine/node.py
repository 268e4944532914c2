"""What the compiled alpha-beta works on: a position as bits, and the memory of a search.

A set of tiles is an int64 of which bit i says whether tile i belongs to it; the tile of bit 63 is
the sign. Bits are sorted by gain, the highest first, so the lowest bit of a set is its most
valuable tile. n is the number of tiles, at most `MOST`.

=========  ======  ==============  ==============================================================
array      dtype   shape           holds
=========  ======  ==============  ==============================================================
``near``   int64   n               for each tile the set of its neighbours
``gain``   int64   2, n            for each seat and tile what a claim adds to the seat's score
``table``  int64   4 * 2**bits     the transposition table, in entries of four words
``moves``  int64   MOST + 1, MOST  the moves of a node, in the row of how many tiles it has free
``order``  int64   MOST            the scores by which the moves of one node are sorted
``stop``   uint8   1               not 0 when the search is to end; another thread may set it
``nodes``  int64   2               how many nodes were searched, and at most
=========  ======  ==============  ==============================================================

A transposition table keeps what was found of a position, for when other moves lead to it again
(Greenblatt, Eastlake and Crocker, The Greenblatt chess program, 1967). An entry is the position's
three sets ``free``, ``mine`` and ``other``, and one word with

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

from typing import TYPE_CHECKING, NamedTuple

from polygames.runtime.clock import PLENTY
from polygames.runtime.compiling import lean, np

if TYPE_CHECKING:
    from polygames.games.territory.engine.remaining import Position, Remaining
    from polygames.runtime.compiling import npt

    Ints = npt.NDArray[np.int64]


MOST = 64
"""Most tiles that may be left."""
FRESH_MOVER = 1
"""The bit of `Node.fresh` for the mover."""


class Node(NamedTuple):
    """A position of the search; `remaining.Position` explains all but `rest`."""

    free: int
    mine: int
    other: int
    fresh: int
    seat: int
    rest: int
    """What all free tiles are worth together, where all of them get claimed."""


class Workspace(NamedTuple):
    """The memory of a search, laid out at the top of this module."""

    near: Ints
    gain: Ints
    ends: int
    """1 where the game ends when the mover has no adjacent tile, 0 where all get claimed."""
    table: Ints
    moves: Ints
    order: Ints
    stop: npt.NDArray[np.uint8]
    nodes: Ints


def new_work(remaining: Remaining, table_bits: int) -> Workspace:
    """Return the memory for a search, its table with room for 2**table_bits positions.

    Raises
    ------
    OverflowError
        If there are more tiles than `MOST`, or the gains add up to `LIMIT` or more.
    """
    n = len(remaining.tiles)
    total = max(sum(map(abs, gains)) for gains in remaining.gain)
    if n > MOST or total >= LIMIT:
        msg = f"{n} tiles left, gains of {total}: more than the search has room for"
        raise OverflowError(msg)
    return Workspace(
        near=np.array(remaining.near, np.uint64).view(np.int64),
        gain=np.array(remaining.gain, np.int64).reshape(2, n),
        ends=int(remaining.ends),
        table=empty_table(table_bits),
        moves=np.empty((MOST + 1, MOST), np.int64),
        order=np.empty(MOST, np.int64),
        stop=np.zeros(1, np.uint8),
        nodes=np.array([0, PLENTY], np.int64),
    )


def node_of(position: Position, remaining: Remaining) -> Node:
    """Return a position as the compiled code has it."""
    free, mine, other = (mask - (1 << 64) if mask >> 63 else mask for mask in position[:3])
    rest = 0 if remaining.ends else remaining.rest(position.free)
    return Node(free, mine, other, position.fresh, position.seat, rest)


@lean
def child(node: Node, tile: int, work: Workspace) -> Node:
    """Return the position after the mover's claim."""
    free = node.free & ~(1 << tile)
    near = work.near[tile]
    reach = near if node.fresh & FRESH_MOVER else node.mine | near
    rest = node.rest - work.gain[node.seat, tile]
    return Node(free, node.other & free, reach & free, node.fresh >> 1, 1 - node.seat, rest)


# --- The transposition table --------------------------------------------------------------------


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
    at = entry_of(node, table)  # replaced whatever stands there: the newest is wanted next
    table[at], table[at + 1], table[at + 2] = node.free, node.mine, node.other
    table[at + 3] = (
        (low + LIMIT)
        | (high + LIMIT) << BITS
        | depth << AT_DEPTH
        | (move + 1) << AT_MOVE
        | node.seat << AT_SEAT
    )
