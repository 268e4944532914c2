"""Split's moves in words, with their effects and the reasons for them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import NUMBERED, Names, how_many
from polygames.games.split.rules import (
    SQUARE_AREA,
    WIN_THRESHOLD,
    ChooseArea,
    ChooseColor,
    DrawLine,
    FillArea,
    Move,
    Split,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.split.rules import Color


END_NAMES: Final = ("red", "blue", "left", "top", "right", "bottom")
"""The possible ends of a line, in the order of the text: a colour, or a side."""
SIDE_NAMES: Final = ("top", "right", "bottom", "left")
"""The sides of the square, by the numbers of their lines."""

MIN_TWO_DECIMAL_AREA: Final = 0.005
"""Smaller areas are written with two significant digits."""
END_POSITIONS_TRIED: Final = (0.5, 0.05, 0.95)
"""The positions on two borders between which lines are tried."""


def players(state: Split, names: Names) -> Names:
    """Return the names of the seats: their colours, once they have some.

    Examples
    --------
    >>> players(pg.new("split"), NUMBERED).of(1)
    'Player 2'
    """
    colors = state.seat_colors
    return names if colors is None else Names(tuple(color.title() for color in colors))


def say(state: Split, move: Move, names: Names = NUMBERED) -> str:
    """Return a move in words: the two pieces of a line, or the size of an area.

    Examples
    --------
    >>> say(pg.new("split"), pg.new("split").draw((0, 5), (10, 5)))
    'cuts 100 into 50 + 50, left to right'
    """
    match move:
        case FillArea(area):
            return (
                f"fills the area of {_area_text(state.areas[area].value, state.rules.fill_limit)}"
            )
        case ChooseArea(area):
            who = players(state, names).of(1 - state.turn, within=True)
            mine, its = parts(state, area)
            which = "smaller" if mine < its else "larger"
            if points(mine) == points(its):
                return f"lets {who} fill one part of {points(mine)}"
            return f"lets {who} fill the {which} part, {points(mine)}"
        case ChooseColor(color):
            return f"plays {color}"
        case DrawLine():
            whole, pieces = _cut(state, move)
            limit = state.rules.fill_limit
            cut, small, large = (_area_text(value, limit) for value in (whole, *pieces))
            return f"cuts {cut} into {small} + {large}, {_ends(state, move)}"


def _area_text(value: float, limit: float) -> str:
    """Return an area in words, with "just over" or "just under" if rounding hides the side."""
    said = points(value)
    if float(said) != limit or round(value, 6) == limit:
        return said
    return f"just {'over' if value > limit else 'under'} {said}"


def _score_text(score: float) -> str:
    """Return a score in words, with the side of half of the square that it is on."""
    return f"{_area_text(score, SQUARE_AREA / 2)} points"


def parts(state: Split, area: int) -> tuple[float, float]:
    """Return the size of a part to choose, and of the other one."""
    other = next(k for k in state.choice or () if k != area)
    return state.areas[area].value, state.areas[other].value


def points(value: float) -> str:
    """Return an area with two decimals, or as a whole number.

    Examples
    --------
    >>> points(50.0), points(3.14159), points(12.5), points(0.00251)
    ('50', '3.14', '12.50', '0.0025')
    """
    if 0 < value < MIN_TWO_DECIMAL_AREA:  # 0.00 would be wrong
        return f"{value:.2g}"
    return f"{value:.2f}".removesuffix(".00")


def why(state: Split, line: Sequence[Move], names: Names = NUMBERED) -> str:
    """Return a sentence on the gain of a move, and on that of its answer.

    Examples
    --------
    >>> state = pg.new("split")
    >>> why(state, [state.draw((0, 5), (10, 5))])
    'Then Player 2 chooses a colour.'
    """
    move, *rest = line
    after = state.play(move)
    said = _brings(state, move, after, names)
    if not rest or after.outcome is not None or after.turn == state.turn:
        return said
    if isinstance(move, ChooseColor):
        return said
    return f"{said} {_answer(after, rest[0], names)}".strip()


def _brings(state: Split, move: Move, after: Split, names: Names) -> str:
    """Return a sentence on the gain of a move."""
    who, other = players(state, names), 1 - state.turn
    if after.outcome is not None and len(after.outcome.winners) == 1:
        winner = min(after.outcome.winners)
        wins = players(after, names).does(winner, "wins")
        return f"This ends the game. {wins} with {_score_text(after.scores[winner])}."
    match move:
        case FillArea(area):
            brought = how_many(points(state.areas[area].value), "point")
            return f"{who.does(state.turn, 'gets')} {brought}."
        case ChooseArea(area):
            mine, its = map(points, parts(state, area))
            not_its = "" if mine == its else f", not {its}"
            return f"{who.does(other, 'gets')} {how_many(mine, 'point')}{not_its}."
        case ChooseColor():
            small = largest_first(after)
            said = f"{players(after, names).does(after.turn, 'moves')} next"
            return f"{said} and could fill an area of {points(small[0])}." if small else f"{said}."
        case DrawLine():
            if after.choice is not None:
                least = min(after.areas[k].value for k in after.choice)
                fills = who.does(state.turn, "fills", within=True)
                return (
                    f"{who.does(other, 'chooses')} which part {fills}: "
                    f"at least {how_many(points(least), 'point')}."
                )
            return _opportunities_text(after, names)


def _opportunities_text(after: Split, names: Names) -> str:
    """Return a sentence on the next player's fills and joins, and on the mover's threats."""
    if after.seat_colors is None:
        return f"Then {names.does(after.turn, 'chooses', within=True)} a colour."
    who = players(after, names).of(after.turn)
    small = largest_first(after)
    if small:
        return f"{who} could fill an area of {points(small[0])} at once."
    they, we = after.seat_colors[after.turn], after.seat_colors[1 - after.turn]
    theirs, ours = joinable(after, they), joinable(after, we)
    if theirs:
        return f"{who} could join two {they} lines in the area of {points(theirs)}."
    if theirs is None:
        return "No area can be filled at once."
    said = f"{who} cannot fill an area now, and cannot join two {they} lines."
    if not ours:
        return said
    return f"{said} {we.title()} could then join two {we} lines in the area of {points(ours)}."


def largest_first(state: Split) -> list[float]:
    """Return the values of the small open areas, the largest first."""
    small = (state.areas[k].value for k in state.open_areas if state.is_small(k))
    return sorted(small, reverse=True)


def joinable(state: Split, color: Color) -> float | None:
    """Return the value of the largest area where two lines of a colour can be joined, or 0.

    It is None if that is unclear: two such lines border an area, but leave hardly any room.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,4 - 10,6")
    >>> joinable(record.state, "red")
    0.0
    """
    found = 0.0
    is_sure = True
    for k in state.open_areas:
        value = state.areas[k].value
        own = [edge for edge in state.map.faces[k].edges if state.colors[edge.line] == color]
        if value <= found or len(own) < 2 or state.is_small(k):  # noqa: PLR2004 - two are joined
            continue
        if any(
            state.forbids(DrawLine(one.spot(at), other.spot(to))) is None
            for one, other in combinations(own, 2)
            for at in END_POSITIONS_TRIED
            for to in END_POSITIONS_TRIED
        ):
            found = value
        else:
            is_sure = False
    return found if found or is_sure else None


def _answer(after: Split, reply: Move, names: Names) -> str:
    """Return a sentence on the gain of an answer, or an empty string for other moves."""
    who = players(after, names)
    then = f"Then {who.of(after.turn, within=True)}"
    match reply:
        case FillArea(area):
            fills = who.verb(after.turn, "fills")
            return f"{then} {fills} an area of {points(after.areas[area].value)}."
        case DrawLine():
            draws, end = who.verb(after.turn, "draws"), after.play(reply)
            if end.choice is None:
                return f"{then} {draws} a line that gives no points at once."
            least = how_many(points(min(end.areas[k].value for k in end.choice)), "point")
            return f"{then} {draws} a {after.color} line for at least {least}."
    return ""


def _cut(state: Split, move: DrawLine) -> tuple[float, list[float]]:
    """Return the value of the area that a line cuts, and its two pieces, the smaller first."""
    before = {area.polygon: area.value for area in state.areas}
    pieces = sorted(a.value for a in state.play(move).areas if a.polygon not in before)
    return sum(pieces), pieces


def _ends(state: Split, move: DrawLine) -> str:
    """Return the two ends of a line in words, by side or colour."""
    lines = (move.start.line, move.end.line)
    ends = (SIDE_NAMES[line] if line < len(SIDE_NAMES) else state.colors[line] for line in lines)
    one, other = sorted(ends, key=END_NAMES.index)
    if one == other:
        return f"both ends {one}"
    if one in SIDE_NAMES:
        return f"{one} to {other}"
    return f"from a {one} line to {f'the {other}' if other in SIDE_NAMES else f'a {other} line'}"


def slip(state: Split, found: Any) -> str:
    """Return the kind of mistake in words.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,1 - 10,1")
    >>> review = pg.review(record, seconds=0.05, progress=False)
    >>> kind = slip(record.start, review.moves[0])
    >>> kind in {"left an area for the other player to fill", "cut in the wrong place"}
    True
    """
    move, best = found.move, found.best
    if isinstance(move, ChooseColor):
        return "chose the weaker colour"
    if isinstance(move, ChooseArea):
        return "gave away the wrong area"
    if isinstance(move, FillArea):
        return "filled the wrong area" if isinstance(best, FillArea) else "filled too early"
    if isinstance(best, FillArea):
        return "missed an area to fill"
    replies = found.answer[1:2]
    after = state.play(move)
    is_left = replies and isinstance(replies[0], FillArea)
    if after.turn != state.turn and (is_left or _has_new_small(state, after)):
        return "left an area for the other player to fill"
    return "cut in the wrong place"


def _has_new_small(state: Split, after: Split) -> bool:
    """Return True if a line has made an area that can be filled at once."""
    before = {area.polygon for area in state.areas}
    small = (after.areas[k] for k in after.open_areas if after.is_small(k))
    return after.phase == "line" and any(area.polygon not in before for area in small)


# --- Reasons for a move ---------------------------------------------------------------------------


def merits(state: Split, line: Sequence[Move], names: Names = NUMBERED) -> str:
    """Return a sentence on the strength of a move, or an empty string.

    Examples
    --------
    >>> state = pg.new("split")
    >>> merits(state, [state.draw((0, 5), (10, 5))])
    'Player 2 chooses a colour next, so the best line is fair to both colours.'
    """
    move = line[0]
    after = state.play(move)
    if after.outcome is not None:
        return why(state, [move], names) if state.turn in after.outcome.winners else ""
    if said := _end(state, after, names):
        return said
    match move:
        case FillArea(area):
            value, others = state.areas[area].value, largest_first(state)[1:]
            is_most = bool(others) and value > others[0] and points(value) != points(others[0])
            most = ", the most that is possible now" if is_most else ""
            gets = players(state, names).does(state.turn, "gets")
            return f"{gets} {how_many(points(value), 'point')}{most}."
        case ChooseArea(area):
            given, kept = parts(state, area)
            return why(state, [move], names) if given < kept else ""
        case ChooseColor():
            return f"{players(after, names).does(after.turn, 'moves')} next."
        case DrawLine():
            return _line_reasons(state, line, after, names)


def _end(state: Split, after: Split, names: Names) -> str:
    """Return a sentence on the mover's win by fills alone, if all that is left is small."""
    if after.phase != "line" or not after.legal_moves.finite:
        return ""
    me, seat, scores = state.turn, after.turn, list(after.scores)
    for value in largest_first(after):
        scores[seat] += value
        if scores[seat] > WIN_THRESHOLD:
            break
        seat = 1 - seat
    if scores[me] <= WIN_THRESHOLD:
        return ""
    return (
        "Players can only fill areas now, the largest first. "
        f"{players(after, names).of(me)} will reach {_score_text(scores[me])}."
    )


def _line_reasons(state: Split, line: Sequence[Move], after: Split, names: Names) -> str:
    """Return a sentence on the strength of a line that does not end the game."""
    if after.choice is not None:
        return why(state, line[:1], names)
    if after.seat_colors is None:
        chooses = names.does(after.turn, "chooses")
        return f"{chooses} a colour next, so the best line is fair to both colours."
    who = players(after, names)
    return _nothing_given_away_text(state, after, who) or _exchange_text(state, line, after, who)


def _nothing_given_away_text(state: Split, after: Split, who: Names) -> str:
    """Return a sentence if a line adds no small area, with the joins that are possible."""
    small = largest_first(after)
    if len(small) > len(largest_first(state)) or after.seat_colors is None:
        return ""
    they, we = after.seat_colors[after.turn], after.seat_colors[1 - after.turn]
    said = f"{'Neither part' if small else 'No area'} can be filled at once"
    theirs, ours = joinable(after, they), joinable(after, we)
    if theirs == 0:
        said += f", and {who.of(after.turn, within=True)} cannot join two {they} lines"
    if ours and theirs is not None and ours > theirs:
        could = f"{who.of(state.turn)} could then join two {we} lines"
        said += f". {could} in the area of {points(ours)}"
    return f"{said}."


def _exchange_text(state: Split, line: Sequence[Move], after: Split, who: Names) -> str:
    """Return a sentence on an exchange of fills, if the mover gets no less than the opponent."""
    match line[1:3]:
        case [FillArea(theirs), FillArea(ours)]:
            lost, won = after.areas[theirs].value, after.play(line[1]).areas[ours].value
            if won >= lost:
                me = who.of(state.turn, within=True)
                return (
                    f"{who.of(after.turn)} can fill an area of {points(lost)}. "
                    f"Then {me} can fill one of {points(won)}."
                )
    return ""
