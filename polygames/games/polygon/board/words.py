"""Polygon's moves in words, with their effects and the reasons for them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.words import how_many
from polygames.games.polygon.rules import SEAT_COLORS, Claim, Draw, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point


MAX_CROSSINGS_COUNTED = 150
"""With more crossings the replies are not counted, because it takes too long."""


def say(_: PolygonGame, move: Move) -> str:
    """Return a move in words: its two ends.

    Examples
    --------
    >>> say(pg.new("polygon"), pg.new("polygon").parse("A-C"))
    'A to C'
    """
    if isinstance(move, Claim):
        return "claims that no segment is left"
    return f"{point_words(move.start)} to {point_words(move.end)}"


def point_words(name: str) -> str:
    """Return a point's name in words: the letter of a corner, or the segments of a crossing.

    Examples
    --------
    >>> point_words("A"), point_words("2x5")
    ('A', 'crossing 2×5')
    """
    return name if "x" not in name else f"crossing {name.replace('x', '×')}"


def why(state: PolygonGame, line: Sequence[Move]) -> str:
    """Return a sentence on the segments left to the opponent, and left by the answer.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> why(state, [state.parse("A-C")])
    'Blue cannot draw a segment. Red wins.'
    """
    move, *rest = line
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    if isinstance(move, Claim):
        return f"A player who claims that no segment is left loses. {other} wins."
    after = state.play(move)
    if len(after.crossings) > MAX_CROSSINGS_COUNTED:
        return ""
    said = _replies_text(after, me, other)
    if not rest or not isinstance(rest[0], Draw) or after.outcome is not None:
        return said
    then = after.play(rest[0])
    if len(then.crossings) > MAX_CROSSINGS_COUNTED:
        return said
    left = _replies_text(then, other, me)
    return f"{said} If {other} draws {say(after, rest[0])}, {left}"


def _replies_text(after: PolygonGame, me: str, other: str) -> str:
    """Return a sentence on the segments that the opponent can draw."""
    replies = after.segments
    if not replies:
        wins = "" if after.rules.claim else f" {me} wins."
        return f"{other} cannot draw a segment.{wins}"
    if len(replies) == 1:
        only = after.draw(*replies[0])
        return f"{other} can only draw {say(after, only)}."
    return f"{other} has {len(replies)} segments to choose from."


def slip(_: PolygonGame, found: Any) -> str:
    """Return the kind of mistake in words.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> slip(record.start, pg.review(record, progress=False).moves[0])
    'missed a winning segment'
    """
    return "missed a winning segment" if found.proved else "drew a weaker segment"


# --- Reasons for a move ---------------------------------------------------------------------------

BY_RULES = 40
"""With more crossings or segments than this, counting by rules.py takes too long ..."""
MAX_POSITIONS_COUNTED = 40
"""... or with more positions than this."""
NO_REPLY_COUNT = 1000
"""The count after a reply if there is no reply."""
SEGMENTS_AHEAD = 3
"""The depth of the look-ahead in segments; none of them may reach the length cap."""


class Left(NamedTuple):
    """The counts after a segment, for the other seat."""

    segments: int
    """The number of segments it can choose from."""
    least: int
    """The fewest segments left by any of these; `NO_REPLY_COUNT` if there are none."""

    @property
    def ends(self) -> bool:
        """True if one of these segments ends the game."""
        return self.least == 0


def merits(state: PolygonGame, line: Sequence[Move]) -> str:
    """Return a sentence on the strength of a move, or an empty string.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> merits(state, [state.parse("A-C")])
    'Blue cannot draw a segment. Red wins.'
    """
    move = line[0]
    if isinstance(move, Claim) or state.ply + SEGMENTS_AHEAD >= state.rules.max_plies:
        return ""
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    replies = _count_replies(state, move)
    if replies is None or any(not each.segments for each in replies):
        return ""
    if not replies:
        wins = "" if state.rules.claim else f" {me} wins."
        return f"{other} cannot draw a segment.{wins}"
    rest = _rest(state, move)
    return (
        _won(state, move, replies)
        or _threat_avoided_text(rest, me, other)
        or _few(len(replies), rest, me, other)
        or _more(min(each.segments for each in replies), len(replies), rest, me)
        or _count(len(replies), rest, other)
    )


def _won(state: PolygonGame, move: Draw, replies: Sequence[Left]) -> str:
    """Return a text on the replies that let the mover draw the last segment, if they are most."""
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    lost, count = sum(each.ends for each in replies), len(replies)
    if count == 1 and lost:
        after = state.after(move)
        only = say(after, after.draw(*after.segments[0]))
        return f"{other} can only draw {only}. Then {me} can draw the last segment."
    if lost == count:
        return f"After any reply, {me} can draw the last segment."
    if 2 * lost >= count:
        return f"After {lost} of {other}'s {count} replies, {me} can draw the last segment."
    return ""


def _threat_avoided_text(rest: Sequence[Left], me: str, other: str) -> str:
    """Return a text on the other moves after which the opponent could end the game at once."""
    lost = sum(way.ends for way in rest)
    if not lost:
        return ""
    if lost == len(rest):
        return f"After any other segment, {other} could draw the last one."
    return f"After {lost} of {me}'s {len(rest)} other segments, {other} could draw the last one."


def _few(count: int, rest: Sequence[Left], me: str, other: str) -> str:
    """Return a text on the segments left, if most other moves leave more."""
    more = sum(way.segments > count for way in rest)
    if more and not any(way.segments < count for way in rest):
        if more == len(rest):
            return f"{_choice(count, other)} After any other segment, {other} has more."
        return f"{_choice(count, other)} No other segment leaves fewer."
    if 2 * more > len(rest):
        beside = f"After {more} of {me}'s {len(rest)} other segments, {other} has more."
        return f"{_choice(count, other)} {beside}"
    return ""


def _choice(count: int, other: str) -> str:
    """Return a sentence on the number of segments that the opponent can draw."""
    segments = f"{count} segments to choose from" if count > 1 else "only one segment to draw"
    return f"{other} has {segments}."


def _count(count: int, rest: Sequence[Left], other: str) -> str:
    """Return a text on the segments left, unless most other moves leave fewer."""
    if 2 * sum(way.segments < count for way in rest) > len(rest):
        return ""
    return _choice(count, other)


def _more(least: int, count: int, rest: Sequence[Left], me: str) -> str:
    """Return a text on the mover's guaranteed choice, if it exceeds the opponent's.

    Also if it exceeds that after most of the other segments.
    """
    said = f"After any reply, {me} has at least {how_many(least, 'segment')} to choose from."
    fewer = sum(way.least < least for way in rest)
    if fewer and fewer == len(rest):
        return f"{said} After any other segment, {me} could have fewer."
    if 2 * fewer > len(rest):
        return f"{said} After {fewer} of the {len(rest)} other segments, {me} could have fewer."
    return said if least > count else ""


# --- Counts ---------------------------------------------------------------------------------------


def _rest(state: PolygonGame, move: Draw) -> Sequence[Left]:
    """Return the counts after each other segment; empty if unknown or before the first move."""
    ways = None if state.here is None else _ways(state, state.path, _are_rules_compiled())
    if ways is None:
        return ()
    mine = list(state.targets).index(state.ends(move)[1])
    return (*ways[:mine], *ways[mine + 1 :])


@lru_cache(maxsize=4)
def _ways(
    state: PolygonGame,
    path: tuple[Point, ...],  # noqa: ARG001 - positions that are equal may list segments otherwise
    is_loaded: bool,  # noqa: ARG001, FBT001 - more is known then
) -> tuple[Left, ...] | None:
    """Return the counts after each segment; cached, because the next move needs them soon."""
    return _count_replies(state, None)


def _count_replies(state: PolygonGame, move: Draw | None) -> tuple[Left, ...] | None:
    """Return the counts after each segment, or after each reply to a move; None if unknown.

    The compiled rules count once they are loaded, rules.py only where there are few segments.
    """
    if _are_rules_compiled():
        from polygames.games.polygon.engine.moves import replies_ahead

        try:
            if move is None:
                found = replies_ahead(state)
            elif state.here is None:
                found = replies_ahead(state.after(move))
            else:
                found = replies_ahead(state, list(state.points).index(state.ends(move)[1]))
        except OverflowError:
            return None
        return None if found is None else tuple(Left(*each) for each in found)
    return _by_rules(state if move is None else state.after(move))


def _are_rules_compiled() -> bool:
    """Return True if the compiled rules are loaded, so that a call does not wait."""
    from polygames.runtime.compiling import HAS_NUMBA  # pictures need no numba
    from polygames.search.analysis.readiness import is_ready

    return HAS_NUMBA and is_ready("polygon")


def _by_rules(state: PolygonGame) -> tuple[Left, ...] | None:
    if len(state.crossings) > BY_RULES or len(state.segments) > BY_RULES:
        return None
    found, looked_at = list[Left](), 0
    for segment in state.segments:
        after = state.joined(*segment)
        looked_at += len(after.segments)
        if looked_at > MAX_POSITIONS_COUNTED:
            return None
        left = (len(after.joined(*reply).segments) for reply in after.segments)
        found.append(Left(len(after.segments), min(left, default=NO_REPLY_COUNT)))
    return tuple(found)
