"""What matches cost, and how true the intervals of ratings are."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, share_interval, table

__all__ = ["PARTS"]


def speed(figures: dict[str, Any]) -> str:
    """Return the part on what it costs to spread games."""
    rows = []
    if alone := figures.get("random games"):
        said = f"{alone['games']:,} random games of Splinter, `playouts` beside the kernel"
        rows.append((said, f"{alone['share']:.0%}", "95%", ""))
    if spread := figures.get("spread games"):
        quick = f"{spread['games']:,} quick games of Splinter"
        load = spread["load average"]
        dask, scaled = spread["dask to loky"], spread["two workers to one"]
        rows.append((f"{quick}: dask beside joblib's processes", f"{dask:.0%}", "90%", load))
        rows.append((f"{quick}: two workers beside one", f"{scaled:.2f}x", "1.8x", load))
    return f"""\
## The arena: what it costs to spread games

`{figures["command"]}`: medians of rounds taken in turns. The first is by CPU time; the
others are by the clock, and fair only where nothing else ran (the load average is beside them).

{table(("what", "rate", "target", "load average"), rows)}
{measured_on(figures)}"""


def coverage(figures: dict[str, Any]) -> str:
    """Return the part on the intervals of ratings."""
    rows = [
        (
            row["pairs"],
            f"{row['openings']:g}",
            row["intervals"],
            f"{row['share']:.1%}",
            share_interval(row["interval"]),
            f"{row['width']:.0f}",
        )
        for row in figures["rows"]
    ]
    head = ("pairs", "openings", "intervals", "hold the truth", "95% interval of that", "Elo wide")
    return f"""\
## Ratings: how often a 95% interval holds the truth

`{figures["command"]}`: tournaments of four players drawn from the model, with so many
pairs of games for each two of them. *Openings* is how much (standard deviation, in the model's
units) an opening favours one of two players in both games of a pair. The interval to hold the truth
is the one of `tournament.ratings`, by bootstrap over pairs.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {"arena_speed": speed, "rating_coverage": coverage}
