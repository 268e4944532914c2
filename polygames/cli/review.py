"""Say what every move of a record cost, and what was best.

With --save the record is written again, with what was found of each move as data.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import record_of
from polygames.search.review import annotate

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a record and how long to think."""
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.set_defaults(ply=None, preset=None, option=[])
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position (0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", help="an agent that grows a tree, to judge by")
    parser.add_argument("--branches", action="store_true", help="look at the branches, too")
    parser.add_argument("--workers", type=int, help="processes; -1 is one for each core")
    parser.add_argument("--save", type=Path, metavar="F", help="write the record with the review")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Review the record."""
    record = record_of(given)
    if not record.root.children:
        msg = f"{given.file} has no moves to review"
        raise pg.RecordError(msg)
    names = ("seconds", "seed", "agent", "branches", "workers")
    options = {name: getattr(given, name) for name in names}
    found = pg.review(record, progress=not given.json, **options)
    say(found)
    if given.save:
        annotate(found, record)
        say(f"saved as {record.save(given.save)}")
    return found.to_dict()
