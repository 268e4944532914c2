"""Prove what a position is worth with best play.

The exit code is 0 also if it was not proved in time; the value then is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_start, record_of

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a position and how long to search."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to search (10)")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Solve the last position of the record."""
    state = record_of(given).state
    found = pg.solve(state, seconds=given.seconds)
    line = [str(move) for move in found.line]
    value = "not proved in time" if found.value is None else f"{found.value:g}"
    say(f"value for seat 0: {value}")
    if found.best is not None:
        say(f"best: {found.best}")
    if line:
        say(f"line: {' '.join(line)}")
    say(f"{found.nodes} positions{f'; {found.note}' if found.note else ''}")
    best = None if found.best is None else str(found.best)
    data = {"game": state.game, "value": found.value, "best": best, "line": line}
    return {**data, "nodes": found.nodes, "note": found.note}
