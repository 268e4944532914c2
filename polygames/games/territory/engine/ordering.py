"""Which moves to search, the most promising first: alpha-beta cuts most where that is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.engine.table import LIMIT
from polygames.runtime.bits import count, lowest
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.territory.engine.node import Ints, Node, Work

FIRST = 1 << 60
"""The score of the move to search first."""
FRESH_OTHER = 2


@lean
def ordered(node: Node, first: int, work: Work, moves: Ints) -> int:
    """Write the tiles worth a try, the most promising first, and count them.

    `first` is the best move of an earlier search, or -1. Of tiles that both sides touch and that
    touch no free tile only the most valuable is worth a try while all get claimed: they change
    nothing but the score, so a player who wants one of them may as well take the best.
    """
    scores = work.order
    n, seen_dead_end = 0, False
    tiles = node.mine or node.free
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        around = work.near[tile] & node.free
        if not work.ends and around == 0 and node.mine & node.other & (1 << tile):
            if seen_dead_end:
                continue
            seen_dead_end = True
        if tile == first:
            score = FIRST
        elif work.ends:
            score = score_where_stuck_ends(node, tile, around, work.gain)
        else:
            score = score_where_all_get_claimed(node, tile, around, work.gain)
        i = n
        while i > 0 and scores[i - 1] < score:
            scores[i], moves[i] = scores[i - 1], moves[i - 1]
            i -= 1
        scores[i], moves[i] = score, tile
        n += 1
    return n


@lean
def score_where_all_get_claimed(node: Node, tile: int, around: int, gain: Ints) -> int:
    """Return how good a claim looks: its gain, the best it opens, the best it takes away."""
    own = gain[node.seat]
    score = 16 * own[tile]
    opened, denied = around & ~node.mine, around & ~node.other
    if opened:
        score += 8 * own[lowest(opened)]
    if node.other & (1 << tile):
        score += 4 * own[tile]
        if denied:
            score += 4 * own[lowest(denied)]
    return int(score)


@lean
def score_where_stuck_ends(node: Node, tile: int, around: int, gain: Ints) -> int:
    """Return how good a claim looks where tiles to go on with count, too."""
    bit = 1 << tile
    score = 16 * gain[node.seat, tile] + 10 * count(around & ~node.mine)
    if node.other & bit:
        score += 8 * gain[1 - node.seat, tile] + 10 * count(around & ~node.other)
    if node.other == bit and not node.fresh & FRESH_OTHER:
        score += LIMIT  # the other will be stuck
    return int(score)
