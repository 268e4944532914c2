"""Commands that play series of games between agents: a match, a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.schedule import SCHEDULE_KINDS
from polygames.cli.arguments import add_start, game_options, parse_players, start_position
from polygames.core.options import raise_option_error

if TYPE_CHECKING:
    import argparse

    from polygames.cli.arguments import PrintLine

SHARED_OPTIONS = (
    "seed",
    "opening",
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
    parser.add_argument("first", type=parse_players, metavar="FIRST")
    parser.add_argument("second", type=parse_players, metavar="SECOND")
    shares = ("LOW", "HIGH")
    what = "stop once the first agent's share is clearly HIGH, or clearly only LOW"
    parser.add_argument("--test", nargs=2, type=float, metavar=shares, help=what)
    _add_shared_options(parser, default_pairs=10)


def match(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Play a match between two agents: pairs of games with swapped seats.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), or a Python file that was
    handed in (ada.py). With --file an interrupted match goes on where it stood.
    """
    test = tuple(args.test) if args.test else None
    agents = [*args.first, *args.second]
    if len(agents) != 2:  # noqa: PLR2004 - a match
        msg = f"a match needs two agents, not {len(agents)}: use the command tournament for more"
        raise pg.OptionError(msg)
    pairs = args.pairs if args.games is None else _parse_game_count(args.games)
    found = pg.match(start_position(args), *agents, pairs=pairs, test=test, **_shared_options(args))
    print_line(found)
    return found.to_dict()


def add_tournament(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``tournament``: a start, the agents and the schedule."""
    add_start(parser)
    parser.add_argument("agents", nargs="+", type=parse_players, metavar="AGENT")
    who = "everyone meets everyone; the first meets all others; the Swiss system (all)"
    parser.add_argument("--plan", choices=SCHEDULE_KINDS, default="all", help=who)
    parser.add_argument("--rounds", type=int, metavar="N", help="of the Swiss system")
    _add_shared_options(parser, default_pairs=5)


def tournament(args: argparse.Namespace, print_line: PrintLine) -> dict[str, Any]:
    """Play a tournament between agents, and print their ratings.

    An agent is a name (greedy), a name with options (mcts:seconds=0.1), a Python file that was
    handed in (ada.py), or a folder of such files, with a slash (handed_in/). With --file an
    interrupted tournament goes on where it stood.
    """
    agents = [agent for some in args.agents for agent in some]
    games = 2 * args.pairs if args.games is None else args.games
    plan = {"games": games, "plan": args.plan, "rounds": args.rounds}
    found = pg.tournament(start_position(args), agents, **plan, **_shared_options(args))
    print_line(found)
    return found.to_dict()


def _add_shared_options(parser: argparse.ArgumentParser, *, default_pairs: int) -> None:
    number = parser.add_mutually_exclusive_group().add_argument
    number(
        "--pairs",
        type=int,
        default=default_pairs,
        help=f"pairs of games of two who meet ({default_pairs})",
    )
    number("--games", type=int, help="the same, counted in games: an even number")
    add = parser.add_argument
    add("--seed", type=int, default=0)
    add("--opening", type=int, default=0, metavar="N", help="random moves to begin with (0)")
    add("--openings", choices=["balanced"], help="begin where a strong agent sees a near even game")
    add("--move-seconds", type=float, metavar="S", help="the time for a move, in seconds")
    add("--memory", type=float, metavar="MB", help="the memory of an agent's process, in megabytes")
    does = "an agent that fails loses the game, or all stops (stop)"
    add("--on-failure", choices=["lose", "stop"], default="stop", help=does)
    add("--file", metavar="F", help="keep each pair there; what it has is not played again")
    add("--workers", type=int, help="processes; -1 is one for each core")


def _shared_options(args: argparse.Namespace) -> dict[str, Any]:
    common = {name: getattr(args, name) for name in SHARED_OPTIONS}
    return {**common, "progress": not args.json, "options": game_options(args)}


def _parse_game_count(games: int) -> int:
    if games % 2:
        raise_option_error(
            "--games", "must be even, because agents swap seats after each game", games
        )
    return games // 2
