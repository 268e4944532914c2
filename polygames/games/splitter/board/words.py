"""What people call a move of Splitter, and what they are told that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.splitter.rules import Placement, Roll, Splitter, written
from polygames.games.splitter.scoring import Group, Score

if TYPE_CHECKING:
    from collections.abc import Sequence


_UP_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS: Final = ("no", *_UP_TO_TEN)


def say(state: Splitter, move: Placement | Roll) -> str:
    """Name a placement by where its higher number goes, a roll by its numbers.

    Examples
    --------
    >>> import polygames as pg
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
    """Say what becomes of the groups that a placement belongs to, and of the points.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> why(state, [state.parse("r0c2=5")])
    'The 1 scores at once; the 5 is alone and needs 4 more: +1 point now.'
    """
    move = line[0]
    if isinstance(move, Roll) or state.roll is None:
        return ""
    pad, sheet = state.pad, state.sheets[state.turn]
    cell = pad.cells[move.row, move.column]
    before, after = Score(pad, sheet), Score(pad, written(pad, sheet, state.roll, move))
    found = [g for g in after.groups if {cell, pad.mirror[cell]} & {*g.cells}]
    order = ("scoring", "possible", "dead")
    if len(found) > 1 and all(g.value == 1 and g.state == "scoring" for g in found):
        found = found[:1]  # of two 1s it is said once that they score
    said = "; ".join(_group(g) for g in sorted(found, key=lambda g: order.index(g.state)))
    gain = after.total - before.total
    unit = "point" if abs(gain) == 1 else "points"
    now = f"{gain:+d} {unit} now".replace("-", "−") if gain else "no points now"
    return f"{said[:1].upper()}{said[1:]}: {now}."


def counted(number: int) -> str:
    """Write a small number as a word, so that it is not taken for one that was written.

    Examples
    --------
    >>> counted(2), counted(14)
    ('two', '14')
    """
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _group(group: Group) -> str:
    """Say how a group stands."""
    size, value = len(group.cells), group.value
    star = ", doubled by a star" if group.starred else ""
    if group.state == "scoring":
        return (
            f"the {value} scores at once" if value == 1 else f"{counted(size)} {value}s score{star}"
        )
    alone = size == 1
    what = f"the {value} is alone" if alone else f"the {value}s are {size}"
    if group.state == "possible":
        return f"{what} and {'needs' if alone else 'need'} {value - size} more"
    if size > value:
        return f"{counted(size)} {value}s together are too many and score nothing"
    return f"{what} and can no longer become {value}"


def slip(state: Splitter, found: Any) -> str:
    """Say what kind of mistake a placement is, by the points that it brings at once.

    Examples
    --------
    >>> import polygames as pg
    >>> from types import SimpleNamespace
    >>> state = pg.new("splitter").play(pg.new("splitter").parse("roll 5-1"))
    >>> one, other = state.parse("r0c2=5"), state.parse("r0c3=5")
    >>> slip(state, SimpleNamespace(move=one, best=other))
    'wrote where less can grow'
    """
    if state.roll is None:
        return ""
    pad, sheet = state.pad, state.sheets[state.turn]
    mine, best = (
        Score(pad, written(pad, sheet, state.roll, each)).total for each in (found.move, found.best)
    )
    if mine < best:
        return "missed points at once"
    return "took points too early" if mine > best else "wrote where less can grow"
