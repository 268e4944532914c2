"""Split's rules compiled: the twin of rules.py, on one array. Numbers in brackets are RULES.md's.

The array has rows. Row 0 is the head: whose turn, what is due, scores, options. Line l has the row
``LINES + l`` and area k the row ``AREAS + k``; every cut makes one line and one area, so the two
grow together and share their rows, in different columns. An area's edges stand in the same order
as in rules.py. A move's code is a row of five numbers: for a line (area, edge i, position on its
line, edge j > i, position), else (area or colour, -1, ...).

What does not fit is refused: `encode` raises OverflowError, and no line is offered that would
make an area of more than `EDGES` edges or the `ROOM` + 1st area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.split import rules
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import Spot
from polygames.search.kernels import below, compiled, uniform

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.split.rules import Move, Split
    from polygames.search.kernels import Rng

    Floats = npt.NDArray[np.float64]

__all__ = ["code_of", "decode", "encode", "legal", "moves", "play", "result", "rollout", "turn"]

ROOM = 112
"""Most areas. With the 2026 preset, whose pieces have at least 1 point, there are at most 100."""
EDGES = 16
"""Most edges of an area."""
FIRST_NEW = 8
"""Areas that a position must leave free, for `encode` to take it."""

# Columns of the head.
TURN, PHASE, COUNT, OPEN, RED, CHOICE, OTHER_CHOICE, SCORE, SCORE_1, LIMIT, INCLUSIVE, LEAST = (
    range(12)
)
LINE_DUE, COLOR_DUE, AREA_DUE = 0, 1, 2
# Columns of an area and of a line; an area's edges begin at EDGE.
OWNER, VALUE, SIZE, COLOR, X0, Y0, X1, Y1, FROM, FROM_AT, TO, TO_AT, EDGE = range(13)
NEUTRAL, RED_INK, BLUE_INK = 0, 1, 2
NOBODY = -1
# Within an edge: corner, line, position of this corner and of the next on the line.
X, Y, LINE, START, STOP, STEP = range(6)
LINES, AREAS = 1, 4
WIDTH = EDGE + EDGES * STEP
CODE = 5
MOST_MOVES = 4096

INKS = {"neutral": NEUTRAL, "red": RED_INK, "blue": BLUE_INK}
PHASES = {"line": LINE_DUE, "color": COLOR_DUE, "area": AREA_DUE}
SIDES = rules.SIDES
WIN = rules.TOTAL / 2 + rules.EPSILON
HALF_STEP = rules.EPSILON / 2
"""Half of the step to which sizes are rounded before they are compared with the limit [6]."""


# --- From and to rules.py ----------------------------------------------------------------------


def encode(state: Split) -> Floats:
    """Write a position as an array; OverflowError if it has no room there."""
    faces = state.map.faces
    largest = max((len(faces[k].edges) for k in state.open_areas), default=0)
    if len(faces) > ROOM - FIRST_NEW or largest > EDGES:
        msg = f"{len(faces)} areas, {largest} edges: the kernel of split has room for fewer"
        raise OverflowError(msg)
    a = np.zeros((AREAS + ROOM, WIDTH))
    first, second = state.choice or (NOBODY, NOBODY)
    red = NOBODY if state.seat_colors is None else state.seat_colors.index("red")
    options = state.rules
    a[0, :12] = (
        *(state.turn, PHASES[state.phase], len(faces), len(state.open_areas), red, first, second),
        *state.scores,
        *(options.fill_limit, options.fill_inclusive, options.min_area),
    )
    for number, line in enumerate(state.map.lines):
        color = INKS[state.colors[number]]
        a[LINES + number, COLOR : Y1 + 1] = (color, *line.start, *line.end)
    for number, chord in enumerate(state.map.chords, SIDES):
        a[LINES + number, FROM : TO_AT + 1] = (*chord[0], *chord[1])
    for k, face in enumerate(faces):
        owner = state.owners[k]
        a[AREAS + k, OWNER : SIZE + 1] = (NOBODY if owner is None else owner, face.area, 0)
        if owner is None:
            flat = [number for edge in face.edges for number in (*edge.corner, *edge[1:])]
            a[AREAS + k, SIZE] = len(face.edges)
            a[AREAS + k, EDGE : EDGE + len(flat)] = flat
    return a


def decode(code: Floats, state: Split) -> Move:
    """Return the move that a code stands for."""
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
    """Return the code of a legal move."""
    match move:
        case ChooseColor(color):
            return np.array([INKS[color], -1.0, 0.0, 0.0, 0.0])
        case ChooseArea(area) | FillArea(area):
            return np.array([area, -1.0, 0.0, 0.0, 0.0])
    k = state.map.face_between(move.start, move.end)
    face = state.map.faces[-1 if k is None else k]
    ends = sorted((face.edge_on(line) or 0, at) for line, at in (move.start, move.end))
    return np.array([k, *ends[0], *ends[1]], np.float64)


def moves() -> Floats:
    """Return an array for `legal` to write into."""
    return np.empty((MOST_MOVES, CODE))


# --- The rules ---------------------------------------------------------------------------------


@compiled
def turn(a: Floats) -> int:
    """Return the seat to move."""
    return int(a[0, TURN])


@compiled
def result(a: Floats) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a draw, nan while it goes on [8]."""
    if a[0, SCORE] > WIN:
        return 1.0
    if a[0, SCORE_1] > WIN:
        return -1.0
    return 0.0 if a[0, OPEN] == 0 else np.nan


@compiled
def ink(a: Floats) -> int:
    """Return the colour that the seat to move draws in; the first line is red [2]."""
    return RED_INK if a[0, RED] == NOBODY or a[0, RED] == a[0, TURN] else BLUE_INK


@compiled
def is_small(a: Floats, k: int) -> bool:
    """Say whether an area can only be filled [6]."""
    margin = HALF_STEP if a[0, INCLUSIVE] else -HALF_STEP
    return bool(a[AREAS + k, VALUE] < a[0, LIMIT] + margin)


@compiled
def edge(a: Floats, k: int, i: int, what: int) -> float:
    """Return X, Y, LINE, START or STOP of edge i of area k."""
    return float(a[AREAS + k, EDGE + STEP * i + what])


@compiled
def edge_ink(a: Floats, k: int, i: int) -> int:
    """Return the colour of edge i of area k."""
    return int(a[LINES + int(edge(a, k, i, LINE)), COLOR])


@compiled
def place(a: Floats, k: int, i: int, at: float) -> tuple[float, float]:
    """Return the point at a position on the line of edge i of area k."""
    line = LINES + int(edge(a, k, i, LINE))
    x0, y0 = a[line, X0], a[line, Y0]
    return x0 + at * (a[line, X1] - x0), y0 + at * (a[line, Y1] - y0)


@compiled
def cap(a: Floats, k: int, i: int, at: float, j: int, to: float) -> float:
    """Return the value of the piece between edge i and edge j that a line would cut off."""
    x0, y0 = place(a, k, i, at)
    xq, yq = place(a, k, j, to)
    twice, x, y = 0.0, 0.0, 0.0
    for corner in range(i + 1, j + 1):
        u, v = edge(a, k, corner, X) - x0, edge(a, k, corner, Y) - y0
        twice += x * v - y * u
        x, y = u, v
    return 0.5 * abs(twice + x * (yq - y0) - y * (xq - x0))


@compiled
def is_free(a: Floats, k: int, i: int, at: float) -> bool:
    """Say whether a line may end at a position on edge i of area k [4]."""
    start, stop = edge(a, k, i, START), edge(a, k, i, STOP)
    if not min(start, stop) < at < max(start, stop):
        return False
    line = edge(a, k, i, LINE)
    for row in range(LINES + SIDES, AREAS + int(a[0, COUNT])):
        if a[row, FROM] == line and a[row, FROM_AT] == at:
            return False
        if a[row, TO] == line and a[row, TO_AT] == at:
            return False
    return True


@compiled
def has_room(a: Floats, k: int, i: int, j: int) -> bool:
    """Say whether the array can hold the pieces of a cut from edge i to edge j of area k."""
    size = int(a[AREAS + k, SIZE])
    return max(j - i + 2, size + 2 - (j - i)) <= EDGES and a[0, COUNT] < ROOM


@compiled
def allows(a: Floats, k: int, i: int, at: float, j: int, to: float) -> bool:
    """Say whether a line may be drawn from edge i to edge j > i of an open area [3, 4]."""
    if not (has_room(a, k, i, j) and is_free(a, k, i, at) and is_free(a, k, j, to)):
        return False
    piece = cap(a, k, i, at, j, to)
    return min(piece, float(a[AREAS + k, VALUE]) - piece) >= float(a[0, LEAST])


@compiled
def play(a: Floats, code: Floats) -> None:
    """Play a legal move in place."""
    seat, area = int(a[0, TURN]), int(code[0])
    if a[0, PHASE] == COLOR_DUE:  # seat 1 chooses, and the blue player moves next [2]
        a[0, RED] = 1 if area == RED_INK else 0
        a[0, TURN] = 0 if area == RED_INK else 1
        a[0, PHASE] = LINE_DUE
    elif a[0, PHASE] == AREA_DUE:  # the chooser's opponent fills; the chooser moves [5]
        fill(a, area, 1 - seat)
        a[0, PHASE], a[0, CHOICE], a[0, OTHER_CHOICE] = LINE_DUE, NOBODY, NOBODY
    elif code[1] < 0:
        fill(a, area, seat)
        a[0, TURN] = 1 - seat
    else:
        draw(a, area, int(code[1]), code[2], int(code[3]), code[4])


@compiled
def fill(a: Floats, k: int, seat: int) -> None:
    """Give an area to a seat."""
    a[AREAS + k, OWNER] = seat
    a[0, SCORE + seat] += a[AREAS + k, VALUE]
    a[0, OPEN] -= 1


@compiled
def draw(a: Floats, k: int, i: int, at: float, j: int, to: float) -> None:
    """Draw a line; both ends on lines of the mover's colour leave the choice to the other [5]."""
    color, new = ink(a), int(a[0, COUNT])
    own = edge_ink(a, k, i) == color and edge_ink(a, k, j) == color
    cut(a, k, i, at, j, to)
    a[AREAS + new, COLOR] = color
    a[0, TURN] = 1 - a[0, TURN]
    if own:
        a[0, PHASE], a[0, CHOICE], a[0, OTHER_CHOICE] = AREA_DUE, k, new
    elif a[0, RED] == NOBODY:
        a[0, PHASE] = COLOR_DUE


@compiled
def set_edge(
    a: Floats, k: int, i: int, x: float, y: float, line: float, start: float, stop: float
) -> None:
    """Write edge i of area k."""
    at = EDGE + STEP * i
    a[AREAS + k, at + X], a[AREAS + k, at + Y] = x, y
    a[AREAS + k, at + LINE], a[AREAS + k, at + START], a[AREAS + k, at + STOP] = line, start, stop


@compiled
def move_edge(a: Floats, k: int, i: int, to_k: int, to_i: int) -> None:
    """Copy edge i of area k to another place."""
    for what in range(STEP):
        a[AREAS + to_k, EDGE + STEP * to_i + what] = a[AREAS + k, EDGE + STEP * i + what]


@compiled
def cut(a: Floats, k: int, i: int, at: float, j: int, to: float) -> None:
    """Cut area k along a new line: it keeps its first corner, the rest is the newest area."""
    new, size = int(a[0, COUNT]), int(a[AREAS + k, SIZE])
    line = float(new + AREAS - LINES)
    piece = cap(a, k, i, at, j, to)
    px, py = place(a, k, i, at)
    qx, qy = place(a, k, j, to)
    line_i, stop_i = edge(a, k, i, LINE), edge(a, k, i, STOP)
    line_j, stop_j = edge(a, k, j, LINE), edge(a, k, j, STOP)

    set_edge(a, new, 0, px, py, line_i, at, stop_i)
    for n in range(i + 1, j + 1):
        move_edge(a, k, n, new, n - i)
    a[AREAS + new, EDGE + STEP * (j - i) + STOP] = to
    set_edge(a, new, j - i + 1, qx, qy, line, 1.0, 0.0)

    a[AREAS + k, EDGE + STEP * i + STOP] = at
    shift = i + 2 - j
    for n in range(size - j - 1):  # the edges after j: from the end where they move up
        source = size - 1 - n if shift > 0 else j + 1 + n
        move_edge(a, k, source, k, source + shift)
    set_edge(a, k, i + 1, px, py, line, 0.0, 1.0)
    set_edge(a, k, i + 2, qx, qy, line_j, to, stop_j)

    a[AREAS + new, OWNER], a[AREAS + new, VALUE], a[AREAS + new, SIZE] = NOBODY, piece, j - i + 2
    a[AREAS + k, VALUE] -= piece
    a[AREAS + k, SIZE] = size + shift
    a[AREAS + new, X0], a[AREAS + new, Y0], a[AREAS + new, X1], a[AREAS + new, Y1] = px, py, qx, qy
    a[AREAS + new, FROM], a[AREAS + new, FROM_AT] = line_i, at
    a[AREAS + new, TO], a[AREAS + new, TO_AT] = line_j, to
    a[0, COUNT] += 1
    a[0, OPEN] += 1


# --- Moves -------------------------------------------------------------------------------------


@compiled
def put(out: Floats, n: int, area: float, i: float, at: float, j: float, to: float) -> int:
    """Write a code as row n, and return n + 1."""
    out[n, 0], out[n, 1], out[n, 2], out[n, 3], out[n, 4] = area, i, at, j, to
    return n + 1


@compiled
def put_choices(a: Floats, out: Floats) -> int:
    """Write the two colours or the two areas that can be chosen."""
    if a[0, PHASE] == COLOR_DUE:
        first, second = float(RED_INK), float(BLUE_INK)
    else:
        first, second = a[0, CHOICE], a[0, OTHER_CHOICE]
    n = put(out, 0, first, -1.0, 0.0, 0.0, 0.0)
    return put(out, n, second, -1.0, 0.0, 0.0, 0.0)


@compiled
def legal(a: Floats, out: Floats) -> int:
    """Write every choice or fill, and the lines between the middles of every two edges."""
    if a[0, PHASE] != LINE_DUE:
        return put_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NOBODY:
            continue
        if is_small(a, k):
            n = put(out, n, k, -1.0, 0.0, 0.0, 0.0)
            continue
        for j in range(int(a[AREAS + k, SIZE])):
            to = (edge(a, k, j, START) + edge(a, k, j, STOP)) / 2
            for i in range(j):
                at = (edge(a, k, i, START) + edge(a, k, i, STOP)) / 2
                if n < len(out) and allows(a, k, i, at, j, to):
                    n = put(out, n, k, i, at, j, to)
    return n


@compiled
def open_area(a: Floats, number: int) -> int:
    """Return which area is the open one of this number."""
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY:
            if number == 0:
                return k
            number -= 1
    return -1


@compiled
def sample(a: Floats, rng: Rng, out: Floats) -> bool:
    """Write the code of a random move as row 0, as RULES.md has it; False if it has no room."""
    if a[0, PHASE] != LINE_DUE:
        put_choices(a, out)
        if uniform(rng) < 0.5:  # noqa: PLR2004 - the other of two
            out[0, 0] = out[1, 0]
        return True
    k = open_area(a, below(rng, int(a[0, OPEN])))
    if is_small(a, k):
        put(out, 0, k, -1.0, 0.0, 0.0, 0.0)
        return True
    size = int(a[AREAS + k, SIZE])
    for _ in range(100_000):
        i, j = below(rng, size), below(rng, size - 1)
        i, j = (i, j + 1) if j >= i else (j, i)
        at = edge(a, k, i, START) + uniform(rng) * (edge(a, k, i, STOP) - edge(a, k, i, START))
        to = edge(a, k, j, START) + uniform(rng) * (edge(a, k, j, STOP) - edge(a, k, j, START))
        if allows(a, k, i, at, j, to):
            put(out, 0, k, i, at, j, to)
            return True
    return False


@compiled
def rollout(a: Floats, rng: Rng) -> int:
    """Play random moves in place until the end (or until there is no room) and count them."""
    out = np.empty((2, CODE))
    plies = 0
    while np.isnan(result(a)) and sample(a, rng, out):
        play(a, out[0])
        plies += 1
    return plies
