"""Lesson 05: a rule that says where to write a roll."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

SHEET: Final = "splitter\npad *##*/####/.##.\nroll {}\nsheet 0\n0240\n3336\n.00."
"""The little pad of the lesson, with two rounds to go."""


def try_to_break(conjecture: Any) -> None:
    """Look for a roll that a rule writes where it can expect less than elsewhere.

    Examples
    --------
    >>> try_to_break(lambda state: "r0c0=5")  # doctest: +ELLIPSIS
    Broken by the roll 1-1: ...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield the 21 rolls on the little pad."""
    for one in range(1, 7):
        for other in range(1, one + 1):
            state = pg.from_text(SHEET.format(f"{one}-{other}"))
            yield Case((state,), f"the roll {one}-{other}", partial(_fault, state))


def _fault(state: Any, said: Any) -> str:
    values = {str(move): _value(state.play(move)) for move in state.legal_moves}
    if str(said) not in values:
        return f"{said} is no move there; the moves are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    mine = values[str(said)]
    if mine == values[best]:
        return ""
    return f"{said} can expect {float(mine):.2f} points, and {best} {float(values[best]):.2f}"


@cache
def _value(state: Any) -> Fraction | float:
    if state.outcome is not None:
        return float(state.scores[0])
    if state.turn == CHANCE:
        chances = state.chance_outcomes()
        return sum((chance * _value(state.play(roll)) for roll, chance in chances), 0.0)
    return max(_value(state.play(move)) for move in state.legal_moves)
