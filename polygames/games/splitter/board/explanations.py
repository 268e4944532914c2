"""The words of Splitter: names of moves, and explanations of placements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import count_text
from polygames.games.splitter.rules import Placement, Roll, Splitter
from polygames.games.splitter.scoring import EMPTY_CELL, Group, Score, total_points

if TYPE_CHECKING:
    from collections.abc import Sequence

_UP_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNT_WORDS: Final = ("no", *_UP_TO_TEN)


def describe_move(state: Splitter, move: Placement | Roll) -> str:
    """Return the name of a move: the numbers and the cell of a placement, or the rolled numbers.

    Examples
    --------
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-2"))
    >>> describe_move(state, state.parse("r0c2=5"))
    '5 in row 1, column 3, 2 opposite'
    """
    if isinstance(move, Roll):
        return f"{move.high} and {move.low}"
    assert state.roll is not None  # noqa: S101 - a placement follows a roll
    high, low = state.roll.high, state.roll.low
    at = f"row {move.row + 1}, column {move.column + 1}"  # from 1, as on the board
    if high == low:
        return f"both {high}s: {at}, and opposite"
    return f"{high} in {at}, {low} opposite"


short_label = describe_move
"""A page says this of a move until it has the preview."""


def explain_move(
    state: Splitter, line: Sequence[Placement | Roll], *, is_for_move: bool = False
) -> str:
    """Return an explanation of a placement: sentences on its groups, then on the points.

    With `is_for_move` only its merits; see `reasons_for_move`.

    Examples
    --------
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> for sentence in explain_move(state, [state.parse("r0c2=5")]).split(". "):
    ...     print(sentence)
    The 1 scores
    The 5 needs four more 5s (2 free cells next to it)
    This move gives 1 point now
    Another move gives up to 2.
    """
    move = line[0]
    if isinstance(move, Roll) or state.roll is None:
        return ""
    pad = state.pad
    cell = pad.cells[move.row, move.column]
    before, after = Score(pad, state.sheets[state.turn]), Score(pad, state.sheet_after(move))
    found = [g for g in after.groups if {cell, pad.mirror[cell]} & {*g.cells}]
    rest = [g.value for g in after.groups if g.state == "possible" and g not in found]
    order = ("scoring", "possible", "dead")
    found.sort(key=lambda group: order.index(group.state))
    texts = _group_texts(after, [g for g in found if not (is_for_move and g.state == "dead")])
    dead = {group.cells for group in after.groups if group.state == "dead"}
    lost = (g for g in before.groups if g.state == "possible" and g.cells in dead)
    closed = [group.value for group in lost]
    if closed and not is_for_move:
        texts.append(f"{_groups_name(closed)} can no longer score")
    elif rest and not closed and is_for_move:
        texts.append(f"{_groups_name(rest)} can still score")
    texts += _points_texts(state, move, is_for_move=is_for_move)
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in texts)


def reasons_for_move(state: Splitter, line: Sequence[Placement | Roll]) -> str:
    """Return the merits of a placement as text: groups that score or still can, and points gained.

    Examples
    --------
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> reasons_for_move(state, [state.parse("r0c2=5")])
    'The 1 scores. The 5 needs four more 5s (2 free cells next to it). This move gives 1 point now.'
    """
    return explain_move(state, line, is_for_move=True)


def _points_texts(state: Splitter, move: Placement, *, is_for_move: bool) -> list[str]:
    """Return sentences on the points that a placement gives now, compared with other placements."""
    had = total_points(state.pad, state.sheets[state.turn])
    gains = [total_points(state.pad, state.sheet_after(each)) - had for each in state.placements]
    gain = total_points(state.pad, state.sheet_after(move)) - had
    best, worst = max(gains), min(gains)
    if is_for_move and gain <= 0 and (gain < best or gain == worst):
        return []
    points = count_text(abs(gain), "point") if gain else "no points"
    now = f"this move {'loses' if gain < 0 else 'gives'} {points} now"
    if gain < best:
        return [now] if is_for_move else [now, f"another move {_best_points_text(best)}"]
    if gain == worst:
        return [f"{now}, like all other moves"]
    if gain > 0:
        return [f"{now}, the most possible"]
    return [f"{now}, but other moves lose {'more' if gain else 'some'}"]


def _best_points_text(best: int) -> str:
    """Return the gain, or the smallest loss, from the best placement as text."""
    if best > 0:
        return f"gives up to {best}"
    return f"loses only {-best}" if best else "loses none"


def _groups_name(values: Sequence[int]) -> str:
    """Return a name for groups from their numbers, such as ``groups of 3s and 4s``.

    Examples
    --------
    >>> _groups_name([3]), _groups_name([5, 3, 3, 4])
    ('a group of 3s', 'groups of 3s, 4s and 5s')
    """
    *some, last = (f"{value}s" for value in sorted({*values}))
    joined = " and ".join(filter(None, (", ".join(some), last)))
    return f"{'a group' if len(values) == 1 else 'groups'} of {joined}"


def _count_word(number: int) -> str:
    """Return a count up to ten as a word, so that it differs from the numbers on the sheet."""
    return COUNT_WORDS[number] if number < len(COUNT_WORDS) else str(number)


def _group_texts(score: Score, groups: Sequence[Group]) -> list[str]:
    """Return a description of each group in a placement, or a joint one if both are alike."""
    texts = {_group_text(score, group): group for group in groups}
    if len(texts) < len(groups):
        return [_group_text(score, group, is_twice=True) for group in texts.values()]
    return list(texts)


def _group_text(score: Score, group: Group, *, is_twice: bool = False) -> str:
    """Return a description of a group, its state and free cells; `is_twice` if two are alike."""
    size, value = len(group.cells), group.value
    is_one = size == 1 and not is_twice
    numbers = f"the {value}" if size == 1 else f"{_count_word(size)} {value}s"
    if is_twice:
        numbers = f"both {value}s" if size == 1 else f"both groups of {numbers}"
    if group.state == "scoring":
        star = ", doubled by a star" if group.has_star else ""
        return f"{numbers} {'scores' if is_one else 'score'}{star}"
    if group.state == "possible":
        near = {each for cell in group.cells for each in score.pad.neighbours[cell]}
        free = {cell for cell in near if score.sheet[cell] == EMPTY_CELL}
        if group.has_star:
            numbers += " on a star" if is_one else f", {'each' if is_twice else 'one'} on a star,"
        touches = "which touches" if len(free) == 1 else "one of which touches"
        others = f", {touches} other {value}s" if _can_join_groups(score, group, free) else ""
        it = "it" if is_one else "each" if is_twice else "them"
        near_words = f"{count_text(len(free), 'free cell')} next to {it}{others}"
        verb = "needs" if is_one else "need"
        more = f"{_count_word(value - size)} more {value}{'' if value - size == 1 else 's'}"
        return f"{numbers} {verb} {more} ({near_words})"
    if size > value:
        return f"{numbers} are too many and score nothing"
    return f"{numbers} {'has' if is_one else 'have'} too little room to score"


def _can_join_groups(score: Score, group: Group, free_cells: set[int]) -> bool:
    """Return True if one more cell can join a group to others without making it too large."""
    others = [g for g in score.groups if g.value == group.value and g.cells != group.cells]
    for cell in free_cells:
        met = [g for g in others if {*g.cells} & {*score.pad.neighbours[cell]}]
        if met and len(group.cells) + 1 + sum(len(g.cells) for g in met) <= group.value:
            return True
    return False


def mistake_kind(state: Splitter, reviewed_move: Any) -> str:
    """Return the kind of mistake, judged by the immediate points of the move and the best one.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> one, other = state.parse("r0c2=5"), state.parse("r0c3=5")
    >>> mistake_kind(state, SimpleNamespace(move=one, best=other))
    'left less room for groups'
    """
    if state.roll is None:
        return ""
    mine, best = (
        total_points(state.pad, state.sheet_after(each))
        for each in (reviewed_move.move, reviewed_move.best)
    )
    if mine < best:
        return "missed points now"
    return "took points too early" if mine > best else "left less room for groups"
