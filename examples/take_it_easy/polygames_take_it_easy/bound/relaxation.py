"""The best board in hindsight, less what was luck, bounded from above: an information relaxation.

Who sees all 19 tiles before the first is laid does better than any player. Of what he scores a
*penalty* is taken that no player pays in the mean (Brown, Smith and Sun, Information relaxations
and duality in stochastic dynamic programs, 2010). Here it is a sum over lines. A line that is still
alive is lucky when its number is drawn: it pays ``g`` when it is, times how unlikely that was, and
gets ``g`` times how likely it was when not. ``g`` depends on the line as it stands before the tile
is laid, and on the tiles that are gone: all this a player knows too, so whatever he does the sum
is 0 in the mean, *for any* ``g``. Which ``g`` bounds best is learned (`Factors.learn`).

The penalised problem is still a puzzle of 19 tiles. It is bounded by Lagrange: each line is solved
alone and chooses its tiles by itself, over which cells are full and with what; prices draw the
choices of the three lines through a cell, and those of an assignment of tiles to cells, together.
Any prices give a bound, good ones (by subgradients; Held and Karp, 1971) a better one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.compiling import compiled
from polygames_take_it_easy.engine.board import COLOUR, COUNT, DECK, LENGTH, MOST_LINES, NUMBER
from polygames_take_it_easy.rules import LINES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

DATA = Path(__file__).with_name("penalty.npz")
"""The factors that were learned."""
MOST = 5
"""Cells of the longest line."""
CELLS_OF = np.array([(*cells, *[-1] * (MOST - len(cells))) for _, cells in LINES])
"""The cells of each line; each direction has five."""
STEPS = 500
"""How often prices are changed."""
EMPTY, DEAD, OVER = 3, 3, 4
"""A line without tiles, one with two numbers (by which of its cells are full), and this one again
where it is told apart from an empty one; 0, 1 and 2 are the numbers of its direction."""
NEVER = -1e18
SIZE = np.array([subset.bit_count() for subset in range(1 << MOST)])
"""How many cells are full, by which."""
AIM, LEAST, PATIENCE, CAUTION = 150.0, 0.01, 10, 0.7
"""Where steps aim, below every bound; what counts as better; after how many steps in vain a step
is shortened, and to what part of it."""


def tails() -> Floats:
    """Return the chance that so many tiles come at least: ``[need, left, draws, deck]``.

    Of a deck with so many tiles, `left` of which are wanted, so many are drawn.
    """
    found = np.zeros((MOST + 1, 10, COUNT + 1, DECK + 1))
    found[0] = 1.0
    for deck in range(1, DECK + 1):
        for left in range(min(9, deck) + 1):
            for draws in range(1, min(COUNT, deck) + 1):
                hit = left / deck
                for need in range(1, MOST + 1):
                    one = found[need - 1, left - 1, draws - 1, deck - 1] if left else 0.0
                    none = found[need, left, draws - 1, deck - 1] if left < deck else 0.0
                    found[need, left, draws, deck] = hit * one + (1 - hit) * none
    return found


SHAPE = (3, 3, 4, MOST + 1, COUNT)
"""Factors of ``g``: kind of line, direction, number or none, tiles on it, round."""


def first_factors() -> Floats:
    """Return what learning begins with: half of what the line alone is worth."""
    found = np.full((*SHAPE, 3), 0.0)
    for colour in range(3):
        found[:, :, colour, :, :, colour] = 0.5
    return found


@compiled
def penalties(
    tiles: Ints,
    factors: Floats,
    tail: Floats,
    direction: int,
    kind: int,
    paid: Floats,
    basis: Floats,
) -> None:
    """Write the penalty of each state of a line in each round, and what each factor multiplies.

    The state is the number of the line, or 3 while it is empty, and how many tiles are on it.
    """
    length = kind + 3
    left = np.full(3, 9)
    for t in range(COUNT):
        deck, draws = DECK - t, COUNT - 1 - t
        now = COLOUR[tiles[t], direction]
        for colour in range(3):
            worth = length * NUMBER[direction, colour]
            centred = (1.0 if now == colour else 0.0) - left[colour] / deck
            basis[t, EMPTY, 0, colour] = worth * centred
            for placed in range(1, length if left[colour] else 1):
                need = length - placed
                luck = tail[need - 1, left[colour] - 1, draws, deck - 1]
                luck -= tail[need, left[colour], draws, deck - 1]
                basis[t, colour, placed, colour] = worth * luck * centred
        for state in range(4):
            for placed in range(length):
                for k in range(3):
                    factor = factors[kind, direction, state, placed, t, k]
                    paid[t, state, placed] += factor * basis[t, state, placed, k]
        left[now] -= 1


@compiled
def _now(subset: int, colour: int, placed: int, length: int, paid: Floats) -> float:
    """Return what a line pays in a round, by which of its cells are full and their number."""
    if subset == 0:
        return float(paid[EMPTY, 0])
    if colour == DEAD or placed == length:
        return 0.0
    return float(paid[colour, placed])


@compiled
def best_of_line(
    x: Ints, price: Floats, line: int, paid: Floats, value: Floats, choice: Ints
) -> float:
    """Return the most that a line has alone, of the numbers `x` of the tiles in their order.

    The state is which cells are full, times 4, and the number of the line or 3 for a line with two.
    """
    length, number = LENGTH[line], NUMBER[line // 5]
    full = (1 << length) - 1
    value[:] = NEVER
    value[COUNT, full * 4 + DEAD] = 0.0
    for colour in range(3):
        value[COUNT, full * 4 + colour] = length * number[colour]
    for t in range(COUNT - 1, -1, -1):
        for subset in range(full + 1):
            placed = SIZE[subset]
            if placed > t or length - placed > COUNT - t:
                continue
            for colour in range(4 if subset else 1):
                after = x[t] if subset == 0 or colour == x[t] else DEAD
                s = subset * 4 + colour
                best, way = value[t + 1, s], -1
                for i in range(length):
                    if not subset >> i & 1:
                        cell = CELLS_OF[line, i]
                        then = value[t + 1, (subset | 1 << i) * 4 + after] + price[t, cell]
                        if then > best:
                            best, way = then, i
                value[t, s] = best - _now(subset, colour, placed, length, paid[t])
                choice[t, s] = way
    return float(value[0, 0])


@compiled
def follow(x: Ints, choice: Ints, used: Ints, states: Ints) -> None:
    """Write the round in which each cell of a line is filled, and its states in every round."""
    s = 0
    for t in range(COUNT):
        subset, colour = s >> 2, s & 3
        states[t, 0] = EMPTY if subset == 0 else colour if colour != DEAD else OVER
        states[t, 1] = SIZE[subset]
        way = choice[t, s]
        if way >= 0:
            used[way] = t
            after = x[t] if subset == 0 or colour == x[t] else DEAD
            s = (subset | 1 << way) * 4 + after


@compiled
def assignment(gain: Floats, round_of: Ints) -> float:  # noqa: C901 - the method in one piece
    """Return the most of an assignment of rounds to cells, and the round of each cell.

    The method of Kuhn and Munkres with potentials, O(n^3).
    """
    n = len(gain)
    u, v = np.zeros(n + 1), np.zeros(n + 1)
    match, way = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for i in range(1, n + 1):
        match[0] = i
        j0 = 0
        least, done = np.full(n + 1, 1e18), np.zeros(n + 1, np.bool_)
        while match[j0]:
            done[j0] = True
            i0, delta, j1 = match[j0], 1e18, 0
            for j in range(1, n + 1):
                if not done[j]:
                    here = -gain[i0 - 1, j - 1] - u[i0] - v[j]
                    if here < least[j]:
                        least[j], way[j] = here, j0
                    if least[j] < delta:
                        delta, j1 = least[j], j
            for j in range(n + 1):
                if done[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            match[j0] = match[way[j0]]
            j0 = way[j0]
    total = 0.0
    for j in range(1, n + 1):
        round_of[j - 1] = match[j] - 1
        total += gain[match[j] - 1, j - 1]
    return total


@compiled
def priced(
    tiles: Ints,
    paid: Floats,
    prices: Floats,
    gradient: Floats,
    states: Ints,
    room: tuple[Floats, Ints],
) -> float:
    """Return the bound with some prices; write its slope by them, and how the lines stand."""
    value, choice = room
    round_of, used = np.empty(COUNT, np.int64), np.empty(MOST, np.int64)
    gradient[:] = 0.0
    total = assignment(-(prices[0] + prices[1] + prices[2]), round_of)
    for cell in range(COUNT):
        for d in range(3):
            gradient[d, round_of[cell], cell] -= 1.0
    for line in range(MOST_LINES):
        d = line // 5
        x = COLOUR[tiles, d]
        total += best_of_line(x, prices[d], line, paid[d, LENGTH[line] - 3], value, choice)
        follow(x, choice, used, states[line])
        for i in range(LENGTH[line]):
            gradient[d, used[i], CELLS_OF[line, i]] += 1.0
    return total


@compiled
def bound(tiles: Ints, factors: Floats, tail: Floats, steps: int, slope: Floats) -> float:
    """Return what nobody exceeds with these tiles less the penalty, by so many steps of prices.

    A step goes to where the bound would be as low as `AIM`, were its slope the same all the way,
    and only part of the way once that is in vain (Polyak, 1969).
    `slope` gets how the best bound changes with each factor.
    """
    prices, gradient = np.zeros((3, COUNT, COUNT)), np.zeros((3, COUNT, COUNT))
    paid, basis = np.zeros((3, 3, COUNT, 4, MOST + 1)), np.zeros((3, 3, COUNT, 4, MOST + 1, 3))
    for d in range(3):
        for k in range(3):
            penalties(tiles, factors, tail, d, k, paid[d, k], basis[d, k])
    states = np.zeros((MOST_LINES, COUNT, 2), np.int64)
    kept = states.copy()
    room = np.empty((COUNT + 1, 4 << MOST)), np.empty((COUNT, 4 << MOST), np.int64)
    best, part, stale = 1e18, 1.0, 0
    for _ in range(steps):
        total = priced(tiles, paid, prices, gradient, states, room)
        if total < best - LEAST:
            best, stale = total, 0
            kept[:] = states
        else:
            stale += 1
            if stale >= PATIENCE:
                part, stale = part * CAUTION, 0
        norm = (gradient**2).sum()
        if norm == 0.0:
            break
        prices -= part * (total - AIM) / norm * gradient
    slope[:] = 0.0
    for line in range(MOST_LINES):
        d, k = line // 5, LENGTH[line] - 3
        for t in range(COUNT):
            state, placed = kept[line, t]
            if state != OVER and placed < LENGTH[line]:
                slope[k, d, state, placed, t] -= basis[d, k, t, state, placed]
    return best


class Factors:
    """What the penalty depends on, and how it is learned: by the slope of the bound itself.

    The bound is convex in the factors, so that following its slope leads down (pathwise
    optimization: Desai, Farias and Moallemi, 2012). Each factor has a rate of its own (Adagrad:
    Duchi, Hazan and Singer, 2011); what is kept is the mean of the later half.
    """

    def __init__(self, values: Floats | None = None) -> None:
        self.values = first_factors() if values is None else values
        self.squares = np.full_like(self.values, 1.0)
        self.tail = tails()

    def bound(self, tiles: Ints, steps: int = STEPS) -> float:
        """Return what nobody exceeds with these tiles, less the penalty."""
        return float(bound(tiles, self.values, self.tail, steps, self._slope()))

    def learn(self, deals: Sequence[Ints], rate: float, steps: int) -> list[float]:
        """Follow the slope, one deal after the other; return the bounds that were met."""
        slope, met, total = self._slope(), [], np.zeros_like(self.values)
        for number, tiles in enumerate(deals):
            met.append(float(bound(tiles, self.values, self.tail, steps, slope)))
            self.squares += slope**2
            self.values -= rate * slope / np.sqrt(self.squares)
            if 2 * number >= len(deals):
                total += self.values
        self.values = total / (len(deals) - (len(deals) + 1) // 2)
        return met

    def _slope(self) -> Floats:
        return np.zeros((*SHAPE, 3))


@cache
def learned() -> Factors:
    """Return the penalty that was learned."""
    with np.load(DATA) as kept:
        return Factors(kept["values"].astype(np.float64))


@cache
def without_penalty() -> Factors:
    """Return what bounds the best board in hindsight."""
    return Factors(np.zeros((*SHAPE, 3)))


def deal(rng: Random) -> Ints:
    """Return 19 tiles in the order in which they are drawn."""
    return np.array(rng.sample(range(DECK), COUNT))
