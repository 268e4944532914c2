"""How a tree of random games does in Territory against chance, greed and a simple rule.

    python -m benchmarks.studies.territory_tree --pairs 100

The tree is `polygames.search.mcts.MctsAgent`, which knows the rules and nothing else. The boards
have as much blue as red (``balanced``), and a tile of the other colour costs half its value
(``penalty`` 0.5). In a pair each agent is Blue once, on the same board.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import polygames as pg
from benchmarks.lib.machine import machine
from polygames.search.mcts import MctsAgent

RESULTS = Path(__file__).parents[2] / "notebooks" / "data" / "territory_tree.json"
RULES = {"size": 6, "balanced": True, "penalty": 0.5}
RIVALS = ("random", "greedy", "denial")
GAMES = (20, 200)


def main() -> None:
    """Read the arguments, play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    command = f"python -m benchmarks.studies.territory_tree --pairs {chosen.pairs}"
    facts = {"command": f"{command} --seed {chosen.seed}", "machine": machine(), "rules": RULES}
    rows = [play(games, rival, chosen.pairs, chosen.seed) for games in GAMES for rival in RIVALS]
    text = json.dumps(facts | {"matches": rows}, indent=1)
    chosen.results.write_text(text + "\n", encoding="utf-8")


def play(games: int, rival: str, pairs: int, seed: int) -> dict[str, object]:
    """Play a match of the tree with so many random games a move."""
    tree = MctsAgent(seconds=None, visits=games)
    match = pg.match("territory", tree, rival, pairs=pairs, seed=seed, progress=False, **RULES)
    told = str(match).partition(":")[2].strip()
    print(games, rival, told)
    return {"games": games, "rival": rival, "told": told}


if __name__ == "__main__":
    main()
