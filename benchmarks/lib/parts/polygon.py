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


PARTS = {
    "polygon_geometry": polygon_geometry,
    "polygon_solver": polygon_solver,
}
