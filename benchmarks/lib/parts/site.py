"""The part of the page on the site, the pages of games, and how long the tests take."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def site(figures: dict[str, Any]) -> str:
    """Return the part on the site and the stages of the tests."""
    rows = [
        [name, f"{each['bytes'] / 1000:.0f}", f"{each['median']:.0f}", f"{each['worst']:.0f}"]
        for name, each in figures["pages"].items()
    ]
    return f"""\
## The site, and how long the tests take

`python -m benchmarks.speed.site`: {figures["files"]} pages, {figures["bytes"] / 1e6:.1f} MB, from a
server on this machine. *Painted*: from asking for the page until its board (on the front page, the
games that are on the first screen) is there; {figures["visits"]} visits with an empty cache, with a
load average of {figures["load"]:.1f} when it began.
Targets: 300 kB and 1 s for a game that plays.

{table(["page", "kB", "painted, median (ms)", "worst"], rows)}
{_stages(figures.get("stages", {}))}{measured_on(figures)}"""


def _stages(seconds: dict[str, int]) -> str:
    """Return the table of the stages of `.ci/run`, or nothing where none was read."""
    if not seconds:
        return ""
    rows = [[name, value] for name, value in seconds.items()]
    return f"""\
The stages of `.ci/run` (`--stages LOG` reads what it printed). Targets: 360 s for the test command
of the README, `pip install` included, 600 for the browser, 3600 for all.

{table(["stage", "s"], [*rows, ["sum of these", sum(seconds.values())]])}
"""


PARTS = {"site": site}
