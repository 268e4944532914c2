"""The pictures of lesson 06: drawn here, so that the lesson's own cells stay short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

from polygames.scene.palette import BLUE, GREY, INK, PAPER, VERMILION, YELLOW, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["bars", "graph"]

FILLS = {"blue": tint(BLUE, 0.34), "red": tint(VERMILION, 0.36), "yellow": tint(YELLOW, 0.42)}


def graph(rows: Sequence[str], colors: Mapping[str, str], pairs: Iterable[tuple[str, str]]) -> None:
    """Draw a board, and over it the graph of its tiles: a line for each pair that touches.

    Parameters
    ----------
    rows, colors
        The board.
    pairs
        The letters of tiles that touch; none while the exercise that finds them is open.
    """
    cells: dict[str, list[tuple[float, float]]] = {}
    _, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells.setdefault(letter, []).append((c + 0.5, r + 0.5))
            ax.add_patch(Rectangle((c, r), 1, 1, color=FILLS[colors[letter]], zorder=0))
    middles = {letter: _middle(places) for letter, places in cells.items()}
    for one, other in () if pairs is ... else pairs:
        xs, ys = zip(middles[one], middles[other], strict=True)
        ax.plot(xs, ys, color=GREY, linewidth=1.5, zorder=1)
    for letter, (x, y) in middles.items():
        ax.plot(x, y, "o", markersize=17, color=PAPER, markeredgecolor=INK, zorder=2)
        ax.text(x, y, letter, ha="center", va="center", zorder=3)
    ax.set(xlim=(0, len(rows[0])), ylim=(len(rows), 0), aspect="equal")
    ax.set_axis_off()


def bars(counts: Mapping[float, int], title: str) -> None:
    """Draw how often each final difference came about."""
    _, ax = plt.subplots(figsize=(6.4, 2.6), layout="constrained")
    ax.bar(list(counts), list(counts.values()), width=0.4, color=BLUE)
    ax.set(xlabel="Blue's points less Red's, at the end", ylabel="games", title=title)


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the place of a tile that is nearest to its centre."""
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    return min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
