"""The moves of Polygon, compiled: the twin of rules.py on a position as arrays.

Moves change a board in place: `push` makes one, `pop` undoes it, and `legal` lists where the next
may end. `reply_counts` searches two segments ahead. Numbers in brackets are those of RULES.md.
Points are numbered as `PolygonGame.points` yields them, the vertices first; a move's code is the
number of the point where the segment ends. Segments are numbered from 0.

Layout
------
`Board` is a bundle of arrays, with P = `POINT_CAPACITY` and S = `SEGMENT_CAPACITY`:

==================== ====== ======= ===============================================================
array                shape  dtype   contents
==================== ====== ======= ===============================================================
`head`               (8,)   int64   one number in each of the columns `VERTICES` to `PRIME`
`coordinates`        (P, 3) float64 x and y of a point, from -1 to 1, and how far it may be off
`residues`           (P, 3) int64   X, Y and W of a point modulo the prime; W may be `NOT_COMPUTED`
`segments_through`   (P,)   int64   bit k is set if segment k runs through the point
`is_endpoint`        (P,)   int8    1 where a segment has ended
`ends`               (S, 2) int64   the points where a segment starts and ends
`defining_segments`  (P, 2) int64   the segments that a crossing was first made by
`point_count_before` (S,)   int64   the number of points before the segment was drawn
`sides`              (P,)   int8    room for `push`: each point's side of the new segment
`collinear`          (S,)   int64   room for `legal`: the segments collinear with a point
==================== ====== ======= ===============================================================

If a position does not fit, `encode` raises OverflowError, and `push` returns False.

The orientation of three points
-------------------------------
A point has float coordinates with a bound on their error, and homogeneous coordinates modulo a
prime. If a determinant is further from zero than its bound, its sign is proved (a floating-point
filter: Shewchuk 1997, *Adaptive precision floating-point arithmetic and fast robust geometric
predicates*). Within the bound it is taken as zero if it is zero modulo the prime (Brönnimann,
Emiris, Pan and Pion 1997, *Computing exact geometric predicates using modular arithmetic with
single precision*). That is no proof, but an error would need a value both tiny and a multiple of a
31-bit prime. Within the bound and not zero modulo the prime the sign is unknown: DOUBT is set, and
the search counts the position as unknown. So nothing is guessed, and the result of a search is
made certain by replaying its proof on rules.py (`proof.check_proof`).
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import isqrt, sqrt
from typing import TYPE_CHECKING, NamedTuple

from polygames.geometry.algebraic_numbers import CosineRing, Integers
from polygames.runtime.jit import compiled, np, npt

if TYPE_CHECKING:
    from polygames.games.polygon.rules import Options, PolygonGame
    from polygames.geometry.exact import Plane

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]


SEGMENT_CAPACITY = 60
"""A set of segments has to fit the bits of an int64."""
POINT_CAPACITY = 1024
VERTEX_CAPACITY = 64
NO_POINT = -1
NOT_COMPUTED = -1

VERTICES, HERE, SEGMENTS, POINTS, COLORS, LENIENT, DOUBT, PRIME = range(8)
"""The columns of `head`."""
DIFFERENT, SAME, ANY, MIXED = range(4)
"""The colour rules, as values of the column COLORS."""
COORDINATE_UNIT = 2.0**-64
"""The unit of the coordinates that `polygames.geometry.exact` computes at first."""


class Board(NamedTuple):
    """A position as arrays; the table at the top of this module describes them."""

    head: Ints
    coordinates: Floats
    residues: Ints
    segments_through: Ints
    is_endpoint: Bytes
    ends: Ints
    defining_segments: Ints
    point_count_before: Ints
    sides: Bytes
    collinear: Ints


def empty_board(rules: Options) -> Board:
    """Return the board before the first move."""
    plane, n = rules.plane, rules.n
    ring, prime = _small_ring(plane, n)
    board = Board(
        head=np.zeros(8, np.int64),
        coordinates=np.zeros((POINT_CAPACITY, 3)),
        residues=np.zeros((POINT_CAPACITY, 3), np.int64),
        segments_through=np.zeros(POINT_CAPACITY, np.int64),
        is_endpoint=np.zeros(POINT_CAPACITY, np.int8),
        ends=np.zeros((SEGMENT_CAPACITY, 2), np.int64),
        defining_segments=np.zeros((POINT_CAPACITY, 2), np.int64),
        point_count_before=np.zeros(SEGMENT_CAPACITY, np.int64),
        sides=np.zeros(POINT_CAPACITY, np.int8),
        collinear=np.zeros(SEGMENT_CAPACITY, np.int64),
    )
    colors = ("different", "same", "any", "mixed").index(rules.colors)
    lenient = rules.concurrent == "lenient"
    board.head[:] = (n, NO_POINT, 0, n, colors, lenient, 0, prime)
    for k, vertex in enumerate(plane.vertices):
        ball = vertex.ball(0)
        if ball is None:
            msg = f"vertex {k} has no place in the arrays"
            raise OverflowError(msg)
        board.coordinates[k] = (
            ball.x * COORDINATE_UNIT,
            ball.y * COORDINATE_UNIT,
            1.5 * (ball.error + 1) * COORDINATE_UNIT + 2.0**-52,
        )
        board.residues[k] = [ring.residue(number) for number in vertex.exact]
    return board


def _small_ring(plane: Plane, n: int) -> tuple[Integers | CosineRing, int]:
    """Return the ring of a plane's coordinates modulo a prime below 2^31, and that prime."""
    if plane.ring.degree == 1:
        return Integers(small_prime(1)), small_prime(1)
    return CosineRing(n, small_prime(n)), small_prime(n)


@cache
def small_prime(n: int) -> int:
    """Return the largest prime p below 2^31 with p % n == 1."""
    start = (2**31 - 2) // n * n + 1
    return next(
        p for p in count(start, -n) if p % 2 and all(p % d for d in range(3, isqrt(p) + 1, 2))
    )


# --- Orientation ----------------------------------------------------------------------------------

DETERMINANT_ERROR = 1e-15
"""Bound on the rounding errors of a determinant of differences of size 1, or of a ratio."""
MIN_ANGLE = 1e-9
"""The least sine of the angle between lines whose intersection is computed in floats."""


@compiled
def side_by_floats(coordinates: Floats, p: int, q: int, r: int) -> int:
    """Return the side of line pq that r is on: 1 left, -1 right, 0 if floats cannot decide.

    The determinant is twice the area of the triangle pqr. Moving a corner by e changes it by e
    times the opposite side.
    """
    dx, dy = coordinates[q, 0] - coordinates[p, 0], coordinates[q, 1] - coordinates[p, 1]
    ux, uy = coordinates[r, 0] - coordinates[p, 0], coordinates[r, 1] - coordinates[p, 1]
    value = dx * uy - dy * ux
    e, f, g = coordinates[p, 2], coordinates[q, 2], coordinates[r, 2]
    pq, pr = abs(dx) + abs(dy) + f, abs(ux) + abs(uy) + g
    bound = e * (pq + pr) + f * pr + g * pq + DETERMINANT_ERROR * pq * pr
    return int(value > bound) - int(value < -bound)


@compiled
def orientation(board: Board, p: int, q: int, r: int) -> int:
    """Return the orientation of p, q, r: 1 if r is left of pq, -1 right of it, 0 on the line.

    Sets DOUBT if floats cannot decide the side and the residues show that it is not 0.
    """
    side = side_by_floats(board.coordinates, p, q, r)
    if side == 0:
        t, m = board.residues, board.head[PRIME]
        for point in (p, q, r):
            fill_residues(t, board.ends, board.defining_segments, m, point)
        a, b, c = line_through(t, m, p, q)
        if (a * t[r, 0] % m + b * t[r, 1] % m + c * t[r, 2] % m) % m:
            board.head[DOUBT] = 1
    return side


@compiled
def line_through(t: Ints, m: int, p: int, q: int) -> tuple[int, int, int]:
    """Return the homogeneous coefficients of the line through two points modulo the prime m."""
    return (
        (t[p, 1] * t[q, 2] - t[p, 2] * t[q, 1]) % m,
        (t[p, 2] * t[q, 0] - t[p, 0] * t[q, 2]) % m,
        (t[p, 0] * t[q, 1] - t[p, 1] * t[q, 0]) % m,
    )


@compiled
def fill_residues(t: Ints, ends: Ints, defining_segments: Ints, m: int, point: int) -> None:
    """Compute and store the modular coordinates of a point and of the points that define it.

    They are computed on demand, because few points need them.
    """
    if t[point, 2] != NOT_COMPUTED:
        return
    i, j = defining_segments[point, 0], defining_segments[point, 1]
    p, q, r, s = ends[i, 0], ends[i, 1], ends[j, 0], ends[j, 1]
    fill_residues(t, ends, defining_segments, m, p)
    fill_residues(t, ends, defining_segments, m, q)
    fill_residues(t, ends, defining_segments, m, r)
    fill_residues(t, ends, defining_segments, m, s)
    a, b, c = line_through(t, m, p, q)
    d, e, f = line_through(t, m, r, s)
    t[point, 0] = (b * f % m - c * e % m) % m
    t[point, 1] = (c * d % m - a * f % m) % m
    t[point, 2] = (a * e % m - b * d % m) % m


@compiled
def is_overlapping(board: Board, p: int, q: int, k: int) -> bool:
    """Return True if segments pq and k, which are collinear, share more than a point.

    Sets DOUBT where floats cannot decide.
    """
    spot = board.coordinates
    start, end = board.ends[k, 0], board.ends[k, 1]
    dx, dy = spot[q, 0] - spot[p, 0], spot[q, 1] - spot[p, 1]
    if abs(dx) + abs(dy) <= 8 * (spot[p, 2] + spot[q, 2]):
        board.head[DOUBT] = 1
    if (spot[end, 0] - spot[start, 0]) * dx + (spot[end, 1] - spot[start, 1]) * dy < 0:
        start, end = end, start
    return is_before(board, p, end, dx, dy) and is_before(board, start, q, dx, dy)


@compiled
def is_before(board: Board, p: int, q: int, dx: float, dy: float) -> bool:
    """Return True if p comes before q in a direction along the line through them.

    Set the flag DOUBT if floats cannot decide.
    """
    if p == q:
        return False
    spot = board.coordinates
    value = (spot[q, 0] - spot[p, 0]) * dx + (spot[q, 1] - spot[p, 1]) * dy
    bound = (2 * (spot[p, 2] + spot[q, 2]) + DETERMINANT_ERROR) * (abs(dx) + abs(dy))
    if abs(value) <= bound:
        board.head[DOUBT] = 1
    return bool(value > 0)


@compiled
def store_intersection(coordinates: Floats, point: int, p: int, q: int, r: int, s: int) -> bool:
    """Store the intersection of segments pq and rs: ``p + (q - p) * top / bottom``.

    The point lies between the ends of both, so within each segment's error from its computed line.
    The overlap of both bands is no further from its middle than the sum of both errors over the
    sine of the angle. Return False if the lines are too nearly parallel for floats.
    """
    dx, dy = coordinates[q, 0] - coordinates[p, 0], coordinates[q, 1] - coordinates[p, 1]
    ux, uy = coordinates[s, 0] - coordinates[r, 0], coordinates[s, 1] - coordinates[r, 1]
    vx, vy = coordinates[r, 0] - coordinates[p, 0], coordinates[r, 1] - coordinates[p, 1]
    bottom, top = dx * uy - dy * ux, vx * uy - vy * ux
    size = sqrt((dx * dx + dy * dy) * (ux * ux + uy * uy))
    if abs(bottom) <= MIN_ANGLE * size:
        coordinates[point, 0], coordinates[point, 1], coordinates[point, 2] = (
            coordinates[p, 0],
            coordinates[p, 1],
            4.0,
        )
        return False
    share = top / bottom
    coordinates[point, 0], coordinates[point, 1] = (
        coordinates[p, 0] + dx * share,
        coordinates[p, 1] + dy * share,
    )
    off = max(coordinates[p, 2], coordinates[q, 2]) + max(coordinates[r, 2], coordinates[s, 2])
    off += DETERMINANT_ERROR * (abs(vx) + abs(vy) + abs(dx) + abs(dy))
    coordinates[point, 2] = 1.01 * off * size / abs(bottom) + DETERMINANT_ERROR / 2
    return True


AMBIGUOUS_FLOATS_TEXT = "two points of this position are equal as floats"

EVEN_BITS = 0x5555555555555555
"""The bit mask of the segments of seat 0."""
ODD_BITS = EVEN_BITS << 1


def encode(state: PolygonGame) -> Board:
    """Encode a position as arrays.

    Raise OverflowError if it is too large, or floats cannot separate its points.
    """
    if state.rules.n > VERTEX_CAPACITY or len(state.lines) > SEGMENT_CAPACITY:
        msg = f"{state.rules.n} vertices, {len(state.lines)} segments: too many for the arrays"
        raise OverflowError(msg)
    board = empty_board(state.rules)
    n, crossings = state.rules.n, list(state.crossings)
    numbers = {point: k for k, point in enumerate(state.vertices)}
    if state.path:
        board.head[HERE] = numbers[state.path[0]]
    for end in state.path[1:]:
        # Points are numbered by the exact crossings, in the order in which they were made.
        for point in crossings[len(numbers) - n : board.head[POINTS] - n]:
            numbers[point] = len(numbers)
        if board.head[DOUBT] or end not in numbers:  # floats confused it with another point
            raise OverflowError(AMBIGUOUS_FLOATS_TEXT)
        if not push(board, numbers[end]):
            msg = "too many points for the arrays"
            raise OverflowError(msg)
    if board.head[DOUBT]:
        raise OverflowError(AMBIGUOUS_FLOATS_TEXT)
    return board


@compiled
def push(board: Board, end: int) -> bool:
    """Draw a segment from the current point to another.

    Return False, without drawing, if the arrays are full.
    """
    head, through, dotted, side, ends = (
        board.head,
        board.segments_through,
        board.is_endpoint,
        board.sides,
        board.ends,
    )
    k, points, start = head[SEGMENTS], head[POINTS], head[HERE]
    if k >= SEGMENT_CAPACITY or points + k > POINT_CAPACITY:
        return False
    spot = board.coordinates
    # The side of each point is computed once. Most earlier segments do not reach across the new
    # one, and two look-ups then reject them.
    for p in range(points):
        side[p] = side_by_floats(spot, start, end, p)
        if side[p] == 0 and p not in (start, end):
            side[p] = orientation(board, start, end, p)
    ends[k, 0], ends[k, 1] = start, end
    board.point_count_before[k] = points
    met = through[start] | through[end]
    for other in range(k):
        p, q = ends[other, 0], ends[other, 1]
        if side[p] * side[q] >= 0 or met >> other & 1:
            continue
        one, two = side_by_floats(spot, p, q, start), side_by_floats(spot, p, q, end)
        if one == 0 or two == 0:
            one, two = orientation(board, p, q, start), orientation(board, p, q, end)
        if one * two < 0:
            record_crossing(board, k, other)
    dotted[end] = 1
    head[HERE], head[SEGMENTS] = end, k + 1
    return True


@compiled
def record_crossing(board: Board, k: int, other_segment: int) -> None:
    """Record that segment k crosses another one, at an existing point or at a new one."""
    head, through, side, made, ends = (
        board.head,
        board.segments_through,
        board.sides,
        board.defining_segments,
        board.ends,
    )
    for p in range(
        head[VERTICES], board.point_count_before[k]
    ):  # a third segment through a crossing
        if side[p] == 0 and through[p] >> other_segment & 1:
            through[p] |= 1 << k
            return
    new = head[POINTS]
    head[POINTS] = new + 1
    if not store_intersection(
        board.coordinates,
        new,
        ends[k, 0],
        ends[k, 1],
        ends[other_segment, 0],
        ends[other_segment, 1],
    ):
        head[DOUBT] = 1
    board.residues[new, 2] = NOT_COMPUTED
    made[new, 0], made[new, 1] = k, other_segment
    through[new] = 1 << k | 1 << other_segment
    board.is_endpoint[new] = 0


@compiled
def pop(board: Board) -> None:
    """Undo the last segment; the flag DOUBT is not reset."""
    head, through = board.head, board.segments_through
    k = head[SEGMENTS] - 1
    points = board.point_count_before[k]
    bit = ~(1 << k)
    for p in range(head[VERTICES], points):
        through[p] &= bit
    board.is_endpoint[head[HERE]] = 0
    head[HERE], head[SEGMENTS], head[POINTS] = board.ends[k, 0], k, points


@compiled
def is_target(board: Board, p: int, seat: int) -> bool:
    """Return True if a seat may end a segment at a crossing."""
    lines, wanted = board.segments_through[p], board.head[COLORS]
    if not board.head[LENIENT] and lines & (lines - 1) & ((lines & (lines - 1)) - 1):
        return False
    if wanted == MIXED:
        wanted = SAME if seat == 0 else DIFFERENT
    if wanted == ANY:
        return True
    even, odd = lines & EVEN_BITS, lines & ODD_BITS
    if wanted == DIFFERENT:
        return bool(even and odd)
    return bool(even & (even - 1) or odd & (odd - 1))


@compiled
def list_collinear(board: Board, start: int) -> tuple[int, int]:
    """Write the segments collinear with a point to `collinear`; return their mask and number."""
    spot, ends, along = board.coordinates, board.ends, board.collinear
    lines, count = board.segments_through[start], 0
    for j in range(board.head[SEGMENTS]):
        p, q = ends[j, 0], ends[j, 1]
        on = bool(lines >> j & 1)
        if not on and side_by_floats(spot, p, q, start) == 0:
            on = start in (p, q) or orientation(board, p, q, start) == 0
        if on:
            lines |= 1 << j
            along[count] = j
            count += 1
    return lines, count


@compiled
def legal(board: Board, out: Ints) -> int:
    """Write the legal end points to `out` in ascending order and return their number.

    Before the first move HERE has to be the vertex where it begins.
    """
    head, through, ends, spot = board.head, board.segments_through, board.ends, board.coordinates
    here, n, k, along = head[HERE], head[VERTICES], head[SEGMENTS], board.collinear
    lines, count = list_collinear(board, here)
    found = 0
    for p in range(head[POINTS]):
        if board.is_endpoint[p] or p == here:
            continue
        if p < n:
            apart = abs(p - here)
            if here < n and apart in (1, n - 1):
                continue
        elif through[p] & lines or not is_target(board, p, k & 1):
            continue
        free = True
        for i in range(count):
            j = along[i]
            if side_by_floats(spot, ends[j, 0], ends[j, 1], p) == 0:
                free = free and leaves_line(board, here, p, j)
        if free:
            out[found] = p
            found += 1
    return found


@compiled
def leaves_line(board: Board, start: int, end: int, k: int) -> bool:
    """Return True if the segment from `start` to `end` does not overlap segment k.

    The point `start` lies on the line of segment k.

    May set DOUBT.
    """
    p, q = board.ends[k, 0], board.ends[k, 1]
    on = end in (p, q) or orientation(board, p, q, end) == 0
    return not (on and is_overlapping(board, start, end, k))


# --- Two segments ahead ---------------------------------------------------------------------------

UNKNOWN_COUNT = -1
"""The result if floats cannot decide, the arrays are full, or too many positions are needed."""
MAX_REPLY_POSITIONS = 4000
"""Default limit of the positions searched."""


@compiled
def count_replies(board: Board, end_buffers: Ints, counts: Ints, max_positions: int) -> int:
    """Count the replies to each legal segment, and the fewest segments that a reply leaves.

    For each segment in the order of `legal`, `counts[0]` is the number of replies, and `counts[1]`
    the fewest segments that any of them leaves; POINT_CAPACITY if there is no reply. `end_buffers`
    is three rows for lists of moves. Return the number of segments. Return UNKNOWN_COUNT if floats
    cannot decide, the arrays are full, or there are more than `max_positions` positions.
    """
    count = legal(board, end_buffers[0])
    for k in range(count):
        if not push(board, end_buffers[0, k]):
            return UNKNOWN_COUNT
        replies = legal(board, end_buffers[1])
        counts[0, k], counts[1, k] = replies, POINT_CAPACITY
        for j in range(replies):
            max_positions -= 1
            if max_positions < 0 or not push(board, end_buffers[1, j]):
                pop(board)
                pop(board)
                return UNKNOWN_COUNT
            counts[1, k] = min(counts[1, k], legal(board, end_buffers[2]))
            pop(board)
            if counts[1, k] == 0:
                break
        pop(board)
    return UNKNOWN_COUNT if board.head[DOUBT] else count


def reply_counts(
    state: PolygonGame, first_end: int | None = None, max_positions: int = MAX_REPLY_POSITIONS
) -> list[tuple[int, int]] | None:
    """Return the number of replies to each segment, and the fewest segments left after one.

    If `first_end` is given, count after a segment to that point. Return None if unknown.

    Raise OverflowError if the position does not fit the arrays or floats are ambiguous.
    """
    board = encode(state)
    if first_end is not None and not push(board, first_end):
        return None
    room = np.zeros((3, POINT_CAPACITY), np.int64)
    found = np.zeros((2, POINT_CAPACITY), np.int64)
    count = count_replies(board, room, found, max_positions)
    if count == UNKNOWN_COUNT:
        return None
    return [(int(found[0, k]), int(found[1, k])) for k in range(count)]
