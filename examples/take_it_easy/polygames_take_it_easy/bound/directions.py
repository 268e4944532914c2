"""A game that is easier than Take It Easy and solved exactly: each direction is played alone.

A tile goes to one of the five lines of a direction that has room, whatever the other two
directions make of it; the three directions are three games. Whoever plays Take It Easy plays all
three at once, so what he scores in the mean is no more than their best means together.

A line is empty, or has one number and needs so many more, or is closed: full, or of two numbers.
The room in closed lines is shared. With how many of each number were drawn, that is all there is
to know: some 108,000 ways for the lines times at most 75 for the draws of a round, solved from the
last round back, exactly up to the rounding of floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.compiling import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]

EMPTY, CLOSED = 0, 1
COLOURS = 3


def ways(length: int) -> int:
    """Return in how many ways a line can stand."""
    return 2 + COLOURS * (length - 1)


@compiled
def _after(way: int, length: int, colour: int) -> int:
    """Return how a line that is open stands after a number: -1 if it is complete."""
    if way == EMPTY:
        return 2 + colour * (length - 1) + length - 2
    own, need = (way - 2) // (length - 1), (way - 2) % (length - 1) + 1
    if own != colour:
        return CLOSED
    return -1 if need == 1 else way - 1


@compiled
def _room(state: int, lengths: Ints, sizes: Ints, stands: Ints) -> int:
    """Write how each line stands, and return how much room the open ones have."""
    room = 0
    for i in range(len(lengths)):
        stands[i] = state % sizes[i]
        state //= sizes[i]
        if stands[i] == EMPTY:
            room += lengths[i]
        elif stands[i] != CLOSED:
            room += (stands[i] - 2) % (lengths[i] - 1) + 1
    return room


@compiled
def _best(
    after: Floats, state: int, room: int, colour: int, worth: int, stands: Ints, board: Ints
) -> float:
    """Return the best of the lines for a number; `room` is what closed lines have."""
    best = after[state] if room else np.float32(-1.0)
    weight = 1
    for i in range(len(stands)):
        length, size = board[0, i], board[1, i]
        if stands[i] != CLOSED:
            then = _after(stands[i], length, colour)
            gain = 0
            if then < 0:
                then, gain = CLOSED, length * worth
            value = after[state + (then - stands[i]) * weight]
            if value >= 0:
                best = max(best, value + gain)
        weight *= size
    return float(best)


@compiled
def one_round_before(
    values: Floats, rounds: int, total: int, copies: int, board: Ints, numbers: Ints
) -> Floats:
    """Return the means before a round, of the values after it: ``[first, second, way of lines]``.

    `rounds` numbers are out before it, `total` will be; the third number has what the others leave.
    """
    means = np.full_like(values, -1.0)
    stands = np.empty(board.shape[1], np.int64)
    for one in range(min(copies, rounds) + 1):
        for two in range(max(0, rounds - one - copies), min(copies, rounds - one) + 1):
            left = copies - one, copies - two, copies - rounds + one + two
            for state in range(values.shape[2]):
                room = total - rounds - _room(state, board[0], board[1], stands)
                if room < 0:
                    continue
                mean = 0.0
                for colour in range(COLOURS):
                    if left[colour]:
                        after = values[one + (colour == 0), two + (colour == 1)]
                        best = _best(after, state, room, colour, numbers[colour], stands, board)
                        mean += left[colour] * best
                means[one, two, state] = mean / (COLOURS * copies - rounds)
    return means


def optimum(
    numbers: Sequence[int], lengths: Sequence[int] = (3, 4, 5, 4, 3), copies: int = 9
) -> float:
    """Return what the best player scores in the mean in one direction alone.

    Parameters
    ----------
    numbers
        The three numbers of the direction.
    lengths
        Of its lines, 2 at least.
    copies
        How many tiles have each number.

    Examples
    --------
    One line of two cells, and two tiles of each number: the second is like the first once in five.

    >>> optimum((1, 5, 9), (2,), 2)
    2.0
    """
    board = np.array([lengths, [ways(length) for length in lengths]])
    total = sum(lengths)
    values = np.full((copies + 1, copies + 1, int(board[1].prod())), -1.0, np.float32)
    closed = int(np.cumprod([1, *board[1, :-1]]).sum()) * CLOSED
    values[:, :, closed] = 0.0
    for rounds in range(total - 1, -1, -1):
        values = one_round_before(values, rounds, total, copies, board, np.array(numbers))
    return float(values[0, 0, 0])
