"""Proofs by the compiled alpha-beta: a null window, to the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.engine.alphabeta import search
from polygames.games.territory.engine.bounds import best_in_reach
from polygames.games.territory.engine.node import new_work, node_of
from polygames.games.territory.engine.table import DEEP
from polygames.runtime.clock import OutOfTimeError

if TYPE_CHECKING:
    from polygames.games.territory.engine.remaining import Position, Remaining


class NumbaAlphaBeta:
    """Answers the questions of mtd.py by the search of alphabeta.py."""

    def __init__(self, remaining: Remaining) -> None:
        self.remaining = remaining
        table_bits = min(24, max(10, len(remaining.tiles) - (4 if remaining.ends else 8)))
        self.work = new_work(remaining, table_bits)
        self.flag = self.work.stop
        self.bound(remaining.start._replace(free=0, mine=0, other=0), 0)  # compiles, if it must

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return int(self.work.nodes[0])

    def bound(self, position: Position, beta: int) -> int:
        """Return a bound of the value for the mover, from the side of beta where it lies."""
        node = node_of(position, self.remaining)
        found = search(node, DEEP, beta - 1, beta, self.work)
        if self.flag[0]:
            raise OutOfTimeError
        return int(found)

    def best_move(self, position: Position) -> int:
        """Return the bit that the table holds as the best in a position, or -1."""
        return int(best_in_reach(node_of(position, self.remaining), self.work))
