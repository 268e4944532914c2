"""The pictures of the lesson about random games and their tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, PAPER, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES: Final[dict[str, tuple[float, float]]] = {
    "root": (3, 2),
    "A": (1.3, 1),
    "B": (4.7, 1),
    "A1": (0.4, 0),
    "A2": (2.2, 0),
    "B1": (3.8, 0),
    "B2": (5.6, 0),
}

KEPT: Final = {"A": (2, 5), "B": (7, 14), "A1": (2, 2), "A2": (1, 2), "B1": (5, 8), "B2": (2, 5)}
"""Of each node: the points of the seat that chose it, and the games through it. So it comes out if
seat 0 wins the games 1 to 3, 5, 6, 8, 12, 13, 18 and 20, and loses the others."""


def shares(groups: Mapping[str, Mapping[str, int]], values: Mapping[str, float]) -> Picture:
    """Draw how many games each move got, in a row for each way to share them.

    Parameters
    ----------
    groups
        By the name of a way, how many games it gave to each move.
    values
        What each move is worth, as it was proved.
    """
    figure, axes = canvas(len(groups), 1, (8.4, 2.1 * len(groups) + 0.6), sharex=True)
    moves = sorted(values, key=lambda move: -values[move])
    for ax, (name, games) in zip(axes, groups.items(), strict=True):
        bars = ax.bar(moves, [games[move] for move in moves], color=tint(BLUE, 0.6))
        ax.bar_label(bars, padding=2)
        ax.set(title=name, ylabel="games")
        ax.margins(y=0.2)
        ax.spines[["top", "right"]].set_visible(b=False)
    axes[-1].set_xticks(moves, [f"{move}\nworth {values[move]:g}" for move in moves])
    told = [
        f"{name}: {', '.join(f'{move} {games[move]}' for move in moves)}"
        for name, games in groups.items()
    ]
    return Picture(figure, f"How many games each first move got. {'; '.join(told)}.")


def small_tree() -> Picture:
    """Draw a small tree with the points and games of each node."""
    figure, (ax,) = canvas(1, 1, (8.4, 4.2))
    for name in KEPT:
        (x, y), (u, v) = PLACES[name[0] if len(name) > 1 else "root"], PLACES[name]
        ax.plot((x, u), (y, v), color=GREY, linewidth=2, zorder=0)
    for name, (x, y) in PLACES.items():
        points, games = KEPT.get(name, (None, 20))
        kept = f"{games} games" if points is None else f"{points} of {games}"
        fill = PAPER if points is None else tint(BLUE if y == 1 else ORANGE, 0.3)
        box: dict[str, Any] = {"boxstyle": "round,pad=0.4", "facecolor": fill, "edgecolor": INK}
        ax.text(x, y, f"{name}: {kept}", ha="center", va="center", fontsize=12, bbox=box)
    for level, who, color in ((1.5, "seat 0 chooses", BLUE), (0.5, "seat 1 chooses", VERMILION)):
        ax.text(6.5, level, who, ha="center", va="center", fontsize=11, color=color)
    ax.set(xlim=(-0.4, 7.3), ylim=(-0.4, 2.4))
    ax.set_axis_off()
    told = ", ".join(f"{name} {points} of {games}" for name, (points, games) in KEPT.items())
    return Picture(figure, f"A tree of 20 games; points of the seat that chose, and games: {told}.")
