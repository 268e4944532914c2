"""The pictures of the lesson about Territory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, INK, PAPER, VERMILION, YELLOW, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import EllipsisType

    from matplotlib.axes import Axes

Rectangle = tool("matplotlib.patches:Rectangle")

MOST_LABELS: Final = 18
"""More bars than these have no room for labels of their own."""

FILLS = {"blue": tint(BLUE, 0.34), "red": tint(VERMILION, 0.36), "yellow": tint(YELLOW, 0.42)}


def graph(
    rows: Sequence[str],
    colors: Mapping[str, str],
    pairs: Iterable[tuple[str, str]] | EllipsisType,
) -> Picture:
    """Draw a board and the graph of its tiles: a line for each pair that touches.

    Parameters
    ----------
    rows, colors
        The board.
    pairs
        The letters of tiles that touch; none while the exercise that finds them is open.
    """
    known = [] if pairs is ... else list(pairs)
    figure, (board, net) = canvas(1, 2, (9.2, 4.8))
    for ax, fill in ((board, 1.0), (net, 0.45)):
        _tiles(ax, rows, colors, fill)
    middles = _middles(rows)
    for one, other in known:
        xs, ys = zip(middles[one], middles[other], strict=True)
        net.plot(xs, ys, color=INK, linewidth=1.8, zorder=2)
    for letter, (x, y) in middles.items():
        net.plot(x, y, "o", markersize=20, color=PAPER, markeredgecolor=INK, zorder=3)
        for ax in (board, net):
            ax.text(x, y, letter, ha="center", va="center", fontsize=13, zorder=4)
    board.set_title("the tiles")
    net.set_title("their graph" if known else "their graph: no lines yet")
    lines = ", ".join(sorted("".join(pair) for pair in known)) or "none yet"
    return Picture(figure, f"A board of {len(middles)} tiles, and its graph. Lines: {lines}.")


def bars(counts: Mapping[float, int], title: str) -> Picture:
    """Draw how often each final difference came about, with the number over each bar."""
    figure, (ax,) = canvas(1, 1, (8.4, 3.6))
    places = sorted(counts)
    drawn = ax.bar(places, [counts[place] for place in places], width=0.4, color=BLUE)
    if len(places) <= MOST_LABELS:
        ax.bar_label(drawn, padding=2)
        ax.set_xticks(places, [f"{place:g}" for place in places], rotation=90)
        ax.margins(y=0.12)
    ax.set(xlabel="Blue's points less Red's, at the end", ylabel="games", title=title)
    ax.spines[["top", "right"]].set_visible(b=False)
    often = max(counts, key=lambda place: counts[place])
    return Picture(
        figure,
        f"{title}: Blue's lead at the end lies between {min(places):g} and {max(places):g},"
        f" most often at {often:g} ({counts[often]} games).",
    )


def _tiles(ax: Axes, rows: Sequence[str], colors: Mapping[str, str], fill: float) -> None:
    """Paint the cells, and a border wherever two tiles meet."""
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            look: dict[str, Any] = {
                "facecolor": FILLS[colors[letter]],
                "alpha": fill,
                "linewidth": 0,
            }
            ax.add_patch(Rectangle((c, r), 1, 1, zorder=0, **look))
            if c and row[c - 1] != letter:
                ax.plot((c, c), (r, r + 1), color=INK, linewidth=2, zorder=1, alpha=fill)
            if r and rows[r - 1][c] != letter:
                ax.plot((c, c + 1), (r, r), color=INK, linewidth=2, zorder=1, alpha=fill)
    frame: dict[str, Any] = {"fill": False, "edgecolor": INK, "linewidth": 2.5, "alpha": fill}
    ax.add_patch(Rectangle((0, 0), len(rows[0]), len(rows), zorder=1, **frame))
    ax.set(xlim=(-0.05, len(rows[0]) + 0.05), ylim=(len(rows) + 0.05, -0.05), aspect="equal")
    ax.set_axis_off()


def _middles(rows: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return for each tile the place of its cell that is nearest to its centre."""
    cells: dict[str, list[tuple[float, float]]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells.setdefault(letter, []).append((c + 0.5, r + 0.5))
    return {letter: _middle(places) for letter, places in cells.items()}


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the place of a tile that is nearest to its centre."""
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    return min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
