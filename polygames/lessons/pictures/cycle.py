"""The pictures of the lesson about agents none of which is the best."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREEN, INK, ORANGE, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

COLORS = (BLUE, ORANGE, GREEN, VERMILION, INK)
GAP = 0.28
"""How far from a name an arrow ends."""


def who_beats_whom(names: Sequence[str], table: Sequence[Sequence[float]]) -> Picture:
    """Draw an arrow from each agent to those that it beats, with the lead."""
    turn = 2 * pi / len(names)
    places = [(sin(turn * k), cos(turn * k)) for k in range(len(names))]
    low, high = min(y for _, y in places) - 0.25, 1.25
    figure, (ax,) = canvas(1, 1, (5.2, 5.2 * (high - low) / 2.7))
    words = []
    for i, one in enumerate(names):
        ax.text(
            *places[i],
            one,
            ha="center",
            va="center",
            fontsize="large",
            bbox={"boxstyle": "round", "facecolor": tint(COLORS[i % len(COLORS)], 0.7)},
        )
        for j, other in enumerate(names):
            if table[i][j] > 0:
                _arrow(ax, places[i], places[j], f"{table[i][j]:g}")
                words.append(f"{one} beats {other} by {table[i][j]:g}")
    ax.set(xlim=(-1.35, 1.35), ylim=(low, high), aspect="equal")
    ax.axis("off")
    return Picture(figure, f"Who beats whom: {'; '.join(words)}.")


def _arrow(ax: Any, start: tuple[float, float], end: tuple[float, float], label: str) -> None:
    """Draw an arrow between two places, with a number beside its middle."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.6}
    ax.annotate(
        "",
        (end[0] - GAP * ux, end[1] - GAP * uy),
        (start[0] + GAP * ux, start[1] + GAP * uy),
        arrowprops=style,
    )
    middle = (start[0] + dx / 2 - 0.1 * uy, start[1] + dy / 2 + 0.1 * ux)
    ax.text(*middle, label, ha="center", va="center", color=VERMILION)


def shares(
    history: Sequence[Sequence[int]], names: Sequence[str], exact: Sequence[float]
) -> Picture:
    """Draw how the shares of the agents move while a program learns, and where they belong.

    Parameters
    ----------
    history
        After each round, how often each agent was played.
    names
        The agents.
    exact
        The shares that nobody beats, as dashed lines.
    """
    figure, (ax,) = canvas(1, 1, (8.0, 4.0))
    rounds = range(1, len(history) + 1)
    for k, name in enumerate(names):
        color = COLORS[k % len(COLORS)]
        ax.plot(rounds, [counts[k] / sum(counts) for counts in history], color=color, label=name)
        ax.axhline(exact[k], color=color, linestyle="--", linewidth=1)
    ax.set(xscale="log", ylim=(0, 1), xlabel="rounds", ylabel="share of all rounds so far")
    ax.legend(frameon=False)
    ax.spines[["top", "right"]].set_visible(b=False)
    last = [count / sum(history[-1]) for count in history[-1]]
    told = ", ".join(
        f"{name} {share:.2f} ({goal:.2f})"
        for name, share, goal in zip(names, last, exact, strict=True)
    )
    return Picture(figure, f"Shares after {len(history)} rounds, and where they belong: {told}.")
