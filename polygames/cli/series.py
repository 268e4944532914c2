"""Commands that let agents play series of games: a match, a tournament, a bench."""

from __future__ import annotations

import argparse
import inspect
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.schedule import PLANS
from polygames.cli.words import add_game, count, dictionary, options_of, players
from polygames.core.lazy import Lazy
from polygames.core.registry import games

if TYPE_CHECKING:
    from polygames.cli.words import Say

COMMON = ("seed", "opening", "openings", "move_seconds", "memory", "on_failure", "file", "workers")
"""What matches and tournaments are given as it stands."""


def add_match(parser: argparse.ArgumentParser) -> None:
    """Take a game, two agents, and how long to play."""
    add_game(parser)
    parser.add_argument("first", type=players, metavar="FIRST")
    parser.add_argument("second", type=players, metavar="SECOND")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of games at most (10)")
    shares = ("LOW", "HIGH")
    what = "stop once the first agent's share is clearly HIGH, or clearly only LOW"
    parser.add_argument("--test", nargs=2, type=float, metavar=shares, help=what)
    _add_common(parser, on_failure="stop")


def match(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Let two agents play pairs of games in which they swap seats.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), or a Python file that was
    handed in (ada.py). With --file an interrupted match goes on where it stood.
    """
    test = tuple(given.test) if given.test else None
    agents = [*given.first, *given.second]
    if len(agents) != 2:  # noqa: PLR2004 - a match
        msg = f"a match is for two agents, and these are {len(agents)}: tournament takes more"
        raise pg.OptionError(msg)
    found = pg.match(given.game, *agents, pairs=given.pairs, test=test, **_common(given))
    say(found)
    return found.to_dict()


def add_tournament(parser: argparse.ArgumentParser) -> None:
    """Take a game, the agents, and how long to play."""
    add_game(parser)
    parser.add_argument("agents", nargs="+", type=players, metavar="AGENT")
    parser.add_argument("--games", type=int, default=10, help="of each two who meet (10)")
    who = "everyone meets everyone; the first meets all others; the Swiss system (all)"
    parser.add_argument("--plan", choices=PLANS, default="all", help=who)
    parser.add_argument("--rounds", type=int, metavar="N", help="of the Swiss system")
    _add_common(parser, on_failure="lose")


def tournament(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Let agents play each other, and rate them.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), a Python file that was
    handed in (ada.py), or a folder of such files, with a slash (handed_in/). With --file an
    interrupted tournament goes on where it stood.
    """
    agents = [agent for some in given.agents for agent in some]
    plan = {"games": given.games, "plan": given.plan, "rounds": given.rounds}
    found = pg.tournament(given.game, agents, **plan, **_common(given))
    say(found)
    return found.to_dict()


def _add_common(parser: argparse.ArgumentParser, on_failure: str) -> None:
    add = parser.add_argument
    add("--seed", type=int, default=0)
    add("--opening", type=int, default=0, metavar="N", help="random moves to begin with (0)")
    add("--openings", choices=["balanced"], help="begin where a strong agent sees a near even game")
    add("--move-seconds", type=float, metavar="S", help="the time for a move, in seconds")
    add("--memory", type=float, metavar="MB", help="the memory of an agent's process, in megabytes")
    does = f"an agent that fails loses the game, or all stops ({on_failure})"
    add("--on-failure", choices=["lose", "stop"], default=on_failure, help=does)
    add("--file", metavar="F", help="keep each pair there; what it has is not played again")
    add("--workers", type=int, help="processes; -1 is one for each core")


def _common(given: argparse.Namespace) -> dict[str, Any]:
    common = {name: getattr(given, name) for name in COMMON}
    return {**common, "progress": not given.json, **options_of(given)}


# --- A bench --------------------------------------------------------------------------------------


def add_bench(parser: argparse.ArgumentParser) -> None:
    """Take a game, an agent, and where to write."""
    known = [game for game in games() if _has_bench(game)]
    add = parser.add_argument
    add("game", choices=known, metavar="GAME", help=", ".join(known))
    add("--out", type=Path, help="the file to write: GAME-bench.json")
    add("--games", type=count, default=200)
    add("--agent")
    add("--options", type=dictionary, default={}, help="options of the agent, as JSON")


def _has_bench(name: str) -> bool:
    with suppress(pg.OptionError):  # who asks for a game that cannot be loaded is told then
        return pg.game(name).engine.bench is not None
    return False


def read_bench(given: argparse.Namespace, words: list[str]) -> None:
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


def bench(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Let an agent play seeded games, write what came of each to a file, and say how good it is.

    A game may have options of its own here, such as --pad B in Splitter.
    """
    pg.game(given.game).agent(given.agent, **given.options)
    out: Path = given.out
    if out.is_dir() or not out.parent.is_dir():  # not found out when all games are played
        msg = f"{str(out)!r} is no file that can be written"
        raise pg.OptionError(msg)
    asked = {"games": given.games, "agent": given.agent}
    figures = dict(given.plug(out, **asked, **given.own, **given.options))
    for name, figure in figures.items():
        if not name.endswith("by seed"):  # those are for the file
            say(f"{name}: {figure}")
    return figures
