"""What compiled searches share: a kernel's functions as values that compiled code can call.

A search is compiled once for each type of array, not once for each game: it calls the kernel
through pointers, so its code can be kept on disk and shared by all games with such an array.

Five functions more than `Kernel` has are of use; a kernel may leave them out: ``key(a)``, a number
that two arrays share if they hold one position; ``earlier(state)``, the keys of the positions
before that must not be repeated; ``codes(state)``, the codes of all moves that a game from a state
can have, each of which means the same move throughout (`polygames.search.batch`); and, in a module
of its own that the agent names, ``estimate(a)``, how the game will end, from -1 to +1 for seat 0,
and ``stall(a)``, how likely it is, from 0 to 1, to end in a tie instead.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core import registry
from polygames.core.lazy import Lazy
from polygames.runtime import compiling
from polygames.runtime.arrays import np
from polygames.runtime.compiling import Array, compiled
from polygames.runtime.random_numbers import seeded

if TYPE_CHECKING:
    from polygames.core.kernel import Kernel
    from polygames.core.protocol import State


def kernel_of(state: State[Any]) -> Kernel | None:
    """Return the kernel of a state's game, or None where it has none or numba is missing."""
    plug = registry.info_of(state).engine.kernel
    if plug is None or not compiling.HAS_NUMBA:
        return None
    kernel: Kernel = plug.load() if isinstance(plug, Lazy) else plug
    return kernel


class Functions(NamedTuple):
    """The functions of a kernel that a search calls, and the estimate."""

    turn: Any
    legal: Any
    play: Any
    result: Any
    rollout: Any
    key: Any
    estimate: Any
    stall: Any


class Position(NamedTuple):
    """A state as a search sees it."""

    kernel: Kernel
    array: Array
    earlier: Array
    """The keys of the positions that it would be a repetition to come back to."""


def position_of(state: State[Any]) -> Position | None:
    """Return a state for the compiled searches; None where its game has no kernel, or no room.

    A code of the kernel's moves has to be one integer.
    """
    kernel = kernel_of(state)
    if kernel is None or kernel.moves().ndim > 1:
        return None
    try:
        array = kernel.encode(state)
    except OverflowError:
        return None
    earlier = getattr(kernel, "earlier", _nothing)(state)
    return Position(kernel, array, np.asarray(earlier, np.uint64))


def functions_of(kernel: Kernel, estimate: Any = None, stall: Any = None) -> Functions:
    """Return a kernel's functions, with others in place of those it lacks."""
    return Functions(
        *(kernel.turn, kernel.legal, kernel.play, kernel.result, kernel.rollout),
        getattr(kernel, "key", hash_of),
        estimate or unknown,
        stall or never,
    )


def signature(array: Array) -> Functions:
    """Return numba's types of the functions of a kernel with such arrays.

    A search has them as its first parameters, one by one, since only there numba turns a
    function into a pointer.
    """
    numba: Any = import_module("numba")
    kind, stream = numba.typeof(array), numba.typeof(seeded(0))
    number, real = numba.int64, numba.float64
    signatures = Functions(
        turn=number(kind),
        legal=number(kind, kind),
        play=numba.void(kind, number),
        result=real(kind),
        rollout=number(kind, stream),
        key=numba.uint64(kind),
        estimate=real(kind),
        stall=real(kind),
    )
    return Functions(*map(numba.types.FunctionType, signatures))


def _nothing(_: State[Any]) -> tuple[()]:
    return ()


@compiled
def copy(a: Array, b: Array) -> None:
    """Copy an array to another of its size (faster than ``b[:] = a``)."""
    for i in range(a.size):
        b[i] = a[i]


@compiled
def hash_of(a: Array) -> np.uint64:
    """Return a number for an array of integers that another array hardly has."""
    total = np.uint64(0)
    for i in range(a.size):
        total = (total ^ np.uint64(a[i])) * np.uint64(0x9E3779B97F4A7C15)
        total ^= total >> np.uint64(29)
    return total


@compiled
def unknown(a: Array) -> float:  # noqa: ARG001 - it takes what an estimate takes
    """Estimate nothing."""
    return np.nan


@compiled
def never(a: Array) -> float:  # noqa: ARG001 - it takes what `stall` takes
    """Expect no tie."""
    return 0.0


@compiled
def static_value(f: Functions, a: Array, tie: float) -> float:
    """Return the static value of a position for seat 0, with ties at `tie`; nan if unknown."""
    value = f.estimate(a)
    return float(value + f.stall(a) * (tie - value))
