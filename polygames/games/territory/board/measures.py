"""The areas of Territory for plots: the tiles with their points and owners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.measures import BoardArea
from polygames.geometry.polyomino import outline_polygon
from polygames.scene import palette

if TYPE_CHECKING:
    from polygames.games.territory.boards import Tile
    from polygames.games.territory.rules import Territory

SHADE_COLORS: Final = (palette.BLUE, palette.RED, palette.ORANGE)
"""The colours of open blue, red and yellow tiles in a plot; a pale yellow would be invisible."""


def areas(state: Territory) -> tuple[BoardArea, ...]:
    """Return the tiles as areas, in the order of their numbers.

    The value of an open tile is its points for the player of its colour. The value of a claimed
    tile is what it adds to its owner's score, which is negative for a tile of the other colour
    with a penalty.

    Examples
    --------
    >>> state = pg.new("territory", tiles=["AAB", "CCB"], colors={"A": "blue", "B": "red",
    ...                "C": "yellow"}, penalty=0.5)
    >>> [(area.name, area.value, area.owner) for area in areas(state.play(state.parse("r0c2")))]
    [('r0c0', 4, None), ('r0c2', -2, 0), ('r1c0', 0, None)]
    """
    return tuple(_area(state, tile) for tile in range(len(state.board.cells)))


def _area(state: Territory, tile: Tile) -> BoardArea:
    board, owner = state.board, state.owner(tile)
    return BoardArea(
        outline_polygon(board.cells[tile]),
        state.points(tile) if owner is None else state.value(tile, owner),
        owner,
        name=str(board.claims[tile]),
        color=SHADE_COLORS[board.colors[tile]],
    )
