"""Save a record as an HTML page that needs nothing else: steps, branches, comments, values.

With --puzzle GAME NUMBER the page is a puzzle, which answers each move.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import count, record_of

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a record and where to save the page."""
    parser.add_argument("file", metavar="FILE", help="a record, or a game with --puzzle")
    parser.set_defaults(ply=None, preset=None, option=[])
    parser.add_argument(
        "--save", type=Path, metavar="F", default=Path("game.html"), help="the page"
    )
    parser.add_argument("--puzzle", type=count, metavar="NUMBER", help="a puzzle of the game FILE")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Save the page."""
    if given.puzzle:
        saved = _puzzle(given.file, given.puzzle).save_html(given.save)
    else:
        saved = record_of(given).save_html(given.save)
    say(f"saved as {saved}")
    return {"page": str(saved), "bytes": saved.stat().st_size}


def _puzzle(game: str, number: int) -> pg.Puzzle:
    known = pg.puzzles(game)
    if number > len(known):
        msg = f"there is no puzzle {number} of {game}, only {len(known)}"
        raise pg.OptionError(msg)
    return known[number - 1]
