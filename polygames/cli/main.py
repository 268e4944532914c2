"""The command line: which commands there are, and how one ends.

The exit code is 0, 1 for what cannot be done, 2 for a command line that cannot be read, 130 after
Ctrl-C and 141 if nobody reads on. A command that keeps what it has after Ctrl-C says it first.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli import listing
from polygames.runtime.interrupts import InterruptListener

if TYPE_CHECKING:
    from types import ModuleType

COMMANDS = {
    "games": "listing",
    "play": "play",
    "analyse": "analyse",
    "review": "review",
    "solve": "solve",
    "perft": "perft",
    "puzzles": "puzzles",
    "page": "page",
    "class": "classroom",
    "match": "match",
    "tournament": "tournament",
    "notebooks": "notebooks",
    "bench": "bench",
    "warm": "warm",
    "doctor": "doctor",
}
"""The commands, and the files that do them."""


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and do what it says."""
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    command: Any = given.command
    if rest and not hasattr(command, "read"):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if hasattr(command, "read"):
        command.read(given, rest)
    try:
        with InterruptListener() as listener:
            data = command.run(given, _quiet if given.json else _say)
            is_interrupted = listener.heard  # also one after which a command says what it has
        if given.json:
            print(json.dumps(data, indent=1, default=str))  # noqa: T201 - a command
        print(end="", flush=True)  # noqa: T201 - here, where a closed pipe is noticed
        if is_interrupted:
            sys.exit(130)
    except BrokenPipeError:  # whoever reads has seen enough, as `head` has
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


def _quiet(text: object) -> None:
    """Say nothing: the data is printed at the end."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="polygames", description=(pg.__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--version", action="version", version=f"polygames {pg.__version__}")
    parser.set_defaults(command=listing, json=False)  # without a command: the games
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, file in COMMANDS.items():
        command: ModuleType = import_module(f"polygames.cli.{file}")
        what = (command.__doc__ or "").strip()
        part = commands.add_parser(
            name,
            help=what.partition("\n")[0],
            description=what,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        part.set_defaults(command=command)
        part.add_argument("--json", action="store_true", help="print data for programs")
        command.add(part)
    return parser
