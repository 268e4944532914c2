"""What was measured of Polygon."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


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

`python -m benchmarks.speed.polygon`: CPU microseconds to find where two lines meet, the lines
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


def polygon_solver(figures: dict[str, Any]) -> str:
    """Return the part on proofs of Polygon."""
    plain, targets = figures["plain"], figures["targets"]
    rows = [
        (
            f"n = {n}",
            f"seat {int(row['value'] < 0)}",
            f"{row['nodes']:,}",
            *(f"{row[key]:.3f}" for key in ("seconds", "seconds for every move")),
            f"{plain[n]:.3f}" if n in plain else "",
            f"{row['positions']:,}",
            f"{row['seconds to check']:.3f}",
        )
        for n, row in figures["rows"].items()
    ]
    heads = ("", "wins", "nodes", "value", "every move", "plain", "positions", "to check")
    said = ", ".join(
        f"n = {n} in {seconds:g} s, took {figures['rows'][n]['seconds']:.2f} s"
        for n, seconds in targets.items()
    )
    return f"""\
## Polygon: proofs

`{figures["command"]}`: regular polygons, the rule of different colours. CPU seconds of one core to
prove the value of the game (*value*), that of each first move (*every move*), the value by rules.py
alone (*plain*), and to replay the proof, of so many *positions*, by rules.py (*to check*). To
compile and load is not counted: the first proof of the process took {figures["first"]:.1f} s with
it. Targets: {said}.

{table(heads, rows)}
{measured_on(figures)}

`python -m benchmarks.studies.polygon_outcomes` proves every first move under each colour rule, and
goes on with those that are open from checkpoints; its table is
`notebooks/data/polygon_outcomes.json`, its proofs are beside it.
"""


def polygon_shapes(figures: dict[str, Any]) -> str:
    """Return the part on polygons of other shapes."""
    rows = []
    for case, found in figures["cases"].items():
        colors, corners, family = case.split("-")
        low, high = found["interval"]
        counts = (found["polygons"], found["concurrent"], found["seat 0 wins"], found["open"])
        spent = f"{found['CPU seconds']:.0f}"
        rows.append((colors, corners, family, *counts, f"{low:.1%} – {high:.1%}", spent))
    head = ("rule", "corners", "polygons", "how many", "three diagonals meet", "seat 0 wins")
    head += ("open", "share (95%)", "CPU s")
    return f"""\
## Polygon: other shapes

`{figures["command"]}`: random convex polygons, each solved; *wide* ones have corners in whole
numbers up to 1000, *narrow* ones on a small grid.

{table(head, rows)}
{measured_on(figures)}"""


def polygon_rules(figures: dict[str, Any]) -> str:
    """Return the part on what games are like under each colour rule."""

    def span(found: list[float] | None) -> str:
        return "" if found is None else "{:.2f} ({:.2f} – {:.2f})".format(*found)

    rows = []
    for case, found in sorted(figures["cases"].items()):
        rule, corners = case.split("-")
        turns, (proved, looked) = found["turns"], found["turns, games"]
        told = "" if turns is None else f"{turns[0]:.2f} ± {turns[1]:.2f} ({proved} of {looked})"
        broken = f"{found['unfinished']} after {found['most moves']}"
        counts = (rule, corners, found["games"], found["distinct"], broken)
        keys = ("length", "branching", "first seat", "decisions that matter")
        rows.append((*counts, *(span(found[key]) for key in keys), told))
    head = ("rule", "corners", "games", "different ones", "broken off", "moves", "choices")
    head += ("first seat's share", "decisions that matter", "turns of fortune")
    return f"""\
## Polygon: games under each colour rule

`{figures["command"]}`: games on regular polygons by `mobility` with one random move in ten,
measured by `pg.measure` (95% intervals). A decision matters if moves differ by how many moves they
leave to the next seat. A turn of fortune is a move after which the other seat wins with best play,
a mistake; counted where every position of a game was solved (in brackets, of how many that were
tried). Nobody wins a game that is broken off, after so many moves; the share counts it as a half.

{table(head, rows)}
{measured_on(figures)}"""


def polygon_misere(figures: dict[str, Any]) -> str:
    """Return the part on who wins if the one who cannot move wins."""
    rows = [
        (
            *case.split("-"),
            found["value"],
            ", ".join(f"{one['move']} {one['winner']}" for one in found["first moves"]),
            f"{sum(one['looked at'] for one in found['first moves']):,}",
            f"{sum(one['replayed'] for one in found['first moves']):,}",
            f"{found['CPU seconds']:.1f}",
        )
        for case, found in figures["cases"].items()
    ]
    head = ("rule", "corners", "value", "first moves", "looked at", "replayed", "CPU s")
    return f"""\
## Polygon: misere

`{figures["command"]}`: regular polygons, and who cannot draw a segment wins. For seat 0: + wins,
- loses, ? is open. Looked at are positions of the search; those of the proofs were replayed by the
rules.

{table(head, rows)}
{measured_on(figures)}"""


def polygon_ten(figures: dict[str, Any]) -> str:
    """Return the part on how large the open trees on ten corners are."""

    def span(found: dict[str, Any]) -> str:
        share = "" if found["largest"] is None else f", {found['largest']:.1%}"
        return f"{found['mean']:.2e} ± {found['half']:.1e}{share}"

    rows = [
        (first, depth, f"{row['over before']:.1%}", *(span(row[key]) for key in kinds))
        for first, case in figures["cases"].items()
        for depth, row in case["depths"].items()
        if (kinds := ("lines", "seat 0", "seat 1"))
    ]
    probes = " and ".join(f"{case['probes']:,}" for case in figures["cases"].values())
    seconds = sum(case["CPU seconds"] for case in figures["cases"].values())
    head = ("first move", "plies after it", "over before", "lines", "a proof for seat 0")
    head += ("a proof for seat 1",)
    return f"""\
## Polygon: how large the open trees on ten corners are

`{figures["command"]}`: Knuth's estimate from {probes} random probes, {seconds:,.0f} CPU s. *Lines*
are the ways to play so many plies; a *proof* has all answers to one move of the winner's each time,
here chosen by chance. Behind the interval (95%, by the normal approximation) the share of the sum
that the largest probe alone has: where that is much, the interval is too narrow.

{table(head, rows)}
{measured_on(figures)}"""


PARTS = {
    "polygon_geometry": polygon_geometry,
    "polygon_solver": polygon_solver,
    "polygon_shapes": polygon_shapes,
    "polygon_rules": polygon_rules,
    "polygon_misere": polygon_misere,
    "polygon_ten": polygon_ten,
}
