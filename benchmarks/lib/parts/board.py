"""What was measured of the board."""

from __future__ import annotations

import re
from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def board_latency(figures: dict[str, Any]) -> str:
    """Return the part on how soon the board answers."""
    names = {
        "round trip": "round trip (ms)",
        "what": "",
        "n": "n",
        "p10": "p10 (ms)",
        "p50": "p50 (ms)",
        "p95": "p95 (ms)",
    }
    columns = [name for name in names if any(name in row for row in figures["table"])]
    rows = [[row.get(key, "") for key in columns] for row in figures["table"]]
    return f"""\
## The board: how soon it answers

`{figures["command"]}`: JupyterLab in Chromium; beyond 0 ms a proxy delays all bytes.
*Drawn*: the canvas holds the new picture; *shown*: the frame with it is made. A hover counts from
when the page is told of it; browsers wait for a frame to do so. Of {figures["runs"]} page loads
the one with the best median counts. Where an agent is named, it begins to think with the click.
The *bare canvas* answers a click with a disc and does nothing else: here no board is faster.
Targets: a click is drawn within 20 ms (p50 at 0 ms; 30 ms with Split's 30 areas), a hover shown
within 16 ms (p95, any link), the first board seen 3 s after its cell starts (kernel warm, package
not yet imported). Other programs ran too: when it began, the load average was {figures["load"]} on
{figures["machine"]["cores"]} cores.

{table([names[name] for name in columns], rows)}
{measured_on(figures)}"""


def at_once(figures: dict[str, Any]) -> str:
    """Return the part on how soon a page paints a move that is made on it."""
    rows = [_at_once_row(row) for row in figures["table"]]
    moves = sum(row["moves"] for row in figures["table"])
    painted = sum(row["by the page"] for row in figures["table"])
    targets = figures["targets"]
    loads = [row["load"] for row in figures["table"]]
    return f"""\
## The board: a move is seen at once, on any link

`{figures["command"]}`: JupyterLab in Chromium, moves of random games by mouse; beyond 0 ms a proxy
delays all bytes. *Painted*: from the click that ends a move until the page has drawn it, without
the kernel; *frame*: until the browser has made a frame with it; *answer*: until the kernel's own
picture has taken its place. With an agent the live analysis is on, too. *Boards*: from the cell to
the board, the first with what is imported, and the second. The page itself painted {painted} of
{moves} moves ({painted / moves:.1%}; target {targets["by the page"]:.0%}). Targets: painted within
{targets["painted p95"]} ms (p95), the first board within {targets["first board"]} ms, the second
within {targets["second"]}, where nothing else runs. Much else ran: the load average was
{min(loads)} to {max(loads)} on {figures["machine"]["cores"]} cores. Times in ms, median / p95.

{table(_AT_ONCE, rows)}
{measured_on(figures)}"""


_AT_ONCE = [
    "game",
    "round trip",
    "thinking",
    "by the page",
    "painted",
    "frame",
    "answer",
    "boards",
]


def _at_once_row(row: dict[str, Any]) -> list[Any]:
    times = [f"{row[what]['p50']} / {row[what]['p95']}" for what in ("painted", "frame", "answer")]
    share = f"{row['by the page']} of {row['moves']}"
    boards = f"{row['first board']} / {row['second board']}"
    return [row["game"], row["round trip"], row["thinking"], share, *times, boards]


def board_soak(figures: dict[str, Any]) -> str:
    """Return the part on what a board keeps over a long time."""
    growth = figures["MB at the end"] - figures["MB at a quarter"]
    game = re.search(r"--game (\w+)", figures["command"])
    title = f"board of {game[1].title() if game else 'Split'}"
    where = "one board"
    if (boards := figures.get("boards", 1)) > 1:
        title, where = f"{boards} boards in a notebook", f"{boards} boards"
    return f"""\
## The {title}: what {"they keep" if boards > 1 else "it keeps"}

`{figures["command"]}`: {figures["moves"]} moves in {figures["games"]} games on {where}, without
a browser. Memory grew by {growth:.1f} MB from a quarter of the moves to the end. ipywidgets alive
after each game: {", ".join(map(str, figures["widgets after each game"]))} (one number: none stays).

{measured_on(figures)}"""


def board_counts(figures: dict[str, Any]) -> str:
    """Return the part on what a click costs the kernel."""
    loads = {name: found["load"] for name, found in figures["tables"].items()}
    rows = [
        [row["game"], name, *(row["click"][column] for column in _CLICK)]
        for name, found in figures["tables"].items()
        for row in found["rows"]
    ]
    rows.sort(key=lambda row: row[0])
    said = " and ".join(f"{load} ({name})" for name, load in loads.items())
    return f"""\
## The board: what a click costs the kernel

`{figures["command"]}`: the handling of one move that a page sends, without a browser. *Calls* are
those of functions of this package until the kernel has answered; they do not depend on what else
runs. *ms* are of CPU, the median of {figures["clicks"]} clicks: until the answer, and with what
follows in the next 0.3 s (the frame, the panels, and previews of moves as far as it comes). The
load average was {said} on {figures["machine"]["cores"]} cores.

{table(["game", "", *_CLICK], rows)}
{measured_on(figures)}"""


_CLICK = ["modules", "functions", "calls", "ms", "ms with the rest"]

PARTS = {
    "at_once": at_once,
    "board_counts": board_counts,
    "board_latency": board_latency,
    "board_soak": board_soak,
    "boards_soak": board_soak,
    "splinter_soak": board_soak,
}
