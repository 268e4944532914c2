"""Which searches are ready: loaded in this process, and compiled.

Until then that takes seconds, and on a machine that has compiled nothing half a minute. So the
first answer of an analysis comes from what needs no compiling: a *quick look*, one move ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.runtime.arrays import HAS_NUMBA

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

QUICK_LOOK: Final = "quick look"
"""The note of an analysis by what needs no compiling."""

_ready: set[str] = set()


def is_ready(game: str) -> bool:
    """Say whether the search of a game's analysis is ready; where nothing is compiled it is.

    Examples
    --------
    >>> is_ready("no game of this name") is not HAS_NUMBA
    True
    """
    return not HAS_NUMBA or game in _ready


def note_ready(game: str) -> None:
    """Note that the search of a game's analysis is loaded and compiled."""
    _ready.add(game)


def is_quick_look(analysis: Analysis) -> bool:
    """Say whether an analysis is by what needs no compiling.

    Examples
    --------
    >>> import polygames as pg
    >>> is_quick_look(pg.analyse(pg.new("polygon", n=5), seconds=1))
    False
    """
    return analysis.note.startswith(QUICK_LOOK)
