"""The compiled alpha-beta over the free tiles: for proofs and, with a depth limit, for play.

The future of a position depends on three sets of tiles: the `free` ones, and those of them that
are adjacent to tiles of the mover and of the other seat. Positions with the same three sets have
the same future for any owners of the claimed tiles, so they are the key of the transposition table.
That merges far more positions than the two sets of owned tiles would.

Values are for the mover: the mover's future gains less the other seat's. endgame_position.py
computes the gains from a state, and explains why one gain for each tile is enough if every tile
gets claimed. iterative_deepening.py uses the search for play, mtd.py for proofs.

The techniques and where they come from:

- alpha-beta (Knuth and Moore, An analysis of alpha-beta pruning, 1975), fail-soft: a value
  outside the window is the tightest bound that was found (Fishburn, Another optimization of
  alpha-beta search, 1983);
- the null window for all moves but the first of a node, which tests only whether they are better
  (Pearl, Scout: a simple game-searching algorithm with proven optimal properties, 1980;
  Marsland and Campbell, Parallel search of strongly ordered game trees, 1982);
- enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin, Exploiting graph
  properties of game trees, 1996).

Splinter's alpha-beta, which has no bounds and keys positions by owners, was tried instead, with
greedy playouts as evaluation. This search won 78% of the points against it (72% to 84%, 66 pairs of
games of 15 x 15 with the preset "half", 0.03 CPU seconds a move).

The arrays
----------
A set of tiles is an int64 with bit i set if it contains tile i; bit 63 is the sign. Bits are sorted
by gain, the highest first, so the lowest bit of a set is its most valuable tile. n is the number of
tiles, at most `MAX_FREE_TILES`.

==============  =====  ==================================  =========================================
array           dtype  shape                               holds
==============  =====  ==================================  =========================================
``neighbours``  int64  n                                   for each tile the set of its neighbours
``gains``       int64  2, n                                for each seat and tile a claim's gain
``table``       int64  4 * 2**bits                         the transposition table, in entries of
                                                           four words
``moves``       int64  MAX_FREE_TILES + 1, MAX_FREE_TILES  the moves of a node, in the row of its
                                                           number of free tiles
``scores``      int64  MAX_FREE_TILES                      the scores by which the moves of one node
                                                           are sorted
``stop``        uint8  1                                   not 0 if the search has to end; another
                                                           thread may set it
``nodes``       int64  2                                   the number of nodes searched, and its
                                                           limit
==============  =====  ==================================  =========================================

The transposition table stores the results for a position, for other orders of moves that lead to it
(Greenblatt, Eastlake and Crocker, The Greenblatt chess program, 1967). An entry has the position's
three sets ``free``, ``own_adjacent`` and ``opponent_adjacent``, and one word with

=========  =====================================================
bits       hold
=========  =====================================================
0 to 23    the lower bound of the value, plus `SCORE_LIMIT`
24 to 47   the upper bound, plus `SCORE_LIMIT`
48 to 54   the search depth; `EXACT_DEPTH` for the end of the game
55 to 61   the best move plus 1; 0 for none
62         the seat to move
=========  =====================================================

The number of entries is a power of two, and a new entry replaces an old one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from polygames.runtime.bits import count_bits, lowest_bit
from polygames.runtime.clock import UNLIMITED_STEPS, OutOfTimeError
from polygames.runtime.jit import compiled_no_refcount, np

if TYPE_CHECKING:
    from polygames.games.territory.engine.endgame_position import Position, RemainingTiles
    from polygames.runtime.jit import npt

    Ints = npt.NDArray[np.int64]

MAX_FREE_TILES = 64
"""The largest number of free tiles."""
MOVER_BIT = 1
"""The bit of `SearchNode.first_claim_seats` for the mover."""


class SearchNode(NamedTuple):
    """A position of the search: the fields of `endgame_position.Position`, and `free_gain`."""

    free: int
    own_adjacent: int
    opponent_adjacent: int
    first_claim_seats: int
    seat: int
    free_gain: int
    """The sum of the gains of all free tiles, if every tile gets claimed; else 0."""


class Workspace(NamedTuple):
    """The arrays of a search, described at the top of this module."""

    neighbours: Ints
    gains: Ints
    stuck_ends: int
    """1 if the game ends once the mover has no adjacent tile, 0 if every tile gets claimed."""
    table: Ints
    moves: Ints
    scores: Ints
    stop: npt.NDArray[np.uint8]
    nodes: Ints


def new_workspace(remaining: RemainingTiles, table_bits: int) -> Workspace:
    """Return the arrays for a search, with a transposition table of ``2 ** table_bits`` entries.

    Raise OverflowError if there are more tiles than `MAX_FREE_TILES`, or if the sum of the gains
    is `SCORE_LIMIT` or more.
    """
    n = len(remaining.tiles)
    total = max(sum(map(abs, gains)) for gains in remaining.gains)
    if n > MAX_FREE_TILES or total >= SCORE_LIMIT:
        msg = f"{n} tiles left, gains of {total}: too many for the search"
        raise OverflowError(msg)
    return Workspace(
        neighbours=np.array(remaining.neighbours, np.uint64).view(np.int64),
        gains=np.array(remaining.gains, np.int64).reshape(2, n),
        stuck_ends=int(remaining.stuck_ends),
        table=empty_table(table_bits),
        moves=np.empty((MAX_FREE_TILES + 1, MAX_FREE_TILES), np.int64),
        scores=np.empty(MAX_FREE_TILES, np.int64),
        stop=np.zeros(1, np.uint8),
        nodes=np.array([0, UNLIMITED_STEPS], np.int64),
    )


def to_search_node(position: Position, remaining: RemainingTiles) -> SearchNode:
    """Return a position in the format of the compiled search."""
    free, mine, other = (mask - (1 << 64) if mask >> 63 else mask for mask in position[:3])
    rest = 0 if remaining.stuck_ends else remaining.total_gain(position.free)
    return SearchNode(free, mine, other, position.first_claim_seats, position.seat, rest)


@compiled_no_refcount
def child_node(node: SearchNode, tile: int, ws: Workspace) -> SearchNode:
    """Return the node after the mover claims a tile."""
    free = node.free & ~(1 << tile)
    near = ws.neighbours[tile]
    reach = near if node.first_claim_seats & MOVER_BIT else node.own_adjacent | near
    rest = node.free_gain - ws.gains[node.seat, tile]
    return SearchNode(
        free,
        node.opponent_adjacent & free,
        reach & free,
        node.first_claim_seats >> 1,
        1 - node.seat,
        rest,
    )


# --- The transposition table --------------------------------------------------------------------


EXACT_DEPTH = 127
"""The depth of a search to the end of the game."""
SCORE_LIMIT = 1 << 23
"""An upper limit on the sum of all gains, since a bound has 24 bits."""
NO_BOUND = 1 << 40
"""An upper bound larger than all values."""

ENTRY_WORDS = 4
BOUND_BITS = 24
BOUND_MASK = (1 << BOUND_BITS) - 1
DEPTH_MASK = 0x7F
DEPTH_SHIFT, MOVE_SHIFT, SEAT_SHIFT = 2 * BOUND_BITS, 2 * BOUND_BITS + 7, 2 * BOUND_BITS + 14

# Odd multipliers with well-mixed bits, and shifts, for a uniform hash of positions.
HASH_1, HASH_2, HASH_3 = (
    np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
S29, S30, S32 = (np.uint64(bits) for bits in (29, 30, 32))


def empty_table(bits: int) -> Ints:
    """Return a transposition table with ``2 ** bits`` entries."""
    return np.zeros(ENTRY_WORDS << bits, np.int64)


@compiled_no_refcount
def entry_index(node: SearchNode, table: Ints) -> int:
    """Return the index of the first word of a position's entry in the table."""
    h = np.uint64(node.free) * HASH_1
    h ^= h >> S29
    h = (h + np.uint64(node.own_adjacent)) * HASH_2
    h ^= h >> S32
    h = (h + np.uint64(node.opponent_adjacent)) * HASH_3
    h ^= h >> S30
    return int(h & np.uint64(len(table) // ENTRY_WORDS - 1)) * ENTRY_WORDS


@compiled_no_refcount
def packed_entry(node: SearchNode, table: Ints) -> int:
    """Return the packed bounds, depth and best move from a position's table entry.

    0 without an entry.
    """
    at = entry_index(node, table)
    if (
        table[at] == node.free
        and table[at + 1] == node.own_adjacent
        and table[at + 2] == node.opponent_adjacent
    ):
        word = table[at + 3]
        if word >> SEAT_SHIFT == node.seat:
            return int(word)
    return 0


@compiled_no_refcount
def probe(node: SearchNode, depth: int, low: int, high: int, table: Ints) -> tuple[int, int, int]:
    """Return the given bounds, narrowed by the position's table entry, and its best move or -1.

    Stored bounds are used only if their depth is at least `depth`.
    """
    word = packed_entry(node, table)
    if word >> DEPTH_SHIFT & DEPTH_MASK >= depth:
        low = max(low, (word & BOUND_MASK) - SCORE_LIMIT)
        high = min(high, (word >> BOUND_BITS & BOUND_MASK) - SCORE_LIMIT)
    return low, high, (word >> MOVE_SHIFT & DEPTH_MASK) - 1


@compiled_no_refcount
def upper_bound(node: SearchNode, depth: int, table: Ints) -> int:
    """Return the stored upper bound of a search of at least this depth, or `NO_BOUND`."""
    word = packed_entry(node, table)
    if word and word >> DEPTH_SHIFT & DEPTH_MASK >= depth:
        return int((word >> BOUND_BITS & BOUND_MASK) - SCORE_LIMIT)
    return NO_BOUND


@compiled_no_refcount
def best_move(node: SearchNode, table: Ints) -> int:
    """Return the stored best move of a position, or -1 if there is none."""
    return int((packed_entry(node, table) >> MOVE_SHIFT & DEPTH_MASK) - 1)


@compiled_no_refcount
def store(node: SearchNode, depth: int, low: int, high: int, move: int, table: Ints) -> None:
    """Store a position's bounds and best move, found by a search of the given depth."""
    at = entry_index(node, table)  # always replace: the newest entry is needed next
    table[at], table[at + 1], table[at + 2] = node.free, node.own_adjacent, node.opponent_adjacent
    table[at + 3] = (
        (low + SCORE_LIMIT)
        | (high + SCORE_LIMIT) << BOUND_BITS
        | depth << DEPTH_SHIFT
        | (move + 1) << MOVE_SHIFT
        | node.seat << SEAT_SHIFT
    )


@compiled_no_refcount
def search(  # noqa: C901, PLR0911, PLR0912 - what calls itself stays in one piece
    node: SearchNode, depth: int, alpha: int, beta: int, ws: Workspace
) -> int:
    """Return the value for the mover, or only a bound if it is outside (alpha, beta).

    Nodes at `depth` get a static evaluation; `EXACT_DEPTH` proves the value.
    """
    if node.free == 0 or (ws.stuck_ends and node.own_adjacent == 0):
        return 0
    node, low, high = reduce_and_bound(node, ws)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    ws.nodes[0] += 1
    ws.stop[0] |= ws.nodes[0] > ws.nodes[1]
    if ws.stop[0]:  # the caller checks the flag, too, and discards this value
        return 0
    if depth <= 0:
        return min(high, max(low, greedy_playout(node, ws)))
    low, high, first = probe(node, depth, low, high, ws.table)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    moves = ws.moves[count_bits(node.free)]
    n = order_moves(node, first, ws, moves)
    deeper = depth if depth == EXACT_DEPTH else depth - 1
    if beta == alpha + 1:  # a wide window is rarely cut off by a stored bound
        found = transposition_cutoff(node, deeper, beta, moves, n, ws)
        if found >= beta:
            return found
    best, chosen, floor = -SCORE_LIMIT, 0, max(alpha, low)
    for i in range(n):
        after, gain = child_node(node, moves[i], ws), ws.gains[node.seat, moves[i]]
        top = beta if i == 0 else floor + 1  # a null window for all but the first
        found = gain - search(after, deeper, gain - top, gain - floor, ws)
        if top <= found < beta:  # search again with the full window
            found = gain - search(after, deeper, gain - beta, gain - found, ws)
        if ws.stop[0]:
            return 0
        if found > best:
            best, chosen, floor = found, moves[i], max(floor, found)
            if best >= beta:
                break
    # Fail-soft: a value below the window is an upper bound, a value above it a lower one.
    low = max(low, best) if best > alpha else low
    high = min(high, best) if best < beta else high
    store(node, depth, low, high, chosen, ws.table)
    return int(best)


@compiled_no_refcount
def transposition_cutoff(
    node: SearchNode, child_depth: int, beta: int, moves: Ints, n: int, ws: Workspace
) -> int:
    """Return a stored lower bound of at least beta for one of n moves, or ``-SCORE_LIMIT``."""
    for i in range(n):
        gain = ws.gains[node.seat, moves[i]]
        low = gain - upper_bound(child_node(node, moves[i], ws), child_depth, ws.table)
        if low >= beta:
            return int(low)
    return -SCORE_LIMIT


# --- The static evaluation -----------------------------------------------------------------------


@compiled_no_refcount
def greedy_playout(node: SearchNode, ws: Workspace) -> int:
    """Return the mover's lead in gains after both sides play greedily to the end."""
    total, sign = 0, 1
    while node.free and (node.own_adjacent or not ws.stuck_ends):
        tile = greedy_pick(node, ws)
        total += sign * ws.gains[node.seat, tile]
        node = child_node(node, tile, ws)
        sign = -sign
    return total


@compiled_no_refcount
def greedy_pick(node: SearchNode, ws: Workspace) -> int:
    """Return the tile with the best sum of its gain, the best gain it opens and the gain denied."""
    gain, most, chosen = ws.gains, -(1 << 60), 0
    tiles = node.own_adjacent or node.free
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        worth = 4 * gain[node.seat, tile]
        opened = ws.neighbours[tile] & node.free & ~node.own_adjacent
        if opened:
            worth += gain[node.seat, lowest_bit(opened)]
        if node.opponent_adjacent & (1 << tile):
            worth += gain[1 - node.seat, tile]
        if worth > most:
            most, chosen = worth, tile
    return chosen


# --- Bounds -------------------------------------------------------------------------------------

# They follow from the rules without a search, and every node starts with them: often they are equal
# or outside the window.


@compiled_no_refcount
def flood_fill(start: int, free: int, neighbours: Ints) -> int:
    """Return the tiles of `start` and all free tiles connected to them."""
    found = todo = start
    while todo:
        new = neighbours[lowest_bit(todo)] & free & ~found
        todo &= todo - 1
        found |= new
        todo |= new
    return found


@compiled_no_refcount
def without_unreachable(node: SearchNode, ws: Workspace) -> SearchNode:
    """Return a node without the free tiles that no seat can reach."""
    if not ws.stuck_ends:
        return node
    reach = flood_fill(node.own_adjacent, node.free, ws.neighbours) | flood_fill(
        node.opponent_adjacent, node.free, ws.neighbours
    )
    return SearchNode(
        reach,
        node.own_adjacent,
        node.opponent_adjacent,
        node.first_claim_seats,
        node.seat,
        node.free_gain,
    )


@compiled_no_refcount
def reduce_and_bound(node: SearchNode, ws: Workspace) -> tuple[SearchNode, int, int]:
    """Return a node without unreachable tiles, and bounds on its value for the mover."""
    if not ws.stuck_ends:
        low, high = bounds_if_all_claimed(node, ws.gains)
        return node, low, high
    reach = flood_fill(node.own_adjacent, node.free, ws.neighbours)
    beyond = flood_fill(node.opponent_adjacent, node.free, ws.neighbours)
    low, high = bounds_if_stuck_ends(reach, beyond, node.seat, ws.gains)
    node = SearchNode(
        reach | beyond,
        node.own_adjacent,
        node.opponent_adjacent,
        node.first_claim_seats,
        node.seat,
        node.free_gain,
    )
    return node, low, high


# Python calls the next two functions: it must not call a compiled function that returns a
# SearchNode, a named tuple (see `polygames.runtime.jit.compiled`).


@compiled_no_refcount
def best_reachable_move(node: SearchNode, ws: Workspace) -> int:
    """Return the stored best move of a node without its unreachable tiles, or -1."""
    return int(best_move(without_unreachable(node, ws), ws.table))


@compiled_no_refcount
def value_bounds(node: SearchNode, ws: Workspace) -> tuple[int, int]:
    """Return bounds on a node's value for the mover, without a search."""
    _, low, high = reduce_and_bound(node, ws)
    return low, high


@compiled_no_refcount
def sum_every_other_gain(mask: int, first: int, gain: Ints) -> int:
    """Return the sum of the gains of every second tile of a set, ordered by value.

    It starts with the most valuable tile if `first` is 1, with the second if it is 0.
    """
    total, taken = 0, first
    while mask:
        if taken:
            total += gain[0, lowest_bit(mask)]
        mask &= mask - 1
        taken ^= 1
    return int(total)


@compiled_no_refcount
def bounds_if_all_claimed(node: SearchNode, gain: Ints) -> tuple[int, int]:
    """Return bounds on a node's value in a game that ends when all tiles are claimed.

    Consider the tiles adjacent to a player's own now. A player who always claims the most
    valuable one left finds at most 2k-2 of them gone at the k-th turn (2k-1 as the second
    player), and so gets at least every other one of them. The gains of both add up to `rest`. The
    bounds are equal if both players touch all tiles of value and pick in turns.
    """
    free, rest = node.free, node.free_gain
    own = (
        sum_every_other_gain(node.own_adjacent, 1, gain)
        if node.own_adjacent
        else gain[0, lowest_bit(free)]
    )
    low = 2 * own - rest
    if node.opponent_adjacent:
        high = rest - 2 * sum_every_other_gain(node.opponent_adjacent, 0, gain)
    else:
        second = free & (free - 1)
        high = rest - 2 * gain[0, lowest_bit(second)] if second else rest
    return int(low), int(high)


@compiled_no_refcount
def bounds_if_stuck_ends(
    mover_reach: int, opponent_reach: int, seat: int, gain: Ints
) -> tuple[int, int]:
    """Return bounds on a node's value in a game that ends when the mover has no adjacent tile.

    Each tile counts for the seat where it is best, or worst, for the mover. `mover_reach` is the
    set of tiles that the mover can reach, `opponent_reach` that of the other seat.
    """
    low, high = 0, 0
    tiles = mover_reach | opponent_reach
    while tiles:
        bit = tiles & -tiles
        tile = lowest_bit(tiles)
        tiles ^= bit
        worst, best = 0, 0
        if mover_reach & bit:
            worst, best = min(worst, gain[seat, tile]), max(best, gain[seat, tile])
        if opponent_reach & bit:
            worst, best = min(worst, -gain[1 - seat, tile]), max(best, -gain[1 - seat, tile])
        low += worst
        high += best
    return int(low), int(high)


# --- Move ordering ------------------------------------------------------------------------------


TT_MOVE_SCORE = 1 << 60
"""The score of the move to search first."""
OPPONENT_BIT = 2


@compiled_no_refcount
def order_moves(node: SearchNode, tt_move: int, ws: Workspace, moves: Ints) -> int:
    """Store the moves to search, the most promising first; return their number.

    `tt_move` is the best move of an earlier search, or -1. If every tile gets claimed, only the
    most valuable of the dead ends is searched: tiles that both seats touch and that touch no free
    tile. They change only the score, so the best of them dominates the others.
    """
    scores = ws.scores
    n, seen_dead_end = 0, False
    tiles = node.own_adjacent or node.free
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        around = ws.neighbours[tile] & node.free
        if (
            not ws.stuck_ends
            and around == 0
            and node.own_adjacent & node.opponent_adjacent & (1 << tile)
        ):
            if seen_dead_end:
                continue
            seen_dead_end = True
        if tile == tt_move:
            score = TT_MOVE_SCORE
        elif ws.stuck_ends:
            score = score_if_stuck_ends(node, tile, around, ws.gains)
        else:
            score = score_if_all_claimed(node, tile, around, ws.gains)
        i = n  # insertion sort: few moves, and no allocation
        while i > 0 and scores[i - 1] < score:
            scores[i], moves[i] = scores[i - 1], moves[i - 1]
            i -= 1
        scores[i], moves[i] = score, tile
        n += 1
    return n


@compiled_no_refcount
def score_if_all_claimed(node: SearchNode, tile: int, free_neighbours: int, gain: Ints) -> int:
    """Return a claim's score for move ordering, by its gain and the gains it opens and denies."""
    own = gain[node.seat]
    score = 16 * own[tile]
    opened, denied = free_neighbours & ~node.own_adjacent, free_neighbours & ~node.opponent_adjacent
    if opened:
        score += 8 * own[lowest_bit(opened)]
    if node.opponent_adjacent & (1 << tile):
        score += 4 * own[tile]
        if denied:
            score += 4 * own[lowest_bit(denied)]
    return int(score)


@compiled_no_refcount
def score_if_stuck_ends(node: SearchNode, tile: int, free_neighbours: int, gain: Ints) -> int:
    """Return a claim's score for move ordering if the game can end early: gain and mobility."""
    bit = 1 << tile
    score = 16 * gain[node.seat, tile] + 10 * count_bits(free_neighbours & ~node.own_adjacent)
    if node.opponent_adjacent & bit:
        score += 8 * gain[1 - node.seat, tile] + 10 * count_bits(
            free_neighbours & ~node.opponent_adjacent
        )
    if node.opponent_adjacent == bit and not node.first_claim_seats & OPPONENT_BIT:
        score += SCORE_LIMIT  # the other will be stuck
    return int(score)


# --- Proofs -------------------------------------------------------------------------------------


class NumbaAlphaBeta:
    """The compiled engine for the null-window searches of mtd.py, to the end of the game."""

    def __init__(self, remaining: RemainingTiles) -> None:
        self.remaining = remaining
        table_bits = min(24, max(10, len(remaining.tiles) - (4 if remaining.stuck_ends else 8)))
        self.ws = new_workspace(remaining, table_bits)
        self.stop_flag = self.ws.stop
        self.value_bound(
            remaining.start._replace(free=0, own_adjacent=0, opponent_adjacent=0), 0
        )  # compiles, if needed

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return int(self.ws.nodes[0])

    def value_bound(self, position: Position, beta: int) -> int:
        """Return a lower bound >= beta, or an upper bound < beta, on the mover's value.

        Raise OutOfTimeError if the flag is set.
        """
        node = to_search_node(position, self.remaining)
        found = search(node, EXACT_DEPTH, beta - 1, beta, self.ws)
        if self.stop_flag[0]:
            raise OutOfTimeError
        return int(found)

    def best_move(self, position: Position) -> int:
        """Return the bit number of the stored best move of a position, or -1."""
        return int(best_reachable_move(to_search_node(position, self.remaining), self.ws))
