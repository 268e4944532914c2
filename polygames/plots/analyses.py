"""Figures of analyses: the values of moves in rows, and an overlay on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure

from polygames.core.analysis import Analysis
from polygames.core.registry import info_of
from polygames.plots.figure import draw_scene, png_of_figure
from polygames.plots.style import LABEL_SIZE, TICK_SIZE, check_type, label_axes, new_axes
from polygames.scene.palette import BLUE, GREEN, GREY
from polygames.search.analysis.rows import move_texts
from polygames.view.overlay import draw_analysis as overlay_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from polygames.core.analysis import MoveValue

_VALUE_ROW_INCHES: Final = 0.3
"""The height of a row, in inches."""

_MAX_MOVE_NAME_CHARS: Final = 46
"""The maximum length of a row's label, in characters."""


def move_values(analysis: Analysis, ax: Axes | None = None, most: int = 12) -> Axes:
    """Plot the values of the best moves: a dot with its interval if estimated, a square if proved.

    Parameters
    ----------
    analysis
        The result of `polygames.analyse`.
    ax
        The axes to draw into; a new figure of pyplot by default.
    most
        The maximum number of moves.

    Returns
    -------
    Axes
        The axes, with values along x in the analysis's unit, for the seat to move, and moves along
        y.

    Examples
    --------
    >>> ax = move_values(pg.analyse(pg.new("polygon", n=5), seconds=5), most=3)
    >>> ax.get_yticklabels()[0].get_text(), ax.get_title()
    ('A to C, Blue has 1 reply', 'Red to move (and 7 more moves)')
    """
    check_type(analysis, Analysis, "move_values", "pg.analyse")
    shown = analysis.moves[:most]
    ax = new_axes(6.0, _height(len(shown))) if ax is None else ax
    label_axes(ax, x=analysis.unit, y="")
    for row, each in enumerate(shown):
        _draw_row(ax, row, each)
    ax.axvline(0, color=GREY, linewidth=0.8, zorder=0)
    ax.set_yticks(
        range(len(shown)), [_move_name(analysis, each) for each in shown], fontsize=TICK_SIZE
    )
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_title(_title(analysis, len(shown)), fontsize=LABEL_SIZE)
    return ax


def _title(analysis: Analysis, shown_count: int) -> str:
    """Return a title with the player to move and the number of omitted moves."""
    state, hidden = analysis.state, len(analysis.moves) - shown_count
    if state.outcome is not None:
        return f"The game is over: {state.outcome}"
    more = f" (and {hidden} more moves)" if hidden else ""
    found = more if shown_count else ": nothing was found"
    return f"{info_of(state).board.caption(state).seats[state.turn].name} to move{found}"


def overlay(analysis: Analysis, ax: Axes | None = None) -> Axes:
    """Draw the position of an analysis with values on the board and its three best moves.

    Parameters
    ----------
    analysis
        The result of `polygames.analyse`.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes with equal scales, in board coordinates.

    Examples
    --------
    >>> ax = overlay(pg.analyse(pg.new("polygon", n=5), seconds=5))
    >>> [float(end) for end in ax.get_ylim()]  # y runs down, as on the board
    [1.17, -1.17]
    """
    check_type(analysis, Analysis, "overlay", "pg.analyse")
    picture = info_of(analysis.state).scene(analysis.state)
    return draw_scene((*picture, *overlay_of(analysis, picture)), ax)


def png_of(analysis: Analysis) -> bytes:
    """Return a PNG of an analysis for a notebook: the position, and the values of its moves."""
    shown = min(12, len(analysis.moves))
    size = (9.0, max(4.0, _height(shown))) if shown else (6.0, _height(shown))
    figure = Figure(figsize=size, layout="constrained")
    board, *_ = axes = figure.subplots(1, 2 if shown else 1, squeeze=False)[0]
    if shown:
        overlay(analysis, board)
    move_values(analysis, axes[-1])
    return png_of_figure(figure)


def _height(rows: int) -> float:
    return 1.0 + _VALUE_ROW_INCHES * rows


def _draw_row(ax: Axes, row: int, move_value: MoveValue) -> None:
    if move_value.proved:
        ax.plot([move_value.value], [row], "s", color=GREEN, markersize=7)
        return
    ax.plot([move_value.low, move_value.high], [row, row], color=BLUE, linewidth=2.5, alpha=0.4)
    ax.plot([move_value.value], [row], "o", color=BLUE, markersize=5)


def _move_name(analysis: Analysis, move_value: MoveValue) -> str:
    """Return a move in words, as beside a board."""
    text, _ = move_texts(analysis, (move_value,))
    return text if len(text) <= _MAX_MOVE_NAME_CHARS else text[: _MAX_MOVE_NAME_CHARS - 1] + "…"
