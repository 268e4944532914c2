"""Split's kernel: the rules compiled, the twin of rules.py. Numbers in brackets: RULES.md's.

It is a `polygames.core.plugs.Kernel` on an array of ``(AREAS + INITIAL_AREAS, AREA_WORDS)``
numbers, float64. Row 0 is the head, line l has the row ``LINES + l`` and area k the row ``AREAS +
k``. Every cut makes one line and one area, so the two grow together and share rows, in different
columns:

=============== ================= =============================================================
row             columns           contents
=============== ================= =============================================================
0               TURN to LEAST     the seat to move, its task, the numbers of areas and of open
                                  areas, the seat of red, the areas to choose from, both
                                  scores, and the options
LINES + l       COLOR to LENGTH   colour, both points, the two lines where it ends and the
                                  positions there, length
AREAS + k       OWNER to SIZE     seat or NO_SEAT, value, number of edges
AREAS + k       EDGE + STEP * i   edge i: its first corner (X, Y), its LINE, and the positions of
                + X to STOP       its ends on that line (START, STOP)
=============== ================= =============================================================

An area's edges are in the same order as in rules.py. A move's code is a row of `CODE_WORDS`
numbers: for a line (area, edge i, position on its line, edge j > i, position), else (area or
colour, -1, ...).

If a position does not fit, `encode` raises OverflowError. `legal` omits lines that would make more
areas, or more edges of an area, than the array has room for. A rollout enlarges the array.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import TYPE_CHECKING

from polygames.games.split import rules
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import TOUCH_DISTANCE, Spot
from polygames.runtime.jit import compiled, compiled_no_refcount, np, npt
from polygames.runtime.random_numbers import random_below, random_uniform

if TYPE_CHECKING:
    from polygames.games.split.rules import Move, Options, Split
    from polygames.runtime.random_numbers import Rng

Floats = npt.NDArray[np.float64]

INITIAL_AREAS = 112
"""Areas in a new array. With the 2026 preset, whose pieces have at least 1, there are up to 100."""
INITIAL_EDGES = 16
"""Edges of an area in a new array."""

TURN, PHASE, COUNT, OPEN, RED, CHOICE, OTHER_CHOICE, SCORE, SCORE_1, LIMIT, SMALL, LEAST = range(12)
"""Columns of the head: LIMIT and LEAST are options; areas with a value below SMALL are small."""
HEADER_WORDS = 12
LINE_DUE, COLOR_DUE, AREA_DUE = 0, 1, 2
"""The values of PHASE."""

OWNER, VALUE, SIZE, COLOR, X0, Y0, X1, Y1, FROM, FROM_AT, TO, TO_AT, LENGTH, EDGE = range(14)
"""Columns of an area (OWNER to SIZE, and from EDGE on) and of a line (COLOR to LENGTH)."""
X, Y, LINE, START, STOP, STEP = range(6)
"""Columns within an edge; STEP is their number."""
NEUTRAL, RED_INK, BLUE_INK = 0, 1, 2
NO_SEAT = -1
LINES, AREAS = 1, 4
AREA_WORDS = EDGE + INITIAL_EDGES * STEP
CODE_WORDS = 5

SIDE_COUNT = rules.SIDE_COUNT
WIN_THRESHOLD = rules.WIN_THRESHOLD


@compiled_no_refcount
def edge_value(a: Floats, k: int, i: int, column: int) -> float:
    """Return one stored number of edge i of area k: X, Y, LINE, START or STOP, by its column."""
    return float(a[AREAS + k, EDGE + STEP * i + column])


@compiled_no_refcount
def edge_ink(a: Floats, k: int, i: int) -> int:
    """Return the colour code of edge i of area k: NEUTRAL, RED_INK or BLUE_INK."""
    return int(a[LINES + int(edge_value(a, k, i, LINE)), COLOR])


@compiled_no_refcount
def point_at(a: Floats, k: int, i: int, t: float) -> tuple[float, float]:
    """Return the coordinates at position t (0 to 1) along the line of edge i of area k."""
    line = LINES + int(edge_value(a, k, i, LINE))
    x0, y0 = a[line, X0], a[line, Y0]
    return x0 + t * (a[line, X1] - x0), y0 + t * (a[line, Y1] - y0)


@compiled_no_refcount
def cap_area(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> float:
    """Return the area of the piece (cap) that a line from edge i to edge j cuts off."""
    # The shoelace formula about the line's first end: rules.py sums the same products in the same
    # order, so that both come to the same bit.
    x0, y0 = point_at(a, k, i, t_i)
    xq, yq = point_at(a, k, j, t_j)
    twice_triangle, x, y = 0.0, 0.0, 0.0
    for corner in range(i + 1, j + 1):
        u, v = edge_value(a, k, corner, X) - x0, edge_value(a, k, corner, Y) - y0
        twice_triangle += x * v - y * u
        x, y = u, v
    return 0.5 * abs(twice_triangle + x * (yq - y0) - y * (xq - x0))


# --- May a line run here? -------------------------------------------------------------------------


@compiled_no_refcount
def first_row_on(line: float) -> int:
    """Return the row of the first line that can end on a line: the first one drawn after it."""
    return LINES + max(SIDE_COUNT, int(line) + 1)


@compiled_no_refcount
def is_free_position(a: Floats, k: int, i: int, t: float) -> bool:
    """Return True if a line may end at a position on edge i of area k [4]."""
    start, stop = edge_value(a, k, i, START), edge_value(a, k, i, STOP)
    if not min(start, stop) < t < max(start, stop):
        return False
    line = edge_value(a, k, i, LINE)
    length = a[LINES + int(line), LENGTH]
    if min(abs(t - start), abs(t - stop)) * length <= TOUCH_DISTANCE:
        return False
    for row in range(first_row_on(line), AREAS + int(a[0, COUNT])):
        if a[row, FROM] == line and abs(a[row, FROM_AT] - t) * length <= TOUCH_DISTANCE:
            return False
        if a[row, TO] == line and abs(a[row, TO_AT] - t) * length <= TOUCH_DISTANCE:
            return False
    return True


@compiled_no_refcount
def has_room(a: Floats, k: int, i: int, j: int) -> bool:
    """Return True if the array can hold the pieces of a cut from edge i to edge j of area k."""
    size = int(a[AREAS + k, SIZE])
    most = max(j - i + 2, size + 2 - (j - i))
    return AREAS + int(a[0, COUNT]) < len(a) and EDGE + STEP * most <= a.shape[1]


@compiled_no_refcount
def is_legal_cut(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> bool:
    """Return True if the rules allow a line from edge i to edge j > i of an open area [3, 4]."""
    piece = cap_area(a, k, i, t_i, j, t_j)
    if min(piece, float(a[AREAS + k, VALUE]) - piece) < float(a[0, LEAST]):
        return False
    return is_free_position(a, k, i, t_i) and is_free_position(a, k, j, t_j)


@compiled_no_refcount
def can_cut(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> bool:
    """Return True if the rules allow a line, and the array has room for it."""
    return has_room(a, k, i, j) and is_legal_cut(a, k, i, t_i, j, t_j)


# --- Cutting --------------------------------------------------------------------------------------


@compiled_no_refcount
def set_edge(
    a: Floats, k: int, i: int, x: float, y: float, line: float, start: float, stop: float
) -> None:
    """Set the corner, the line, and the start and stop positions of edge i of area k."""
    at = EDGE + STEP * i
    a[AREAS + k, at + X], a[AREAS + k, at + Y] = x, y
    a[AREAS + k, at + LINE], a[AREAS + k, at + START], a[AREAS + k, at + STOP] = line, start, stop


@compiled_no_refcount
def copy_edge(a: Floats, k: int, i: int, to_k: int, to_i: int) -> None:
    """Copy edge i of area k to edge `to_i` of area `to_k`."""
    for what in range(STEP):
        a[AREAS + to_k, EDGE + STEP * to_i + what] = a[AREAS + k, EDGE + STEP * i + what]


@compiled_no_refcount
def cut_area(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> None:
    """Cut area k along a new line.

    K becomes the piece with its first corner, the rest a new area.
    """
    new, size = int(a[0, COUNT]), int(a[AREAS + k, SIZE])
    line = float(new + AREAS - LINES)
    piece = cap_area(a, k, i, t_i, j, t_j)
    px, py = point_at(a, k, i, t_i)
    qx, qy = point_at(a, k, j, t_j)
    line_i, stop_i = edge_value(a, k, i, LINE), edge_value(a, k, i, STOP)
    line_j, stop_j = edge_value(a, k, j, LINE), edge_value(a, k, j, STOP)

    set_edge(a, new, 0, px, py, line_i, t_i, stop_i)
    for n in range(i + 1, j + 1):
        copy_edge(a, k, n, new, n - i)
    a[AREAS + new, EDGE + STEP * (j - i) + STOP] = t_j
    set_edge(a, new, j - i + 1, qx, qy, line, 1.0, 0.0)

    a[AREAS + k, EDGE + STEP * i + STOP] = t_i
    shift = i + 2 - j
    for n in range(size - j - 1):  # the edges after j: from the end where they move up
        source = size - 1 - n if shift > 0 else j + 1 + n
        copy_edge(a, k, source, k, source + shift)
    set_edge(a, k, i + 1, px, py, line, 0.0, 1.0)
    set_edge(a, k, i + 2, qx, qy, line_j, t_j, stop_j)

    a[AREAS + new, OWNER], a[AREAS + new, VALUE], a[AREAS + new, SIZE] = NO_SEAT, piece, j - i + 2
    a[AREAS + k, VALUE] -= piece
    a[AREAS + k, SIZE] = size + shift
    a[AREAS + new, X0], a[AREAS + new, Y0], a[AREAS + new, X1], a[AREAS + new, Y1] = px, py, qx, qy
    a[AREAS + new, FROM], a[AREAS + new, FROM_AT] = line_i, t_i
    a[AREAS + new, TO], a[AREAS + new, TO_AT] = line_j, t_j
    a[AREAS + new, LENGTH] = sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py))
    a[0, COUNT] += 1
    a[0, OPEN] += 1


# --- A line that halves an area -------------------------------------------------------------------


@compiled_no_refcount
def next_end(a: Floats, k: int, i: int, t: float) -> float:
    """Return the position of the next line end or corner after position t on edge i of area k."""
    found, line = (
        max(edge_value(a, k, i, START), edge_value(a, k, i, STOP)),
        edge_value(a, k, i, LINE),
    )
    for row in range(first_row_on(line), AREAS + int(a[0, COUNT])):
        if a[row, FROM] == line and t < a[row, FROM_AT] < found:
            found = a[row, FROM_AT]
        if a[row, TO] == line and t < a[row, TO_AT] < found:
            found = a[row, TO_AT]
    return found


@compiled
def free_stretches(a: Floats, k: int) -> Floats:
    """Return the parts of the border where a line may end, as rows (edge, first, last position).

    Parts of the border where a line may end.
    """
    size, n = int(a[AREAS + k, SIZE]), 0
    out = np.empty((size + 2 * int(a[0, COUNT]), 3))
    for i in range(size):
        start, stop = edge_value(a, k, i, START), edge_value(a, k, i, STOP)
        length = a[LINES + int(edge_value(a, k, i, LINE)), LENGTH]
        gap = 2 * TOUCH_DISTANCE / length if length > 0.0 else 1.0
        low, end = min(start, stop), max(start, stop)
        while low < end:
            high = next_end(a, k, i, low)
            if low + gap < high - gap:
                out[n, 0], out[n, 1], out[n, 2] = i, low + gap, high - gap
                n += 1
            low = high
    return out[:n]


@compiled_no_refcount
def piece_area(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> float:
    """Return the area cut off by a line between two edges, given in either order."""
    return cap_area(a, k, i, t_i, j, t_j) if i < j else cap_area(a, k, j, t_j, i, t_i)


@compiled_no_refcount
def write_code(out: Floats, n: int, area: float, i: float, t_i: float, j: float, t_j: float) -> int:
    """Write a move code to row n of `out` and return n + 1."""
    out[n, 0], out[n, 1], out[n, 2], out[n, 3], out[n, 4] = area, i, t_i, j, t_j
    return n + 1


@compiled
def write_halving_line(a: Floats, k: int, out: Floats, n: int) -> None:
    """Write a line that halves area k to row n, like `PlanarMap.find_halving_line`."""
    # From a fixed end the piece is linear in the position of the other one, edge by edge. So the
    # best position on each stretch takes one division, without a search.
    free, half, widest = free_stretches(a, k), float(a[AREAS + k, VALUE]) / 2, 0.0
    i, at, miss = 0, 0.0, np.inf
    for m in range(len(free)):
        edge_m, low, high = int(free[m, 0]), free[m, 1], free[m, 2]
        width = (high - low) * a[LINES + int(edge_value(a, k, edge_m, LINE)), LENGTH]
        if width > widest:
            widest, i, at = width, edge_m, (low + high) / 2
    for m in range(len(free)):
        j, low, high = int(free[m, 0]), free[m, 1], free[m, 2]
        if j == i:
            continue
        first, last = piece_area(a, k, i, at, j, low), piece_area(a, k, i, at, j, high)
        share = (half - first) / (last - first) if last != first else 0.5
        to = low + min(1.0, max(0.0, share)) * (high - low)
        away = abs(piece_area(a, k, i, at, j, to) - half)
        if away < miss:
            miss = away
            write_code(out, n, k, min(i, j), at if i < j else to, max(i, j), to if i < j else at)


FIRST_NEW = 8
"""Free areas that `encode` requires in the array."""
MAX_MOVE_CODES = 4096

COLOR_CODES = {"neutral": NEUTRAL, "red": RED_INK, "blue": BLUE_INK}
PHASE_CODES = {"line": LINE_DUE, "color": COLOR_DUE, "area": AREA_DUE}
MAX_LINE_ATTEMPTS = rules.MAX_LINE_ATTEMPTS


# --- From and to rules.py -------------------------------------------------------------------------


def encode(state: Split) -> Floats:
    """Encode a position as an array; raise OverflowError if it does not fit."""
    faces = state.map.faces
    largest = max((len(faces[k].edges) for k in state.open_areas), default=0)
    if len(faces) > INITIAL_AREAS - FIRST_NEW or largest > INITIAL_EDGES:
        msg = f"{len(faces)} areas, {largest} edges: too many for the kernel of split"
        raise OverflowError(msg)
    a = np.zeros((AREAS + INITIAL_AREAS, AREA_WORDS))
    first, second = state.choice or (NO_SEAT, NO_SEAT)
    red = NO_SEAT if state.seat_colors is None else state.seat_colors.index("red")
    options = state.rules
    a[0, :HEADER_WORDS] = (
        *(
            state.turn,
            PHASE_CODES[state.phase],
            len(faces),
            len(state.open_areas),
            red,
            first,
            second,
        ),
        *state.scores,
        *(options.fill_limit, small_area_limit(options), options.min_area),
    )
    for number, line in enumerate(state.map.lines):
        color = COLOR_CODES[state.colors[number]]
        a[LINES + number, COLOR : Y1 + 1] = (color, *line.start, *line.end)
        a[LINES + number, LENGTH] = line.length
    for number, chord in enumerate(state.map.chords, SIDE_COUNT):
        a[LINES + number, FROM : TO_AT + 1] = (*chord[0], *chord[1])
    for k, face in enumerate(faces):
        owner = state.owners[k]
        a[AREAS + k, OWNER : SIZE + 1] = (NO_SEAT if owner is None else owner, face.area, 0)
        if owner is None:
            flat = [number for edge in face.edges for number in (*edge.corner, *edge[1:])]
            a[AREAS + k, SIZE] = len(face.edges)
            a[AREAS + k, EDGE : EDGE + len(flat)] = flat
    return a


def small_area_limit(options: Options) -> float:
    """Return the exact size below which an area is small, rounded as the rules prescribe [6]."""
    steps = options.fill_limit / rules.AREA_TOLERANCE
    if round(options.fill_limit, 6) != options.fill_limit:
        last = floor(steps)
    else:
        last = round(steps) - (not options.fill_inclusive)
    return (last + 0.5) * rules.AREA_TOLERANCE


def decode(code: Floats, state: Split) -> Move:
    """Return the move that a code, a row of numbers, stands for."""
    k, i, j = (int(code[n]) for n in (0, 1, 3))
    if state.phase == "color":
        return ChooseColor("red" if k == RED_INK else "blue")
    if state.phase == "area":
        return ChooseArea(k)
    if i < 0:
        return FillArea(k)
    edges = state.map.faces[k].edges
    return DrawLine(Spot(edges[i].line, float(code[2])), Spot(edges[j].line, float(code[4])))


def code_of(move: Move, state: Split) -> Floats:
    """Return the code of a legal move: a row of numbers."""
    match move:
        case ChooseColor(color):
            return np.array([COLOR_CODES[color], -1.0, 0.0, 0.0, 0.0])
        case ChooseArea(area) | FillArea(area):
            return np.array([area, -1.0, 0.0, 0.0, 0.0])
    k = state.map.face_between(move.start, move.end)
    face = state.map.faces[-1 if k is None else k]
    ends = sorted((face.edge_on(line) or 0, at) for line, at in (move.start, move.end))
    return np.array([k, *ends[0], *ends[1]], np.float64)


def move_buffer() -> Floats:
    """Return an array into which `legal` can write the codes of moves."""
    return np.empty((MAX_MOVE_CODES, CODE_WORDS))


# --- The rules ------------------------------------------------------------------------------------


@compiled_no_refcount
def turn(a: Floats) -> int:
    """Return the seat to move."""
    return int(a[0, TURN])


@compiled_no_refcount
def result(a: Floats) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a draw, nan while the game runs [8]."""
    if a[0, SCORE] > WIN_THRESHOLD:
        return 1.0
    if a[0, SCORE_1] > WIN_THRESHOLD:
        return -1.0
    return 0.0 if a[0, OPEN] == 0 else np.nan


@compiled_no_refcount
def mover_ink(a: Floats) -> int:
    """Return the code of the colour that the seat to move draws in; the first line is red [2]."""
    return RED_INK if a[0, RED] == NO_SEAT or a[0, RED] == a[0, TURN] else BLUE_INK


@compiled_no_refcount
def is_small(a: Floats, k: int) -> bool:
    """Return True if an area is small: it can only be filled, not cut [6]."""
    return bool(a[AREAS + k, VALUE] < a[0, SMALL])


@compiled_no_refcount
def play(a: Floats, code: Floats) -> None:
    """Play a legal move in place."""
    seat, area = int(a[0, TURN]), int(code[0])
    if a[0, PHASE] == COLOR_DUE:  # seat 1 chooses, and the blue player moves next [2]
        a[0, RED] = 1 if area == RED_INK else 0
        a[0, TURN] = 0 if area == RED_INK else 1
        a[0, PHASE] = LINE_DUE
    elif a[0, PHASE] == AREA_DUE:  # the chooser's opponent fills; the chooser moves [5]
        fill_area(a, area, 1 - seat)
        a[0, PHASE], a[0, CHOICE], a[0, OTHER_CHOICE] = LINE_DUE, NO_SEAT, NO_SEAT
    elif code[1] < 0:
        fill_area(a, area, seat)
        a[0, TURN] = 1 - seat
    else:
        draw_line(a, area, int(code[1]), code[2], int(code[3]), code[4])


@compiled_no_refcount
def fill_area(a: Floats, k: int, seat: int) -> None:
    """Assign area k to a seat and add its value to the seat's score."""
    a[AREAS + k, OWNER] = seat
    a[0, SCORE + seat] += a[AREAS + k, VALUE]
    a[0, OPEN] -= 1


@compiled_no_refcount
def draw_line(a: Floats, k: int, i: int, t_i: float, j: int, t_j: float) -> None:
    """Draw a line; with both ends on the mover's colour, the opponent chooses a piece [5]."""
    color, new = mover_ink(a), int(a[0, COUNT])
    own = edge_ink(a, k, i) == color and edge_ink(a, k, j) == color
    cut_area(a, k, i, t_i, j, t_j)
    a[AREAS + new, COLOR] = color
    a[0, TURN] = 1 - a[0, TURN]
    if own:
        a[0, PHASE], a[0, CHOICE], a[0, OTHER_CHOICE] = AREA_DUE, k, new
    elif a[0, RED] == NO_SEAT:
        a[0, PHASE] = COLOR_DUE


# --- Moves ----------------------------------------------------------------------------------------


@compiled_no_refcount
def write_choices(a: Floats, out: Floats) -> int:
    """Write the codes of the two colours or areas to choose from; return their number."""
    if a[0, PHASE] == COLOR_DUE:
        first, second = float(RED_INK), float(BLUE_INK)
    else:
        first, second = a[0, CHOICE], a[0, OTHER_CHOICE]
    n = write_code(out, 0, first, -1.0, 0.0, 0.0, 0.0)
    return write_code(out, n, second, -1.0, 0.0, 0.0, 0.0)


@compiled
def legal(a: Floats, out: Floats) -> int:
    """Write all choices or fills, and legal lines between midpoints of edges; return their number.

    In an area where the middles allow no line, write one that halves it.
    """
    if a[0, PHASE] != LINE_DUE:
        return write_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NO_SEAT:
            continue
        if is_small(a, k):
            n = write_code(out, n, k, -1.0, 0.0, 0.0, 0.0)
            continue
        before = n
        for j in range(int(a[AREAS + k, SIZE])):
            to = (edge_value(a, k, j, START) + edge_value(a, k, j, STOP)) / 2
            for i in range(j):
                at = (edge_value(a, k, i, START) + edge_value(a, k, i, STOP)) / 2
                if n < len(out) and can_cut(a, k, i, at, j, to):
                    n = write_code(out, n, k, i, at, j, to)
        if n == before and n < len(out):
            n = write_halving(a, k, out, n)
    return n


@compiled
def write_halving(a: Floats, k: int, out: Floats, n: int) -> int:
    """Write a line that halves area k if the array has room for it; return the new row count."""
    write_halving_line(a, k, out, n)
    return n + has_room(a, k, int(out[n, 1]), int(out[n, 3]))


# --- Random games ---------------------------------------------------------------------------------


@compiled_no_refcount
def nth_open_area(a: Floats, number: int) -> int:
    """Return the index of the n-th open area, counted from 0; -1 if there are fewer."""
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NO_SEAT:
            if number == 0:
                return k
            number -= 1
    return -1


@compiled_no_refcount
def random_line(a: Floats, k: int, rng: Rng, out: Floats) -> bool:
    """Write the first legal line out of some random lines in area k to row 0.

    Return False if none is.
    """
    size = int(a[AREAS + k, SIZE])
    for _ in range(MAX_LINE_ATTEMPTS):
        i, j = random_below(rng, size), random_below(rng, size - 1)
        i, j = (i, j + 1) if j >= i else (j, i)
        at = edge_value(a, k, i, START) + random_uniform(rng) * (
            edge_value(a, k, i, STOP) - edge_value(a, k, i, START)
        )
        to = edge_value(a, k, j, START) + random_uniform(rng) * (
            edge_value(a, k, j, STOP) - edge_value(a, k, j, START)
        )
        if is_legal_cut(a, k, i, at, j, to):
            write_code(out, 0, k, i, at, j, to)
            return True
    return False


@compiled
def sample_move(a: Floats, rng: Rng, out: Floats) -> None:
    """Write a random legal move, distributed as in RULES.md, to row 0.

    The array may be too small to play it.
    """
    if a[0, PHASE] != LINE_DUE:
        write_choices(a, out)
        if random_uniform(rng) < 0.5:  # noqa: PLR2004 - the other of two
            out[0, 0] = out[1, 0]
        return
    k = nth_open_area(a, random_below(rng, int(a[0, OPEN])))
    if is_small(a, k):
        write_code(out, 0, k, -1.0, 0.0, 0.0, 0.0)
        return
    if not random_line(a, k, rng, out):
        write_halving_line(a, k, out, 0)


@compiled_no_refcount
def has_room_for_move(a: Floats, code: Floats) -> bool:
    """Return True if the array has room for a move."""
    if a[0, PHASE] != LINE_DUE or code[1] < 0:
        return True
    return has_room(a, int(code[0]), int(code[1]), int(code[3]))


@compiled
def with_double_capacity(a: Floats) -> Floats:
    """Return a copy with twice the rows if all are used, else with twice the columns."""
    rows, width = a.shape
    is_full = AREAS + int(a[0, COUNT]) == rows
    larger = np.zeros((2 * rows, width) if is_full else (rows, 2 * width))
    larger[:rows, :width] = a
    return larger


@compiled
def rollout(a: Floats, rng: Rng) -> int:
    """Play random moves to the end, in place while the array has room; return their number.

    Beyond that the game continues in a larger copy, and only its head (scores, turn) is copied
    back.
    """
    out = np.empty((2, CODE_WORDS))
    board, plies = a, 0
    while np.isnan(result(board)):
        sample_move(board, rng, out)
        # The array grows on demand: few games have so many areas.
        while not has_room_for_move(board, out[0]):
            board = with_double_capacity(board)
        play(board, out[0])
        plies += 1
    a[0, :HEADER_WORDS] = board[0, :HEADER_WORDS]
    return plies
