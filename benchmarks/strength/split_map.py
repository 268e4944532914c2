"""Plays the best line of Split's map of the border against `minimax`, at equal time.

``python -m benchmarks.strength.split_map [--pairs N] [--seconds S] [--minutes M]``. Where a line is
due the one player takes the best of `border_map`, elsewhere it plays as `minimax` does. Each pair
of games begins with two random lines. The results hold each pair, and go on where they end.
"""

from __future__ import annotations

import argparse
from statistics import stdev
from time import monotonic
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.ratings import Z95, wilson
from polygames.games.split.agents import SplitMinimax
from polygames.games.split.analysis import border_map

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.games.split.rules import Move, Split

NONE = {"points": 0.0, "games": 0}
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
    """Play pairs that go on from those played before, and write what has come out so far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pairs", type=int, default=300, help="how many there are to be in the end"
    )
    parser.add_argument("--seconds", type=float, default=0.12)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no pair after that")
    given = parser.parse_args()
    kept = machine.read("split_map")
    earlier, pairs = kept.get("earlier", NONE), kept.get("pairs", [])
    if kept.get("seconds") != given.seconds:
        earlier, pairs = NONE, []
    end = monotonic() + 60 * given.minutes
    while len(pairs) + earlier["games"] // 2 < given.pairs and monotonic() < end:
        found = pg.match(
            "split",
            MapPlayer(given.seconds),
            ("minimax", {"seconds": given.seconds}),
            pairs=1,
            seed=len(pairs) + earlier["games"] // 2,
            opening=OPENING,
            progress=False,
        )
        pairs.append(found.points)
        figures = told(pairs, earlier)
        low, high = figures["interval"]
        count = f"{figures['games']} games"
        print(f"{count}: {figures['share']:.1%} ({low:.1%} to {high:.1%})", flush=True)
        command = f"python -m benchmarks.strength.split_map --seconds {given.seconds}"
        written = {"command": command, "seconds": given.seconds, **figures}
        machine.write("split_map", written | {"earlier": earlier, "pairs": pairs})


def told(pairs: Sequence[float], earlier: dict[str, Any]) -> dict[str, Any]:
    """Return the share of the points with two intervals of 95%.

    Wilson's takes all games for independent. That of the pairs is wider or narrower as the two
    games of an opening go together or not; it knows nothing of games of which only the sum is kept.
    """
    games, points = 2 * len(pairs) + earlier["games"], sum(pairs) + earlier["points"]
    share = sum(pairs) / 2 / len(pairs)
    half = Z95 * stdev(pairs) / 2 / len(pairs) ** 0.5 if len(pairs) > 1 else 0.5
    return {
        "points": points,
        "games": games,
        "share": points / games,
        "interval": list(wilson(points, games)),
        "share in pairs": share,
        "interval by pairs": [share - half, share + half],
    }


if __name__ == "__main__":
    main()
