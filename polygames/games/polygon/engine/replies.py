"""Two segments ahead, compiled: what each segment leaves to choose from, and its replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.engine.arrays import DOUBT, MOST_POINTS
from polygames.games.polygon.engine.moves import encode, legal, pop, push
from polygames.runtime.arrays import np
from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from polygames.games.polygon.engine.arrays import Board, Ints
    from polygames.games.polygon.rules import PolygonGame

UNKNOWN = -1
"""In place of a number of segments: floats do not tell, there is no room, or there are too many."""
MOST = 4000
"""How many positions are looked at."""


@compiled
def look(board: Board, room: Ints, found: Ints, most: int) -> int:
    """Look at each segment that can be drawn, in the order of `legal`, and count them.

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


def looked(
    state: PolygonGame, after: int | None = None, most: int = MOST
) -> list[tuple[int, int]] | None:
    """Return what `look` finds in a position, or after a segment; None if it is not known.

    Parameters
    ----------
    state
        A position in which a segment was drawn.
    after
        The number of a point where a segment may end: it is drawn first.
    most
        How many positions to look at; with more nothing is known.

    Raises
    ------
    OverflowError
        If the arrays have no room for the position, or a point has no proved place.
    """
    board = encode(state)
    if after is not None and not push(board, after):
        return None
    room = np.zeros((3, MOST_POINTS), np.int64)
    found = np.zeros((2, MOST_POINTS), np.int64)
    count = look(board, room, found, most)
    if count == UNKNOWN:
        return None
    return [(int(found[0, k]), int(found[1, k])) for k in range(count)]
