"""The pictures of the lessons about heaps and sums of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SKY, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Rectangle = tool("matplotlib.patches:Rectangle")

HUES = (GREY, BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION)


def kinds_map(is_n: Callable[[tuple[int, int]], object], size: int = 8) -> Picture:
    """Draw which positions of two heaps are N and which are P.

    Parameters
    ----------
    is_n
        Says of a position of two heaps whether the player to move wins; no kinds are drawn while
        it still gives dots.
    size
        How many stones a heap has at most.
    """
    figure, (ax,) = canvas(1, 1, (5.6, 5.6))
    lost = []
    for a in range(size + 1):
        for b in range(size + 1):
            wins = is_n((a, b))
            known = wins is not ... and wins is not None
            kind = ("N" if wins else "P") if known else "?"
            fill = {"N": tint(BLUE, 0.15), "P": tint(ORANGE, 0.7), "?": "white"}[kind]
            box = Rectangle((a - 0.5, b - 0.5), 1, 1, facecolor=fill, edgecolor=GREY)
            ax.add_patch(box)
            ax.text(a, b, kind, ha="center", va="center", color=INK, fontsize=12)
            lost += [f"{a}, {b}"] * (kind == "P")
    ax.set(xlim=(-0.5, size + 0.5), ylim=(-0.5, size + 0.5), aspect="equal")
    ax.set(xlabel="stones in the first heap", ylabel="stones in the second heap")
    words = f"P at {'; '.join(lost)}" if lost else "the kinds are not known yet"
    return Picture(figure, f"A map of the positions with two heaps: {words}.")


def value_grid(values: Sequence[object], width: int = 34) -> Picture:
    """Draw a row of numbers in lines of one length, a colour for each number.

    Parameters
    ----------
    values
        The numbers, from place 0 on; dots, while an exercise is open, are drawn as "?".
    width
        How many stand in a line: if they repeat after so many, the columns show it.
    """
    lines = -(-len(values) // width)
    figure, (ax,) = canvas(1, 1, (0.34 * width + 0.8, 0.36 * lines + 0.8))
    for place, value in enumerate(values):
        line, column = divmod(place, width)
        fill = tint(HUES[value % len(HUES)], 0.45) if isinstance(value, int) else "white"
        ax.add_patch(Rectangle((column, line), 1, 1, facecolor=fill, edgecolor="white"))
        text = str(value) if isinstance(value, int) else "?"
        ax.text(column + 0.5, line + 0.5, text, ha="center", va="center", fontsize=10)
    ax.set(xlim=(0, width), ylim=(lines, 0))
    ax.set_yticks([k + 0.5 for k in range(lines)], [str(k * width) for k in range(lines)])
    ax.set_xticks([k + 0.5 for k in range(0, width, 5)], [f"+{k}" for k in range(0, width, 5)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    first = " ".join(str(n) if isinstance(n, int) else "?" for n in values[:width])
    return Picture(figure, f"{len(values)} values in lines of {width}. The first line: {first}.")
