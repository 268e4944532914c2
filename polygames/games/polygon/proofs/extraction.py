"""Reading a proof out of the transposition table: the winner's moves in the order of a walk.

The walk is depth first and may pause anywhere: where it is stands in `Work.counts`, in the columns
WINNER (the seat that wins), LEVEL (how deep it is), DOWN (whether it comes from above) and PLACED
(how many positions the proof has so far).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.engine.arrays import SEGMENTS
from polygames.games.polygon.engine.moves import legal, pop
from polygames.games.polygon.proofs.branch import INFINITY
from polygames.games.polygon.proofs.dfpn import (
    DOWN,
    LEVEL,
    PLACED,
    WINNER,
    descend,
    list_moves,
    search,
)
from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from polygames.games.polygon.engine.arrays import Board
    from polygames.games.polygon.proofs.dfpn import Ints, Work
    from polygames.games.polygon.proofs.transposition import Table

LOST = -2
"""The LEVEL after a proof broke off: the position is not won."""


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
                if not search(board, t, w, level, INFINITY, INFINITY):
                    return size
                out[size] = choose(board, w, level)
                if out[size] < 0:
                    w.counts[LEVEL] = LOST
                    return size
                size += 1
            else:
                w.number[level] = list_moves(board, w, level)
            w.counts[PLACED] += 1
            w.chosen[level] = -1
        step(board, w, level)
    return size


@compiled
def step(board: Board, w: Work, level: int) -> None:
    """Go on with the walk: down to the position after the next move, or up when none is left."""
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
