"""The pictures of lesson 05: drawn here, so that the lesson's own cells stay short."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

__all__ = ["endings_chart", "roll_square", "score_chart"]


def roll_square(*wanted: tuple[int, int]) -> None:
    """Draw the 36 ways that two dice can fall, and mark those that make the wanted rolls."""
    _, ax = plt.subplots(figsize=(3.4, 3.4), layout="constrained")
    marked = {pair for one, other in wanted for pair in ((one, other), (other, one))}
    for one in range(1, 7):
        for other in range(1, 7):
            fill = tint(ORANGE, 0.6) if (one, other) in marked else "white"
            ax.add_patch(Rectangle((one - 0.5, other - 0.5), 1, 1, facecolor=fill, edgecolor=GREY))
            text = f"{max(one, other)}-{min(one, other)}"
            ax.text(one, other, text, ha="center", va="center", fontsize="small")
    ax.set(xlim=(0.4, 6.6), ylim=(0.4, 6.6), xlabel="one die", ylabel="the other", aspect="equal")
    ax.set_xticks(range(1, 7))
    ax.set_yticks(range(1, 7))


def endings_chart(endings: Mapping[str, Mapping[int, Fraction]]) -> None:
    """Draw how likely each total is, once for each placement, with a line at the mean."""
    _, axes = plt.subplots(
        len(endings), 1, figsize=(5.6, 1.7 * len(endings)), layout="constrained", sharex=True
    )
    for ax, (name, chances) in zip(axes, endings.items(), strict=True):
        ax.bar(list(chances), [float(chance) for chance in chances.values()], color=BLUE)
        middle = float(sum(points * chance for points, chance in chances.items()))
        ax.axvline(middle, color=VERMILION, linestyle="--")
        ax.set_title(f"{name}: {middle:.2f} points expected", loc="left", fontsize="small")
        ax.set_ylabel("probability", fontsize="small")
        ax.spines[["top", "right"]].set_visible(False)
    axes[-1].set_xlabel("points in the end")


def score_chart(scores: Mapping[str, Sequence[int]], steps: Sequence[tuple[int, str]]) -> None:
    """Draw every score of each agent as a dot, its mean as a line, and the steps of the rating."""
    height = 1.3 + 0.62 * len(scores)
    _, ax = plt.subplots(figsize=(6.8, height), layout="constrained")
    for row, found in enumerate(scores.values()):
        seen: dict[int, int] = {}
        for points in found:
            seen[points] = seen.get(points, 0) + 1
        most = max(seen.values())
        ax.bar(
            list(seen),
            [0.75 * count / most for count in seen.values()],
            bottom=row,
            color=tint(BLUE, 0.7),
            width=0.85,
        )
        ax.plot([mean(found)] * 2, [row, row + 0.85], color=VERMILION)
        ax.text(mean(found) + 0.4, row + 0.72, f"{mean(found):.1f}", color=VERMILION)
    for least, _ in steps[1:]:
        ax.axvline(least - 0.5, color=GREEN, linewidth=0.6, zorder=0)
    ax.axvspan(-0.5, steps[1][0] - 0.5, color=GREY, alpha=0.12, zorder=0)
    ax.set_yticks([row + 0.35 for row in range(len(scores))], list(scores), color=INK)
    ax.set(xlim=(-0.5, 56), xlabel="points (grey: lost; green: the steps of the rating)")
    ax.spines[["top", "right", "left"]].set_visible(False)
