"""Lesson 03: what is true of the sides of the areas in every position of Split."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures.hunt import Case, claim, search

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES: Final = 30
LINES: Final = 12
"""So many random games are looked at, each until so many lines are drawn."""


def try_to_break(conjecture: Any) -> None:
    """Look for a position in which a claim about the numbers of sides is false.

    Examples
    --------
    >>> try_to_break(lambda sides: len(sides) == 1)
    Broken by the areas with 3, 5 sides: your claim is false there. Before that it held in 1 case.
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield positions of random games as lists of numbers of sides, few lines first."""
    seen: set[tuple[int, ...]] = {(4,)}
    for seed in range(GAMES):
        rng = Random(seed)
        state: Any = pg.new("split")
        while len(state.map.chords) < LINES and state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
            seen.add(tuple(sorted(len(area.polygon) for area in state.areas)))
    for sides in sorted(seen, key=lambda sides: (len(sides), sides)):
        words = f"the areas with {', '.join(map(str, sides))} sides"
        yield Case(([*sides],), words, claim)
