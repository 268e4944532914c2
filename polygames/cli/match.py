"""Let two agents play pairs of games in which they swap seats.

An agent is a name (greedy), a name with options (mcts:seconds=0.1), or a Python file that was
handed in (ada.py). With --file an interrupted match goes on where it stood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.cli.words import add_game, options_of, players

if TYPE_CHECKING:
    import argparse

    from polygames.cli.words import Say

SERIES = ("seed", "opening", "openings", "move_seconds", "memory", "on_failure", "file", "workers")
"""What all series of games are given as it stands."""


def add(parser: argparse.ArgumentParser) -> None:
    """Take a game, two agents, and how long to play."""
    add_game(parser)
    parser.add_argument("first", type=players, metavar="FIRST")
    parser.add_argument("second", type=players, metavar="SECOND")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of games at most (10)")
    shares = ("LOW", "HIGH")
    what = "stop once the first agent's share is clearly HIGH, or clearly only LOW"
    parser.add_argument("--test", nargs=2, type=float, metavar=shares, help=what)
    add_series(parser, on_failure="stop")


def add_series(parser: argparse.ArgumentParser, on_failure: str) -> None:
    """Add what all series of games have."""
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


def series_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return what all series of games have."""
    common = {name: getattr(given, name) for name in SERIES}
    return {**common, "progress": not given.json, **options_of(given)}


def run(given: argparse.Namespace, say: Say) -> dict[str, Any]:
    """Play."""
    test = tuple(given.test) if given.test else None
    agents = [*given.first, *given.second]
    if len(agents) != 2:  # noqa: PLR2004 - a match
        msg = f"a match is for two agents, and these are {len(agents)}: tournament takes more"
        raise pg.OptionError(msg)
    found = pg.match(given.game, *agents, pairs=given.pairs, test=test, **series_of(given))
    say(found)
    return found.to_dict()
