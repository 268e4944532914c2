"""How Splinter's net is learned: positions as they are kept, and the descent, compiled.

The descent is on squared errors, one position at a time, with steps by coordinate (AdaGrad: Duchi,
Hazan and Singer 2011, *Adaptive subgradient methods for online learning and stochastic
optimization*). A position is seen by one of the symmetries of the square each time: the net does
not know where the edges are. `benchmarks.training.splinter` plays the games.
"""

from __future__ import annotations

from typing import NamedTuple

from polygames.games.splinter.engine import evaluation, kernel, net
from polygames.games.splinter.engine.groups import (
    COUNT,
    OCCUPIED,
    PIECES,
    ROOM,
    STRIDE,
    TURN,
    Ints,
)
from polygames.games.splinter.engine.uct import OPEN, Tree
from polygames.runtime.compiling import Array, compiled, np

PROVED = 1_000_000
"""Stands for the visits of a value that is proved."""
WIDTH = 4 + 2 * ROOM
"""The length of the row of a position: the seat to move, the numbers of white and black pieces,
and their squares (`groups`), the kings first."""
LIMIT = np.float32(net.LARGEST / net.ONE)


class Samples(NamedTuple):
    """What is kept of a search."""

    positions: Array
    values: Array
    visits: Array


@compiled
def pack(a: Ints, out: Array) -> None:
    """Write a position as a row of a file."""
    out[:] = 0
    out[0], out[1], out[2] = a[TURN], a[COUNT], a[COUNT + 1]
    n = 3
    for side in range(2):
        for place in range(PIECES + ROOM * side, PIECES + ROOM * side + a[COUNT + side]):
            out[n] = a[place]
            n += 1


@compiled
def keep(root: Ints, tree: Tree, least: int, boards: Array, stack: Array, found: Samples) -> int:
    """Write the positions of a tree that were visited often, and count them."""
    kept, top = 0, 1
    stack[0, 0] = stack[0, 1] = 0
    while top and kept < len(found.values):
        top -= 1
        node, level = stack[top, 0], stack[top, 1]
        board = boards[level]
        board[:] = root if level == 0 else boards[level - 1]
        if level:
            kernel.play(board, tree.code[node])
        pack(board, found.positions[kept])
        is_open = tree.proved[node] == OPEN
        mean = tree.total[node] / max(1, tree.visits[node])
        found.values[kept] = mean if is_open else tree.proved[node]
        found.visits[kept] = tree.visits[node] if is_open else PROVED
        kept += 1
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            often = tree.visits[child] >= least and tree.width[child]
            if often and level + 1 < len(boards) and top < len(stack):
                stack[top, 0], stack[top, 1] = child, level + 1
                top += 1
    return kept


# --- The descent ----------------------------------------------------------------------------------

SYMMETRIES = np.array(
    [
        *((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1)),
        *((0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)),
    ]
)
SMALL, LEAK, DECAY = np.float32(1e-4), np.float32(0.02), np.float32(0.003)
"""So much is added to sums of squares; a unit that is cut off still learns by such a part of its
slope if that brings it back; and a weight is drawn to 0 by such a part of itself, so that rows
which are seldom lit do not learn games by heart."""


class Net(NamedTuple):
    """Weights that are being learned, 1 as 1; and the sums of their squared slopes."""

    rows: Array
    out: Array
    row_squares: Array
    out_squares: Array


class Bench(NamedTuple):
    """Room to look at a position."""

    board: Array
    lit: Array
    sums: Array
    slopes: Array


def new_net(seed: int) -> Net:
    """Return weights by chance."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(net.ROWS, net.HIDDEN)).astype(np.float32) * np.float32(0.02)
    rows[net.ALWAYS] = 0.4
    out = rng.normal(size=2 * net.HIDDEN).astype(np.float32) * np.float32(0.3)
    return Net(rows, out, np.zeros_like(rows), np.zeros_like(out))


def new_bench() -> Bench:
    """Return room for a position and its units."""
    sums, slopes = (np.zeros((2, net.HIDDEN), np.float32) for _ in range(2))
    return Bench(np.zeros(1300, np.int32), np.zeros((2, net.LIT), np.int32), sums, slopes)


@compiled
def unpack(row: Array, symmetry: int, a: Ints) -> None:
    """Write what the net looks at of a position, seen by a symmetry, close to the corner."""
    a[:PIECES] = 0
    a[TURN], a[COUNT], a[COUNT + 1] = row[0], row[1], row[2]
    way, first = SYMMETRIES[symmetry], np.array([STRIDE, STRIDE])
    squares = np.empty((a[COUNT] + a[COUNT + 1], 2), np.int64)
    for i in range(len(squares)):
        r, c = row[3 + i] // STRIDE, row[3 + i] % STRIDE
        for axis in range(2):
            squares[i, axis] = way[2 * axis] * r + way[2 * axis + 1] * c
            first[axis] = min(first[axis], squares[i, axis])
    for i in range(len(squares)):
        r, c = squares[i, 0] - first[0] + 1, squares[i, 1] - first[1] + 1
        a[PIECES + (i if i < row[1] else ROOM + i - row[1])] = STRIDE * r + c
        a[OCCUPIED + r] |= 1 << c


@compiled
def forward(row: Array, symmetry: int, learned: Net, bench: Bench) -> tuple[int, float]:
    """Return how many rows a position lights, and its value for the seat to move."""
    unpack(row, symmetry, bench.board)
    n = net.light(bench.board, bench.lit)
    for seat in range(2):
        bench.sums[seat] = 0
        for i in range(n):
            lit = bench.lit[seat, i]
            for unit in range(net.HIDDEN):
                bench.sums[seat, unit] += learned.rows[lit, unit]
    total = 0.0
    for side in range(2):
        seat = row[0] if side == 0 else 1 - row[0]
        for unit in range(net.HIDDEN):
            cut = max(0.0, min(1.0, bench.sums[seat, unit]))
            total += learned.out[side * net.HIDDEN + unit] * cut
    return n, np.tanh(total)


@compiled
def descend(row: Array, n: int, slope: float, rate: float, learned: Net, bench: Bench) -> None:
    """Change the weights by the slope of the error in what is weighed."""
    rows, out, row_squares, out_squares = learned
    pull, pace = np.float32(slope), np.float32(rate)
    for side in range(2):
        seat = row[0] if side == 0 else 1 - row[0]
        for unit in range(net.HIDDEN):
            place, total = side * net.HIDDEN + unit, bench.sums[seat, unit]
            back = pull * out[place]
            if (total < 0 and back > 0) or (total > 1 and back < 0):
                back = np.float32(0)
            elif total < 0 or total > 1:
                back *= LEAK
            bench.slopes[seat, unit] = back
            own = pull * np.float32(max(0.0, min(1.0, total)))
            out_squares[place] += own * own
            out[place] -= pace * own / np.sqrt(out_squares[place] + SMALL)
    for seat in range(2):
        for i in range(n):
            lit = bench.lit[seat, i]
            for unit in range(net.HIDDEN):
                back = bench.slopes[seat, unit] + DECAY * rows[lit, unit]
                row_squares[lit, unit] += back * back
                weight = rows[lit, unit] - pace * back / np.sqrt(row_squares[lit, unit] + SMALL)
                rows[lit, unit] = max(-LIMIT, min(LIMIT, weight))


@compiled
def learn(
    positions: Array,
    values: Array,
    weights: Array,
    order: Array,
    symmetries: Array,
    rates: tuple[float, float],
    learned: Net,
    bench: Bench,
) -> None:
    """Learn from each position once, at a rate that falls from the one to the other."""
    for k in range(len(order)):
        rate = rates[0] + (rates[1] - rates[0]) * k / len(order)
        i = order[k]
        n, value = forward(positions[i], symmetries[k], learned, bench)
        slope = weights[i] * (value - values[i]) * (1 - value * value + LEAK)
        descend(positions[i], n, slope, rate, learned, bench)


@compiled
def predict(positions: Array, by: int, learned: Net, bench: Bench, out: Array) -> None:
    """Write the values of positions for the seat to move, by the net or the linear estimate."""
    for i in range(len(positions)):
        _, out[i] = forward(positions[i], 0, learned, bench)
        if by == 0:
            value = evaluation.estimate(bench.board)
            out[i] = value if positions[i, 0] == 0 else -value
