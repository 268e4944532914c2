"""What was measured of the example Take It Easy."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]

ABOUT = {
    "learned": "agent *learned*",
    "careful": "agent *careful*, which looks at every next tile",
    "penalised": "no player exceeds, with the penalty",
    "hindsight": "no board in hindsight exceeds",
}


def take_it_easy_train(figures: dict[str, Any]) -> str:
    """Return the part on what was learned."""
    values, penalty = figures["values"], figures["penalty"]
    return f"""\
## Take It Easy: what was learned

`{values["command"]}`: {values["games"]:,} games in
{values["CPU seconds"]:,} CPU s, {values["numbers learned"]:,} numbers; they score
{values["mean"]:.2f} ± {values["half"]:.2f} in games not learned from.

`{penalty["command"]}`: {penalty["games"]:,} deals in
{penalty["CPU seconds"]:,} CPU s; the bound fell from
{penalty["first tenth"]:.1f} in the first tenth to {penalty["last tenth"]:.1f} in the last.

{measured_on(figures)}"""


def take_it_easy(figures: dict[str, Any]) -> str:
    """Return the part on bounds and agents."""
    rows = [
        (ABOUT[kind], row["games"], "{:.2f} ± {:.2f}".format(*row["mean"]), row["CPU seconds"])
        for kind, row in figures["drawn"].items()
    ]
    each = ", ".join(f"{value:.2f} ({name})" for name, value in figures["directions"].items())
    return f"""\
## Take It Easy: what any player scores at most

`{figures["command"]}`: means a game, with intervals of 95%, on the same seeded tiles. Proved
without drawn tiles: no player exceeds {figures["proved"]:.2f}, the sum of what the three
directions are worth alone: {each}; {figures["CPU seconds"]} CPU s.

{table(("who", "games", "mean", "CPU s"), rows)}
{measured_on(figures)}"""


PARTS = {"take_it_easy_train": take_it_easy_train, "take_it_easy": take_it_easy}
