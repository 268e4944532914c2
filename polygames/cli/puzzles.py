"""List the puzzles of a game, show one, check them, or write a sheet to print.

A sheet is a PDF, or a PNG for each page; the answers are on pages of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.drawing import drawing
from polygames.cli.words import count
from polygames.core.registry import games

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, which puzzles, and what to do."""
    parser.add_argument("game", choices=games(), metavar="GAME", help=", ".join(games()))
    parser.add_argument("numbers", type=count, nargs="*", metavar="NUMBER", help="which; or all")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write a sheet, .pdf or .png")
    parser.add_argument("--answers", action="store_true", help="say the solutions, too")
    parser.add_argument("--check", action="store_true", help="prove that each is what it says")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Do it; what is wrong with a puzzle is an error."""
    chosen = _chosen(given.game, given.numbers)
    if given.sheet is not None:
        from polygames.plots import save_sheet

        files = [str(file) for file in save_sheet(chosen, given.sheet)]
        say(f"written: {', '.join(files)}")
        return {"game": given.game, "files": files}
    wrong = _faults(chosen, say) if given.check else []
    for each in chosen:
        say(each)
        if len(chosen) == 1:
            say(drawing(pg.game(each.game).scene(each.state)))
        if given.answers:
            say(f"  {' '.join(map(str, each.solution))}")
    if given.check:
        say(f"{len(chosen)} puzzles checked: {len(wrong)} faults")
    if wrong:
        raise pg.PolygamesError("; ".join(wrong))
    return {"game": given.game, "puzzles": [_data(each) for each in chosen]}


def _chosen(game: str, numbers: list[int]) -> list[pg.Puzzle]:
    """Return the puzzles with these numbers, or all."""
    every = pg.puzzles(game)
    if any(number > len(every) for number in numbers):
        msg = f"the puzzles of {game} have numbers from 1 to {len(every)}"
        raise pg.OptionError(msg)
    return [every[number - 1] for number in numbers] if numbers else list(every)


def _faults(chosen: list[pg.Puzzle], say: Say) -> list[str]:
    """Check puzzles; at an interrupt say how many were checked, and what was wrong with them."""
    from polygames.search.puzzles.making import faults

    wrong: list[str] = []
    for checked, each in enumerate(chosen):
        try:
            wrong += [f"{each.game} {each.number}: {fault}" for fault in faults(each)]
        except KeyboardInterrupt:
            found = "; ".join([f"{len(wrong)} faults", *wrong])
            say(f"interrupted: {checked} of {len(chosen)} puzzles checked: {found}")
            raise
    return wrong


def _data(puzzle: pg.Puzzle) -> dict[str, Any]:
    names = ("number", "text", "task", "theme", "difficulty", "value", "second")
    solution = [str(move) for move in puzzle.solution]
    return {name: getattr(puzzle, name) for name in names} | {"solution": solution}
