"""What the moves are worth: a page of the panel, asked for with one button."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.scene import palette

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.search.analysis import Analysis, MoveValue

__all__ = ["AnalysisPanel", "marks_of"]

SHOWN = 8
"""How many moves the table has."""

MARKED = 3
"""How many of them are marked on the board, the best one the strongest."""


INVITATION = (
    '<div class="polygames-muted">Press <b>Analyse</b> to see what each move is worth.</div>'
)


class AnalysisPanel:
    """A table of the best moves."""

    def __init__(self) -> None:
        self._table = widgets.HTML(INVITATION)
        self.box = widgets.VBox([self._table])

    def show(self, analysis: Analysis) -> None:
        """Show an analysis."""
        self._table.value = table_of(analysis)

    def clear(self) -> None:
        """Forget it: the position is another one."""
        self._table.value = INVITATION


def marks_of(analysis: Analysis, mark: Callable[[State[Any], Any, str], Scene]) -> Scene:
    """Return the best moves as marks on the board, the best one last and strongest."""
    shades = [palette.tint(palette.PURPLE, 1 - 0.35 * rank) for rank in range(MARKED)]
    best = list(zip(analysis.moves, shades, strict=False))
    return tuple(
        shape for each, color in reversed(best) for shape in mark(analysis.state, each.move, color)
    )


def table_of(analysis: Analysis) -> str:
    """Return the best moves as HTML: what each does, its value, and a bar for its interval."""
    if not analysis.moves:
        return f"<div>{escape(str(analysis))}</div>"
    shown = analysis.moves[:SHOWN]
    low, high = min(each.low for each in shown), max(each.high for each in shown)
    rows = "".join(_row(analysis, each, low, (high - low) or 1.0) for each in shown)
    seat = info_of(analysis.state).caption(analysis.state).seats[analysis.state.turn].name
    every = len(analysis.moves)
    more = f" Showing the best {SHOWN} of {every} moves." if every > SHOWN else ""
    note = analysis.note[:1].upper() + analysis.note[1:]
    head = f"{seat} to move. Value: {analysis.unit}.{more} {note}."
    return (
        f'<table class="polygames-values">{rows}</table>'
        f'<div class="polygames-muted">{escape(head)}</div>'
    )


def _row(analysis: Analysis, each: MoveValue, low: float, width: float) -> str:
    preview = info_of(analysis.state).preview
    words = preview(analysis.state, each.move).label if preview else ""
    name = str(each.move)
    if len(name) > 8 or words.startswith(name):  # noqa: PLR2004 - longer is no name
        name = ""
    left, right = (100 * (end - low) / width for end in (each.low, each.high))
    sure = "proved" if each.proved else f"between {each.low:.2f} and {each.high:.2f}"
    color = palette.GREEN if each.proved else palette.BLUE
    bar = (
        f'<div class="polygames-bar" title="{sure}"><div style="left:{left:.1f}%;'
        f'width:{max(3.0, right - left):.1f}%;background:{color}"></div></div>'
    )
    told = " · ".join(part for part in (name, words, "proved" if each.proved else "") if part)
    return (
        f"<tr><td><b>{each.value:.2f}</b></td><td>{bar}</td>"
        f'<td title="{escape(told)}">{escape(told)}</td></tr>'
    )
