"""The picture of the lesson about proofs and their referees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, VERMILION

if TYPE_CHECKING:
    from collections.abc import Sequence


def search_and_proof(rows: Sequence[tuple[int, int, int]]) -> Picture:
    """Draw how many positions a search looked at, and how many its proof has.

    Parameters
    ----------
    rows
        For each proof the corners of the board, and the two numbers.
    """
    figure, (ax,) = canvas(1, 1, (8.0, 4.4))
    for n, searched, proof in rows:
        ax.plot([n, n], [proof, searched], color=GREY, linewidth=1, zorder=0)
    corners = [row[0] for row in rows]
    ax.plot(corners, [row[1] for row in rows], "o", color=VERMILION, label="looked at to find it")
    ax.plot(corners, [row[2] for row in rows], "s", color=BLUE, label="looked at to check it")
    ax.set(yscale="log", xlabel="corners", ylabel="positions")
    ax.set_xticks(sorted(set(corners)))
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(b=False)
    most = max(rows, key=lambda row: row[1])
    return Picture(
        figure,
        f"Positions to find and to check {len(rows)} proofs; the largest search looked at"
        f" {most[1]:,}, and its proof has {most[2]:,}.",
    )
