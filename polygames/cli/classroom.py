"""The command that opens a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.classroom.opening import classroom
from polygames.classroom.room.setting import DICE_MODES
from polygames.cli.arguments import add_options, game_options, parse_count, start_record
from polygames.core.lazy_imports import missing_library_error
from polygames.search.puzzles.puzzle import find_puzzle
from polygames.view.qr_code import qr_text

if TYPE_CHECKING:
    import argparse

    from polygames.classroom.opening import Classroom
    from polygames.cli.arguments import PrintLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``class``: a game and the settings of the class."""
    add = parser.add_argument
    add("start", nargs="?", metavar="START", help="a game, or a file with a record or a position")
    add("--ply", type=int, help="of a record: the position after so many moves")
    add(
        "--puzzle", type=parse_count, metavar="N", help="begin all tables from a puzzle of the game"
    )
    add("--lan", action="store_true", help="let other computers of the network in")
    what = "let pupils in through the Jupyter server of this terminal (on a hub it is so anyway)"
    add("--jupyter", action="store_true", default=None, help=what)
    add("--port", type=int, help="where the server listens (8765, or the next free one)")
    add("--level", type=int, metavar="N", help="everybody plays the computer at this level")
    add("--minutes", type=float, metavar="M", help="what each player has on the clock")
    add("--dice", choices=DICE_MODES, default="each", help="wall: the teacher throws them for all")
    add("--lesson", type=Path, metavar="F", help="a file with the game and the steps of a lesson")
    add("--wait", action="store_true", help="nobody sits down before you pair them")
    add("--folder", type=Path, metavar="F", help="where everything is kept (a new one)")
    add("--go-on", type=Path, metavar="F", help="go on with the class in a folder")
    add_options(parser)
    add("--once", action="store_true", help="open, say so, and close: whether it works here")


def run_class(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Open a class: pupils play in browsers, and the teacher has a dashboard (wall) of all tables.

    It runs until Ctrl-C. Everything is kept in a folder; --go-on FOLDER opens it again.
    """
    named = [each for each in (args.start, args.lesson, args.go_on) if each is not None]
    if not named:
        msg = "no game is given: name one, or a folder with --go-on, or a lesson with --lesson"
        raise pg.OptionError(msg)
    if len(named) > 1:
        msg = "a game, --lesson and --go-on exclude each other: name only one of them"
        raise pg.OptionError(msg)
    class_ = _open_classroom(args)
    with class_:
        print_line(class_text(class_))
        facts = {"url": class_.url, "code": class_.code, "wall": class_.wall_url}
        try:
            if not args.once and not args.json:
                _wait_for_interrupt()
        except KeyboardInterrupt:
            print_line("\nThe class is over.")
        if class_.room.ledger.folder is not None:
            class_.save()
            print_line(
                f"{class_.room.games_text} and the results are in {class_.room.ledger.folder}"
            )
    return facts


def class_text(class_: Classroom) -> str:
    """Return the text that the command prints: the addresses, the code and its QR code."""
    where = "  (behind the address of your hub)" if class_.url.startswith("/") else ""
    if class_.server is not None and class_.server.entrance.is_local_only:  # no QR code for phones
        where, shown = "  (this computer only; --lan lets the network in)", ""
    else:
        shown = qr_text(class_.invitation) or str(missing_library_error("segno", "a QR code"))
        shown = f"{shown}\n\n"
    return (
        f"For the pupils:  {class_.url}{where}\nCode:            {class_.code}\n\n{shown}"
        f"For the teacher: {class_.wall_url}\nEnd with Ctrl-C."
    )


def _open_classroom(args: argparse.Namespace) -> Classroom:
    if args.go_on is not None:
        return classroom(folder=args.go_on, lan=args.lan, jupyter=args.jupyter, port=args.port)
    if args.lesson is not None and (game_options(args) or args.puzzle or args.ply):
        msg = "the lesson file names its game, options and puzzles: leave out the others"
        raise pg.OptionError(msg)
    source = None
    if args.start is not None:
        source = start_record(args) if args.puzzle is None else find_puzzle(args.start, args.puzzle)
    return classroom(
        source,
        lesson=args.lesson,
        folder="auto" if args.folder is None else args.folder,
        level=args.level,
        minutes=args.minutes,
        dice=args.dice,
        sits=not args.wait,
        lan=args.lan,
        jupyter=args.jupyter,
        port=args.port,
    )


def _wait_for_interrupt() -> None:
    """Wait for Ctrl-C."""
    from threading import Event

    while True:  # without a timeout, Ctrl-C is ignored on some systems
        Event().wait(3600)
