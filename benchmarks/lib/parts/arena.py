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
        rows.append((said, "", f"{alone['share']:.0%}", "95%", ""))
    if spread := figures.get("spread games"):
        quick = f"{spread['games']:,} quick games of Splinter"
        load = spread["load average"]
        for who in ("dask", "dask without its profiler"):
            dask = spread[f"{who} to loky"]
            shares = f"{dask['clock']:.0%}", f"{dask['CPU']:.0%}"
            rows.append((f"{quick}: {who} beside joblib's processes", *shares, "90%", load))
        scaled = spread["two workers to one"]
        shares = f"{scaled['clock']:.2f}x", f"{scaled['CPU']:.0%}"
        rows.append((f"{quick}: two workers beside one", *shares, "1.8x", load))
    return f"""\
## The arena: what it costs to spread games

`{figures["command"]}`: medians of rounds taken in turns. By the clock they are
fair only where nothing else ran (the load average is beside them); in CPU seconds, of all processes
together, others disturb them less.

{table(("what", "by the clock", "by CPU time", "target", "load average"), rows)}
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


def openings(figures: dict[str, Any]) -> str:
    """Return the part on how even balanced openings are."""
    rows = [
        (
            row["game"],
            row["kind"],
            row["judge"],
            row["openings"],
            f"{row['off']:.2f}",
            row["lost"],
            f"{row['seconds']:.1f}",
        )
        for row in figures["rows"]
    ]
    head = ("game", "openings", "judge", "number", "off even", "won by one seat", "CPU s to find")
    return f"""\
## Openings: how even they are

`{figures["command"]}`: from each opening of 4 moves the judge played against itself,
with slips, on other seeds than the opening was chosen with. *Off even* is how far seat 0's share of
the points is from a half (root of the mean square, without the chance in so few games; 0.50 if each
opening decides all games); *won by one seat* is how many openings one seat won in 90% of the games.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {"arena_speed": speed, "openings": openings, "rating_coverage": coverage}
