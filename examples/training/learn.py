"""Learn Territory from saved games, and play against level 1: python learn.py [FOLDER].

All games in the folder must be on the same board. Without a folder, the games are those of two
levels of the computer. The result of a game is fitted to the position, as a weighted sum of the
numbers of its observation (ridge regression). The agent plays the move with the best sum.
"""

import sys

import numpy as np

import polygames as pg
from polygames.records.position_sources import encoding_of

games = pg.collection(sys.argv[1]) if len(sys.argv) > 1 else None
start = next(games.records()).start if games else pg.new("territory", preset="fair", seed=1)
if games is None:
    games = pg.collection(pg.match(start, "level 3", "level 2", games=100, openings=2))
encoding = encoding_of(start)

squares, products = 10.0 * np.eye(np.prod(encoding.shape)), 0.0
for found in games.arrays():
    known = ~np.isnan(found.results)
    seen = found.observations[known].reshape(known.sum(), -1)
    squares += seen.T @ seen
    products += seen.T @ found.results[known]
weights = np.linalg.solve(squares, products)


def learned(state, rng):
    """Return the move after which the expected result is best for the player."""

    def value(move):
        after = state.play(move)
        if after.outcome is not None:
            return encoding.returns(after)[state.turn]
        expected = weights @ encoding.observe(after, after.turn)
        return expected if after.turn == state.turn else -expected

    return max(state.legal_moves, key=lambda move: (value(move), rng.random()))


print(pg.match(start, learned, "level 1", games=100, openings=2))
