"""What the moves are worth, below the board: asked for with one button."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.registry import info_of
from polygames.scene import palette

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.scene.model import Scene
    from polygames.search.analysis import Analysis, MoveValue

__all__ = ["AnalysisPanel", "marks_of"]

SHOWN = 8
"""How many moves the table has."""

MARKED = 3
"""How many of them are marked on the board, the best one the strongest."""


class AnalysisPanel:
    """A table of the best moves."""

    def __init__(self) -> None:
        self._table = widgets.HTML()
        style = {"display": "none", "border": "1px solid #d8d8d8", "padding": "8px"}
        self.box = widgets.VBox([self._table], layout=style)

    def show(self, analysis: Analysis) -> None:
        """Show an analysis."""
        self._table.value = table_of(analysis)
        self.box.layout.display = ""

    def clear(self) -> None:
        """Close: the position is another one."""
        self.box.layout.display = "none"


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
        return f'<div style="font:13px/1.5 sans-serif">{escape(str(analysis))}</div>'
    shown = analysis.moves[:SHOWN]
    low, high = min(each.low for each in shown), max(each.high for each in shown)
    rows = "".join(_row(analysis, each, low, (high - low) or 1.0) for each in shown)
    seat = info_of(analysis.state).caption(analysis.state).seats[analysis.state.turn].name
    every = len(analysis.moves)
    more = f" Showing the best {SHOWN} of {every} moves." if every > SHOWN else ""
    note = analysis.note[:1].upper() + analysis.note[1:]
    head = f"{seat} to move. Value: {analysis.unit}.{more} {note}."
    return (
        f'<div style="font:13px/1.5 sans-serif"><div style="opacity:.8">{escape(head)}</div>'
        f'<table style="border-spacing:10px 0">{rows}</table></div>'
    )


def _row(analysis: Analysis, each: MoveValue, low: float, width: float) -> str:
    preview = info_of(analysis.state).preview
    words = preview(analysis.state, each.move).label if preview else ""
    name = str(each.move)
    if len(name) > 8 or words.startswith(name):  # noqa: PLR2004 - longer is no name
        name = ""
    left, right = (100 * (end - low) / width for end in (each.low, each.high))
    sure = "proved" if each.proved else f"{each.low:.2f} … {each.high:.2f}"
    color = palette.GREEN if each.proved else palette.BLUE
    bar = (
        f'<div style="position:relative;width:100px;height:10px;background:#8882">'
        f'<div style="position:absolute;left:{left:.1f}%;width:{max(3.0, right - left):.1f}%;'
        f'height:10px;background:{color}"></div></div>'
    )
    cells: Sequence[str] = (f"<b>{each.value:.2f}</b>", bar, sure, escape(name), escape(words))
    *short, long = cells
    row = "".join(f'<td style="white-space:nowrap">{cell}</td>' for cell in short)
    return f"<tr>{row}<td>{long}</td></tr>"
