"""What was measured of analyses: how true they are, and how soon they say something."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.lib.parts.text import measured_on, share_interval, table

__all__ = ["PARTS"]


def calibration(game: str, figures: dict[str, Any]) -> str:
    """Return the part on how true the values of a game are."""
    parts = [
        f"""\
## {game.title()}: are the values true?

`{figures["command"]}`: what `deepen` said of {figures["positions"]} positions of
{figures["games"]} games between equals, beside what came of them; the model was fitted to other
games. Intervals are of 95%, positions of one game counted as belonging together.
"""
    ]
    if "chance" in figures:
        parts.append(_chances(figures["chance"]))
    if "value" in figures:
        parts.append(_scores(figures["value"]))
    return "\n".join([*parts, measured_on(figures)])


def _chances(found: dict[str, Any]) -> str:
    raw = {row["from"]: row for row in found["raw curve"]}
    rows = [
        (
            f"{row['from']:.1f} – {row['from'] + 0.1:.1f}",
            row["positions"],
            row["games"],
            f"{row['said']:.1%}",
            f"{row['came']:.1%}",
            f"± {row['half interval']:.1%}",
            _raw(raw.get(row["from"])),
        )
        for row in found["curve"]
    ]
    head = ("chance", "positions", "games", "said", "came", "interval", "raw search: said, came")
    return f"""\
{table(head, rows)}
Brier score {found["Brier score"]:.4f}; of the raw search
{found["Brier score of the raw search"]:.4f}, of the mean alone
{found["Brier score of the mean"]:.4f}. {_steady(found)}
"""


def _raw(row: dict[str, Any] | None) -> str:
    return "" if row is None else f"{row['said']:.1%}, {row['came']:.1%}"


def _scores(found: dict[str, Any]) -> str:
    rows = [
        (
            row["positions"],
            f"{row['said']:.2f}",
            f"{row['came']:.2f}",
            f"± {row['half interval']:.2f}",
        )
        for row in found["curve"]
    ]
    return f"""\
{table(("positions", "points said", "points in the end", "interval"), rows)}
Mean squared error {found["mean squared error"]:.2f}; of the raw search
{found["mean squared error of the raw search"]:.2f}. {_steady(found)}
"""


def _steady(found: dict[str, Any]) -> str:
    if not found["pairs"]:
        return ""
    clear = found["same sign where the interval leaves no doubt"]
    certain = "" if clear is None else f", {clear:.1%} where its interval leaves no doubt"
    return (
        f"Before and after the best move ({found['pairs']} pairs) the values differ by\n"
        f"{found['mean change after the best move']:+.3f} in the mean, lie within the interval in "
        f"{found['within the interval']:.1%},\nand agree in sign in "
        f"{found['same sign']:.1%}{certain}."
    )


def analyses(figures: dict[str, Any]) -> str:
    """Return the part on how soon analyses say something, and how they settle."""
    rows = []
    for game, found in figures["games"].items():
        settling = [
            f"{step['same best move']:.0%}, {step['off by, as a share of the scale']:.1%}"
            for step in found["settling"][:-1]
        ]
        first = f"{found['first answer (ms)']:.0f} ({found['slowest first answer (ms)']:.0f})"
        spent = f"{found['first answer (CPU ms)']:.0f}"
        rows.append(
            (game, first, f"{spent} ({found['slowest first answer (CPU ms)']:.0f})", *settling)
        )
    steps = next(iter(figures["games"].values()))["settling"]
    head = ("game", "first answer (ms)", "CPU ms", *(f"{s['seconds']:g} s" for s in steps[:-1]))
    border = figures["border map"]
    return f"""\
## Analyses: how soon, and how they settle

`{figures["command"]}`: positions of random games, the process warm; median, in brackets the
slowest. Targets: the first answer within 500 ms, the first picture of Split's map within 300 ms,
its {border["points"]} points (each 1% of the border) within 5 s. Then, for parts of
{steps[-1]["seconds"]:g} s, how often the best move is already that of the end, or worth the same,
and how far its value is off, as a share of the scale.

{table(head, rows)}
Split's map: the first picture after {border["first picture (ms)"]:.0f} ms
({border["first picture (CPU ms)"]:.0f} CPU ms), every point searched after
{border["every point searched (s)"]:.1f} s ({border["every point searched (CPU s)"]:.1f} CPU s).

{measured_on(figures)}"""


def split_map(figures: dict[str, Any]) -> str:
    """Return the part on the strength of the map's best line."""
    return f"""\
## Split: is the map's best line as good?

`{figures["command"]}`: the best line of the map of the border against `minimax`, both with
{figures["seconds"]:g} s for a move by the clock. It won {figures["share"]:.1%} of
{figures["games"]} games ({share_interval(figures["interval"])}). Target: a lower limit of 45%.

{measured_on(figures)}"""


GAMES = ("split", "splinter", "polygon", "splitter", "territory")
PARTS = {
    "analyses": analyses,
    "split_map": split_map,
    **{f"{game}_calibration": partial(calibration, game) for game in GAMES},
}
