"""Random games on a kernel, many in one call of compiled code."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from polygames.runtime.arrays import np
from polygames.runtime.compiling import Array, compiled_for
from polygames.runtime.random_numbers import Rng, seeded
from polygames.search.kernel_adapter import kernel_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import State

GAME, START = np.uint64(0xD1342543DE82EF95), np.uint64(0x632BE59BD9B4E019)
STREAM, MIX = np.uint64(0xAEF17502108EF2D9), np.uint64(0xD6E8FEB86659FD93)
S32 = np.uint64(32)
"""As in `kernels.seeded`."""


class Batch:
    """Random games from one position."""

    def __init__(self, root: Array, rollout: Any, result: Any, seed: int) -> None:
        self._play: Any = _compiled_play(root.dtype.str, root.ndim)
        self._root, self._rollout, self._result = root, rollout, result
        self._seed = np.uint64(seed % 2**64)
        self._board = root.copy()

    def play(self, first: int, count: int) -> tuple[Array, Array]:
        """Play the games of the numbers from `first` on; return their plies and results."""
        plies, results = np.empty(count, np.int64), np.empty(count)
        work = self._root, self._board, seeded(0)
        self._play(self._rollout, self._result, *work, self._seed, first, plies, results)
        return plies, results


def batch_of(state: State[Any], seed: int) -> Batch | None:
    """Return the random games of a state; None where there is no kernel, or no room in it.

    Game i is the same as with ``kernel.rollout(board, seeded(seed, i))``.
    """
    kernel = kernel_of(state)
    if kernel is None:
        return None
    try:
        root = kernel.encode(state)
    except OverflowError:
        return None
    kernel.rollout(root.copy(), seeded(seed))  # compiled now, for such arrays
    kernel.result(root)
    return Batch(root, kernel.rollout, kernel.result, seed)


def _games(
    rollout: Any,
    result: Any,
    root: Array,
    board: Array,
    rng: Rng,
    seed: np.uint64,
    first: int,
    plies: Array,
    results: Array,
) -> None:
    """Play games by the numbers, each with its own chance."""
    for i in range(plies.size):
        board[...] = root
        start = seed * GAME + np.uint64(first + i) * STREAM + START
        start = (start ^ (start >> S32)) * MIX
        rng[0] = start ^ (start >> S32)
        plies[i] = rollout(board, rng)
        results[i] = result(board)


@cache
def _compiled_play(dtype: str, dimensions: int) -> Callable[..., None]:
    """Return `_games`, compiled for arrays of a kind."""
    numba: Any = import_module("numba")
    array = np.empty((1,) * dimensions, dtype)
    kind, stream, number = numba.typeof(array), numba.typeof(seeded(0)), numba.int64
    function = numba.types.FunctionType
    functions = function(number(kind, stream)), function(numba.float64(kind))
    rest = numba.uint64, number, number[::1], numba.float64[::1]
    return compiled_for(numba.void(*functions, kind, kind, stream, *rest), _games)
