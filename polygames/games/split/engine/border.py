"""The lines that start at one point of the border, compiled: the best of them, and any of them."""

from __future__ import annotations

from polygames.games.split.engine.alphabeta import static_value
from polygames.games.split.engine.candidates import MARGIN, corner_area
from polygames.games.split.engine.cuts import allows, edge, write_code
from polygames.games.split.engine.layout import (
    AREAS,
    LEAST,
    LIMIT,
    SIZE,
    START,
    STOP,
    VALUE,
    Floats,
)
from polygames.runtime.arrays import np
from polygames.runtime.compiling import compiled

LINES_FROM = 512
"""Most lines from one point."""
SHARES = (0.03, 0.35, 0.65, 0.97)
"""Where second ends lie on an edge beside those that make a value the rules look at."""


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
        for target in targets:
            share = (target - none) / (every - none) if every != none else -1.0
            n = write_line(a, k, i, at, j, share, codes, n)
        for share in SHARES:
            n = write_line(a, k, i, at, j, share, codes, n)
    for m in range(n):
        values[m] = static_value(a, codes[m], hottest, areas, saved, weights)
    return n


@compiled
def lines_between(
    a: Floats,
    k: int,
    ends: Floats,
    hottest: Floats,
    areas: int,
    saved: Floats,
    weights: Floats,
    out: Floats,
) -> None:
    """Write the static values of all lines between places of area k; nan where none is legal.

    Each row of `ends` is a place: the number of its edge, and its position there.
    """
    code = np.empty((1, 5))
    for p in range(len(ends)):
        for q in range(p, len(ends)):
            i, j = int(ends[p, 0]), int(ends[q, 0])
            out[p, q] = np.nan
            if i < j and allows(a, k, i, ends[p, 1], j, ends[q, 1]):
                write_code(code, 0, k, i, ends[p, 1], j, ends[q, 1])
                out[p, q] = static_value(a, code[0], hottest, areas, saved, weights)
            out[q, p] = out[p, q]


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
    a: Floats, k: int, i: int, at: float, j: int, share: float, codes: Floats, n: int
) -> int:
    """Write the line to a share of edge j, if it is legal."""
    start, stop = edge(a, k, j, START), edge(a, k, j, STOP)
    to = start + share * (stop - start)
    if not 0.0 < share < 1.0 or n >= len(codes):
        return n
    if i < j:
        return write_code(codes, n, k, i, at, j, to) if allows(a, k, i, at, j, to) else n
    return write_code(codes, n, k, j, to, i, at) if allows(a, k, j, to, i, at) else n
