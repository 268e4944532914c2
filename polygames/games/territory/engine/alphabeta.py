"""Alpha-beta over the tiles that are left, compiled: for proofs and, cut at a depth, for play.

What the past leaves to the future are three sets of tiles: those `free`, and those of them that
touch what the mover and the other own. Positions with the same three sets have the same future,
whoever owns what, so the transposition table is keyed by them; that merges far more positions
than the two sets owned would.

Values are for the mover: what the mover will gain from here on minus what the other will.
remaining.py makes them from a state, and says why one gain a tile is enough while every tile gets
claimed. node.py lays out the arrays.

The techniques and where they come from:

- alpha-beta (Knuth and Moore, An analysis of alpha-beta pruning, 1975), fail-soft: a value
  outside the window is a bound as tight as was found (Fishburn, Another optimization of
  alpha-beta search, 1983);
- the null window, for all moves but the first of a node: they are asked only whether they are
  better (Pearl, Scout: a simple game-searching algorithm with proven optimal properties, 1980;
  Marsland and Campbell, Parallel search of strongly ordered game trees, 1982);
- enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin, Exploiting graph
  properties of game trees, 1996).

Splinter's alpha-beta, which knows no bounds and keeps who owns what apart, was tried in its place,
judged by greedy play too: this one took 78% of the points (72% to 84%, 66 pairs of games of
15 x 15 with the preset "half", 0.03 CPU seconds a move).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.engine.bounds import bounded
from polygames.games.territory.engine.node import child
from polygames.games.territory.engine.ordering import ordered
from polygames.games.territory.engine.table import DEEP, LIMIT, probe, store, upper_bound
from polygames.runtime.bits import count, lowest
from polygames.runtime.compiling import lean

if TYPE_CHECKING:
    from polygames.games.territory.engine.node import Ints, Node, Work


@lean
def search(  # noqa: C901, PLR0911, PLR0912 - what calls itself stays in one piece
    node: Node, depth: int, alpha: int, beta: int, work: Work
) -> int:
    """Return the value for the mover; where it is at most alpha or at least beta, only a bound.

    Parameters
    ----------
    node
        The position.
    depth
        After how many moves to estimate; `DEEP` proves.
    alpha, beta
        Which values matter: the window.
    work
        The memory of the search.
    """
    if node.free == 0 or (work.ends and node.mine == 0):
        return 0
    node, low, high = bounded(node, work)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    work.nodes[0] += 1
    if work.stop[0]:
        return 0
    if depth <= 0:
        return min(high, max(low, greedy_playout(node, work)))
    low, high, first = probe(node, depth, low, high, work.table)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    moves = work.moves[count(node.free)]
    n = ordered(node, first, work, moves)
    deeper = depth if depth == DEEP else depth - 1
    if beta == alpha + 1:
        found = transposition_cutoff(node, deeper, beta, moves, n, work)
        if found >= beta:
            return found
    best, chosen, floor = -LIMIT, 0, max(alpha, low)
    for i in range(n):
        after, gain = child(node, moves[i], work), work.gain[node.seat, moves[i]]
        top = beta if i == 0 else floor + 1  # a null window for all but the first
        found = gain - search(after, deeper, gain - top, gain - floor, work)
        if top <= found < beta:
            found = gain - search(after, deeper, gain - beta, gain - found, work)
        if work.stop[0]:
            return 0
        if found > best:
            best, chosen, floor = found, moves[i], max(floor, found)
            if best >= beta:
                break
    low = max(low, best) if best > alpha else low
    high = min(high, best) if best < beta else high
    store(node, depth, low, high, chosen, work.table)
    return int(best)


@lean
def transposition_cutoff(
    node: Node, deeper: int, beta: int, moves: Ints, n: int, work: Work
) -> int:
    """Return a lower bound of at least beta that the table holds after one of n moves, if any."""
    for i in range(n):
        gain = work.gain[node.seat, moves[i]]
        low = gain - upper_bound(child(node, moves[i], work), deeper, work.table)
        if low >= beta:
            return int(low)
    return -LIMIT


# --- The static evaluation -----------------------------------------------------------------------


@lean
def greedy_playout(node: Node, work: Work) -> int:
    """Return what the mover gains if both are greedy from here on."""
    total, sign = 0, 1
    while node.free and (node.mine or not work.ends):
        tile = greedy_pick(node, work)
        total += sign * work.gain[node.seat, tile]
        node = child(node, tile, work)
        sign = -sign
    return total


@lean
def greedy_pick(node: Node, work: Work) -> int:
    """Return the tile that a greedy player claims: gain, and what the other is denied."""
    gain, most, chosen = work.gain, -(1 << 60), 0
    tiles = node.mine or node.free
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        worth = 4 * gain[node.seat, tile]
        opened = work.near[tile] & node.free & ~node.mine
        if opened:
            worth += gain[node.seat, lowest(opened)]
        if node.other & (1 << tile):
            worth += gain[1 - node.seat, tile]
        if worth > most:
            most, chosen = worth, tile
    return chosen
