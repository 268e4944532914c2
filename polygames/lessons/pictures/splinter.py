"""The pictures of the lesson about Splinter."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SKY, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from types import EllipsisType

    from matplotlib.axes import Axes

    Place = tuple[int, int]

Rectangle = tool("matplotlib.patches:Rectangle")

COLORS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, GREY)


def islands(
    divisions: Mapping[str, Sequence[Collection[Place]]],
    marked: Collection[Place] | EllipsisType = (),
) -> Picture:
    """Draw squares in groups, once for each way to divide them: a colour and a number each.

    Parameters
    ----------
    divisions
        The groups, by the title of their picture.
    marked
        Squares to put a ring around; none while the exercise that finds them waits for its answer.
    """
    marked = () if marked is ... else marked
    figure, axes = canvas(1, len(divisions), (3.8 * len(divisions), 3.9))
    for ax, (title, groups) in zip(axes, divisions.items(), strict=True):
        places = [place for group in groups for place in group]
        height, width = (max(axis) + 1 for axis in zip(*places, strict=True))
        ax.set(xlim=(-0.1, width + 0.1), ylim=(height + 0.1, -0.1), aspect="equal", title=title)
        ax.set_axis_off()
        _grid(ax, height, width)
        for number, group in enumerate(groups, 1):
            for place in group:
                _square(ax, place, number, marked=place in marked)
    words = [f"{title}: {len(groups)}" for title, groups in divisions.items()]
    rings = f" A ring stands around {sorted(marked)}." if marked else ""
    return Picture(figure, f"Squares in numbered groups. Groups with {'; '.join(words)}.{rings}")


def company_chart(counts: Mapping[int, tuple[int, int]]) -> Picture:
    """Draw how often a king can be cut off, by the number of pieces around it, with 95% bars.

    Parameters
    ----------
    counts
        For each number of pieces: how often a cut was there, and in how many positions.
    """
    figure, (ax,) = canvas(1, 1, (7.6, 4.0))
    for company, (cuts, positions) in sorted(counts.items()):
        low, high = _interval(cuts, positions)
        ax.bar(company, cuts / positions, color=tint(BLUE, 0.6), edgecolor=BLUE)
        ax.vlines(company, low, high, color=INK, linewidth=1.2)
        ax.annotate(
            f"{cuts} of {positions}",
            (company, high),
            (0, 3),
            "data",
            "offset points",
            ha="center",
            size=10,
        )
    ax.set(xlabel="pieces around the king", ylabel="can be cut off at once", ylim=(0, 1))
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.spines[["top", "right"]].set_visible(b=False)
    shares = [f"{n}: {cuts} of {all_}" for n, (cuts, all_) in sorted(counts.items())]
    return Picture(
        figure,
        "How often a king could be cut off at once, by the number of pieces around it. "
        f"{'; '.join(shares)}.",
    )


def _interval(hits: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    z, share = 1.96, hits / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / (1 + z * z / trials)
    return max(0.0, middle - reach), middle + reach


def _grid(ax: Axes, height: int, width: int) -> None:
    style: dict[str, Any] = {"color": "#dddddd", "linewidth": 0.8, "zorder": 0}
    ax.hlines(range(height + 1), 0, width, **style)
    ax.vlines(range(width + 1), 0, height, **style)


def _square(ax: Axes, place: Place, number: int, *, marked: bool) -> None:
    row, column = place
    color = COLORS[(number - 1) % len(COLORS)]
    ax.add_patch(Rectangle((column, row), 1, 1, facecolor=tint(color, 0.45), edgecolor=color))
    ax.text(column + 0.5, row + 0.5, str(number), ha="center", va="center", size=12, color=INK)
    if marked:
        ax.plot(column + 0.5, row + 0.5, "o", ms=20, mfc="none", mec=VERMILION, mew=2.5)
