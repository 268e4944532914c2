"""The command line: the table of commands, the parser, and the exit codes.

The exit code is 0 for success, 1 for an error, 2 for a command line that cannot be parsed, 130
after Ctrl-C, and 141 after a closed pipe. After Ctrl-C some commands print a partial result first.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from inspect import getdoc
from typing import TYPE_CHECKING, Any, NamedTuple

import polygames as pg
from polygames.cli import classroom, machine, play, positions, series
from polygames.runtime.interrupts import InterruptListener

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.cli.words import Say


class Command(NamedTuple):
    """A command; the docstring of its function `run` is its help."""

    run: Callable[[argparse.Namespace, Say], Any]
    add: Callable[[argparse.ArgumentParser], None] = lambda _: None
    """Adds its arguments to the parser."""
    read: Callable[[argparse.Namespace, list[str]], None] | None = None
    """Parses the arguments left over by argparse, if the command accepts any."""
    after: str = ""
    """The text below the help."""


COMMANDS = {
    "games": Command(machine.list_games),
    "play": Command(play.run, play.add, after=play.HELP_TEXT),
    "analyse": Command(positions.analyse, positions.add_analyse),
    "review": Command(positions.review, positions.add_review),
    "solve": Command(positions.solve, positions.add_solve),
    "perft": Command(positions.perft, positions.add_perft),
    "puzzles": Command(positions.puzzles, positions.add_puzzles),
    "page": Command(positions.page, positions.add_page),
    "class": Command(classroom.run, classroom.add),
    "match": Command(series.match, series.add_match),
    "tournament": Command(series.tournament, series.add_tournament),
    "notebooks": Command(machine.copy_notebooks, machine.add_notebooks),
    "bench": Command(series.bench, series.add_bench, series.read_bench),
    "warm": Command(machine.warm),
    "doctor": Command(machine.doctor, machine.add_doctor),
}


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line and run the command; exit with a nonzero code on failure."""
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    command: Command = given.command
    if command.read is not None:
        command.read(given, rest)
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        with InterruptListener() as listener:
            data = command.run(given, (lambda _: None) if given.json else _say)
            is_interrupted = listener.heard  # also if the command has handled the interrupt
        if given.json:
            print(json.dumps(data, indent=1, default=str))  # noqa: T201 - a command
        print(end="", flush=True)  # noqa: T201 - here, where a closed pipe is noticed
        if is_interrupted:
            sys.exit(130)
    except BrokenPipeError:  # the reader has closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except pg.Interrupted as stopped:
        result = stopped.result
        print(json.dumps(result.to_dict(), indent=1) if given.json else result)  # noqa: T201 - a command
        sys.exit(130)
    except KeyboardInterrupt:
        sys.exit(130)
    except (pg.PolygamesError, OSError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")


def _say(text: object) -> None:
    print(text, flush=True)  # noqa: T201 - a command


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="polygames", description=(pg.__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--version", action="version", version=f"polygames {pg.__version__}")
    parser.set_defaults(command=COMMANDS["games"], json=False)  # without a command: the games
    as_data: dict[str, Any] = {"action": "store_true", "help": "print data for programs"}
    parser.add_argument("--json", **as_data)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        what = getdoc(command.run) or ""
        part = commands.add_parser(
            name,
            help=what.partition("\n")[0],
            description=f"{what}\n\n{command.after}".rstrip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        part.set_defaults(command=command)
        part.add_argument("--json", **as_data, default=argparse.SUPPRESS)
        command.add(part)
    return parser
