"""The part of the page on a class: how soon a move is seen, and that none is lost."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]

HEAD = (
    *("what", "game", "pages", "games ended", "moves", "seen, median (ms)", "p95"),
    *("wall, p95 (ms)", "drawn, p95 (ms)", "server's CPU a move (ms)"),
    *("joined (s)", "kB", "lost", "forked", "changed", "hostile messages", "kB a table"),
)


def classroom(figures: dict[str, Any]) -> str:
    """Return the part on a class."""
    rows = [_row(name, each) for name, each in figures["rows"].items()]
    return f"""\
## A class: how soon a move is seen, and that none is lost

`python -m benchmarks.speed.classroom`: scripted pages play random moves at tables of two, with a
wall. *Seen* is from sending a move until the other page has it, *wall* until the wall has it,
which is told four times a second. *Drawn* is from a click on a real page in Chromium until the
other one has painted the move; every second one is as large as a phone. *Joined* is the slowest of
these pages, from opening it to a board without the typing, and the most that one was sent. Where
the server is killed, the time that it was away counts. Server and pages share the cores, and a
dash stands for what a run did not measure. Targets: seen within 150 ms, the wall within 1000;
joined within 5 s and 500 kB; none lost, forked or changed; hostile pages make nobody wait 20%
longer, and the server work 20% more for a move, at most. Since their messages are counted, every
second hostile page is a pupil who has the code, each has an address of its own, and they compute
only when nobody else here wants to, as other devices do. A busy machine had a load average of 20
to 25 on these two cores: its milliseconds are the machine's, its counts and the server's CPU are
not.

{table(HEAD, rows)}
{measured_on(figures)}"""


def _row(name: str, each: dict[str, Any]) -> list[object]:
    seen, wall = each["seen_ms"], each["wall_ms"]
    drawn, cpu = each.get("drawn_ms") or {}, each.get("cpu_ms_a_move", "–")
    shown = f"{drawn['p95']:.0f}" if drawn else "–"
    times = (f"{seen['median']:.0f}", f"{seen['p95']:.0f}", f"{wall['p95']:.0f}", shown, cpu)
    joined = each.get("joined") or {}
    attack = each.get("attack") or {}
    counts = (
        *(joined.get(name) or "–" for name in ("seconds at most", "kB at most")),
        *(each["lost"], each["forked"], each.get("changed", "–")),
        *(attack.get("messages", "–"), each["kilobytes a table"]),
    )
    return [name, each["game"], each["pages"], each["games ended"], each["moves"], *times, *counts]


PARTS = {"classroom": classroom}
