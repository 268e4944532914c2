"""Alpha-beta on the candidates of Split, compiled.

The search is that of Knuth and Moore (1975, *An analysis of alpha-beta pruning*), with the
candidates ordered by their static value. Moves are played in place and taken back. Each level
looks at its best candidates only (forward pruning): at how many, `Work.widths` says.

Splinter's alpha-beta, which copies the array, was tried in its place with the same evaluation and
the 16 best of the same lines: this one took 62% of the points (52% to 72%, 46 pairs of games from
two random plies, 0.03 CPU seconds a move).

Layout: `Work` is the memory of a search, with L levels (plies from the root), M = `MOST`
candidates:

============== ================ ======= ===========================================================
array          shape            dtype   what it holds
============== ================ ======= ===========================================================
`codes`        (L, M, CODE)     float64 the codes of the candidates
`values`       (L, M)           float64 the static value of each
`order`        (L, M)           int64   the numbers of the candidates, the best first
`saved`        (L, 2, WIDTH)    float64 what a move overwrites: the head and the row of its area
`temperatures` (L, ROOM, 3)     float64 open areas, the hottest first: temperature, number, base
`widths`       (L,)             int64   how many candidates to look at
`weights`      (3,)             float64 the weights of the evaluation
`nodes`        (2,)             int64   how many positions were looked at, and at most
`stop`         (1,)             uint8   not zero when the search is to end; any thread may set it
============== ================ ======= ===========================================================
"""

from __future__ import annotations

from typing import NamedTuple

from polygames.games.split.engine.candidates import MOST, candidates
from polygames.games.split.engine.cuts import (
    CODE,
    LINE_DUE,
    PHASE,
    ROOM,
    TURN,
    WIDTH,
    Floats,
)
from polygames.games.split.engine.evaluation import (
    WEIGHTS,
    WON,
    list_temperatures,
    restore_area,
    save_area,
    static_value,
)
from polygames.games.split.engine.kernel import play, result
from polygames.runtime.clock import stop_flag
from polygames.runtime.compiling import compiled, np, npt

Ints = npt.NDArray[np.int64]

LEVELS = 24
"""Most plies that a search looks ahead, choices counted."""


class Work(NamedTuple):
    """The memory of a search; the top of this module says what each array holds."""

    codes: Floats
    values: Floats
    order: Ints
    saved: Floats
    temperatures: Floats
    widths: Ints
    weights: Floats
    nodes: Ints
    stop: npt.NDArray[np.uint8]


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
        np.empty((levels, 2, WIDTH)),
        np.empty((levels, ROOM, 3)),
        np.array(padded, np.int64),
        np.array(weights, np.float64),
        np.array([0, 2**62 if nodes is None else nodes], np.int64),
        stop_flag(),
    )


# --- Move ordering --------------------------------------------------------------------------------


@compiled
def best_first(values: Floats, n: int, order: Ints) -> None:
    """Write the places of the first n values, the largest first; equal ones stay in their order.

    By insertion: they are few, and numpy's sort takes the compiler seconds.
    """
    for m in range(n):
        j = m
        while j > 0 and values[order[j - 1]] < values[m]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = m


@compiled
def rank(a: Floats, level: int, work: Work) -> int:
    """Write this level's candidates with their static values, best first in `order`; count them."""
    codes, values, hottest = work.codes[level], work.values[level], work.temperatures[level]
    n = candidates(a, codes)
    if a[0, PHASE] != LINE_DUE:
        for m in range(n):
            values[m] = 0.0
    else:
        areas = list_temperatures(a, hottest, work.weights)
        for m in range(n):
            values[m] = static_value(a, codes[m], hottest, areas, work.saved[level], work.weights)
    best_first(values, n, work.order[level])
    work.nodes[0] += n
    return n


# --- The search -----------------------------------------------------------------------------------


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
    # A choice is never pruned, and takes no depth: its two answers are what a line is worth.
    for m in range(n if choosing else min(n, work.widths[level])):
        if work.stop[0] or work.nodes[0] > work.nodes[1]:
            break
        code = work.codes[level, work.order[level, m]]
        seat, k, low = a[0, TURN], int(code[0]), max(alpha, best)
        save_area(a, k, work.saved[level])
        play(a, code)
        if a[0, TURN] == seat:  # it has chosen, and goes on
            value = search(a, level + 1, depth - (not choosing), low, beta, work)
        else:
            value = -search(a, level + 1, depth - (not choosing), -beta, -low, work)
        restore_area(a, k, work.saved[level])
        best = max(best, value)
        if best >= beta:
            break
    return best
