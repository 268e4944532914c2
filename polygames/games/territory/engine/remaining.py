"""What remains of a game, as bit masks and whole numbers: what the searches look at.

**One gain a tile is enough while every tile gets claimed.** Let a tile add `a` to the score of
seat 0 if that claims it, and `b` to that of seat 1 if that does. The difference of the scores
changes by `a` or by `-b`, which is ``(a - b) / 2`` plus or minus ``(a + b) / 2``. The first part
comes in whoever claims the tile: it is settled before the game begins. The second is, for a blue
tile and for a red one alike, ``(1 - penalty) / 2`` times the tile's value. So both seats want the
same tiles, as many of the valuable ones as they can get; the penalty only says how much that
counts (with 1, the literal game, nothing), and best play is the same for every penalty below 1.

Where the game can end before (``ending="stuck"``) the settled part is not settled, and a tile has
a gain for each seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from polygames.games.territory.boards import BLUE, RED, tiles_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.games.territory.boards import Mask, Tile
    from polygames.games.territory.rules import Territory

FRESH_MOVER, FRESH_OTHER = 1, 2


class Position(NamedTuple):
    """A position as far as its future depends on it.

    Sets of tiles are bit masks; a bit is a tile's place in `Remaining.tiles`.
    """

    free: Mask
    """The tiles left."""
    mine: Mask
    """Those of them that touch the mover's tiles."""
    other: Mask
    """Those of them that touch the other seat's."""
    fresh: int
    """Which of the two, mover (1) and other (2), claims the first tile yet, where the game can
    end; such a seat touches every free tile."""
    seat: int
    """The mover."""


@dataclass(frozen=True)
class Remaining:
    """The tiles left, with what they are worth, the most valuable first."""

    tiles: tuple[Tile, ...]
    """The tile of each bit."""
    near: tuple[Mask, ...]
    """For each bit its neighbours."""
    gain: tuple[tuple[int, ...], tuple[int, ...]]
    """For each seat and bit what a claim adds to the value."""
    ends: bool
    """Whether the game ends when the mover has no adjacent tile."""
    settled: Fraction
    """The part of the final difference, seat 0 less seat 1, that is settled."""
    unit: Fraction
    """How many points a gain of 1 is."""
    start: Position
    """The position it is about."""

    def after(self, position: Position, bit: int) -> Position:
        """Return the position after the mover's claim."""
        free, mine, other, fresh, seat = position
        free &= ~(1 << bit)
        reach = self.near[bit] if fresh & FRESH_MOVER else mine | self.near[bit]
        return Position(free, other & free, reach & free, fresh >> 1, 1 - seat)

    def claimable(self, position: Position) -> Mask:
        """Return what the mover may claim; nothing when the game is over."""
        return position.mine or (0 if self.ends else position.free)

    def rest(self, free: Mask) -> int:
        """Return what the free tiles are worth together."""
        return sum(self.gain[0][bit] for bit in tiles_of(free))

    def difference(self, value: int, seat: int) -> float:
        """Return the final difference, seat 0 less seat 1, for a value that a seat is left with."""
        return float(self.settled + self.unit * (value if seat == 0 else -value))


def remaining_of(state: Territory, only: Iterable[Tile] | None = None) -> Remaining:
    """Return what remains of a game for two; the right to take over is not looked at.

    With `only` the other free tiles are left out, as if nobody could claim them. What is settled
    counts for them too.
    """
    board, ends = state.board, state.rules.ending == "stuck"
    free = list(tiles_of(state.free)) if only is None else list(only)
    penalty = state.rules.cost
    color = RED if state.blue else BLUE  # seat 0's
    signed = {
        tile: state.points(tile) * (1 if board.colors[tile] == color else -1)
        for tile in tiles_of(state.free)
    }
    if ends:
        own, other = penalty.denominator, penalty.numerator
        both = {tile: (signed[tile], -signed[tile]) for tile in free}
        gains = {
            tile: (one * own, two * other) if one > 0 else (one * other, two * own)
            for tile, (one, two) in both.items()
        }
        settled, unit = Fraction(0), Fraction(1, penalty.denominator)
    else:
        gains = {tile: (abs(signed[tile]),) * 2 for tile in free}
        settled, unit = sum(signed.values()) * (1 + penalty) / 2, (1 - penalty) / 2
    free.sort(key=lambda tile: (-sum(map(abs, gains[tile])), tile))
    divisor = gcd(*(gain for tile in free for gain in gains[tile])) or 1
    place = {tile: 1 << bit for bit, tile in enumerate(free)}

    def masked(mask: Mask) -> Mask:
        return sum(place.get(tile, 0) for tile in tiles_of(mask))

    every = masked(state.free)
    touched = [
        every if ends and not owned else masked(reach)
        for owned, reach in zip(state.owned, state.reach, strict=True)
    ]
    fresh = sum(
        bit
        for bit, seat in ((FRESH_MOVER, state.turn), (FRESH_OTHER, 1 - state.turn))
        if ends and not state.owned[seat]
    )
    first, second = (tuple(gains[tile][seat] // divisor for tile in free) for seat in (0, 1))
    return Remaining(
        tiles=tuple(free),
        near=tuple(masked(board.near[tile]) for tile in free),
        gain=(first, second),
        ends=ends,
        settled=settled + state.exact_score(0) - state.exact_score(1),
        unit=unit * divisor,
        start=Position(every, touched[state.turn], touched[1 - state.turn], fresh, state.turn),
    )
