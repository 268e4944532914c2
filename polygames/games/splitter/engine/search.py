"""How the compiled agents of Splitter think: one round ahead, and games played to the end.

Everything works on the array of `kernel`. The code of a placement is ``2 * slot + swapped``:
swapped, the second number of the roll goes to the left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.games.splitter.engine.delta import (
    best,
    best_of_all,
    commit,
    given_up,
    slot_worths,
    trial,
)
from polygames.games.splitter.engine.features import ROUNDS
from polygames.games.splitter.engine.kernel import CELL, LEFT, SLOT, SLOTS
from polygames.games.splitter.engine.values import base
from polygames.search.kernels import below, compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.kernel import Ints
    from polygames.search.kernels import Rng

    Doubles = npt.NDArray[np.float64]

__all__ = ["GAMES", "deal", "expected", "look_ahead", "placements", "play_on", "sample", "write"]

GAMES = 36
"""Games dealt at once: one for each outcome of two dice."""


@compiled
def write(a: Ints, p: Ints, code: int, x: int, y: int) -> None:
    """Write a roll as a code says."""
    if code & 1:
        commit(a, p, code >> 1, y, x)
    else:
        commit(a, p, code >> 1, x, y)


@compiled
def placements(a: Ints, p: Ints, w: Floats, x: int, y: int, codes: Ints, values: Doubles) -> int:
    """Write the codes of all placements of a roll with their values, best first; count them."""
    left = min(a[LEFT] - 1, ROUNDS - 1)
    before, worths, gone = base(a, p, w, left), slot_worths(a, p, w, left), 0.0
    n = 0
    for code in range(2 * p[SLOTS]):
        if a[CELL + p[SLOT + 2 * (code >> 1)]] or (x == y and code & 1):
            continue
        if code & 1 == 0:
            gone = given_up(a, p, w, worths, code >> 1, left)
        one, two = (y, x) if code & 1 else (x, y)
        value = before - gone + trial(a, p, w, worths, code >> 1, one, two, left)
        at = n
        while at > 0 and values[at - 1] < value:
            codes[at], values[at] = codes[at - 1], values[at - 1]
            at -= 1
        codes[at], values[at] = code, value
        n += 1
    return n


@compiled
def expected(a: Ints, p: Ints, w: Floats) -> float:
    """Return what a sheet is worth before the dice: over the 21 rolls, each written best."""
    if a[LEFT] == 0:
        return base(a, p, w, 0)
    return base(a, p, w, a[LEFT] - 1) + best_of_all(a, p, w)


@compiled
def look_ahead(
    a: Ints, p: Ints, w: Floats, x: int, y: int, top: int, codes: Ints, values: Doubles
) -> int:
    """Write the most promising placements with what they are worth one round later, best first."""
    n = min(top, placements(a, p, w, x, y, codes, values))
    if a[LEFT] == 1:
        return n
    for i in range(n):
        after = a.copy()
        code = codes[i]
        write(after, p, code, x, y)
        value = expected(after, p, w)
        at = i
        while at > 0 and values[at - 1] < value:
            codes[at], values[at] = codes[at - 1], values[at - 1]
            at -= 1
        codes[at], values[at] = code, value
    return n


@compiled
def deal(dice: Ints, rng: Rng) -> None:
    """Roll for `GAMES` games: in each round the 36 outcomes of two dice come once each.

    The games are drawn as at random, one by one; together they miss no roll of any round, which
    takes most of the dice's luck out of their mean (McKay, Beckman and Conover, 1979).
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
def play_on(a: Ints, p: Ints, w: Floats, dice: Ints) -> float:
    """Play rounds with given dice, each roll where it looks best; return the value then.

    The last round of a game needs no dice: its mean over all rolls is known.
    """
    for i in range(len(dice)):
        x, y = dice[i, 0], dice[i, 1]
        code, _ = best(a, p, w, x, y)
        write(a, p, code, x, y)
    if a[LEFT] <= 1:
        return expected(a, p, w)
    return base(a, p, w, a[LEFT])


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
    dice = np.empty((GAMES, max(0, min(rounds, sheets[0, LEFT] - 1)), 2), np.int64)
    deal(dice, rng)
    values = np.empty(len(sheets))
    for game in range(games):
        for i in range(len(sheets)):
            if flag[0]:
                return game
            values[i] = play_on(sheets[i].copy(), p, w, dice[game])
        for i in range(len(sheets)):
            sums[i] += values[i]
            for j in range(len(sheets)):
                products[i, j] += values[i] * values[j]
    return games
