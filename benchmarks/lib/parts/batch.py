"""How fast games in step are."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def batch(figures: dict[str, Any]) -> str:
    """Return the part on `polygames.batch`."""
    moves = figures["moves per CPU second"]
    ways = list(next(iter(moves.values())))
    rows = [(way, *(f"{found[way]:,.0f}" for found in moves.values())) for way in ways]
    drawn, listed = ways[:2]
    most = [way for way in ways if way.startswith("batch of")][-1]
    for beside in (drawn, listed):
        shares = [f"{found[most] / found[beside]:.0%}" for found in moves.values()]
        rows.append((f"{most} beside {beside} (target 50%)", *shares))
    return f"""\
## Games in step

`{figures["command"]}`: moves per CPU second of one thread, in turns. A random game on the kernel
draws a move and seldom lists the others; a mask says of every move whether it is legal, so the
second row is the most that can be reached with masks.

{table(("moves / CPU s", *moves), rows)}
{measured_on(figures)}"""


PARTS = {"batch": batch}
