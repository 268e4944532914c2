"""Rollouts: the game played on from several sheets, with the same dice for all.

Each roll is written where the learned value is best, and after some rounds the value stands for
the rest: truncated rollouts (Tesauro and Galperin, On-line policy improvement using Monte-Carlo
search, 1996). The same dice for all are common random numbers: differences between sheets then
owe less to luck (Glasserman and Yao, Some guidelines and guarantees for common random numbers,
1992).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.apply_roll import write
from polygames.games.splitter.engine.evaluation import static_value
from polygames.games.splitter.engine.search import best_placement, expected
from polygames.games.splitter.engine.sheet import ROUNDS_LEFT
from polygames.runtime.arrays import np
from polygames.runtime.compiling import compiled
from polygames.runtime.random_numbers import below

if TYPE_CHECKING:
    from polygames.games.splitter.engine.delta import Doubles
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.layout import Ints
    from polygames.runtime.arrays import npt
    from polygames.runtime.random_numbers import Rng

GAMES = 36
"""Games dealt at once: one for each outcome of two dice."""


@compiled
def deal(dice: Ints, rng: Rng) -> None:
    """Roll for `GAMES` games: in each round the 36 outcomes of two dice come once each.

    That is Latin hypercube sampling (McKay, Beckman and Conover, A comparison of three methods
    for selecting values of input variables in the analysis of output from a computer code, 1979):
    each game alone is as random as any, together they miss no roll of any round, which takes most
    of the dice's luck out of their mean.
    """
    outcomes = np.arange(GAMES)
    for i in range(dice.shape[1]):
        for j in range(GAMES - 1, 0, -1):
            k = below(rng, j + 1)
            outcomes[j], outcomes[k] = outcomes[k], outcomes[j]
        for j in range(GAMES):
            dice[j, i, 0] = 1 + outcomes[j] // 6
            dice[j, i, 1] = 1 + outcomes[j] % 6


@compiled
def rollout(a: Ints, p: Ints, w: Floats, dice: Ints) -> float:
    """Play rounds with given dice, each roll where it looks best; return the value then.

    The last round of a game needs no dice: its mean over all rolls is known.
    """
    for i in range(len(dice)):
        x, y = dice[i, 0], dice[i, 1]
        code, _ = best_placement(a, p, w, x, y)
        write(a, p, code, x, y)
    if a[ROUNDS_LEFT] <= 1:
        return expected(a, p, w)
    return static_value(a, p, w, a[ROUNDS_LEFT])


@compiled
def sample(
    sheets: Ints,
    p: Ints,
    w: Floats,
    rng: Rng,
    rounds: int,
    games: int,
    sums: Doubles,
    products: Doubles,
    flag: npt.NDArray[np.uint8],
) -> int:
    """Play each sheet on with the same dice, at most `GAMES` times; return how many times.

    The values are added up, and their products for each two sheets. A flag that another thread
    sets breaks it off; what is not played from all sheets does not count.
    """
    dice = np.empty((GAMES, max(0, min(rounds, sheets[0, ROUNDS_LEFT] - 1)), 2), np.int64)
    deal(dice, rng)
    values = np.empty(len(sheets))
    for game in range(games):
        for i in range(len(sheets)):
            if flag[0]:
                return game
            values[i] = rollout(sheets[i].copy(), p, w, dice[game])
        for i in range(len(sheets)):
            sums[i] += values[i]
            for j in range(len(sheets)):
                products[i, j] += values[i] * values[j]
    return games
