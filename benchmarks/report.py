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


def territory_solver(figures: dict[str, Any]) -> str:
    """Return the part on proofs in Territory."""
    rows = figures["rows"]
    sizes = sorted({int(tiles) for row in rows.values() for tiles in row})

    def cell(row: dict[str, Any] | None) -> str:
        if row is None:
            return ""
        open_ = row["boards"] - row["proved"]
        median = f"{row['median']:.2g}" if row["median"] < row["cap"] else f"> {row['cap']:g}"
        largest = f"{row['largest']:.2g}" if not open_ else f"{open_} open after {row['cap']:g} s"
        return f"{median} ({largest})"

    curve = [(kind, *(cell(row.get(str(size))) for size in sizes)) for kind, row in rows.items()]
    targets = ", ".join(f"{tiles} tiles {most:g} s" for tiles, most in figures["targets"].items())
    pure = ", ".join(
        f"{tiles} tiles {row['all']['median']:.2g} s (stuck: {row['stuck']['median']:.2g} s)"
        for tiles, row in figures["pure"].items()
    )
    moves = ", ".join(f"{tiles} tiles {found:.2g} s" for tiles, found in figures["moves"].items())
    more = f"The twin in plain Python: {pure}.\n" * bool(pure)
    more += f"The values of all moves and a line (`pg.solve`, penalty 0.5): {moves}.\n" * bool(
        moves
    )
    return f"""\
## Territory: proofs

`{figures["command"]}`: the value of the start of a game on seeded boards, median CPU seconds and in
brackets the largest; what was not proved within the cap counts with it. Where every tile gets
claimed, one search serves every penalty (see `_left.py`), so its rows differ by chance only.
Targets: {targets}.

{table(("tiles", *map(str, sizes)), curve)}
{more}
{measured_on(figures)}"""


def territory_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Territory's agent."""
    rows = []
    for row in figures["rows"].values():
        low, high = row["interval"]
        target, test = row["target"], row["test"]
        reached = "" if target is None else f"{target:.0%}: "
        if target is not None:
            reached += "reached" if row["share"] >= target else "**missed**"
        said = "" if test is None else f"{row['verdict'] or 'open'} of {test[0]:.0%}, {test[1]:.0%}"
        rows.append(
            (
                *(row["second"], f"{row['seconds']:g}", "balanced" if row["balanced"] else "any"),
                *("/".join(map(str, row[what])) for what in ("matches", "games")),
                *(row["counted"], f"{row['share']:.1%}", f"{low:.1%} – {high:.1%}"),
                *(f"{row['mean lead']:.0f}", reached, said),
            )
        )
    head = ("against", "s a move", "boards", "matches", "games", "counted", "share")
    head += ("95% interval", "points a game", "target", "sequential test")
    game = figures["game"]
    return f"""\
## Territory: who beats whom

`{figures["command"]}`: `minimax` on boards of side {game["size"]} with penalty {game["penalty"]}. A
match is two games on one board, each player beginning once, and is won by the points of both, as
the source has it. On boards that are not balanced most single games go to whoever plays the richer
colour, so matches are counted there, and games on balanced boards. Won/tied/lost; the interval is
Wilson's; the sequential test is Wald's, both errors 5%, in at most 40 pairs.

{table(head, rows)}
{measured_on(figures)}"""


def territory_advantage(figures: dict[str, Any]) -> str:
    """Return the part on beginning, taking over and exceptional moves in Territory."""

    def span(found: dict[str, float]) -> str:
        return f"{found['mean']:.1f} ({found['low']:.1f} to {found['high']:.1f})"

    keys = ("advantage", "size of the lead", "size of the lead with swap", "worth of the right")
    rows = [
        (
            *(way, size, row["boards"], *(span(row[key]) if key in row else "" for key in keys)),
            f"{row['exceptional']:.1%}" if "exceptional" in row else "",
        )
        for way in ("proved", "played", "random")
        for size, row in figures.get(way, {}).items()
    ]
    head = ("how", "side", "boards", "first mover's advantage", "lead", "lead with swap")
    head += ("worth of the right to seat 1", "exceptional moves")
    return f"""\
## Territory: beginning, and taking over

`{figures["command"]}`: penalty {figures["penalty"]}, means in points with 95% intervals. *Proved*:
exact values; *played*: `minimax` with {figures["seconds"]:g} s a move against itself; *random*:
random games. The advantage is the lead of seat 0 beyond what the board settles whatever is played;
*lead* is how far the winner is ahead, without and with the right to take over; the right is worth
to seat 1 what it takes off the lead of seat 0, most of it because boards are uneven.

{table(head, rows)}
{measured_on(figures)}"""


def territory_differential(figures: dict[str, Any]) -> str:
    """Return the part on the comparison of Territory's kernel with its rules."""
    return f"""\
## Territory: the kernel against the rules

`{figures["command"]}`: {figures["positions"]:,} positions of {figures["games"]} random games of all
kinds ({figures["takeovers"]} takeovers, {figures["exceptional moves"]} exceptional moves): moves,
mover, scores, result and position compared. Differences: {len(figures["differences"])}.

{measured_on(figures)}"""


PARTS = {
    "board_latency": board_latency,
    "board_soak": board_soak,
    "split_speed": split_speed,
    "split_ladder": split_ladder,
    "split_endgames": split_endgames,
    "territory_solver": territory_solver,
    "territory_ladder": territory_ladder,
    "territory_advantage": territory_advantage,
    "territory_differential": territory_differential,
}


def main() -> None:
    """Write the page."""
    parts = [part(figures) for name, part in PARTS.items() if (figures := machine.read(name))]
    page = "\n".join([HEAD, *parts])
    (Path(__file__).parent / "README.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
