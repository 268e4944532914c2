"""What a position of Splinter promises: a weighted sum of what matters, plain and compiled.

The weights are those of a least squares fit to the values that a tree search gave 45,000
positions; of the variance in positions kept apart they explain 71%.
"""

from __future__ import annotations

from itertools import product
from math import dist, tanh
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from polygames.games.splinter.boards import KINGS, OWN, PIECE, PIECES, squares
from polygames.games.splinter.engine.kernel import COUNT, OCCUPIED, ROOM, ROWS, TOGETHER, TURN
from polygames.games.splinter.engine.kernel import PIECES as LIST
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from polygames.games.splinter.boards import Square, Step
    from polygames.games.splinter.engine.kernel import Ints
    from polygames.games.splinter.rules import Splinter

    Floats = npt.NDArray[np.float64]

Place: TypeAlias = tuple[int, int]

__all__ = ["WEIGHTS", "Features", "add_features", "estimate", "features", "outlook"]

NEAR = 2
"""Within so many steps a piece is in the king's crowd."""
FEW = 2
"""A piece with so many neighbours or fewer is in the tail of its group."""


DENSE = 120
"""With so many pairs of neighbours a tie is certain; at the start there are 89."""


class Features(NamedTuple):
    """What counts, each as seat 0's number minus seat 1's."""

    tempo: float
    """Who is to move."""
    share: float
    """Pieces nearer to this king than to the other: about its group, if they are cut apart."""
    pawns: float
    """Own pieces."""
    crowd: float
    """Pieces at most `NEAR` steps from the king."""
    ring: float
    """Pieces next to the king, which hold it to the group."""
    heart: float
    """How much nearer the king is to the middle of all pieces."""
    loose: float
    """Own pieces whose neighbours hang together without them: they can leave at no risk."""
    tied: float
    """Own pieces whose neighbours do not: to move one may cut."""
    tail: float
    """Own pieces with `FEW` neighbours or fewer: soon cut off."""
    alone: float
    """Own pieces with one neighbour."""


WEIGHTS = Features(
    tempo=0.024,
    share=0.004,
    pawns=0.044,
    crowd=0.017,
    ring=0.050,
    heart=0.104,
    loose=0.024,
    tied=0.019,
    tail=-0.017,
    alone=-0.014,
)


def outlook(state: Splinter, seat: int) -> float:
    """Estimate how a game that is not over will end, from -1 to +1 for the seat."""
    total = sum(f * w for f, w in zip(features(state), WEIGHTS, strict=True))
    return tanh(total if seat == 0 else -total)


def dullness(state: Splinter) -> float:
    """Return how likely a tie is, from 0 to 1: a dense crowd can hold out, thin ones break."""
    return min(1.0, bonds(state) / DENSE)


def bonds(state: Splinter) -> int:
    """Count the pairs of neighbouring pieces."""
    pieces = squares(PIECE, state.cells)
    steps = product(pieces, state.grid.steps)
    return sum(state.cells[at + step] in PIECES for at, step in steps) // 2


def features(state: Splinter) -> Features:
    """Return what counts in a position."""
    place = state.grid.place
    places = [place(at) for at in squares(PIECE, state.cells)]
    white, black = (place(state.cells.find(king)) for king in KINGS)
    to_white, to_black = ([_steps(at, king) for at in places] for king in (white, black))
    middle = tuple(map(fmean, zip(*places, strict=True)))
    return Features(
        tempo=1 - 2 * state.turn,
        share=sum((w < b) - (w > b) for w, b in zip(to_white, to_black, strict=True)),
        crowd=sum((w <= NEAR) - (b <= NEAR) for w, b in zip(to_white, to_black, strict=True)),
        ring=to_white.count(1) - to_black.count(1),
        heart=dist(black, middle) - dist(white, middle),
        **_of_pieces(state),
    )


def _of_pieces(state: Splinter) -> dict[str, float]:
    """Return what the single pieces of both seats add up to."""
    total = dict.fromkeys(("pawns", "loose", "tied", "tail", "alone"), 0.0)
    for own, sign in zip(OWN, (1, -1), strict=True):
        for at in squares(own, state.cells):
            around = [step for step in state.grid.steps if state.cells[at + step] in PIECES]
            total["pawns"] += sign
            total["loose" if _hang_together(at, around, state) else "tied"] += sign
            total["tail"] += sign * (len(around) <= FEW)
            total["alone"] += sign * (len(around) == 1)
    return total


def _hang_together(at: Square, around: Sequence[Step], state: Splinter) -> bool:
    """Say whether the neighbours of a square do so among themselves."""
    ring = {at + step for step in around}
    reached = [ring.pop()] if ring else []
    for square in reached:  # grows while it is walked through
        near = ring & {square + step for step in state.grid.steps}
        ring -= near
        reached += near
    return not ring


def _steps(one: Place, other: Place) -> int:
    """Return how many steps lie between two squares."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# --- Compiled ----------------------------------------------------------------------------------

TEMPO, SHARE, PAWNS, CROWD, RING, HEART, LOOSE, TIED, TAIL, ALONE = range(len(WEIGHTS))
PER_FEATURE = np.array(WEIGHTS)
BITS = np.array([bits.bit_count() for bits in range(256)])


@compiled
def estimate(a: Ints) -> float:
    """Return how the game will end, from -1 to +1 for seat 0."""
    out = np.zeros(len(WEIGHTS))
    add_features(a, out)
    return float(np.tanh(np.sum(out * PER_FEATURE)))


@compiled
def stall(a: Ints) -> float:
    """Return how likely a tie is, from 0 to 1."""
    pairs = 0
    for row in range(OCCUPIED + 1, OCCUPIED + 1 + a[ROWS]):
        here, under = a[row], a[row + 1]
        pairs += ones(here & here >> 1) + ones(here & under)
        pairs += ones(here & under >> 1) + ones(here >> 1 & under)
    return float(min(1.0, pairs / DENSE))


@compiled
def ones(bits: int) -> int:
    """Count the bits that are set, of at most 32."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@compiled
def add_features(a: Ints, out: Floats) -> None:
    """Add the features to an array of zeros."""
    out[TEMPO] = 1 - 2 * a[TURN]
    out[PAWNS] = a[COUNT] - a[COUNT + 1]
    white, black = a[LIST], a[LIST + ROOM]
    out[RING] = BITS[around(a, white)] - BITS[around(a, black)]
    rows = columns = 0
    for seat in range(2):
        sign, first = 1 - 2 * seat, LIST + ROOM * seat
        for place in range(first, first + a[COUNT + seat]):
            square = a[place]
            rows += square >> 5
            columns += square & 31
            to_white, to_black = distance(square, white), distance(square, black)
            out[SHARE] += int(to_white < to_black) - int(to_white > to_black)
            out[CROWD] += int(to_white <= NEAR) - int(to_black <= NEAR)
            ring = around(a, square)
            out[LOOSE if TOGETHER[ring] else TIED] += sign
            out[TAIL] += sign * (BITS[ring] <= FEW)
            out[ALONE] += sign * (BITS[ring] == 1)
    pieces = a[COUNT] + a[COUNT + 1]
    row, column = rows / pieces, columns / pieces
    out[HEART] = away(black, row, column) - away(white, row, column)


@compiled
def around(a: Ints, square: int) -> int:
    """Return the occupied squares among the 8 around a square, as bits."""
    row, left = square >> 5, (square & 31) - 1
    above, under = a[OCCUPIED + row - 1] >> left & 7, a[OCCUPIED + row + 1] >> left & 7
    beside = a[OCCUPIED + row] >> left & 5
    return int(above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5)


@compiled
def distance(one: int, other: int) -> int:
    """Return how many steps lie between two squares."""
    return max(abs((one >> 5) - (other >> 5)), abs((one & 31) - (other & 31)))


@compiled
def away(square: int, row: float, column: float) -> float:
    """Return how far a square is from a point."""
    down, right = (square >> 5) - row, (square & 31) - column
    return float(np.sqrt(down * down + right * right))
