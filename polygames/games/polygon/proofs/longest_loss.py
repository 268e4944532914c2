"""How long a proved game can last: the longest defence against the winner's moves of a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.proofs.proof import followers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.polygon.rules import PolygonGame


def longest_defence(
    state: PolygonGame, winner: int, places: Iterator[int], most: int
) -> PolygonGame | None:
    """Return the end of the longest game that a proof allows; None if it is too long to read.

    Parameters
    ----------
    state
        The position after the first move of the proof.
    winner
        The seat that wins.
    places
        The winner's moves from there on, as a proof has them.
    most
        How many positions to go through, at most.
    """
    todo: list[Iterator[PolygonGame]] = [iter([state])]
    last = state
    while todo:
        after = next(todo[-1], None)
        if after is None:
            todo.pop()
            continue
        most -= 1
        if most < 0:
            return None
        last = max(last, after, key=lambda one: one.ply)
        todo.append(followers(after, winner, places, depth=len(todo)))
    return last
