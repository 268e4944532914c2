"""Let agents play each other, and rate them.

An agent is a name (greedy), a name with options (mcts:seconds=0.1), a Python file that was handed
in (ada.py), or a folder of such files, with a slash (handed_in/). With --file an interrupted
tournament goes on where it stood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.arena.schedule import PLANS
from polygames.cli.match import add_series, series_of
from polygames.cli.words import add_game, players

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, the agents, and how long to play."""
    add_game(parser)
    parser.add_argument("agents", nargs="+", type=players, metavar="AGENT")
    parser.add_argument("--games", type=int, default=10, help="of each two who meet (10)")
    who = "everyone meets everyone; the first meets all others; the Swiss system (all)"
    parser.add_argument("--plan", choices=PLANS, default="all", help=who)
    parser.add_argument("--rounds", type=int, metavar="N", help="of the Swiss system")
    add_series(parser, on_failure="lose")


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play."""
    agents = [agent for some in given.agents for agent in some]
    plan = {"games": given.games, "plan": given.plan, "rounds": given.rounds}
    found = pg.tournament(given.game, agents, **plan, **series_of(given))
    say(found)
    return found.to_dict()
