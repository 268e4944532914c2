"""Compiled twins of a game's rules: what each offers, and how it is compiled.

A kernel is a module of functions on one array, which holds a position in the game's own layout.
Copy the array to branch. Where numba is missing there are no kernels, and `rules.py` serves (for
random games `GameInfo.rollout`, if a game has one).
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from polygames.core import registry
from polygames.core.lazy import Lazy
from polygames.runtime.arrays import HAS_NUMBA, np, npt
from polygames.runtime.cooperative import has_threads, resting

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from polygames.core.protocol import State

__all__ = [
    "HAS_NUMBA",
    "Array",
    "Kernel",
    "Rng",
    "below",
    "compiled",
    "compiled_for",
    "kernel_of",
    "lean",
    "seeded",
    "told_of_compiling",
    "uniform",
]

Array = npt.NDArray[Any]
Rng = npt.NDArray[np.uint64]
"""A stream of random numbers: one number that `uniform` moves on."""

F = TypeVar("F", bound="Callable[..., Any]")

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


class Kernel(Protocol):
    """What search knows of a kernel; all but the first three are compiled.

    A *code* stands for a move: an integer, or a row of numbers where moves form a continuum.
    """

    def encode(self, state: Any, /) -> Array:
        """Write a position as an array; OverflowError if it is larger than the kernel's room."""

    def decode(self, code: Any, state: Any, /) -> Hashable:
        """Return the move of `rules.py` that a code stands for."""

    def moves(self) -> Array:
        """Return an array for `legal` to write into."""

    def turn(self, a: Array, /) -> int:
        """Return the seat to move, or `CHANCE`."""

    def legal(self, a: Array, out: Array, /) -> int:
        """Write the codes of the legal moves (on a continuum: of a spread) and count them."""

    def play(self, a: Array, code: Any, /) -> None:
        """Play a legal move in place."""

    def result(self, a: Array, /) -> float:
        """Return the value for seat 0 (+1, 0 or -1), or nan while the game runs."""

    def rollout(self, a: Array, rng: Rng, /) -> int:
        """Play random moves in place until the end, and count them."""


def kernel_of(state: State[Any]) -> Kernel | None:
    """Return the kernel of a state's game, or None where it has none or numba is missing."""
    plug = registry.info_of(state).kernel
    if plug is None or not HAS_NUMBA:
        return None
    kernel: Kernel = plug.load() if isinstance(plug, Lazy) else plug
    return kernel


def compiled(function: F) -> F:
    """Compile a function at its first call, keep the code on disk, run without Python's lock.

    Where numba is missing the function stays as it is; without threads, too, it rests now and then.
    A function that Python calls must not return a named tuple: numba makes one by code of Python's
    and does not see that it failed, so an interrupt there crashes the process.
    """
    return _compile(function)


def lean(function: F, *, rests: bool = False) -> F:
    """Compile a function that makes no arrays, without counting who uses those it is given.

    In small functions that are called often the counting takes most of the time. Where numba is
    missing the function stays as it is; it rests only if it is said to.
    """
    if HAS_NUMBA or rests:
        return _compile(function, _nrt=False)
    return function


def compiled_for(signature: Any, function: F) -> F:
    """Compile a function now, for a signature of numba's and for no other."""
    return _compile(function, signature)


def _compile(function: F, signature: Any = None, **options: Any) -> F:
    if not HAS_NUMBA:
        return function if has_threads() else resting(function)
    _load_numba()
    from numba import njit
    from numba.core.options import DefaultOptions

    from polygames.runtime.code_cache import keep_on_disk

    _listen()
    known = {name: value for name, value in options.items() if hasattr(DefaultOptions, name)}
    dispatcher: Any = njit(nogil=True, error_model="numpy", **known)(function)
    keep_on_disk(dispatcher)
    if signature is not None:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return cast(F, dispatcher)


@cache
def _load_numba() -> None:
    """Load numba in a thread, where an interrupt cannot leave it half loaded.

    It would stay so, and compile nothing more. KeyboardInterrupt is raised in the main thread.
    """
    thread = Thread(target=_load_all_of_numba)
    thread.start()
    thread.join()


def _load_all_of_numba() -> None:
    """Load also what numba puts off until it first compiles or finds code on disk."""
    target: Any = import_module("numba.core.registry").cpu_target
    target.typing_context.refresh()
    target.target_context.refresh()


_told: set[Callable[[], None]] = set()


@contextmanager
def told_of_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell`, in whichever thread compiles, for each function compiled in the ``with`` block.

    That takes seconds, once on a machine. Code that is found on disk does not count.
    """
    _told.add(tell)
    try:
        yield
    finally:
        _told.discard(tell)


@cache
def _listen() -> None:
    """Have numba say when it compiles."""
    from numba.core.event import Listener, register

    class Ear(Listener):
        def on_start(self, event: object) -> None:
            del event
            for tell in tuple(_told):
                tell()

        def on_end(self, event: object) -> None:
            del event

    register("numba:compile", Ear())  # type: ignore[no-untyped-call]  # numba left it so


def seeded(seed: int, stream: int = 0) -> Rng:
    """Return a stream of random numbers that depends on the two numbers only."""
    start = (seed * 0xD1342543DE82EF95 + stream * 0xAEF17502108EF2D9 + 0x632BE59BD9B4E019) % 2**64
    start = (start ^ (start >> 32)) * 0xD6E8FEB86659FD93 % 2**64
    return np.array([start ^ (start >> 32)], np.uint64)


@compiled
def uniform(rng: Rng) -> float:
    """Return the next random number, 0 <= x < 1 (the generator SplitMix64).

    It is from Steele, Lea and Flood (2014), *Fast splittable pseudorandom number generators*.
    """
    rng[0] += GOLDEN
    z = rng[0]
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return float((z ^ (z >> S31)) >> S11) * 2.0**-53


@compiled
def below(rng: Rng, n: int) -> int:
    """Return a random whole number, 0 <= k < n."""
    return int(uniform(rng) * n)
