"""Plays the best line of Split's map of the border against `minimax`, at equal time.

``python -m benchmarks.strength.split_map [--pairs N] [--seconds S]``. Where a line is due the one
player takes the best of `border_map`, elsewhere it plays as `minimax` does. Each pair of games
begins with two random lines.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.ratings import wilson
from polygames.games.split.agents import SplitMinimax
from polygames.games.split.analysis import border_map

if TYPE_CHECKING:
    from random import Random

    from polygames.games.split.rules import Move, Split

OPENING = 3
"""Random plies: a line, the choice of a colour, a line."""


class MapPlayer:
    """Plays the best line of the map.

    Parameters
    ----------
    seconds
        The time for a move.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.otherwise = SplitMinimax(seconds)

    def choose(self, state: Split, rng: Random) -> Move:
        """Return the best line."""
        if state.phase != "line":
            return self.otherwise.choose(state, rng)
        for found in border_map(state, seconds=self.seconds, seed=rng.getrandbits(31)):
            best = found.best
        return best


def main() -> None:
    """Play the pairs, a few at a time, and write what has come out so far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--first", type=int, default=0, help="the first pair: goes on from there")
    given = parser.parse_args()
    kept = machine.read("split_map") if given.first else {"points": 0.0, "games": 0}
    points, games = kept["points"], kept["games"]
    for pair in range(given.first, given.pairs):
        found = pg.match(
            "split",
            MapPlayer(given.seconds),
            ("minimax", {"seconds": given.seconds}),
            pairs=1,
            seed=pair,
            opening=OPENING,
            progress=False,
        )
        points, games = points + found.points, games + len(found.games)
        share, interval = points / games, list(wilson(points, games))
        print(f"{games} games: {share:.1%} ({interval[0]:.1%} to {interval[1]:.1%})", flush=True)
        machine.write(
            "split_map",
            {
                "command": f"python -m benchmarks.strength.split_map --pairs {given.pairs} "
                f"--seconds {given.seconds}",
                "seconds": given.seconds,
                "points": points,
                "games": games,
                "share": share,
                "interval": interval,
            },
        )


if __name__ == "__main__":
    main()
