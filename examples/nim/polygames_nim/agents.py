"""Who plays Nim: Bouton's strategy, which never loses a position that can be won.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from polygames.authoring import check_not_over
from polygames_nim.rules import Take

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames_nim.rules import Nim

__all__ = ["NimSumAgent", "nim_sum"]


def nim_sum(heaps: Sequence[int]) -> int:
    """Add numbers in binary without carrying: the player to move loses where this is 0.

    Examples
    --------
    >>> nim_sum((3, 4, 5)), nim_sum((1, 4, 5))
    (2, 0)
    """
    return reduce(xor, heaps, 0)


class NimSumAgent:
    """Leaves a nim-sum of 0 where it can; elsewhere it takes one stone, and waits."""

    def choose(self, state: Nim, rng: Random, /) -> Take:
        """Return a winning move; where there are several or none, chance chooses."""
        check_not_over(state)
        total = nim_sum(state.heaps)
        heaps = range(len(state.heaps))
        wins = [
            Take(heap, state.heaps[heap] - (state.heaps[heap] ^ total))
            for heap in heaps
            if state.heaps[heap] ^ total < state.heaps[heap]
        ]
        return rng.choice(wins or [Take(heap, 1) for heap in heaps if state.heaps[heap]])
