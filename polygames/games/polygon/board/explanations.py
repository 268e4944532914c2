"""Polygon's moves in words, with their effects and the reasons for them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.descriptions import count_text
from polygames.games.polygon.rules import SEAT_COLORS, Claim, Draw, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.analysis import Analysis
    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point


EXPLAINED_PLIES = 6
"""The number of first moves in which the kinds of points are explained."""
CROSSING_RULE_TEXTS = {
    "different": "where two colours cross",
    "same": "where two segments of one colour cross",
    "any": "where two segments cross",
    "mixed": "where two segments cross",
}
"""The text for each value of the option `colors`: the crossings where a segment may end."""
MAX_CROSSINGS_COUNTED = 150
"""With more crossings the replies are not counted, because it takes too long."""


def describe_move(_: PolygonGame, move: Move) -> str:
    """Return a description of a move by its two ends.

    Examples
    --------
    >>> describe_move(pg.new("polygon"), pg.new("polygon").parse("A-C"))
    'A to C'
    """
    if isinstance(move, Claim):
        return "claims that no segment is left"
    return f"{point_text(move.start)} to {point_text(move.end)}"


short_label = describe_move
"""A page says this of a move until it has the preview."""


def point_text(name: str) -> str:
    """Return a point's name in words: the letter of a corner, or the segments of a crossing.

    Examples
    --------
    >>> point_text("A"), point_text("2x5")
    ('A', 'crossing 2×5')
    """
    return name if "x" not in name else f"crossing {name.replace('x', '×')}"


def next_step_text(state: PolygonGame) -> str:
    """Return a text about the points that can be chosen; empty after the first few moves."""
    if state.here is None or state.ply >= EXPLAINED_PLIES:
        return ""
    where = CROSSING_RULE_TEXTS[state.rules.colors]
    return (
        f"Choose a green point: a corner, or a place {where}. "
        "You cannot use the other large points: a segment ends there already. "
        "If you cannot draw, you lose."
    )


def proof_note(state: PolygonGame, analysis: Analysis) -> str:
    """Return a note on a proved win or loss, or an empty string.

    For a win it has the number of segments until the end, if that is known.
    """
    best = analysis.moves[0]
    if not best.proved or (best.value < 0 and not analysis.is_proved):
        return ""
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    if best.value < 0:
        return f"Every move loses if {other} replies well."
    if best.distance is None:
        return f"{me} wins, whatever {other} draws."
    if best.distance == 1:
        return ""  # the reason mentions it
    return f"{me} wins in at most {best.distance} segments, whatever {other} draws."


def explain_move(state: PolygonGame, line: Sequence[Move]) -> str:
    """Return a text about the segments left to the opponent after the first move of `line`.

    If `line` has a reply, a second sentence is on the segments left after it.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> explain_move(state, [state.parse("A-C")])
    'Blue cannot draw a segment. Red wins.'
    """
    move, *rest = line
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    if isinstance(move, Claim):
        return f"A player who claims that no segment is left loses. {other} wins."
    after = state.play(move)
    if len(after.crossings) > MAX_CROSSINGS_COUNTED:
        return ""
    drawn = len(state.lines)
    said = _replies_text(after, me, other, drawn)
    if not rest or not isinstance(rest[0], Draw) or after.outcome is not None:
        return said
    then = after.play(rest[0])
    if len(then.crossings) > MAX_CROSSINGS_COUNTED:
        return said
    left = _replies_text(then, other, me, drawn)
    return f"{said} If {other} draws {later_segment_text(rest[0], drawn)}, {left}"


def later_segment_text(move: Draw, drawn: int) -> str:
    """Return a later segment in words that can be found on a board with `drawn` segments.

    Its start is the end of the segment before it. A crossing that is not on the board yet has no
    name.

    Examples
    --------
    >>> later_segment_text(Draw("E", "1x3"), 3)
    'a segment to the crossing of segments 1 and 3'
    >>> later_segment_text(Draw("E", "1x4"), 3)
    'a segment to a new crossing'
    """
    if "x" not in move.end:
        return f"a segment to {move.end}"
    first, second = map(int, move.end.split("x"))
    if second > drawn:
        return "a segment to a new crossing"
    return f"a segment to the crossing of segments {first} and {second}"


def _replies_text(next_state: PolygonGame, mover: str, opponent: str, drawn: int) -> str:
    """Return a sentence on the segments that the opponent can draw."""
    replies = next_state.segments
    if not replies:
        wins = "" if next_state.rules.claim else f" {mover} wins."
        return f"{opponent} cannot draw a segment.{wins}"
    if len(replies) == 1:
        only = next_state.draw(*replies[0])
        return f"{opponent} can only draw {later_segment_text(only, drawn)}."
    return f"{opponent} has {len(replies)} segments to choose from."


def mistake_kind(_: PolygonGame, reviewed_move: Any) -> str:
    """Return the kind of mistake in a reviewed move, in a few words.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> mistake_kind(record.start, pg.review(record, progress=False).moves[0])
    'missed a winning segment'
    """
    return "missed a winning segment" if reviewed_move.proved else "drew a weaker segment"


# --- Reasons for a move ---------------------------------------------------------------------------

MAX_SLOW_COUNT = 40
"""With more crossings or segments than this, counting by rules.py takes too long ..."""
MAX_POSITIONS_COUNTED = 40
"""... or with more positions than this."""
NO_REPLY_COUNT = 1000
"""The count after a reply if there is no reply."""
SEGMENTS_AHEAD = 3
"""The depth of the look-ahead in segments; none of them may reach the length cap."""


class ReplyCounts(NamedTuple):
    """The number of replies to a segment, and the fewest segments that any reply leaves."""

    segments: int
    """The number of segments it can choose from."""
    fewest_left_by_reply: int
    """The fewest segments left by any of these; `NO_REPLY_COUNT` if there are none."""

    @property
    def can_end_game(self) -> bool:
        """True if one of the replies leaves no segment to draw, which ends the game."""
        return self.fewest_left_by_reply == 0


def reasons_for_move(state: PolygonGame, line: Sequence[Move]) -> str:
    """Return a sentence that gives a reason for a move, or an empty string if there is none.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> reasons_for_move(state, [state.parse("A-C")])
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
    rest = _other_reply_counts(state, move)
    return (
        _last_segment_text(state, move, replies)
        or _threat_avoided_text(rest, me, other)
        or _fewest_replies_text(len(replies), rest, me, other)
        or _mobility_text(min(each.segments for each in replies), len(replies), rest, me)
        or _reply_count_text(len(replies), rest, other)
    )


def _last_segment_text(state: PolygonGame, move: Draw, replies: Sequence[ReplyCounts]) -> str:
    """Return a text if the mover can draw the last segment after at least half of the replies.

    Otherwise return an empty string.
    """
    me, other = SEAT_COLORS[state.turn], SEAT_COLORS[1 - state.turn]
    lost, count = sum(each.can_end_game for each in replies), len(replies)
    if count == 1 and lost:
        after = state.after(move)
        only = later_segment_text(after.draw(*after.segments[0]), len(state.lines))
        return f"{other} can only draw {only}. Then {me} can draw the last segment."
    if lost == count:
        return f"After any reply, {me} can draw the last segment."
    if 2 * lost >= count:
        return f"After {lost} of {other}'s {count} replies, {me} can draw the last segment."
    return ""


def _threat_avoided_text(other_counts: Sequence[ReplyCounts], mover: str, opponent: str) -> str:
    """Return a text if some of the other moves would let the opponent end the game at once.

    Otherwise return an empty string.
    """
    lost = sum(way.can_end_game for way in other_counts)
    if not lost:
        return ""
    if lost == len(other_counts):
        return f"After any other segment, {opponent} could draw the last one."
    share = f"{lost} of {mover}'s {len(other_counts)} other segments"
    return f"After {share}, {opponent} could draw the last one."


def _fewest_replies_text(
    count: int, other_counts: Sequence[ReplyCounts], mover: str, opponent: str
) -> str:
    """Return a text if a move leaves the fewest segments, or fewer than most other moves.

    Otherwise return an empty string.
    """
    more = sum(way.segments > count for way in other_counts)
    if more and not any(way.segments < count for way in other_counts):
        if more == len(other_counts):
            text = _segment_count_text(count, opponent)
            return f"{text} After any other segment, {opponent} has more."
        return f"{_segment_count_text(count, opponent)} No other segment leaves fewer."
    if 2 * more > len(other_counts):
        beside = (
            f"After {more} of {mover}'s {len(other_counts)} other segments, {opponent} has more."
        )
        return f"{_segment_count_text(count, opponent)} {beside}"
    return ""


def _segment_count_text(count: int, other: str) -> str:
    """Return a sentence on the number of segments that the opponent can draw."""
    segments = f"{count} segments to choose from" if count > 1 else "only one segment to draw"
    return f"{other} has {segments}."


def _reply_count_text(count: int, other_counts: Sequence[ReplyCounts], opponent: str) -> str:
    """Return a text on the number of replies left, unless most other moves leave fewer."""
    if 2 * sum(way.segments < count for way in other_counts) > len(other_counts):
        return ""
    return _segment_count_text(count, opponent)


def _mobility_text(
    own_minimum: int, count: int, other_counts: Sequence[ReplyCounts], mover: str
) -> str:
    """Return a text on the mover's guaranteed number of segments, if it exceeds the opponent's.

    Also if it exceeds that after most of the other segments.
    """
    segments = count_text(own_minimum, "segment")
    said = f"After any reply, {mover} has at least {segments} to choose from."
    fewer = sum(way.fewest_left_by_reply < own_minimum for way in other_counts)
    if fewer and fewer == len(other_counts):
        return f"{said} After any other segment, {mover} could have fewer."
    if 2 * fewer > len(other_counts):
        share = f"{fewer} of the {len(other_counts)} other segments"
        return f"{said} After {share}, {mover} could have fewer."
    return said if own_minimum > count else ""


# --- Counts ---------------------------------------------------------------------------------------


def _other_reply_counts(state: PolygonGame, move: Draw) -> Sequence[ReplyCounts]:
    """Return the reply counts after each of the other legal segments.

    The result is empty if they are unknown, or before the first move.
    """
    ways = (
        None
        if state.here is None
        else _cached_reply_counts(state, state.path, _has_compiled_rules())
    )
    if ways is None:
        return ()
    mine = list(state.targets).index(state.ends(move)[1])
    return (*ways[:mine], *ways[mine + 1 :])


@lru_cache(maxsize=4)
def _cached_reply_counts(
    state: PolygonGame,
    path: tuple[Point, ...],  # noqa: ARG001 - positions that are equal may list segments otherwise
    is_loaded: bool,  # noqa: ARG001, FBT001 - more is known then
) -> tuple[ReplyCounts, ...] | None:
    """Return the reply counts after each legal segment, from a cache; None if they are unknown."""
    return _count_replies(state, None)


def _count_replies(state: PolygonGame, move: Draw | None) -> tuple[ReplyCounts, ...] | None:
    """Return the reply counts after each legal segment, or None if they cannot be counted.

    If `move` is given, count in the position after it.

    The compiled rules count once they are loaded, rules.py only where there are few segments.
    """
    if _has_compiled_rules():
        from polygames.games.polygon.engine.compiled_rules import reply_counts

        try:
            if move is None:
                found = reply_counts(state)
            elif state.here is None:
                found = reply_counts(state.after(move))
            else:
                found = reply_counts(state, list(state.points).index(state.ends(move)[1]))
        except OverflowError:
            return None
        return None if found is None else tuple(ReplyCounts(*each) for each in found)
    return _count_by_rules(state if move is None else state.after(move))


def _has_compiled_rules() -> bool:
    """Return True if the compiled rules can be called without waiting for the compiler."""
    from polygames.runtime.jit import HAS_NUMBA  # pictures need no numba
    from polygames.search.analysis.readiness import is_ready

    return HAS_NUMBA and is_ready("polygon")


def _count_by_rules(state: PolygonGame) -> tuple[ReplyCounts, ...] | None:
    if len(state.crossings) > MAX_SLOW_COUNT or len(state.segments) > MAX_SLOW_COUNT:
        return None
    found, looked_at = list[ReplyCounts](), 0
    for segment in state.segments:
        after = state.with_segment(*segment)
        looked_at += len(after.segments)
        if looked_at > MAX_POSITIONS_COUNTED:
            return None
        left = (len(after.with_segment(*reply).segments) for reply in after.segments)
        found.append(ReplyCounts(len(after.segments), min(left, default=NO_REPLY_COUNT)))
    return tuple(found)
