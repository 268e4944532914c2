"""A match of Splitter, each agent alone with its own dice: the leads, and their luck.

    python -m benchmarks.studies.splitter_luck --games 400

Lesson 05 removes the luck from the result: the mean stays, and its interval becomes narrower.
"""

from __future__ import annotations

import polygames as pg
from benchmarks.lib import lesson_data

COMPARED_AGENTS = "expectimax", "potential"
LUCK_DIGITS = 3
"""The number of decimal places of the luck."""


def main() -> None:
    """Play the games, and save the leads and the luck."""
    chosen, command = lesson_data.parse_options("splitter_luck", __doc__, games=400, seed=0)
    found = pg.without_luck(
        "splitter", *COMPARED_AGENTS, chosen.games, alone=True, seed=chosen.seed
    )
    print(found)
    lesson_data.write(
        "splitter_luck",
        command,
        agents=COMPARED_AGENTS,
        leads=[game.lead for game in found.games],
        lucks=[round(game.luck, LUCK_DIGITS) for game in found.games],
    )


if __name__ == "__main__":
    main()
