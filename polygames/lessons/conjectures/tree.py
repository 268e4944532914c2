"""Lesson 09: whether the move that random games like best can be trusted."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS: Final = 40
"""So many boards are made."""

TILES: Final = 7
"""Those with so many tiles or fewer are tried: for these the means are exact."""


def try_to_break(conjecture: Any) -> None:
    """Look for a board on which a rule trusts random games and throws the result away.

    The rule is called with the mean of *all* random games after each first move, and names a move.

    Examples
    --------
    >>> try_to_break(lambda means: "pass")
    ... # doctest: +ELLIPSIS
    Broken by the board of seed=...: 'pass' is no move there...
    """
    others = cases()
    first = next(others)
    first.fault(None)  # compiles the solver, once on a machine: the time of the search begins later
    search(conjecture, chain([first], others))


def cases() -> Iterator[Case]:
    """Yield small balanced boards, with the exact means of random games."""
    for seed in range(BOARDS):
        start: Any = pg.new("territory", size=5, seed=seed, penalty=0.5, balanced=True)
        if len(start.board.areas) <= TILES:
            means = {str(m): round(_mean(start.play(m)), 4) for m in start.legal_moves}
            yield Case((means,), f"the board of seed={seed}", partial(_fault, start))


def _fault(start: Any, said: Any) -> str:
    values = {str(move): value for move, value in pg.solve(start).values.items()}
    if said not in values:
        return f"{said!r} is no move there; the moves are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    if _result(values[said]) == _result(values[best]):
        return ""
    words = {1: "wins", 0: "ties", -1: "loses"}
    return f"{said} {words[_result(values[said])]}, and {best} {words[_result(values[best])]}"


def _result(lead: float) -> int:
    return (lead > 0) - (lead < 0)


@cache
def _mean(state: Any) -> float:
    """Return the mean points of Blue over all random games."""
    if state.outcome is not None:
        return float((0 in state.outcome.winners) / len(state.outcome.winners))
    moves = list(state.legal_moves)
    return sum(_mean(state.play(move)) for move in moves) / len(moves)
