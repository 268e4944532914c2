"""Alpha-beta over the tiles that are left, compiled: for proofs and, cut at a depth, for play.

What the past leaves to the future are three sets of tiles, each a bit mask: those `free`, and those
of them that touch what the mover and the other own. Positions with the same three sets have the
same future, whoever owns what, so the table is keyed by them; that merges far more positions than
the two sets owned would.

Values are for the mover: what the mover will gain from here on minus what the other will.
_left.py makes them from a state, and says why one gain a tile is enough while every tile gets
claimed. Bits are sorted by gain, the highest first, so that the lowest bit of a mask is its most
valuable tile.

The general `polygames.search.alphabeta`, which knows no bounds and keeps who owns what apart, was
tried in its place, judged by greedy play too: this one took 78% of the points (72% to 84%, 66
pairs of games of 15 x 15 with the preset "half", 0.03 CPU seconds a move).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.search.bits import count, lowest
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.territory.engine.remaining import Left, Masks

    Ints = npt.NDArray[np.int64]

__all__ = ["DEEP", "LIMIT", "MOST", "Numbers", "hint", "numbers_of", "value"]

MOST = 64
"""Most tiles that may be left."""
DEEP = 127
"""A depth that reaches the end."""
LIMIT = 1 << 23
"""All gains together are less: a bound has 24 bits in the table."""

FRESH_MOVER, FRESH_OTHER = 1, 2
"""Bits of `fresh`: who claims the first tile yet."""

SLOT = 4  # words: free, mine, other, and the bounds, depth, move and seat packed
BITS = 24
FIELD = (1 << BITS) - 1
AT_DEPTH, AT_MOVE, AT_SEAT = 2 * BITS, 2 * BITS + 7, 2 * BITS + 14

HASH_1, HASH_2, HASH_3 = (
    np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
S29, S30, S32 = (np.uint64(bits) for bits in (29, 30, 32))


class Numbers(NamedTuple):
    """What a search looks at, and its memory."""

    near: Ints
    """For each tile the mask of its neighbours."""
    gain: Ints
    """For each seat and tile what claiming it adds to the seat's score."""
    ends: int
    """1 where the game ends when the mover has no adjacent tile, 0 where all get claimed."""
    table: Ints
    """Four words a position; the number of positions is a power of two."""
    stop: npt.NDArray[np.uint8]
    """Not zero when the search is to end; another thread may set it."""
    nodes: Ints
    """How many positions were searched."""


def numbers_of(left: Left, table_bits: int) -> Numbers:
    """Return the arrays for a search, with room for so many positions (a power of two).

    Raises
    ------
    OverflowError
        If there are more tiles than `MOST`, or the gains add up to `LIMIT` or more.
    """
    total = max(sum(map(abs, gains)) for gains in left.gain)
    if len(left.tiles) > MOST or total >= LIMIT:
        msg = f"{len(left.tiles)} tiles left, gains of {total}: more than the search has room for"
        raise OverflowError(msg)
    return Numbers(
        near=np.array(left.near, np.uint64).view(np.int64),
        gain=np.array(left.gain, np.int64).reshape(2, len(left.tiles)),
        ends=int(left.ends),
        table=np.zeros(SLOT << table_bits, np.int64),
        stop=np.zeros(1, np.uint8),
        nodes=np.zeros(1, np.int64),
    )


def signed(masks: Masks) -> tuple[int, int, int]:
    """Return free, mine and other as the compiled code has them: bit 63 is the sign."""
    free, mine, other = (mask - (1 << 64) if mask >> 63 else mask for mask in masks[:3])
    return free, mine, other


# --- Bits --------------------------------------------------------------------------------------


@compiled
def flood(start: int, free: int, near: Ints) -> int:
    """Return the free tiles that hang together with some of them, those included."""
    found = todo = start
    while todo:
        new = near[lowest(todo)] & free & ~found
        todo &= todo - 1
        found |= new
        todo |= new
    return found


@compiled
def slot_of(free: int, mine: int, other: int, table: Ints) -> int:
    """Return where in the table a position belongs."""
    h = np.uint64(free) * HASH_1
    h ^= h >> S29
    h = (h + np.uint64(mine)) * HASH_2
    h ^= h >> S32
    h = (h + np.uint64(other)) * HASH_3
    h ^= h >> S30
    return int(h & np.uint64(len(table) // SLOT - 1)) * SLOT


# --- Bounds ------------------------------------------------------------------------------------


@compiled
def every_other(mask: int, first: int, gain: Ints) -> int:
    """Return the gains of every other tile of a mask, the most valuable first or left out."""
    total, taken = 0, first
    while mask:
        if taken:
            total += gain[lowest(mask)]
        mask &= mask - 1
        taken ^= 1
    return int(total)


@compiled
def bounds_of_all(free: int, mine: int, other: int, rest: int, gain: Ints) -> tuple[int, int]:
    """Return bounds where every tile gets claimed; `rest` is what all are worth together.

    Who always takes the most valuable of the tiles that touch the own ones now finds, at the
    k-th turn, at most 2k-2 (for the second player 2k-1) of them gone, so gets at least every
    other of them; the two gains add up to `rest`. The bounds meet where both sides touch
    everything of value: picking in turns.
    """
    low = 2 * (every_other(mine, 1, gain) if mine else gain[lowest(free)]) - rest
    if other:
        high = rest - 2 * every_other(other, 0, gain)
    else:
        second = free & (free - 1)
        high = rest - 2 * gain[lowest(second)] if second else rest
    return int(low), int(high)


@compiled
def bounds_of_stuck(mine: int, other: int, mover: Ints, opponent: Ints) -> tuple[int, int]:
    """Return bounds from the tiles that each side can reach: each falls as it is best or worst."""
    low, high = 0, 0
    tiles = mine | other
    while tiles:
        bit = tiles & -tiles
        tile = lowest(tiles)
        tiles ^= bit
        worst, best = 0, 0
        if mine & bit:
            worst, best = min(worst, mover[tile]), max(best, mover[tile])
        if other & bit:
            worst, best = min(worst, -opponent[tile]), max(best, -opponent[tile])
        low += worst
        high += best
    return int(low), int(high)


# --- Where the search is cut ---------------------------------------------------------------------


@compiled
def greedy_pick(free: int, mine: int, other: int, seat: int, numbers: Numbers) -> int:
    """Return the tile that a greedy player claims: gain, and what the other is denied."""
    gain, most, chosen = numbers.gain, -(1 << 60), 0
    tiles = mine or free
    while tiles:
        bit = tiles & -tiles
        tile = lowest(tiles)
        tiles ^= bit
        worth = 4 * gain[seat, tile]
        new = numbers.near[tile] & free & ~mine
        if new:
            worth += gain[seat, lowest(new)]
        if other & bit:
            worth += gain[1 - seat, tile]
        if worth > most:
            most, chosen = worth, tile
    return chosen


@compiled
def estimate(free: int, mine: int, other: int, fresh: int, seat: int, numbers: Numbers) -> int:
    """Return what the mover gains if both are greedy from here on."""
    total, sign = 0, 1
    while free and (mine or not numbers.ends):
        tile = greedy_pick(free, mine, other, seat, numbers)
        total += sign * numbers.gain[seat, tile]
        free &= ~(1 << tile)
        after = numbers.near[tile] if fresh & FRESH_MOVER else mine | numbers.near[tile]
        mine, other = other & free, after & free
        fresh >>= 1
        sign, seat = -sign, 1 - seat
    return total


# --- The search ----------------------------------------------------------------------------------


@compiled
def ordered(  # noqa: C901 - one score, with its parts together
    free: int, mine: int, other: int, fresh: int, seat: int, first: int, numbers: Numbers, out: Ints
) -> int:
    """Write the tiles worth a try, the most promising first, and count them.

    Of tiles that both sides touch and that touch no free tile only the most valuable is worth a
    try while all get claimed: they change nothing but the score, so a player who wants one of
    them may as well take the best.
    """
    near, own, others = numbers.near, numbers.gain[seat], numbers.gain[1 - seat]
    scores = np.empty(MOST, np.int64)
    n, seen_dead_end = 0, False
    tiles = mine or free
    while tiles:
        bit = tiles & -tiles
        tile = lowest(tiles)
        tiles ^= bit
        around = near[tile] & free
        if not numbers.ends and around == 0 and mine & other & bit:
            if seen_dead_end:
                continue
            seen_dead_end = True
        score = 16 * own[tile]
        new, denied = around & ~mine, around & ~other
        if numbers.ends:
            score += 10 * count(new)
            if other & bit:
                score += 8 * others[tile] + 10 * count(denied)
            if other == bit and not fresh & FRESH_OTHER:
                score += LIMIT  # the other will be stuck
        else:
            if new:
                score += 8 * own[lowest(new)]
            if other & bit:
                score += 4 * own[tile]
                if denied:
                    score += 4 * own[lowest(denied)]
        if tile == first:
            score = 1 << 60
        i = n
        while i > 0 and scores[i - 1] < score:
            scores[i], out[i] = scores[i - 1], out[i - 1]
            i -= 1
        scores[i], out[i] = score, tile
        n += 1
    return n


@compiled
def cut_by_table(
    free: int,
    mine: int,
    other: int,
    fresh: int,
    seat: int,
    depth: int,
    beta: int,
    n: int,
    tiles: Ints,
    numbers: Numbers,
) -> int:
    """Return a lower bound of at least beta that the table knows after one of n moves, if any."""
    near, gain, table = numbers.near, numbers.gain[seat], numbers.table
    deeper = depth if depth == DEEP else depth - 1
    for i in range(n):
        tile = tiles[i]
        left = free & ~(1 << tile)
        after = (near[tile] if numbers.ends and fresh & FRESH_MOVER else mine | near[tile]) & left
        still = other & left
        slot = slot_of(left, still, after, table)
        if table[slot] == left and table[slot + 1] == still and table[slot + 2] == after:
            packed = table[slot + 3]
            if packed >> AT_SEAT != seat and packed >> AT_DEPTH & 0x7F >= deeper:
                low = gain[tile] - ((packed >> BITS & FIELD) - LIMIT)
                if low >= beta:
                    return int(low)
    return -LIMIT


@compiled
def value(  # noqa: C901, PLR0911, PLR0912, PLR0915 - what calls itself stays in one piece
    free: int,
    mine: int,
    other: int,
    fresh: int,
    seat: int,
    rest: int,
    depth: int,
    alpha: int,
    beta: int,
    numbers: Numbers,
) -> int:
    """Return the value for the mover; where it is at most alpha or at least beta, only a bound.

    Parameters
    ----------
    free, mine, other
        The tiles left, and those of them that touch the mover's and the other's tiles.
    fresh
        Who claims the first tile yet (where the game can end: elsewhere it makes no difference);
        such a seat touches every free tile.
    seat, rest
        The mover, and what all free tiles are worth together (where all get claimed).
    depth
        After how many moves to estimate; `DEEP` proves.
    alpha, beta
        Which values matter.
    """
    if free == 0 or (numbers.ends and mine == 0):
        return 0
    if numbers.ends:
        reach, beyond = flood(mine, free, numbers.near), flood(other, free, numbers.near)
        free = reach | beyond  # the rest is out of the game
        low, high = bounds_of_stuck(reach, beyond, numbers.gain[seat], numbers.gain[1 - seat])
    else:
        low, high = bounds_of_all(free, mine, other, rest, numbers.gain[0])
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    table = numbers.table
    numbers.nodes[0] += 1
    if numbers.stop[0]:
        return 0
    if depth <= 0:
        return min(high, max(low, estimate(free, mine, other, fresh, seat, numbers)))
    # What the table knows. A bound from a proof (or the rules) holds at any depth.
    slot = slot_of(free, mine, other, table)
    first = -1
    if table[slot] == free and table[slot + 1] == mine and table[slot + 2] == other:
        packed = table[slot + 3]
        if packed >> AT_SEAT == seat:
            first = (packed >> AT_MOVE & 0x7F) - 1
            if packed >> AT_DEPTH & 0x7F >= depth:
                low = max(low, (packed & FIELD) - LIMIT)
                high = min(high, (packed >> BITS & FIELD) - LIMIT)
                if low >= beta or low == high:
                    return int(low)
                if high <= alpha:
                    return int(high)
    tiles = np.empty(MOST, np.int64)
    n = ordered(free, mine, other, fresh, seat, first, numbers, tiles)
    if beta == alpha + 1:
        found = cut_by_table(free, mine, other, fresh, seat, depth, beta, n, tiles, numbers)
        if found >= beta:
            return found
    best, chosen, floor = -LIMIT, 0, max(alpha, low)
    near, gain = numbers.near, numbers.gain[seat]
    deeper = depth if depth == DEEP else depth - 1
    for i in range(n):
        tile = tiles[i]
        left = free & ~(1 << tile)
        after = (near[tile] if numbers.ends and fresh & FRESH_MOVER else mine | near[tile]) & left
        seats, worth, still = 1 - seat, gain[tile], other & left
        top = beta if i == 0 else floor + 1
        found = worth - value(
            left,
            still,
            after,
            fresh >> 1,
            seats,
            rest - worth,
            deeper,
            worth - top,
            worth - floor,
            numbers,
        )
        if top <= found < beta:
            found = worth - value(
                left,
                still,
                after,
                fresh >> 1,
                seats,
                rest - worth,
                deeper,
                worth - beta,
                worth - found,
                numbers,
            )
        if numbers.stop[0]:
            return 0
        if found > best:
            best, chosen = found, tile
            floor = max(floor, best)
            if best >= beta:
                break
    at_least = max(low, best) if best > alpha else low
    at_most = min(high, best) if best < beta else high
    table[slot], table[slot + 1], table[slot + 2] = free, mine, other
    table[slot + 3] = (
        (at_least + LIMIT)
        | (at_most + LIMIT) << BITS
        | depth << AT_DEPTH
        | (chosen + 1) << AT_MOVE
        | seat << AT_SEAT
    )
    return int(best)


@compiled
def hint(free: int, mine: int, other: int, seat: int, numbers: Numbers) -> int:
    """Return the move that the table holds for a position, or -1."""
    table = numbers.table
    if numbers.ends:
        free = flood(mine, free, numbers.near) | flood(other, free, numbers.near)
    slot = slot_of(free, mine, other, table)
    if table[slot] == free and table[slot + 1] == mine and table[slot + 2] == other:
        packed = table[slot + 3]
        if packed >> AT_SEAT == seat:
            return int((packed >> AT_MOVE & 0x7F) - 1)
    return -1
