"""What people call a move of Split, and what they are told that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea, Move, Split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat

EDGES = {"neutral": "edge", "red": "red line", "blue": "blue line"}


def name(state: Split, seat: Seat | None = None) -> str:
    """Return what a seat is called: by its colour, once it has one.

    Examples
    --------
    >>> import polygames as pg
    >>> name(pg.new("split"), 1)
    'Player 2'
    """
    seat = state.turn if seat is None else seat
    return f"Player {seat + 1}" if state.seat_colors is None else state.seat_colors[seat].title()


def say(state: Split, move: Move) -> str:
    """Name a move by what it does: the two pieces of a line, or the size of an area.

    Examples
    --------
    >>> import polygames as pg
    >>> say(pg.new("split"), pg.new("split").draw((0, 5), (10, 5)))
    'cuts 100 into 50 + 50, edge to edge'
    """
    match move:
        case FillArea(area):
            return f"fills the area of {points(state.areas[area].value)}"
        case ChooseArea(area):
            who = name(state, 1 - state.turn)
            return f"lets {who} fill {points(state.areas[area].value)}"
        case ChooseColor(color):
            return f"plays {color}"
        case DrawLine():
            whole, pieces = _cut(state, move)
            small, large = (_beside_limit(state, value) for value in pieces)
            return f"cuts {points(whole)} into {small} + {large}, {_ends(state, move)}"


def _beside_limit(state: Split, value: float) -> str:
    """Write the area of a piece so that it is seen on which side of the limit it lies."""
    said, limit = points(value), state.rules.fill_limit
    digits = 2
    while float(said) == limit != value and digits < 12:  # noqa: PLR2004 - all that a float tells
        said, digits = f"{value:.{digits}f}", digits + 1
    return said


def points(value: float) -> str:
    """Write an area with one decimal, a small one with two digits.

    Examples
    --------
    >>> points(50.0), points(3.14159), points(0.00251)
    ('50', '3.1', '0.0025')
    """
    if 0 < value < 0.1:  # noqa: PLR2004 - 0.0 would be wrong
        return f"{value:.2g}"
    return f"{value:.1f}".removesuffix(".0")


def why(state: Split, line: Sequence[Move]) -> str:
    """Say what a move brings, and what its answer takes.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("split")
    >>> why(state, [state.draw((0, 5), (10, 5))])
    'It leaves no area small enough to be filled at once.'
    """
    move, *rest = line
    after = state.play(move)
    said = _brings(state, move, after)
    if not rest or after.outcome is not None or after.turn == state.turn:
        return said
    if isinstance(move, ChooseColor):
        return said
    return f"{said} {_answer(after, rest[0])}".strip()


def _brings(state: Split, move: Move, after: Split) -> str:
    """Say what a move brings to whom."""
    mover = name(state)
    if after.outcome is not None and len(after.outcome.winners) == 1:
        winner = min(after.outcome.winners)
        return f"It decides the game: {name(after, winner)} has {after.scores[winner]:.2f}."
    match move:
        case FillArea(area):
            return f"It brings {mover} {points(state.areas[area].value)}."
        case ChooseArea(area):
            other = next(k for k in state.choice or () if k != area)
            mine, its = (points(state.areas[k].value) for k in (area, other))
            return f"{name(state, 1 - state.turn)} gets {mine}, and not {its}."
        case ChooseColor():
            first = name(after)
            return f"{first} draws the next line."
        case DrawLine():
            if after.choice is not None:
                least = min(after.areas[k].value for k in after.choice)
                color = state.color
                return f"Both ends are {color}, so it brings {mover} at least {points(least)}."
            return _left(after)


def _left(after: Split) -> str:
    """Say what the next player could fill at once."""
    small = [after.areas[k].value for k in after.open_areas if after.is_small(k)]
    if not small or after.phase != "line":
        return "It leaves no area small enough to be filled at once."
    return f"{name(after)} could fill an area of {points(max(small))} at once."


def _answer(after: Split, reply: Move) -> str:
    """Say what an answer brings, if it brings points to who plays it."""
    who = name(after)
    match reply:
        case FillArea(area):
            return f"{who} answers by filling {points(after.areas[area].value)}."
        case DrawLine():
            then = after.play(reply)
            if then.choice is None:
                return f"{who} answers with a line that brings no points at once."
            least = min(then.areas[k].value for k in then.choice)
            return f"{who} answers with a {after.color} line that brings at least {points(least)}."
    return ""


def _cut(state: Split, move: DrawLine) -> tuple[float, list[float]]:
    """Return the area that a line cuts and its two pieces, the smaller first."""
    before = {area.polygon: area.value for area in state.areas}
    pieces = sorted(a.value for a in state.play(move).areas if a.polygon not in before)
    return sum(pieces), pieces


def _ends(state: Split, move: DrawLine) -> str:
    """Say on which lines the two ends are."""
    one, other = sorted(
        (EDGES[state.colors[spot.line]] for spot in (move.start, move.end)),
        key=lambda edge: (edge == "edge", edge),
    )
    return f"both ends {one.split()[0]}" if one == other != "edge" else f"{one} to {other}"


def slip(state: Split, found: Any) -> str:
    """Say what kind of mistake a move is.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,1 - 10,1")
    >>> review = pg.review(record, seconds=0.05, progress=False)
    >>> slip(record.start, review.moves[0]) in {"left a piece to fill", "cut in the wrong place"}
    True
    """
    move, best = found.move, found.best
    if isinstance(move, ChooseColor):
        return "took the weaker colour"
    if isinstance(move, ChooseArea):
        return "gave the wrong area away"
    if isinstance(move, FillArea):
        return "filled the wrong area" if isinstance(best, FillArea) else "filled too early"
    if isinstance(best, FillArea):
        return "did not fill a piece that was there"
    replies = found.answer[1:2]
    after = state.play(move)
    is_left = replies and isinstance(replies[0], FillArea)
    if after.turn != state.turn and (is_left or _has_new_small(state, after)):
        return "left a piece to fill"
    return "cut in the wrong place"


def _has_new_small(state: Split, after: Split) -> bool:
    """Whether a line has made an area that can be filled at once."""
    before = {area.polygon for area in state.areas}
    small = (after.areas[k] for k in after.open_areas if after.is_small(k))
    return after.phase == "line" and any(area.polygon not in before for area in small)
