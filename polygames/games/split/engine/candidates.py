"""The candidate moves of Split's search, compiled: the choices, the fills, the lines that matter.

A line matters if it makes a value that the rules look at: an even split of an area, or a piece at
one of the limits. For the map of the border there are also the lines from one of its points.
"""

from __future__ import annotations

from polygames.games.split.engine.cuts import (
    AREAS,
    COUNT,
    LEAST,
    LIMIT,
    LINE_DUE,
    NOBODY,
    OWNER,
    PHASE,
    SIZE,
    START,
    STOP,
    VALUE,
    Floats,
    allows,
    edge,
    write_code,
)
from polygames.games.split.engine.evaluation import static_value, twice_triangle
from polygames.games.split.engine.kernel import is_small, write_choices, write_halving
from polygames.runtime.compiling import compiled, np

MOST = 1024
"""Most candidates in one position."""
STEPS = (0.5, 0.06, 0.94)
"""Where on the range of lines that make a value the candidates lie."""
NUDGE = 0.0137
"""How far to move on that range where another line ends already."""
MARGIN = 2e-6
"""How far from a limit an exact value keeps, more than its rounding [6]."""
LINES_FROM = 512
"""Most lines from one point."""
SHARES = (0.03, 0.35, 0.65, 0.97)
"""Where second ends lie on an edge beside those that make a value the rules look at."""


@compiled
def candidates(a: Floats, out: Floats) -> int:
    """Write the moves worth a look and count them: choices, fills, lines that matter."""
    if a[0, PHASE] != LINE_DUE:
        return write_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY and is_small(a, k) and n < MOST:
            n = write_code(out, n, k, -1.0, 0.0, 0.0, 0.0)
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY and not is_small(a, k):
            n = write_cuts(a, k, out, n)
    return n


@compiled
def write_cuts(a: Floats, k: int, out: Floats, n: int) -> int:
    """Write the lines that matter in one area: even splits, and pieces at the limits of the rules.

    Where edges i and j allow no even split, the nearest to it is written; where no edges allow
    any of these, a line that halves the area all the same.
    """
    size, value, limit = int(a[AREAS + k, SIZE]), a[AREAS + k, VALUE], a[0, LIMIT]
    least, before = a[0, LEAST] + MARGIN, n
    for i in range(size):
        for j in range(i + 1, size):
            low, high = corner_area(a, k, i + 1, j), corner_area(a, k, i, j + 1)
            # A line through a corner is none: it keeps a thousandth off.
            low, high = (
                max(low + 1e-3 * (high - low), least),
                min(high - 1e-3 * (high - low), value - least),
            )
            if low >= high:
                continue
            n = write_lines_of_value(a, k, i, j, min(max(value / 2, low), high), len(STEPS), out, n)
            for target in (limit + MARGIN, value - limit - MARGIN, least, value - least):
                if low <= target <= high and value > limit + least + MARGIN:
                    n = write_lines_of_value(a, k, i, j, target, 1, out, n)
    if n == before and n < MOST:
        n = write_halving(a, k, out, n)
    return n


@compiled
def write_lines_of_value(
    a: Floats, k: int, i: int, j: int, target: float, steps: int, out: Floats, n: int
) -> int:
    """Write lines from edge i to edge j that cut off a cap of exactly a value, if there are any.

    With the start at share s of edge i and the end at share u of edge j, the cap is linear in
    each of the two. It is at least `target` for some u where s <= last, and at most for s >= first.
    """
    low, high = corner_area(a, k, i + 1, j), corner_area(a, k, i, j + 1)
    near, far = corner_area(a, k, i, j), corner_area(a, k, i + 1, j + 1)
    last = min(1.0, (high - target) / max(high - far, 1e-12))
    first = max(0.0, (near - target) / max(near - low, 1e-12))
    if not (low < target < high and first < last):
        return n
    for number in range(steps):
        step = STEPS[number]
        for nudge in (0.0, NUDGE, -NUDGE):  # searches like the same places: often one is taken
            s = first + (step + nudge) * (last - first)
            least, most = near + s * (low - near), high + s * (far - high)
            u = (target - least) / max(most - least, 1e-12)
            at = edge(a, k, i, START) + s * (edge(a, k, i, STOP) - edge(a, k, i, START))
            to = edge(a, k, j, START) + u * (edge(a, k, j, STOP) - edge(a, k, j, START))
            if n < MOST and allows(a, k, i, at, j, to):
                n = write_code(out, n, k, i, at, j, to)
                break
    return n


@compiled
def corner_area(a: Floats, k: int, i: int, j: int) -> float:
    """Return the area of the polygon of the corners i to j; corner `size` is corner 0 again."""
    size = int(a[AREAS + k, SIZE])
    total = 0.0
    for corner in range(i + 1, j):
        total += 0.5 * twice_triangle(a, k, i, corner, (corner + 1) % size)
    return total


# --- From one point of the border -----------------------------------------------------------------


@compiled
def lines_from(
    a: Floats,
    k: int,
    i: int,
    at: float,
    hottest: Floats,
    areas: int,
    saved: Floats,
    weights: Floats,
    codes: Floats,
    values: Floats,
) -> int:
    """Write the lines worth a look from a position on edge i of area k, and their static values.

    On every other edge that are the ends that halve the area, those that leave a piece at one of
    the limits of the rules, and a few between. Count them.
    """
    n = 0
    value, limit, least = a[AREAS + k, VALUE], a[0, LIMIT], a[0, LEAST] + MARGIN
    targets = (value / 2, limit + MARGIN, value - limit - MARGIN, least, value - least)
    for j in range(int(a[AREAS + k, SIZE])):
        if j == i:
            continue
        none, every = caps(a, k, i, at, j)
        start, length = edge(a, k, j, START), edge(a, k, j, STOP) - edge(a, k, j, START)
        for target in targets:
            share = (target - none) / (every - none) if every != none else -1.0
            n = write_line(a, k, i, at, j, start + share * length, codes, n)
        for share in SHARES:
            n = write_line(a, k, i, at, j, start + share * length, codes, n)
    for m in range(n):
        values[m] = static_value(a, codes[m], hottest, areas, saved, weights)
    return n


@compiled
def values_to(
    a: Floats,
    k: int,
    i: int,
    at: float,
    ends: Floats,
    hottest: Floats,
    areas: int,
    saved: Floats,
    weights: Floats,
    out: Floats,
) -> None:
    """Write the static values of the lines from a position on edge i of area k; nan for none.

    Each row of `ends` is a place to go to: the number of its edge, and its position there.
    """
    code = np.empty((1, 5))
    for q in range(len(ends)):
        out[q] = np.nan
        if write_line(a, k, i, at, int(ends[q, 0]), ends[q, 1], code, 0):
            out[q] = static_value(a, code[0], hottest, areas, saved, weights)


@compiled
def caps(a: Floats, k: int, i: int, at: float, j: int) -> tuple[float, float]:
    """Return what a line cuts off whose other end is at the start of edge j, and at its stop.

    The piece is that from the lower edge to the higher one; between the ends it is linear.
    """
    start, stop = edge(a, k, i, START), edge(a, k, i, STOP)
    share = (at - start) / (stop - start)
    low, high = min(i, j), max(i, j)
    near, far = corner_area(a, k, low, high), corner_area(a, k, low + 1, high + 1)
    first, second = corner_area(a, k, low + 1, high), corner_area(a, k, low, high + 1)
    if i < j:
        return near + share * (first - near), second + share * (far - second)
    return near + share * (second - near), first + share * (far - first)


@compiled
def write_line(
    a: Floats, k: int, i: int, at: float, j: int, to: float, codes: Floats, n: int
) -> int:
    """Write the line between two positions as row n, the lower edge first, if it is legal."""
    if n < len(codes) and i < j and allows(a, k, i, at, j, to):
        return write_code(codes, n, k, i, at, j, to)
    if n < len(codes) and i > j and allows(a, k, j, to, i, at):
        return write_code(codes, n, k, j, to, i, at)
    return n
