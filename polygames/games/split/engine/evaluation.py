"""What a position of Split is worth, by its open areas.

An open area is a *hot game*: to move there first gains something. Its `base` is what it is worth
to red if both gain alike, its `temperature` what the move there is worth to either player. The
evaluation lets both move in the hottest area in turn (the strategy *hotstrat*: Berlekamp, Conway
and Guy 1982, *Winning Ways for your Mathematical Plays*).
"""

from __future__ import annotations

from polygames.games.split.engine.cuts import (
    AREAS,
    BLUE_INK,
    COUNT,
    LINE_DUE,
    NOBODY,
    OWNER,
    PHASE,
    RED,
    RED_INK,
    SCORE,
    SIZE,
    TURN,
    VALUE,
    WIN,
    Floats,
    X,
    Y,
    edge,
    edge_ink,
)
from polygames.games.split.engine.kernel import draw, is_small
from polygames.runtime.compiling import compiled, np
from polygames.search.kernel_adapter import copy

WON = 1000.0
"""The value of a won game; a win further away is worth a little less."""
WEIGHTS = np.array([0.8, 0.8, 0.1])
"""The weights of the difference of the best gains, of their sum, and of the lead in edges."""


# --- What a move gains ----------------------------------------------------------------------------


@compiled
def twice_triangle(a: Floats, k: int, i: int, j: int, m: int) -> float:
    """Return twice the area of the triangle of three corners."""
    x, y = edge(a, k, i, X), edge(a, k, i, Y)
    u, v = edge(a, k, j, X) - x, edge(a, k, j, Y) - y
    return abs(u * (edge(a, k, m, Y) - y) - v * (edge(a, k, m, X) - x))


@compiled
def best_gain(value: float, low: float, high: float) -> float:
    """Return the most that a cut gains whose cap can have any value between low and high.

    The opponent leaves the smaller piece, so half of the area is best.
    """
    half = value / 2
    if low >= half:
        return value - low
    return min(high, half)


@compiled
def best_gains(a: Floats, k: int) -> tuple[float, float, float]:
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
        low, high = 0.0, 0.0  # both caps grow by a triangle from j to j + 1: no sum starts anew
        for j in range(i + 1, size):
            high += 0.5 * twice_triangle(a, k, i, j, (j + 1) % size)
            low += 0.5 * twice_triangle(a, k, i + 1, j - 1, j)
            if edge_ink(a, k, j) == color:
                take = best_gain(value, low, high)
                if color == RED_INK:
                    red = max(red, take)
                else:
                    blue = max(blue, take)
    return red, blue, lead / size


@compiled
def area_features(a: Floats, k: int, weights: Floats) -> tuple[float, float]:
    """Return the base and the temperature of an open area: see the top of this module."""
    value = a[AREAS + k, VALUE]
    if is_small(a, k):
        return 0.0, value
    red, blue, lead = best_gains(a, k)
    base = weights[0] * (red - blue) / 2 + weights[2] * value * lead
    return base, weights[1] * (red + blue) / 2


# --- The hottest areas ----------------------------------------------------------------------------


@compiled
def list_temperatures(a: Floats, temperatures: Floats, weights: Floats) -> int:
    """Write temperature, number and base of every open area, the hottest first; count them."""
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NOBODY:
            continue
        base, temperature = area_features(a, k, weights)
        at = n
        while at > 0 and temperatures[at - 1, 0] < temperature:
            copy(temperatures[at - 1], temperatures[at])
            at -= 1
        temperatures[at, 0], temperatures[at, 1], temperatures[at, 2] = temperature, k, base
        n += 1
    return n


@compiled
def play_hottest_first(
    temperatures: Floats, n: int, skip: int, first: float, second: float
) -> float:
    """Return what the seat to move gains when both in turn move in the hottest area.

    Area `skip` is replaced by two areas of the given temperatures, first >= second.
    """
    # The areas are sorted, and the two new ones are merged in on the way: this is done for each
    # candidate, so nothing is sorted again.
    total, sign, at, new = 0.0, 1.0, 0, first
    while at < n or new >= 0.0:
        if at < n and int(temperatures[at, 1]) == skip:
            at += 1
        elif at < n and temperatures[at, 0] >= new:
            total += sign * temperatures[at, 0]
            sign = -sign
            at += 1
        elif new >= 0.0:
            total += sign * new
            sign = -sign
            new = second
            second = -1.0
    return total


@compiled
def red_sign(a: Floats, seat: int) -> float:
    """Return 1 for the seat that plays red (before the choice: for neither side 0), else -1."""
    if a[0, RED] == NOBODY:
        return 0.0
    return 1.0 if a[0, RED] == seat else -1.0


@compiled
def value_of_rest(a: Floats, temperatures: Floats, n: int, seat: int, skip: int) -> float:
    """Return the lead of a seat and the bases of all open areas but one."""
    total = a[0, SCORE + seat] - a[0, SCORE + 1 - seat]
    sign = red_sign(a, seat)
    for at in range(n):
        if int(temperatures[at, 1]) != skip:
            total += sign * temperatures[at, 2]
    return float(total)


# --- A move at a glance ---------------------------------------------------------------------------


@compiled
def save_area(a: Floats, k: int, saved: Floats) -> None:
    """Keep what a move in area k overwrites: the head and the area's row."""
    copy(a[0], saved[0])
    copy(a[AREAS + k], saved[1])


@compiled
def restore_area(a: Floats, k: int, saved: Floats) -> None:
    """Take a move back."""
    copy(saved[0], a[0])
    copy(saved[1], a[AREAS + k])


@compiled
def value_of_fill(a: Floats, seat: int, gain: float, rest: float) -> float:
    """Return the value of a fill for the seat: won, or the rest and what it gained."""
    return WON if a[0, SCORE + seat] + gain > WIN else rest + gain


@compiled
def static_value(
    a: Floats, code: Floats, hottest: Floats, areas: int, saved: Floats, weights: Floats
) -> float:
    """Return how good a fill or line looks at once for the seat that plays it.

    `hottest` holds the temperatures of so many open areas, as `list_temperatures` writes them.
    """
    seat, k = int(a[0, TURN]), int(code[0])
    rest = value_of_rest(a, hottest, areas, seat, k)
    if code[1] < 0:
        rest -= play_hottest_first(hottest, areas, k, -1.0, -1.0)
        return value_of_fill(a, seat, a[AREAS + k, VALUE], rest)
    save_area(a, k, saved)  # make and unmake: a line overwrites one row and the head
    sign, new = red_sign(a, seat), int(a[0, COUNT])
    draw(a, k, int(code[1]), code[2], int(code[3]), code[4])
    base, hot = area_features(a, k, weights)
    new_base, new_hot = area_features(a, new, weights)
    value, new_value = a[AREAS + k, VALUE], a[AREAS + new, VALUE]
    is_choice = a[0, PHASE] > LINE_DUE and a[0, RED] != NOBODY
    restore_area(a, k, saved)
    if not is_choice:
        hotter, cooler = max(hot, new_hot), min(hot, new_hot)
        both = play_hottest_first(hottest, areas, k, hotter, cooler)
        return rest + sign * (base + new_base) - both
    kept = rest + sign * new_base - play_hottest_first(hottest, areas, k, new_hot, -1.0)
    new_kept = rest + sign * base - play_hottest_first(hottest, areas, k, hot, -1.0)
    return min(value_of_fill(a, seat, value, kept), value_of_fill(a, seat, new_value, new_kept))
