"""What the compiled alpha-beta works on: a position as bits, and the memory of a search.

A set of tiles is an int64 of which bit i says whether tile i belongs to it; the tile of bit 63 is
the sign. Bits are sorted by gain, the highest first, so the lowest bit of a set is its most
valuable tile. n is the number of tiles, at most `MOST`.

=========  ======  ==============  ==============================================================
array      dtype   shape           holds
=========  ======  ==============  ==============================================================
``near``   int64   n               for each tile the set of its neighbours
``gain``   int64   2, n            for each seat and tile what a claim adds to the seat's score
``table``  int64   4 * 2**bits     the transposition table; table.py says how an entry is packed
``moves``  int64   MOST + 1, MOST  the moves of a node, in the row of how many tiles it has free
``order``  int64   MOST            the scores by which the moves of one node are sorted
``stop``   uint8   1               not 0 when the search is to end; another thread may set it
``nodes``  int64   1               how many nodes were searched
=========  ======  ==============  ==============================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from polygames.games.territory.engine.table import LIMIT, empty_table
from polygames.runtime.arrays import np
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.territory.engine.remaining import Position, Remaining
    from polygames.runtime.arrays import npt

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


class Work(NamedTuple):
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


def new_work(remaining: Remaining, table_bits: int) -> Work:
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
    return Work(
        near=np.array(remaining.near, np.uint64).view(np.int64),
        gain=np.array(remaining.gain, np.int64).reshape(2, n),
        ends=int(remaining.ends),
        table=empty_table(table_bits),
        moves=np.empty((MOST + 1, MOST), np.int64),
        order=np.empty(MOST, np.int64),
        stop=np.zeros(1, np.uint8),
        nodes=np.zeros(1, np.int64),
    )


def node_of(position: Position, remaining: Remaining) -> Node:
    """Return a position as the compiled code has it."""
    free, mine, other = (mask - (1 << 64) if mask >> 63 else mask for mask in position[:3])
    rest = 0 if remaining.ends else remaining.rest(position.free)
    return Node(free, mine, other, position.fresh, position.seat, rest)


@lean
def child(node: Node, tile: int, work: Work) -> Node:
    """Return the position after the mover's claim."""
    free = node.free & ~(1 << tile)
    near = work.near[tile]
    reach = near if node.fresh & FRESH_MOVER else node.mine | near
    rest = node.rest - work.gain[node.seat, tile]
    return Node(free, node.other & free, reach & free, node.fresh >> 1, 1 - node.seat, rest)
