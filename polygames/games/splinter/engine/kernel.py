"""Splinter's kernel: the rules compiled, the twin of rules.py. Numbers in brackets: RULES.md's.

It implements `polygames.core.plugs.Kernel` on one row of whole numbers, int32, in five
parts; R is the number of rows of the board. A square is ``32 * row + column``, both counted from 1:

===============  ====================  =============================================================
from             length                contents
===============  ====================  =============================================================
0                OCCUPIED_OFFSET       the head: whose turn it is, options, the outcome; and for
                                       each seat the numbers of pieces LOST and left (COUNT), and
                                       the step it may not make
OCCUPIED_OFFSET  ROW_STRIDE            for each row the bits of its occupied squares; three empty
                                       rows are before it and behind it, for `occupied_window`
FILL_OFFSET      ROW_STRIDE            room to flood those rows
PIECES_OFFSET    2 * MAX_PIECES        the squares of the pieces of each seat, the king first
BOARD_OFFSET     ROW_STRIDE * (R + 2)  for each square the index of its piece in that list plus 1, 0
                                       where it is empty, and OFF_BOARD around
===============  ====================  =============================================================

A move's code is ``8 * square + direction``. If a position does not fit, `encode` raises
OverflowError.

Groups are found by flood fill on bitboards: a set of squares is a number, and a shift moves all
its squares by a step. First in a window of 7 x 7 around the square that was left, as a number of
64 bits; if that does not settle it, row by row on the whole board.

One rule needs the earlier positions, which the array lacks: the third repetition [8] has to be
detected by the search on its own path (`key` identifies a position). Random games ignore it: about
one in two thousand is a tie by that rule, late, with few pieces left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from polygames.games.splinter.boards import EMPTY, KINGS, PAWNS, Push, grid
from polygames.games.splinter.rules import Options, Splinter, read_key
from polygames.runtime.jit import compiled, np, npt
from polygames.runtime.random_numbers import MIX_1, MIX_2, S27, S30, S31, random_below

if TYPE_CHECKING:
    from polygames.runtime.random_numbers import Rng

Ints = npt.NDArray[np.int32]

MAX_KERNEL_ROWS = 30
ROW_STRIDE = 32
MAX_PIECES = 64
"""Maximum number of pieces of a seat."""

TURN, PLY, MAX_PLIES, EDGE_REMOVES, NO_RETURN, ROWS, COLUMNS, OUTCOME = range(8)
LOST_PIECES, PIECE_COUNTS, BAR_FROM, BAR_TO = 8, 10, 12, 14
"""Columns of the head with one number for each seat."""
OCCUPIED_OFFSET = 20
FILL_OFFSET = OCCUPIED_OFFSET + ROW_STRIDE + 4
PIECES_OFFSET = FILL_OFFSET + ROW_STRIDE
BOARD_OFFSET = PIECES_OFFSET + 2 * MAX_PIECES

OFF_BOARD = -1
NO_SQUARE = -1
RESULT_RUNNING = 2
"""The value of OUTCOME before it is +1, 0 or -1."""
DIRECTIONS = tuple(way for way in product((-1, 0, 1), repeat=2) if any(way))
"""Down and right in each of the 8 directions, and the 8 squares around a square."""
DIRECTION_OFFSETS = np.array([ROW_STRIDE * down + right for down, right in DIRECTIONS])

NEIGHBOUR_MASK = 0x7 << 18 | 0x5 << 26 | 0x7 << 34
"""The squares around the middle one of a window."""
WINDOW_EDGE_MASK = 0x7F | 0x4141414141 << 8 | 0x7F << 48
"""The squares of a window that may be connected with others outside."""
LOWEST_BIT = np.array([0] + [(bits & -bits).bit_length() - 1 for bits in range(1, 128)])
"""The index of the lowest set bit of each number below 128."""


# --- Pieces ---------------------------------------------------------------------------------------


@compiled
def shift_row(a: Ints, square: int, step: int, end: int) -> None:
    """Move the pieces between a square and an empty square one step, toward the latter [3]."""
    a[OCCUPIED_OFFSET + (end >> 5)] |= 1 << (end & 31)
    while end != square:
        piece = a[BOARD_OFFSET + end - step]
        a[BOARD_OFFSET + end] = piece
        a[PIECES_OFFSET - 1 + piece] = end
        end -= step
    a[BOARD_OFFSET + square] = 0
    a[OCCUPIED_OFFSET + (square >> 5)] &= ~(1 << (square & 31))


@compiled
def forbid_step_back(a: Ints, seat: int, square: int, step: int, end: int) -> None:
    """Forbid the moved piece to step back, and update the other seat's forbidden step [8]."""
    a[BAR_FROM + seat], a[BAR_TO + seat] = square + step, square
    at, to = a[BAR_FROM + 1 - seat], a[BAR_TO + 1 - seat]
    if at:
        for ahead in range(square + step, end, step):
            if ahead == at:
                a[BAR_FROM + 1 - seat] = ahead + step
        at = a[BAR_FROM + 1 - seat]
        gap = max(abs((at >> 5) - (to >> 5)), abs((at & 31) - (to & 31)))
        if gap != 1:
            a[BAR_FROM + 1 - seat], a[BAR_TO + 1 - seat] = 0, 0


@compiled
def remove_piece(a: Ints, square: int) -> None:
    """Remove the piece on a square; if it is a king, its owner loses [4]."""
    place = a[BOARD_OFFSET + square] - 1
    seat = place // MAX_PIECES
    if place == seat * MAX_PIECES:
        a[OUTCOME] = 2 * seat - 1
        return
    a[PIECE_COUNTS + seat] -= 1
    a[LOST_PIECES + seat] += 1
    last = seat * MAX_PIECES + a[PIECE_COUNTS + seat]
    moved = a[
        PIECES_OFFSET + last
    ]  # swap with the last piece of the list, so that nothing moves up
    a[PIECES_OFFSET + place] = moved
    a[BOARD_OFFSET + moved] = place + 1
    a[BOARD_OFFSET + square] = 0
    a[OCCUPIED_OFFSET + (square >> 5)] &= ~(1 << (square & 31))
    if square == a[BAR_FROM + seat]:
        a[BAR_FROM + seat], a[BAR_TO + seat] = 0, 0


# --- Groups ---------------------------------------------------------------------------------------


def _has_connected_ring(ring: int) -> bool:
    """Return True if the neighbour squares in an 8-bit mask are connected to one another."""
    left = {way for bit, way in enumerate(DIRECTIONS) if ring >> bit & 1}
    reached = [left.pop()] if left else []
    for r, c in reached:  # grows during the iteration
        near = {way for way in left if abs(way[0] - r) <= 1 and abs(way[1] - c) <= 1}
        left -= near
        reached += near
    return not left


IS_CONNECTED = np.array([_has_connected_ring(ring) for ring in range(256)])
"""Whether the occupied squares around a square are connected, by their 8-bit mask."""


@compiled
def neighbour_mask(a: Ints, square: int) -> int:
    """Return the occupied squares among the 8 around a square, as an 8-bit mask."""
    row, left = square >> 5, (square & 31) - 1
    above, under = (
        a[OCCUPIED_OFFSET + row - 1] >> left & 7,
        a[OCCUPIED_OFFSET + row + 1] >> left & 7,
    )
    beside = a[OCCUPIED_OFFSET + row] >> left & 5
    return int(above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5)


@compiled
def resolve_groups(a: Ints, square: int) -> None:
    """Remove pieces cut off from both kings by a move [5]; end the game if kings are apart [6].

    All pieces were connected before. They still are if the neighbours of the square are connected
    among themselves, as in two of three moves, or within the window around it. Otherwise the
    pieces cut off are mostly within that window.
    """
    if IS_CONNECTED[neighbour_mask(a, square)]:
        return
    row, column = square >> 5, square & 31
    seen = occupied_window(a, row, column)
    rest, groups, small, within = seen & NEIGHBOUR_MASK, 0, 0, 0
    while rest:
        group = flood_window(seen, rest & -rest)
        rest &= ~group
        groups += 1
        if group & WINDOW_EDGE_MASK == 0:
            small += 1
            within |= group
    if groups == 1:
        return
    kings = bit_in_window(a[PIECES_OFFSET], row, column) | bit_in_window(
        a[PIECES_OFFSET + MAX_PIECES], row, column
    )
    if small == groups - 1 and within & kings == 0:
        remove_in_window(a, within, row, column)
    else:
        resolve_all_groups(a)


# --- In a window ----------------------------------------------------------------------------------


@compiled
def occupied_window(a: Ints, row: int, column: int) -> int:
    """Return the occupied squares in the 7 x 7 window around a square as bits, 8 per row."""
    seen = 0
    for k in range(7):
        seen |= (a[OCCUPIED_OFFSET - 3 + row + k] << 3 >> column & 0x7F) << 8 * k
    return seen


@compiled
def bit_in_window(square: int, row: int, column: int) -> int:
    """Return the bit of a square in the window around another, 0 if it is outside."""
    down, right = (square >> 5) - row + 3, (square & 31) - column + 3
    return 1 << 8 * down + right if 0 <= down <= 6 and 0 <= right <= 6 else 0  # noqa: PLR2004 - a window of 7 x 7


@compiled
def flood_window(occupied: int, fill: int) -> int:
    """Return the flood fill of a seed within the occupied squares of a window."""
    before = 0
    while fill != before:
        before = fill
        fill |= fill << 1 | fill >> 1
        fill = (fill | fill << 8 | fill >> 8) & occupied
    return fill


@compiled
def remove_in_window(a: Ints, group: int, row: int, column: int) -> None:
    """Remove the pieces whose bits are set in a mask of a window."""
    for down in range(-3, 4):
        bits = group & 0x7F
        group >>= 8
        while bits:
            remove_piece(a, ROW_STRIDE * (row + down) + column - 3 + LOWEST_BIT[bits])
            bits &= bits - 1


# --- On the whole board ---------------------------------------------------------------------------


@compiled
def resolve_all_groups(a: Ints) -> None:
    """Remove the groups without a king [5]; end the game if the kings are apart [6]."""
    for r in range(1, a[ROWS] + 1):
        a[FILL_OFFSET + r] = 0
    flood_group(a, a[PIECES_OFFSET])
    if is_in_flood(a, a[PIECES_OFFSET + MAX_PIECES]):
        remove_outside_flood(a)
        return
    white = count_in_flood(a)
    flood_group(a, a[PIECES_OFFSET + MAX_PIECES])
    black = count_in_flood(a) - white
    remove_outside_flood(a)
    lead = white - black if white != black else a[LOST_PIECES + 1] - a[LOST_PIECES]
    a[OUTCOME] = int(lead > 0) - int(lead < 0)


@compiled
def remove_outside_flood(a: Ints) -> None:
    """Remove all pieces that the flood fill has not reached."""
    for seat in range(2):
        place = PIECES_OFFSET + MAX_PIECES * seat + a[PIECE_COUNTS + seat]
        while (
            place > PIECES_OFFSET + MAX_PIECES * seat
        ):  # from the last, since `remove_piece` moves the last one up
            place -= 1
            if not is_in_flood(a, a[place]):
                remove_piece(a, 0 + int(a[place]))  # of 64 bits: compiled once


@compiled
def flood_group(a: Ints, square: int) -> None:
    """Flood-fill the group of the piece on a square."""
    a[FILL_OFFSET + (square >> 5)] |= 1 << (square & 31)
    flood_rows(a, square >> 5)


@compiled
def is_in_flood(a: Ints, square: int) -> bool:
    """Return True if the flood fill has reached a square."""
    return bool(a[FILL_OFFSET + (square >> 5)] >> (square & 31) & 1)


@compiled
def count_in_flood(a: Ints) -> int:
    """Return the number of pieces that the flood fill has reached."""
    n = 0
    for seat in range(2):
        for place in range(
            PIECES_OFFSET + MAX_PIECES * seat,
            PIECES_OFFSET + MAX_PIECES * seat + a[PIECE_COUNTS + seat],
        ):
            n += is_in_flood(a, a[place])
    return n


@compiled
def flood_rows(a: Ints, row: int) -> None:
    """Extend the flood fill to whole groups, starting from one row."""
    first = last = row
    while a[OCCUPIED_OFFSET + first - 1]:
        first -= 1
    while a[OCCUPIED_OFFSET + last + 1]:
        last += 1
    more = True
    while more:  # down and up again: once is enough except for winding groups
        for r in range(first, last + 1):
            flood_row(a, r)
        more = False
        for r in range(last, first - 1, -1):
            more |= flood_row(a, r)


@compiled
def flood_row(a: Ints, row: int) -> bool:
    """Extend the flood fill within a row; return True if it reached more squares.

    Bits beyond the end of a row are masked, because there is no piece.
    """
    occupied, fill = a[OCCUPIED_OFFSET + row], a[FILL_OFFSET + row]
    before, reached = fill, fill | a[FILL_OFFSET + row - 1] | a[FILL_OFFSET + row + 1]
    while True:
        reached = (reached | reached << 1 | reached >> 1) & occupied
        if reached == fill:
            break
        fill = reached
    a[FILL_OFFSET + row] = fill
    return bool(fill != before)


MAX_LEGAL_MOVES = 8 * 2 * MAX_PIECES
MAX_SAMPLE_ATTEMPTS = 64
"""Random draws of a move before all are listed; nearly always the first is legal."""


# --- From and to rules.py -------------------------------------------------------------------------


def encode(state: Splinter) -> Ints:
    """Encode a position as an array; raise OverflowError if it does not fit."""
    rows, columns = state.shape
    standing = {
        ROW_STRIDE * r + c: piece
        for r, row in enumerate(state.rows, start=1)
        for c, piece in enumerate(row, start=1)
        if piece != EMPTY
    }
    pieces = [  # the king comes first
        [at for kind in (king, pawn) for at in standing if standing[at] == kind]
        for king, pawn in zip(KINGS, PAWNS, strict=True)
    ]
    if rows > MAX_KERNEL_ROWS or max(map(len, pieces)) > MAX_PIECES:
        msg = f"{rows} rows, {max(map(len, pieces))} pieces: too many for the kernel of splinter"
        raise OverflowError(msg)
    a: Ints = np.zeros(BOARD_OFFSET + ROW_STRIDE * (rows + 2), np.int32)
    options = state.rules
    a[:OUTCOME] = (
        *(state.turn, state.ply, options.max_plies),
        *(options.edge == "remove", options.no_return, rows, columns),
    )
    a[OUTCOME] = RESULT_RUNNING
    if state.outcome is not None:
        a[OUTCOME] = (0 in state.outcome.winners) - (1 in state.outcome.winners)
    a[LOST_PIECES : LOST_PIECES + 2] = state.lost
    for seat, bar in enumerate(state.barred):
        if bar is not None:
            a[BAR_FROM + seat] = _square_of(bar.start, rows)
            a[BAR_TO + seat] = _square_of(bar.end, rows)
    board = a[BOARD_OFFSET:].reshape(rows + 2, ROW_STRIDE)
    board[:] = OFF_BOARD
    board[1 : rows + 1, 1 : columns + 1] = 0
    for seat, squares in enumerate(pieces):
        for square in squares:
            _place_piece(a, seat, square)
    return a


def decode(code: int, state: Splinter) -> Push:
    """Convert the code of a move to a `Push`."""
    square, direction = divmod(int(code), 8)
    down, right = DIRECTIONS[direction]
    row, column = divmod(square, ROW_STRIDE)
    rows = state.shape[0]
    return Push(_square_name(row, column, rows), _square_name(row + down, column + right, rows))


def code_of(move: Push, state: Splinter) -> int:
    """Return the code of a legal move: ``8 * square + direction``."""
    start, end = (_square_of(name, state.shape[0]) for name in (move.start, move.end))
    return 8 * start + int(np.flatnonzero(end - start == DIRECTION_OFFSETS)[0])


def codes(state: Splinter) -> list[int]:
    """Return the codes of all moves that are possible on boards of this size."""
    ways = grid(*state.shape).steps_by_push
    return [code_of(push, state) for push in ways]


def earlier(state: Splinter) -> list[int]:
    """Return the keys of the earlier positions that could be repeated [8]."""
    return [_key_of(text, state.rules, state.shape) for text in state.history]


@lru_cache(maxsize=4096)
def _key_of(text: str, rules: Options, shape: tuple[int, int]) -> int:
    """Return the kernel's key of a position from the text of `Splinter.key`, cached."""
    cells, seat, bar = read_key(text)
    barred = (bar, None) if seat == 0 else (None, bar)
    return int(key(encode(Splinter(rules, shape, cells, seat, (0, 0), (1, 1), barred))))


def move_buffer() -> Ints:
    """Return a new array into which `legal` can write the codes of moves."""
    return np.empty(MAX_LEGAL_MOVES, np.int32)


def _place_piece(a: Ints, seat: int, square: int) -> None:
    """Add a piece to its seat's list, to the board and to the bits of its row."""
    place = seat * MAX_PIECES + a[PIECE_COUNTS + seat]
    a[PIECES_OFFSET + place] = square
    a[BOARD_OFFSET + square] = place + 1
    a[OCCUPIED_OFFSET + square // ROW_STRIDE] |= 1 << square % ROW_STRIDE
    a[PIECE_COUNTS + seat] += 1


def _square_of(name: str, rows: int) -> int:
    return ROW_STRIDE * (rows + 1 - int(name[1:])) + ascii_lowercase.index(name[0]) + 1


def _square_name(row: int, column: int, rows: int) -> str:
    return f"{ascii_lowercase[column - 1]}{rows + 1 - row}"


# --- The rules ------------------------------------------------------------------------------------


@compiled
def turn(a: Ints) -> int:
    """Return the seat to move."""
    return 0 + int(a[TURN])  # an int64, as the searches that call it expect


@compiled
def result(a: Ints) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a tie, nan while the game runs."""
    return np.nan if a[OUTCOME] == RESULT_RUNNING else float(a[OUTCOME])


@compiled
def push_end_square(a: Ints, code: int) -> int:
    """Return the square that a push's front piece enters; `NO_SQUARE` if illegal [3, 4, 8].

    It is off the board if the front piece of the row is pushed over the edge.
    """
    square, step = code >> 3, DIRECTION_OFFSETS[code & 7]
    ahead = square + step
    if a[NO_RETURN] and square == a[BAR_FROM + a[TURN]] and ahead == a[BAR_TO + a[TURN]]:
        return NO_SQUARE
    while (
        a[BOARD_OFFSET + ahead] > 0
    ):  # the wall around the board ends every row: no bound is tested
        ahead += step
    if a[BOARD_OFFSET + ahead] == OFF_BOARD and (not a[EDGE_REMOVES] or ahead == square + step):
        return NO_SQUARE
    return int(ahead)


@compiled
def legal(a: Ints, out: Ints) -> int:
    """Write the codes of the legal moves to `out` and return their number."""
    n = 0
    if a[OUTCOME] == RESULT_RUNNING:
        own = PIECES_OFFSET + MAX_PIECES * a[TURN]
        for place in range(own, own + a[PIECE_COUNTS + a[TURN]]):
            for code in range(8 * a[place], 8 * a[place] + 8):
                if push_end_square(a, code) != NO_SQUARE:
                    out[n] = code
                    n += 1
    return n


@compiled
def can_move(a: Ints) -> bool:
    """Return True if the seat to move has a legal move."""
    own = PIECES_OFFSET + MAX_PIECES * a[TURN]
    for place in range(own, own + a[PIECE_COUNTS + a[TURN]]):
        for code in range(8 * a[place], 8 * a[place] + 8):
            if push_end_square(a, code) != NO_SQUARE:
                return True
    return False


@compiled
def play(a: Ints, code: int) -> None:
    """Play a legal move in place."""
    play_push(a, code, push_end_square(a, code))
    # Rollouts skip this test: they notice the lack of moves when they draw none.
    if a[OUTCOME] == RESULT_RUNNING and not can_move(a):
        a[OUTCOME] = 0


@compiled
def play_push(a: Ints, code: int, end: int) -> None:
    """Play a push whose front piece enters the square `end`, and apply the other rules."""
    seat, square, step = a[TURN], code >> 3, DIRECTION_OFFSETS[code & 7]
    a[TURN] = 1 - seat
    a[PLY] += 1
    if a[BOARD_OFFSET + end] == OFF_BOARD:
        end -= step
        remove_piece(a, end)
        if a[OUTCOME] != RESULT_RUNNING:  # it was a king
            return
    shift_row(a, square, step, end)
    if a[NO_RETURN]:
        forbid_step_back(a, seat, square, step, end)
    resolve_groups(a, square)
    if a[OUTCOME] == RESULT_RUNNING:
        check_end(a)


@compiled
def check_end(a: Ints) -> None:
    """End the game if a seat has no pawns left, or at the last move [7, 8]."""
    white, black = a[PIECE_COUNTS] > 1, a[PIECE_COUNTS + 1] > 1
    if not (white and black):
        a[OUTCOME] = int(white) - int(black)
    elif a[PLY] >= a[MAX_PLIES]:
        a[OUTCOME] = 0


# --- Random games ---------------------------------------------------------------------------------


@compiled
def play_random_move(a: Ints, rng: Rng) -> None:
    """Play a random legal move, each equally likely; if there is none, the game is a tie [8].

    A piece and a direction make one move at most, so rejection sampling is uniform.
    """
    own, n = PIECES_OFFSET + MAX_PIECES * a[TURN], 8 * a[PIECE_COUNTS + a[TURN]]
    for _ in range(MAX_SAMPLE_ATTEMPTS):
        drawn = random_below(rng, n)
        code = 8 * a[own + (drawn >> 3)] + (drawn & 7)
        end = push_end_square(a, code)
        if end != NO_SQUARE:
            play_push(a, code, end)
            return
    out = np.empty(MAX_LEGAL_MOVES, np.int32)
    n = legal(a, out)
    if n == 0:
        a[OUTCOME] = 0
        return
    code = 0 + int(out[random_below(rng, n)])  # of 64 bits, see `turn`
    play_push(a, code, push_end_square(a, code))


@compiled
def rollout(a: Ints, rng: Rng) -> int:
    """Play random moves in place until the end and return their number."""
    before = a[PLY]
    while a[OUTCOME] == RESULT_RUNNING:
        play_random_move(a, rng)
    return 0 + int(a[PLY] - before)  # of 64 bits, see `turn`


# --- Keys -----------------------------------------------------------------------------------------


@compiled
def key(a: Ints) -> np.uint64:
    """Return the Zobrist key of a position, for detecting repetitions [8].

    The random numbers (Zobrist 1970, *A new hashing method with application for game playing*) are
    computed by `mix_bits` instead of stored.
    """
    # Not updated incrementally: only searches need it, and each move of a rollout would pay for it.
    seat = a[TURN]
    total = mix_bits(1 + seat)
    if a[BAR_FROM + seat]:
        total ^= mix_bits((a[BAR_FROM + seat] << 12 | a[BAR_TO + seat]) << 12)
    for side in range(2):
        first = PIECES_OFFSET + MAX_PIECES * side
        for place in range(first, first + a[PIECE_COUNTS + side]):
            kind = 4 + 2 * side + (place == first)
            total ^= mix_bits(a[place] << 4 | kind)
    return total


@compiled
def mix_bits(number: int) -> np.uint64:
    """Return a pseudo-random hash of a number.

    It is the mixer of SplitMix64 (Steele, Lea and Flood 2014, *Fast splittable pseudorandom number
    generators*).
    """
    z = np.uint64(number)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)
