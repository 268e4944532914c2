"""What a game's compiled twin of its rules offers to searches.

A kernel is a module of functions on one array, which holds a position in the game's own layout.
Copy the array to branch. Where numba is missing there are no kernels, and `rules.py` serves (for
random games `GameEngine.rollout`, if a game has one).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    Rng = npt.NDArray[np.uint64]


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
