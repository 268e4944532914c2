"""Write benchmarks/README.md from the figures in benchmarks/results.

``python benchmarks/report.py``. Each part of the page is a function here; it is left out while
there are no figures for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import machine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HEAD = """\
# Benchmarks

Written by `python benchmarks/report.py` from the JSON files in `results/`, which the scripts
below wrote; no figure here was typed. Run from the repository, with the package installed.
"""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines) + "\n"


def measured_on(figures: dict[str, Any]) -> str:
    """Say on what machine figures were measured."""
    on = dict(figures["machine"])
    cpu, cores, python = (on.pop(key) for key in ("cpu", "cores", "python"))
    packages = ", ".join(f"{name} {version}" for name, version in on.items())
    return f"Measured on {cpu} ({cores} cores), Python {python}, {packages}.\n"


def split_speed(figures: dict[str, Any]) -> str:
    """Return the part on random moves of Split."""
    engines, ratios, first = figures["engines"], figures["ratios"], figures["first game"]
    rows = [
        (
            name,
            row["games"],
            f"{row['moves per CPU second']:,.0f}",
            "" if name not in ratios else f"{ratios[name]:.0f}x",
            f"{row['plies a game']:.1f}",
            f"{row['won by seat 0']:.1%}",
        )
        for name, row in engines.items()
    ]
    head = ("engine", "games", "moves per CPU second", "compiled is", "plies a game", "seat 0 won")
    return f"""\
## Split: random moves

`python benchmarks/split_speed.py`: the same random moves (the last paragraph of Split's RULES.md)
by the kernel, by `rules.py` and on `shapely.ops.split` (`shapely_split.py`: chords lengthened so
that they cut), in turns within one process. Targets: at least 40x shapely, at least 5x rules.py.

{table(head, rows)}
From a new process to the end of its first game: {first["cold"]["seconds"]:.1f} s with an empty
compile cache ({first["cold"]["CPU seconds"]:.1f} CPU s), {first["warm"]["seconds"]:.1f} s with a
warm one ({first["warm"]["CPU seconds"]:.1f} CPU s), imports included.

{measured_on(figures)}"""


def split_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Split's agents."""
    rows = []
    for match in figures["matches"].values():
        low, high = match["interval"]
        won, tied, lost = match["wins"]
        target, test = match["target"], match["test"]
        reached = (
            ""
            if target is None
            else f"{target:.0%}: " + ("reached" if match["share"] >= target else "**missed**")
        )
        said = (
            "" if test is None else f"{match['verdict'] or 'open'} of {test[0]:.0%}, {test[1]:.0%}"
        )
        first, second = match["names"]
        rows.append(
            (
                *(first, second, match["games"], won, tied, lost, f"{match['share']:.1%}"),
                *(f"{low:.1%} – {high:.1%}", f"{match['first_seat']:.0%}", reached, said),
            )
        )
    head = ("first", "second", "games", "won", "tied", "lost", "share", "95% interval")
    head += ("seat 0", "target", "sequential test")
    return f"""\
## Split: who beats whom

`python benchmarks/split_ladder.py`: pairs of games with seats swapped, preset 2026, from the empty
square. Won, tied and lost are the first agent's; the interval is Wilson's; *seat 0* is the share
of the points that went to the first mover. Thinking times are per move. The sequential test is
Wald's, both errors 5%: it accepts the higher or only the lower of two shares, in at most 40 pairs.
*Reached* compares the target with the share that was seen: where the interval begins below the
target, as it does for 99% after 200 wins of 200, the true share may be lower.

{table(head, rows)}
{measured_on(figures)}"""


def split_endgames(figures: dict[str, Any]) -> str:
    """Return the part on endgames of Split."""
    rows = [
        (kind, row["positions"], row["won"], row["lost"], row["open"], row["replies"], row["held"])
        for kind, row in figures["kinds"].items()
    ]
    head = ("open areas", "positions", "proved won", "proved lost", "open")
    head += ("games against the proof", "proof held")
    return f"""\
## Split: endgames

`python benchmarks/split_endgames.py`: positions of random games (preset 2026) with one or two open
areas. {figures["exact"]} Every other result is a
proof for *the lines that matter* only, with no bound on what another line could change. It is
tried by games in which the side that should win plays the agent and the other side random lines:
a weak test, which can refute and not confirm. *Open* is what {figures["seconds"]:g} s did not
settle.

{table(head, rows)}
{measured_on(figures)}"""


def board_latency(figures: dict[str, Any]) -> str:
    """Return the part on how soon the board answers."""
    rows = [
        [row[key] for key in ("round trip", "what", "n", "p50", "p95")] for row in figures["table"]
    ]
    return f"""\
## The board: how soon it answers

`{figures["command"]}`: Split in JupyterLab in Chromium; beyond 0 ms a proxy delays all bytes.
*Drawn*: the canvas holds the new picture; *shown*: the frame with it is made. A hover counts from
when the page is told of it; browsers wait for a frame to do so. Of {figures["runs"]} page loads
the one with the best median counts. Targets: a click is drawn within 20 ms (p50 at 0 ms, 5 areas),
a hover shown within 16 ms (p95, any link), the first board seen 3 s after its cell starts (kernel
warm, package not yet imported). Other programs ran too: when it began, the load average was
{figures["load"]} on {figures["machine"]["cores"]} cores.

{table(("round trip (ms)", "", "n", "p50 (ms)", "p95 (ms)"), rows)}
{measured_on(figures)}"""


def board_soak(figures: dict[str, Any]) -> str:
    """Return the part on what a board keeps over a long time."""
    growth = figures["MB at the end"] - figures["MB at a quarter"]
    return f"""\
## The board: what it keeps

`{figures["command"]}`: {figures["moves"]} moves in {figures["games"]} games on one board, without
a browser. Memory grew by {growth:.1f} MB from a quarter of the moves to the end. ipywidgets alive
after each game: {", ".join(map(str, figures["widgets after each game"]))} (one number: none stays).

{measured_on(figures)}"""


def splitter_kernel(figures: dict[str, Any]) -> str:
    """Return the part on Splitter's compiled sheet."""
    micro = figures["microseconds a sheet"]
    return f"""\
## Splitter: the compiled sheet

`python benchmarks/splitter_kernel.py`: {figures["sheets"]:,} random sheets, full and half empty, on
both pads; {figures["different"]} scored otherwise than by the rules. From the numbers to the score:
{micro["kernel"]:.1f} µs compiled, {micro["rules"]:.1f} µs in plain Python.

{measured_on(figures)}"""


def splitter_train(figures: dict[str, Any]) -> str:
    """Return the part on how Splitter's values were learned."""
    learned = {name: row for name, row in figures.items() if name != "machine"}
    rows = [
        (
            name,
            f"{sum(run['games'] for run in row['runs']):,}",
            sum(run["CPU seconds"] for run in row["runs"]),
            f"{row['numbers learned']:,}",
            ", ".join(
                f"{row[f'mean on {pad}']} on {pad}" for pad in "AB" if f"mean on {pad}" in row
            ),
        )
        for name, row in learned.items()
    ]
    head = ("pad", "games", "CPU seconds", "numbers learned", "mean total of the agent potential")
    return f"""\
## Splitter: learning the values

`python benchmarks/splitter_train.py --pad A --games N` and so on: games against oneself, seeded;
the mean is over 4,000 games that were not learned from.

{table(head, rows)}
{measured_on(figures)}"""


def splitter_agents(figures: dict[str, Any]) -> str:
    """Return the part on the totals of Splitter's agents."""
    rows = []
    for name, row in figures["rows"].items():
        low, high = row["interval"]
        target = row["target"]
        met = "" if target is None else "reached" if row["mean"] >= target else "**missed**"
        rows.append(
            (
                *(name, row["games"], f"{row['mean']:.2f}", f"{low:.2f} – {high:.2f}"),
                *(row["CPU ms a game"], "" if target is None else f"{target}: {met}"),
                "–".join(map(str, row["least and most"])),
                ", ".join(f"{step} {count}" for step, count in row["ratings"].items()),
            )
        )
    head = ("agent and pad", "games", "mean", "95% interval", "CPU ms a game", "target", "range")
    return f"""\
## Splitter: points alone

`python benchmarks/splitter_agents.py`: seeded games of one player; how many games came to which
step of the rating table stands at the end. The agent strong plays on a fixed number of games a
move, not by the clock. *pure* is the agent potential without compiled code.

{table((*head, "ratings"), rows)}
{measured_on(figures)}"""


def splitter_hindsight(figures: dict[str, Any]) -> str:
    """Return the part on the best sheet in hindsight."""
    rows = [
        (
            *(pad, row["games"], f"{row['met']:.1%}", f"{row['mean bound']:.2f}"),
            *(f"{row['median']:.2f}", f"{row['95%']:.2f}", f"{row['longest']:.2f}"),
            ", ".join(f"{one['total']} to {one['bound']}" for one in row["open"]) or "none",
        )
        for pad, row in figures["pads"].items()
    ]
    head = ("pad", "games", "bound met", "mean bound", "median (CPU s)", "95%", "longest", "open")
    return f"""\
## Splitter: the best sheet in hindsight

`python benchmarks/splitter_hindsight.py`: seeded rolls; a sheet that meets the proved bound is
looked for, {figures["seconds"]:g} s at most. Targets: met in 99%, median 0.5 s, 95% within 5 s.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {
    "board_latency": board_latency,
    "board_soak": board_soak,
    "split_speed": split_speed,
    "split_ladder": split_ladder,
    "split_endgames": split_endgames,
    "splitter_kernel": splitter_kernel,
    "splitter_train": splitter_train,
    "splitter_agents": splitter_agents,
    "splitter_hindsight": splitter_hindsight,
}


def main() -> None:
    """Write the page."""
    parts = [part(figures) for name, part in PARTS.items() if (figures := machine.read(name))]
    page = "\n".join([HEAD, *parts])
    (Path(__file__).parent / "README.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
