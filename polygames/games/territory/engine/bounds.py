"""Bounds on the value of a position that follow from the rules, without a search.

They open every node of the alpha-beta search: often they meet, or lie outside its window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.engine.node import Node
from polygames.games.territory.engine.table import best_move
from polygames.runtime.bits import lowest
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.territory.engine.node import Ints, Work


@lean
def flood(start: int, free: int, near: Ints) -> int:
    """Return the free tiles that hang together with some of them, those included (flood fill)."""
    found = todo = start
    while todo:
        new = near[lowest(todo)] & free & ~found
        todo &= todo - 1
        found |= new
        todo |= new
    return found


@lean
def in_reach(node: Node, work: Work) -> Node:
    """Return a position without the free tiles that neither seat can come to any more."""
    if not work.ends:
        return node
    reach = flood(node.mine, node.free, work.near) | flood(node.other, node.free, work.near)
    return Node(reach, node.mine, node.other, node.fresh, node.seat, node.rest)


@lean
def bounded(node: Node, work: Work) -> tuple[Node, int, int]:
    """Return a position without what is out of reach, and bounds on its value for the mover."""
    if not work.ends:
        low, high = bounds_by_picking(node, work.gain)
        return node, low, high
    reach = flood(node.mine, node.free, work.near)
    beyond = flood(node.other, node.free, work.near)
    low, high = bounds_by_reach(reach, beyond, node.seat, work.gain)
    node = Node(reach | beyond, node.mine, node.other, node.fresh, node.seat, node.rest)
    return node, low, high


# Python calls the next two, as `compiled` allows it no function that returns a Node.


@lean
def best_in_reach(node: Node, work: Work) -> int:
    """Return the best move that the table holds for what is in reach of a position, or -1."""
    return int(best_move(in_reach(node, work), work.table))


@lean
def bounds_of(node: Node, work: Work) -> tuple[int, int]:
    """Return bounds on a position's value for the mover."""
    _, low, high = bounded(node, work)
    return low, high


@lean
def every_other(mask: int, first: int, gain: Ints) -> int:
    """Return the gains of every other tile of a set, the most valuable first or left out."""
    total, taken = 0, first
    while mask:
        if taken:
            total += gain[0, lowest(mask)]
        mask &= mask - 1
        taken ^= 1
    return int(total)


@lean
def bounds_by_picking(node: Node, gain: Ints) -> tuple[int, int]:
    """Return bounds where every tile gets claimed.

    Take the tiles beside a player's own, as they are now. A player who always claims the most
    valuable one left finds at most 2k-2 of them gone at its k-th turn (2k-1 as the second
    player), so gets at least every other of them; the two gains add up to `rest`. The bounds
    meet where both players touch everything of value and pick in turns.
    """
    free, rest = node.free, node.rest
    own = every_other(node.mine, 1, gain) if node.mine else gain[0, lowest(free)]
    low = 2 * own - rest
    if node.other:
        high = rest - 2 * every_other(node.other, 0, gain)
    else:
        second = free & (free - 1)
        high = rest - 2 * gain[0, lowest(second)] if second else rest
    return int(low), int(high)


@lean
def bounds_by_reach(reach: int, beyond: int, seat: int, gain: Ints) -> tuple[int, int]:
    """Return bounds where the game can end early: each tile goes to whom it helps most or least.

    `reach` has the tiles that the mover can come to, `beyond` those that the other can.
    """
    low, high = 0, 0
    tiles = reach | beyond
    while tiles:
        bit = tiles & -tiles
        tile = lowest(tiles)
        tiles ^= bit
        worst, best = 0, 0
        if reach & bit:
            worst, best = min(worst, gain[seat, tile]), max(best, gain[seat, tile])
        if beyond & bit:
            worst, best = min(worst, -gain[1 - seat, tile]), max(best, -gain[1 - seat, tile])
        low += worst
        high += best
    return int(low), int(high)
