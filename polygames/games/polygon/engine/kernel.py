"""Polygon's rules compiled, to search with: the twin of rules.py. Numbers in brackets: RULES.md's.

A board is a bundle of arrays that moves change in place, `push` and `pop`. Points are numbered as
`PolygonGame.points` yields them, the vertices first; a move's code is the number of the point
where the segment ends. Segments are numbered from 0, and bit k of a point's `through` says that
segment k runs through it.

**How sure it is.** A point has float coordinates with a bound on their error, and its homogeneous
coordinates modulo a prime. A determinant further from zero than its bound has its sign proved.
Within the bound it is zero if it is zero modulo the prime: whether the true value is zero has
then no proof here, but to be wrong it would have to be both tiny and a multiple of a 31-bit
prime. Within the bound and not zero modulo the prime its sign is open: DOUBT is set, and the
search counts what follows as unknown. So nothing is guessed, and what a search has proved is
made certain by replaying the proof on rules.py (`proof.check_proof`).

What does not fit is refused: `encode` raises OverflowError, and `push` says no.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import isqrt, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from polygames.geometry._ring import CosineRing, Integers
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    from polygames.games.polygon.rules import Options, PolygonGame
    from polygames.geometry.exact import Plane, Point

__all__ = ["Board", "encode", "legal", "pop", "push"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]

MOST_SEGMENTS = 60
MOST_POINTS = 1024
MOST_VERTICES = 64
NOWHERE = -1
UNSETTLED = -1

VERTICES, HERE, SEGMENTS, POINTS, COLORS, LENIENT, DOUBT, PRIME = range(8)
DIFFERENT, SAME, ANY, MIXED = range(4)
EVEN = 0x5555555555555555
"""The bits of the segments of seat 0."""
ODD = EVEN << 1

ROUNDING = 1e-15
"""More than the rounding errors of a determinant of differences of size 1, or of a share."""
LEAST_ANGLE = 1e-9
"""The least sine of an angle at which lines are taken to meet in a place that floats tell."""
UNIT = 2.0**-64
"""The last place of the coordinates that `polygames.geometry.exact` gives first."""


class Board(NamedTuple):
    """A position; `spot`, `triple`, `through` and `dotted` have a row for each point."""

    head: Ints
    spot: Floats
    """x and y, from -1 to 1, and how far the point may be off."""
    triple: Ints
    """X, Y and W modulo the prime; W is UNSETTLED until they are asked for."""
    through: Ints
    dotted: Bytes
    side: Bytes
    """Room for `push`: on which side of the new segment a point lies."""
    ends: Ints
    """For each segment the points where it starts and ends."""
    made: Ints
    """For each crossing the segments that it was first made by."""
    before: Ints
    """How many points there were before each segment."""
    along: Ints
    """Room for `legal`: the segments on whose line a point lies."""


# --- From rules.py -----------------------------------------------------------------------------


def encode(state: PolygonGame) -> Board:
    """Write a position as arrays.

    Raises
    ------
    OverflowError
        If there is no room, or a point has no proved place (see DOUBT).
    """
    if state.rules.n > MOST_VERTICES or len(state.lines) > MOST_SEGMENTS:
        msg = f"{state.rules.n} vertices, {len(state.lines)} segments: the kernel has less room"
        raise OverflowError(msg)
    board = _empty(state.rules)
    points = list(state.vertices)
    numbers = {point: k for k, point in enumerate(points)}
    if state.path:
        board.head[HERE] = numbers[state.path[0]]
    for end in state.path[1:]:
        # What a number stands for is asked of the exact crossings, in the order they were made.
        points, numbers = _follow(state, board, points, numbers)
        if not push(board, numbers[end]):
            msg = "the kernel has no room for so many points"
            raise OverflowError(msg)
    if board.head[DOUBT]:
        msg = "floats do not tell the points of this position apart"
        raise OverflowError(msg)
    return board


def _follow(
    state: PolygonGame, board: Board, points: list[Point], numbers: dict[Point, int]
) -> tuple[list[Point], dict[Point, int]]:
    """Add the points that the board has and the lists lack."""
    for point in list(state.crossings)[
        len(points) - state.rules.n : board.head[POINTS] - state.rules.n
    ]:
        numbers[point] = len(points)
        points.append(point)
    return points, numbers


def _empty(rules: Options) -> Board:
    """Return the board before the first move."""
    plane, n = rules.plane, rules.n
    ring, prime = _small_ring(plane, n)
    board = Board(
        head=np.zeros(8, np.int64),
        spot=np.zeros((MOST_POINTS, 3)),
        triple=np.zeros((MOST_POINTS, 3), np.int64),
        through=np.zeros(MOST_POINTS, np.int64),
        dotted=np.zeros(MOST_POINTS, np.int8),
        side=np.zeros(MOST_POINTS, np.int8),
        ends=np.zeros((MOST_SEGMENTS, 2), np.int64),
        made=np.zeros((MOST_POINTS, 2), np.int64),
        before=np.zeros(MOST_SEGMENTS, np.int64),
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


# --- Determinants ------------------------------------------------------------------------------


@compiled
def sign(spot: Floats, p: int, q: int, r: int) -> int:
    """Return the side of point r seen from p towards q, 1 left or -1 right; 0 if that stays open.

    The determinant is twice the area of the triangle pqr; to move a corner by e changes it by e
    times the opposite side.
    """
    dx, dy = spot[q, 0] - spot[p, 0], spot[q, 1] - spot[p, 1]
    ux, uy = spot[r, 0] - spot[p, 0], spot[r, 1] - spot[p, 1]
    value = dx * uy - dy * ux
    e, f, g = spot[p, 2], spot[q, 2], spot[r, 2]
    pq, pr = abs(dx) + abs(dy) + f, abs(ux) + abs(uy) + g
    bound = e * (pq + pr) + f * pr + g * pq + ROUNDING * pq * pr
    return int(value > bound) - int(value < -bound)


@compiled
def turn(board: Board, p: int, q: int, r: int) -> int:
    """Return the side of point r seen from p towards q: 1 left, -1 right, 0 on the line.

    Sets DOUBT if floats leave the side open and the remainders say that it is not 0.
    """
    side = sign(board.spot, p, q, r)
    if side == 0:
        t, m = board.triple, board.head[PRIME]
        for point in (p, q, r):
            settle(t, board.ends, board.made, m, point)
        a, b, c = joined(t, m, p, q)
        if (a * t[r, 0] % m + b * t[r, 1] % m + c * t[r, 2] % m) % m:
            board.head[DOUBT] = 1
    return side


@compiled
def joined(t: Ints, m: int, p: int, q: int) -> tuple[int, int, int]:
    """Return the line through two points modulo the prime m."""
    return (
        (t[p, 1] * t[q, 2] - t[p, 2] * t[q, 1]) % m,
        (t[p, 2] * t[q, 0] - t[p, 0] * t[q, 2]) % m,
        (t[p, 0] * t[q, 1] - t[p, 1] * t[q, 0]) % m,
    )


@compiled
def settle(t: Ints, ends: Ints, made: Ints, m: int, point: int) -> None:
    """Compute the remainders of a point, and of those it rests on first, if they are not there.

    Few points are ever asked for them.
    """
    if t[point, 2] != UNSETTLED:
        return
    i, j = made[point, 0], made[point, 1]
    p, q, r, s = ends[i, 0], ends[i, 1], ends[j, 0], ends[j, 1]
    settle(t, ends, made, m, p)
    settle(t, ends, made, m, q)
    settle(t, ends, made, m, r)
    settle(t, ends, made, m, s)
    a, b, c = joined(t, m, p, q)
    d, e, f = joined(t, m, r, s)
    t[point, 0] = (b * f % m - c * e % m) % m
    t[point, 1] = (c * d % m - a * f % m) % m
    t[point, 2] = (a * e % m - b * d % m) % m


@compiled
def runs_along(board: Board, p: int, q: int, k: int) -> bool:
    """Say whether the segment from p to q shares more than a point with segment k on its line."""
    spot = board.spot
    start, end = board.ends[k, 0], board.ends[k, 1]
    dx, dy = spot[q, 0] - spot[p, 0], spot[q, 1] - spot[p, 1]
    if abs(dx) + abs(dy) <= 8 * (spot[p, 2] + spot[q, 2]):
        board.head[DOUBT] = 1
    if (spot[end, 0] - spot[start, 0]) * dx + (spot[end, 1] - spot[start, 1]) * dy < 0:
        start, end = end, start
    return is_before(board, p, end, dx, dy) and is_before(board, start, q, dx, dy)


@compiled
def is_before(board: Board, p: int, q: int, dx: float, dy: float) -> bool:
    """Say whether q lies further in a direction than p, on a line of that direction."""
    if p == q:
        return False
    spot = board.spot
    value = (spot[q, 0] - spot[p, 0]) * dx + (spot[q, 1] - spot[p, 1]) * dy
    bound = (2 * (spot[p, 2] + spot[q, 2]) + ROUNDING) * (abs(dx) + abs(dy))
    if abs(value) <= bound:
        board.head[DOUBT] = 1
    return bool(value > 0)


# --- Moves -------------------------------------------------------------------------------------


@compiled
def push(board: Board, end: int) -> bool:
    """Draw a segment to a point that is a target; False, and nothing drawn, without room."""
    head, through, dotted, side, ends = (
        board.head,
        board.through,
        board.dotted,
        board.side,
        board.ends,
    )
    k, points, start = head[SEGMENTS], head[POINTS], head[HERE]
    if k >= MOST_SEGMENTS or points + k > MOST_POINTS:
        return False
    spot = board.spot
    for p in range(points):
        side[p] = sign(spot, start, end, p)
        if side[p] == 0 and p not in (start, end):
            side[p] = turn(board, start, end, p)
    ends[k, 0], ends[k, 1] = start, end
    board.before[k] = points
    met = through[start] | through[end]
    for other in range(k):
        p, q = ends[other, 0], ends[other, 1]
        if side[p] * side[q] >= 0 or met >> other & 1:
            continue
        one, two = sign(spot, p, q, start), sign(spot, p, q, end)
        if one == 0 or two == 0:
            one, two = turn(board, p, q, start), turn(board, p, q, end)
        if one * two < 0:
            cross(board, k, other)
    dotted[end] = 1
    head[HERE], head[SEGMENTS] = end, k + 1
    return True


@compiled
def cross(board: Board, k: int, other: int) -> None:
    """Note that segment k crosses another: in a point that is there already, or in a new one."""
    head, through, side, made, ends = (
        board.head,
        board.through,
        board.side,
        board.made,
        board.ends,
    )
    for p in range(head[VERTICES], board.before[k]):
        if side[p] == 0 and through[p] >> other & 1:
            through[p] |= 1 << k
            return
    new = head[POINTS]
    head[POINTS] = new + 1
    if not place(board.spot, new, ends[k, 0], ends[k, 1], ends[other, 0], ends[other, 1]):
        head[DOUBT] = 1
    board.triple[new, 2] = UNSETTLED
    made[new, 0], made[new, 1] = k, other
    through[new] = 1 << k | 1 << other
    board.dotted[new] = 0


@compiled
def place(spot: Floats, new: int, p: int, q: int, r: int, s: int) -> bool:
    """Compute the point where segments pq and rs cross: ``p + (q - p) * top / bottom``.

    It lies between their ends, so within each one's error from where the lines are thought to be;
    where both bands overlap is no further from their middle than the sum of both errors over the
    sine of the angle. False if the lines are so near to parallel that floats do not tell where.
    """
    dx, dy = spot[q, 0] - spot[p, 0], spot[q, 1] - spot[p, 1]
    ux, uy = spot[s, 0] - spot[r, 0], spot[s, 1] - spot[r, 1]
    vx, vy = spot[r, 0] - spot[p, 0], spot[r, 1] - spot[p, 1]
    bottom, top = dx * uy - dy * ux, vx * uy - vy * ux
    size = sqrt((dx * dx + dy * dy) * (ux * ux + uy * uy))
    if abs(bottom) <= LEAST_ANGLE * size:
        spot[new, 0], spot[new, 1], spot[new, 2] = spot[p, 0], spot[p, 1], 4.0
        return False
    share = top / bottom
    spot[new, 0], spot[new, 1] = spot[p, 0] + dx * share, spot[p, 1] + dy * share
    off = max(spot[p, 2], spot[q, 2]) + max(spot[r, 2], spot[s, 2])
    off += ROUNDING * (abs(vx) + abs(vy) + abs(dx) + abs(dy))
    spot[new, 2] = 1.01 * off * size / abs(bottom) + ROUNDING / 2
    return True


@compiled
def pop(board: Board) -> None:
    """Take the last segment back (not DOUBT)."""
    head, through = board.head, board.through
    k = head[SEGMENTS] - 1
    points = board.before[k]
    bit = ~(1 << k)
    for p in range(head[VERTICES], points):
        through[p] &= bit
    board.dotted[head[HERE]] = 0
    head[HERE], head[SEGMENTS], head[POINTS] = board.ends[k, 0], k, points


@compiled
def fits(board: Board, p: int, seat: int) -> bool:
    """Say whether a crossing is a target for a seat, by its number of segments and colours."""
    lines, wanted = board.through[p], board.head[COLORS]
    if not board.head[LENIENT] and lines & (lines - 1) & ((lines & (lines - 1)) - 1):
        return False
    if wanted == MIXED:
        wanted = SAME if seat == 0 else DIFFERENT
    if wanted == ANY:
        return True
    even, odd = lines & EVEN, lines & ODD
    if wanted == DIFFERENT:
        return bool(even and odd)
    return bool(even & (even - 1) or odd & (odd - 1))


@compiled
def lines_at(board: Board, here: int) -> tuple[int, int]:
    """List in `along` the segments on whose line a point lies; return their bits and number."""
    spot, ends, along = board.spot, board.ends, board.along
    lines, count = board.through[here], 0
    for j in range(board.head[SEGMENTS]):
        p, q = ends[j, 0], ends[j, 1]
        on = bool(lines >> j & 1)
        if not on and sign(spot, p, q, here) == 0:
            on = here in (p, q) or turn(board, p, q, here) == 0
        if on:
            lines |= 1 << j
            along[count] = j
            count += 1
    return lines, count


@compiled
def legal(board: Board, out: Ints) -> int:
    """Write where the next segment may end, in rising order, and count it.

    Before the first move HERE has to be the vertex where it begins.
    """
    head, through, ends, spot = board.head, board.through, board.ends, board.spot
    here, n, k, along = head[HERE], head[VERTICES], head[SEGMENTS], board.along
    lines, count = lines_at(board, here)
    found = 0
    for p in range(head[POINTS]):
        if board.dotted[p] or p == here:
            continue
        if p < n:
            apart = abs(p - here)
            if here < n and apart in (1, n - 1):
                continue
        elif through[p] & lines or not fits(board, p, k & 1):
            continue
        free = True
        for i in range(count):
            j = along[i]
            if sign(spot, ends[j, 0], ends[j, 1], p) == 0:
                free = free and is_free(board, here, p, j)
        if free:
            out[found] = p
            found += 1
    return found


@compiled
def is_free(board: Board, here: int, end: int, k: int) -> bool:
    """Say whether a segment from here does not run along segment k, whose line goes through it."""
    p, q = board.ends[k, 0], board.ends[k, 1]
    on = end in (p, q) or turn(board, p, q, end) == 0
    return not (on and runs_along(board, here, end, k))
