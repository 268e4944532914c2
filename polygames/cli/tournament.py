"""Let every agent play every other one, and rate them.

An agent is a name, or a name with options: mcts:seconds=0.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.match import add_series, series_of
from polygames.cli.words import add_game, player

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say

__all__ = ["add", "run"]


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, the agents, and how long to play."""
    add_game(parser)
    parser.add_argument("agents", nargs="+", type=player, metavar="AGENT")
    parser.add_argument("--games", type=int, default=10, help="of each two agents (10)")
    add_series(parser)


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play."""
    found = pg.tournament(given.game, given.agents, games=given.games, **series_of(given))
    say(found)
    return found.to_dict()
