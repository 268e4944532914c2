"""Figures of tournaments: the agents' ratings, and the cross table."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.tournament import Tournament
from polygames.plots.style import (
    LABEL_SIZE,
    TICK_SIZE,
    VALUE_COLORMAP,
    check_type,
    label_axes,
    new_axes,
)
from polygames.scene.palette import BLUE, GREY, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TOURNAMENT_ROW_INCHES: Final = 0.32
"""The height of a row, in inches."""
_CELL_INCHES: Final = 0.75
"""The width of a column of the cross table, in inches."""
_MAX_AGENT_NAME_CHARS: Final = 24
"""The maximum length of a shown name, in characters."""


def ratings(tournament: Tournament, ax: Axes | None = None) -> Axes:
    """Plot the rating of each agent with its 95% interval, the strongest on top.

    Agents that did not play are left out.

    Parameters
    ----------
    tournament
        The result of `polygames.tournament`.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with ratings along x, on the Elo scale with mean 0, and agents along y.

    Examples
    --------
    >>> cup = pg.tournament("polygon", ["random", "solver"], games=10, seed=1, progress=False)
    >>> [name.get_text() for name in ratings(cup).get_yticklabels()]
    ['solver', 'random']
    """
    check_type(tournament, Tournament, "ratings", "pg.tournament")
    shown = [row for row in tournament.standings if row["games"]]
    ax = new_axes(6.0, 1.0 + _TOURNAMENT_ROW_INCHES * len(shown)) if ax is None else ax
    label_axes(ax, x="rating (Elo; the mean is 0)", y="")
    for place, row in enumerate(shown):
        rated = tournament.ratings.players[row["agent"]]
        if isfinite(rated.low) and isfinite(rated.high):
            ax.plot([rated.low, rated.high], [place, place], color=BLUE, linewidth=2.5, alpha=0.4)
        ax.plot([rated.rating], [place], "o", color=BLUE, markersize=5)
    ax.axvline(0, color=GREY, linewidth=0.8, zorder=0)
    ax.set_yticks(
        range(len(shown)), [_shorten_name(row["agent"]) for row in shown], fontsize=TICK_SIZE
    )
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_title(f"{tournament.game}: ratings and 95% intervals", fontsize=LABEL_SIZE)
    if not shown:
        ax.set_xticks([])
        _write_no_games(ax)
    return ax


def cross_table(tournament: Tournament, ax: Axes | None = None) -> Axes:
    """Draw a cross table of the points of each agent against every other, strongest first.

    Parameters
    ----------
    tournament
        The result of `polygames.tournament`.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with a row for each agent and its points against the agent of each column.

    Examples
    --------
    >>> cup = pg.tournament("polygon", ["random", "solver"], games=10, seed=1, progress=False)
    >>> [cell.get_text() for cell in cross_table(cup).texts]
    ['1/10', '9/10']
    """
    check_type(tournament, Tournament, "cross_table", "pg.tournament")
    names = [row["agent"] for row in tournament.standings if row["games"]]
    size = len(names)
    ax = (
        new_axes(max(4.4, 2.2 + _CELL_INCHES * size), 1.2 + _TOURNAMENT_ROW_INCHES * size)
        if ax is None
        else ax
    )
    for place in range(size):
        _fill_cell(ax, place, place, GREY, alpha=0.2)  # no agent plays itself
    for (first, second), (points, games) in tournament.results.items():
        _draw_cell(ax, names.index(first), names.index(second), points, games)
        _draw_cell(ax, names.index(second), names.index(first), games - points, games)
    ax.set_xlim(-0.5, max(size, 1) - 0.5)
    ax.set_ylim(max(size, 1) - 0.5, -0.5)
    ax.xaxis.tick_top()
    labels = [_shorten_name(name) for name in names]
    ax.set_xticks(range(size), labels, fontsize=TICK_SIZE, rotation=30, ha="left")
    ax.set_yticks(range(size), labels, fontsize=TICK_SIZE)
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    what = "points of each row against each column"
    ax.set_title(f"{tournament.game}: {what}", fontsize=LABEL_SIZE)
    if not names:
        _write_no_games(ax)
    return ax


def _draw_cell(ax: Axes, row: int, column: int, points: float, games: int) -> None:
    """Draw the cell of the table with the points of one agent against another."""
    _fill_cell(ax, row, column, VALUE_COLORMAP(points / games))
    text = f"{points:g}/{games}"
    ax.text(column, row, text, ha="center", va="center", fontsize=TICK_SIZE, color=INK)


def _fill_cell(ax: Axes, row: int, column: int, color: Any, alpha: float = 1.0) -> None:
    """Fill a cell of the table."""
    from matplotlib.patches import Rectangle

    corner = column - 0.48, row - 0.46
    ax.add_patch(Rectangle(corner, 0.96, 0.92, facecolor=color, alpha=alpha))


def _write_no_games(ax: Axes) -> None:
    """Write that no games were played."""
    align: Any = {"ha": "center", "va": "center", "transform": ax.transAxes}
    ax.text(0.5, 0.5, "no games", fontsize=TICK_SIZE, **align)


def _shorten_name(name: str) -> str:
    return name if len(name) <= _MAX_AGENT_NAME_CHARS else name[: _MAX_AGENT_NAME_CHARS - 1] + "…"
