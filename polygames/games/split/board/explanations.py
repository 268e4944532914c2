"""Split's moves in words, with their effects and the reasons for them."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import NUMBERED_NAMES, Names, count_text
from polygames.core.recent_results import cache_recent
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


def color_names(state: Split, names: Names) -> Names:
    """Return the players' names: their colours if already chosen, else `names`.

    Examples
    --------
    >>> color_names(pg.new("split"), NUMBERED_NAMES).name(1)
    'Player 2'
    """
    colors = state.seat_colors
    return names if colors is None else Names(tuple(color.title() for color in colors))


def describe_move(state: Split, move: Move, names: Names = NUMBERED_NAMES) -> str:
    """Return a description of a move: the two parts that a line cuts, or the size of an area.

    Examples
    --------
    >>> describe_move(pg.new("split"), pg.new("split").draw((0, 5), (10, 5)))
    'cuts 100 into 50 + 50, left to right'
    """
    match move:
        case FillArea(area):
            size = size_text(state, state.areas[area].value)
            return f"fills the area of {size}"
        case ChooseArea(area):
            who = color_names(state, names).name(1 - state.turn, is_mid_sentence=True)
            mine, its = chosen_and_other_area(state, area)
            which = "smaller" if mine < its else "larger"
            if size_text(state, mine) == size_text(state, its):
                return f"lets {who} fill one part of {size_text(state, mine)}"
            return f"lets {who} fill the {which} part, {size_text(state, mine)}"
        case ChooseColor(color):
            return f"plays {color}"
        case DrawLine():
            whole, pieces = _cut_values(state, move)
            return f"cuts {_cut_text(state, whole, *pieces)}, {_sides_text(state, move)}"


def _cut_text(state: Split, whole: float, small: float, large: float) -> str:
    """Return the three areas of a cut in words, with "about" if the rounded parts do not add up.

    Examples
    --------
    >>> _cut_text(pg.new("split"), 64.894, 10.816, 54.078)
    '64.89 into about 10.82 + 54.08'
    """
    texts = [size_text(state, value) for value in (whole, small, large)]
    sizes = [Decimal(area_text(value)) for value in (whole, small, large)]
    about = "" if sizes[0] == sizes[1] + sizes[2] else "about "
    return f"{texts[0]} into {about}{texts[1]} + {texts[2]}"


def size_text(state: Split, value: float) -> str:
    """Return an area as text, with "a little more than" or "less than" if it rounds to the limit.

    Examples
    --------
    >>> state = pg.new("split")
    >>> size_text(state, 5.0001), size_text(state, 5), size_text(state, 6)
    ('a little more than 5', '5', '6')
    """
    return _near_limit_text(value, state.rules.fill_limit)


def area_label(state: Split, value: float) -> str:
    """Return an area as a short text, with + or − if it rounds to the fill limit but is not it.

    Examples
    --------
    >>> state = pg.new("split")
    >>> [area_label(state, value) for value in (5.0001, 5, 4.9999, 6)]
    ['5+', '5', '5−', '6']
    """
    sign = _sign_of_difference(value, state.rules.fill_limit)
    return f"{area_text(value)}{'+' if sign > 0 else '−' if sign < 0 else ''}"


def _near_limit_text(value: float, limit: float) -> str:
    """Return an area as text, with "a little more than" or "less than" if it rounds to `limit`."""
    sign, text = _sign_of_difference(value, limit), area_text(value)
    return f"a little {'more' if sign > 0 else 'less'} than {text}" if sign else text


def _sign_of_difference(value: float, limit: float) -> int:
    """Return the sign of `value - limit` if the difference is too small for the text, else 0."""
    if float(area_text(value)) != limit or round(value, 6) == limit:
        return 0
    return 1 if value > limit else -1


def _score_text(score: float) -> str:
    """Return a score as text, noting if it is a little more or less than half of the square."""
    return f"{_near_limit_text(score, SQUARE_AREA / 2)} points"


def chosen_and_other_area(state: Split, area: int) -> tuple[float, float]:
    """Return the area of the chosen part and that of the other part."""
    other = next(k for k in state.choice or () if k != area)
    return state.areas[area].value, state.areas[other].value


def area_text(value: float) -> str:
    """Return an area as text, with two decimals unless it is a whole number.

    Examples
    --------
    >>> area_text(50.0), area_text(3.14159), area_text(12.5), area_text(0.00251)
    ('50', '3.14', '12.50', '0.0025')
    """
    if 0 < value < MIN_TWO_DECIMAL_AREA:  # 0.00 would be wrong
        return f"{value:.2g}"
    return f"{value:.2f}".removesuffix(".00")


def explain_move(state: Split, line: Sequence[Move], names: Names = NUMBERED_NAMES) -> str:
    """Return a sentence on the points that a move gains, and one on the reply.

    Examples
    --------
    >>> state = pg.new("split")
    >>> explain_move(state, [state.draw((0, 5), (10, 5))])
    'Then Player 2 chooses a colour.'
    """
    move, *rest = line
    after = state.play(move)
    said = _gain_text(state, move, after, names)
    if not rest or after.outcome is not None or after.turn == state.turn:
        return said
    if isinstance(move, ChooseColor):
        return said
    return f"{said} {_reply_text(after, rest[0], names)}".strip()


def _gain_text(state: Split, move: Move, next_state: Split, names: Names) -> str:
    """Return a sentence on the points that a move gains or makes possible."""
    who, other = color_names(state, names), 1 - state.turn
    if next_state.outcome is not None and len(next_state.outcome.winners) == 1:
        winner = min(next_state.outcome.winners)
        wins = color_names(next_state, names).with_verb(winner, "wins")
        return f"This ends the game. {wins} with {_score_text(next_state.scores[winner])}."
    match move:
        case FillArea(area):
            brought = count_text(size_text(state, state.areas[area].value), "point")
            return f"{who.with_verb(state.turn, 'gets')} {brought}."
        case ChooseArea(area):
            mine, its = (size_text(state, value) for value in chosen_and_other_area(state, area))
            not_its = "" if mine == its else f", not {its}"
            return f"{who.with_verb(other, 'gets')} {count_text(mine, 'point')}{not_its}."
        case ChooseColor():
            small = small_area_values(next_state)
            said = f"{color_names(next_state, names).with_verb(next_state.turn, 'moves')} next"
            return (
                f"{said} and could fill an area of {size_text(next_state, small[0])}."
                if small
                else f"{said}."
            )
        case DrawLine():
            if next_state.choice is not None:
                least = min(next_state.areas[k].value for k in next_state.choice)
                fills = who.with_verb(state.turn, "fills", is_mid_sentence=True)
                return (
                    f"{who.with_verb(other, 'chooses')} which part {fills}: "
                    f"at least {count_text(size_text(state, least), 'point')}."
                )
            return _opportunities_text(next_state, names)


def _opportunities_text(next_state: Split, names: Names) -> str:
    """Return a sentence on the areas that the players could fill next."""
    if next_state.seat_colors is None:
        return f"Then {names.with_verb(next_state.turn, 'chooses', is_mid_sentence=True)} a colour."
    who = color_names(next_state, names).name(next_state.turn)
    small = small_area_values(next_state)
    if small:
        return f"{who} could fill an area of {size_text(next_state, small[0])} at once."
    they, we = next_state.seat_colors[next_state.turn], next_state.seat_colors[1 - next_state.turn]
    theirs, ours = largest_joinable_area(next_state, they), largest_joinable_area(next_state, we)
    if theirs:
        return f"{who} could join two {they} lines in the area of {size_text(next_state, theirs)}."
    if theirs is None:
        return "No area can be filled at once."
    said = f"{who} cannot fill an area now, and cannot join two {they} lines."
    if not ours:
        return said
    join = f"{we.title()} could then join two {we} lines"
    return f"{said} {join} in the area of {size_text(next_state, ours)}."


def small_area_values(state: Split) -> list[float]:
    """Return the sizes of the small open areas, the largest first."""
    small = (state.areas[k].value for k in state.open_areas if state.is_small(k))
    return sorted(small, reverse=True)


def largest_joinable_area(state: Split, color: Color) -> float | None:
    """Return the size of the largest area where two lines of a colour can be joined, or 0.

    It is None if that is unclear: two such lines border an area, but leave hardly any room.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,4 - 10,6")
    >>> largest_joinable_area(record.state, "red")
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
            state.why_forbidden(DrawLine(one.spot_at(at), other.spot_at(to))) is None
            for one, other in combinations(own, 2)
            for at in END_POSITIONS_TRIED
            for to in END_POSITIONS_TRIED
        ):
            found = value
        else:
            is_sure = False
    return found if found or is_sure else None


def _reply_text(next_state: Split, reply: Move, names: Names) -> str:
    """Return a sentence on a reply that fills an area or draws a line, else an empty string."""
    who = color_names(next_state, names)
    then = f"Then {who.name(next_state.turn, is_mid_sentence=True)}"
    match reply:
        case FillArea(area):
            fills = who.inflect(next_state.turn, "fills")
            size = size_text(next_state, next_state.areas[area].value)
            return f"{then} {fills} an area of {size}."
        case DrawLine():
            draws, end = who.inflect(next_state.turn, "draws"), next_state.play(reply)
            if end.choice is None:
                return f"{then} {draws} a line that gives no points at once."
            smaller = min(end.areas[k].value for k in end.choice)
            least = count_text(size_text(next_state, smaller), "point")
            return f"{then} {draws} a {next_state.color} line for at least {least}."
    return ""


@cache_recent
def _cut_values(state: Split, move: DrawLine) -> tuple[float, list[float]]:
    """Return the size of the area that a line cuts, and of its two parts, the smaller first."""
    before = {area.polygon: area.value for area in state.areas}
    pieces = sorted(a.value for a in state.play(move).areas if a.polygon not in before)
    return sum(pieces), pieces


def _sides_text(state: Split, move: DrawLine) -> str:
    """Return a description of the two ends of a line, each named by its side or colour."""
    lines = (move.start.line, move.end.line)
    ends = (SIDE_NAMES[line] if line < len(SIDE_NAMES) else state.colors[line] for line in lines)
    one, other = sorted(ends, key=END_NAMES.index)
    if one == other:
        return f"both ends {one}"
    if one in SIDE_NAMES:
        return f"{one} to {other}"
    return f"from a {one} line to {f'the {other}' if other in SIDE_NAMES else f'a {other} line'}"


def mistake_kind(state: Split, reviewed_move: Any) -> str:
    """Return the kind of mistake in a reviewed move, in a few words.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,1 - 10,1")
    >>> review = pg.review(record, seconds=0.05, progress=False)
    >>> kind = mistake_kind(record.start, review.moves[0])
    >>> kind in {"left an area for the other player to fill", "cut in the wrong place"}
    True
    """
    move, best = reviewed_move.move, reviewed_move.best
    if isinstance(move, ChooseColor):
        return "chose the weaker colour"
    if isinstance(move, ChooseArea):
        return "gave away the wrong area"
    if isinstance(move, FillArea):
        return "filled the wrong area" if isinstance(best, FillArea) else "filled too early"
    if isinstance(best, FillArea):
        return "missed an area to fill"
    replies = reviewed_move.answer[1:2]
    after = state.play(move)
    is_left = replies and isinstance(replies[0], FillArea)
    if after.turn != state.turn and (is_left or _has_new_small(state, after)):
        return "left an area for the other player to fill"
    return "cut in the wrong place"


def _has_new_small(state: Split, next_state: Split) -> bool:
    """Return True if a drawn line has made an area that can be filled at once."""
    before = {area.polygon for area in state.areas}
    small = (next_state.areas[k] for k in next_state.open_areas if next_state.is_small(k))
    return next_state.phase == "line" and any(area.polygon not in before for area in small)


# --- Reasons for a move ---------------------------------------------------------------------------


def reasons_for_move(state: Split, line: Sequence[Move], names: Names = NUMBERED_NAMES) -> str:
    """Return a sentence that gives a reason for a move, or an empty string if there is none.

    Examples
    --------
    >>> state = pg.new("split")
    >>> reasons_for_move(state, [state.draw((0, 5), (10, 5))])
    'Player 2 chooses a colour next, so the best line is fair to both colours.'
    """
    move = line[0]
    after = state.play(move)
    if after.outcome is not None:
        return explain_move(state, [move], names) if state.turn in after.outcome.winners else ""
    if said := _forced_end_text(state, after, names):
        return said
    match move:
        case FillArea(area):
            value, others = state.areas[area].value, small_area_values(state)[1:]
            is_most = (
                bool(others)
                and value > others[0]
                and size_text(state, value) != size_text(state, others[0])
            )
            most = ", the most that is possible now" if is_most else ""
            gets = color_names(state, names).with_verb(state.turn, "gets")
            return f"{gets} {count_text(size_text(state, value), 'point')}{most}."
        case ChooseArea(area):
            given, kept = chosen_and_other_area(state, area)
            return explain_move(state, [move], names) if given < kept else ""
        case ChooseColor():
            return f"{color_names(after, names).with_verb(after.turn, 'moves')} next."
        case DrawLine():
            return _line_reasons_text(state, line, after, names)


def _forced_end_text(state: Split, next_state: Split, names: Names) -> str:
    """Return a sentence if only fills are left and they win for the mover, else an empty string."""
    if next_state.phase != "line" or not next_state.legal_moves.finite:
        return ""
    me, seat, scores = state.turn, next_state.turn, list(next_state.scores)
    for value in small_area_values(next_state):
        scores[seat] += value
        if scores[seat] > WIN_THRESHOLD:
            break
        seat = 1 - seat
    if scores[me] <= WIN_THRESHOLD:
        return ""
    return (
        "Players can only fill areas now, the largest first. "
        f"{color_names(next_state, names).name(me)} will reach {_score_text(scores[me])}."
    )


def _line_reasons_text(state: Split, line: Sequence[Move], next_state: Split, names: Names) -> str:
    """Return a sentence that gives a reason for a drawn line that does not end the game."""
    if next_state.choice is not None:
        return explain_move(state, line[:1], names)
    if next_state.seat_colors is None:
        chooses = names.with_verb(next_state.turn, "chooses")
        return f"{chooses} a colour next, so the best line is fair to both colours."
    who = color_names(next_state, names)
    return _safe_line_text(state, next_state, who) or _exchange_text(state, line, next_state, who)


def _safe_line_text(state: Split, next_state: Split, names: Names) -> str:
    """Return a sentence on possible joins if a line makes no small area, else an empty string."""
    small = small_area_values(next_state)
    if len(small) > len(small_area_values(state)) or next_state.seat_colors is None:
        return ""
    they, we = next_state.seat_colors[next_state.turn], next_state.seat_colors[1 - next_state.turn]
    said = f"{'Neither part' if small else 'No area'} can be filled at once"
    theirs, ours = largest_joinable_area(next_state, they), largest_joinable_area(next_state, we)
    if theirs == 0:
        opponent = names.name(next_state.turn, is_mid_sentence=True)
        said += f", and {opponent} cannot join two {they} lines"
    if ours and theirs is not None and ours > theirs:
        could = f"{names.name(state.turn)} could then join two {we} lines"
        said += f". {could} in the area of {size_text(state, ours)}"
    return f"{said}."


def _exchange_text(state: Split, line: Sequence[Move], next_state: Split, names: Names) -> str:
    """Return a sentence if both players fill an area next and the mover gains at least as much.

    Otherwise return an empty string.
    """
    match line[1:3]:
        case [FillArea(theirs), FillArea(ours)]:
            lost, won = next_state.areas[theirs].value, next_state.play(line[1]).areas[ours].value
            if won >= lost:
                me = names.name(state.turn, is_mid_sentence=True)
                return (
                    f"{names.name(next_state.turn)} can fill an area of {size_text(state, lost)}. "
                    f"Then {me} can fill one of {size_text(state, won)}."
                )
    return ""
