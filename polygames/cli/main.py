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
from polygames.cli import arena_commands, classroom, installation, marking, play, position_commands
from polygames.runtime.interrupts import InterruptListener

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.cli.arguments import PrintLine


class Command(NamedTuple):
    """A command of the command line; the docstring of its function `run` is its help text."""

    run: Callable[[argparse.Namespace, PrintLine], Any]
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda _: None
    """Adds its arguments to the parser."""
    epilog: str = ""
    """The text below the help."""


COMMANDS = {
    "games": Command(installation.list_games),
    "play": Command(play.play_in_terminal, play.add_arguments, epilog=play.HELP_TEXT),
    "analyse": Command(position_commands.analyse, position_commands.add_analyse),
    "review": Command(position_commands.review, position_commands.add_review),
    "solve": Command(position_commands.solve, position_commands.add_solve),
    "class": Command(classroom.run_class, classroom.add_arguments),
    "match": Command(arena_commands.match, arena_commands.add_match),
    "tournament": Command(arena_commands.tournament, arena_commands.add_tournament),
    "mark": Command(marking.mark, marking.add_arguments),
    "notebooks": Command(installation.copy_notebooks, installation.add_notebooks),
    "doctor": Command(installation.doctor, installation.add_doctor),
}


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line and run the command; exit with a nonzero code on failure."""
    parser = _create_parser()
    given = parser.parse_args(arguments)
    command: Command = given.command
    try:
        with InterruptListener() as listener:
            data = command.run(given, (lambda _: None) if given.json else _print_line)
            is_interrupted = (
                listener.was_interrupted
            )  # also if the command has handled the interrupt
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


def _print_line(text: object) -> None:
    print(text, flush=True)  # noqa: T201 - a command


def _create_parser() -> argparse.ArgumentParser:
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
            description=f"{what}\n\n{command.epilog}".rstrip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        part.set_defaults(command=command)
        part.add_argument("--json", **as_data, default=argparse.SUPPRESS)
        command.add_arguments(part)
    return parser
