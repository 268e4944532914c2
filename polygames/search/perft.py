"""Counting move sequences: the classic check of a move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError

if TYPE_CHECKING:
    from polygames.core.protocol import State

__all__ = ["perft"]


def perft(state: State[Any], depth: int) -> int:
    """Count the sequences of exactly `depth` moves from a state.

    Parameters
    ----------
    state
        Where to start; its game must have finitely many moves in every position met.
    depth
        The number of plies, 0 or more; a game that ends earlier counts nothing.

    Raises
    ------
    OptionError
        If the depth is negative.
    TypeError
        If the moves of a position form a continuum and cannot be counted.

    Examples
    --------
    >>> import polygames as pg
    >>> after_first_line = pg.new("split").play(pg.new("split").draw((0, 5), (10, 5)))
    >>> perft(after_first_line, 1)
    2
    """
    if depth < 0:
        msg = f"a depth is 0 or more, not {depth}"
        raise OptionError(msg)
    if depth == 0:
        return 1
    moves = state.legal_moves
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)
