"""The legal moves of a finite game: `FiniteMoves` from a list, `LazyMoves` on demand."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from polygames.core.options import is_among

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from random import Random

M = TypeVar("M", bound="Hashable")


class FiniteMoves(Generic[M]):
    """A list of legal moves in a fixed order; `sample` returns each with equal probability.

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
        return is_among(move, self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[M]:
        return iter(self._moves)

    def sample(self, rng: Random, /) -> M:
        """Return a random move; all have the same probability.

        Examples
        --------
        >>> from random import Random
        >>> FiniteMoves(["left"]).sample(Random(1))
        'left'
        """
        return rng.choice(self._moves)

    def candidates(self, n: int, rng: Random, /) -> Sequence[M]:  # noqa: ARG002 - all of them
        """Return all moves; `n` is ignored.

        Examples
        --------
        >>> from random import Random
        >>> FiniteMoves(["left", "right"]).candidates(1, Random(1))
        ['left', 'right']
        """
        return self._moves

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {first_moves_text(self._moves)}>"


class LazyMoves(Generic[M]):
    """The legal moves of a state, generated on demand.

    A game yields its moves in `iter_moves`; the state itself checks whether a move is legal.

    Examples
    --------
    >>> from random import Random
    >>> from types import SimpleNamespace
    >>> class Takes(LazyMoves):
    ...     def iter_moves(self):
    ...         yield from range(1, self.state.heap + 1)
    >>> moves = Takes(SimpleNamespace(heap=3, outcome=None))
    >>> list(moves), moves.sample(Random(1)), moves.candidates(2, Random(1))
    ([1, 2, 3], 1, (1, 2, 3))
    """

    finite = True
    state: Any
    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def iter_moves(self) -> Iterator[M]:
        """Yield the legal moves in a fixed order; each game overrides it.

        It is called only while the game is not over.
        """
        raise NotImplementedError

    def __bool__(self) -> bool:
        return self.state.outcome is None

    def __contains__(self, move: object, /) -> bool:
        return self.state.why_not(move) is None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[M]:
        return self.iter_moves() if self else iter(())

    def sample(self, rng: Random, /) -> M:
        """Return a random move, each equally likely; raise IndexError if the game is over."""
        return rng.choice(tuple(self))

    def candidates(self, n: int, rng: Random, /) -> Sequence[M]:  # noqa: ARG002 - all of them
        """Return all moves; `n` is ignored."""
        return tuple(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {first_moves_text(self)}>"


MAX_SHOWN_MOVES: Final = 12


def first_moves_text(moves: Iterable[Any]) -> str:
    """Return the first `MAX_SHOWN_MOVES` moves as one text, followed by ``...`` if there are more.

    Examples
    --------
    >>> first_moves_text(range(3)), first_moves_text(range(99))
    ('0, 1, 2', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...')
    """
    first = [str(move) for move in islice(moves, MAX_SHOWN_MOVES + 1)]
    if len(first) > MAX_SHOWN_MOVES:
        first[-1] = "..."
    return ", ".join(first)
