"""What people call a move of Polygon, and what they are told that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.games.polygon.rules import Claim, Draw, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.polygon.rules import PolygonGame

NAMES = ("Red", "Blue")
"""The colour of each seat, as the board draws it."""
COUNTED = 150
"""With more crossings the replies are not counted: it takes too long."""


def say(_: PolygonGame, move: Move) -> str:
    """Name a move by its two ends.

    Examples
    --------
    >>> import polygames as pg
    >>> say(pg.new("polygon"), pg.new("polygon").parse("A-C"))
    'A to C'
    """
    if isinstance(move, Claim):
        return "claims that no segment is left"
    return f"{point_words(move.start)} to {point_words(move.end)}"


def point_words(name: str) -> str:
    """Return what people call a point: a corner by its letter, a crossing by its segments.

    Examples
    --------
    >>> point_words("A"), point_words("2x5")
    ('A', 'crossing 2×5')
    """
    return name if "x" not in name else f"crossing {name.replace('x', '×')}"


def why(state: PolygonGame, line: Sequence[Move]) -> str:
    """Say how many segments a move leaves to the other player, and how many the answer leaves.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("polygon", n=4)
    >>> why(state, [state.parse("A-C")])
    'It leaves Blue no segment to draw: Red wins.'
    """
    move, *rest = line
    me, other = NAMES[state.turn], NAMES[1 - state.turn]
    if isinstance(move, Claim):
        return f"Who claims loses: {other} wins."
    after = state.play(move)
    if len(after.crossings) > COUNTED:
        return ""
    said = _left(after, me, other)
    if not rest or not isinstance(rest[0], Draw) or after.outcome is not None:
        return f"It leaves {said}."
    then = after.play(rest[0])
    if len(then.crossings) > COUNTED:
        return f"It leaves {said}."
    return f"It leaves {said}; the answer {say(after, rest[0])} leaves {_left(then, other, me)}."


def _left(after: PolygonGame, me: str, other: str) -> str:
    """Say what there is left to draw for the player to move, the other one."""
    replies = after.segments
    if not replies and not after.rules.claim:
        return f"{other} no segment to draw: {me} wins"
    if len(replies) == 1:
        only = after.draw(*replies[0])
        return f"{other} only {say(after, only)}"
    return f"{other} {len(replies) or 'no'} segments to choose from"


def slip(_: PolygonGame, found: Any) -> str:
    """Say what kind of mistake a move is.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> slip(record.start, pg.review(record, progress=False).moves[0])
    'moved off a winning segment'
    """
    return "moved off a winning segment" if found.proved else "drew a weaker segment"
