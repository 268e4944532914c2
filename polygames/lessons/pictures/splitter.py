"""The pictures of the lesson about Splitter."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import Picture, canvas, of
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight

Rectangle = tool("matplotlib.patches:Rectangle")


def roll_square(*wanted: tuple[int, int]) -> Picture:
    """Draw the 36 ways that two dice can fall, and mark those that make the wanted rolls."""
    figure, (ax,) = canvas(1, 1, (4.4, 4.4))
    marked = {pair for one, other in wanted for pair in ((one, other), (other, one))}
    for one in range(1, 7):
        for other in range(1, 7):
            fill = tint(ORANGE, 0.6) if (one, other) in marked else "white"
            ax.add_patch(Rectangle((one - 0.5, other - 0.5), 1, 1, facecolor=fill, edgecolor=GREY))
            text = f"{max(one, other)}-{min(one, other)}"
            ax.text(one, other, text, ha="center", va="center", fontsize="medium")
    ax.set(xlim=(0.4, 6.6), ylim=(0.4, 6.6), xlabel="one die", ylabel="the other", aspect="equal")
    ax.set_xticks(range(1, 7))
    ax.set_yticks(range(1, 7))
    ways = {f"{a}-{b}": 1 if a == b else 2 for a, b in wanted}
    words = ", ".join(f"{roll} in {count} of 36" for roll, count in ways.items())
    return Picture(figure, f"The 36 ways that two dice can fall: {words}.")


def endings_chart(endings: Mapping[str, Mapping[int, Fraction]]) -> Picture:
    """Draw how likely each total is, once for each placement, with a line at the mean."""
    figure, axes = canvas(len(endings), 1, (7.2, 2.4 * len(endings)), sharex=True)
    words = []
    for ax, (name, chances) in zip(axes, endings.items(), strict=True):
        ax.bar(list(chances), [float(chance) for chance in chances.values()], color=BLUE)
        middle = float(sum(points * chance for points, chance in chances.items()))
        ax.axvline(middle, color=VERMILION, linestyle="--")
        words.append(f"{name}: {middle:.2f} points expected")
        ax.set_title(words[-1], loc="left")
        ax.set_ylabel("probability")
        ax.spines[["top", "right"]].set_visible(False)
    axes[-1].set_xlabel("points in the end (dashed: the mean)")
    return Picture(figure, f"How likely each total is after the last roll. {'; '.join(words)}.")


def score_chart(scores: Mapping[str, Sequence[int]], steps: Sequence[tuple[int, str]]) -> Picture:
    """Draw how often each agent had each score, its mean, and the steps of the rating."""
    figure, (ax,) = canvas(1, 1, (8.8, 1.4 + 0.85 * len(scores)))
    for row, found in enumerate(scores.values()):
        seen: dict[int, int] = {}
        for points in found:
            seen[points] = seen.get(points, 0) + 1
        most = max(seen.values())
        ax.bar(
            list(seen),
            [0.62 * count / most for count in seen.values()],
            bottom=row,
            color=tint(BLUE, 0.7),
            width=0.85,
        )
        ax.plot([mean(found)] * 2, [row, row + 0.66], color=VERMILION)
        style = {"ha": "center", "va": "bottom", "fontweight": "bold"}
        ax.text(mean(found), row + 0.66, f"{mean(found):.1f}", color=VERMILION, **style)
    for least, _ in steps[1:]:
        ax.axvline(least - 0.5, color=GREEN, linewidth=0.6, zorder=0)
    ax.axvspan(-0.5, steps[1][0] - 0.5, color=GREY, alpha=0.12, zorder=0)
    ax.set_yticks([row + 0.35 for row in range(len(scores))], list(scores), color=INK)
    ax.set(xlim=(-0.5, 56), xlabel="points (grey: lost; green: the steps of the rating)")
    ax.set_ylim(-0.1, len(scores) + 0.1)
    ax.spines[["top", "right", "left"]].set_visible(False)
    words = ", ".join(f"{name} {mean(found):.1f}" for name, found in scores.items())
    return Picture(figure, f"Scores of {len(scores)} agents, on average: {words}.")


def best_sheet(state: Splitter, best: Hindsight) -> Picture:
    """Draw a full sheet, and beside it the best one that the same rolls allow."""
    drawn = tool("polygames.games.splitter.board.figures:best_sheet")(state, best)
    return of(drawn[0], f"The sheet that was played, and the best: {best}.")


def round_losses(cost: Regret) -> Picture:
    """Draw what each round brought in expectation: upwards its luck, downwards its loss."""
    drawn = tool("polygames.games.splitter.board.figures:round_losses")(cost)
    return of(drawn, f"Luck upwards and losses downwards, round by round: {cost}.")
