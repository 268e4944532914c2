"""What was measured of Territory."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.ladder import who_beats_whom
from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


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
    cpus: dict[str, set[int]] = {}
    for row in rows.values():
        for tiles, found in row.items():
            cpus.setdefault(found.get("cpu", figures["machine"]["cpu"]), set()).add(int(tiles))
    on = "".join(f" {', '.join(map(str, sorted(cpus[cpu])))} tiles: {cpu}." for cpu in cpus)
    rest = figures.get("cpu of the rest", figures["machine"]["cpu"])
    more += f"\nProcessors:{on} Below the table: {rest}.\n" * (len(cpus) > 1)
    return f"""\
## Territory: proofs

`{figures["command"]}`: the value of the start of a game on seeded boards, median CPU seconds and in
brackets the largest; what was not proved within the cap counts with it. Where every tile gets
claimed, one search serves every penalty (see `remaining.py`), so its rows differ by chance only.
Targets: {targets}.

{table(("tiles", *map(str, sizes)), curve)}
{more}
{measured_on(figures)}"""


def territory_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Territory's agent."""
    side, penalty = figures["options"]["size"], figures["options"]["penalty"]
    return f"""\
## Territory: who beats whom

`{figures["command"]}`: `minimax` on boards of side {side} with penalty {penalty}. A
match is two games on one board, each player beginning once, and is won by the points of both, as
the source has it. On boards that are not balanced most single games go to whoever plays the richer
colour, so matches (won/tied/lost) are counted there, and games on balanced boards. The interval is
Wilson's; the sequential test is Wald's, both errors 5%, in at most 40 pairs.

{who_beats_whom(figures)}
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


def territory_board(figures: dict[str, Any]) -> str:
    """Return the part on drawing Territory's board."""
    rows = [
        (
            *(f"{size} × {size}", row["tiles"], row["shapes"], f"{row['picture']:.1f}"),
            *(f"{row['painting']:.1f}", row["messages"], f"{row['kB']:.0f}"),
        )
        for size, row in figures["rows"].items()
    ]
    head = ("board", "tiles", "shapes", "picture (CPU ms)", "painting (CPU ms)", "messages", "kB")
    return f"""\
## Territory: drawing the board

`{figures["command"]}`: positions in the middle of random games; medians. Target: the largest in one
message and within {figures["target"]} ms.

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


def territory_first(figures: dict[str, Any]) -> str:
    """Return the part on boards where it is bad to begin."""
    rows = [
        (
            *(ending, tiles, f"`{'/'.join(found['rows'])}`", f"`{found['blue']}`"),
            *(found["lead"], found["total"], f"{found['solved again']:g}"),
        )
        for ending in ("all", "stuck")
        for tiles, found in figures[ending]["worst"].items()
    ]
    boards = f"{figures['all']['boards']:,}"
    seconds = sum(figures[ending]["CPU seconds"] for ending in ("all", "stuck"))
    head = ("ending", "tiles", "board", "blue tiles", "lead of seat 0", "value of all blue tiles")
    head += ("solved again",)
    return f"""\
## Territory: boards on which it is bad to begin

`{figures["command"]}`: of {boards} random boards for either ending those on which seat 0 does worst
with best play, as a share of all value; {seconds:.0f} CPU s. Blue tiles pay their claimer, whoever
it is (penalty -1), the others are yellow. `pg.solve` has solved each again.

{table(head, rows)}
{measured_on(figures)}"""


def territory_worst(figures: dict[str, Any]) -> str:
    """Return the part on the worst boards that walks found."""
    cases = [
        (ending, tiles, list(seeds.values()))
        for ending, sizes in figures["rows"].items()
        for tiles, seeds in sizes.items()
    ]
    rows = []
    for ending, tiles, walks in cases:
        found = min(walks, key=lambda each: each["share"])
        rows.append(
            (
                *(ending, tiles, f"`{'/'.join(found['rows'])}`", f"`{found['blue']}`"),
                *(f"{found['lead']:g}", found["total"], f"{found['share']:.1%}"),
                *(len(walks), f"{sum(each['solved'] for each in walks):,}"),
            )
        )
    seconds = sum(each["CPU seconds"] for _, _, walks in cases for each in walks)
    head = ("ending", "tiles", "board", "blue tiles", "lead of seat 0", "all value", "its share")
    head += ("walks", "boards solved")
    return f"""\
## Territory: how bad it can be to begin

`{figures["command"]} --seed S`, S from 0 on: walks from board to board towards what is worse for
seat 0 (simulated annealing), each board solved exactly, {seconds:.0f} CPU s in all; the worst of
all walks, solved again by `pg.solve`. Blue tiles pay their claimer, whoever it is (penalty -1),
the others are yellow. There are boards as bad as these; whether there are worse ones is not said.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {
    "territory_solver": territory_solver,
    "territory_ladder": territory_ladder,
    "territory_advantage": territory_advantage,
    "territory_first": territory_first,
    "territory_worst": territory_worst,
    "territory_board": territory_board,
    "territory_differential": territory_differential,
}
