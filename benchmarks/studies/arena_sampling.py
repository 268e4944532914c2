"""Many games of two players of nearly the same strength: what lesson 07 draws its samples from.

    python -m benchmarks.studies.arena_sampling --pairs 2000

Both play Territory as `denial` does, but leave a share of their moves to chance: Ada more of them
than Bob. In a pair each begins once, on the same board after the same two random moves.
"""

from __future__ import annotations

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.core.game_info import Careless

RULES = {"size": 6, "balanced": True, "penalty": 0.5}
SLIPS = {"Ada": 0.6, "Bob": 0.4}
OPENING = 2


def main() -> None:
    """Read the arguments, play and write."""
    chosen, command = lesson_data.asked("arena_sampling", __doc__, pairs=2000, seed=0)
    ada, bob = (Careless(pg.agent("denial", game="territory"), slips) for slips in SLIPS.values())
    asked = {**vars(chosen), "opening": OPENING}
    match = pg.match("territory", ada, bob, progress=False, **asked, **RULES)
    print(match)
    about = "Ada's points times two, game by game: as seat 0 in games[0], as seat 1 in [1]"
    games = [digits(match, seat) for seat in (0, 1)]
    facts = {"rules": RULES, "opening": OPENING, "slips": SLIPS, "about": about, "games": games}
    lesson_data.write("arena_games", command, **facts)


def digits(match: pg.match, seat: int) -> str:
    """Return Ada's points times two in the games that she played in a seat, pair by pair."""
    games = match.games[seat::2]  # the seats are swapped in the second game of a pair
    return "".join(f"{2 * game.points[seat]:.0f}" for game in games)


if __name__ == "__main__":
    main()
