"""Let an agent play seeded games, write what came of each to a file, and say how good it is.

A game may have options of its own here, such as --pad B in Splitter.
"""

from __future__ import annotations

import argparse
import inspect
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import count, dictionary
from polygames.core.lazy import Lazy
from polygames.core.registry import games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, an agent, and where to write."""
    known = [game for game in games() if _has_bench(game)]
    parser.add_argument("game", choices=known, metavar="GAME", help=", ".join(known))
    parser.add_argument("--out", type=Path, help="the file to write: GAME-bench.json")
    parser.add_argument("--games", type=count, default=200)
    parser.add_argument("--agent")
    parser.add_argument(
        "--options", type=dictionary, default={}, help="options of the agent, as JSON"
    )


def read(given: argparse.Namespace, words: list[str]) -> None:
    """Read the options that only one game's bench has, each by its default there."""
    plug = pg.game(given.game).engine.bench
    given.plug = plug.load() if isinstance(plug, Lazy) else plug
    parameters = inspect.signature(given.plug).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
    own = argparse.ArgumentParser(prog=f"polygames bench {given.game}")
    for name, default in defaults.items():
        if isinstance(default, str | int | float) and name not in {*vars(given), "progress"}:
            own.add_argument(f"--{name}", type=type(default), default=default)
    given.own = vars(own.parse_args(words))
    given.agent = given.agent or defaults["agent"]
    given.out = given.out or Path(f"{given.game}-bench.json")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play, write and say."""
    info: pg.GameInfo = pg.game(given.game)
    play: Callable[..., Mapping[str, Any]] = given.plug
    info.agent(given.agent, **given.options)
    out: Path = given.out
    if out.is_dir() or not out.parent.is_dir():  # not found out when all games are played
        msg = f"{str(out)!r} is no file that can be written"
        raise pg.OptionError(msg)
    asked = {"games": given.games, "agent": given.agent}
    figures = dict(play(out, **asked, **given.own, **given.options))
    for name, figure in figures.items():
        if not name.endswith("by seed"):  # those are for the file
            say(f"{name}: {figure}")
    return figures


def _has_bench(name: str) -> bool:
    with suppress(pg.OptionError):  # who asks for a game that cannot be loaded is told then
        return pg.game(name).engine.bench is not None
    return False
