"""Commands: ``python -m polygames warm``, ``games``, ``perft GAME DEPTH``, ``bench GAME``.

The exit code is 2 for a command line that cannot be read, 1 for what cannot be done, 130 after
Ctrl-C.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy
from polygames.core.options import whole
from polygames.core.protocol import CHANCE
from polygames.core.registry import games
from polygames.search.playouts import playouts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.plugs import Bench


def warm(_: argparse.Namespace) -> None:
    """Compile what is compiled at first use, and make the cache of fonts."""
    from polygames.plots.png import png
    from polygames.search.kernels import kernel_of

    for name, info in _known():
        start = perf_counter()
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
    for name, info in _known():
        print(f"{name}: {info.summary}")  # noqa: T201 - a command
        print(f"  agents: {', '.join(info.agents) or 'none'}")  # noqa: T201 - a command
        if info.presets:
            print(f"  presets: {', '.join(info.presets)}")  # noqa: T201 - a command


def _known() -> Iterator[tuple[str, pg.GameInfo]]:
    """Yield the games by name; one that cannot be loaded is told, and left out."""
    for name in games():
        try:
            info = pg.game(name)
        except OptionError as error:
            print(error, file=sys.stderr)  # noqa: T201 - a command
        else:
            yield name, info


def perft(arguments: argparse.Namespace) -> None:
    """Count the move sequences of each length up to a depth."""
    state = pg.new(arguments.game, preset=arguments.preset)
    if not state.legal_moves.finite:
        msg = f"perft counts moves, and those of {arguments.game} form a continuum"
        raise OptionError(msg)
    for depth in range(1, arguments.depth + 1):
        print(depth, pg.perft(state, depth), flush=True)  # noqa: T201 - a command


def bench(arguments: argparse.Namespace) -> None:
    """Let an agent play seeded games, write what came of each to a file, and say how good it is.

    A game may have options of its own here, such as ``--pad B`` in Splitter.
    """
    info: pg.GameInfo = pg.game(arguments.game)
    play: Bench = arguments.plug
    info.agent(arguments.agent, **arguments.options)
    out: Path = arguments.out
    if out.is_dir() or not out.parent.is_dir():  # not found out when all games are played
        msg = f"{str(out)!r} is no file that can be written"
        raise OptionError(msg)
    asked = {"games": arguments.games, "agent": arguments.agent}
    for name, figure in play(out, **asked, **arguments.own, **arguments.options).items():
        if not name.endswith("by seed"):  # those are for the file
            print(f"{name}: {figure}")  # noqa: T201 - a command


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and do what it says."""
    parser = _parser()
    chosen, words = parser.parse_known_args(arguments)
    if chosen.command is bench:
        _read_bench(chosen, words)
    elif words:
        parser.error(f"unrecognized arguments: {' '.join(words)}")
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
            part.add_argument("game", choices=[game for game in games() if _has_bench(game)])
            part.add_argument("--out", type=Path, help="the file to write: GAME-bench.json")
            part.add_argument("--games", type=_count, default=200)
            part.add_argument("--agent")
            part.add_argument(
                "--options", type=_options, default={}, help="options of the agent, as JSON"
            )
    return parser


def _has_bench(name: str) -> bool:
    with suppress(OptionError):  # who asks for a game that cannot be loaded is told then
        return pg.game(name).bench is not None
    return False


def _read_bench(chosen: argparse.Namespace, words: list[str]) -> None:
    """Read the options that only one game's bench has, each by its default there."""
    plug = pg.game(chosen.game).bench
    chosen.plug = plug.load() if isinstance(plug, Lazy) else plug
    parameters = inspect.signature(chosen.plug).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
    own = argparse.ArgumentParser(prog=f"polygames bench {chosen.game}")
    for name, default in defaults.items():
        if isinstance(default, str | int | float) and name not in {*vars(chosen), "progress"}:
            own.add_argument(f"--{name}", type=type(default), default=default)
    chosen.own = vars(own.parse_args(words))
    chosen.agent = chosen.agent or defaults["agent"]
    chosen.out = chosen.out or Path(f"{chosen.game}-bench.json")


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
