"""The score curve of a game: its quantities by ply, the moves, and the end."""

from __future__ import annotations

import re
from itertools import cycle, pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from matplotlib.lines import Line2D

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.plots.measures import curves_of
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
    width_of,
)
from polygames.records.position_sources import record_of
from polygames.scene.palette import GREEN, GREY, ORANGE, PAPER, PURPLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from polygames.core.measures import Quantity
    from polygames.core.protocol import Seat
    from polygames.records.node import Node
    from polygames.records.position_sources import Position
    from polygames.scene.model import SeatLabel

_LINE_PATTERNS: Final = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)))
_MARKER_SHAPES: Final = "osD^vPX*<>"
_SHARED_COLORS: Final = (GREEN, PURPLE, ORANGE)
"""The colours of curves that belong to no seat."""

_BRITISH_WORDS: Final = {"color": "colour"}


def score_curve(record: Position, ax: Axes | None = None) -> Axes:
    """Plot the scores by ply: a step curve per seat, with marks for moves and for the end.

    A game may define other quantities in its part ``curves``: Splinter shows the pieces left and
    lost, and Polygon the points that are still open. Each move has a mark on the first curve of its
    seat, or on the first curve of all. The mark's shape is the kind of move (its class), and marks
    of odd seats are hollow. Rolls of dice have no mark. Names and colours are those at
    the end, since colours may be chosen during the game. A star marks the winners. Comments are
    numbered at the top, with their text below the axes.

    Parameters
    ----------
    record
        A record or the file of one: a game from its start to the current position.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with plies along x and the game's quantities along y.

    Examples
    --------
    >>> record = pg.Record(pg.new("territory", size=4, seed=1))
    >>> for move in ("r0c0", "r1c1"):
    ...     record.push(move)
    >>> [curve.get_label() for curve in score_curve(record).lines][:2]
    ['Blue: 4', 'Red: 64']
    """
    game = record_of(record, "a score curve")
    ax = new_axes(6.4, 3.8) if ax is None else ax
    label_axes(ax, x="ply", y=info_of(game.start).board.curve_unit)
    set_ply_ticks(ax)
    path = game.path
    quantities = [curves_of(node.state) for node in path]
    _draw_curves(ax, path[-1], quantities)
    kinds = _draw_moves(ax, path, quantities)
    _draw_end(ax, path[-1], quantities[-1])
    _add_legend(ax, kinds)
    _draw_comments(ax, path)
    return ax


def _seat_labels(node: Node) -> Sequence[SeatLabel]:
    seats: Sequence[SeatLabel] = info_of(node.state).board.caption(node.state).seats
    return seats


def _draw_curves(ax: Axes, last: Node, quantities: Sequence[Sequence[Quantity]]) -> None:
    """Draw one step curve for each quantity, in the colour of its seat."""
    seats, shared = _seat_labels(last), cycle(_SHARED_COLORS)
    for quantity, line, values in zip(
        quantities[-1], cycle(_LINE_PATTERNS), zip(*quantities, strict=True), strict=False
    ):
        color = next(shared) if quantity.seat is None else seats[quantity.seat].color
        ax.step(
            range(len(values)),
            [each.value for each in values],
            where="post",
            color=color,
            linestyle=line,
            label=f"{quantity.label}: {number_text(quantity.value)}",
        )
    ax.margins(x=0.02, y=0.08)


def _value_for(quantities: Sequence[Quantity], seat: Seat) -> float:
    """Return the first quantity of a seat, or the first one of all if the seat has none."""
    return next((each.value for each in quantities if each.seat == seat), quantities[0].value)


def _draw_moves(
    ax: Axes, path: list[Node], quantities: Sequence[Sequence[Quantity]]
) -> dict[str, str]:
    """Draw a mark for each move; return the marker shape by kind of move."""
    places: dict[tuple[Seat, str], list[tuple[int, float]]] = {}
    for ply, (before, after) in enumerate(pairwise(path), 1):
        seat = before.state.turn
        if seat != CHANCE:
            point = (ply, _value_for(quantities[ply], seat))
            places.setdefault((seat, _move_kind(after.move)), []).append(point)
    kinds = dict(
        zip(dict.fromkeys(kind for _, kind in places), cycle(_MARKER_SHAPES), strict=False)
    )
    seats = _seat_labels(path[-1])
    for (seat, kind), points in places.items():
        color = seats[seat].color
        ax.plot(
            *zip(*points, strict=True),
            linestyle="none",
            marker=kinds[kind],
            markersize=_marker_size(ax, len(path)),
            markerfacecolor=PAPER if seat % 2 else color,
            markeredgecolor=color,
            markeredgewidth=0.9,
            zorder=3,
        )
    return kinds


def _move_kind(move: Any) -> str:
    """Return the name of the move's class in words: ``DrawLine`` is "draw line"."""
    words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", type(move).__name__)
    return " ".join(_BRITISH_WORDS.get(word.lower(), word.lower()) for word in words)


def _marker_size(ax: Axes, plies: int) -> float:
    """Return a marker size in points at which neighbouring plies do not overlap."""
    return min(5.0, max(1.5, 0.7 * width_of(ax) / plies))


def _draw_end(ax: Axes, last: Node, quantities: Sequence[Quantity]) -> None:
    """Mark the end of the game and the winners in the plot, with the result as title."""
    outcome = last.state.outcome
    if outcome is None:
        return
    ax.axvline(last.number, color=GREY, linewidth=0.8, zorder=1)
    seats = _seat_labels(last)
    for seat in outcome.winners:
        ax.plot(
            last.number,
            _value_for(quantities, seat),
            linestyle="none",
            marker="*",
            markersize=13,
            color=seats[seat].color,
            markeredgecolor=text_color(),
            markeredgewidth=0.6,
            zorder=4,
        )
    ax.set_title(
        info_of(last.state).board.caption(last.state).status, loc="left", fontsize=TITLE_SIZE
    )


def _add_legend(ax: Axes, kinds: dict[str, str]) -> None:
    """Add the legend: the seats, and the kinds of move if there are several."""
    handles, _ = ax.get_legend_handles_labels()
    if len(kinds) > 1:
        handles += [
            Line2D([], [], linestyle="none", marker=mark, markersize=5, color=GREY, label=kind)
            for kind, mark in kinds.items()
        ]
    ax.legend(handles=handles, fontsize=LABEL_SIZE, frameon=False, loc="best")


def _draw_comments(ax: Axes, path: list[Node]) -> None:
    """Write numbers above plies with a comment, and the comments below the axes."""
    letters = max(20, int(width_of(ax) / (0.55 * font_size(TICK_SIZE))))
    lines = []
    for count, node in enumerate((each for each in path if each.comment), 1):
        ax.annotate(
            str(count),
            (node.number, 1.0),
            xycoords=ax.get_xaxis_transform(),
            fontsize=TICK_SIZE,
            horizontalalignment="center",
            verticalalignment="bottom",
        )
        lines += wrap(f"{count}  {node.comment}", letters, subsequent_indent="    ")
    if lines:
        ax.set_title(
            ax.get_title(loc="left"), loc="left", fontsize=TITLE_SIZE, pad=14
        )  # above numbers
        ax.annotate(
            "\n".join(lines),
            (0.0, 0.0),
            xycoords="axes fraction",
            xytext=(0, -3.5 * font_size(LABEL_SIZE) - 6),
            textcoords="offset points",
            fontsize=TICK_SIZE,
            verticalalignment="top",
            parse_math=False,
        )
