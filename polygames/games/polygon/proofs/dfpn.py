"""Depth-first proof-number search (df-pn) on the compiled board: the engine of large positions.

Each position has two numbers (Allis, van der Meulen and van den Herik 1994, *Proof-number
search*). `phi` is its proof number: the least number of open leaves that have to be won to prove
that the seat to move wins. `delta` is its disproof number, the same for a loss. The mover wins by
one move after which the other seat loses, and loses if the other seat wins after all moves. So phi
is the least delta of the children, and delta the sum of their phi. 0 is proved, and
`INFINITE_PROOF_NUMBER` is disproved.

Df-pn (Nagai 2002, *Df-pn algorithm for searching AND/OR trees and its applications*) descends to
the most-proving position, and stays below a position until its phi or delta reaches a threshold:
until a sibling is more promising. Thresholds are a quarter larger than that, so that the search
does not switch back and forth (the 1 + epsilon trick: Pawlewicz and Lew 2007, *Improving
depth-first PN-search*). A transposition table stores the numbers of the positions left. A leaf
starts with phi 1 and with delta its number of moves (initialised by mobility), so the seat with
few replies is pressed first.

The key of a position in the table is a hash of the moves that lead to it, each the number of a
point. Hardly any transposition is missed by that. No segment may end where one has ended, so the
segments are a path without branches, and it shows their order. Only a path that begins with a loop
back to the start may be drawn the other way round. Then no end of the loop is a crossing, which
would not exist yet.

A leaf without a verdict (the length cap, full arrays, a sign in DOUBT) counts as a loss of the
`attacker`, the seat whose win is to be proved. So a win of the attacker is proved, and a loss only
if no such leaf was met: if `counts[OPEN_LEAVES]` is 0.

Layout
------
`Workspace` is the memory of a search, with L = `MAX_PATH` and P = `POINT_CAPACITY`; a level is a
ply of the path from the root:

================ ====== ====== ===========================================================
array            shape  dtype  contents
================ ====== ====== ===========================================================
`codes`          (L, P) int64  the moves of the position on the path
`phi`            (L, P) int64  phi of the position after each of them
`delta`          (L, P) int64  its delta
`move_counts`    (L,)   int64  how many moves the position has
`thresholds`     (L, 2) int64  the phi and the delta at which the position is left
`nodes_at_entry` (L,)   int64  the value of NODES when the position was entered
`chosen`         (L,)   int64  the index of the move being searched
`keys`           (L,)   uint64 the key of the position, for the table
`checks`         (L,)   uint64 the other half of it
`counts`         (9,)   int64  one number in each of the columns ATTACKER to MOVES_WRITTEN
`targets`        (P,)   int64  room for the moves of a leaf
`is_skipped`     (P,)   int8   1 for root moves that are skipped, as images of others
`stop`           (1,)   uint8  not zero to end the search; another thread may set it
================ ====== ====== ===========================================================

The transposition table is a `HashTable`: five columns of 2^bits rows of 32 bytes. The entry of a
position is in any of the `BUCKET_SIZE` rows of its bucket, which bits of its key select. In a full
bucket the entry with the least work is replaced (replacement by subtree size: Breuker, Uiterwijk
and van den Herik 1994, *Replacement schemes for transposition tables*). An entry is verified by 128
bits, `keys` and `checks`, mixed from all the moves that lead to the position. In a search of 10^10
positions the chance of a collision is below 10^-20.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from polygames.games.polygon.engine.compiled_rules import (
    DOUBT,
    POINT_CAPACITY,
    SEGMENT_CAPACITY,
    SEGMENTS,
    encode,
    legal,
    pop,
    push,
)
from polygames.games.polygon.proofs.pn_search import INFINITE_PROOF_NUMBER
from polygames.games.polygon.proofs.proof import ProofError
from polygames.games.polygon.symmetry import orbits
from polygames.runtime.jit import compiled, np, npt
from polygames.runtime.random_numbers import MIX_1, MIX_2, S27, S30, S31

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.engine.compiled_rules import Board
    from polygames.games.polygon.rules import PolygonGame


Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flag = npt.NDArray[np.uint8]

MAX_PATH = SEGMENT_CAPACITY + 2
ATTACKER, LENGTH_CAP, OPEN_LEAVES, NODES, BUDGET, WINNER, LEVEL, IS_DESCENDING, MOVES_WRITTEN = (
    range(9)
)
"""Columns of `counts`: the attacker, the length cap, the open leaves met, the positions searched,
and their limit; the last four are those of `write_winner_moves`."""
BUCKET_SIZE = 4
"""Rows of a bucket."""


class HashTable(NamedTuple):
    """The transposition table: the proof numbers of positions that were searched before."""

    keys: Words
    checks: Words
    """The other half of a key, which does not select the bucket."""
    phi: npt.NDArray[np.int32]
    delta: npt.NDArray[np.int32]
    node_counts: npt.NDArray[np.int64]
    """The number of positions searched for the entry."""


def empty_table(bits: int) -> HashTable:
    """Return an empty table with room for 2^bits positions, 32 bytes each."""
    size = 1 << bits
    return HashTable(
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
    )


@compiled
def probe(t: HashTable, key: np.uint64, check: np.uint64) -> int:
    """Return the row of a position in the transposition table, or -1 if it has none."""
    first: int = np.int64(key & np.uint64(t.keys.size - BUCKET_SIZE))  # type: ignore[assignment]  # a plain one would be unsigned
    for k in range(first, first + BUCKET_SIZE):
        if t.keys[k] == key and t.checks[k] == check:
            return k
    return -1


@compiled
def store(
    t: HashTable, key: np.uint64, check: np.uint64, phi: int, delta: int, node_count: int
) -> None:
    """Store the numbers of a position in its own row, or replace the entry with the least work.

    Only the rows of its bucket are considered.
    """
    first: int = np.int64(key & np.uint64(t.keys.size - BUCKET_SIZE))  # type: ignore[assignment]  # a plain one would be unsigned
    row = first
    for k in range(first, first + BUCKET_SIZE):
        if t.keys[k] == key and t.checks[k] == check:
            row = k
            node_count += t.node_counts[k]
            break
        if t.node_counts[k] < t.node_counts[row]:
            row = k
    t.keys[row], t.checks[row] = key, check
    t.phi[row], t.delta[row], t.node_counts[row] = phi, delta, node_count


# --- The search -----------------------------------------------------------------------------------


class Workspace(NamedTuple):
    """The arrays of a search; the table at the top of this module describes them."""

    codes: Ints
    phi: Ints
    delta: Ints
    move_counts: Ints
    thresholds: Ints
    nodes_at_entry: Ints
    chosen: Ints
    keys: Words
    checks: Words
    counts: Ints
    targets: Ints
    is_skipped: npt.NDArray[np.int8]
    stop: Flag


def workspace(stop: Flag) -> Workspace:
    """Return new arrays for a search."""
    return Workspace(
        np.zeros((MAX_PATH, POINT_CAPACITY), np.int64),
        np.zeros((MAX_PATH, POINT_CAPACITY), np.int64),
        np.zeros((MAX_PATH, POINT_CAPACITY), np.int64),
        np.zeros(MAX_PATH, np.int64),
        np.zeros((MAX_PATH, 2), np.int64),
        np.zeros(MAX_PATH, np.int64),
        np.zeros(MAX_PATH, np.int64),
        np.zeros(MAX_PATH, np.uint64),
        np.zeros(MAX_PATH, np.uint64),
        np.zeros(9, np.int64),
        np.zeros(POINT_CAPACITY, np.int64),
        np.zeros(POINT_CAPACITY, np.int8),
        stop,
    )


@compiled
def key_after(key: np.uint64, code: int) -> np.uint64:
    """Return the hash key (or the check, its second half) of the position after a move."""
    z = key + np.uint64(code + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@compiled
def evaluate_leaf(board: Board, w: Workspace, level: int, k: int) -> None:
    """Set the initial proof numbers, phi and delta, of the position after move k."""
    w.counts[NODES] += 1
    drawn = push(board, w.codes[level, k])
    ply = board.head[SEGMENTS]
    found = 0
    if drawn:
        found = legal(board, w.targets) if ply < w.counts[LENGTH_CAP] else 0
        pop(board)
    else:
        ply += 1
    if not drawn or board.head[DOUBT] or ply >= w.counts[LENGTH_CAP]:
        board.head[DOUBT] = 0
        w.counts[OPEN_LEAVES] += 1
        won = w.counts[ATTACKER] != ply & 1
        w.phi[level, k], w.delta[level, k] = (
            (0, INFINITE_PROOF_NUMBER) if won else (INFINITE_PROOF_NUMBER, 0)
        )
    elif found == 0:
        w.phi[level, k], w.delta[level, k] = INFINITE_PROOF_NUMBER, 0
    else:
        w.phi[level, k], w.delta[level, k] = 1, found


@compiled
def list_moves(board: Board, w: Workspace, level: int) -> int:
    """List the moves of a position, skipping symmetric ones at the root; return their number."""
    codes = w.codes[level]
    n = legal(board, codes)
    if level == 0:
        left = 0
        for k in range(n):
            if not w.is_skipped[codes[k]]:
                codes[left] = codes[k]
                left += 1
        n = left
    return n


@compiled
def expand(board: Board, t: HashTable, w: Workspace, level: int) -> None:
    """List the moves of a position, and set phi and delta of the position after each of them.

    Both numbers come from the table if it has an entry.
    """
    n = list_moves(board, w, level)
    w.move_counts[level] = n
    for k in range(n):
        code = w.codes[level, k]
        row = probe(t, key_after(w.keys[level], code), key_after(w.checks[level], code))
        if row >= 0:
            w.phi[level, k], w.delta[level, k] = t.phi[row], t.delta[row]
        else:
            evaluate_leaf(board, w, level, k)
        if w.delta[level, k] == 0:  # it wins: the others need no numbers
            w.move_counts[level] = k + 1
            return


@compiled
def descend(board: Board, w: Workspace, level: int, code: int) -> None:
    """Play a move, and compute the key of the position after it."""
    push(board, code)
    w.keys[level + 1] = key_after(w.keys[level], code)
    w.checks[level + 1] = key_after(w.checks[level], code)


@compiled
def most_proving(w: Workspace, level: int) -> tuple[int, int, int, int]:
    """Return phi, delta, the second least delta of the children, and the index of the move to try.

    The move to try has the least delta: it is the most-proving one.
    """
    phi, second, delta, chosen = INFINITE_PROOF_NUMBER, INFINITE_PROOF_NUMBER, 0, 0
    for k in range(w.move_counts[level]):
        d = w.delta[level, k]
        delta += w.phi[level, k]
        if d < phi:
            phi, second, chosen = d, phi, k
        elif d < second:
            second = d
    delta = INFINITE_PROOF_NUMBER if phi == 0 else min(delta, INFINITE_PROOF_NUMBER)
    return phi, delta, second, chosen


@compiled
def search(
    board: Board, t: HashTable, w: Workspace, base: int, phi_limit: int, delta_limit: int
) -> bool:
    """Search a position until phi or delta reaches its threshold; return False if stopped.

    The results are in the table then, and a second call continues from there.
    """
    level, stopped = base, False
    w.thresholds[level, 0], w.thresholds[level, 1] = phi_limit, delta_limit
    w.nodes_at_entry[level] = w.counts[NODES]
    expand(board, t, w, level)
    while True:
        phi, delta, second, k = most_proving(w, level)
        stopped = stopped or w.stop[0] != 0 or w.counts[NODES] >= w.counts[BUDGET]
        if phi >= w.thresholds[level, 0] or delta >= w.thresholds[level, 1] or stopped:
            work = w.counts[NODES] - w.nodes_at_entry[level] + 1
            store(t, w.keys[level], w.checks[level], phi, delta, work)
            if level == base:
                return not stopped
            level -= 1
            pop(board)
            k = w.chosen[level]
            w.phi[level, k], w.delta[level, k] = phi, delta
        else:
            w.chosen[level] = k
            # In the child phi and delta change places: its phi may use up what its siblings leave
            # of this delta, and its delta may grow until the second best move is better.
            spare = w.thresholds[level, 1] - (delta - w.phi[level, k])
            w.thresholds[level + 1, 0] = min(INFINITE_PROOF_NUMBER, spare)
            w.thresholds[level + 1, 1] = min(w.thresholds[level, 0], second + 1 + second // 4)
            w.nodes_at_entry[level + 1] = w.counts[NODES]
            descend(board, w, level, w.codes[level, k])
            level += 1
            expand(board, t, w, level)


# --- Reading a proof out of the table -------------------------------------------------------------
#
# The walk is depth first and may pause anywhere. Its state is in `Workspace.counts`, in the
# columns WINNER (the seat that wins), LEVEL (the depth), DOWN (1 if the position is entered from
# above) and PLACED (the number of positions of the proof so far).

NOT_WON = -2
"""The LEVEL after a failure: the position is not won."""


@compiled
def write_winner_moves(board: Board, t: HashTable, w: Workspace, out: Ints) -> int:
    """Write as many of the winner's moves to `out` as fit, and return their number.

    The positions of the proof are visited depth first: all moves of the loser, and for the
    winner one that the search proves. A move is written as its index among the legal moves. A
    second call continues; the end is reached when `counts[LEVEL]` is -1.
    """
    size = 0
    while w.counts[LEVEL] >= 0:
        level = w.counts[LEVEL]
        if w.counts[IS_DESCENDING]:
            if size >= out.size or w.stop[0]:
                return size
            if board.head[SEGMENTS] & 1 == w.counts[WINNER]:
                if not search(board, t, w, level, INFINITE_PROOF_NUMBER, INFINITE_PROOF_NUMBER):
                    return size
                out[size] = choose_proved_move(board, w, level)
                if out[size] < 0:
                    w.counts[LEVEL] = NOT_WON
                    return size
                size += 1
            else:
                w.move_counts[level] = list_moves(board, w, level)
            w.counts[MOVES_WRITTEN] += 1
            w.chosen[level] = -1
        advance_walk(board, w, level)
    return size


@compiled
def advance_walk(board: Board, w: Workspace, level: int) -> None:
    """Advance the walk through a proof: play the next move, or undo one if none is left."""
    w.chosen[level] += 1
    k = w.chosen[level]
    w.counts[IS_DESCENDING] = k < w.move_counts[level]
    if w.counts[IS_DESCENDING]:
        descend(board, w, level, w.codes[level, k])
        w.counts[LEVEL] = level + 1
    else:
        w.counts[LEVEL] = level - 1
        if level:
            pop(board)


@compiled
def choose_proved_move(board: Board, w: Workspace, level: int) -> int:
    """Keep only one proved winning move of a position; return its index, or -1 if none.

    The index is that among the legal moves.
    """
    for k in range(w.move_counts[level]):
        if w.delta[level, k] == 0:
            code = w.codes[level, k]
            w.move_counts[level], w.codes[level, 0] = 1, code
            for place in range(legal(board, w.targets)):
                if w.targets[place] == code:
                    return place
    return -1


# --- from Python ----------------------------------------------------------------------------------

ENTRY_BYTES = 32
"""Size of an entry of the table."""


class DepthFirst:
    """The transposition table and the stop flag that the searches of one position share.

    The table has about `memory` megabytes.
    """

    def __init__(self, memory: int) -> None:
        self.table = empty_table(max(10, (memory * 2**20 // ENTRY_BYTES).bit_length() - 1))
        self.stop = np.zeros(1, np.uint8)

    def branch(self, state: PolygonGame, attacker: int) -> DepthFirstBranch:
        """Return a compiled search of a position.

        Raise OverflowError if the position does not fit the arrays.
        """
        return DepthFirstBranch(state, attacker, self.table, self.stop)


class DepthFirstBranch:
    """A compiled proof search of one position, with the methods of `BestFirstBranch`.

    Raise OverflowError if the position does not fit the arrays. Other branches may share the
    table; a search ends when `stop[0]` is not zero.
    """

    def __init__(self, state: PolygonGame, attacker: int, table: HashTable, stop: Flag) -> None:
        self.state, self.attacker, self.table = state, attacker, table
        self.board = encode(state)
        self.workspace = work = workspace(stop)
        self.key, self.check = work.keys[0], work.checks[0] = _hash_keys(state, attacker)
        work.counts[ATTACKER] = attacker
        work.counts[LENGTH_CAP] = state.rules.max_plies
        points = {point: k for k, point in enumerate(state.points)}
        for group in orbits(state):
            for k in group[1:]:
                work.is_skipped[points[state.segments[k][1]]] = 1
        self.phi, self.delta = 1, len(state.segments)
        self.advance(0)

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return int(self.workspace.counts[NODES])

    @property
    def open_leaves(self) -> int:
        """The number of leaves at which the search could not decide who wins."""
        return int(self.workspace.counts[OPEN_LEAVES])

    def advance(self, budget: int) -> None:
        """Search `budget` more positions, then update phi and delta from the table."""
        row = probe(self.table, self.key, self.check)
        if budget:
            self.workspace.counts[BUDGET] = self.nodes + budget
            search(
                self.board,
                self.table,
                self.workspace,
                0,
                INFINITE_PROOF_NUMBER,
                INFINITE_PROOF_NUMBER,
            )
            row = probe(self.table, self.key, self.check)
        if row >= 0:
            self.phi, self.delta = int(self.table.phi[row]), int(self.table.delta[row])

    def winner_moves(self, batch_size: int = 1 << 16) -> Iterator[Sequence[int]]:
        """Yield the indices of the winner's moves in batches.

        If the table lost an entry, the position is searched again.
        """
        board, work = encode(self.state), self.workspace
        winner = self.state.turn if self.phi == 0 else 1 - self.state.turn
        work.counts[BUDGET] = 2**62
        work.counts[WINNER:] = winner, 0, 1, 0
        out = np.zeros(batch_size, np.int64)
        while work.counts[LEVEL] >= 0 and not work.stop[0]:
            size = write_winner_moves(board, self.table, work, out)
            yield out[:size].tolist()
        if work.counts[LEVEL] == NOT_WON:
            msg = "the search failed: its table confused two positions"
            raise ProofError(msg)


def _hash_keys(state: PolygonGame, attacker: int) -> tuple[np.uint64, np.uint64]:
    """Return the two halves of a 128-bit key of a position and an attacker."""
    digest = blake2b(f"{attacker}\n{state.to_text()}".encode(), digest_size=16).digest()
    return np.uint64(int.from_bytes(digest[:8])), np.uint64(int.from_bytes(digest[8:]))
