"""Where the mistakes of many games are: by phase, and by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.plots.style import LABEL, TEXT, new_axes, open_frame
from polygames.scene.palette import GREY, ORANGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from polygames.study.mistakes import Reviews

MOST: Final = 8
"""How many kinds are shown."""


def mistakes_plot(reviews: Reviews, axes: Sequence[Axes] | None = None) -> tuple[Axes, Axes]:
    """Draw how often mistakes were made in each third of a game, and which kinds there are.

    Parameters
    ----------
    reviews
        What `Collection.review` returns.
    axes
        Two axes to draw on; a new figure of pyplot by default.

    Returns
    -------
    tuple of Axes
        Mistakes in a hundred moves by phase; the number of mistakes by kind.
    """
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
    rows = reviews.tally("phase")
    names, rates = [row["phase"] for row in rows], [row["rate"] for row in rows]
    bars = ax.bar(names, rates, color=ORANGE, width=0.6)
    ax.bar_label(bars, [f"{row['mistakes']} of {row['moves']}" for row in rows], fontsize=LABEL)
    open_frame(ax, x="third of the game", y="mistakes in 100 moves")
    ax.margins(y=0.15)
    ax.set_title(
        f"{len(reviews.mistakes)} mistakes in {len(reviews.games)} games", fontsize=TEXT, loc="left"
    )


def _draw_kinds(ax: Axes, reviews: Reviews) -> None:
    rows = reviews.tally("kind")[:MOST][::-1]
    bars = ax.barh([row["kind"] for row in rows], [row["mistakes"] for row in rows], color=ORANGE)
    ax.bar_label(bars, fontsize=LABEL, padding=2)
    open_frame(ax, x="mistakes", y="")
    ax.margins(x=0.1)
    ax.tick_params(axis="y", labelsize=LABEL, length=0)
    ax.set_title("Kinds of mistakes", fontsize=TEXT, loc="left")
    if not rows:
        ax.text(0.5, 0.5, "no mistakes", transform=ax.transAxes, ha="center", color=GREY)
