"""An adapter from states to kernels, shared by compiled searches and rollouts.

Rollouts call a kernel's functions through pointers, compiled once for each type of array.

A kernel may have three optional functions beyond `Kernel`. If repetitions end a game: ``key(a)``,
a hash that is equal for arrays of equal positions, and ``earlier(state)``, the keys of the
positions before. For `polygames.search.batch`: ``codes(state)``, the codes of all moves in any
game from a state, each with one fixed meaning.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core import registry
from polygames.core.lazy_imports import Lazy
from polygames.runtime import jit
from polygames.runtime.jit import Array, compiled, compiled_for, np
from polygames.runtime.once import once
from polygames.runtime.random_numbers import Rng, make_stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.plugs import Kernel
    from polygames.core.protocol import State


def kernel_of(state: State[Any]) -> Kernel | None:
    """Return the kernel (compiled engine) of a state's game; None if it or numba is missing."""
    plug = registry.info_of(state).engine.kernel
    if plug is None or not jit.HAS_NUMBA:
        return None
    kernel: Kernel = plug.load() if isinstance(plug, Lazy) else plug
    return kernel


def encode_state(state: State[Any]) -> tuple[Kernel, Array] | None:
    """Return the kernel and the array for a state; None without a kernel or if it is too large."""
    if (kernel := kernel_of(state)) is None:
        return None
    try:
        return kernel, kernel.encode(state)
    except OverflowError:  # too large for the kernel
        return None


class KernelPosition(NamedTuple):
    """A state encoded for a compiled search."""

    kernel: Kernel
    array: Array
    earlier_keys: Array
    """The keys of the positions that count for repetitions."""


def encode_position(state: State[Any]) -> KernelPosition | None:
    """Return a state encoded for compiled searches; None without a kernel, or if it is too large.

    Kernels whose moves are not single integers are not supported.
    """
    found = encode_state(state)
    if found is None or found[0].move_buffer().ndim > 1:
        return None
    earlier = getattr(found[0], "earlier", lambda _: ())(state)
    return KernelPosition(*found, np.asarray(earlier, np.uint64))


@compiled
def copy_array(source: Array, target: Array) -> None:
    """Copy an array to another of the same size (faster than ``b[:] = a``)."""
    for i in range(source.size):
        target[i] = source[i]


GAME_MULTIPLIER, SEED_OFFSET = np.uint64(0xD1342543DE82EF95), np.uint64(0x632BE59BD9B4E019)
STREAM_MULTIPLIER, MIX_MULTIPLIER = np.uint64(0xAEF17502108EF2D9), np.uint64(0xD6E8FEB86659FD93)
SHIFT_32 = np.uint64(32)
"""The constants of the random streams, as in `random_numbers.make_stream`."""


class RandomGames:
    """Compiled random games from one position."""

    def __init__(self, root: Array, rollout: Any, result: Any, seed: int) -> None:
        self._play: Any = _compiled_play(root.dtype.str, root.ndim)
        self._root, self._rollout, self._result = root, rollout, result
        self._seed = np.uint64(seed % 2**64)
        self._board = root.copy()

    def play(self, first_game: int, count: int) -> tuple[Array, Array]:
        """Play `count` games, numbered from `first_game`; return their lengths and results."""
        plies, results = np.empty(count, np.int64), np.empty(count)
        work = self._root, self._board, make_stream(0)
        self._play(self._rollout, self._result, *work, self._seed, first_game, plies, results)
        return plies, results


def random_games_of(state: State[Any], seed: int) -> RandomGames | None:
    """Return compiled random games from a state; None without a kernel, or if it is too large.

    Game i is the same as with ``kernel.rollout(board, make_stream(seed, i))``.
    """
    if (found := encode_state(state)) is None:
        return None
    kernel, root = found
    kernel.rollout(root.copy(), make_stream(seed))  # compiled now, for such arrays
    kernel.result(root)
    return RandomGames(root, kernel.rollout, kernel.result, seed)


def _play_games(
    rollout: Any,
    result: Any,
    root: Array,
    board: Array,
    rng: Rng,
    seed: np.uint64,
    first_game: int,
    plies: Array,
    results: Array,
) -> None:
    """Play random games, each seeded by its number, and write their plies and results."""
    for i in range(plies.size):
        board[...] = root
        start = seed * GAME_MULTIPLIER + np.uint64(first_game + i) * STREAM_MULTIPLIER + SEED_OFFSET
        start = (start ^ (start >> SHIFT_32)) * MIX_MULTIPLIER
        rng[0] = start ^ (start >> SHIFT_32)
        plies[i] = rollout(board, rng)
        results[i] = result(board)


@once
def _compiled_play(dtype: str, dimensions: int) -> Callable[..., None]:
    """Return `_play_games`, compiled for a dtype and a number of dimensions."""
    numba: Any = import_module("numba")
    array = np.empty((1,) * dimensions, dtype)
    kind, stream, number = numba.typeof(array), numba.typeof(make_stream(0)), numba.int64
    function = numba.types.FunctionType
    functions = function(number(kind, stream)), function(numba.float64(kind))
    rest = numba.uint64, number, number[::1], numba.float64[::1]
    return compiled_for(numba.void(*functions, kind, kind, stream, *rest), _play_games)
