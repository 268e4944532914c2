"""A position of Polygon as arrays, for compiled code to play moves on and take them back.

Numbers in brackets are those of RULES.md. Points are numbered as `PolygonGame.points` yields
them, the vertices first; a move's code is the number of the point where the segment ends.
Segments are numbered from 0.

Layout
------
`Board` is a bundle of arrays, with P = `MOST_POINTS` and S = `MOST_SEGMENTS`:

========== ======== ======= ======================================================================
array      shape    dtype   what it holds
========== ======== ======= ======================================================================
`head`     (8,)     int64   one number in each of the columns `VERTICES` to `PRIME`
`spot`     (P, 3)   float64 x and y of a point, from -1 to 1, and how far it may be off
`triple`   (P, 3)   int64   X, Y and W of a point modulo the prime; W may be `NOT_COMPUTED`
`through`  (P,)     int64   bit k says that segment k runs through the point
`dotted`   (P,)     int8    1 where a segment has ended
`ends`     (S, 2)   int64   the points where a segment starts and ends
`made`     (P, 2)   int64   the segments that a crossing was first made by
`before`   (S,)     int64   how many points there were before the segment
`side`     (P,)     int8    room for `push`: the side of the new segment where a point lies
`along`    (S,)     int64   room for `legal`: the segments on whose line a point lies
========== ======== ======= ======================================================================

What does not fit is refused: `encode` raises OverflowError, and `push` says no.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from polygames.geometry.ring import CosineRing, Integers
from polygames.runtime.arrays import np, npt

if TYPE_CHECKING:
    from polygames.games.polygon.rules import Options
    from polygames.geometry.exact import Plane


Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]


MOST_SEGMENTS = 60
"""A set of segments has to fit the bits of one number."""
MOST_POINTS = 1024
MOST_VERTICES = 64
NOWHERE = -1
NOT_COMPUTED = -1

VERTICES, HERE, SEGMENTS, POINTS, COLORS, LENIENT, DOUBT, PRIME = range(8)
"""The columns of `head`."""
DIFFERENT, SAME, ANY, MIXED = range(4)
"""The colour rules, as COLORS has them."""
UNIT = 2.0**-64
"""The last place of the coordinates that `polygames.geometry.exact` gives first."""


class Board(NamedTuple):
    """A position; the top of this module says what each array holds."""

    head: Ints
    spot: Floats
    triple: Ints
    through: Ints
    dotted: Bytes
    ends: Ints
    made: Ints
    before: Ints
    side: Bytes
    along: Ints


def empty_board(rules: Options) -> Board:
    """Return the board before the first move."""
    plane, n = rules.plane, rules.n
    ring, prime = _small_ring(plane, n)
    board = Board(
        head=np.zeros(8, np.int64),
        spot=np.zeros((MOST_POINTS, 3)),
        triple=np.zeros((MOST_POINTS, 3), np.int64),
        through=np.zeros(MOST_POINTS, np.int64),
        dotted=np.zeros(MOST_POINTS, np.int8),
        ends=np.zeros((MOST_SEGMENTS, 2), np.int64),
        made=np.zeros((MOST_POINTS, 2), np.int64),
        before=np.zeros(MOST_SEGMENTS, np.int64),
        side=np.zeros(MOST_POINTS, np.int8),
        along=np.zeros(MOST_SEGMENTS, np.int64),
    )
    colors = ("different", "same", "any", "mixed").index(rules.colors)
    lenient = rules.concurrent == "lenient"
    board.head[:] = (n, NOWHERE, 0, n, colors, lenient, 0, prime)
    for k, vertex in enumerate(plane.vertices):
        ball = vertex.ball(0)
        if ball is None:
            msg = f"vertex {k} has no place"
            raise OverflowError(msg)
        board.spot[k] = ball.x * UNIT, ball.y * UNIT, 1.5 * (ball.error + 1) * UNIT + 2.0**-52
        board.triple[k] = [ring.residue(number) for number in vertex.exact]
    return board


def _small_ring(plane: Plane, n: int) -> tuple[Integers | CosineRing, int]:
    """Return the ring of a plane modulo a prime whose products fit 64 bits."""
    if plane.ring.degree == 1:
        return Integers(small_prime(1)), small_prime(1)
    return CosineRing(n, small_prime(n)), small_prime(n)


@cache
def small_prime(n: int) -> int:
    """Return the largest prime below 2^31 that leaves the remainder 1 when divided by n."""
    start = (2**31 - 2) // n * n + 1
    return next(
        p for p in count(start, -n) if p % 2 and all(p % d for d in range(3, isqrt(p) + 1, 2))
    )
