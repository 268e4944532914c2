"""The rest of a game, as bit masks and integers: the input of the searches.

**One gain for each tile is enough if every tile gets claimed.** Let a claim of a tile add `a` to
the score of seat 0, or `b` to the score of seat 1. The difference of the scores changes by `a` or
by `-b`, which is ``(a - b) / 2`` plus or minus ``(a + b) / 2``. The first part is the same for both
owners, so it is settled before the game. The second part is ``(1 - penalty) / 2`` times the tile's
points, for blue and red tiles alike. So both seats want the same tiles, with as many points as
possible. The penalty is only a factor (0 in the literal game, with a penalty of 1), and best play
is the same for every penalty below 1.

If the game can end early (``ending="stuck"``), the first part is not settled, and a tile has a
separate gain for each seat.
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

MOVER_BIT, OPPONENT_BIT = 1, 2


class Position(NamedTuple):
    """The parts of a position on which the rest of the game depends.

    Sets of tiles are bit masks; the bit of a tile is its index in `RemainingTiles.tiles`.
    """

    free: Mask
    """The free tiles."""
    own_adjacent: Mask
    """The free tiles that are adjacent to the mover's."""
    opponent_adjacent: Mask
    """The free tiles that are adjacent to the other seat's."""
    first_claim_seats: int
    """The seats without a tile, if the game can end early, as bits: mover (1) and other (2).

    Such a seat is adjacent to every free tile."""
    seat: int
    """The seat of the mover."""


@dataclass(frozen=True)
class RemainingTiles:
    """The free tiles with their gains, the most valuable first."""

    tiles: tuple[Tile, ...]
    """The tile of each bit."""
    neighbours: tuple[Mask, ...]
    """The neighbours of each bit."""
    gains: tuple[tuple[int, ...], tuple[int, ...]]
    """For each seat and bit the gain of a claim, in units."""
    stuck_ends: bool
    """Whether the game ends once the mover has no adjacent tile."""
    settled_points: Fraction
    """The settled part of the final difference, seat 0 less seat 1, in points."""
    unit: Fraction
    """The number of points of a gain of 1."""
    start: Position
    """The current position."""

    def position_after(self, position: Position, bit: int) -> Position:
        """Return the position after the mover claims the tile with this bit number."""
        free, mine, other, fresh, seat = position
        free &= ~(1 << bit)
        reach = self.neighbours[bit] if fresh & MOVER_BIT else mine | self.neighbours[bit]
        return Position(free, other & free, reach & free, fresh >> 1, 1 - seat)

    def claimable(self, position: Position) -> Mask:
        """Return the tiles that the mover may claim; empty if the game is over."""
        return position.own_adjacent or (0 if self.stuck_ends else position.free)

    def total_gain(self, free: Mask) -> int:
        """Return the sum of the gains of the free tiles."""
        return sum(self.gains[0][bit] for bit in tiles_of(free))

    def final_difference(self, value: int, seat: int) -> float:
        """Return the final difference, seat 0 less seat 1, for a search value."""
        return float(self.settled_points + self.unit * (value if seat == 0 else -value))


def remaining_tiles(state: Territory, only: Iterable[Tile] | None = None) -> RemainingTiles:
    """Return the free tiles and their gains in a game for two, ignoring a possible takeover.

    With `only`, other free tiles are left out as if they could not be claimed. The settled part
    includes them.
    """
    board, ends = state.board, state.rules.ending == "stuck"
    free = list(tiles_of(state.free)) if only is None else list(only)
    penalty = state.rules.cost
    color = RED if state.blue else BLUE  # of seat 0
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
        for bit, seat in ((MOVER_BIT, state.turn), (OPPONENT_BIT, 1 - state.turn))
        if ends and not state.owned[seat]
    )
    first, second = (tuple(gains[tile][seat] // divisor for tile in free) for seat in (0, 1))
    return RemainingTiles(
        tiles=tuple(free),
        neighbours=tuple(masked(board.near[tile]) for tile in free),
        gains=(first, second),
        stuck_ends=ends,
        settled_points=settled + state.exact_score(0) - state.exact_score(1),
        unit=unit * divisor,
        start=Position(every, touched[state.turn], touched[1 - state.turn], fresh, state.turn),
    )
