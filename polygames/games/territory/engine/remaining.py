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

from polygames.games.territory.boards import BLUE, RED, YELLOW, tiles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    """Return what remains of a game for two.

    Parameters
    ----------
    state
        The position; the right to take over is not looked at.
    only
        Free tiles to look at; the others are left out, as if nobody could claim them. What is
        settled counts for them too.
    """
    board, ends = state.board, state.rules.ending == "stuck"
    free = list(tiles_of(state.free)) if only is None else list(only)
    penalty = state.rules.cost
    if ends:
        gains = {tile: _gains(state, tile, penalty) for tile in free}
        settled, unit = Fraction(0), Fraction(1, penalty.denominator)
    else:
        gains = {tile: (_worth(state, tile),) * 2 for tile in free}
        signed = (_sign(state, tile) * _worth(state, tile) for tile in tiles_of(state.free))
        settled, unit = sum(signed) * (1 + penalty) / 2, (1 - penalty) / 2
    scores = [_owned(state, seat, penalty) for seat in (0, 1)]
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
    return Remaining(
        tiles=tuple(free),
        near=tuple(masked(board.near[tile]) for tile in free),
        gain=(_gains_of(free, gains, 0, divisor), _gains_of(free, gains, 1, divisor)),
        ends=ends,
        settled=settled + scores[0] - scores[1],
        unit=unit * divisor,
        start=Position(every, touched[state.turn], touched[1 - state.turn], fresh, state.turn),
    )


def _owned(state: Territory, seat: int, penalty: Fraction) -> Fraction:
    """Return the score of a seat without rounding."""
    own = 1 if seat == 0 else -1
    worth = (
        (_sign(state, tile) * own, _worth(state, tile)) for tile in tiles_of(state.owned[seat])
    )
    parts = (Fraction(points) if sign > 0 else -penalty * points for sign, points in worth)
    return sum(parts, Fraction(0))


def _gains_of(
    tiles: Sequence[Tile], gains: dict[Tile, tuple[int, int]], seat: int, divisor: int
) -> tuple[int, ...]:
    return tuple(gains[tile][seat] // divisor for tile in tiles)


def _gains(state: Territory, tile: Tile, penalty: Fraction) -> tuple[int, int]:
    """Return what a tile adds to the score of each seat, times the penalty's denominator."""
    own, other = penalty.denominator, -penalty.numerator
    first, second = (own, other) if _sign(state, tile) > 0 else (other, own)
    return _worth(state, tile) * first, _worth(state, tile) * second


def _worth(state: Territory, tile: Tile) -> int:
    """Return the value of a tile, whatever its colour; yellow 0."""
    area = state.board.areas[tile]
    if state.board.colors[tile] == YELLOW:
        return 0
    return area * area if state.rules.value == "square" else area


def _sign(state: Territory, tile: Tile) -> int:
    """Return 1 where a tile has the colour of seat 0, else -1."""
    return 1 if state.board.colors[tile] == (RED if state.blue else BLUE) else -1
