"""The part of the page on the site, the pages of games, and how long the tests take."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def site(figures: dict[str, Any]) -> str:
    """Return the part on the site."""
    rows = [
        [name, f"{each['bytes'] / 1000:.0f}", f"{each['median']:.0f}", f"{each['worst']:.0f}"]
        for name, each in figures["pages"].items()
    ]
    return f"""\
## The site

`python -m benchmarks.speed.site`: {figures["files"]} pages, {figures["bytes"] / 1e6:.1f} MB, from a
server on this machine. *Painted*: from asking for the page until its board (on the front page, the
games that are on the first screen) is there; {figures["visits"]} visits with an empty cache, with a
load average of {figures["load"]:.1f} when it began.
Targets: 300 kB and 1 s for a game that plays.

{table(["page", "kB", "painted, median (ms)", "worst"], rows)}
{measured_on(figures)}"""


def ci(figures: dict[str, Any]) -> str:
    """Return the part on how long the tests take."""
    daily, weekly = (figures.get(run, {}).get("seconds", {}) for run in ("daily", "long"))
    rows = [[name, daily.get(name, ""), weekly.get(name, "")] for name in {**daily, **weekly}]
    total = ["sum", sum(daily.values()), sum(weekly.values()) or ""]
    about = figures.get("daily") or figures["long"]
    return f"""\
## How long the tests take

`.ci/run` writes the seconds of its stages, and says which of them has grown by a quarter:
{about["cores"]} cores, Python {about["python"]}, a load average of {about["load"]} at its end. Of
*lite* and the three after it two run at a time. Targets: 300 s for the test command of the README,
its installation included, and 2,700 s for all; `.ci/run --long` has no target.

{table(["stage", "`.ci/run` (s)", "`.ci/run --long` (s)"], [*rows, total])}
"""


PARTS = {"site": site, "ci": ci}
