"""Split's kernel: the rules compiled, the twin of rules.py. Numbers in brackets are RULES.md's.

It offers what `polygames.core.plugs.Kernel` asks for, on the array that `cuts` describes.

What does not fit is refused: `encode` raises OverflowError, and `legal` offers no line that would
make an area of more edges or more areas than the array has room for. A rollout makes room.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from polygames.games.split import rules
from polygames.games.split.engine.cuts import (
    AREA_DUE,
    AREAS,
    BLUE_INK,
    CHOICE,
    CODE,
    COLOR,
    COLOR_DUE,
    COUNT,
    EDGE,
    EDGES,
    FROM,
    HEAD,
    LENGTH,
    LINE_DUE,
    LINES,
    NEUTRAL,
    NOBODY,
    OPEN,
    OTHER_CHOICE,
    OWNER,
    PHASE,
    RED,
    RED_INK,
    ROOM,
    SCORE,
    SCORE_1,
    SIDES,
    SIZE,
    SMALL,
    START,
    STOP,
    TO_AT,
    TURN,
    VALUE,
    WIDTH,
    WIN,
    Y1,
    Floats,
    allows,
    cut,
    edge,
    edge_ink,
    halve,
    has_room,
    is_cut,
    write_code,
)
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import Spot
from polygames.runtime.compiling import compiled, lean, np
from polygames.runtime.random_numbers import below, uniform

if TYPE_CHECKING:
    from polygames.games.split.rules import Move, Options, Split
    from polygames.runtime.random_numbers import Rng

FIRST_NEW = 8
"""Areas that a position must leave free, for `encode` to take it."""
MOST_MOVES = 4096

INKS = {"neutral": NEUTRAL, "red": RED_INK, "blue": BLUE_INK}
PHASES = {"line": LINE_DUE, "color": COLOR_DUE, "area": AREA_DUE}
TRIES = rules.TRIES


# --- From and to rules.py -------------------------------------------------------------------------


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
    a[0, :HEAD] = (
        *(state.turn, PHASES[state.phase], len(faces), len(state.open_areas), red, first, second),
        *state.scores,
        *(options.fill_limit, small_below(options), options.min_area),
    )
    for number, line in enumerate(state.map.lines):
        color = INKS[state.colors[number]]
        a[LINES + number, COLOR : Y1 + 1] = (color, *line.start, *line.end)
        a[LINES + number, LENGTH] = line.length
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


def small_below(options: Options) -> float:
    """Return the value below which an area is small: it is rounded before it is compared [6]."""
    steps = options.fill_limit / rules.EPSILON
    if round(options.fill_limit, 6) != options.fill_limit:
        last = floor(steps)
    else:
        last = round(steps) - (not options.fill_inclusive)
    return (last + 0.5) * rules.EPSILON


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


# --- The rules ------------------------------------------------------------------------------------


@lean
def turn(a: Floats) -> int:
    """Return the seat to move."""
    return int(a[0, TURN])


@lean
def result(a: Floats) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a draw, nan while it goes on [8]."""
    if a[0, SCORE] > WIN:
        return 1.0
    if a[0, SCORE_1] > WIN:
        return -1.0
    return 0.0 if a[0, OPEN] == 0 else np.nan


@lean
def ink(a: Floats) -> int:
    """Return the colour that the seat to move draws in; the first line is red [2]."""
    return RED_INK if a[0, RED] == NOBODY or a[0, RED] == a[0, TURN] else BLUE_INK


@lean
def is_small(a: Floats, k: int) -> bool:
    """Say whether an area can only be filled [6]."""
    return bool(a[AREAS + k, VALUE] < a[0, SMALL])


@lean
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


@lean
def fill(a: Floats, k: int, seat: int) -> None:
    """Give an area to a seat."""
    a[AREAS + k, OWNER] = seat
    a[0, SCORE + seat] += a[AREAS + k, VALUE]
    a[0, OPEN] -= 1


@lean
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


# --- Moves ----------------------------------------------------------------------------------------


@lean
def write_choices(a: Floats, out: Floats) -> int:
    """Write the two colours or the two areas that can be chosen."""
    if a[0, PHASE] == COLOR_DUE:
        first, second = float(RED_INK), float(BLUE_INK)
    else:
        first, second = a[0, CHOICE], a[0, OTHER_CHOICE]
    n = write_code(out, 0, first, -1.0, 0.0, 0.0, 0.0)
    return write_code(out, n, second, -1.0, 0.0, 0.0, 0.0)


@compiled
def legal(a: Floats, out: Floats) -> int:
    """Write every choice or fill, and the lines between the middles of every two edges.

    Where the middles allow none, a line that halves the area.
    """
    if a[0, PHASE] != LINE_DUE:
        return write_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NOBODY:
            continue
        if is_small(a, k):
            n = write_code(out, n, k, -1.0, 0.0, 0.0, 0.0)
            continue
        before = n
        for j in range(int(a[AREAS + k, SIZE])):
            to = (edge(a, k, j, START) + edge(a, k, j, STOP)) / 2
            for i in range(j):
                at = (edge(a, k, i, START) + edge(a, k, i, STOP)) / 2
                if n < len(out) and allows(a, k, i, at, j, to):
                    n = write_code(out, n, k, i, at, j, to)
        if n == before and n < len(out):
            n = write_halving(a, k, out, n)
    return n


@compiled
def write_halving(a: Floats, k: int, out: Floats, n: int) -> int:
    """Write a line that halves area k, if the array has room for it."""
    halve(a, k, out, n)
    return n + has_room(a, k, int(out[n, 1]), int(out[n, 3]))


# --- Random games ---------------------------------------------------------------------------------


@lean
def nth_open_area(a: Floats, number: int) -> int:
    """Return which area is the open one of this number."""
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY:
            if number == 0:
                return k
            number -= 1
    return -1


@lean
def random_line(a: Floats, k: int, rng: Rng, out: Floats) -> bool:
    """Write the first legal one of some random lines in area k as row 0; False if there is none."""
    size = int(a[AREAS + k, SIZE])
    for _ in range(TRIES):
        i, j = below(rng, size), below(rng, size - 1)
        i, j = (i, j + 1) if j >= i else (j, i)
        at = edge(a, k, i, START) + uniform(rng) * (edge(a, k, i, STOP) - edge(a, k, i, START))
        to = edge(a, k, j, START) + uniform(rng) * (edge(a, k, j, STOP) - edge(a, k, j, START))
        if is_cut(a, k, i, at, j, to):
            write_code(out, 0, k, i, at, j, to)
            return True
    return False


@compiled
def sample(a: Floats, rng: Rng, out: Floats) -> None:
    """Write the code of a random move as row 0, as RULES.md has it: one that may need room."""
    if a[0, PHASE] != LINE_DUE:
        write_choices(a, out)
        if uniform(rng) < 0.5:  # noqa: PLR2004 - the other of two
            out[0, 0] = out[1, 0]
        return
    k = nth_open_area(a, below(rng, int(a[0, OPEN])))
    if is_small(a, k):
        write_code(out, 0, k, -1.0, 0.0, 0.0, 0.0)
        return
    if not random_line(a, k, rng, out):
        halve(a, k, out, 0)


@lean
def fits(a: Floats, code: Floats) -> bool:
    """Say whether the array has room for a move."""
    if a[0, PHASE] != LINE_DUE or code[1] < 0:
        return True
    return has_room(a, int(code[0]), int(code[1]), int(code[3]))


@compiled
def grown(a: Floats) -> Floats:
    """Return a copy with twice the rows, or the width if a row is free: more areas, or edges."""
    rows, width = a.shape
    is_full = AREAS + int(a[0, COUNT]) == rows
    larger = np.zeros((2 * rows, width) if is_full else (rows, 2 * width))
    larger[:rows, :width] = a
    return larger


@compiled
def rollout(a: Floats, rng: Rng) -> int:
    """Play random moves to the end and count them; in place as long as the array has room.

    Else the game goes on in a larger copy, and only its end is written back: score and turn.
    """
    out = np.empty((2, CODE))
    board, plies = a, 0
    while np.isnan(result(board)):
        sample(board, rng, out)
        # Room is made when it is needed: few games have so many areas.
        while not fits(board, out[0]):
            board = grown(board)
        play(board, out[0])
        plies += 1
    a[0, :HEAD] = board[0, :HEAD]
    return plies
