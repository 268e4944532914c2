"""The pictures of the lesson about crowds."""

from __future__ import annotations

from itertools import product
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, SOFT, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Place = tuple[int, int]
    Steps = Iterable[Place]

Rectangle = tool("matplotlib.patches:Rectangle")
RegularPolygon = tool("matplotlib.patches:RegularPolygon")

FULL: Final = "#"


def group_from(starts: Iterable[Place], places: set[Place], steps: Steps) -> set[Place]:
    """Return the places that can be reached from some of them by steps.

    Examples
    --------
    >>> sorted(group_from([(0, 0)], {(0, 0), (0, 1), (2, 2)}, [(0, 1)]))
    [(0, 0), (0, 1)]
    """
    ways = list(steps)
    found = [place for place in starts if place in places]
    seen = set(found)
    for row, column in found:  # grows while it is walked through
        near = ({(row + r, column + c) for r, c in ways} & places) - seen
        seen |= near
        found += near
    return seen


def marked(rows: Sequence[str], mark: str) -> set[Place]:
    """Return the places of a field that hold a mark."""
    return {(r, c) for r, row in enumerate(rows) for c, each in enumerate(row) if each == mark}


def fields(shown: Mapping[str, Sequence[str]], steps: Steps) -> Picture:
    """Draw fields, and in each the squares that hang together with the left side in a colour.

    Parameters
    ----------
    shown
        By its title, the rows of each field.
    steps
        To which squares a piece holds on.
    """
    figure, axes = canvas(1, len(shown), (2.75 * len(shown), 3.0))
    words = []
    for ax, (title, rows) in zip(axes, shown.items(), strict=True):
        crowd = marked(rows, FULL)
        left = group_from([(r, 0) for r in range(len(rows))], crowd, steps)
        for place in crowd:
            color = ORANGE if place in left else tint(GREY, 0.45)
            ax.add_patch(Rectangle((place[1], place[0]), 0.94, 0.94, facecolor=color, linewidth=0))
        reach = any(column == len(rows[0]) - 1 for _, column in left)
        ax.set(xlim=(-0.2, len(rows[0]) + 0.2), ylim=(len(rows) + 0.2, -0.2), aspect="equal")
        ax.set(title=title, xticks=[], yticks=[])
        words.append(f"{title}: {'reaches' if reach else 'does not reach'} the right side")
    return Picture(figure, f"Fields; what holds on to the left side is orange. {'; '.join(words)}.")


def breaking_points(samples: Mapping[str, Sequence[float]]) -> Picture:
    """Draw how full fields were when a crowd first reached across, a row for each kind of field."""
    figure, axes = canvas(len(samples), 1, (8.4, 1.35 * len(samples) + 0.8), sharex=True)
    words = []
    edges = [k / 50 for k in range(51)]
    for ax, (title, sample) in zip(axes, samples.items(), strict=True):
        ax.hist(sample, bins=edges, color=tint(BLUE, 0.6), edgecolor="white")
        mean = fmean(sample)
        ax.axvline(mean, color=VERMILION, linewidth=2)
        ax.set_ylabel(title, rotation=0, ha="right", va="center")
        ax.set(xlim=(0.1, 0.9), yticks=[])
        ax.spines[["top", "right", "left"]].set_visible(b=False)
        words.append(f"{title}: mean {mean:.3f}, from {min(sample):.2f} to {max(sample):.2f}")
    axes[-1].set_xlabel("how full the field was when a crowd first reached across")
    return Picture(
        figure, f"How full fields were when they were first crossed. {'; '.join(words)}."
    )


def hexes(rows: Sequence[str], steps: Steps) -> Picture:
    """Draw a field as a board of hexagons: one player's stones are #, the other's are dots."""
    ways = list(steps)
    size, width = len(rows), len(rows[0])
    first = group_from([(r, 0) for r in range(size)], marked(rows, FULL), ways)
    other = group_from([(0, c) for c in range(width)], marked(rows, "."), ways)
    one_wins = any(c == width - 1 for _, c in first)
    two_wins = any(r == size - 1 for r, _ in other)
    figure, (ax,) = canvas(1, 1, (7.2, 4.6))
    for place in product(range(size), range(width)):
        mine = rows[place[0]][place[1]] == FULL
        chain = first if mine and one_wins else other if not mine and two_wins else set()
        _hex(ax, place, ORANGE if mine else BLUE, strong=place in chain)
    ax.set(xlim=(-1, width + size / 2), ylim=(0.87 * size + 0.3, -0.9), aspect="equal")
    ax.set_axis_off()
    ax.text(-0.9, 0.43 * size, "orange", color=INK, ha="center", rotation=-60)
    ax.text(width / 2, -0.75, "blue", color=INK, ha="center")
    won = [name for name, wins in (("orange", one_wins), ("blue", two_wins)) if wins]
    return Picture(
        figure,
        f"A full Hex board of {size} by {width}. Orange wants left to right, blue top to bottom."
        f" Who has a chain: {' and '.join(won) or 'nobody'}.",
    )


def _hex(ax: Any, place: Place, color: str, *, strong: bool) -> None:
    row, column = place
    x, y = column + row / 2, row * sqrt(3) / 2
    look = {"facecolor": tint(color, 0.9 if strong else 0.35), "edgecolor": SOFT, "linewidth": 1}
    ax.add_patch(RegularPolygon((x, y), 6, radius=1 / sqrt(3), **look))
