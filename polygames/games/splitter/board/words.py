"""What people call a move of Splitter, and what they are told that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import how_many
from polygames.games.splitter.rules import Placement, Roll, Splitter
from polygames.games.splitter.scoring import EMPTY, Group, Score, total

if TYPE_CHECKING:
    from collections.abc import Sequence

_UP_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS: Final = ("no", *_UP_TO_TEN)


def say(state: Splitter, move: Placement | Roll) -> str:
    """Name a placement by where its higher number goes, a roll by its numbers.

    Examples
    --------
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-2"))
    >>> say(state, state.parse("r0c2=5"))
    '5 in row 1, column 3, 2 opposite'
    """
    if isinstance(move, Roll):
        return f"{move.high} and {move.low}"
    assert state.roll is not None  # noqa: S101 - a placement follows a roll
    high, low = state.roll.high, state.roll.low
    at = f"row {move.row + 1}, column {move.column + 1}"  # as the board writes at its edges
    if high == low:
        return f"both {high}s: {at}, and opposite"
    return f"{high} in {at}, {low} opposite"


def why(state: Splitter, line: Sequence[Placement | Roll]) -> str:
    """Say what becomes of the groups that a placement belongs to or closes in, and of the points.

    Examples
    --------
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> why(state, [state.parse("r0c2=5")]).split(": ")[0]
    'The 1 scores; the 5 is alone (2 free cells beside it, 4 needed)'
    >>> why(state, [state.parse("r0c2=5")]).split(": ")[1]
    '+1 point now, up to +2 by another placement.'
    """
    move = line[0]
    if isinstance(move, Roll) or state.roll is None:
        return ""
    pad = state.pad
    cell = pad.cells[move.row, move.column]
    before, after = Score(pad, state.sheets[state.turn]), Score(pad, state.sheet_after(move))
    found = [g for g in after.groups if {cell, pad.mirror[cell]} & {*g.cells}]
    order = ("scoring", "possible", "dead")
    found.sort(key=lambda group: order.index(group.state))
    # Of two numbers in a like place it is said once.
    said = list(dict.fromkeys(_group(after, group) for group in found))
    if closed := _closed(before, after):
        what = "a group" if len(closed) == 1 else "groups"
        *some, last = (f"{value}s" for value in closed)
        joined = " and ".join(filter(None, (", ".join(some), last)))
        said.append(f"{what} of {joined} can score no more")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}: {_points_now(state, after.total - before.total)}."


def _points_now(state: Splitter, gain: int) -> str:
    """Say what a placement brings at once, and whether another one brings more or less."""
    had = total(state.pad, state.sheets[state.turn])
    gains = [total(state.pad, state.sheet_after(each)) - had for each in state.placements]
    now = "no points now"
    if gain:
        now = f"{gain:+d} {'point' if abs(gain) == 1 else 'points'} now".replace("-", "−")
    if gain < max(gains):
        best = f"{max(gains):+d}".replace("-", "−")
        return f"{now}, {f'up to {best}' if max(gains) else 'none lost'} by another placement"
    if gain > min(gains):
        return f"{now}, the most there is"
    return f"{now}, wherever they go"


def _closed(before: Score, after: Score) -> list[int]:
    """Return the numbers of groups that could score before a placement and cannot now."""
    dead = {group.cells for group in after.groups if group.state == "dead"}
    lost = (g for g in before.groups if g.state == "possible" and g.cells in dead)
    return sorted({group.value for group in lost})


def _counted(number: int) -> str:
    """Write a small number as a word, so that it is not taken for one that was written."""
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _group(after: Score, group: Group) -> str:
    """Say how a group stands, and what room it has."""
    size, value = len(group.cells), group.value
    alone = size == 1
    if group.state == "scoring":
        star = ", doubled by a star" if group.starred else ""
        what = f"the {value} scores" if alone else f"{_counted(size)} {value}s score"
        return f"{what}{star}"
    what = f"the {value} is alone" if alone else f"the {value}s are {size}"
    if group.state == "possible":
        near = {each for cell in group.cells for each in after.pad.neighbours[cell]}
        free = {cell for cell in near if after.sheet[cell] == EMPTY}
        cells = how_many(len(free), "free cell")
        star = " on a star" if group.starred else ""
        touches = "which touches" if len(free) == 1 else "one of which touches"
        others = f", {touches} other {value}s" if _links(after, group, free) else ""
        beside = f"{cells} beside {'it' if alone else 'them'}{others}"
        return f"{what}{star} ({beside}, {value - size} needed)"
    if size > value:
        return f"{_counted(size)} {value}s together are too many and score nothing"
    return f"{what} and {'has' if alone else 'have'} no room left to score"


def _links(after: Score, group: Group, free: set[int]) -> bool:
    """Whether one more cell would join a group to others of its number, and not to too many."""
    others = [g for g in after.groups if g.value == group.value and g.cells != group.cells]
    for cell in free:
        met = [g for g in others if {*g.cells} & {*after.pad.neighbours[cell]}]
        if met and len(group.cells) + 1 + sum(len(g.cells) for g in met) <= group.value:
            return True
    return False


def slip(state: Splitter, found: Any) -> str:
    """Say what kind of mistake a placement is, by the points that it brings at once.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> one, other = state.parse("r0c2=5"), state.parse("r0c3=5")
    >>> slip(state, SimpleNamespace(move=one, best=other))
    'wrote where less can grow'
    """
    if state.roll is None:
        return ""
    mine, best = (total(state.pad, state.sheet_after(each)) for each in (found.move, found.best))
    if mine < best:
        return "missed points at once"
    return "took points too early" if mine > best else "wrote where less can grow"
