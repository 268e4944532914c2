"""A match of Splitter, each agent alone with dice of its own: the leads, and the luck in them.

    python -m benchmarks.studies.splitter_luck --games 400

Lesson 05 takes the luck out of the result: the mean stays, and its interval becomes narrower.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import polygames as pg
from benchmarks.lib.machine import machine

AGENTS = "expectimax", "potential"
DIGITS = 3
"""Of the luck, in points."""

RESULTS = Path(__file__).parents[2] / "notebooks" / "data" / "splitter_luck.json"


def main() -> None:
    """Read the arguments, let the agents play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    found = pg.without_luck("splitter", *AGENTS, chosen.games, alone=True, seed=chosen.seed)
    print(found)
    command = f"python -m benchmarks.studies.splitter_luck --games {chosen.games}"
    facts = {
        "command": f"{command} --seed {chosen.seed}",
        "machine": machine(),
        "agents": AGENTS,
        "leads": [game.lead for game in found.games],
        "lucks": [round(game.luck, DIGITS) for game in found.games],
    }
    chosen.results.write_text(json.dumps(facts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
