"""A comparison of greed and chance in Territory: pairs of games on mirrored boards.

    python -m benchmarks.studies.territory_greed --pairs 200

The boards have equal amounts of blue and red (``balanced``), and a tile of the other colour costs
half its value (``penalty`` 0.5). In a pair, each agent is Blue once on the same board.
"""

from __future__ import annotations

from typing import Any

import polygames as pg
from benchmarks.lib import lesson_data
from benchmarks.lib.boards import pair_start

MATCH_OPTIONS = {"size": 10, "balanced": True, "penalty": 0.5}
AGENT_PAIRS = [("greedy", "random"), ("denial", "greedy"), ("denial", "random")]


def main() -> None:
    """Play the matches, and save their results."""
    chosen, command = lesson_data.parse_options("territory_greed", __doc__, pairs=200, seed=0)
    pairs, seed = chosen.pairs, chosen.seed
    boards = [pair_start("territory", seed, pair, MATCH_OPTIONS) for pair in range(pairs)]
    how: dict[str, Any] = {"games": 2 * pairs, "openings": boards, "progress": False}
    rows = []
    for one, other in AGENT_PAIRS:
        match = pg.match("territory", one, other, seed=seed, **how)
        print(match)
        rows.append({"agents": [one, other], "told": str(match)})
    lesson_data.write("territory_greed", command, rules=MATCH_OPTIONS, matches=rows)


if __name__ == "__main__":
    main()
