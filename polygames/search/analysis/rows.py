"""The rows of an analysis: moves with equal values or equal words form one row.

The list of best moves and the numbers on the board both use these rows, so that they agree.
"""

from __future__ import annotations

from enum import IntEnum
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from polygames.core import registry
from polygames.core.analysis import RESULT_UNIT
from polygames.core.descriptions import NUMBERED_NAMES, Names, effect_text
from polygames.core.descriptions import move_text as named
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.analysis import Analysis, MoveValue

MAX_ROW_MOVE_CHARS: Final = 36
"""The maximum length of a move's words in a row, in characters."""

WHOLE_POINT_INTERVAL: Final = 20.0
"""Intervals at least this wide, in points, are shown without decimals."""

OPEN_TEXT: Final = "open"
UNCLEAR_TEXT: Final = "unclear"
SIMILAR_TEXT: Final = "similar"
RESULT_VERBS: Final = {1.0: "wins", 0.0: "ties", -1.0: "loses"}

SHOW_INTERVAL_SHARE: Final = 0.7
"""An interval that covers this share of the scale is shown in place of the value."""
UNCLEAR_SHARE: Final = 0.95
"""An interval that covers this share of the scale is shown as unclear."""


class Clarity(IntEnum):
    """The precision with which a move's value is shown."""

    UNCLEAR = 0
    INTERVAL = 1
    NUMBER = 2


def clarity(analysis: Analysis, move_value: MoveValue) -> Clarity:
    """Return how precisely to show a move's value, given the certainty of the search.

    Early answers, with less work than the calibration assumes, show an interval.
    """
    low, high = analysis.scale
    width = (min(high, move_value.high) - max(low, move_value.low)) / ((high - low) or 1)
    if move_value.proved:
        return Clarity.NUMBER
    if width >= UNCLEAR_SHARE:
        return Clarity.UNCLEAR
    is_early = analysis.is_early or analysis.is_quick_look
    return Clarity.INTERVAL if is_early or width >= SHOW_INTERVAL_SHARE else Clarity.NUMBER


def is_unclear(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if a move's interval covers almost the whole scale."""
    return clarity(analysis, move_value) is Clarity.UNCLEAR


def has_number(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if a move's value is shown as a number."""
    return clarity(analysis, move_value) is Clarity.NUMBER


def is_close(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if the search cannot distinguish a move from the best one.

    The game declares the noise between two values of one search, for its reviews. Proved moves are
    never close, and no move is close while the best one has no number.
    """
    best, off = analysis.moves[0], info_of(analysis.state).engine.verdicts.noise
    if off is None or best.proved or move_value.proved or not has_number(analysis, best):
        return False
    return best.value - move_value.value <= off


def merge_rows(analysis: Analysis) -> list[tuple[MoveValue, ...]]:
    """Return the rows of an analysis, best first: tuples of moves with equal values or texts.

    The first move of each row is its best.
    """
    merged: dict[tuple[str, ...], tuple[MoveValue, ...]] = {}
    for group in analysis.distinct.groups:
        key = _row_key(analysis, group)
        merged[key] = (*merged.get(key, ()), *group)
    return list(merged.values())


def first_rows(analysis: Analysis, max_rows: int) -> list[tuple[MoveValue, ...]]:
    """Return the first `max_rows` rows of an analysis, each as its first group of equal moves."""
    begun: dict[tuple[str, ...], tuple[MoveValue, ...]] = {}
    for group in analysis.distinct.groups:
        begun.setdefault(_row_key(analysis, group), group)
        if len(begun) == max_rows:
            break
    return list(begun.values())


def _row_key(analysis: Analysis, group: tuple[MoveValue, ...]) -> tuple[str, str]:
    return value_text(analysis, group[0]), move_texts(analysis, group[:1])[0]


def value_text(analysis: Analysis, move_value: MoveValue) -> str:
    """Return the value of a move for the player to move, as a short text.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> value_text(found, found.moves[0])
    'wins in 5'
    """
    result = proved_result(analysis, move_value)
    if result is not None:
        how = RESULT_VERBS.get(result, f"{result:+.2f}")
        return how if move_value.distance is None else f"{how} in {move_value.distance}"
    if is_unclear(analysis, move_value):
        return OPEN_TEXT if is_open(analysis, move_value) else UNCLEAR_TEXT
    if not has_number(analysis, move_value):
        return interval_text(analysis, move_value)
    if analysis.unit == RESULT_UNIT:
        return percent_text(
            (1 + move_value.value) / 2 if move_value.chance is None else move_value.chance
        )
    figure = signed_value_text(analysis, move_value.value)
    return (
        figure
        if move_value.chance is None or move_value.proved
        else f"{figure} · {percent_text(move_value.chance)}"
    )


def move_texts(
    analysis: Analysis, group: Sequence[MoveValue], names: Names = NUMBERED_NAMES
) -> tuple[str, str]:
    """Return two descriptions of moves of equal value: a short one for the row, and a full one."""
    state, first = analysis.state, group[0].move
    name, said = named(state, first, names), effect_text(state, first, names)
    full = said if said.startswith(name) else f"{name} · {said}"
    others = len(group) - 1
    more = f" and {others} more worth the same" if others else ""
    short = full if len(full + more) <= MAX_ROW_MOVE_CHARS else name
    return short + more, full + more


def proved_result(analysis: Analysis, move_value: MoveValue) -> float | None:
    """Return the proved result of a move: 1 win, 0 tie, -1 loss; None if it is not proved."""
    if not move_value.proved or (
        analysis.unit != RESULT_UNIT and move_value.value not in analysis.scale
    ):
        return None
    low, high = analysis.scale
    return 2 * (move_value.value - low) / (high - low) - 1


def percent_text(chance: float) -> str:
    """Return an unproved chance as a percentage, from 1% to 99%."""
    return f"{clamp_chance(chance):.0%}"


def clamp_chance(chance: float) -> float:
    """Clamp an unproved chance to the range from 0.01 to 0.99."""
    return min(0.99, max(0.01, chance))


def is_open(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if nothing is known about the value of a move."""
    low, high = analysis.scale
    is_all_possible = (move_value.low, move_value.high) == (low, high)
    return not move_value.proved and is_all_possible and move_value.value == (low + high) / 2


def interval_text(analysis: Analysis, move_value: MoveValue) -> str:
    """Return the interval of an unproved value as text, in whole points if it is wide.

    Examples
    --------
    >>> from polygames.core.analysis import MoveValue
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> interval_text(found, MoveValue("A-C", 0.1, -0.2, 0.5))
    '40% to 75%'
    """
    if analysis.unit == RESULT_UNIT:
        return " to ".join(percent_text((1 + end) / 2) for end in (move_value.low, move_value.high))
    low, high = move_value.low, move_value.high
    if high - low >= WHOLE_POINT_INTERVAL:
        low, high = floor(low), ceil(high)
    return f"{signed_value_text(analysis, low)} to {signed_value_text(analysis, high)}"


def signed_value_text(analysis: Analysis, value: float) -> str:
    """Return a value as text, with a sign if it is a lead other than zero."""
    words = decimal_text(abs(value))
    if analysis.scale[0] >= 0 or words in {"0", "0.0"}:
        return words
    return f"{'−' if value < 0 else '+'}{words}"


def decimal_text(value: float) -> str:
    """Return a number as text with one decimal, or none if it is whole."""
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"


def values_by_target(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return the value of the best move at each click target of the picture.

    The keys are targets of the scene of `analysis.state`: squares with a piece in Splinter, points
    in Polygon, tiles in Territory, cells in Splitter. A line of Split has no target; see
    `polygames.games.split.analysis.border_map`.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> sorted(values_by_target(found))
    ['A', 'B', 'C', 'D', 'E']
    """
    own = registry.info_of(analysis.state).engine.best_by_target
    return best_move_by_click(analysis) if own is None else own(analysis)


LAST_CLICK = slice(-1, None)


def best_move_by_click(analysis: Analysis, clicks: slice = LAST_CLICK) -> dict[str, MoveValue]:
    """Return the best move for each click target; `clicks` is the slice of clicks to consider."""
    spell = registry.info_of(analysis.state).spell
    best: dict[str, MoveValue] = {}
    for each in analysis.moves:  # the best first
        for target in spell(each.move)[clicks]:
            best.setdefault(target, each)
    return best
