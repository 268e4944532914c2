"""The picture of the lesson about hot tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, VERMILION

if TYPE_CHECKING:
    from collections.abc import Sequence


def heats(rows: Sequence[tuple[float, float, bool]]) -> Picture:
    """Draw a dot for each position: its largest tile, its heat, and whether size misled.

    Parameters
    ----------
    rows
        For each position the points of the largest tile in reach, the heat (best less next best),
        and whether this tile is a best move.
    """
    figure, (ax,) = canvas(1, 1, (8.0, 4.4))
    for is_best, color, mark, label in (
        (True, BLUE, "o", "the largest tile is a best move"),
        (False, VERMILION, "X", "the largest tile is a mistake"),
    ):
        chosen = [(size, heat) for size, heat, best in rows if best == is_best]
        x, y = zip(*chosen, strict=True) if chosen else ((), ())
        ax.plot(x, y, mark, color=color, label=label, markersize=7, alpha=0.6, linestyle="none")
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.set(xlabel="points of the largest tile in reach", ylabel="heat: best less next best")
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(b=False)
    cold = sum(heat == 0 for _, heat, _ in rows)
    wrong = sum(not best for *_, best in rows)
    return Picture(
        figure,
        f"{len(rows)} positions: their heat against their largest tile. In {cold} the heat is 0;"
        f" in {wrong} the largest tile is no best move.",
    )
