"""Figures by matplotlib: states, areas, score curves, counts and values of moves, tournaments.

Each function draws into the given axes, or into a new figure of pyplot, and returns the axes:

>>> import polygames as pg
>>> from polygames.plots import area_plot
>>> area_plot(pg.new("split")).get_xlabel()
'x (board units)'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from polygames.core.lazy_imports import require_library

if TYPE_CHECKING:
    from polygames.plots.analyses import move_values, overlay
    from polygames.plots.areas import area_plot
    from polygames.plots.counts import move_counts
    from polygames.plots.distribution import area_distribution
    from polygames.plots.puzzles import puzzle_plot, puzzle_sheet, save_sheet
    from polygames.plots.reviews import review_curve
    from polygames.plots.scores import score_curve
    from polygames.plots.tournaments import cross_table, ratings

__all__ = [
    "area_distribution",
    "area_plot",
    "cross_table",
    "move_counts",
    "move_values",
    "overlay",
    "puzzle_plot",
    "puzzle_sheet",
    "ratings",
    "review_curve",
    "save_sheet",
    "score_curve",
]

require_library("matplotlib", "a picture by matplotlib")

_MODULE_BY_NAME = {
    "area_distribution": "polygames.plots.distribution",
    "area_plot": "polygames.plots.areas",
    "cross_table": "polygames.plots.tournaments",
    "move_counts": "polygames.plots.counts",
    "move_values": "polygames.plots.analyses",
    "overlay": "polygames.plots.analyses",
    "puzzle_plot": "polygames.plots.puzzles",
    "puzzle_sheet": "polygames.plots.puzzles",
    "ratings": "polygames.plots.tournaments",
    "review_curve": "polygames.plots.reviews",
    "save_sheet": "polygames.plots.puzzles",
    "score_curve": "polygames.plots.scores",
}
"""Modules loaded on first use, since a board needs only the module `png`."""


def __getattr__(name: str) -> Any:
    if name in _MODULE_BY_NAME:
        return getattr(import_module(_MODULE_BY_NAME[name]), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
