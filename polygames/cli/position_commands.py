"""Commands that analyse, prove or review a position or a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polygames as pg
from polygames.cli.arguments import add_start, start_record
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
    """Review the moves of a record, showing the loss of each move and the best alternative.

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
    """Review all games in a folder; return the number of games, and the mistakes as rows."""
    options = {"seconds": args.seconds, "seed": args.seed, "workers": args.workers, "folder": None}
    games = pg.collection(args.start)
    found = _run_search(review_all, games, progress=not args.json, **options)
    print_line(found)
    for row in (rows := [each.row() for each in found.mistakes]):
        print_line(
            "{file} {ply}, {player}: {move}, {verdict}, lost {loss:g}; best: {best}".format(**row)
        )
    return {"games": len(found.games), "puzzles": found.puzzles, "mistakes": rows}
