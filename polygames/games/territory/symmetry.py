"""The symmetries of a board of Territory: eight, of which four keep the shape of a rectangle."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.games.territory.boards import Board
    from polygames.games.territory.rules import Territory


def symmetry_images(state: Territory) -> set[Hashable]:
    """Return the images of a position under the symmetries of its board, as hashable values."""
    board = state.board
    about = state.rules, state.turn, state.blue, state.stopped
    owners = [state.owner(tile) for tile in range(len(board.colors))]
    return {
        (*about, places, tuple((board.colors[tile], owners[tile]) for tile in order))
        for places, order in _tile_permutations(board)
    }


@lru_cache(maxsize=256)
def _tile_permutations(board: Board) -> tuple[tuple[Hashable, tuple[int, ...]], ...]:
    """Return for each symmetry the new tile number of each cell and the tiles' old numbers."""
    found = []
    shown = tuple(tuple(board.tile[letter] for letter in row) for row in board.rows)
    for each in (shown, tuple(row[::-1] for row in shown)):
        turned: Any = each
        for _ in range(4):
            turned = tuple(zip(*turned[::-1], strict=True))
            order = tuple(dict.fromkeys(tile for row in turned for tile in row))
            number = {tile: place for place, tile in enumerate(order)}
            places = tuple(tuple(number[tile] for tile in row) for row in turned)
            found.append((places, order))
    return tuple(found)
