"""Counting move sequences: the classic check of a move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.options import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import State


def perft(state: State[Any], depth: int) -> int:
    """Count the sequences of exactly `depth` moves from a state.

    Parameters
    ----------
    state
        Where to start. Every position must have finitely many moves.
    depth
        The number of plies, 0 or more. Games that end earlier do not count.

    Raises
    ------
    OptionError
        If the depth is not a whole number, or is negative.
    TypeError
        If the moves of a position form a continuum and cannot be counted.

    Examples
    --------
    >>> import polygames as pg
    >>> after_first_line = pg.new("split").play(pg.new("split").draw((0, 5), (10, 5)))
    >>> perft(after_first_line, 1)
    2
    """
    depth, total = whole("a depth", depth, 0), 0
    if depth == 0:
        return 1
    path: list[Iterator[State[Any]]] = [iter([state])]  # for each ply the states still to look at
    while path:
        after = next(path[-1], None)
        if after is None:
            path.pop()
        elif len(path) == depth:
            total += len(after.legal_moves)
        else:
            path.append(map(after.play, after.legal_moves))
    return total
