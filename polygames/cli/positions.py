"""Commands that analyse, prove, review or display a position, a record or a puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polygames as pg
from polygames.cli.words import add_start, count, record_of
from polygames.core.registry import games
from polygames.scene.drawing import drawing
from polygames.search.review import annotate
from polygames.study.reviewing import review_all

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from polygames.cli.words import Say

T = TypeVar("T")


def _result_of(search: Callable[..., T], start: Any, **options: Any) -> T:
    """Return the result of a search; after Ctrl-C, the partial result."""
    try:
        return search(start, **options)
    except pg.Interrupted as stopped:
        result: T = stopped.result
        return result


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a position and the search time."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to search (10)")


def solve(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Prove what a position is worth with best play.

    The exit code is 0 also if it was not proved in time; the value then is none.
    """
    state = record_of(given).state
    found = _result_of(pg.solve, state, seconds=given.seconds, progress=not given.json)
    say(found)
    data = {name: getattr(found, name) for name in ("value", "unit", "nodes", "note")}
    best = None if found.best is None else str(found.best)
    return {"game": state.game, **data, "best": best, "line": [*map(str, found.line)]}


def add_analyse(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a position, the search time and a seed."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to think (2)")
    parser.add_argument("--seed", type=int, default=0)


def analyse(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Say what each move of a position is worth, and how sure that is."""
    state = record_of(given).state
    options = {"seconds": given.seconds, "seed": given.seed, "progress": not given.json}
    found = _result_of(pg.analyse, state, **options)
    say(found)
    names = ("value", "low", "high", "proved")
    moves = [
        {"move": str(each.move)} | {name: getattr(each, name) for name in names}
        for each in found.moves
    ]
    whose = {"game": state.game, "ply": state.ply, "turn": state.turn}
    return {**whose, "unit": found.unit, "note": found.note, "moves": moves}


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a record, the search time and the output."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position (0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", help="an agent that grows a tree, to judge by")
    parser.add_argument("--branches", action="store_true", help="look at the branches, too")
    parser.add_argument("--workers", type=int, help="processes; -1 is one for each core")
    parser.add_argument("--save", type=Path, metavar="F", help="write the record with the review")


def review(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Say what every move of a record cost, and what was best.

    With --save the record is written again with it. Of a folder all games are reviewed, and the
    puzzles of a class are left out.
    """
    if Path(given.start).is_dir():
        return _review_all(given, say)
    record = record_of(given)
    if not record.root.children:
        msg = f"{given.start} has no moves to review"
        raise pg.RecordError(msg)
    options = {n: getattr(given, n) for n in ("seconds", "seed", "agent", "branches", "workers")}
    found = _result_of(pg.review, record, progress=not given.json, **options)
    say(found)
    if given.save:
        annotate(found, record)
        say(f"saved as {record.save(given.save)}")
    return found.to_dict()


def _review_all(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Review the games of a folder; return counts and the mistakes."""
    options = {"seconds": given.seconds, "seed": given.seed, "workers": given.workers, "keep": None}
    games = pg.collection(given.start)
    found = _result_of(review_all, games, progress=not given.json, **options)
    say(found)
    for row in (rows := [each.row() for each in found.mistakes]):
        say("{file} {ply}, {player}: {move}, {verdict}, lost {loss:g}; best: {best}".format(**row))
    return {"games": len(found.games), "puzzles": found.puzzles, "mistakes": rows}


def add_perft(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a position and a depth."""
    add_start(parser)
    parser.add_argument("depth", type=count)


def perft(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Count the move sequences of each length up to a depth."""
    state = record_of(given).state
    if not state.legal_moves.finite:
        msg = f"perft counts moves, and those of {state.game} form a continuum"
        raise pg.OptionError(msg)
    counts = []
    for depth in range(1, given.depth + 1):
        counts.append(pg.perft(state, depth, progress=not given.json))
        say(f"{depth} {counts[-1]}")
    return {"game": state.game, "counts": counts}


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a record or puzzle, and the file to write."""
    add_start(parser)
    add = parser.add_argument
    add("--save", type=Path, metavar="F", default=Path("game.html"), help="the page (game.html)")
    add("--puzzle", type=count, metavar="N", help="puzzle N of the game that is named")


def page(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Save a record as an HTML page that needs nothing else: steps, branches, comments, values.

    "page polygon --puzzle 7" makes one of a puzzle, which answers each move.
    """
    shown = _chosen(given.start, [given.puzzle])[0] if given.puzzle else record_of(given)
    saved = shown.save_html(given.save)
    say(f"saved as {saved}")
    return {"page": str(saved), "bytes": saved.stat().st_size}


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a game, the puzzles, and the action."""
    parser.add_argument("game", choices=games(), metavar="GAME", help=", ".join(games()))
    parser.add_argument("numbers", type=count, nargs="*", metavar="NUMBER", help="which; or all")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write a sheet, .pdf or .png")
    parser.add_argument("--answers", action="store_true", help="say the solutions, too")
    parser.add_argument("--check", action="store_true", help="prove that each is what it says")


def puzzles(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """List the puzzles of a game, show one, check them, or write a sheet to print.

    A sheet is a PDF, or a PNG for each page; the answers are on pages of their own.
    """
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
    """Return the faults of puzzles; on an interrupt, print the faults so far and raise."""
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
