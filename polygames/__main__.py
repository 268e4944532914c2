"""Commands: ``python -m polygames warm``, ``games``, ``perft GAME DEPTH``, ``bench GAME``.

The exit code is 2 for a command line that cannot be read, 1 for what cannot be done, 130 after
Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import polygames as pg
from polygames.core.errors import OptionError
from polygames.core.options import whole
from polygames.core.protocol import CHANCE
from polygames.core.registry import games
from polygames.search.playouts import playouts


def warm(_: argparse.Namespace) -> None:
    """Compile what is compiled at first use, and make the cache of fonts."""
    from polygames.plots.png import png
    from polygames.search.kernels import kernel_of

    for name in games():
        start = perf_counter()
        info = pg.game(name)
        state = info.new()
        if kernel_of(state) is not None:
            playouts(state, games=1)
        while state.turn == CHANCE:
            state = state.play(state.legal_moves.sample(Random(0)))
        for agent in info.agents:
            info.agent(agent).choose(state, Random(0))
        png(state)  # reads the fonts of this machine
        print(f"{name}: warm after {perf_counter() - start:.1f} s")  # noqa: T201 - a command


def list_games(_: argparse.Namespace) -> None:
    """List the games with their agents and presets."""
    for name in games():
        info = pg.game(name)
        print(f"{name}: {info.summary}")  # noqa: T201 - a command
        print(f"  agents: {', '.join(info.agents)}")  # noqa: T201 - a command
        if info.presets:
            print(f"  presets: {', '.join(info.presets)}")  # noqa: T201 - a command


def perft(arguments: argparse.Namespace) -> None:
    """Count the move sequences of each length up to a depth."""
    state = pg.new(arguments.game, preset=arguments.preset)
    if not state.legal_moves.finite:
        msg = f"perft counts moves, and those of {arguments.game} form a continuum"
        raise OptionError(msg)
    for depth in range(1, arguments.depth + 1):
        print(depth, pg.perft(state, depth), flush=True)  # noqa: T201 - a command


def bench(arguments: argparse.Namespace) -> None:
    """Play seeded games alone, write seeds and totals to a file, and say how good they are."""
    pg.agent(arguments.agent, game=arguments.game, **arguments.options)
    out = arguments.out
    if out.is_dir() or not out.parent.is_dir():  # not found out when all games are played
        msg = f"{str(out)!r} is no file that can be written"
        raise OptionError(msg)
    play = import_module(f"polygames.games.{arguments.game}.bench").bench
    chosen = {"games": arguments.games, "agent": arguments.agent, "pad": arguments.pad}
    for name, figure in play(out, **chosen, **arguments.options).items():
        if not name.endswith("by seed"):  # those are for the file
            print(f"{name}: {figure}")  # noqa: T201 - a command


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and do what it says."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        chosen.command(chosen)
        print(end="", flush=True)  # noqa: T201 - here, where a closed pipe is noticed
    except BrokenPipeError:  # whoever reads has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except KeyboardInterrupt:
        sys.exit(130)
    except (pg.PolygamesError, OSError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="polygames", description=pg.__doc__)
    commands = parser.add_subparsers(required=True)
    known = {"warm": warm, "games": list_games, "perft": perft, "bench": bench}
    for name, command in known.items():
        what = (command.__doc__ or "").strip()
        part = commands.add_parser(name, help=what, description=what)
        part.set_defaults(command=command)
        if command is perft:
            part.add_argument("game", choices=games())
            part.add_argument("depth", type=_count)
            part.add_argument("--preset")
        if command is bench:
            part.add_argument("game", choices=["splitter"])
            part.add_argument(
                "--out", type=Path, default="splitter-bench.json", help="the file to write"
            )
            part.add_argument("--games", type=_count, default=200)
            part.add_argument("--agent", default="expectimax")
            part.add_argument("--pad", default="A")
            part.add_argument(
                "--options", type=_options, default={}, help="options of the agent, as JSON"
            )
    return parser


def _count(text: str) -> int:
    try:
        return whole("the number", int(text) if text.isdecimal() else text, 1)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        msg = f"not JSON: {text!r}: {error}"
        raise argparse.ArgumentTypeError(msg) from error
    if not isinstance(found, dict):
        msg = f'not options as JSON, such as {{"top": 4}}: {text!r}'
        raise argparse.ArgumentTypeError(msg)
    return found


if __name__ == "__main__":
    main()
