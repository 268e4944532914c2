"""How the compiled agents of Split think: lines that matter, evaluation, alpha-beta.

Everything works on the array of `kernel`, plays moves in place and takes back two of its rows.
The general `polygames.search.alphabeta`, which copies the array, was tried in its place with the
same evaluation and the 16 best of the same lines: this one took 62% of the points (52% to 72%, 46
pairs of games from two random plies, 0.03 CPU seconds a move).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from polygames.games.split.engine.kernel import (
    AREAS,
    BLUE_INK,
    CODE,
    COUNT,
    LEAST,
    LIMIT,
    LINE_DUE,
    NOBODY,
    OWNER,
    PHASE,
    RED,
    RED_INK,
    ROOM,
    SCORE,
    SIZE,
    START,
    STOP,
    TURN,
    VALUE,
    WIDTH,
    WIN,
    X,
    Y,
    allows,
    decode,
    draw,
    edge,
    edge_ink,
    encode,
    is_small,
    play,
    put,
    put_choices,
    put_halving,
    result,
)
from polygames.search.clock import Watch
from polygames.search.kernels import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    import numpy.typing as npt

    from polygames.games.split.rules import Move, Split
    from polygames.search.clock import Clock

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

__all__ = ["LEVELS", "WON", "Work", "candidates", "evaluate", "rank", "search", "workspace"]

LEVELS = 24
"""Most plies that a search looks ahead, choices counted."""
MOST = 1024
"""Most candidates in one position."""
WON = 1000.0
"""The value of a won game; a win further away is worth a little less."""
STEPS = (0.5, 0.06, 0.94)
"""Where on the range of lines that make a value the candidates lie."""
NUDGE = 0.0137
"""How far to move on that range where another line ends already."""
MARGIN = 2e-6
"""How far from a limit an exact value keeps, more than its rounding [6]."""


class Work(NamedTuple):
    """The memory of a search: for each level its candidates and what a move overwrites."""

    codes: Floats
    values: Floats
    order: Ints
    saved: Floats
    heat: Floats
    """The temperature of each open area, the hottest first, with its number and its base."""
    widths: Ints
    """How many candidates to look at, by level."""
    weights: Floats
    """The weights of the evaluation."""
    nodes: Ints
    """How many positions were looked at, and at most."""
    stop: npt.NDArray[np.uint8]
    """Not zero when the search is to end; another thread may set it."""


WEIGHTS = np.array([0.8, 0.8, 0.1])
"""Of the difference of the takes, of their sum, of the share of the border."""
SAVE = 2


def workspace(
    widths: tuple[int, ...],
    weights: Floats = WEIGHTS,
    nodes: int | None = None,
    levels: int = LEVELS,
) -> Work:
    """Return the memory for a search that looks at so many candidates on each level."""
    padded = (widths + widths[-1:] * levels)[:levels]
    return Work(
        np.empty((levels, MOST, CODE)),
        np.empty((levels, MOST)),
        np.empty((levels, MOST), np.int64),
        np.empty((levels, SAVE, WIDTH)),
        np.empty((levels, ROOM, 3)),
        np.array(padded, np.int64),
        np.array(weights, np.float64),
        np.array([0, 2**62 if nodes is None else nodes], np.int64),
        np.zeros(1, np.uint8),
    )


# --- What a move takes -------------------------------------------------------------------------


@compiled
def twice(a: Floats, k: int, i: int, j: int, m: int) -> float:
    """Return twice the area of the triangle of three corners."""
    x, y = edge(a, k, i, X), edge(a, k, i, Y)
    u, v = edge(a, k, j, X) - x, edge(a, k, j, Y) - y
    return abs(u * (edge(a, k, m, Y) - y) - v * (edge(a, k, m, X) - x))


@compiled
def best_take(value: float, low: float, high: float) -> float:
    """Return the most that a cut gains whose cap can have any value between low and high.

    The opponent leaves the smaller piece, so half of the area is best.
    """
    half = value / 2
    if low >= half:
        return value - low
    return min(high, half)


@compiled
def takes(a: Floats, k: int) -> tuple[float, float, float]:
    """Return the most that red and that blue can take in area k at once, and red's lead in edges.

    A cut from edge i to edge j cuts off a cap between that of the corners i + 1 to j and that
    of the corners i to j + 1.
    """
    size, value = int(a[AREAS + k, SIZE]), a[AREAS + k, VALUE]
    red, blue, lead = 0.0, 0.0, 0
    for i in range(size):
        color = edge_ink(a, k, i)
        lead += (color == RED_INK) - (color == BLUE_INK)
        if color != RED_INK and color != BLUE_INK:  # noqa: PLR1714 - numba compiles no `in` here
            continue
        low, high = 0.0, 0.0
        for j in range(i + 1, size):
            high += 0.5 * twice(a, k, i, j, (j + 1) % size)
            low += 0.5 * twice(a, k, i + 1, j - 1, j)
            if edge_ink(a, k, j) == color:
                take = best_take(value, low, high)
                if color == RED_INK:
                    red = max(red, take)
                else:
                    blue = max(blue, take)
    return red, blue, lead / size


@compiled
def features(a: Floats, k: int, weights: Floats) -> tuple[float, float]:
    """Return what an open area is worth to red, and how much the move there is worth to either."""
    value = a[AREAS + k, VALUE]
    if is_small(a, k):
        return 0.0, value
    red, blue, lead = takes(a, k)
    base = weights[0] * (red - blue) / 2 + weights[2] * value * lead
    return base, weights[1] * (red + blue) / 2


@compiled
def warm_up(a: Floats, heat: Floats, weights: Floats) -> int:
    """Write temperature, number and base of every open area, the hottest first; count them."""
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NOBODY:
            continue
        base, temperature = features(a, k, weights)
        at = n
        while at > 0 and heat[at - 1, 0] < temperature:
            heat[at] = heat[at - 1]
            at -= 1
        heat[at, 0], heat[at, 1], heat[at, 2] = temperature, k, base
        n += 1
    return n


@compiled
def alternate(heat: Floats, n: int, skip: int, first: float, second: float) -> float:
    """Return what the seat to move gains when both in turn move in the hottest area.

    Area `skip` is replaced by two areas of the given temperatures, first >= second.
    """
    total, sign, at, new = 0.0, 1.0, 0, first
    while at < n or new >= 0.0:
        if at < n and int(heat[at, 1]) == skip:
            at += 1
        elif at < n and heat[at, 0] >= new:
            total += sign * heat[at, 0]
            sign = -sign
            at += 1
        elif new >= 0.0:
            total += sign * new
            sign = -sign
            new = second
            second = -1.0
    return total


@compiled
def seat_sign(a: Floats, seat: int) -> float:
    """Return 1 for the seat that plays red (before the choice: for neither side 0), else -1."""
    if a[0, RED] == NOBODY:
        return 0.0
    return 1.0 if a[0, RED] == seat else -1.0


@compiled
def rest_of(a: Floats, heat: Floats, n: int, seat: int, skip: int) -> float:
    """Return the lead of a seat and the bases of all open areas but one."""
    total = a[0, SCORE + seat] - a[0, SCORE + 1 - seat]
    sign = seat_sign(a, seat)
    for at in range(n):
        if int(heat[at, 1]) != skip:
            total += sign * heat[at, 2]
    return float(total)


@compiled
def evaluate(a: Floats, heat: Floats, weights: Floats) -> float:
    """Estimate how many points the seat to move, a line being due, will be ahead in the end."""
    n = warm_up(a, heat, weights)
    return rest_of(a, heat, n, int(a[0, TURN]), -1) + alternate(heat, n, -1, -1.0, -1.0)


# --- Lines that matter -------------------------------------------------------------------------


@compiled
def chain(a: Floats, k: int, i: int, j: int) -> float:
    """Return the area of the polygon of the corners i to j; corner `size` is corner 0 again."""
    size = int(a[AREAS + k, SIZE])
    total = 0.0
    for corner in range(i + 1, j):
        total += 0.5 * twice(a, k, i, corner, (corner + 1) % size)
    return total


@compiled
def put_lines(
    a: Floats, k: int, i: int, j: int, target: float, steps: int, out: Floats, n: int
) -> int:
    """Write lines from edge i to edge j that cut off a cap of exactly a value, if there are any.

    With the start at share s of edge i and the end at share u of edge j, the cap is linear in
    each of the two. It is at least `target` for some u where s <= last, and at most for s >= first.
    """
    low, high = chain(a, k, i + 1, j), chain(a, k, i, j + 1)
    near, far = chain(a, k, i, j), chain(a, k, i + 1, j + 1)
    last = min(1.0, (high - target) / max(high - far, 1e-12))
    first = max(0.0, (near - target) / max(near - low, 1e-12))
    if not (low < target < high and first < last):
        return n
    for number in range(steps):
        step = STEPS[number]
        for nudge in (0.0, NUDGE, -NUDGE):
            s = first + (step + nudge) * (last - first)
            least, most = near + s * (low - near), high + s * (far - high)
            u = (target - least) / max(most - least, 1e-12)
            at = edge(a, k, i, START) + s * (edge(a, k, i, STOP) - edge(a, k, i, START))
            to = edge(a, k, j, START) + u * (edge(a, k, j, STOP) - edge(a, k, j, START))
            if n < MOST and allows(a, k, i, at, j, to):
                n = put(out, n, k, i, at, j, to)
                break
    return n


@compiled
def put_cuts(a: Floats, k: int, out: Floats, n: int) -> int:
    """Write the lines that matter in one area: even splits, and pieces at the limits of the rules.

    Where edges i and j allow no even split, the nearest to it is written; where no edges allow
    any of these, a line that halves the area all the same.
    """
    size, value, limit = int(a[AREAS + k, SIZE]), a[AREAS + k, VALUE], a[0, LIMIT]
    least, before = a[0, LEAST] + MARGIN, n
    for i in range(size):
        for j in range(i + 1, size):
            low, high = chain(a, k, i + 1, j), chain(a, k, i, j + 1)
            low, high = (
                max(low + 1e-3 * (high - low), least),
                min(high - 1e-3 * (high - low), value - least),
            )
            if low >= high:
                continue
            n = put_lines(a, k, i, j, min(max(value / 2, low), high), len(STEPS), out, n)
            for target in (limit + MARGIN, value - limit - MARGIN, least, value - least):
                if low <= target <= high and value > limit + least + MARGIN:
                    n = put_lines(a, k, i, j, target, 1, out, n)
    if n == before and n < MOST:
        n = put_halving(a, k, out, n)
    return n


@compiled
def candidates(a: Floats, out: Floats) -> int:
    """Write the moves worth a look and count them: choices, fills, lines that matter."""
    if a[0, PHASE] != LINE_DUE:
        return put_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY and is_small(a, k) and n < MOST:
            n = put(out, n, k, -1.0, 0.0, 0.0, 0.0)
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY and not is_small(a, k):
            n = put_cuts(a, k, out, n)
    return n


# --- Judging moves -----------------------------------------------------------------------------


@compiled
def filled(a: Floats, seat: int, gain: float, rest: float) -> float:
    """Return the value of a fill for the seat: won, or the rest and what it gained."""
    return WON if a[0, SCORE + seat] + gain > WIN else rest + gain


@compiled
def judge(a: Floats, code: Floats, heat: Floats, n: int, saved: Floats, weights: Floats) -> float:
    """Return how good a fill or line looks at once for the seat that plays it."""
    seat, k = int(a[0, TURN]), int(code[0])
    rest = rest_of(a, heat, n, seat, k)
    if code[1] < 0:
        return filled(a, seat, a[AREAS + k, VALUE], rest - alternate(heat, n, k, -1.0, -1.0))
    save(a, k, saved)
    own_sign, new = seat_sign(a, seat), int(a[0, COUNT])
    draw(a, k, int(code[1]), code[2], int(code[3]), code[4])
    base, hot = features(a, k, weights)
    new_base, new_hot = features(a, new, weights)
    value, new_value = a[AREAS + k, VALUE], a[AREAS + new, VALUE]
    choice = a[0, PHASE] > LINE_DUE and a[0, RED] != NOBODY
    restore(a, k, saved)
    if not choice:
        both = alternate(heat, n, k, max(hot, new_hot), min(hot, new_hot))
        return rest + own_sign * (base + new_base) - both
    left = rest + own_sign * new_base - alternate(heat, n, k, new_hot, -1.0)
    right = rest + own_sign * base - alternate(heat, n, k, hot, -1.0)
    return min(filled(a, seat, value, left), filled(a, seat, new_value, right))


@compiled
def save(a: Floats, k: int, saved: Floats) -> None:
    """Keep what a move in area k overwrites: the head and the area's row."""
    saved[0] = a[0]
    saved[1] = a[AREAS + k]


@compiled
def restore(a: Floats, k: int, saved: Floats) -> None:
    """Take a move back."""
    a[0] = saved[0]
    a[AREAS + k] = saved[1]


@compiled
def rank(a: Floats, level: int, work: Work) -> int:
    """Write this level's candidates with how good they look, best first in `order`; count them."""
    codes, values, order, heat = (
        work.codes[level],
        work.values[level],
        work.order[level],
        work.heat[level],
    )
    n = candidates(a, codes)
    if a[0, PHASE] != LINE_DUE:
        values[:n] = 0.0
    else:
        areas = warm_up(a, heat, work.weights)
        for m in range(n):
            values[m] = judge(a, codes[m], heat, areas, work.saved[level], work.weights)
    order[:n] = np.argsort(-values[:n])
    work.nodes[0] += n
    return n


@compiled
def search(a: Floats, level: int, depth: int, alpha: float, beta: float, work: Work) -> float:
    """Return the value of a position for the seat to move, looking `depth` lines or fills ahead.

    Alpha-beta on the best candidates; a choice of two looks one ply further.
    """
    outcome = result(a)
    if not np.isnan(outcome):
        won = outcome if a[0, TURN] == 0 else -outcome
        return won * (WON - level)
    n = rank(a, level, work)
    choosing = a[0, PHASE] != LINE_DUE
    if n == 0 or (depth <= 1 and not choosing) or level + 1 >= len(work.values):
        return work.values[level, work.order[level, 0]] if n else 0.0
    best = -2 * WON
    for m in range(n if choosing else min(n, work.widths[level])):
        if work.stop[0] or work.nodes[0] > work.nodes[1]:
            break
        code = work.codes[level, work.order[level, m]]
        seat, k, low = a[0, TURN], int(code[0]), max(alpha, best)
        save(a, k, work.saved[level])
        play(a, code)
        if a[0, TURN] == seat:  # it has chosen, and goes on
            value = search(a, level + 1, depth - (not choosing), low, beta, work)
        else:
            value = -search(a, level + 1, depth - (not choosing), -beta, -low, work)
        restore(a, k, work.saved[level])
        best = max(best, value)
        if best >= beta:
            break
    return best


# --- The root ----------------------------------------------------------------------------------


class Thinker:
    """One search from a position: deepens, and has the best move so far at any time.

    Parameters
    ----------
    state
        The position, not over.
    clock
        When to stop.
    widths, nodes
        See `workspace`.
    rng
        Tells equally good moves apart.
    """

    def __init__(
        self,
        state: Split,
        clock: Clock,
        widths: tuple[int, ...],
        nodes: int | None,
        rng: Random,
        weights: Floats = WEIGHTS,
        levels: int = LEVELS,
    ) -> None:
        self.state, self.clock = state, clock
        self.array = encode(state)
        self.work = workspace(widths, weights, nodes, levels)
        count = rank(self.array, 0, self.work)
        values = self.work.values[0, :count]
        ties = np.random.default_rng(rng.getrandbits(64)).random(count)
        order = np.lexsort((ties, -values.round(6)))[: max(2, widths[0])]
        self.moves: list[tuple[float, Floats]] = [
            (float(values[m]), self.work.codes[0, m].copy()) for m in order
        ]
        self.sampled = None if count else state.legal_moves.sample(rng)

    @property
    def ranked(self) -> list[Move]:
        """The moves, as good as known so far, the best first."""
        if self.sampled is not None:
            return [self.sampled]
        return [decode(code, self.state) for _, code in self.moves]

    @property
    def best(self) -> Move:
        """The best move found so far."""
        return self.sampled or decode(self.moves[0][1], self.state)

    @property
    def value(self) -> float:
        """How many points the seat to move will be ahead, as far as known."""
        if self.array[0, PHASE] != LINE_DUE:
            return search(self.array, 0, 1, -2 * WON, 2 * WON, self.work)
        return self.moves[0][0] if self.moves else 0.0

    def deepen(self, depth: int | None = None) -> Iterator[tuple[int, float, Move]]:
        """Search deeper and deeper; yield the depth reached, its value and its best move."""
        if len(self.moves) <= 1:
            return
        with Watch.for_flag(self.clock, self.work.stop):
            for ahead in range(1, (depth or LEVELS - 2) + 1):
                self._search(ahead)
                if self._is_over():
                    return
                value, _ = self.moves[0]
                yield ahead, value, self.best
                if abs(value) > WON / 2:  # proved on these candidates
                    return

    def _is_over(self) -> bool:
        spent = self.work.nodes[0] > self.work.nodes[1]
        return bool(self.work.stop[0] or spent or not self.clock)

    def _search(self, depth: int) -> None:
        """Look at each move, best first, and put the new best one in front."""
        done: list[tuple[float, Floats]] = []
        best = -2 * WON
        for _, code in self.moves:
            value = self._value(code, depth, best)
            if self._is_over():
                break
            done.append((value, code))
            best = max(best, value)
        # Behind a better move the values are bounds only: what was good before stays in front.
        done.sort(key=lambda pair: -pair[0])
        self.moves = done + self.moves[len(done) :]

    def _value(self, code: Floats, depth: int, best: float) -> float:
        """Return the value of a move for the seat that plays it, or less than `best` if it is."""
        a, saved, seat = self.array, self.work.saved[0], self.array[0, TURN]
        choosing = a[0, PHASE] != LINE_DUE
        save(a, int(code[0]), saved)
        play(a, code)
        sign, low, high = (1, best, 2 * WON) if a[0, TURN] == seat else (-1, -2 * WON, -best)
        value = sign * search(a, 1, depth - (not choosing), low, high, self.work)
        restore(a, int(code[0]), saved)
        return value
