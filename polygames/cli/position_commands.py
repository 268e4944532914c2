"""Commands that analyse, prove, review or display a position, a record or a puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polygames as pg
from polygames.cli.arguments import add_start, parse_count, start_record
from polygames.core.registry import games
from polygames.scene.text_picture import draw_as_text
from polygames.search.review import annotate
from polygames.study.batch_review import review_all

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from polygames.cli.arguments import PrintLine

T = TypeVar("T")


def _run_search(search: Callable[..., T], start: Any, **options: Any) -> T:
    """Return the result of a search; after Ctrl-C, the partial result."""
    try:
        return search(start, **options)
    except pg.Interrupted as stopped:
        result: T = stopped.result
        return result


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``solve``: a position and the search time."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to search (10)")


def solve(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Prove the value of a position with best play.

    The exit code is 0 also if it was not proved in time; the value then is none.
    """
    state = start_record(args).state
    found = _run_search(pg.solve, state, seconds=args.seconds, progress=not args.json)
    print_line(found)
    data = {name: getattr(found, name) for name in ("value", "unit", "nodes", "note")}
    best = None if found.best is None else str(found.best)
    return {"game": state.game, **data, "best": best, "line": [*map(str, found.line)]}


def add_analyse(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``analyse``: a position, the search time and a seed."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to think (2)")
    parser.add_argument("--seed", type=int, default=0)


def analyse(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Print the value of each move of a position, with its interval or "proved"."""
    state = start_record(args).state
    options = {"seconds": args.seconds, "seed": args.seed, "progress": not args.json}
    found = _run_search(pg.analyse, state, **options)
    print_line(found)
    names = ("value", "low", "high", "proved")
    moves = [
        {"move": str(each.move)} | {name: getattr(each, name) for name in names}
        for each in found.moves
    ]
    whose = {"game": state.game, "ply": state.ply, "turn": state.turn}
    return {**whose, "unit": found.unit, "note": found.note, "moves": moves}


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``review``: a record, the search time and the output."""
    add_start(parser)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position (0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", help="an agent that grows a tree, to judge by")
    parser.add_argument("--branches", action="store_true", help="look at the branches, too")
    parser.add_argument("--workers", type=int, help="processes; -1 is one for each core")
    parser.add_argument("--save", type=Path, metavar="F", help="write the record with the review")


def review(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Review the moves of a record: the loss of each move, and the best move.

    With --save the record is written again with it. Of a folder all games are reviewed, and the
    puzzles of a class are left out.
    """
    if Path(args.start).is_dir():
        return _review_all(args, print_line)
    record = start_record(args)
    if not record.root.children:
        msg = f"{args.start} has no moves to review: name a record with moves"
        raise pg.RecordError(msg)
    options = {n: getattr(args, n) for n in ("seconds", "seed", "agent", "branches", "workers")}
    found = _run_search(pg.review, record, progress=not args.json, **options)
    print_line(found)
    if args.save:
        annotate(found, record)
        print_line(f"saved as {record.save(args.save)}")
    return found.to_dict()


def _review_all(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Review the games of a folder; return their number, and the mistakes as rows."""
    options = {"seconds": args.seconds, "seed": args.seed, "workers": args.workers, "keep": None}
    games = pg.collection(args.start)
    found = _run_search(review_all, games, progress=not args.json, **options)
    print_line(found)
    for row in (rows := [each.row() for each in found.mistakes]):
        print_line(
            "{file} {ply}, {player}: {move}, {verdict}, lost {loss:g}; best: {best}".format(**row)
        )
    return {"games": len(found.games), "puzzles": found.puzzles, "mistakes": rows}


def add_perft(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``perft``: a position and a depth."""
    add_start(parser)
    parser.add_argument("depth", type=parse_count)


def perft(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Count the move sequences of each length up to a depth."""
    state = start_record(args).state
    if not state.legal_moves.finite:
        msg = f"perft cannot count the moves of {state.game}: there are infinitely many"
        raise pg.OptionError(msg)
    counts = []
    for depth in range(1, args.depth + 1):
        counts.append(pg.perft(state, depth, progress=not args.json))
        print_line(f"{depth} {counts[-1]}")
    return {"game": state.game, "counts": counts}


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``page``: a record or puzzle, and the file to write."""
    add_start(parser)
    add = parser.add_argument
    add("--save", type=Path, metavar="F", default=Path("game.html"), help="the page (game.html)")
    add("--puzzle", type=parse_count, metavar="N", help="puzzle N of the game that is named")


def page(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Save a record as a self-contained HTML page with its moves, branches, comments and values.

    "page polygon --puzzle 7" makes one of a puzzle, which answers each move.
    """
    shown = _select_puzzles(args.start, [args.puzzle])[0] if args.puzzle else start_record(args)
    saved = shown.save_html(args.save)
    print_line(f"saved as {saved}")
    return {"page": str(saved), "bytes": saved.stat().st_size}


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``puzzles``: a game, the puzzles, and the action."""
    parser.add_argument("game", choices=games(), metavar="GAME", help=", ".join(games()))
    parser.add_argument(
        "numbers", type=parse_count, nargs="*", metavar="NUMBER", help="which; or all"
    )
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write a sheet, .pdf or .png")
    parser.add_argument("--answers", action="store_true", help="say the solutions, too")
    parser.add_argument("--check", action="store_true", help="prove that each is what it says")


def puzzles(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """List the puzzles of a game, show one, check them, or write a sheet to print.

    A sheet is a PDF, or a PNG for each page; the answers are on pages of their own.
    """
    chosen = _select_puzzles(args.game, args.numbers)
    if args.sheet is not None:
        from polygames.plots import save_sheet

        files = [str(file) for file in save_sheet(chosen, args.sheet)]
        print_line(f"written: {', '.join(files)}")
        return {"game": args.game, "files": files}
    wrong = _find_faults(chosen, print_line) if args.check else []
    for each in chosen:
        print_line(each)
        if len(chosen) == 1:
            print_line(draw_as_text(pg.game(each.game).scene(each.state)))
        if args.answers:
            print_line(f"  {' '.join(map(str, each.solution))}")
    if args.check:
        print_line(f"{len(chosen)} puzzles checked: {len(wrong)} faults")
    if wrong:
        raise pg.PolygamesError("; ".join(wrong))
    return {"game": args.game, "puzzles": [_puzzle_data(each) for each in chosen]}


def _select_puzzles(game: str, numbers: list[int]) -> list[pg.Puzzle]:
    """Return the puzzles of a game with these numbers, or all if no numbers are given."""
    every = pg.puzzles(game)
    if any(number > len(every) for number in numbers):
        msg = f"the number of a puzzle of {game} must be from 1 to {len(every)}, not {max(numbers)}"
        raise pg.OptionError(msg)
    return [every[number - 1] for number in numbers] if numbers else list(every)


def _find_faults(selection: list[pg.Puzzle], print_line: PrintLine) -> list[str]:
    """Return the faults of puzzles; on an interrupt, print the faults so far and raise."""
    from polygames.search.puzzles.generator import find_faults

    wrong: list[str] = []
    for checked, each in enumerate(selection):
        try:
            wrong += [f"{each.game} {each.number}: {fault}" for fault in find_faults(each)]
        except KeyboardInterrupt:
            found = "; ".join([f"{len(wrong)} faults", *wrong])
            print_line(f"interrupted: {checked} of {len(selection)} puzzles checked: {found}")
            raise
    return wrong


def _puzzle_data(puzzle: pg.Puzzle) -> dict[str, Any]:
    names = ("number", "text", "task", "theme", "difficulty", "value", "second")
    solution = [str(move) for move in puzzle.solution]
    return {name: getattr(puzzle, name) for name in names} | {"solution": solution}
