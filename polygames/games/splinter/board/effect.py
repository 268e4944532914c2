"""What a move of Splinter does to the pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from polygames.games.splinter.boards import EMPTY, PIECE, WALL, Push, squares
from polygames.games.splinter.rules import Splinter, pushed, row_ahead

Place: TypeAlias = tuple[int, int]
"""Row and column, from the top left; one step beyond the board is a place, too."""


@dataclass(frozen=True)
class Effect:
    """What a move does to the pieces."""

    after: Splinter
    places: tuple[Place, ...]
    """Where the mover's piece stands, and every place that a piece enters."""
    moved: tuple[tuple[Place, str], ...]
    """The pieces that move, each where it comes to stand."""
    lost: tuple[tuple[Place, str], ...]
    """The pieces that are lost, each where it is lost: it may have been pushed there."""

    @classmethod
    def of(cls, state: Splinter, move: Push) -> Effect:
        """Return what a legal move does."""
        after, grid = state.play(move), state.grid
        start, step = grid.ways[move]
        row = row_ahead(state.cells, start, step)
        before = pushed(state.cells, row)
        (r, c), (r1, c1) = grid.place(start), grid.place(start + step)
        places = tuple((r + k * (r1 - r), c + k * (c1 - c)) for k in range(len(row)))
        kinds = [state.cells[at] for at in row]
        moved = tuple(zip(places[1:], kinds, strict=False))
        gone = [at for at in squares(PIECE, before) if after.cells[at] == EMPTY]
        lost = [(grid.place(at), before[at]) for at in gone]
        if kinds[-1] == WALL:
            lost.append(moved[-1])
        return cls(after, places, moved, tuple(lost))
