"""Commands that analyse, prove or review a position or a record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import polygames as pg
from polygames.classroom.progress import (
    find_lesson_folders,
    progress_rows,
    progress_text,
    read_lesson_tables,
)
from polygames.classroom.room.results import to_csv
from polygames.cli.arguments import add_start, start_record
from polygames.core.descriptions import count_text
from polygames.records.atomic_files import write_atomically
from polygames.search.review import annotate
from polygames.study.batch_review import review_all

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from polygames.cli.arguments import PrintLine
    from polygames.study.batch_review import Reviews
    from polygames.study.collection import Collection

REVIEW_SAVE_HELP: Final = (
    "write the record with the review; of the folders of classes, the progress as CSV"
)

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
    more = "more files or folders, as those of several lessons of a class"
    parser.add_argument("more", nargs="*", type=Path, metavar="MORE", help=more)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position (0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", help="an agent that grows a tree, to judge by")
    parser.add_argument("--branches", action="store_true", help="look at the branches, too")
    parser.add_argument("--workers", type=int, help="processes; -1 is one for each core")
    parser.add_argument("--save", type=Path, metavar="F", help=REVIEW_SAVE_HELP)


def review(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Review the moves of a record, showing the loss of each move and the best alternative.

    With --save the record is written again with it. Of a folder all games are reviewed, and the
    puzzles and cancelled games of a class are left out. Of the folders of several lessons, or a
    folder with them, each pupil's progress is shown; --save writes it as CSV for a spreadsheet.
    """
    if args.more or Path(args.start).is_dir():
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
    """Review all games in a folder; return the number of games, the mistakes, and their sums."""
    options = {"seconds": args.seconds, "seed": args.seed, "workers": args.workers, "folder": None}
    paths = [Path(args.start), *args.more]
    folders = find_lesson_folders(paths)
    if args.save and not folders:
        msg = f"--save needs a record, or the folder of a class: {args.start} has no class"
        raise pg.OptionError(msg)
    lessons = read_lesson_tables(folders) if len(folders) > 1 or args.save else []
    games = _collect(paths)
    found = _run_search(review_all, games, progress=not args.json, **options)
    print_line(found)
    for row in (rows := [each.row() for each in found.mistakes]):
        print_line(
            "{file} {ply}, {player}: {said}, {verdict}, lost {loss:g}; best: {best_said}".format(
                **row
            )
        )
    players = _player_sums(found)
    for row in players:
        kinds = ", ".join(f"{count} {kind}" for kind, count in row["kinds"].items())
        sums = f"{count_text(row['mistakes'], 'mistake')} in {count_text(row['moves'], 'move')}"
        print_line(
            f"{row['player']}: {sums}" + (f", lost {row['loss']:g} ({kinds})" if kinds else "")
        )
    if progress := progress_rows(lessons, found):
        print_line(
            f"Progress over {count_text(len(lessons), 'lesson')}:\n{progress_text(progress)}"
        )
    if args.save:
        print_line(f"saved as {write_atomically(args.save, to_csv(progress))}")
    return {
        "games": len(found.games),
        "puzzles": found.puzzles,
        "cancelled": found.cancelled,
        "mistakes": rows,
        "players": players,
        "kinds": found.by("kind"),
        "progress": progress,
    }


def _collect(paths: Sequence[Path]) -> Collection:
    """Return the games in some files and folders; a name begins with the folder if there are more.

    The games of two classes have the same names.
    """
    if len(paths) == 1:
        return pg.collection(paths[0])
    return pg.collection(
        [
            replace(each, name=f"{path.resolve().name}/{each.name}") if path.is_dir() else each
            for path in paths
            for each in pg.collection(path)
        ]
    )


def _player_sums(found: Reviews) -> list[dict[str, Any]]:
    """Return the sums of each player, and the number of mistakes of each kind, as rows."""
    rows, mistakes = found.by("player"), found.mistakes
    kinds = {
        row["player"]: Counter(each.kind for each in mistakes if each.player == row["player"])
        for row in rows
    }
    return [row | {"kinds": dict(kinds[row["player"]].most_common())} for row in rows]
