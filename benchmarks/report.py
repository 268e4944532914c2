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


def splinter_speed(figures: dict[str, Any]) -> str:
    """Return the part on how fast Splinter is beside OpenSpiel."""
    moves, visits = figures["moves per CPU second"], figures["visits per CPU second"]
    speeds = [
        (name, f"{moves[name]:,.0f}" if name in moves else "", f"{visits.get(found, 0):,.0f}")
        for name, found in [(name, {"kernel": "uct"}.get(name, name)) for name in moves]
    ]
    aims = [
        (
            row["what"],
            f"{row['ratio']:.1f}x",
            f"{row['target']}x",
            "reached" if row["ratio"] >= row["target"] else "**missed**",
        )
        for row in figures["ratios"]
    ]
    times = [
        (what, *(f"{run[how]['CPU seconds']:.1f}" for how in ("cold", "warm")))
        for what, run in figures["first"].items()
    ]
    two = ", ".join(f"{what} {ratio:.2f}" for what, ratio in figures["two threads"].items())
    return f"""\
## Splinter: speed, beside OpenSpiel

`{figures["command"]}`: random moves and simulations of tree search (each plays one random game)
per CPU second of one thread, in turns within one run. `python_splinter` is Splinter by the same
rules as an OpenSpiel game in Python (`openspiel_splinter.py`); the other games are OpenSpiel's in
C++ ({figures["open-spiel"]}), played by its C++ random rollouts and C++ MCTS.

{table(("engine", "random moves / CPU s", "simulations / CPU s"), speeds)}
{table(("ratio", "seen", "target", ""), aims)}
Two threads beside one (target 1.8): {two}. The wall clock counts other programs in: when the run
ended, the load average was {figures["load"]:.1f} on {figures["machine"]["cores"]} cores.

CPU seconds from a new process to the end of its first games or moves, with an empty and with a
warm compile cache, imports included (targets: 8 and 0.7):

{table(("first", "cold", "warm"), times)}
{measured_on(figures)}"""


def splinter_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Splinter's agents."""
    rows, equals = [], []
    for match in figures["matches"].values():
        first, second = match["names"]
        target, test = match["target"], match["test"]
        reached = "" if target is None else f"{target:.0%}: " + _compared(match, target)
        said = (
            "" if test is None else f"{match['verdict'] or 'open'} of {test[0]:.0%}, {test[1]:.0%}"
        )
        counts = (match["games"], match["won"], match["tied"], match["lost"])
        seen = (*counts, f"{match['share']:.1%}", _between(match["interval"]))
        rows.append((first, second, *seen, reached, said, f"{match['plies'] / match['games']:.0f}"))
        if match["equals"]:
            ties = f"{match['tied'] / match['games']:.1%}", _between(match["ties"])
            seat = f"{match['share of seat 0']:.1%}", _between(match["interval of seat 0"])
            equals.append((first, match["games"], *ties, *seat))
    head = ("first", "second", "games", "won", "tied", "lost", "share", "95% interval")
    head += ("target", "sequential test", "plies a game")
    between = ("both", "games", "ties", "95% interval", "seat 0", "95% interval")
    return f"""\
## Splinter: who beats whom

`python benchmarks/splinter_ladder.py`: pairs of games with seats swapped, most after two random
moves. Won, tied and lost are the first agent's; the intervals are Wilson's; thinking times are per
move, by the wall clock, on a machine that had other work too. A row that has few games was stopped
when its time was over. The sequential test is Wald's, both errors 5%: it accepts the higher or
only the lower of two shares, in at most 40 pairs. *Reached* compares the target with the share
that was seen; the interval says how sure that is.

{table(head, rows)}
Between equals: how often nobody wins (target: below 20%), and how much the seat that begins has.

{table(between, equals)}
{measured_on(figures)}"""


def _compared(match: dict[str, Any], target: float) -> str:
    return "reached" if match["share"] >= target else "**missed**"


def _between(interval: Sequence[float]) -> str:
    return f"{interval[0]:.1%} – {interval[1]:.1%}"


def splinter_random_games(figures: dict[str, Any]) -> str:
    """Return the part on Splinter's rules against its kernel."""
    rows = [
        (
            name,
            row["games"],
            *(f"{row[who]:.2%} ± {row[f'{who} error']:.2%}" for who in ("white", "tied", "black")),
            f"{row['plies']:.2f} ± {row['plies error']:.2f}",
        )
        for name, row in figures["outcomes"].items()
    ]
    return f"""\
## Splinter: the kernel against the rules

`{figures["command"]}`: {figures["positions"]} positions of {figures["games"]} random games, with
all choices of the options in turn, {figures["moves"]} legal moves:
{len(figures["mismatches"])} mismatches in the legal moves, the result, or what a move leads to.
Outcomes of random games by both, with standard errors:

{table(("engine", "games", "white won", "tied", "black won", "plies a game"), rows)}
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
    return f"""\
## Territory: proofs

`{figures["command"]}`: the value of the start of a game on seeded boards, median CPU seconds and in
brackets the largest; what was not proved within the cap counts with it. Where every tile gets
claimed, one search serves every penalty (see `_left.py`), so its rows differ by chance only.
Targets: {targets}.

{table(("tiles", *map(str, sizes)), curve)}
The twin in plain Python: {pure}. With the value of every move and the line (`pg.solve`, penalty
0.5): {moves}.

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
            f"{row['games']:,}",
            row["CPU seconds"],
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


def territory_differential(figures: dict[str, Any]) -> str:
    """Return the part on the comparison of Territory's kernel with its rules."""
    return f"""\
## Territory: the kernel against the rules

`{figures["command"]}`: {figures["positions"]:,} positions of {figures["games"]} random games of all
kinds ({figures["takeovers"]} takeovers, {figures["exceptional moves"]} exceptional moves): moves,
mover, scores, result and position compared. Differences: {len(figures["differences"])}.

{measured_on(figures)}"""


PARTS = {
    "polygon_geometry": polygon_geometry,
    "board_latency": board_latency,
    "board_soak": board_soak,
    "split_speed": split_speed,
    "split_ladder": split_ladder,
    "split_endgames": split_endgames,
    "splinter_speed": splinter_speed,
    "splinter_ladder": splinter_ladder,
    "splinter_random_games": splinter_random_games,
    "territory_solver": territory_solver,
    "territory_ladder": territory_ladder,
    "territory_advantage": territory_advantage,
    "territory_differential": territory_differential,


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
