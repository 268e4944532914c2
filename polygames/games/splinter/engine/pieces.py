"""Moving pieces and taking them off the board, compiled; numbers in brackets are RULES.md's."""

from __future__ import annotations

from polygames.games.splinter.engine.layout import (
    BAR_FROM,
    BAR_TO,
    BOARD,
    COUNT,
    LOST,
    OCCUPIED,
    OUTCOME,
    PIECES,
    ROOM,
    Ints,
)
from polygames.runtime.compiling import compiled


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
    moved = a[PIECES + last]
    a[PIECES + place] = moved
    a[BOARD + moved] = place + 1
    a[BOARD + square] = 0
    a[OCCUPIED + (square >> 5)] &= ~(1 << (square & 31))
    if square == a[BAR_FROM + seat]:
        a[BAR_FROM + seat], a[BAR_TO + seat] = 0, 0
