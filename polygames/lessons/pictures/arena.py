"""The pictures of the lesson about matches and ratings."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

from polygames.arena.ratings import SequentialTest, wilson
from polygames.lessons.pictures.picture import Picture, canvas
from polygames.scene.palette import BLUE, GREY, INK, VERMILION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

EVEN = 50


def intervals(found: Sequence[tuple[float, float]], truth: float, title: str) -> Picture:
    """Draw intervals side by side; those that miss the true share stand out."""
    figure, (ax,) = canvas(1, 1, (9.2, 3.4))
    missed = [number for number, (low, high) in enumerate(found) if not low <= truth <= high]
    for number, (low, high) in enumerate(found):
        color, width = (VERMILION, 2.6) if number in missed else (BLUE, 1.4)
        ax.plot((number, number), (100 * low, 100 * high), color=color, linewidth=width)
    ax.axhline(100 * truth, color=INK, linewidth=1)
    _even(ax)
    ax.set(xlabel="match", ylabel="Ada's share (%)", title=title)
    widths = [high - low for low, high in found]
    said = f"{len(missed)} of {len(found)} intervals miss the true share of {truth:.0%}."
    return Picture(figure, f"{title}. {said} On average one is {_mean(widths):.0%} wide.")


def running(points: Sequence[float], marks: Sequence[int]) -> Picture:
    """Draw the share after each game with its interval, and read it at some places."""
    figure, (ax,) = canvas(1, 1, (9.2, 3.6))
    games = list(range(10, len(points) + 1, 2))
    sums = [sum(points[:n]) for n in games]
    bounds = [wilson(total, n) for total, n in zip(sums, games, strict=True)]
    lows, highs = zip(*bounds, strict=True)
    ax.fill_between(games, [100 * x for x in lows], [100 * x for x in highs], color=BLUE, alpha=0.2)
    ax.plot(games, [100 * s / n for s, n in zip(sums, games, strict=True)], color=BLUE)
    said = []
    for n in marks:
        total = sum(points[:n])
        low, high = wilson(total, n)
        ax.plot((n, n), (100 * low, 100 * high), color=INK, linewidth=2, marker="_")
        text = f"{n} games: {total / n:.0%} ({low:.0%} to {high:.0%})"
        ax.annotate(text, (n, 100 * high), (4, 5), textcoords="offset points")
        said.append(text)
    _even(ax)
    ax.set(xscale="log", xlabel="games played", ylabel="Ada's share (%)", ylim=(20, 85))
    ticks = [10, *marks, len(points)]
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()
    return Picture(figure, f"Ada's share with its 95% interval, which narrows: {'; '.join(said)}.")


def curse(first: Sequence[float], second: Sequence[float]) -> Picture:
    """Draw two tournaments of the same agents; a line joins the results of the first winner."""
    figure, (ax,) = canvas(1, 1, (9.2, 3.6))
    agents = range(1, len(first) + 1)
    best = max(range(len(first)), key=lambda k: first[k])
    ax.plot(agents, [100 * x for x in first], "o", color=BLUE, label="first tournament")
    ax.plot(agents, [100 * x for x in second], "x", color=GREY, label="second tournament")
    ends = 100 * first[best], 100 * second[best]
    ax.annotate("", (best + 1, ends[1]), (best + 1, ends[0]), arrowprops={"arrowstyle": "->"})
    ax.axhline(100 * _mean([*first, *second]), color=INK, linewidth=1)
    ax.set(xlabel="student", ylabel="share of the points (%)")
    ax.set_xticks(list(agents))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.16), ncols=2, frameon=False)
    return Picture(
        figure,
        f"Two tournaments of {len(first)} equal agents. The winner of the first had"
        f" {first[best]:.0%}; in the second the same agent has {second[best]:.0%}.",
    )


def walk(points: Sequence[float], test: SequentialTest) -> Picture:
    """Draw the weight of the evidence game by game, until it leaves the two bounds."""
    figure, (ax,) = canvas(1, 1, (9.2, 3.4))
    bound = log((1 - test.error) / test.error)
    won, lost = log(test.high / test.low), log((1 - test.high) / (1 - test.low))
    weights, verdict = [0.0], None
    for game, each in enumerate(points, 1):
        weights.append(weights[-1] + each * won + (1 - each) * lost)
        verdict = test.verdict(sum(points[:game]), game)
        if verdict:
            break
    ax.plot(weights, color=BLUE)
    for level, text in ((bound, f"{test.high:.0%} it is"), (-bound, f"only {test.low:.0%}")):
        ax.axhline(level, color=VERMILION, linestyle="--")
        ax.annotate(text, (0, level), (2, 4), textcoords="offset points")
    ax.set(xlabel="games played", ylabel="weight of the evidence", ylim=(-4.2, 4.2))
    games = len(weights) - 1
    return Picture(figure, f"The evidence after each game; after {games} games it says {verdict}.")


def ladder(cup: Any) -> Picture:
    """Draw the ratings of a tournament with their 95% intervals, the best on top.

    Without numpy there are no ratings: it draws the shares of the points.
    """
    figure, (ax,) = canvas(1, 1, (8.4, 3.2))
    rows = cup.standings[::-1]
    is_rated = all(row["rating"] is not None for row in rows)
    what = ("rating", "rating low", "rating high") if is_rated else ("share", "low", "high")
    sort, name = ("+d", "rating (Elo)") if is_rated else (".0%", "share of the points")
    said = []
    for height, row in enumerate(rows):
        middle, low, high = (row[each] for each in what)
        ax.plot((low, high), (height, height), color=BLUE)
        ax.plot(middle, height, "o", color=INK)
        said.append(f"{row['agent']} {middle:{sort}} ({low:{sort}} to {high:{sort}})")
    ax.set_yticks(range(len(rows)), [row["agent"] for row in rows])
    ax.set(xlabel=f"{name}, with its 95% interval", ylim=(-0.6, len(rows) - 0.4))
    return Picture(figure, f"The ladder, best first: {', '.join(said[::-1])}.")


def _even(ax: Axes) -> None:
    """Mark where both are equal."""
    ax.axhline(EVEN, color=GREY, linewidth=1, linestyle=":")
    ax.spines[["top", "right"]].set_visible(b=False)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
