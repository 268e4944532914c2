"""The legal moves of a finite game, as a lazy view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from random import Random

__all__ = ["FiniteMoves"]

M = TypeVar("M", bound="Hashable")


class FiniteMoves(Generic[M]):
    """Moves that can be listed, in a fixed order, all equally likely in `sample`.

    Examples
    --------
    >>> moves = FiniteMoves(["left", "right"])
    >>> "left" in moves, len(moves), list(moves)
    (True, 2, ['left', 'right'])
    >>> bool(FiniteMoves([]))
    False
    """

    finite = True
    __slots__ = ("_moves",)

    def __init__(self, moves: Sequence[M]) -> None:
        self._moves = moves

    def __bool__(self) -> bool:
        return bool(self._moves)

    def __contains__(self, move: object, /) -> bool:
        return move in self._moves

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[M]:
        return iter(self._moves)

    def sample(self, rng: Random, /) -> M:
        """Draw a move, each with the same probability.

        Examples
        --------
        >>> from random import Random
        >>> FiniteMoves(["left"]).sample(Random(1))
        'left'
        """
        return rng.choice(self._moves)

    def candidates(self, n: int, rng: Random, /) -> Sequence[M]:  # noqa: ARG002 - all of them
        """Return every move.

        Examples
        --------
        >>> from random import Random
        >>> FiniteMoves(["left", "right"]).candidates(1, Random(1))
        ['left', 'right']
        """
        return self._moves

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self._moves))}>"
