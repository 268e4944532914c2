"""Matches of a tree of random games in Territory against chance, greed and a simple rule.

    python -m benchmarks.studies.territory_tree --pairs 100

The tree is `polygames.search.mcts.MctsAgent`, which knows only the rules. The boards have equal
amounts of blue and red (``balanced``), and a tile of the other colour costs half its value
(``penalty`` 0.5). In a pair, each agent is Blue once on the same board.
"""

from __future__ import annotations

import polygames as pg
from benchmarks.lib import lesson_data
from polygames.search.mcts import MctsAgent

RULES = {"size": 6, "balanced": True, "penalty": 0.5}
RIVALS = ("random", "greedy", "denial")
GAMES = (20, 200)


def main() -> None:
    """Read the arguments, play and write."""
    chosen, command = lesson_data.asked("territory_tree", __doc__, pairs=100, seed=0)
    rows = [play(games, rival, chosen.pairs, chosen.seed) for games in GAMES for rival in RIVALS]
    lesson_data.write("territory_tree", command, rules=RULES, matches=rows)


def play(games: int, rival: str, pairs: int, seed: int) -> dict[str, object]:
    """Play a match of the tree with so many random games a move."""
    tree = MctsAgent(seconds=None, visits=games)
    match = pg.match("territory", tree, rival, pairs=pairs, seed=seed, progress=False, **RULES)
    told = str(match).partition(":")[2].strip()
    print(games, rival, told)
    return {"games": games, "rival": rival, "told": told}


if __name__ == "__main__":
    main()
