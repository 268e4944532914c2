"""The moves of Polygon, compiled: the twin of rules.py on the arrays of `arrays`.

Moves change a board in place: `push` makes one, `pop` takes it back, `legal` lists where the next
may end. `replies_ahead` looks two segments ahead. Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.engine.arrays import (
    ANY,
    COLORS,
    DIFFERENT,
    DOUBT,
    HERE,
    LENIENT,
    MIXED,
    MOST_POINTS,
    MOST_SEGMENTS,
    MOST_VERTICES,
    NOT_COMPUTED,
    POINTS,
    SAME,
    SEGMENTS,
    VERTICES,
    empty_board,
    intersect,
    orientation,
    overlaps,
    side_by_floats,
)
from polygames.runtime.compiling import compiled, np

if TYPE_CHECKING:
    from polygames.games.polygon.engine.arrays import Board, Ints
    from polygames.games.polygon.rules import PolygonGame


DOUBTFUL = "floats do not tell the points of this position apart"

EVEN = 0x5555555555555555
"""The bits of the segments of seat 0."""
ODD = EVEN << 1


def encode(state: PolygonGame) -> Board:
    """Write a position as arrays; OverflowError without room, or if a point has no proved place."""
    if state.rules.n > MOST_VERTICES or len(state.lines) > MOST_SEGMENTS:
        msg = f"{state.rules.n} vertices, {len(state.lines)} segments: the arrays have less room"
        raise OverflowError(msg)
    board = empty_board(state.rules)
    n, crossings = state.rules.n, list(state.crossings)
    numbers = {point: k for k, point in enumerate(state.vertices)}
    if state.path:
        board.head[HERE] = numbers[state.path[0]]
    for end in state.path[1:]:
        # What a number stands for is asked of the exact crossings, in the order they were made.
        for point in crossings[len(numbers) - n : board.head[POINTS] - n]:
            numbers[point] = len(numbers)
        if board.head[DOUBT] or end not in numbers:  # it was taken for another point
            raise OverflowError(DOUBTFUL)
        if not push(board, numbers[end]):
            msg = "the arrays have no room for so many points"
            raise OverflowError(msg)
    if board.head[DOUBT]:
        raise OverflowError(DOUBTFUL)
    return board


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
    # The side of each point is asked once: each earlier segment then needs two look-ups to see that
    # it does not reach across, as most do not.
    for p in range(points):
        side[p] = side_by_floats(spot, start, end, p)
        if side[p] == 0 and p not in (start, end):
            side[p] = orientation(board, start, end, p)
    ends[k, 0], ends[k, 1] = start, end
    board.before[k] = points
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
def record_crossing(board: Board, k: int, other: int) -> None:
    """Note that segment k crosses another: in a point that is there already, or in a new one."""
    head, through, side, made, ends = (
        board.head,
        board.through,
        board.side,
        board.made,
        board.ends,
    )
    for p in range(head[VERTICES], board.before[k]):  # a third segment through a crossing
        if side[p] == 0 and through[p] >> other & 1:
            through[p] |= 1 << k
            return
    new = head[POINTS]
    head[POINTS] = new + 1
    if not intersect(board.spot, new, ends[k, 0], ends[k, 1], ends[other, 0], ends[other, 1]):
        head[DOUBT] = 1
    board.triple[new, 2] = NOT_COMPUTED
    made[new, 0], made[new, 1] = k, other
    through[new] = 1 << k | 1 << other
    board.dotted[new] = 0


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
def is_target(board: Board, p: int, seat: int) -> bool:
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
def list_lines_at(board: Board, here: int) -> tuple[int, int]:
    """List in `along` the segments on whose line a point lies; return their bits and number."""
    spot, ends, along = board.spot, board.ends, board.along
    lines, count = board.through[here], 0
    for j in range(board.head[SEGMENTS]):
        p, q = ends[j, 0], ends[j, 1]
        on = bool(lines >> j & 1)
        if not on and side_by_floats(spot, p, q, here) == 0:
            on = here in (p, q) or orientation(board, p, q, here) == 0
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
    lines, count = list_lines_at(board, here)
    found = 0
    for p in range(head[POINTS]):
        if board.dotted[p] or p == here:
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
def leaves_line(board: Board, here: int, end: int, k: int) -> bool:
    """Say whether a segment from here does not run along segment k, whose line goes through it.

    May set DOUBT.
    """
    p, q = board.ends[k, 0], board.ends[k, 1]
    on = end in (p, q) or orientation(board, p, q, end) == 0
    return not (on and overlaps(board, here, end, k))


# --- Two segments ahead ---------------------------------------------------------------------------

UNKNOWN = -1
"""In place of a number of segments: floats do not tell, there is no room, or there are too many."""
MOST = 4000
"""How many positions are looked at."""


@compiled
def count_replies(board: Board, room: Ints, found: Ints, most: int) -> int:
    """Count the replies to each segment that can be drawn, in the order of `legal`; count these.

    In `found` stand how many the other seat can choose from after it, and how many the worst of
    these replies leaves; MOST_POINTS if there is none. UNKNOWN is returned where that is not
    sure, or takes more than so many positions. `room` is three rows for lists of moves.
    """
    count = legal(board, room[0])
    for k in range(count):
        if not push(board, room[0, k]):
            return UNKNOWN
        replies = legal(board, room[1])
        found[0, k], found[1, k] = replies, MOST_POINTS
        for j in range(replies):
            most -= 1
            if most < 0 or not push(board, room[1, j]):
                pop(board)
                pop(board)
                return UNKNOWN
            found[1, k] = min(found[1, k], legal(board, room[2]))
            pop(board)
            if found[1, k] == 0:
                break
        pop(board)
    return UNKNOWN if board.head[DOUBT] else count


def replies_ahead(
    state: PolygonGame, after: int | None = None, most: int = MOST
) -> list[tuple[int, int]] | None:
    """Return what `count_replies` finds, here or after a segment to a point; None if not known.

    OverflowError if the arrays have no room for the position, or a point has no proved place.
    """
    board = encode(state)
    if after is not None and not push(board, after):
        return None
    room = np.zeros((3, MOST_POINTS), np.int64)
    found = np.zeros((2, MOST_POINTS), np.int64)
    count = count_replies(board, room, found, most)
    if count == UNKNOWN:
        return None
    return [(int(found[0, k]), int(found[1, k])) for k in range(count)]
