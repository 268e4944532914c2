"""A comparison of greed and chance in Territory: pairs of games on mirrored boards.

    python -m benchmarks.studies.territory_greed --pairs 200

The boards have equal amounts of blue and red (``balanced``), and a tile of the other colour costs
half its value (``penalty`` 0.5). In a pair, each agent is Blue once on the same board.
"""

from __future__ import annotations

import polygames as pg
from benchmarks.lib import lesson_data

RULES = {"size": 10, "balanced": True, "penalty": 0.5}
MATCHES = [("greedy", "random"), ("denial", "greedy"), ("denial", "random")]


def main() -> None:
    """Read the arguments, play and write."""
    chosen, command = lesson_data.asked("territory_greed", __doc__, pairs=200, seed=0)
    asked = {**vars(chosen), "progress": False}
    rows = []
    for one, other in MATCHES:
        match = pg.match("territory", one, other, **asked, **RULES)
        print(match)
        rows.append({"agents": [one, other], "told": str(match)})
    lesson_data.write("territory_greed", command, rules=RULES, matches=rows)


if __name__ == "__main__":
    main()
