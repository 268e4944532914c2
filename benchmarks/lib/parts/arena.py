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
    """Return the part on the intervals of ratings and matches, and on the sequential test."""
    return f"""\
## Ratings and matches: how often a 95% interval holds the truth

`{figures["command"]}`: games drawn by chance. Tournaments are
drawn from Davidson's model, with so many pairs of games for each two players who meet. *Openings*
is how much (standard deviation, in the model's units) an opening favours one of two players in both
games of a pair, *seats* how much it favours a seat. Counted are the intervals of
`tournament.ratings`: all players together, the player with the fewest, and the first seat. *Off* is
how far the mean rating of a player is from its true one, at most, in Elo.

{table(RATINGS, [_ratings_row(row) for row in figures["rows"]])}

Matches of so many pairs, by how pairs end: the interval of `match` (by pairs), and beside it
Wilson's interval, which takes the games for independent.

{table(MATCHES, [_match_row(row) for row in figures["matches"]])}

The sequential test of `match`, half of the times at either of its two shares; it promises about 5%
of errors. Beside it Wald's test of single games.

{table(TESTS, [_test_row(row) for row in figures["tests"]])}
{measured_on(figures)}"""


RATINGS = ("field", "pairs", "tournaments", "hold the truth", "95% interval of that")
RATINGS += ("the least", "first seat", "off", "Elo wide")
MATCHES = ("pairs end", "true share", "pairs", "matches", "hold the truth", "95% interval of that")
MATCHES += ("wide", "as single games")
TESTS = ("test", "pairs end", "tests", "errors", "95% interval of that", "pairs taken")
TESTS += ("errors as single games",)


def _ratings_row(row: dict[str, Any]) -> tuple[Any, ...]:
    return (
        *(row["field"], row["pairs"], row["tournaments"], f"{row['share']:.1%}"),
        *(share_interval(row["interval"]), f"{row['least']:.0%}", f"{row['first seat']:.0%}"),
        *(f"{row['off']:.0f}", f"{row['width']:.0f}"),
    )


def _match_row(row: dict[str, Any]) -> tuple[Any, ...]:
    return (
        *(row["kind"], f"{row['truth']:.0%}", row["pairs"], row["matches"]),
        *(f"{row['share']:.1%}", share_interval(row["interval"]), f"{row['width']:.0%}"),
        f"{row['as single games']:.1%}",
    )


def _test_row(row: dict[str, Any]) -> tuple[Any, ...]:
    low, high = row["test"]
    return (
        *(f"{low:.0%}, {high:.0%}", row["kind"], row["tests"], f"{row['errors']:.1%}"),
        *(share_interval(row["interval"]), f"{row['pairs']:.0f}", f"{row['as single games']:.1%}"),
    )


def openings(figures: dict[str, Any]) -> str:
    """Return the part on how even balanced openings are."""
    rows = [
        (
            row["game"],
            row["kind"],
            row["judge"],
            row["openings"],
            row["games"],
            f"{row['off']:.2f}",
            row["lost"],
            f"{row['seconds']:.1f}",
        )
        for row in figures["rows"]
    ]
    head = ("game", "openings", "judge", "number", "games from each", "off even")
    head += ("won by one seat", "CPU s to find")
    return f"""\
## Openings: how even they are

`{figures["command"]}`: from each opening of 4 moves the judge played against itself,
with slips, on other seeds than the opening was chosen with. *Off even* is how far seat 0's share of
the points is from a half (root of the mean square, without the chance in so few games; 0.50 if each
opening decides all games); *won by one seat* is how many openings one seat won in 90% of the games.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {"arena_speed": speed, "openings": openings, "rating_coverage": coverage}
