"""The command that opens a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.classroom.opening import classroom
from polygames.classroom.pages.server import qr_text
from polygames.classroom.room.setting import DICE_MODES
from polygames.cli.words import add_options, count, record_of
from polygames.core.lazy import missing
from polygames.search.puzzles.puzzle import puzzle_of

if TYPE_CHECKING:
    import argparse

    from polygames.classroom.opening import Classroom
    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command: a game and the settings of the class."""
    add = parser.add_argument
    add("start", nargs="?", metavar="START", help="a game, or a file with a record or a position")
    add("--ply", type=int, help="of a record: the position after so many moves")
    add("--puzzle", type=count, metavar="N", help="begin all tables from a puzzle of the game")
    add("--lan", action="store_true", help="let other computers of the network in")
    what = "let pupils in through the Jupyter server of this terminal (on a hub it is so anyway)"
    add("--jupyter", action="store_true", default=None, help=what)
    add("--port", type=int, help="where the server listens (8765, or the next free one)")
    add("--level", type=int, metavar="N", help="everybody plays the computer at this level")
    add("--minutes", type=float, metavar="M", help="what each player has on the clock")
    add("--dice", choices=DICE_MODES, default="each", help="wall: the teacher throws them for all")
    add("--wait", action="store_true", help="nobody sits down before you pair them")
    add("--folder", type=Path, metavar="F", help="where everything is kept (a new one)")
    add("--go-on", type=Path, metavar="F", help="go on with the class in a folder")
    add_options(parser)
    add("--once", action="store_true", help="open, say so, and close: whether it works here")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Open a class: pupils come with a browser, and the teacher has a wall of all tables.

    It runs until Ctrl-C. Everything is kept in a folder; --go-on FOLDER opens it again.
    """
    if (given.start is None) == (given.go_on is None):
        msg = "name a game, or a folder with --go-on"
        raise pg.OptionError(msg)
    class_ = _open_classroom(given)
    with class_:
        say(words_of(class_))
        facts = {"url": class_.url, "code": class_.code, "wall": class_.wall_url}
        try:
            if not given.once and not given.json:
                _wait()
        except KeyboardInterrupt:
            say("\nThe class is over.")
        if class_.room.ledger.folder is not None:
            class_.save()
            say(f"{class_.room.played} and the results are in {class_.room.ledger.folder}")
    return facts


def words_of(class_: Classroom) -> str:
    """Return the text for the teacher: the addresses, the code and its QR code."""
    where = "  (behind the address of your hub)" if class_.url.startswith("/") else ""
    if class_.server is not None and class_.server.entrance.is_alone:  # no QR code for phones
        where, shown = "  (this computer only; --lan lets the network in)", ""
    else:
        shown = qr_text(class_.invitation) or str(missing("segno", "a QR code"))
        shown = f"{shown}\n\n"
    return (
        f"For the pupils:  {class_.url}{where}\nCode:            {class_.code}\n\n{shown}"
        f"For the teacher: {class_.wall_url}\nEnd with Ctrl-C."
    )


def _open_classroom(given: argparse.Namespace) -> Classroom:
    if given.go_on is not None:
        return classroom(folder=given.go_on, lan=given.lan, jupyter=given.jupyter, port=given.port)
    return classroom(
        record_of(given) if given.puzzle is None else puzzle_of(given.start, given.puzzle),
        folder="auto" if given.folder is None else given.folder,
        level=given.level,
        minutes=given.minutes,
        dice=given.dice,
        sits=not given.wait,
        lan=given.lan,
        jupyter=given.jupyter,
        port=given.port,
    )


def _wait() -> None:
    """Wait for Ctrl-C."""
    from threading import Event

    while True:  # without a timeout, Ctrl-C is ignored on some systems
        Event().wait(3600)
