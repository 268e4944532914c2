"""Matches of a tree of random games in Territory against chance, greed and a simple rule.

    python -m benchmarks.studies.territory_tree --pairs 100

The tree is `polygames.search.mcts.MctsAgent`, which knows only the rules. The boards have equal
amounts of blue and red (``balanced``), and a tile of the other colour costs half its value
(``penalty`` 0.5). In a pair, each agent is Blue once on the same board.
"""

from __future__ import annotations

from typing import Any

import polygames as pg
from benchmarks.lib import lesson_data
from benchmarks.lib.boards import pair_start
from polygames.search.mcts import MctsAgent

TREE_MATCH_OPTIONS = {"size": 6, "balanced": True, "penalty": 0.5}
TREE_RIVALS = ("random", "greedy", "denial")
TREE_GAMES = (20, 200)


def main() -> None:
    """Play the matches, and save their results."""
    chosen, command = lesson_data.parse_options("territory_tree", __doc__, pairs=100, seed=0)
    rows = [
        play(games, rival, chosen.pairs, chosen.seed)
        for games in TREE_GAMES
        for rival in TREE_RIVALS
    ]
    lesson_data.write("territory_tree", command, rules=TREE_MATCH_OPTIONS, matches=rows)


def play(games: int, rival: str, pairs: int, seed: int) -> dict[str, object]:
    """Play a match of the tree, which plays `games` random games per move."""
    tree = MctsAgent(seconds=None, visits=games)
    boards = [pair_start("territory", seed, pair, TREE_MATCH_OPTIONS) for pair in range(pairs)]
    how: dict[str, Any] = {"games": 2 * pairs, "openings": boards, "progress": False}
    match = pg.match("territory", tree, rival, seed=seed, **how)
    result = str(match).partition(":")[2].strip()
    print(games, rival, result)
    return {"games": games, "rival": rival, "told": result}


if __name__ == "__main__":
    main()
