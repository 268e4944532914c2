"""The pictures of the lesson about Split."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.ratings import wilson
from polygames.geometry.planar import shoelace
from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas, of
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PAPER, SOFT, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from polygames.games.split.rules import Split

    Point = tuple[float, float]

LinearSegmentedColormap = tool("matplotlib.colors:LinearSegmentedColormap")
Rectangle = tool("matplotlib.patches:Rectangle")
VALUES = tool("polygames.plots.style:VALUES")

CORNERS = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
RED_TO_BLUE = LinearSegmentedColormap.from_list(
    "red to blue", [VERMILION, tint(VERMILION, 0.35), "#f7f7f4", tint(BLUE, 0.35), BLUE]
)


def _panels(count: int, width: float = 3.7, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """Return square axes side by side, without frames, y down."""
    figure, axes = canvas(1, count, (count * width, height))
    for ax in axes:
        ax.set(xlim=(-0.7, 10.7), ylim=(10.7, -0.7), aspect="equal")
        ax.set_axis_off()
    return figure, axes


def _fill(ax: Axes, corners: Iterable[Point], color: str, **options: Any) -> None:
    x, y = zip(*corners, strict=True)
    look: dict[str, Any] = {"edgecolor": INK, "linewidth": 1.2} | options
    ax.fill(x, y, facecolor=color, **look)


def _dot(ax: Axes, point: Point, name: str, offset: Point = (5, 5)) -> None:
    ax.plot(*point, "o", color=INK, markersize=5, zorder=5)
    style: dict[str, Any] = {"color": INK, "fontsize": 13, "fontweight": "bold", "zorder": 5}
    ax.annotate(name, point, xytext=offset, textcoords="offset points", **style)


# --- Areas -------------------------------------------------------------------------------------


def areas(state: Split, description: str) -> Picture:
    """Draw the areas of a position, each with its value."""
    return of(tool("polygames.plots.areas:area_plot")(state), description)


def shoelace_steps(corners: Sequence[Point], origin: Point) -> Picture:
    """Show the triangles between an origin and the sides: those that add, take away, and the sum.

    Parameters
    ----------
    corners
        A polygon, counted so that its area is positive.
    origin
        The corner that all triangles share.
    """
    figure, axes = _panels(3)
    sides = list(pairwise((*corners, corners[0])))
    totals = [0.0, 0.0]
    for start, end in sides:
        value = shoelace((origin, start, end))
        minus = value < 0
        totals[minus] += value
        color, pattern = (VERMILION, "//") if minus else (GREEN, None)
        look = {"edgecolor": color, "hatch": pattern, "linewidth": 0.8}
        _fill(axes[minus], (origin, start, end), tint(color, 0.25), **look)
    _fill(axes[2], corners, tint(GREEN, 0.45))
    titles = (f"add {totals[0]:.1f}", f"take away {-totals[1]:.1f}", f"{sum(totals):.1f} remains")
    for ax, title in zip(axes, titles, strict=True):
        _fill(ax, corners, "none", linewidth=1.8)
        _dot(ax, origin, "O")
        ax.set_title(title, fontsize=13)
    return Picture(
        figure,
        "The triangles between the point O and the edges of a polygon: those that"
        f" {titles[0]}, those that {titles[1]}, and the polygon: {titles[2]}.",
    )


def why_convex() -> Picture:
    """Show why both pieces of a cut are convex, and the line that would spoil it."""
    figure, axes = _panels(3)
    area = ((0.5, 3.0), (4.0, 0.2), (9.0, 1.5), (9.8, 7.0), (5.0, 9.8), (1.2, 8.0))
    p, q = (6.5, 0.85), (2.72, 8.72)
    piece = (p, *area[2:5], q)
    a, b = (6.6, 2.4), (7.9, 7.2)
    _fill(axes[0], area, tint(GREY, 0.15))
    axes[0].set_title("inside the area: A to B stays in it", fontsize=12)
    half = ((6.91, 0.0), (10.5, 0.0), (10.5, 10.5), (1.87, 10.5), (2.1, 10.0))
    _fill(axes[1], half, tint(ORANGE, 0.3), linewidth=0)
    axes[1].axline(p, q, color=ORANGE, linewidth=2)
    _fill(axes[1], area, "none", linestyle=":", edgecolor=GREY)
    axes[1].set_title("one side of the line: A to B stays there", fontsize=12)
    _fill(axes[2], area, tint(GREY, 0.15))
    _fill(axes[2], piece, tint(ORANGE, 0.45))
    axes[2].set_title("the piece is what both share", fontsize=12)
    for ax in axes:
        ax.plot(*zip(a, b, strict=True), color=INK, linewidth=1.6)
        _dot(ax, a, "A", (6, 0))
        _dot(ax, b, "B", (6, -10))
    return Picture(
        figure,
        "Two points A and B: the straight way between them stays inside a convex area, and on one"
        " side of a line, and so it stays in the piece that both share.",
    )


# --- Moves -------------------------------------------------------------------------------------


def cut_fan(start: Point, targets: Sequence[tuple[float, Point]], steps: int = 120) -> Picture:
    """Show the lines from a point of the top side, and what each cuts off on its left.

    Parameters
    ----------
    start
        A point of the top side of the square.
    targets
        Lines to mark: what they cut off, and where they end.
    steps
        How many lines to draw.
    """
    figure, (fan, curve) = canvas(1, 2, (10.0, 4.4), width_ratios=(1, 1.35))
    walk = [(30 * (n + 0.5) / steps) for n in range(steps)]
    values = [cut_off(start, way) for way in walk]
    for way, value in zip(walk, values, strict=True):
        shade = VALUES(value / 100)
        fan.plot(*zip(start, place(way), strict=True), color=shade, linewidth=1.6, zorder=1)
    _fill(fan, CORNERS, "none", linewidth=2, zorder=3)
    curve.plot(walk, values, color=INK, linewidth=2)
    for value, end in targets:
        fan.plot(*zip(start, end, strict=True), color=INK, linewidth=2.4)
        way = way_to(end)
        curve.axhline(value, color=GREY, linewidth=0.9, linestyle="--", zorder=0)
        curve.plot(way, value, "o", color=INK, markersize=6)
        beside = (7, -12) if value > values[-1] / 4 else (-6, 8)
        curve.annotate(f"{value:g}", (way, value), beside, textcoords="offset points")
    fan.set(xlim=(-0.4, 10.4), ylim=(10.4, -0.4), aspect="equal")
    fan.set_axis_off()
    curve.set(xlim=(0, 30), ylim=(0, 100), ylabel="cut off on the left (points)")
    curve.set_xticks([0, 10, 20, 30], ["corner", "corner", "corner", "corner"])
    for at, side in ((5, "left side"), (15, "bottom"), (25, "right side")):
        curve.text(at, -13, side, horizontalalignment="center", fontsize=9, color=GREY)
    for at in (10, 20):
        curve.axvline(at, color=SOFT, linewidth=1, zorder=0)
    curve.set_xlabel("where the line ends, walking round the border", labelpad=26)
    curve.spines[["top", "right"]].set_visible(False)
    return Picture(
        figure,
        f"Lines from the point {start} on the top side to the rest of the border, and a curve of"
        " what they cut off on their left: it grows from 0 to 100 and never turns back.",
    )


def place(way: float) -> Point:
    """Return the point so far along the border, from the top left corner down, right and up."""
    side, along = divmod(way, 10)
    return ((0.0, along), (along, 10.0), (10.0, 10.0 - along))[int(min(side, 2))]


def way_to(point: Point) -> float:
    """Return how far along the border a point of the left, lower or right side is."""
    x, y = point
    return y if x == 0 else 10 + x if y == 10 else 30 - y


def cut_off(start: Point, way: float) -> float:
    """Return what a line from a point of the top side cuts off on its left."""
    left = [corner for at, corner in ((0, (0, 0)), (10, (0, 10)), (20, (10, 10))) if at < way]
    return abs(shoelace((start, *left, place(way))))


def best_of_chart(misses: dict[int, Sequence[float]]) -> Picture:
    """Show how far the best of n random lines stays from what an even split would gain.

    Parameters
    ----------
    misses
        For each n how many points the best line was off, in many trials.
    """
    figure, (ax,) = canvas(1, 1, (7.6, 4.4))
    sizes = sorted(misses)
    ranked = [sorted(misses[n]) for n in sizes]
    low, mid, high = ([row[int(share * len(row))] for row in ranked] for share in (0.1, 0.5, 0.9))
    ax.fill_between(sizes, low, high, color=tint(GREEN, 0.25), linewidth=0, label="8 trials in 10")
    ax.plot(sizes, mid, "o-", color=GREEN, label="median trial")
    ax.set(xscale="log", yscale="log", xlabel="n: random lines tried, the best one kept")
    ax.set_ylabel("points short of an even split")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:g}")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
    ends = f"{mid[0]:.3g} for n = {sizes[0]}, {mid[-1]:.3g} for n = {sizes[-1]}"
    return Picture(
        figure,
        f"The best of n random lines stays short of an even split: in the median trial by {ends}"
        " points. Both axes are logarithmic.",
    )


# --- First lines -------------------------------------------------------------------------------


def first_line_map(rows: Iterable[dict[str, Any]], title: str) -> Picture:
    """Show the share of the points that blue won, for every kind of first line.

    Every first line has, seen from one of its ends, that end on the top side: from left to right
    stands where the other end is, from top to bottom where the first one is. A dot marks the
    cells whose 95% interval holds one half.
    """
    figure, (ax,) = canvas(1, 1, (12.4, 5.0))
    cells = {(row["kind"], *row["parts"]): row for row in rows}
    parts = 1 + max(first for _, first, _ in cells)
    for i in range(parts):
        for column in range(3 * parts):
            row = cells[_cell(i, column, parts)]
            share, (low, high) = row_share(row)
            even = low <= 0.5 <= high
            _paint_cell(ax, (column, i), share, even=even)
    ax.set(xlim=(0, 3 * parts), ylim=(parts, 0), aspect="equal")
    step = parts / 4
    up = ["2.5", "5", "7.5", "10"]
    labels = ["0", *up[:3], "10 | 0", *up[:3], "10 | 0", *up]
    ax.set_xticks([n * step for n in range(13)], labels)
    ax.set_yticks([n * step for n in range(5)], ["0", *up])
    ax.tick_params(length=2, labelsize=10)
    for corner in (1, 2):
        ax.axvline(corner * parts, color=INK, linewidth=2)
    for at, side in (
        (0.5, "other end on the left side, this far down"),
        (1.5, "other end on the bottom, this far to the right"),
        (2.5, "other end on the right side, this far up"),
    ):
        ax.text(at * parts, parts + 1.3, side, horizontalalignment="center", fontsize=12)
    ax.set_ylabel("one end on the top, this far to the right", fontsize=11)
    ax.set_title(title, fontsize=13, loc="left")
    shares = [row_share(row)[0] for row in cells.values()]
    return Picture(
        figure,
        f"A map of first lines. {title}: from {min(shares):.0%} to {max(shares):.0%}, very"
        " different also in cells that are neighbours.",
    )


def _cell(i: int, column: int, parts: int) -> tuple[str, int, int]:
    """Return which class the lines from a part of the top side to a part of the rest belong to."""
    side, j = divmod(column, parts)
    last = parts - 1
    if side == 1:
        pair = min((i, j), (j, i), (last - i, last - j), (last - j, last - i))
        return ("opposite", *pair)
    pair = (i, j) if side == 0 else (last - i, last - j)
    return ("corner", min(pair), max(pair))


def _paint_cell(ax: Axes, at: tuple[int, int], share: float, *, even: bool) -> None:
    x, y = at
    ax.add_patch(Rectangle(at, 1, 1, facecolor=RED_TO_BLUE(share), edgecolor=PAPER))
    strong = abs(share - 0.5) > 0.3
    ink = PAPER if strong else INK
    style: dict[str, Any] = {"color": ink, "fontsize": 10, "ha": "center", "va": "center"}
    ax.text(x + 0.5, y + (0.4 if even else 0.5), f"{100 * share:.0f}", **style)
    if even:
        ax.plot(x + 0.5, y + 0.8, "o", color=ink, markersize=2.6)


def row_share(row: dict[str, Any]) -> tuple[float, tuple[float, float]]:
    """Return blue's share of the points of a row, a draw being half a point, and its interval."""
    points = row["blue"] + row["draws"] / 2
    return points / row["games"], wilson(points, row["games"])


def gallery(rows: Sequence[dict[str, Any]], earlier: Sequence[dict[str, Any]]) -> Picture:
    """Draw first lines with what fresh games say about them, and what the map had said.

    Parameters
    ----------
    rows, earlier
        The fresh games and those of the map, in the same order.
    """
    figure, axes = _panels(len(rows), 2.4, 3.3)
    for ax, row, old in zip(axes, rows, earlier, strict=True):
        a, b = (10 / 8 * (part + 0.5) for part in row["parts"])
        end = (0.0, b) if row["kind"] == "corner" else (b, 10.0)
        _fill(ax, CORNERS, tint(GREY, 0.08), linewidth=2)
        ax.plot((a, end[0]), (0, end[1]), color=VERMILION, linewidth=3)
        share, (low, high) = row_share(row)
        ax.set_title(f"{share:.0%} ({low:.0%} to {high:.0%})", fontsize=12)
        before = f"map: {row_share(old)[0]:.0%}"
        ax.text(5, 11.6, before, horizontalalignment="center", fontsize=12, color=GREY, va="center")
    words = [f"{row['kind']} {row['parts']}: {row_share(row)[0]:.0%}" for row in rows]
    return Picture(figure, f"Five kinds of first lines, and blue's share: {'; '.join(words)}.")


LABEL: Final = 0.1
"""How wide the label of a mean is, in shares."""


def line_shares(groups: Mapping[str, Sequence[float]]) -> Picture:
    """Draw blue's share on each line as a dot, in a row for each group, and the mean of the row.

    Parameters
    ----------
    groups
        By its title, blue's share on every line of a group.
    """
    figure, (ax,) = canvas(1, 1, (8.8, 1.2 + 0.8 * len(groups)))
    words = []
    for row, (title, shares) in enumerate(groups.items()):
        stacks: dict[float, int] = {}
        for share in sorted(shares):
            step = round(share, 2)
            stacks[step] = stacks.get(step, 0) + 1
            ax.plot(share, row + 0.055 * stacks[step], "o", color=BLUE, markersize=5, alpha=0.8)
        mean = sum(shares) / len(shares)
        ax.plot((mean, mean), (row - 0.12, row + 0.8), color=VERMILION, linewidth=2)
        free = "right" if any(mean < share < mean + LABEL for share in shares) else "left"
        away = {"left": 0.01, "right": -0.01}[free]
        label = {"color": VERMILION, "va": "center", "ha": free}
        ax.text(mean + away, row + 0.68, f"mean {mean:.0%}", **label)
        sure = sum(share in {0, 1} for share in shares)
        words.append(f"{title}: mean {mean:.0%}, {sure} of {len(shares)} lines all or nothing")
    ax.set_yticks(range(len(groups)), list(groups))
    ax.set(xlim=(-0.04, 1.04), ylim=(-0.25, len(groups)), xlabel="blue's share of the points")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.spines[["top", "right", "left"]].set_visible(False)
    return Picture(figure, f"Each dot is one line. {'; '.join(words)}.")
