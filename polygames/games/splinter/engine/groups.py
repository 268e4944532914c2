"""The array of Splinter's compiled functions: pieces are moved in it, and groups cut off.

Layout: one row of whole numbers, int32, in five parts; R is the number of rows of the board. A
square is ``32 * row + column``, both counted from 1.

======== ================== ===================================================================
from     length             what it holds
======== ================== ===================================================================
0        OCCUPIED           the head: whose turn it is, options, the outcome; and for each seat how
                            many pieces it has LOST and has (COUNT), and the step it may not make
OCCUPIED STRIDE             for each row the bits of its occupied squares; three empty rows lie
                            before it and behind it, for `window`
FILL     STRIDE             room to flood those rows
PIECES   2 * ROOM           where the pieces of each seat stand, the king first
BOARD    STRIDE * (R + 2)   for each square the place of its piece in that list plus 1, 0 where
                            it is empty, and WALL around
======== ================== ===================================================================

A move's code is ``8 * square + direction``. Numbers in brackets are those of RULES.md.

Groups are found by flood fill on bitboards: a set of squares is a number, and a shift moves all
its squares by a step. First in a window of 7 x 7 around the square that was left, as a number of
64 bits; if that does not settle it, row by row on the whole board.
"""

from __future__ import annotations

from itertools import product

from polygames.runtime.compiling import compiled, np, npt

Ints = npt.NDArray[np.int32]

MOST_ROWS = 30
STRIDE = 32
ROOM = 64
"""Most pieces of a seat."""

TURN, PLY, MAX_PLIES, REMOVES, NO_RETURN, ROWS, COLUMNS, OUTCOME = range(8)
LOST, COUNT, BAR_FROM, BAR_TO = 8, 10, 12, 14
"""Where the head has one number for each seat."""
OCCUPIED = 20
FILL = OCCUPIED + STRIDE + 4
PIECES = FILL + STRIDE
BOARD = PIECES + 2 * ROOM

WALL = -1
NOWHERE = -1
RUNNING = 2
"""What OUTCOME holds until it is +1, 0 or -1."""
WAYS = tuple(way for way in product((-1, 0, 1), repeat=2) if any(way))
"""Down and right in each of the 8 directions, and the 8 squares around a square."""
STEPS = np.array([STRIDE * down + right for down, right in WAYS])

RING = 0x7 << 18 | 0x5 << 26 | 0x7 << 34
"""The squares around the middle one of a window."""
RIM = 0x7F | 0x4141414141 << 8 | 0x7F << 48
"""The squares of a window that may be connected with others outside."""
LOWEST = np.array([0] + [(bits & -bits).bit_length() - 1 for bits in range(1, 128)])
"""For each number its lowest bit."""


# --- Pieces ---------------------------------------------------------------------------------------


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
def bar_return(a: Ints, seat: int, square: int, step: int, end: int) -> None:
    """Bar the step back, and follow the other's barred piece where it was pushed [8]."""
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
    moved = a[PIECES + last]  # the last piece of the list takes the free place: nothing moves up
    a[PIECES + place] = moved
    a[BOARD + moved] = place + 1
    a[BOARD + square] = 0
    a[OCCUPIED + (square >> 5)] &= ~(1 << (square & 31))
    if square == a[BAR_FROM + seat]:
        a[BAR_FROM + seat], a[BAR_TO + seat] = 0, 0


# --- Groups ---------------------------------------------------------------------------------------


def _is_connected(ring: int) -> bool:
    """Say whether those of the 8 squares around a square that a number has bits for are."""
    left = {way for bit, way in enumerate(WAYS) if ring >> bit & 1}
    reached = [left.pop()] if left else []
    for r, c in reached:  # grows while it is walked through
        near = {way for way in left if abs(way[0] - r) <= 1 and abs(way[1] - c) <= 1}
        left -= near
        reached += near
    return not left


IS_CONNECTED = np.array([_is_connected(ring) for ring in range(256)])
"""For each set of occupied squares around a square whether they are connected by themselves."""


@compiled
def around(a: Ints, square: int) -> int:
    """Return the occupied squares among the 8 around a square, as bits."""
    row, left = square >> 5, (square & 31) - 1
    above, under = a[OCCUPIED + row - 1] >> left & 7, a[OCCUPIED + row + 1] >> left & 7
    beside = a[OCCUPIED + row] >> left & 5
    return int(above | (beside & 1) << 3 | beside >> 2 << 4 | under << 5)


@compiled
def settle(a: Ints, square: int) -> None:
    """Take off what is not connected with a king after a square was left [5], and judge [6].

    All pieces were connected before, and still are if those around the square are by themselves,
    as in two of three moves, or within the window around it. Else what is cut off mostly lies in
    that window whole.
    """
    if IS_CONNECTED[around(a, square)]:
        return
    row, column = square >> 5, square & 31
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
    kings = bit_in_window(a[PIECES], row, column) | bit_in_window(a[PIECES + ROOM], row, column)
    if small == groups - 1 and within & kings == 0:
        take_window(a, within, row, column)
    else:
        settle_all(a)


# --- In a window ----------------------------------------------------------------------------------


@compiled
def window(a: Ints, row: int, column: int) -> int:
    """Return the 7 x 7 squares around a square as bits, 8 for a row, the last of them 0."""
    seen = 0
    for k in range(7):
        seen |= (a[OCCUPIED - 3 + row + k] << 3 >> column & 0x7F) << 8 * k
    return seen


@compiled
def bit_in_window(square: int, row: int, column: int) -> int:
    """Return the bit of a square in the window around another, 0 if it lies outside."""
    down, right = (square >> 5) - row + 3, (square & 31) - column + 3
    return 1 << 8 * down + right if 0 <= down <= 6 and 0 <= right <= 6 else 0  # noqa: PLR2004 - a window of 7 x 7


@compiled
def flood_window(seen: int, fill: int) -> int:
    """Return what is connected with the fill within a window."""
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


# --- On the whole board ---------------------------------------------------------------------------


@compiled
def settle_all(a: Ints) -> None:
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


@compiled
def fill_group(a: Ints, square: int) -> None:
    """Fill the group of the piece on a square."""
    a[FILL + (square >> 5)] |= 1 << (square & 31)
    fill_rows(a, square >> 5)


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
def fill_rows(a: Ints, row: int) -> None:
    """Fill the groups that a fill has begun, one of them in a row."""
    first = last = row
    while a[OCCUPIED + first - 1]:
        first -= 1
    while a[OCCUPIED + last + 1]:
        last += 1
    more = True
    while more:  # down and up again: once is enough but for groups that wind
        for r in range(first, last + 1):
            fill_row(a, r)
        more = False
        for r in range(last, first - 1, -1):
            more |= fill_row(a, r)


@compiled
def fill_row(a: Ints, row: int) -> bool:
    """Fill what is connected in a row with what is filled; say whether it was more than before.

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
