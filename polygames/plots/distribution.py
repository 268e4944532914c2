"""Plots of the values of open areas: in a position, and over a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from matplotlib.collections import LineCollection
from matplotlib.ticker import NullFormatter, StrMethodFormatter

from polygames.core.descriptions import count_text
from polygames.core.registry import info_of
from polygames.plots.area_shapes import shade_color
from polygames.plots.areas import fill_limit, open_areas
from polygames.plots.measures import areas_of
from polygames.plots.style import (
    LABEL_SIZE,
    TICK_SIZE,
    TITLE_SIZE,
    font_size,
    label_axes,
    new_axes,
    number_text,
    set_ply_ticks,
    text_color,
    text_length,
    value_norm,
    width_of,
)
from polygames.records.position_sources import start_of
from polygames.records.record import Record
from polygames.scene.palette import RED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from polygames.records.position_sources import Position

_TOTAL_DIGITS: Final = 6
"""The decimals of a total that are beyond the rounding errors of its parts."""

_MIN_BAR_SLOTS: Final = 8
"""The minimum number of slots, so that few bars do not become wide."""


def area_distribution(game: Position, ax: Axes | None = None) -> Axes:
    """Plot the values of unowned areas: as bars for a position, or by ply for a record.

    For a position there is a bar for each open area, the most valuable first, in the shade of
    `area_plot`. The text below it is the area's number or name in moves. For a record there is a
    column for each ply from the start to the current position. It has a dash for each open area at
    its value, on a logarithmic scale without areas of value 0. An unchanged area forms a line. The
    fill limit is marked if the game has one.

    Parameters
    ----------
    game
        A position, or the record of a game or its file, of a game with areas (`GameBoard.areas`).
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with values in the game's unit, such as points.

    Raises
    ------
    MissingPartError
        If the game has no areas.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,4 - 10,4")
    >>> [float(bar.get_height()) for bar in area_distribution(record.state).patches]
    [60.0, 40.0]
    >>> area_distribution(record).get_xlabel()
    'ply'
    """
    shown: Any = game
    if not hasattr(game, "areas"):
        start = start_of(game)
        shown = start.position or start.state()
    if isinstance(shown, Record):
        by_ply = [[value for _, value in open_areas(state)] for state in shown.states]
        limit = fill_limit(shown.state)
        ax = new_axes(6.4, 3.4) if ax is None else ax
        _draw_dashes(ax, by_ply, info_of(shown.start).board.area_unit)
    else:
        limit = fill_limit(shown)
        ax = new_axes(5.4, 3.2) if ax is None else ax
        _draw_bars(ax, shown, limit)
    if limit is not None:
        ax.axhline(
            limit,
            color=RED,
            linewidth=1.2,
            linestyle=(0, (4, 2)),
            zorder=3,
            label=f"fill limit: {limit:g} points",
        )
        ax.legend(loc="upper right", fontsize=LABEL_SIZE, frameon=False)
    return ax


def _draw_bars(ax: Axes, state: Any, limit: float | None) -> None:
    unit = info_of(state).board.area_unit
    numbered = [(k, area) for k, area in enumerate(areas_of(state)) if area.owner is None]
    areas = sorted(numbered, key=lambda each: -each[1].value)
    names = [getattr(area, "name", "") or str(k) for k, area in areas]
    are_numbers = all(map(str.isdigit, names))
    label_axes(ax, x=f"open area (its {'number' if are_numbers else 'name'})", y=f"value ({unit})")
    values = [area.value for _, area in areas]
    places = range(len(areas))
    norm = value_norm(values, limit)
    shades = [shade_color(area, norm) for _, area in areas]
    bars = ax.bar(places, values, color=shades, edgecolor=text_color(), linewidth=0.6)
    ax.set_xlim(-0.7, max(len(areas), _MIN_BAR_SLOTS) - 0.3)
    ax.margins(y=0.1)
    texts = [number_text(value) for value in values]
    room = width_of(ax) / (max(len(areas), _MIN_BAR_SLOTS) + 0.4)
    if all(text_length(text, font_size(TICK_SIZE)) < room for text in texts):
        ax.bar_label(bars, texts, padding=1, fontsize=TICK_SIZE)
    size = font_size(TICK_SIZE)
    widths = [text_length(name, size) if are_numbers else size for name in names]
    if max(widths, default=0.0) < room:
        ax.set_xticks(places, names, rotation=0 if are_numbers else 90)
    else:
        ax.set_xticks([])
    if not areas:
        ax.set_ylim(0, 1)
    ax.tick_params(axis="x", length=0)
    total = number_text(round(sum(values), _TOTAL_DIGITS))
    title = f"{count_text(len(areas), 'open area')}, {total} {unit} in all"
    ax.set_title(title, loc="left", fontsize=TITLE_SIZE)


def _draw_dashes(ax: Axes, by_ply: Sequence[Sequence[float]], unit: str) -> None:
    label_axes(ax, x="ply", y=f"value of open areas ({unit})")
    set_ply_ticks(ax)
    dashes = [
        ((ply - 0.5, value), (ply + 0.5, value))
        for ply, values in enumerate(by_ply)
        for value in values
        if value > 0  # the scale is logarithmic
    ]
    ax.add_collection(LineCollection(dashes, colors=text_color(), linewidths=1.2))
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.margins(x=0.01)
    ax.autoscale_view()
