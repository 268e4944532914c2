"""What can be proved of Split."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.split.agents import lines_that_matter
from polygames.search.solve import prove

if TYPE_CHECKING:
    from polygames.games.split.rules import Split
    from polygames.search.solution import Solution

__all__ = ["solve"]


def solve(
    state: Split, *, seconds: float | None = 10, progress: bool = False, width: int = 60
) -> Solution:
    """Prove what can be proved of Split: see `polygames.solve`.

    Where only fills are left every move is tried. Where lines are possible the lines that matter
    can prove that a player wins, but not that it cannot: that stays open.

    Parameters
    ----------
    state, seconds, progress
        See `polygames.solve`.
    width
        How many lines to try in a position.
    """
    return prove(
        state, seconds=seconds, progress=progress, width=width, candidates=lines_that_matter
    )
