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


def polygon_geometry(figures: dict[str, Any]) -> str:
    """Return the part on the exact points of Polygon."""
    table_of, random = figures["microseconds"], figures["random games"]
    generations = list(table_of["Fraction"])
    rows = [
        (name, *(f"{row[generation]:,.1f}" for generation in generations))
        for name, row in table_of.items()
    ]
    faster = ", ".join(
        f"{ratio:.1f}x at {generation}"
        for generation, ratio in figures["times as fast as Fraction"].items()
    )
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    return f"""\
## Polygon: exact points

`python benchmarks/polygon_geometry.py`: CPU microseconds to find where two lines meet, the lines
given by points of some generation: 0 are the corners of a hexagon with whole coordinates, 1 where
their diagonals meet, and so on. *polygames* knows the point, whether it is a new one, and can place
and compare it; its exact numbers are computed only to confirm that two points are one, and cost
what the second row says. As fast as Fraction: {faster} (target: 10x at 5).

{table(("", *(f"generation {generation}" for generation in generations)), rows)}
{random["games"]} random games of {random["plies"] / random["games"]:.0f} moves
({random["crossings"]:,} crossings) took {random["CPU seconds"]:.1f} CPU s. Of {random["sample"]}
games with rational corners all crossings, {random["crossings checked"]:,}, were found again by
fractions in {random["CPU seconds of the check"]:.1f} CPU s: {random["wrong"]} were wrong.

{measured_on(figures)}
Beside it: {versions}.
"""


PARTS = {
    "polygon_geometry": polygon_geometry,
    "board_latency": board_latency,
    "board_soak": board_soak,
    "split_speed": split_speed,
    "split_ladder": split_ladder,
    "split_endgames": split_endgames,
}


def main() -> None:
    """Write the page."""
    parts = [part(figures) for name, part in PARTS.items() if (figures := machine.read(name))]
    page = "\n".join([HEAD, *parts])
    (Path(__file__).parent / "README.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
