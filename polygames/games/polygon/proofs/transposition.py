"""The transposition table of df-pn: the numbers of positions that the search has left.

Layout: a `Table` has five columns of 2^bits rows, 32 bytes a row. A position may stand in any
of the `WAYS` rows of its bucket, which the first bits of its key name. A full bucket gives up the
position that cost the least work, as replacement by subtree size does (Breuker, Uiterwijk and
van den Herik 1994, *Replacement schemes for transposition tables*).

Of a position the table keeps 128 bits, `keys` and `checks`, mixed from all the moves that lead to
it: in a search of 10^10 positions it takes one for another with a chance below 10^-20.
"""

from __future__ import annotations

from typing import NamedTuple

from polygames.runtime.arrays import np, npt
from polygames.runtime.compiling import compiled

Words = npt.NDArray[np.uint64]

WAYS = 4
"""How many rows a bucket has."""


class Table(NamedTuple):
    """What is known of the positions that the search has left."""

    keys: Words
    checks: Words
    """The other half of a key, which does not say where in the table it is."""
    phi: npt.NDArray[np.int32]
    delta: npt.NDArray[np.int32]
    work: npt.NDArray[np.int64]
    """How many positions were looked at for it."""


def empty_table(bits: int) -> Table:
    """Return an empty table with room for 2^bits positions, 32 bytes each."""
    size = 1 << bits
    return Table(
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
    )


@compiled
def probe(t: Table, key: np.uint64, check: np.uint64) -> int:
    """Return the row of a position in the table, or -1."""
    first: int = np.int64(key & np.uint64(t.keys.size - WAYS))  # type: ignore[assignment]  # a plain one would be unsigned
    for k in range(first, first + WAYS):
        if t.keys[k] == key and t.checks[k] == check:
            return k
    return -1


@compiled
def store(t: Table, key: np.uint64, check: np.uint64, phi: int, delta: int, work: int) -> None:
    """Put a position into its bucket: in its own row, or that of the one with the least work."""
    first: int = np.int64(key & np.uint64(t.keys.size - WAYS))  # type: ignore[assignment]  # a plain one would be unsigned
    row = first
    for k in range(first, first + WAYS):
        if t.keys[k] == key and t.checks[k] == check:
            row = k
            work += t.work[k]
            break
        if t.work[k] < t.work[row]:
            row = k
    t.keys[row], t.checks[row] = key, check
    t.phi[row], t.delta[row], t.work[row] = phi, delta, work


@compiled
def store_all(t: Table, other: Table) -> None:
    """Put all rows of another table into this one."""
    for k in range(other.keys.size):
        store(t, other.keys[k], other.checks[k], other.phi[k], other.delta[k], other.work[k])
