"""Splinter's kernel: the rules compiled, the twin of rules.py. Numbers in brackets: RULES.md's.

It offers what `polygames.core.plugs.Kernel` asks for, on the array that `groups` describes.

One rule needs what the array lacks, the earlier positions: that a position occurs the third time
[8] is for the search to see, on its own path (`key` names a position), and random games go on:
about one in two thousand is a tie by that rule, late, with few pieces left.

What does not fit is refused: `encode` raises OverflowError.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

from polygames.games.splinter.boards import EMPTY, KINGS, PAWNS, Push, grid
from polygames.games.splinter.engine.groups import (
    BAR_FROM,
    BAR_TO,
    BOARD,
    COUNT,
    LOST,
    MAX_PLIES,
    MOST_ROWS,
    NO_RETURN,
    NOWHERE,
    OCCUPIED,
    OUTCOME,
    PIECES,
    PLY,
    REMOVES,
    ROOM,
    RUNNING,
    STEPS,
    STRIDE,
    TURN,
    WALL,
    WAYS,
    Ints,
    bar_return,
    settle,
    shift,
    take,
)
from polygames.games.splinter.rules import Options, Splinter
from polygames.runtime.compiling import compiled, np
from polygames.runtime.random_numbers import MIX_1, MIX_2, S27, S30, S31, below

if TYPE_CHECKING:
    from polygames.runtime.random_numbers import Rng

MOST_MOVES = 8 * 2 * ROOM
TRIES = 64
"""How often a random move is drawn before all are listed; nearly always the first is legal."""


# --- From and to rules.py -------------------------------------------------------------------------


def encode(state: Splinter) -> Ints:
    """Write a position as an array; OverflowError if it has no room there."""
    rows, columns = state.shape
    standing = {
        STRIDE * r + c: piece
        for r, row in enumerate(state.rows, start=1)
        for c, piece in enumerate(row, start=1)
        if piece != EMPTY
    }
    pieces = [  # the king comes first
        [at for kind in (king, pawn) for at in standing if standing[at] == kind]
        for king, pawn in zip(KINGS, PAWNS, strict=True)
    ]
    if rows > MOST_ROWS or max(map(len, pieces)) > ROOM:
        msg = f"{rows} rows, {max(map(len, pieces))} pieces: splinter's kernel has room for fewer"
        raise OverflowError(msg)
    a: Ints = np.zeros(BOARD + STRIDE * (rows + 2), np.int32)
    options = state.rules
    a[:OUTCOME] = (
        *(state.turn, state.ply, options.max_plies),
        *(options.edge == "remove", options.no_return, rows, columns),
    )
    a[OUTCOME] = RUNNING
    if state.outcome is not None:
        a[OUTCOME] = (0 in state.outcome.winners) - (1 in state.outcome.winners)
    a[LOST : LOST + 2] = state.lost
    for seat, bar in enumerate(state.barred):
        if bar is not None:
            a[BAR_FROM + seat] = _square(bar.start, rows)
            a[BAR_TO + seat] = _square(bar.end, rows)
    board = a[BOARD:].reshape(rows + 2, STRIDE)
    board[:] = WALL
    board[1 : rows + 1, 1 : columns + 1] = 0
    for seat, squares in enumerate(pieces):
        for square in squares:
            _put(a, seat, square)
    return a


def decode(code: int, state: Splinter) -> Push:
    """Return the move that a code stands for."""
    square, direction = divmod(int(code), 8)
    down, right = WAYS[direction]
    row, column = divmod(square, STRIDE)
    rows = state.shape[0]
    return Push(_name(row, column, rows), _name(row + down, column + right, rows))


def code_of(move: Push, state: Splinter) -> int:
    """Return the code of a legal move."""
    start, end = (_square(name, state.shape[0]) for name in (move.start, move.end))
    return 8 * start + int(np.flatnonzero(end - start == STEPS)[0])


def codes(state: Splinter) -> list[int]:
    """Return the codes of all moves that a game from here can have, on any of its boards."""
    ways = grid(*state.shape).ways
    return [code_of(push, state) for push in ways]


def earlier(state: Splinter) -> list[int]:
    """Return the keys of the positions before, as far back as one could come again [8]."""
    return [_key_of(text, state.rules, state.shape) for text in state.history]


@lru_cache(maxsize=4096)
def _key_of(text: str, rules: Options, shape: tuple[int, int]) -> int:
    """Return the key of the position that `Splinter.key` writes as a text."""
    size = len(grid(*shape).cells([EMPTY * shape[1]] * shape[0]))
    seat, way = int(text[size]), text[size + 1 :]
    bar = Push(*way.split("-")) if way else None
    barred = (bar, None) if seat == 0 else (None, bar)
    return int(key(encode(Splinter(rules, shape, text[:size], seat, (0, 0), (1, 1), barred))))


def moves() -> Ints:
    """Return an array for `legal` to write into."""
    return np.empty(MOST_MOVES, np.int32)


def _put(a: Ints, seat: int, square: int) -> None:
    """Put a piece of a seat on a square: in its list, on the board, and as a bit of its row."""
    place = seat * ROOM + a[COUNT + seat]
    a[PIECES + place] = square
    a[BOARD + square] = place + 1
    a[OCCUPIED + square // STRIDE] |= 1 << square % STRIDE
    a[COUNT + seat] += 1


def _square(name: str, rows: int) -> int:
    return STRIDE * (rows + 1 - int(name[1:])) + ascii_lowercase.index(name[0]) + 1


def _name(row: int, column: int, rows: int) -> str:
    return f"{ascii_lowercase[column - 1]}{rows + 1 - row}"


# --- The rules ------------------------------------------------------------------------------------


@compiled
def turn(a: Ints) -> int:
    """Return the seat to move."""
    return 0 + int(a[TURN])  # of 64 bits, as a search that is given this function expects


@compiled
def result(a: Ints) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a tie, nan while the game runs."""
    return np.nan if a[OUTCOME] == RUNNING else float(a[OUTCOME])


@compiled
def square_ahead_of_row(a: Ints, code: int) -> int:
    """Return the square that a move's row of pieces moves onto, or `NOWHERE` [3, 4, 8].

    It is a square of the wall where the first piece of the row is pushed off the board.
    """
    square, step = code >> 3, STEPS[code & 7]
    ahead = square + step
    if a[NO_RETURN] and square == a[BAR_FROM + a[TURN]] and ahead == a[BAR_TO + a[TURN]]:
        return NOWHERE
    while a[BOARD + ahead] > 0:  # the wall around the board ends every row: no bound is tested
        ahead += step
    if a[BOARD + ahead] == WALL and (not a[REMOVES] or ahead == square + step):
        return NOWHERE
    return int(ahead)


@compiled
def legal(a: Ints, out: Ints) -> int:
    """Write the codes of the legal moves and count them."""
    n = 0
    if a[OUTCOME] == RUNNING:
        own = PIECES + ROOM * a[TURN]
        for place in range(own, own + a[COUNT + a[TURN]]):
            for code in range(8 * a[place], 8 * a[place] + 8):
                if square_ahead_of_row(a, code) != NOWHERE:
                    out[n] = code
                    n += 1
    return n


@compiled
def can_move(a: Ints) -> bool:
    """Say whether the seat to move has a legal move."""
    own = PIECES + ROOM * a[TURN]
    for place in range(own, own + a[COUNT + a[TURN]]):
        for code in range(8 * a[place], 8 * a[place] + 8):
            if square_ahead_of_row(a, code) != NOWHERE:
                return True
    return False


@compiled
def play(a: Ints, code: int) -> None:
    """Play a legal move in place."""
    push(a, code, square_ahead_of_row(a, code))
    # A random game does without this test: it sees that no move is left when it draws none.
    if a[OUTCOME] == RUNNING and not can_move(a):
        a[OUTCOME] = 0


@compiled
def push(a: Ints, code: int, end: int) -> None:
    """Move a piece and the row ahead of it, which ends before a square, and judge the board."""
    seat, square, step = a[TURN], code >> 3, STEPS[code & 7]
    a[TURN] = 1 - seat
    a[PLY] += 1
    if a[BOARD + end] == WALL:
        end -= step
        take(a, end)
        if a[OUTCOME] != RUNNING:  # it was a king
            return
    shift(a, square, step, end)
    if a[NO_RETURN]:
        bar_return(a, seat, square, step, end)
    settle(a, square)
    if a[OUTCOME] == RUNNING:
        judge_pawns(a)


@compiled
def judge_pawns(a: Ints) -> None:
    """End the game if a seat has no pawns left, or at the last move [7, 8]."""
    white, black = a[COUNT] > 1, a[COUNT + 1] > 1
    if not (white and black):
        a[OUTCOME] = int(white) - int(black)
    elif a[PLY] >= a[MAX_PLIES]:
        a[OUTCOME] = 0


# --- Random games ---------------------------------------------------------------------------------


@compiled
def push_at_random(a: Ints, rng: Rng) -> None:
    """Play a random move, each legal one with the same probability; without one it is a tie [8].

    A piece and a direction make one move at most, so drawing until it is legal is fair.
    """
    own, n = PIECES + ROOM * a[TURN], 8 * a[COUNT + a[TURN]]
    for _ in range(TRIES):
        drawn = below(rng, n)
        code = 8 * a[own + (drawn >> 3)] + (drawn & 7)
        end = square_ahead_of_row(a, code)
        if end != NOWHERE:
            push(a, code, end)
            return
    out = np.empty(MOST_MOVES, np.int32)
    n = legal(a, out)
    if n == 0:
        a[OUTCOME] = 0
        return
    code = 0 + int(out[below(rng, n)])  # of 64 bits, see `turn`
    push(a, code, square_ahead_of_row(a, code))


@compiled
def rollout(a: Ints, rng: Rng) -> int:
    """Play random moves in place until the end, and count them."""
    before = a[PLY]
    while a[OUTCOME] == RUNNING:
        push_at_random(a, rng)
    return 0 + int(a[PLY] - before)  # of 64 bits, see `turn`


# --- Keys -----------------------------------------------------------------------------------------


@compiled
def key(a: Ints) -> np.uint64:
    """Return a number for the position as it counts for a repetition: board, mover, bar [8].

    It is a Zobrist hash (Zobrist 1970, *A new hashing method with application for game playing*),
    whose random numbers are computed and not kept.
    """
    # Computed anew: only a search asks for it; each move of a random game would have to keep it.
    seat = a[TURN]
    total = mixed(1 + seat)
    if a[BAR_FROM + seat]:
        total ^= mixed((a[BAR_FROM + seat] << 12 | a[BAR_TO + seat]) << 12)
    for side in range(2):
        first = PIECES + ROOM * side
        for place in range(first, first + a[COUNT + side]):
            kind = 4 + 2 * side + (place == first)
            total ^= mixed(a[place] << 4 | kind)
    return total


@compiled
def mixed(number: int) -> np.uint64:
    """Return a number that looks random and depends on the given one only.

    It is the mixer of SplitMix64 (Steele, Lea and Flood 2014, *Fast splittable pseudorandom number
    generators*).
    """
    z = np.uint64(number)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)
