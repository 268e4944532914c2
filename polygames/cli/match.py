"""Let two agents play pairs of games in which they swap seats.

An agent is a name, or a name with options: mcts:seconds=0.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_game, options_of, player

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say

__all__ = ["add", "add_series", "run", "series_of"]


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, two agents, and how long to play."""
    add_game(parser)
    parser.add_argument("first", type=player, metavar="FIRST")
    parser.add_argument("second", type=player, metavar="SECOND")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of games at most (10)")
    shares = ("LOW", "HIGH")
    what = "stop once the first agent's share is clearly HIGH, or clearly only LOW"
    parser.add_argument("--test", nargs=2, type=float, metavar=shares, help=what)
    add_series(parser)


def add_series(parser: argparse.ArgumentParser) -> None:
    """Add what all series of games have."""
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--opening", type=int, default=0, help="random moves to begin with (0)")
    parser.add_argument("--workers", type=int, help="processes; -1 is one for each core")


def series_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return what all series of games have."""
    common = {"seed": given.seed, "opening": given.opening, "workers": given.workers}
    return {**common, "progress": not given.json, **options_of(given)}


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play."""
    test = tuple(given.test) if given.test else None
    players = given.first, given.second
    found = pg.match(given.game, *players, pairs=given.pairs, test=test, **series_of(given))
    say(found)
    return found.to_dict()
