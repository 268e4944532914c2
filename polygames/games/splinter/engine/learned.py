"""The learned value of a position of Splinter, for searches on the kernel; see `net`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splinter.engine.net import DATA, value_of, words_of
from polygames.runtime.arrays import HAS_NUMBA, np
from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from polygames.games.splinter.engine.layout import Ints

if HAS_NUMBA:  # without it the agent grows its tree in another way, and asks no net
    with np.load(DATA) as stored:
        ROWS, OUT = stored["rows"], stored["out"]
    WORDS = words_of(ROWS)


@compiled
def estimate(a: Ints) -> float:
    """Return how the game will end, from -1 to +1 for seat 0."""
    return value_of(a, WORDS, OUT)
