"""Plots of areas on the board: their owners, and the values of open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from matplotlib.cm import ScalarMappable
from matplotlib.patheffects import withStroke

from polygames.core.registry import info_of
from polygames.plots.area_shapes import draw_area_map, own_color
from polygames.plots.figure import add_scene, points_per_pixel, points_per_unit
from polygames.plots.labels import LABEL_PAD_POINTS, place_labels, window_with_labels
from polygames.plots.measures import areas_of
from polygames.plots.style import (
    LABEL_SIZE,
    TICK_SIZE,
    add_seat_legend,
    integer_ticks,
    new_axes,
    number_text,
    run_layout,
    text_color,
    value_colormap,
    value_norm,
)
from polygames.records.position_sources import state_of
from polygames.scene.model import Window, scene_window
from polygames.scene.palette import GREEN, GREY, INK, PAPER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.colorbar import Colorbar
    from matplotlib.colors import Normalize

    from polygames.core.measures import AreaLike
    from polygames.core.protocol import State
    from polygames.plots.labels import BesideLabel, InsideLabel
    from polygames.records.position_sources import Position

_COLOR_BAR_AXES: Final = (1.03, 0.0, 0.035, 1.0)
"""The position of the colour bar, as shares of the axes."""


def open_areas(state: State[Any]) -> list[tuple[int, float]]:
    """Return the index and the value of each area without an owner."""
    return [(k, area.value) for k, area in enumerate(areas_of(state)) if area.owner is None]


def fill_limit(state: State[Any]) -> float | None:
    """Return the value up to which an area may only be filled, not cut.

    None if there is no limit.
    """
    return cast("float | None", state.options.get("fill_limit"))


def area_plot(state: Position, ax: Axes | None = None) -> Axes:
    """Draw a position as a map of areas with their owners and values.

    Areas are the parts of the board with a value: the areas of Split, the tiles of Territory, the
    groups of Splinter and Splitter, and the faces between the segments of Polygon. Owned areas look
    as on the board, or have a tint of their owner's colour. Open areas are shaded by value. Each
    area is labelled with its value, to a tenth, beside the board if there is no room inside. Labels
    are placed for the size of the axes at the time of the call.

    Parameters
    ----------
    state
        A state, a record or a file of one, of a game with areas (`GameBoard.areas`).
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes in board units, y down, without ticks if moves have no coordinates. The colour bar
        is an inset on the right.

    Raises
    ------
    MissingPartError
        If the game has no areas.

    Examples
    --------
    >>> start = pg.new("split")
    >>> ax = area_plot(start.play(start.draw((0, 4), (10, 4))))
    >>> [text.get_text() for text in ax.texts]
    ['60', '40']
    """
    shown: Any = state if hasattr(state, "areas") else state_of(state)
    areas, info = areas_of(shown), info_of(shown)
    values, limit = [value for _, value in open_areas(shown)], fill_limit(shown)
    norm, scene = value_norm(values, limit), info.scene(shown)
    own = ax is None
    ax = new_axes(5.4, 4.9) if ax is None else ax
    home = scene_window(scene)
    _set_up_axes(ax, home, has_coordinates=info.board.boundary is not None)
    add_seat_legend(ax, info.board.caption(shown), shown.scores)
    if values:
        bar = _draw_value_bar(ax, norm, _bar_color(areas))
        bar.set_label(_bar_text(info.board.area_unit, limit), fontsize=TICK_SIZE)
        if limit is not None:
            bar.ax.axhline(limit, color=INK, linewidth=1.2, linestyle=(0, (3, 1)))
    run_layout(ax)
    area_map = draw_area_map(shown, norm)
    unit = _draw_labels(ax, area_map.unlabelled, home, is_new_figure=own)
    add_scene(ax, area_map.scene, unit=unit, pixel=points_per_pixel(home, unit))
    return ax


def _set_up_axes(ax: Axes, window: Window, *, has_coordinates: bool) -> None:
    _frame_axes(ax, window)
    ax.spines[:].set_visible(False)
    if not has_coordinates:
        ax.set_xticks([])
        ax.set_yticks([])
        return
    ax.set_xticks(_ticks(window.left, window.right))
    ax.set_yticks(_ticks(window.top, window.bottom))
    ax.tick_params(labelsize=TICK_SIZE, length=3)
    ax.set_xlabel("x (board units)", fontsize=LABEL_SIZE)
    ax.set_ylabel("y (board units, down)", fontsize=LABEL_SIZE)


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two coordinates, for the ticks of an axis."""
    return [tick for tick in integer_ticks().tick_values(low, high) if low <= tick <= high]


def _frame_axes(ax: Axes, window: Window) -> None:
    ax.set(xlim=(window.left, window.right), ylim=(window.bottom, window.top))
    ax.set_aspect("equal", adjustable="box")


def _bar_color(areas: Iterable[AreaLike]) -> str:
    """Return the colour of the colour bar: grey if open areas have colours of their own."""
    has_colors = any(own_color(area) for area in areas if area.owner is None)
    return GREY if has_colors else GREEN


def _bar_text(unit: str, limit: float | None) -> str:
    """Return the label of the colour bar."""
    return f"value of open areas ({unit})" + ("" if limit is None else "\ndashed: fill limit")


def _draw_value_bar(ax: Axes, norm: Normalize, color: str) -> Colorbar:
    """Draw the colour bar of values on the right of the axes."""
    figure = ax.get_figure(root=False)
    assert figure is not None  # noqa: S101 - axes that are drawn into stand in a figure
    shades = ScalarMappable(norm, value_colormap(color))
    bar = figure.colorbar(shades, cax=ax.inset_axes(_COLOR_BAR_AXES))
    bar.ax.tick_params(labelsize=TICK_SIZE, length=3)
    bar.outline.set_linewidth(0.6)
    return bar


def _draw_labels(
    ax: Axes, areas: Sequence[AreaLike], board: Window, *, is_new_figure: bool
) -> float:
    """Draw the values of areas, some beside the board; return the points (1/72 inch) per unit.

    A new figure becomes wider for labels beside the board; in other axes the board shrinks.
    """
    texts = [
        (area.polygon, number_text(area.value))
        for area in sorted(areas, key=lambda area: -area.value)
    ]
    unit = full = points_per_unit(ax, board)
    within, beside = place_labels(texts, board, unit)
    window = board
    while (wider := window_with_labels(beside, board, full, at_least=window)) != window:
        _frame_axes(ax, wider)
        if is_new_figure:
            _widen_figure(ax, full * (wider.right - wider.left - window.right + window.left))
        window = wider
        unit = points_per_unit(ax, window)
        within, beside = place_labels(texts, board, unit, sorted({each.side for each in beside}))
    _draw_inside_labels(ax, within, unit)
    _draw_beside_labels(ax, beside)
    return unit


def _widen_figure(ax: Axes, points: float) -> None:
    figure = ax.get_figure(root=True)
    assert figure is not None  # noqa: S101 - it is our own
    figure.set_figwidth(figure.get_figwidth() + points / 72)
    run_layout(ax)


def _draw_inside_labels(ax: Axes, labels: Sequence[InsideLabel], unit: float) -> None:
    halo = [withStroke(linewidth=2.0, foreground=PAPER)]
    for each in labels:
        ax.text(
            *each.baseline_middle(unit),
            each.text,
            size=each.size,
            rotation=each.angle,
            rotation_mode="anchor",
            horizontalalignment="center",
            verticalalignment="baseline",
            color=INK,
            path_effects=halo,
        )


def _draw_beside_labels(ax: Axes, labels: Sequence[BesideLabel]) -> None:
    for each in labels:
        if each.area is not None:
            line = zip(each.area, each.leader_end, strict=True)
            ax.plot(*line, color=GREY, linewidth=0.5, marker=".", markersize=3, markevery=[0])
        ax.annotate(
            each.text,
            each.leader_end,
            xytext=(-LABEL_PAD_POINTS if each.side == "left" else LABEL_PAD_POINTS, 0),
            textcoords="offset points",
            size=TICK_SIZE,
            color=text_color(),
            horizontalalignment="right" if each.side == "left" else "left",
            verticalalignment="center_baseline",
        )
