"""The rows of an analysis: moves that are worth the same or look the same stand together.

The list of the best moves and the numbers on the board are both made of these, so that a number
on the board is that of the row.
"""

from __future__ import annotations

from enum import IntEnum
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from polygames.core import registry
from polygames.core.analysis import RESULT_UNIT
from polygames.core.registry import info_of
from polygames.core.words import NUMBERED, Names, label
from polygames.core.words import move_words as named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.analysis import Analysis, MoveValue

MAX_ROW_MOVE_CHARS: Final = 36
"""How many characters of a move fit into a row."""

WHOLE_POINT_INTERVAL: Final = 20.0
"""So many points wide an interval needs no digits behind the point."""

OPEN_TEXT: Final = "open"
UNCLEAR_TEXT: Final = "unclear"
SIMILAR_TEXT: Final = "similar"
RESULT_VERBS: Final = {1.0: "wins", 0.0: "ties", -1.0: "loses"}

SHOW_INTERVAL_SHARE: Final = 0.7
"""Where an interval covers so much of the scale, it is told and not the value."""
UNCLEAR_SHARE: Final = 0.95
"""And one that covers so much says nothing at all."""


class Clarity(IntEnum):
    """How much is told of a move."""

    UNCLEAR = 0
    INTERVAL = 1
    NUMBER = 2


def clarity(analysis: Analysis, each: MoveValue) -> Clarity:
    """Return how much is told of a move: no more than the search is sure of.

    What a search says early, on less work than its values were fitted to, is an interval.
    """
    low, high = analysis.scale
    width = (min(high, each.high) - max(low, each.low)) / ((high - low) or 1)
    if each.proved:
        return Clarity.NUMBER
    if width >= UNCLEAR_SHARE:
        return Clarity.UNCLEAR
    is_early = analysis.is_early or analysis.is_quick_look
    return Clarity.INTERVAL if is_early or width >= SHOW_INTERVAL_SHARE else Clarity.NUMBER


def is_unclear(analysis: Analysis, each: MoveValue) -> bool:
    """Say whether all but the whole scale is in a move's interval: nothing is worth reading."""
    return clarity(analysis, each) is Clarity.UNCLEAR


def has_number(analysis: Analysis, each: MoveValue) -> bool:
    """Say whether a move's value is told by a number."""
    return clarity(analysis, each) is Clarity.NUMBER


def is_close(analysis: Analysis, each: MoveValue) -> bool:
    """Whether a move is so close behind the best one that the search cannot tell them apart.

    By how much two values of a search may differ for nothing is declared by the game, for its
    reviews. What is proved is never close, nor is anything while the best move has no number.
    """
    best, rules = analysis.moves[0], info_of(analysis.state).engine.verdicts
    off = rules.noise if rules.apart is None else rules.apart
    if off is None or best.proved or each.proved or not has_number(analysis, best):
        return False
    return best.value - each.value <= off


def alike(analysis: Analysis) -> list[tuple[MoveValue, ...]]:
    """Return the moves, those together that are worth the same or look the same, best first.

    Of each kind of moves the best one is there.
    """
    merged: dict[tuple[str, ...], tuple[MoveValue, ...]] = {}
    for group in analysis.distinct.groups:
        key = _key(analysis, group)
        merged[key] = (*merged.get(key, ()), *group)
    return list(merged.values())


def first_rows(analysis: Analysis, most: int) -> list[tuple[MoveValue, ...]]:
    """Return the beginnings of the first rows: the moves that no more are needed to tell apart."""
    begun: dict[tuple[str, ...], tuple[MoveValue, ...]] = {}
    for group in analysis.distinct.groups:
        begun.setdefault(_key(analysis, group), group)
        if len(begun) == most:
            break
    return list(begun.values())


def _key(analysis: Analysis, group: tuple[MoveValue, ...]) -> tuple[str, str]:
    return worth(analysis, group[0]), move_words(analysis, group[:1])[0]


def worth(analysis: Analysis, each: MoveValue) -> str:
    """Return what a move is worth to the mover, as short as can be.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> worth(found, found.moves[0])
    'wins in 5'
    """
    result = result_of(analysis, each)
    if result is not None:
        how = RESULT_VERBS.get(result, f"{result:+.2f}")
        return how if each.distance is None else f"{how} in {each.distance}"
    if is_unclear(analysis, each):
        return OPEN_TEXT if is_open(analysis, each) else UNCLEAR_TEXT
    if not has_number(analysis, each):
        return ends(analysis, each)
    if analysis.unit == RESULT_UNIT:
        return percent((1 + each.value) / 2 if each.chance is None else each.chance)
    figure = signed_value_text(analysis, each.value)
    return figure if each.chance is None or each.proved else f"{figure} · {percent(each.chance)}"


def move_words(
    analysis: Analysis, group: Sequence[MoveValue], names: Names = NUMBERED
) -> tuple[str, str]:
    """Return the words for moves of the same worth: those in the row, and all there is to say."""
    state, first = analysis.state, group[0].move
    name, said = named(state, first, names), label(state, first, names)
    full = said if said.startswith(name) else f"{name} · {said}"
    others = len(group) - 1
    more = f" and {others} more worth the same" if others else ""
    short = full if len(full + more) <= MAX_ROW_MOVE_CHARS else name
    return short + more, full + more


def result_of(analysis: Analysis, each: MoveValue) -> float | None:
    """Return +1, 0 or -1 if it is proved who wins, and only that: not by how many points."""
    if not each.proved or (analysis.unit != RESULT_UNIT and each.value not in analysis.scale):
        return None
    low, high = analysis.scale
    return 2 * (each.value - low) / (high - low) - 1


def percent(chance: float) -> str:
    """Write a chance that is not proved."""
    return f"{likely(chance):.0%}"


def likely(chance: float) -> float:
    """Return a chance that is not proved as it is told: it is never 0 or 1."""
    return min(0.99, max(0.01, chance))


def is_open(analysis: Analysis, each: MoveValue) -> bool:
    """Whether nothing is known of a move."""
    low, high = analysis.scale
    is_all_possible = (each.low, each.high) == (low, high)
    return not each.proved and is_all_possible and each.value == (low + high) / 2


def ends(analysis: Analysis, each: MoveValue) -> str:
    """Write the interval of a move that is not proved; a wide one in whole points, none cut off.

    Examples
    --------
    >>> from polygames.core.analysis import MoveValue
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> ends(found, MoveValue("A-C", 0.1, -0.2, 0.5))
    '40% to 75%'
    """
    if analysis.unit == RESULT_UNIT:
        return " to ".join(percent((1 + end) / 2) for end in (each.low, each.high))
    low, high = each.low, each.high
    if high - low >= WHOLE_POINT_INTERVAL:
        low, high = floor(low), ceil(high)
    return f"{signed_value_text(analysis, low)} to {signed_value_text(analysis, high)}"


def signed_value_text(analysis: Analysis, value: float) -> str:
    """Write a lead with its sign, and a total or nothing without."""
    words = plain(abs(value))
    if analysis.scale[0] >= 0 or words in {"0", "0.0"}:
        return words
    return f"{'−' if value < 0 else '+'}{words}"


def plain(value: float) -> str:
    """Write a number with one digit behind the point, or none where it is whole."""
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"


def values_of(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return the best move at each target of the picture, where one is known.

    The keys are targets of the scene of `analysis.state`: squares with a piece in Splinter, points
    in Polygon, tiles in Territory, cells in Splitter. What is not clicked, a line of Split, has
    none; see its `border_map`.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> sorted(values_of(found))
    ['A', 'B', 'C', 'D', 'E']
    """
    own = registry.info_of(analysis.state).engine.targets
    return by_target(analysis) if own is None else own(analysis)


LAST_ROW = slice(-1, None)


def by_target(analysis: Analysis, places: slice = LAST_ROW) -> dict[str, MoveValue]:
    """Return the best move at each target that stands at some places of the spelling of moves."""
    spell = registry.info_of(analysis.state).spell
    best: dict[str, MoveValue] = {}
    for each in analysis.moves:  # the best first
        for target in spell(each.move)[places]:
            best.setdefault(target, each)
    return best
