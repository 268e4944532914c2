"""The memory of Split's compiled search.

Layout: `Work` is a bundle of arrays, with L levels (plies from the root), M = `MOST` candidates:

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

from polygames.games.split.engine.evaluation import WEIGHTS
from polygames.games.split.engine.layout import CODE, ROOM, WIDTH, Floats
from polygames.runtime.arrays import np, npt
from polygames.runtime.clock import stop_flag

Ints = npt.NDArray[np.int64]

LEVELS = 24
"""Most plies that a search looks ahead, choices counted."""
MOST = 1024
"""Most candidates in one position."""


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
