"""What speaks for a move of Splinter: facts that the rules can check."""

from __future__ import annotations

from math import dist
from statistics import fmean
from typing import TYPE_CHECKING

from polygames.games.splinter.board.words import (
    SOON,
    events,
    stopped,
    taken,
    threat,
)
from polygames.games.splinter.boards import COLORS, KINGS, PIECE, PIECES, squares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.splinter.boards import Push
    from polygames.games.splinter.rules import Splinter


NEARER = 0.25
"""By so many squares a king has to come nearer to the middle."""


def merits(state: Splinter, line: Sequence[Push]) -> str:
    """Say what speaks for a move; empty if nothing of this kind does.

    What is cut off comes first, if the mover gains by it; then what it threatens and stops, how
    well the kings are joined and how central, and what is cut off later in the line.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("splinter")
    >>> merits(state, [state.parse("f7-e6")])
    ''
    >>> merits(state, [state.parse("h9-h10")])
    "Black's king then stands farther from the middle of all pieces (1.4 squares instead of 0.5)."
    """
    end = state.play(line[0]).outcome
    if end is not None:
        return next(events(state, line)).said if state.turn in end.winners else ""
    soon, later = _gains(state, line)
    return (
        soon
        or threat(state, line[0])
        or stopped(state, line[0])
        or _joined(state, line[0])
        or _central(state, line[0])
        or later
    )


def _gains(state: Splinter, line: Sequence[Push]) -> tuple[str, str]:
    """Return the first event of a line by which the mover is ahead then, if it comes soon or later.

    Whatever was cut off before it in the line is counted, too.
    """
    sum_of = 0
    for event in events(state, line):
        sum_of += taken(event.before, event.effect.after, state.turn)
        if sum_of > 0:
            return (event.said, "") if event.ply < SOON else ("", event.said)
    return "", ""


def _joined(state: Splinter, move: Push) -> str:
    """Say that one's own king touches more pieces than before, or the other one fewer.

    What a tree search says of many positions goes with this, and with what `_central` tells: they
    are features of the evaluation (`ring` and `heart`).
    """
    me, after = state.turn, state.play(move)
    was, now = _touched(state), _touched(after)
    seat = me if now[me] > was[me] else 1 - me
    if now[me] - was[me] <= now[1 - me] - was[1 - me] or now[seat] == was[seat]:
        return ""
    pieces = "1 piece" if now[seat] == 1 else f"{now[seat]} pieces"
    return f"{_king(seat)} then touches {pieces} instead of {was[seat]}."


def _touched(state: Splinter) -> tuple[int, int]:
    """Return how many pieces each king touches."""
    cells, steps = state.cells, state.grid.steps
    white, black = (
        sum(cells[at + step] in PIECES for step in steps) for at in map(cells.index, KINGS)
    )
    return white, black


def _central(state: Splinter, move: Push) -> str:
    """Say that one's own king stands nearer to the middle of all pieces, or the other one less."""
    me, after = state.turn, state.play(move)
    was, now = _off_middle(state), _off_middle(after)
    seat = me if was[me] - now[me] >= now[1 - me] - was[1 - me] else 1 - me
    if (now[1 - me] - was[1 - me]) + (was[me] - now[me]) < NEARER:
        return ""
    nearer = "nearer to" if now[seat] < was[seat] else "farther from"
    where = f"{nearer} the middle of all pieces"
    return (
        f"{_king(seat)} then stands {where} ({now[seat]:.1f} squares instead of {was[seat]:.1f})."
    )


def _off_middle(state: Splinter) -> tuple[float, float]:
    """Return how far each king is from the middle of all pieces, in squares."""
    places = state.grid.places
    pieces = [places[at] for at in squares(PIECE, state.cells)]
    middle = tuple(map(fmean, zip(*pieces, strict=True)))
    white, black = (dist(places[state.cells.index(king)], middle) for king in KINGS)
    return white, black


def _king(seat: Seat) -> str:
    """Name a king.

    Examples
    --------
    >>> _king(0)
    "White's king"
    """
    return f"{COLORS[seat].capitalize()}'s king"
