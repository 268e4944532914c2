"""What the attacks of scripts/fuzz.py have counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]

COLUMNS = ("cases", "inputs", "accepted", "games", "plies", "kills", "faults")


def fuzz(figures: dict[str, Any]) -> str:
    """Return the part on what was attacked, and what was found."""
    kinds: dict[str, Counter[str]] = {}
    for name, counts in figures["counts"].items():
        kinds.setdefault(name.partition("/")[2], Counter()).update(counts)
    kinds["total"] = sum(kinds.values(), Counter())
    rows = [(kind, *(f"{found[what]:,}" for what in COLUMNS)) for kind, found in kinds.items()]
    games = sorted({name.partition("/")[0] for name in figures["counts"]})
    hours = figures["CPU seconds"] / 3600
    return f"""\
## What was attacked

`{figures["command"]}`, runs: {len(figures["seeds"])}, hours of CPU: {hours:.1f}; games:
{", ".join(games)}. *Accepted* inputs read back to themselves and can be drawn and
played; *games* are random ones in which every move and result was found again by a second writing
of the rules and by the kernel; a *kill* ends a program in the middle of its moves; a *fault* is a
disk that is full or cannot be written. Open findings: {len(figures["findings"])}.

{table(("attack", *COLUMNS), rows)}
{measured_on(figures)}"""


PARTS = {"fuzz": fuzz}
