"""The candidate moves of Split's search: the choices, the fills, and the lines that matter.

A line matters if it makes a value that the rules look at: an even split of an area, or a piece at
one of the limits.
"""

from __future__ import annotations

from polygames.games.split.engine.cuts import allows, edge, write_code
from polygames.games.split.engine.evaluation import twice_triangle
from polygames.games.split.engine.kernel import is_small, write_choices, write_halving
from polygames.games.split.engine.layout import (
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
)
from polygames.games.split.engine.workspace import MOST
from polygames.runtime.compiling import compiled

STEPS = (0.5, 0.06, 0.94)
"""Where on the range of lines that make a value the candidates lie."""
NUDGE = 0.0137
"""How far to move on that range where another line ends already."""
MARGIN = 2e-6
"""How far from a limit an exact value keeps, more than its rounding [6]."""


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
        for nudge in (0.0, NUDGE, -NUDGE):
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
