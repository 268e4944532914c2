"""The command that marks lessons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.bubblewrap import protection_text
from polygames.core.descriptions import count_text

if TYPE_CHECKING:
    import argparse

    from polygames.cli.arguments import PrintLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``mark``: the files, the seed and the exercises."""
    parser.add_argument("files", nargs="+", type=Path, help="notebooks that were handed in")
    parser.add_argument("--seed", type=int, metavar="N", help="draw the same inputs for all files")
    parser.add_argument("--exercises", metavar="1-3", help="mark only these exercises")


def mark(args: argparse.Namespace, print_line: PrintLine) -> list[dict[str, Any]]:
    """Mark notebooks of lessons that were handed in.

    The mark of an exercise is the feedback of its check if all cells run in order. The checks draw
    new inputs each time; with --seed they draw the same ones for all files and each time. With
    --exercises, only a part of the lesson is marked.
    """
    from polygames.lessons.grading.__main__ import mark_files, unjudged_file_count

    print_line(protection_text())
    rows = mark_files(args.files, args.seed, print_line, args.exercises)
    if unjudged := unjudged_file_count(rows):
        msg = f"{count_text(unjudged, 'file')} could not be judged completely"
        raise pg.PolygamesError(msg)
    return rows
