"""Is greed better than chance in Territory? Pairs of games on mirrored boards, greedy and others.

    python -m benchmarks.studies.territory_greed --pairs 200

The boards have as much blue as red (``balanced``), and a tile of the other's colour costs half its
value (``penalty`` 0.5). In a pair each agent is Blue once, on the same board.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import polygames as pg
from benchmarks.lib.machine import machine

RESULTS = Path(__file__).parents[2] / "notebooks" / "data" / "territory_greed.json"
RULES = {"size": 10, "balanced": True, "penalty": 0.5}
MATCHES = [("greedy", "random"), ("denial", "greedy"), ("denial", "random")]


def main() -> None:
    """Read the arguments, play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    rows = []
    for one, other in MATCHES:
        match = pg.match(
            "territory",
            one,
            other,
            pairs=chosen.pairs,
            seed=chosen.seed,
            progress=False,
            **RULES,
        )
        print(match)
        rows.append({"agents": [one, other], "told": str(match)})
    command = f"python -m benchmarks.studies.territory_greed --pairs {chosen.pairs}"
    facts = {"command": f"{command} --seed {chosen.seed}", "machine": machine(), "rules": RULES}
    text = json.dumps(facts | {"matches": rows}, indent=1)
    chosen.results.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
