"""Figures of reviews: the value of a game by ply with its mistakes, and mistakes of many games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from polygames.core.registry import info_of
from polygames.plots.figure import png_of_figure
from polygames.plots.style import (
    LABEL_SIZE,
    TITLE_SIZE,
    check_type,
    label_axes,
    new_axes,
    set_ply_ticks,
    text_color,
)
from polygames.scene.palette import GREEN, GREY, ORANGE, RED
from polygames.search.review import Review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from polygames.core.protocol import Seat
from polygames.study.batch_review import Reviews

VERDICT_MARKERS: Final = {
    "inaccuracy": ("v", GREY),
    "mistake": ("s", ORANGE),
    "blunder": ("X", RED),
}
"""The marker and colour of each verdict; the shapes differ for colour-blind readers."""
MAX_MISTAKE_KINDS: Final = 8
"""The maximum number of kinds of mistakes shown."""


def review_curve(review: Review, ax: Axes | None = None) -> Axes:
    """Plot the value of a game by ply, with a mark at each bad move.

    If values of two seats are opposite, there is one curve, for seat 0; otherwise one for each
    seat. The band around it is the interval. Bars at the bottom are the luck of the dice, up for
    rolls better than the mean.

    Parameters
    ----------
    review
        The result of `polygames.review`.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with moves played along x and values along y in the unit of the review.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> for move in ("A-C", "C-E"):
    ...     record.push(move)
    >>> ax = review_curve(pg.review(record))
    >>> ax.get_ylabel(), list(map(float, ax.lines[0].get_ydata()))
    ('expected result (1 won, 0 tie, -1 lost)', [1.0, -1.0, -1.0])
    """
    check_type(review, Review, "review_curve", "pg.review")
    ax = new_axes(6.4, 3.0) if ax is None else ax
    label_axes(ax, x="moves played", y=review.unit)
    set_ply_ticks(ax)
    seats = (0,) if review.is_opposed else range(review.start.seats)
    for seat in seats:
        _draw_seat(ax, review, seat)
    if review.is_opposed:
        ax.axhline(0, color=GREY, linewidth=0.8, zorder=0)
        ax.set_ylim(1.08 * review.scale[0], 1.08 * review.scale[1])
    _draw_luck(ax, review)
    _add_legend(ax, review)
    return ax


def png_of(review: Review) -> bytes:
    """Return the review's figure as PNG, for a notebook."""
    figure = Figure(figsize=(6.4, 3.0), layout="constrained")
    review_curve(review, figure.add_subplot())
    return png_of_figure(figure)


def _draw_seat(ax: Axes, review: Review, seat: Seat) -> None:
    """Draw the value curve of a seat, with a mark at the ply after each bad move."""
    points = [
        (each.node.number, estimate)
        for each in review.line_positions
        if each.node is not None and (estimate := each.for_seat(seat)) is not None
    ]
    if not points:
        return
    label = info_of(review.start).board.caption(review.end).seats[seat]
    plies = [ply for ply, _ in points]
    values = [estimate.value for _, estimate in points]
    low, high = [each.low for _, each in points], [each.high for _, each in points]
    ax.fill_between(plies, low, high, color=label.color, alpha=0.12, linewidth=0)
    ax.plot(plies, values, color=label.color, linewidth=1.6, label=label.name)
    for each in review.line:
        is_shown = review.is_opposed or each.seat == seat
        if is_shown and each.after is not None and each.verdict in VERDICT_MARKERS:
            mark, color = VERDICT_MARKERS[each.verdict]
            ax.plot(
                each.ply,
                each.after if each.seat == seat else -each.after,
                linestyle="none",
                marker=mark,
                markersize=8,
                color=color,
                markeredgecolor=text_color(),
                markeredgewidth=0.6,
                zorder=4,
            )


def _draw_luck(ax: Axes, review: Review) -> None:
    """Draw the luck of the dice rolls as bars, on a separate axis at the bottom."""
    rolls = [each for each in review.line if each.lucks]
    if not rolls:
        return
    below = ax.twinx()
    seats = review.start.seats
    most = max(0.5, *(abs(luck) for each in rolls for luck in each.lucks))
    for seat in range(seats):
        colors = [GREEN if each.lucks[seat] >= 0 else RED for each in rolls]
        below.bar(
            [each.ply - 0.4 + 0.8 * (seat + 0.5) / seats for each in rolls],
            [each.lucks[seat] for each in rolls],
            width=0.8 / seats,
            color=colors,
            alpha=0.45,
            linewidth=0,
        )
    below.set_ylim(-most, 5 * most)
    below.axhline(0, color=GREY, linewidth=0.5)
    below.set_yticks([-most, 0, most], [f"{-most:.1f}", "0", f"+{most:.1f}"], fontsize="xx-small")
    below.set_ylabel("luck", fontsize="xx-small", loc="bottom")
    below.spines[["top", "left"]].set_visible(False)


def _add_legend(ax: Axes, review: Review) -> None:
    """Add a legend of the markers in use, and the title."""
    found = {each.verdict for each in review.moves}
    handles: list[Artist] = [
        Line2D([], [], linestyle="none", marker=mark, color=color, markersize=7, label=verdict)
        for verdict, (mark, color) in VERDICT_MARKERS.items()
        if verdict in found
    ]
    if not review.is_opposed and review.start.seats > 1:
        handles = [*ax.get_legend_handles_labels()[0], *handles]
    if handles:
        ax.legend(handles=handles, fontsize=LABEL_SIZE, frameon=False, loc="best")
    seats = info_of(review.start).board.caption(review.start).seats
    whose = f"for {seats[0].name}" if review.is_opposed else "for each seat"
    ax.set_title(f"Review: value {whose}", loc="left", fontsize=TITLE_SIZE)


# --- Many games ---------------------------------------------------------------------------------


def mistakes_plot(reviews: Reviews, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes]:
    """Plot the rate of mistakes in each phase of the game, and the number of mistakes by kind.

    Parameters
    ----------
    reviews
        The result of `Collection.review`.
    axes
        Two axes to draw on; a new figure of pyplot by default.

    Returns
    -------
    tuple of Axes
        The axes with the mistakes per hundred moves by phase, and those with the counts by kind.
    """
    check_type(reviews, Reviews, "mistakes_plot", "Collection.review")
    if axes is None:
        first = new_axes(8.0, 3.0)
        figure: Any = first.figure
        first.remove()
        axes = figure.subplots(1, 2, width_ratios=(2, 3))
    left, right = axes
    _draw_phases(left, reviews)
    _draw_kinds(right, reviews)
    return left, right


def _draw_phases(ax: Axes, reviews: Reviews) -> None:
    rows = reviews.by("phase")
    names, rates = [row["phase"] for row in rows], [row["rate"] for row in rows]
    bars = ax.bar(names, rates, color=ORANGE, width=0.6)
    ax.bar_label(
        bars, [f"{row['mistakes']} of {row['moves']}" for row in rows], fontsize=LABEL_SIZE
    )
    label_axes(ax, x="third of the game", y="mistakes in 100 moves")
    ax.margins(y=0.15)
    ax.set_title(
        f"{len(reviews.mistakes)} mistakes in {len(reviews.games)} games",
        fontsize=TITLE_SIZE,
        loc="left",
    )


def _draw_kinds(ax: Axes, reviews: Reviews) -> None:
    rows = reviews.by("kind")[:MAX_MISTAKE_KINDS][::-1]
    bars = ax.barh([row["kind"] for row in rows], [row["mistakes"] for row in rows], color=ORANGE)
    ax.bar_label(bars, fontsize=LABEL_SIZE, padding=2)
    label_axes(ax, x="mistakes", y="")
    ax.margins(x=0.1)
    ax.tick_params(axis="y", labelsize=LABEL_SIZE, length=0)
    ax.set_title("Kinds of mistakes", fontsize=TITLE_SIZE, loc="left")
    if not rows:
        ax.text(0.5, 0.5, "no mistakes", transform=ax.transAxes, ha="center", color=GREY)
