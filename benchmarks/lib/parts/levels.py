"""How far apart the levels of the games are."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean
from typing import Any

from benchmarks.lib.parts.text import measured_on, table
from polygames.arena.ratings import wilson

__all__ = ["PARTS"]

LOW, HIGH = 0.70, 0.85
"""The share of the points that a level is to win against the one below it."""


def versus(figures: dict[str, Any]) -> str:
    """Return the part on the levels of a game in which they play each other."""
    game = figures["command"].split()[-1]
    rows = []
    for what, row in figures["rows"].items():
        high, low = what.split(" against ")
        rows.append(
            (
                f"{high} ({told(row['players'][high])})",
                f"{low} ({told(row['players'][low])})",
                row["pairs"],
                f"{row['share']:.3f}",
                interval(row["interval"]),
                verdict(row["share"], row["interval"]) if is_step(high, low) else "",
            )
        )
    options = next(iter(figures["rows"].values()))["options"]
    on = ", ".join(f"{name} {value}" for name, value in options.items())
    return f"""\
## {game.title()}: the levels

`{figures["command"]}`: pairs of games with seats swapped{f", {on}" if on else ""}. A level is to
win {LOW:.0%} to {HIGH:.0%} of the points against the one below it; *within* says that it did,
*perhaps* that the interval allows it.

{table(("level", "against", "pairs", "share of points", "95% interval", "in the band"), rows)}
{measured_on(figures)}"""


def alone(figures: dict[str, Any]) -> str:
    """Return the part on the levels of a game that each plays alone."""
    game, found = figures["command"].split()[-1], figures["rows"]
    rows = [(name, told(row["player"]), *mean(row), "", "") for name, row in found.items()]
    for k, (low, high) in enumerate(pairwise(found.values()), start=1):
        shared = zip(low["totals"], high["totals"], strict=False)
        points = [(b > a) + (b == a) / 2 for a, b in shared]
        share = sum(points) / len(points)
        rows[k] = (*rows[k][:4], f"{share:.3f}", interval(wilson(sum(points), len(points))))
    head = ("level", "player", "games", "mean total", "better than the level below", "95% interval")
    return f"""\
## {game.title()}: the levels

`{figures["command"]}`: each level plays alone, all with the same dice. Nobody stands in another's
way, so what counts is how often a level has more points than the one below has with the same dice
(a tie counts half).

{table(head, rows)}
{measured_on(figures)}"""


def mean(row: dict[str, Any]) -> tuple[int, str]:
    """Return how many games a level played, and its mean total."""
    return len(row["totals"]), f"{fmean(row['totals']):.1f}"


def told(player: dict[str, Any]) -> str:
    """Say what a level is: its agent, how much it looks at, how often it slips."""
    work = [f"{name} {value:,}" for name, value in player["options"].items() if name != "seconds"]
    slips = [f"{player['slips']:.0%} slips"] if player["slips"] else []
    return ", ".join([player["agent"], *work, *slips])


def interval(bounds: tuple[float, float]) -> str:
    """Write an interval."""
    return f"{bounds[0]:.3f} to {bounds[1]:.3f}"


def is_step(high: str, low: str) -> bool:
    """Say whether a level is the next one above another."""
    return int(high.rsplit(maxsplit=1)[-1]) == int(low.rsplit(maxsplit=1)[-1]) + 1


def verdict(share: float, bounds: tuple[float, float]) -> str:
    """Say whether a share is what it is to be."""
    if LOW <= share <= HIGH:
        return "within"
    return "perhaps" if bounds[0] <= HIGH and bounds[1] >= LOW else "not within"


PARTS = {
    "split_levels": versus,
    "splinter_levels": versus,
    "polygon_levels": versus,
    "splitter_levels": alone,
    "territory_levels": versus,
}
