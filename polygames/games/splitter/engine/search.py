"""Which placement looks best: by the learned value at once, or by expectimax one round ahead.

Expectimax takes the best choice of a player and the mean over the dice (Michie, Game-playing and
game-learning automata, 1966). `w` has the weights of features.py, `codes` and `values` are room
for the placements and what they are worth; writing.py says what a code is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.engine.apply_roll import write
from polygames.games.splitter.engine.delta import delta, removed, slot_values
from polygames.games.splitter.engine.evaluation import static_value
from polygames.games.splitter.engine.features import ROUNDS
from polygames.games.splitter.engine.layout import SLOT, SLOTS
from polygames.games.splitter.engine.sheet import CELL, ROUNDS_LEFT
from polygames.runtime.arrays import np
from polygames.runtime.compiling import compiled, lean

if TYPE_CHECKING:
    from polygames.games.splitter.engine.delta import Doubles
    from polygames.games.splitter.engine.features import Floats
    from polygames.games.splitter.engine.layout import Ints


@compiled
def placements(a: Ints, p: Ints, w: Floats, x: int, y: int, codes: Ints, values: Doubles) -> int:
    """Write the codes of all placements of a roll with their values, best first; count them."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUNDS - 1)
    before, slots, gone = static_value(a, p, w, rounds), slot_values(a, p, w, rounds), 0.0
    n = 0
    for code in range(2 * p[SLOTS]):
        if a[CELL + p[SLOT + 2 * (code >> 1)]] or (x == y and code & 1):
            continue
        if code & 1 == 0:
            gone = removed(a, p, w, slots, code >> 1, rounds)
        one, two = (y, x) if code & 1 else (x, y)
        value = before - gone + delta(a, p, w, slots, code >> 1, one, two, rounds)
        insert(codes, values, n, code, value)
        n += 1
    return n


@lean
def insert(codes: Ints, values: Doubles, n: int, code: int, value: float) -> None:
    """Insert a placement into the n first ones, which are sorted, best first."""
    at = n
    while at > 0 and values[at - 1] < value:
        codes[at], values[at] = codes[at - 1], values[at - 1]
        at -= 1
    codes[at], values[at] = code, value


@compiled
def best_placement(a: Ints, p: Ints, w: Floats, x: int, y: int) -> tuple[int, float]:
    """Return the code of the best placement of a roll, and how it changes the value."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUNDS - 1)
    slots = slot_values(a, p, w, rounds)
    choice, most = -1, -1e9
    for slot in range(p[SLOTS]):
        if a[CELL + p[SLOT + 2 * slot]] == 0:
            gone = removed(a, p, w, slots, slot, rounds)
            change = delta(a, p, w, slots, slot, x, y, rounds) - gone
            if change > most:
                choice, most = 2 * slot, change
            if x != y:
                change = delta(a, p, w, slots, slot, y, x, rounds) - gone
                if change > most:
                    choice, most = 2 * slot + 1, change
    return choice, most


@compiled
def mean_best(a: Ints, p: Ints, w: Floats) -> float:
    """Return how the best placement changes the value, in the mean of all rolls."""
    rounds = min(a[ROUNDS_LEFT] - 1, ROUNDS - 1)
    slots = slot_values(a, p, w, rounds)
    most = np.full((7, 7), -1e9)
    for slot in range(p[SLOTS]):
        if a[CELL + p[SLOT + 2 * slot]] == 0:
            gone = removed(a, p, w, slots, slot, rounds)
            for x in range(1, 7):
                for y in range(1, 7):
                    change = delta(a, p, w, slots, slot, x, y, rounds) - gone
                    high, low = max(x, y), min(x, y)
                    most[high, low] = max(most[high, low], change)
    total = 0.0
    for x in range(1, 7):
        for y in range(1, x + 1):
            total += most[x, y] * (1 if x == y else 2)
    return total / 36


@compiled
def expected(a: Ints, p: Ints, w: Floats) -> float:
    """Return what a sheet is worth before the dice: over the 21 rolls, each written best."""
    if a[ROUNDS_LEFT] == 0:
        return static_value(a, p, w, 0)
    return static_value(a, p, w, a[ROUNDS_LEFT] - 1) + mean_best(a, p, w)


@compiled
def outlooks(a: Ints, p: Ints, w: Floats) -> Doubles:
    """Return what a sheet is worth after each of the 21 rolls, from 1-1 to 6-6, two rounds ahead.

    Each roll is written where it is best at once, and the sheet after it is worth what is expected
    of the next roll.
    """
    found, n = np.zeros(21), 0
    for one in range(1, 7):
        for two in range(1, one + 1):
            sheet = a.copy()
            write(sheet, p, best_placement(a, p, w, one, two)[0], one, two)
            found[n] = expected(sheet, p, w)
            n += 1
    return found


@compiled
def expectimax(
    a: Ints, p: Ints, w: Floats, x: int, y: int, top: int, codes: Ints, values: Doubles
) -> int:
    """Write the most promising placements with what they are worth one round later, best first."""
    n = min(top, placements(a, p, w, x, y, codes, values))
    if a[ROUNDS_LEFT] == 1:
        return n
    for i in range(n):
        after = a.copy()
        code = codes[i]
        write(after, p, code, x, y)
        insert(codes, values, i, code, expected(after, p, w))
    return n
