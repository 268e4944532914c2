"""Splinter's rules compiled: the twin of rules.py, on one array. Numbers in brackets: RULES.md's.

The array has parts. The head says whose turn it is, the options, and the outcome once there is
one. OCCUPIED has for each row the bits of its occupied squares, and FILL is room to flood them.
PIECES lists where the pieces of each seat stand, the king first; BOARD has for each square the
place of its piece in that list plus 1, 0 where it is empty, and WALL around. A square is
``32 * row + column``, both counted from 1. A move's code is ``8 * square + direction``.

One rule needs what the array lacks, the earlier positions: that a position occurs the third time
[8] is for the search to see, on its own path (`key` names a position), and random games go on:
about one in two thousand is a tie by that rule, late, with few pieces left.

What does not fit is refused: `encode` raises OverflowError.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.games.splinter.boards import EMPTY, KINGS, PAWNS, Push, grid
from polygames.games.splinter.rules import Options, Splinter
from polygames.search.kernels import MIX_1, MIX_2, S27, S30, S31, below, compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.search.kernels import Rng

    Ints = npt.NDArray[np.int32]

__all__ = [
    "code_of",
    "decode",
    "earlier",
    "encode",
    "key",
    "legal",
    "moves",
    "play",
    "result",
    "rollout",
    "turn",
]

MOST_ROWS = 30
STRIDE = 32
ROOM = 64
"""Most pieces of a seat."""

# The head. LOST, COUNT, BAR_FROM and BAR_TO have one number for each seat.
TURN, PLY, MAX_PLIES, REMOVES, NO_RETURN, ROWS, COLUMNS, OUTCOME = range(8)
LOST, COUNT, BAR_FROM, BAR_TO = 8, 10, 12, 14
OCCUPIED = 20  # three empty rows lie before it and behind it, for `window`
FILL = OCCUPIED + STRIDE + 4
PIECES = FILL + STRIDE
BOARD = PIECES + 2 * ROOM

WALL = -1
NOWHERE = -1
RUNNING = 2
"""What OUTCOME holds until it is +1, 0 or -1."""
MOST_MOVES = 8 * 2 * ROOM
TRIES = 64
"""How often a random move is drawn before all are listed; nearly always the first is legal."""

RING = 0x7 << 18 | 0x5 << 26 | 0x7 << 34
"""The squares around the middle one of a window."""
RIM = 0x7F | 0x4141414141 << 8 | 0x7F << 48
"""The squares of a window that may hang together with others outside."""
LOWEST = np.array([0] + [(bits & -bits).bit_length() - 1 for bits in range(1, 128)])
"""For each number its lowest bit."""

WAYS = tuple(way for way in product((-1, 0, 1), repeat=2) if any(way))
STEPS = np.array([STRIDE * down + right for down, right in WAYS])


def _hangs_together(ring: int) -> bool:
    """Say whether those of the 8 squares around a square that a number has bits for do."""
    left = {way for bit, way in enumerate(WAYS) if ring >> bit & 1}
    reached = [left.pop()] if left else []
    for r, c in reached:  # grows while it is walked through
        near = {way for way in left if abs(way[0] - r) <= 1 and abs(way[1] - c) <= 1}
        left -= near
        reached += near
    return not left


TOGETHER = np.array([_hangs_together(ring) for ring in range(256)])
"""For each set of occupied squares around a square whether they hang together by themselves."""


# --- From and to rules.py ----------------------------------------------------------------------


def encode(state: Splinter) -> Ints:
    """Write a position as an array; OverflowError if it has no room there."""
    rows, columns = state.shape
    pieces = [
        [square for square, piece in _squares(state) if piece in king + pawn]
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
    a[OUTCOME] = RUNNING if state.outcome is None else _value(state.outcome.winners)
    a[LOST : LOST + 2] = state.lost
    for seat, bar in enumerate(state.barred):
        if bar is not None:
            a[BAR_FROM + seat] = _square(bar.start, rows)
            a[BAR_TO + seat] = _square(bar.end, rows)
    board = a[BOARD:].reshape(rows + 2, STRIDE)
    board[:] = WALL
    board[1 : rows + 1, 1 : columns + 1] = 0
    standing = dict(_squares(state))
    for seat, squares in enumerate(pieces):
        squares.sort(key=lambda square: standing[square] not in KINGS)
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


class _Piece(NamedTuple):
    square: int
    text: str


def _squares(state: Splinter) -> list[_Piece]:
    return [
        _Piece(STRIDE * r + c, text)
        for r, row in enumerate(state.rows, start=1)
        for c, text in enumerate(row, start=1)
        if text in PAWNS + KINGS
    ]


def _put(a: Ints, seat: int, square: int) -> None:
    place = seat * ROOM + a[COUNT + seat]
    a[PIECES + place] = square
    a[BOARD + square] = place + 1
    a[OCCUPIED + square // STRIDE] |= 1 << square % STRIDE
    a[COUNT + seat] += 1


def _square(name: str, rows: int) -> int:
    return STRIDE * (rows + 1 - int(name[1:])) + ascii_lowercase.index(name[0]) + 1


def _name(row: int, column: int, rows: int) -> str:
    return f"{ascii_lowercase[column - 1]}{rows + 1 - row}"


def _value(winners: frozenset[int]) -> int:
    return (0 in winners) - (1 in winners)


# --- The rules ---------------------------------------------------------------------------------


@compiled
def turn(a: Ints) -> int:
    """Return the seat to move."""
    return 0 + int(a[TURN])  # of 64 bits, as a search that is given this function expects


@compiled
def result(a: Ints) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a tie, nan while the game runs."""
    return np.nan if a[OUTCOME] == RUNNING else float(a[OUTCOME])


@compiled
def front(a: Ints, code: int) -> int:
    """Return the square that a move's row of pieces moves onto, or `NOWHERE` [3, 4, 8].

    It is a square of the wall where the first piece of the row is pushed off the board.
    """
    square, step = code >> 3, STEPS[code & 7]
    ahead = square + step
    if a[NO_RETURN] and square == a[BAR_FROM + a[TURN]] and ahead == a[BAR_TO + a[TURN]]:
        return NOWHERE
    while a[BOARD + ahead] > 0:
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
                if front(a, code) != NOWHERE:
                    out[n] = code
                    n += 1
    return n


@compiled
def play(a: Ints, code: int) -> None:
    """Play a legal move in place."""
    push(a, code, front(a, code))
    if a[OUTCOME] == RUNNING and not can_move(a):
        a[OUTCOME] = 0


@compiled
def can_move(a: Ints) -> bool:
    """Say whether the seat to move has a legal move."""
    own = PIECES + ROOM * a[TURN]
    for place in range(own, own + a[COUNT + a[TURN]]):
        for code in range(8 * a[place], 8 * a[place] + 8):
            if front(a, code) != NOWHERE:
                return True
    return False


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
        bar(a, seat, square, step, end)
    settle(a, square)
    if a[OUTCOME] == RUNNING:
        judge_pawns(a)


@compiled
def shift(a: Ints, square: int, step: int, end: int) -> None:
    """Move every piece between a square and an empty one on by a step [3]."""
    a[OCCUPIED + (end >> 5)] |= 1 << (end & 31)
    while end != square:
        piece = a[BOARD + end - step]
        a[BOARD + end] = piece
        a[PIECES - 1 + piece] = end
        end -= step
    a[BOARD + square] = 0
    a[OCCUPIED + (square >> 5)] &= ~(1 << (square & 31))


@compiled
def bar(a: Ints, seat: int, square: int, step: int, end: int) -> None:
    """Bar the step back, and follow the other's barred piece where it was pushed [8]."""
    a[BAR_FROM + seat], a[BAR_TO + seat] = square + step, square
    at, to = a[BAR_FROM + 1 - seat], a[BAR_TO + 1 - seat]
    if at:
        for ahead in range(square + step, end, step):
            if ahead == at:
                a[BAR_FROM + 1 - seat] = ahead + step
        at = a[BAR_FROM + 1 - seat]
        away = max(abs((at >> 5) - (to >> 5)), abs((at & 31) - (to & 31)))
        if away != 1:
            a[BAR_FROM + 1 - seat], a[BAR_TO + 1 - seat] = 0, 0


@compiled
def take(a: Ints, square: int) -> None:
    """Take the piece on a square off the board; without its king a seat has lost [4]."""
    place = a[BOARD + square] - 1
    seat = place // ROOM
    if place == seat * ROOM:
        a[OUTCOME] = 2 * seat - 1
        return
    a[COUNT + seat] -= 1
    a[LOST + seat] += 1
    last = seat * ROOM + a[COUNT + seat]
    moved = a[PIECES + last]
    a[PIECES + place] = moved
    a[BOARD + moved] = place + 1
    a[BOARD + square] = 0
    a[OCCUPIED + (square >> 5)] &= ~(1 << (square & 31))
    if square == a[BAR_FROM + seat]:
        a[BAR_FROM + seat], a[BAR_TO + seat] = 0, 0


@compiled
def judge_pawns(a: Ints) -> None:
    """End the game if a seat has no pawns left, or at the last move [7, 8]."""
    white, black = a[COUNT] > 1, a[COUNT + 1] > 1
    if not (white and black):
        a[OUTCOME] = int(white) - int(black)
    elif a[PLY] >= a[MAX_PLIES]:
        a[OUTCOME] = 0


# --- Groups ------------------------------------------------------------------------------------


@compiled
def settle(a: Ints, square: int) -> None:
    """Take off what does not hang together with a king after a square was left [5], and judge [6].

    All pieces hung together before, and still do if those around the square do by themselves, as
    in two of three moves, or within the window around it. Else what is cut off mostly lies in
    that window whole.
    """
    row, column = square >> 5, square & 31
    above = a[OCCUPIED + row - 1] >> (column - 1) & 7
    beside = a[OCCUPIED + row] >> (column - 1) & 5
    under = a[OCCUPIED + row + 1] >> (column - 1) & 7
    if TOGETHER[above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5]:
        return
    seen = window(a, row, column)
    rest, groups, small, within = seen & RING, 0, 0, 0
    while rest:
        group = flood_window(seen, rest & -rest)
        rest &= ~group
        groups += 1
        if group & RIM == 0:
            small += 1
            within |= group
    if groups == 1:
        return
    kings = in_window(a[PIECES], row, column) | in_window(a[PIECES + ROOM], row, column)
    if small == groups - 1 and within & kings == 0:
        take_window(a, within, row, column)
    else:
        splinter(a)


@compiled
def window(a: Ints, row: int, column: int) -> int:
    """Return the 7 x 7 squares around a square as bits, 8 for a row, the last of them 0."""
    seen = 0
    for k in range(7):
        seen |= (a[OCCUPIED - 3 + row + k] << 3 >> column & 0x7F) << 8 * k
    return seen


@compiled
def in_window(square: int, row: int, column: int) -> int:
    """Return the bit of a square in the window around another, 0 if it lies outside."""
    down, right = (square >> 5) - row + 3, (square & 31) - column + 3
    return 1 << 8 * down + right if 0 <= down <= 6 and 0 <= right <= 6 else 0  # noqa: PLR2004 - a window of 7 x 7


@compiled
def flood_window(seen: int, fill: int) -> int:
    """Return what hangs together with the fill within a window."""
    before = 0
    while fill != before:
        before = fill
        fill |= fill << 1 | fill >> 1
        fill = (fill | fill << 8 | fill >> 8) & seen
    return fill


@compiled
def take_window(a: Ints, group: int, row: int, column: int) -> None:
    """Take the pieces off the board that a window has bits for."""
    for down in range(-3, 4):
        bits = group & 0x7F
        group >>= 8
        while bits:
            take(a, STRIDE * (row + down) + column - 3 + LOWEST[bits])
            bits &= bits - 1


@compiled
def spread(a: Ints, row: int) -> bool:
    """Fill what hangs together in a row with what is filled; say whether it was more than before.

    Bits that run over the end of a row are lost, as there is no piece.
    """
    occupied, fill = a[OCCUPIED + row], a[FILL + row]
    before, reached = fill, fill | a[FILL + row - 1] | a[FILL + row + 1]
    while True:
        reached = (reached | reached << 1 | reached >> 1) & occupied
        if reached == fill:
            break
        fill = reached
    a[FILL + row] = fill
    return bool(fill != before)


@compiled
def flood(a: Ints, row: int) -> None:
    """Fill the groups that a fill has begun, one of them in a row."""
    first = last = row
    while a[OCCUPIED + first - 1]:
        first -= 1
    while a[OCCUPIED + last + 1]:
        last += 1
    more = True
    while more:
        for r in range(first, last + 1):
            spread(a, r)
        more = False
        for r in range(last, first - 1, -1):
            more |= spread(a, r)


@compiled
def fill_group(a: Ints, square: int) -> None:
    """Fill the group of the piece on a square."""
    a[FILL + (square >> 5)] |= 1 << (square & 31)
    flood(a, square >> 5)


@compiled
def is_filled(a: Ints, square: int) -> bool:
    """Say whether a square is filled."""
    return bool(a[FILL + (square >> 5)] >> (square & 31) & 1)


@compiled
def count_filled(a: Ints) -> int:
    """Count the filled pieces."""
    n = 0
    for seat in range(2):
        for place in range(PIECES + ROOM * seat, PIECES + ROOM * seat + a[COUNT + seat]):
            n += is_filled(a, a[place])
    return n


@compiled
def splinter(a: Ints) -> None:
    """Take the groups without a king off the board [5]; with the kings apart judge them [6]."""
    for r in range(1, a[ROWS] + 1):
        a[FILL + r] = 0
    fill_group(a, a[PIECES])
    if is_filled(a, a[PIECES + ROOM]):
        take_unfilled(a)
        return
    white = count_filled(a)
    fill_group(a, a[PIECES + ROOM])
    black = count_filled(a) - white
    take_unfilled(a)
    lead = white - black if white != black else a[LOST + 1] - a[LOST]
    a[OUTCOME] = int(lead > 0) - int(lead < 0)


@compiled
def take_unfilled(a: Ints) -> None:
    """Take all pieces off the board that are not filled."""
    for seat in range(2):
        place = PIECES + ROOM * seat + a[COUNT + seat]
        while place > PIECES + ROOM * seat:  # from the last, since `take` moves the last one up
            place -= 1
            if not is_filled(a, a[place]):
                take(a, 0 + int(a[place]))  # of 64 bits: compiled once


# --- Random games and keys ---------------------------------------------------------------------


@compiled
def push_at_random(a: Ints, rng: Rng) -> None:
    """Play a random move, each legal one with the same probability; without one it is a tie [8].

    A piece and a direction make one move at most, so drawing until it is legal is fair.
    """
    own, n = PIECES + ROOM * a[TURN], 8 * a[COUNT + a[TURN]]
    for _ in range(TRIES):
        drawn = below(rng, n)
        code = 8 * a[own + (drawn >> 3)] + (drawn & 7)
        end = front(a, code)
        if end != NOWHERE:
            push(a, code, end)
            return
    out = np.empty(MOST_MOVES, np.int32)
    n = legal(a, out)
    if n == 0:
        a[OUTCOME] = 0
        return
    code = 0 + int(out[below(rng, n)])  # of 64 bits, see `turn`
    push(a, code, front(a, code))


@compiled
def rollout(a: Ints, rng: Rng) -> int:
    """Play random moves in place until the end, and count them."""
    before = a[PLY]
    while a[OUTCOME] == RUNNING:
        push_at_random(a, rng)
    return 0 + int(a[PLY] - before)  # of 64 bits, see `turn`


@compiled
def mixed(number: int) -> np.uint64:
    """Return a number that looks random and depends on the given one only (SplitMix64)."""
    z = np.uint64(number)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@compiled
def key(a: Ints) -> np.uint64:
    """Return a number for the position as it counts for a repetition: board, mover, bar [8]."""
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
