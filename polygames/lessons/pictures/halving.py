"""The pictures of the lesson about halving lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.film import film
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import EllipsisType

    Point = tuple[float, float]
    Line = tuple[Point, Point]

FRAMES: Final = 30


def _cakes(cakes: Mapping[str, Sequence[Any]]) -> tuple[Any, dict[str, Any]]:
    """Return a figure, and by the name of each cake its axes with its outline."""
    across = min(4, len(cakes))
    down = -(-len(cakes) // across)
    figure, axes = canvas(down, across, (2.9 * across, 3.1 * down))
    for ax in axes[len(cakes) :]:
        ax.set_axis_off()
    shown = dict(zip(cakes, axes, strict=False))
    for name, ax in shown.items():
        x, y = zip(*((float(x), float(y)) for x, y in cakes[name]), strict=True)
        ax.fill(x, y, facecolor=tint(ORANGE, 0.18), edgecolor=INK, linewidth=1.6)
        ax.set(aspect="equal", title=name)
        ax.set_axis_off()
    return figure, shown


def _drawn(ax: Any, line: Line, **look: Any) -> Any:
    x, y = zip(*((float(x), float(y)) for x, y in line), strict=True)
    return ax.plot(x, y, **look)


def lines(cakes: Mapping[str, Sequence[Any]], found: Mapping[str, Sequence[Line]]) -> Picture:
    """Draw cakes with some of their halving lines.

    Parameters
    ----------
    cakes
        By its name, the corners of each.
    found
        By the name of a cake, lines as pairs of points; none while an exercise is open.
    """
    figure, shown = _cakes(cakes)
    for name, ax in shown.items():
        for line in found.get(name, ()):
            _drawn(ax, line, color=BLUE, linewidth=0.8, alpha=0.75)
    words = ", ".join(f"{name} ({len(found.get(name, ()))} lines)" for name in cakes)
    return Picture(figure, f"Cakes and lines that cut them in half: {words}.")


def moving(cakes: Mapping[str, Sequence[Any]], found: Mapping[str, Sequence[Line]]) -> Picture:
    """Let a halving line go once round each cake, and leave its middle behind as a dot.

    Parameters
    ----------
    cakes, found
        As for `lines`; the lines in the order in which their first ends follow the border.
    """
    figure, shown = _cakes(cakes)
    words = f"A halving line turns in {', '.join(cakes)}; its midpoint leaves a trace."
    if not all(found.values()):
        return Picture(figure, "Cakes, still without halving lines: " + ", ".join(cakes))
    last: list[Any] = []

    def draw(number: int) -> None:
        while last:
            last.pop().remove()
        for name, ax in shown.items():
            upto = len(found[name]) * (number + 1) // FRAMES
            before = len(found[name]) * number // FRAMES
            for line in found[name][before:upto]:
                _drawn(ax, line, color=GREY, linewidth=0.5, alpha=0.4)
                _dot(ax, line, VERMILION, 2.2)
            last.extend(_drawn(ax, found[name][upto - 1], color=BLUE, linewidth=2.2))
            last.extend(_dot(ax, found[name][upto - 1], INK, 6))

    return film(figure, draw, FRAMES, words)


def _dot(ax: Any, line: Line, color: str, size: float) -> Any:
    """Draw the middle of a line."""
    (a, b), (c, d) = line
    middle = (float(a + c) / 2, float(b + d) / 2)
    return ax.plot(*middle, "o", color=color, markersize=size, zorder=4)


def through(
    corners: Sequence[Any], found: Sequence[Line], marked: Mapping[Point, int] | EllipsisType
) -> Picture:
    """Draw a cake, many halving lines, and points with how many such lines go through them.

    Parameters
    ----------
    corners, found
        The cake and its lines.
    marked
        By the point, how many.
    """
    figure, (ax,) = canvas(1, 1, (5.6, 5.4))
    x, y = zip(*corners, strict=True)
    ax.fill(x, y, facecolor=tint(ORANGE, 0.18), edgecolor=INK, linewidth=1.6)
    for line in found:
        _drawn(ax, line, color=BLUE, linewidth=0.6, alpha=0.6)
    known = {} if marked is ... else marked
    for point, count in known.items():
        ax.plot(*point, "o", color="white", markersize=17, markeredgecolor=INK, zorder=4)
        ax.text(*point, str(count), ha="center", va="center", color=INK, zorder=5)
    ax.set(aspect="equal")
    ax.set_axis_off()
    words = "; ".join(f"{count} through {point}" for point, count in known.items())
    return Picture(figure, f"A triangle with {len(found)} halving lines: {words or 'not counted'}.")
