"""What counts in a position of Splinter, and its static value: a weighted sum of features.

The weights are those of a least squares fit to the values that a tree search gave 45,000
positions; of the variance in positions kept apart they explain 71%. `evaluation` has the same,
compiled.

Why a second writing: the first answer of an analysis is made of it before numba is loaded (some
0.05 s; to load numba and the compiled code from the disk takes 2.4 s). And where nothing is
compiled, to encode a position for the kernel takes longer (0.6 ms) than its value here (0.3 ms).
"""

from __future__ import annotations

from itertools import product
from math import dist, tanh
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from polygames.games.splinter.boards import (
    KINGS,
    PIECE_PATTERN,
    PIECE_SIGNS,
    SEAT_PATTERNS,
    squares,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.splinter.boards import Square, Step
    from polygames.games.splinter.rules import Splinter

Place: TypeAlias = tuple[int, int]

KING_AREA_STEPS = 2
"""Within so many steps a piece is in the king's crowd."""
TAIL_NEIGHBOURS = 2
"""A piece with so many neighbours or fewer is in the tail of its group."""
DRAWN_NEIGHBOUR_PAIRS = 120
"""With so many pairs of neighbours a tie is certain; at the start there are 89."""
DRAW_CONTEMPT = 0.9
"""How bad a tie is for the agents that search, from 0, half a win, to 1, a loss. Two careful
players can repeat moves for ever; a player that minds looks for something else."""


class Features(NamedTuple):
    """What counts, each as seat 0's number minus seat 1's."""

    tempo: float
    """Who is to move."""
    share: float
    """Pieces nearer to this king than to the other: about its group, if they are cut apart."""
    pawns: float
    """Own pieces."""
    crowd: float
    """Pieces at most `KING_AREA_STEPS` steps from the king."""
    ring: float
    """Pieces next to the king, which hold it to the group."""
    heart: float
    """How much nearer the king is to the middle of all pieces."""
    loose: float
    """Own pieces whose neighbours are connected without them: they can leave at no risk."""
    tied: float
    """Own pieces whose neighbours are not: to move one may cut."""
    tail: float
    """Own pieces with `TAIL_NEIGHBOURS` neighbours or fewer: soon cut off."""
    alone: float
    """Own pieces with one neighbour."""


FEATURE_WEIGHTS = Features(
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


def static_value(state: Splinter, seat: int) -> float:
    """Estimate how a game that is not over will end, from -1 to +1 for the seat."""
    total = sum(f * w for f, w in zip(features(state), FEATURE_WEIGHTS, strict=True))
    return tanh(total if seat == 0 else -total)


def tie_likelihood(state: Splinter) -> float:
    """Return how likely a tie is, from 0 to 1: a dense crowd can hold out, thin ones break."""
    return min(1.0, neighbours(state) / DRAWN_NEIGHBOUR_PAIRS)


def contemptuous_value(state: Splinter, seat: int, *, contempt: float) -> float:
    """Return the static value for the seat that thinks, with its contempt for a tie."""
    value, tie = static_value(state, seat), tie_likelihood(state)
    return value + tie * (-contempt - value)


def neighbours(state: Splinter) -> int:
    """Count the pairs of neighbouring pieces."""
    pieces = squares(PIECE_PATTERN, state.cells)
    steps = product(pieces, state.grid.steps)
    return sum(state.cells[at + step] in PIECE_SIGNS for at, step in steps) // 2


def features(state: Splinter) -> Features:
    """Return what counts in a position."""
    place = state.grid.place
    places = [place(at) for at in squares(PIECE_PATTERN, state.cells)]
    white, black = (place(state.cells.find(king)) for king in KINGS)
    to_white, to_black = ([_steps(at, king) for at in places] for king in (white, black))
    middle = tuple(map(fmean, zip(*places, strict=True)))
    return Features(
        tempo=1 - 2 * state.turn,
        share=sum((w < b) - (w > b) for w, b in zip(to_white, to_black, strict=True)),
        crowd=sum(
            (w <= KING_AREA_STEPS) - (b <= KING_AREA_STEPS)
            for w, b in zip(to_white, to_black, strict=True)
        ),
        ring=to_white.count(1) - to_black.count(1),
        heart=dist(black, middle) - dist(white, middle),
        **_single_pieces(state),
    )


def _single_pieces(state: Splinter) -> dict[str, float]:
    """Return what the single pieces of both seats add up to."""
    total = dict.fromkeys(("pawns", "loose", "tied", "tail", "alone"), 0.0)
    for own, sign in zip(SEAT_PATTERNS, (1, -1), strict=True):
        for at in squares(own, state.cells):
            around = [step for step in state.grid.steps if state.cells[at + step] in PIECE_SIGNS]
            total["pawns"] += sign
            total["loose" if _have_connected_neighbours(at, around, state) else "tied"] += sign
            total["tail"] += sign * (len(around) <= TAIL_NEIGHBOURS)
            total["alone"] += sign * (len(around) == 1)
    return total


def _have_connected_neighbours(at: Square, around: Sequence[Step], state: Splinter) -> bool:
    """Say whether the neighbours of a square are connected among themselves."""
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
