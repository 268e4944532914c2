"""Commands that play series of games between agents: a match, a tournament."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.command_agent import CommandAgent
from polygames.arena.schedule import SCHEDULE_KINDS
from polygames.cli.arguments import add_start, parse_openings, parse_players, start_position

if TYPE_CHECKING:
    from polygames.arena.players import Player
    from polygames.cli.arguments import PrintLine

SHARED_OPTIONS = (
    "games",
    "seed",
    "openings",
    "move_seconds",
    "memory",
    "on_failure",
    "file",
    "workers",
)
"""Options passed unchanged to matches and tournaments."""


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``match``: a start, two agents and the number of games."""
    add_start(parser)
    parser.add_argument("agents", nargs="+", type=parse_players, metavar="AGENT")
    shares = ("LOW", "HIGH")
    what = "stop once the first agent's share is clearly HIGH, or clearly only LOW"
    parser.add_argument("--test", nargs=2, type=float, metavar=shares, help=what)
    _add_shared_options(parser, default_games=20)


def match(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Play a match between two agents: pairs of games with swapped seats.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), a Python file that was
    handed in (ada.py), or a program in any language (--command ./bot). With --file an interrupted
    match goes on where it stood.
    """
    test = tuple(args.test) if args.test else None
    agents = _agents(args)
    if len(agents) != 2:  # noqa: PLR2004 - a match
        msg = f"a match needs two agents, not {len(agents)}: use the command tournament for more"
        raise pg.OptionError(msg)
    found = pg.match(start_position(args), *agents, test=test, **_shared_options(args))
    print_line(found)
    return found.to_dict()


def add_tournament(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``tournament``: a start, the agents and the schedule."""
    add_start(parser)
    parser.add_argument("agents", nargs="+", type=parse_players, metavar="AGENT")
    who = "everyone meets everyone; the first meets all others; the Swiss system (all)"
    parser.add_argument("--plan", choices=SCHEDULE_KINDS, default="all", help=who)
    parser.add_argument("--rounds", type=int, metavar="N", help="of the Swiss system")
    _add_shared_options(parser, default_games=10)


def tournament(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Play a tournament between agents, and print their ratings.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), a Python file that was
    handed in (ada.py), a folder of such files, with a slash (handed_in/), or a program in any
    language (--command ./bot). With --file an interrupted tournament goes on where it stood.
    """
    agents = _agents(args)
    plan = {"plan": args.plan, "rounds": args.rounds}
    found = pg.tournament(start_position(args), agents, **plan, **_shared_options(args))
    print_line(found)
    return found.to_dict()


def _add_shared_options(parser: argparse.ArgumentParser, *, default_games: int) -> None:
    add = parser.add_argument
    program = "a program that plays, in any language; may be given several times"
    add(
        "--command",
        action="append",
        dest="programs",
        metavar="PROGRAM",
        type=_parse_command,
        default=[],
        help=program,
    )
    how_many = f"games of two who meet, an even number ({default_games})"
    add("--games", type=int, default=default_games, help=how_many)
    add("--seed", type=int, default=0)
    what = "random moves to begin with (0); balanced: moves after which a game is near even"
    add("--openings", type=parse_openings, default=0, metavar="N", help=what)
    add("--move-seconds", type=float, metavar="S", help="the time for a move, in seconds")
    add("--memory", type=float, metavar="MB", help="the memory of an agent's process, in megabytes")
    does = "an agent that fails loses the game, or all stops (stop)"
    add("--on-failure", choices=["lose", "stop"], default="stop", help=does)
    add("--file", metavar="F", help="keep each pair there; what it has is not played again")
    add("--workers", type=int, help="processes; -1 is one for each core")


def _parse_command(text: str) -> CommandAgent:
    try:
        return CommandAgent(text)
    except pg.OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _agents(args: argparse.Namespace) -> list[Player]:
    """Return the agents by name or from files, and then those with a command."""
    return [*(agent for some in args.agents for agent in some), *args.programs]


def _shared_options(args: argparse.Namespace) -> dict[str, Any]:
    common = {name: getattr(args, name) for name in SHARED_OPTIONS}
    return {**common, "progress": not args.json}
