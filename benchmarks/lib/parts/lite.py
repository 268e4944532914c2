"""What was measured of the page without a server."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def lite(figures: dict[str, Any]) -> str:
    """Return the part on the page without a server."""
    visits = [
        [name, *(figures[name][key] for key in ("kernel (s)", "board (s)", "loaded (MB)"))]
        for name in ("first visit", "second visit")
    ]
    clicks = [
        [name, *(figures[name][key] for key in ("n", "p50", "p95"))]
        for name in ("idle", "while an agent thinks", "with autosave")
    ]
    thinking = f"{100 * figures['share of thinking']:.0f}%"
    return f"""\
## The page without a server

`{figures["command"]}`: Chromium, the site on this machine (no time for the network), no other
machine to be found. The site has {figures["size of the site (MB)"]} MB; the browser with one board
holds {figures["memory (MB)"]} MB. Other programs ran too: when it began, the load average was
{figures["load"]} on {figures["machine"]["cores"]} cores, and a page that is alone opens sooner.
Targets: the first board after 14 s, at the second visit after 8 s.

{table(["", "kernel ready (s)", "board seen (s)", "loaded (MB)"], visits)}

A click on Splinter's board, to the move drawn; the agent is minimax, on another board of the same
kernel. It thinks for {thinking} of the time ({figures["rests"]} rests); all of the picture is
painted anew in {figures["painted anew (ms)"]} ms. Targets: p95 80 ms, 75%, 30 ms.

{table(["", "n", "p50 (ms)", "p95 (ms)"], clicks)}
{measured_on(figures)}"""


PARTS = {"lite": lite}
