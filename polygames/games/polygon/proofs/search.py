"""Proof-number search on the compiled board.

Two numbers say how far a position is from being settled: `phi`, how many of the positions ahead
have at least to be won for a proof that the seat to move wins, and `delta`, how many for a proof
that it loses. With a move to each of several positions, the mover needs one that the other seat
loses, and loses if the other seat wins in all: phi is the least delta of the moves, delta the sum
of their phi. 0 is proved, FAR can no longer be.

The search goes down to the position that counts most and stays below it while that is so (df-pn,
Nagai 2002), a quarter longer so that it does not go to and fro (1 + epsilon trick, Pawlewicz and
Lew 2007). A table keeps the numbers of positions left; its rows of four give up what cost the
least. As a position that was not looked into counts 1 and its moves, the seat with few replies is
pressed first.

A position is known in the table by the moves that lead to it, a number for each point. That loses
next to nothing. Where a segment has ended none may end again, so the segments are a path without
branches, which shows their order; only if it begins with a round back to the start may they be
drawn the other way about, and then the round has no crossings as ends, which would not be there
yet. Of a sequence the table keeps 128 bits, mixed from all its moves: in a search of 10^10
positions it takes one for another with a chance below 10^-20.

A leaf that cannot be judged (the length cap, no more room, a sign in DOUBT) counts against the
`attacker`, the seat whose win is asked for: so a win of the attacker is proved, and a loss only
if no such leaf was met, as `counts[OPEN]` says.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from polygames.games.polygon.engine.kernel import (
    DOUBT,
    MOST_POINTS,
    MOST_SEGMENTS,
    SEGMENTS,
    Board,
    legal,
    pop,
    push,
)
from polygames.games.polygon.proofs.pure_branch import FAR
from polygames.search.kernels import MIX_1, MIX_2, S27, S30, S31, compiled

__all__ = [
    "Table",
    "Work",
    "extract",
    "fill",
    "find",
    "keep",
    "search",
    "table",
    "workspace",
]

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flag = npt.NDArray[np.uint8]

LEVELS = MOST_SEGMENTS + 2
WAYS = 4
"""How many places of the table a position may take."""
ATTACKER, CAP, OPEN, NODES, BUDGET, WINNER, LEVEL, DOWN, PLACED = range(9)
"""What `Work.counts` holds; the last four are those of `extract`."""
LOST = -2
"""The LEVEL after a proof broke off: the position is not won."""


class Table(NamedTuple):
    """What is known of positions left."""

    keys: Words
    checks: Words
    """The other half of a key, which does not say where in the table it is."""
    phi: npt.NDArray[np.int32]
    delta: npt.NDArray[np.int32]
    work: npt.NDArray[np.int64]
    """How many positions were looked at for it."""


class Work(NamedTuple):
    """The memory of a search: a row for each level of the path."""

    codes: Ints
    phi: Ints
    delta: Ints
    """The moves of a position, and the numbers of the positions after them."""
    number: Ints
    """How many moves it has."""
    limit: Ints
    """The phi and delta at which it is left, and the work when it was entered."""
    chosen: Ints
    """Which move is being looked into."""
    keys: Words
    checks: Words
    counts: Ints
    """The attacker, the length cap, how many open leaves were met, the positions looked at, and
    how many at most; for `extract` the winner, where it is, and the positions of the proof."""
    targets: Ints
    barred: npt.NDArray[np.int8]
    """Moves from the first position that need no look, as a symmetry makes them others."""
    stop: Flag
    """Not zero when the search is to end; another thread may set it."""


def table(bits: int) -> Table:
    """Return an empty table with room for 2^bits positions, 32 bytes each."""
    size = 1 << bits
    return Table(
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
    )


def workspace(stop: Flag) -> Work:
    """Return the memory for a search."""
    return Work(
        np.zeros((LEVELS, MOST_POINTS), np.int64),
        np.zeros((LEVELS, MOST_POINTS), np.int64),
        np.zeros((LEVELS, MOST_POINTS), np.int64),
        np.zeros(LEVELS, np.int64),
        np.zeros((LEVELS, 3), np.int64),
        np.zeros(LEVELS, np.int64),
        np.zeros(LEVELS, np.uint64),
        np.zeros(LEVELS, np.uint64),
        np.zeros(9, np.int64),
        np.zeros(MOST_POINTS, np.int64),
        np.zeros(MOST_POINTS, np.int8),
        stop,
    )


@compiled
def after(key: np.uint64, code: int) -> np.uint64:
    """Return the key of the position after a move, or the other half of it."""
    z = key + np.uint64(code + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@compiled
def find(t: Table, key: np.uint64, check: np.uint64) -> int:
    """Return the place of a position in the table, or -1."""
    first: int = np.int64(key & np.uint64(t.keys.size - WAYS))  # type: ignore[assignment]  # a plain one would be unsigned
    for k in range(first, first + WAYS):
        if t.keys[k] == key and t.checks[k] == check:
            return k
    return -1


@compiled
def keep(t: Table, key: np.uint64, check: np.uint64, phi: int, delta: int, work: int) -> None:
    """Put a position into the table, in its own place or that of the one with the least work."""
    first: int = np.int64(key & np.uint64(t.keys.size - WAYS))  # type: ignore[assignment]  # a plain one would be unsigned
    place = first
    for k in range(first, first + WAYS):
        if t.keys[k] == key and t.checks[k] == check:
            place = k
            work += t.work[k]
            break
        if t.work[k] < t.work[place]:
            place = k
    t.keys[place], t.checks[place] = key, check
    t.phi[place], t.delta[place], t.work[place] = phi, delta, work


@compiled
def fill(t: Table, other: Table) -> None:
    """Put the rows of another table into one."""
    for k in range(other.keys.size):
        keep(t, other.keys[k], other.checks[k], other.phi[k], other.delta[k], other.work[k])


@compiled
def judge(board: Board, w: Work, level: int, k: int) -> None:
    """Note the numbers of the position after move k, which is not in the table."""
    w.counts[NODES] += 1
    drawn = push(board, w.codes[level, k])
    ply = board.head[SEGMENTS]
    found = 0
    if drawn:
        found = legal(board, w.targets) if ply < w.counts[CAP] else 0
        pop(board)
    else:
        ply += 1
    if not drawn or board.head[DOUBT] or ply >= w.counts[CAP]:
        board.head[DOUBT] = 0
        w.counts[OPEN] += 1
        won = w.counts[ATTACKER] != ply & 1
        w.phi[level, k], w.delta[level, k] = (0, FAR) if won else (FAR, 0)
    elif found == 0:
        w.phi[level, k], w.delta[level, k] = FAR, 0
    else:
        w.phi[level, k], w.delta[level, k] = 1, found


@compiled
def moves_at(board: Board, w: Work, level: int) -> int:
    """List and count the moves of a position that need a look."""
    codes = w.codes[level]
    n = legal(board, codes)
    if level == 0:
        left = 0
        for k in range(n):
            if not w.barred[codes[k]]:
                codes[left] = codes[k]
                left += 1
        n = left
    return n


@compiled
def expand(board: Board, t: Table, w: Work, level: int) -> None:
    """List the moves of a position with the numbers of the positions after them."""
    n = moves_at(board, w, level)
    w.number[level] = n
    for k in range(n):
        code = w.codes[level, k]
        place = find(t, after(w.keys[level], code), after(w.checks[level], code))
        if place >= 0:
            w.phi[level, k], w.delta[level, k] = t.phi[place], t.delta[place]
        else:
            judge(board, w, level, k)
        if w.delta[level, k] == 0:
            w.number[level] = k + 1
            return


@compiled
def descend(board: Board, w: Work, level: int, code: int) -> None:
    """Make a move, and note the key of the position after it."""
    push(board, code)
    w.keys[level + 1] = after(w.keys[level], code)
    w.checks[level + 1] = after(w.checks[level], code)


@compiled
def search(board: Board, t: Table, w: Work, base: int, phi_limit: int, delta_limit: int) -> bool:
    """Look into the position until its phi or delta reaches a limit; False if stopped before.

    What it has found out is in the table then, and a second call goes on from there.
    """
    level = base
    w.limit[level, 0], w.limit[level, 1], w.limit[level, 2] = (
        phi_limit,
        delta_limit,
        w.counts[NODES],
    )
    expand(board, t, w, level)
    stopped = False
    while True:
        n = w.number[level]
        best, second, total, chosen = FAR, FAR, 0, 0
        for k in range(n):
            d = w.delta[level, k]
            total += w.phi[level, k]
            if d < best:
                best, second, chosen = d, best, k
            elif d < second:
                second = d
        total = min(total, FAR)
        if best == 0:
            total = FAR
        stopped = stopped or w.stop[0] != 0 or w.counts[NODES] >= w.counts[BUDGET]
        if best >= w.limit[level, 0] or total >= w.limit[level, 1] or stopped:
            work = w.counts[NODES] - w.limit[level, 2] + 1
            keep(t, w.keys[level], w.checks[level], best, total, work)
            if level == base:
                return not stopped
            level -= 1
            pop(board)
            k = w.chosen[level]
            w.phi[level, k], w.delta[level, k] = best, total
            continue
        k = chosen
        w.chosen[level] = k
        w.limit[level + 1, 0] = min(FAR, w.limit[level, 1] - (total - w.phi[level, k]))
        w.limit[level + 1, 1] = min(w.limit[level, 0], second + 1 + second // 4, FAR)
        w.limit[level + 1, 2] = w.counts[NODES]
        descend(board, w, level, w.codes[level, k])
        level += 1
        expand(board, t, w, level)


# --- Proofs ------------------------------------------------------------------------------------


@compiled
def extract(board: Board, t: Table, w: Work, out: Ints) -> int:
    """Write the moves of the winner, as far as there is room; return how many.

    The positions of the proof are gone through depth first: all moves of the loser, and for the
    winner one that the search proves. What is written is its place among the legal moves. A
    second call goes on; it is over when `counts[LEVEL]` is -1.
    """
    size = 0
    while w.counts[LEVEL] >= 0:
        level = w.counts[LEVEL]
        if w.counts[DOWN]:
            if size >= out.size or w.stop[0]:
                return size
            if board.head[SEGMENTS] & 1 == w.counts[WINNER]:
                if not search(board, t, w, level, FAR, FAR):
                    return size
                out[size] = choose(board, w, level)
                if out[size] < 0:
                    w.counts[LEVEL] = LOST
                    return size
                size += 1
            else:
                w.number[level] = moves_at(board, w, level)
            w.counts[PLACED] += 1
            w.chosen[level] = -1
        w.chosen[level] += 1
        k = w.chosen[level]
        w.counts[DOWN] = k < w.number[level]
        if w.counts[DOWN]:
            descend(board, w, level, w.codes[level, k])
            w.counts[LEVEL] = level + 1
        else:
            w.counts[LEVEL] = level - 1
            if level:
                pop(board)
    return size


@compiled
def choose(board: Board, w: Work, level: int) -> int:
    """Leave a position the one move that is proved, and return its place among all; -1 without."""
    for k in range(w.number[level]):
        if w.delta[level, k] == 0:
            code = w.codes[level, k]
            w.number[level], w.codes[level, 0] = 1, code
            for place in range(legal(board, w.targets)):
                if w.targets[place] == code:
                    return place
    return -1
